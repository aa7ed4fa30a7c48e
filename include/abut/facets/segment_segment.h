// The nearest points of two segments.
//
// The quadratic over the square of both parameters (Lumelsky 1985; Ericson 2005, 5.1.9): the lines' parameter, cut to
// the segment, then each point's foot on the other segment. Departure: the lines' parameter is taken from the common
// normal, whose components are good to two roundings (`cross`), so that the distance of segments at any angle is good
// to some roundings of their coordinates: what is lost of the parameter at a small angle is gained by the feet.
#pragma once

#include "abut/core/vec3.h"

namespace abut {

/// Points p0 + s (p1 - p0) and q0 + t (q1 - q0), s and t in [0, 1]. Data only.
template <class T>
struct SegmentDistance {
  Vec3<T> a, b;
  T distance2, s, t;
};

inline namespace ABUT_ISA {
namespace segment_detail {

template <class T>
ABUT_INLINE T cut(T s) {
  return select(s > T(0), select(s < T(1), s, T(1)), T(0));  // a NaN becomes 0
}

/// Ends are taken as they are: p0 + 1 (p1 - p0) may be rounded.
template <class T>
ABUT_INLINE Vec3<T> point_at(Vec3<T> p0, Vec3<T> p1, Vec3<T> along, T s) {
  return select(s >= T(1), p1, multiply_add(along, s, p0));
}

template <class T>
ABUT_INLINE T foot(Vec3<T> from, Vec3<T> along, T along2, Vec3<T> p) {
  return cut(dot(p - from, along) / along2);
}

}  // namespace segment_detail

/// Any two segments, points included. Squared lengths must neither overflow nor vanish: scale first.
template <class T>
ABUT_HD inline SegmentDistance<T> segment_segment(Vec3<T> p0, Vec3<T> p1, Vec3<T> q0, Vec3<T> q1) {
  using namespace segment_detail;
  const Vec3<T> e = p1 - p0, f = q1 - q0, r = q0 - p0;
  const Vec3<T> n = cross(e, f);
  const T ee = dot(e, e), ff = dot(f, f);
  SegmentDistance<T> out;
  out.s = cut(dot(cross(r, f), n) / dot(n, n));
  out.t = foot(q0, f, ff, point_at(p0, p1, e, out.s));
  out.b = point_at(q0, q1, f, out.t);
  out.s = foot(p0, e, ee, out.b);
  out.a = point_at(p0, p1, e, out.s);
  const Vec3<T> d = out.b - out.a;
  out.distance2 = dot(d, d);
  return out;
}

}  // namespace ABUT_ISA
}  // namespace abut
