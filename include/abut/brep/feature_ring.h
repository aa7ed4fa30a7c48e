// Bounds of features that go round an axis: distances from it and heights along it. A shaft's boxes hold all of its
// inside, and overlap those of the hole that it is in; rings of both do not.
#pragma once

#include "abut/core/pose.h"

namespace abut {

/// Holds what is r from the axis and z along it, between these bounds. A cone's is thin as well across its slope, where
/// `slope_r` * r + `slope_z` * z has bounds. Data only.
template <class T>
struct FeatureRing {
  Vec3<T> origin, axis;
  T low_r = 0, high_r = 0, low_z = 0, high_z = 0;
  T slope_r = 0, slope_z = 0, low_slope = 0, high_slope = 0;  ///< the first two of length 1, or 0: no such bound
};

/// Holds a number. Data only.
template <class T>
struct NumberRange {
  T low, high;
};
/// Of points, about an axis: how far from it, and how high above its origin. Data only.
template <class T>
struct AboutAxis {
  NumberRange<T> away, along;
};

inline namespace ABUT_ISA {

template <class T>
ABUT_HD inline FeatureRing<T> moved(const RelativePose<T>& pose, FeatureRing<T> ring) {
  ring.origin = transform(pose, ring.origin), ring.axis = rotate(pose.rotation, ring.axis);
  return ring;
}

/// Of what a ring holds, about another axis: its circles as that one has them.
template <class T>
ABUT_HD inline AboutAxis<T> about_axis(const FeatureRing<T>& ring, const Vec3<T>& origin, const Vec3<T>& axis) {
  const T across = abs(dot(axis, ring.axis)), reach = ring.high_r * length(cross(axis, ring.axis));
  const Vec3<T> low_end = multiply_add(ring.axis, ring.low_z, ring.origin) - origin;
  const Vec3<T> high_end = multiply_add(ring.axis, ring.high_z, ring.origin) - origin;
  const T x = dot(low_end, axis), y = dot(high_end, axis);
  const T off = max(length(multiply_add(axis, -x, low_end)), length(multiply_add(axis, -y, high_end)));
  return {{max(ring.low_r * across - off, T(0)), ring.high_r + off}, {min(x, y) - reach, max(x, y) + reach}};
}

namespace feature_ring_detail {

template <class T>
ABUT_INLINE T between(T low_a, T high_a, T low_b, T high_b) {
  return max(low_a - high_b, max(low_b - high_a, T(0)));
}

template <class T>
ABUT_INLINE T longest_side(T x, T y) {
  return sqrt(x * x + y * y);
}

/// As A's axis and its bounds tell.
template <class T>
ABUT_HD inline T bound_by(const FeatureRing<T>& a, const FeatureRing<T>& b) {
  const AboutAxis<T> at = about_axis(b, a.origin, a.axis);
  const T straight = longest_side(between(a.low_r, a.high_r, at.away.low, at.away.high),
                                  between(a.low_z, a.high_z, at.along.low, at.along.high));
  if (a.slope_r == T(0)) return straight;
  const T x = a.slope_z * at.along.low, y = a.slope_z * at.along.high;
  return max(straight, between(a.low_slope, a.high_slope, a.slope_r * at.away.low + min(x, y),
                               a.slope_r * at.away.high + max(x, y)));
}

}  // namespace feature_ring_detail

/// No points of both are nearer. Exact where they have one axis.
template <class T>
ABUT_HD inline T least_distance(const FeatureRing<T>& a, const FeatureRing<T>& b) {
  using feature_ring_detail::bound_by;
  return b.slope_r == T(0) ? bound_by(a, b) : max(bound_by(a, b), bound_by(b, a));
}

}  // namespace ABUT_ISA
}  // namespace abut
