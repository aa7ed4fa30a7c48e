// Oriented boxes about parts of CAD models, and how far apart two are at least: of the nodes of a tree of features.
#pragma once

#include "abut/core/pose.h"

namespace abut {

/// Data only.
template <class T>
struct FeatureBox {
  Vec3<T> centre{0, 0, 0};
  Vec3<T> axes[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  T half[3] = {0, 0, 0};  ///< infinite where nothing better is known
};

inline namespace ABUT_ISA {

template <class T>
ABUT_HD inline FeatureBox<T> moved(const RelativePose<T>& pose, const FeatureBox<T>& box) {
  FeatureBox<T> out = box;
  out.centre = transform(pose, box.centre);
  for (Vec3<T>& axis : out.axes) axis = rotate(pose.rotation, axis);
  return out;
}

namespace feature_box_detail {

/// Without fused operations: where these are a call, boxes would cost more than what they save.
template <class T>
ABUT_INLINE T product(const Vec3<T>& a, const Vec3<T>& b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}

/// `by` times `axis` behind `sum`.
template <class T>
ABUT_INLINE Vec3<T> beyond(const Vec3<T>& sum, const Vec3<T>& axis, T by) {
  return sum + Vec3<T>{axis.x * by, axis.y * by, axis.z * by};
}

template <class T>
ABUT_INLINE T within(T x, T half) {
  return x < -half ? -half : half < x ? half : x;
}

/// From the centre of A's box to that of B's, along the axes of both, and how far apart both are along that line.
/// Data only.
template <class T>
struct Between {
  Vec3<T> d;
  T along_a[3], along_b[3], least;
};

template <class T>
ABUT_INLINE Between<T> between(const FeatureBox<T>& a, const FeatureBox<T>& b) {
  Between<T> out;
  out.d = b.centre - a.centre;
  const T apart = product(out.d, out.d);
  T across = T(0);
  for (int i = 0; i < 3; ++i) {
    out.along_a[i] = product(out.d, a.axes[i]), out.along_b[i] = product(out.d, b.axes[i]);
    across += abs(out.along_a[i]) * a.half[i] + abs(out.along_b[i]) * b.half[i];
  }
  out.least = apart > across ? (apart - across) / sqrt(apart) : T(0);
  return out;
}

/// Products of axes, and their magnitudes. Data only.
template <class T>
struct AxisProducts {
  T r[3][3], size[3][3];
};

/// The widest gap along cross products of axes, where it is more than `least`.
template <class T>
ABUT_INLINE T along_crossed_axes(const FeatureBox<T>& a, const FeatureBox<T>& b, const AxisProducts<T>& p,
                                 const T (&da)[3], T least) {
  for (int i = 0; i < 3; ++i) {
    const int i1 = (i + 1) % 3, i2 = (i + 2) % 3;
    for (int j = 0; j < 3; ++j) {
      const int j1 = (j + 1) % 3, j2 = (j + 2) % 3;
      const T squared = T(1) - p.size[i][j] * p.size[i][j];  // of the length of the axes' cross product
      if (!(squared > T(1e-6))) continue;
      const T gap = abs(da[i2] * p.r[i1][j] - da[i1] * p.r[i2][j]) - a.half[i1] * p.size[i2][j] -
                    a.half[i2] * p.size[i1][j] - b.half[j1] * p.size[i][j2] - b.half[j2] * p.size[i][j1];
      if (gap > T(0) && gap * gap > least * least * squared) least = gap / sqrt(squared);
    }
  }
  return least;
}

}  // namespace feature_box_detail

/// No points of both are nearer: the widest gap along the 15 axes that tell whether boxes meet, and along the line of
/// their centres; 0 or more. Where it is above `enough`, some gap that is.
template <class T>
ABUT_HD inline T least_distance(const FeatureBox<T>& a, const FeatureBox<T>& b, T enough = Huge<T>::value) {
  using namespace feature_box_detail;
  const Between<T> at = between(a, b);
  T least = at.least;
  if (least > enough) return least;
  AxisProducts<T> p;
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) p.r[i][j] = product(a.axes[i], b.axes[j]), p.size[i][j] = abs(p.r[i][j]);
  }
  for (int i = 0; i < 3; ++i) {
    T along_a = abs(at.along_a[i]) - a.half[i], along_b = abs(at.along_b[i]) - b.half[i];
    for (int j = 0; j < 3; ++j) along_a -= p.size[i][j] * b.half[j], along_b -= p.size[j][i] * a.half[j];
    least = max(along_b, max(along_a, least));  // in this order: `least` stays where these are no numbers
    if (least > enough) return least;
  }
  return along_crossed_axes(a, b, p, at.along_a, least);
}

/// Likewise, without products of axes: along the line of the centres, and between points of both that are nearly the
/// nearest ones. Of boxes that are apart it is most often more, and sooner known; of others it may be 0.
template <class T>
ABUT_HD inline T distance_bound(const FeatureBox<T>& a, const FeatureBox<T>& b, T enough) {
  using namespace feature_box_detail;
  const Between<T> at = between(a, b);
  T least = at.least;
  if (least > enough) return least;
  const Vec3<T> none{T(0), T(0), T(0)};
  Vec3<T> from_b = none;  // from B's centre to a point of it
  for (int round = 0; round < 2; ++round) {
    // The nearest point of A, then that of B; `u` is between them.
    const Vec3<T> to_b = at.d + from_b;
    Vec3<T> u = none, w = none;
    for (int i = 0; i < 3; ++i) {
      const T along = product(to_b, a.axes[i]);
      u = beyond(u, a.axes[i], along - within(along, a.half[i]));
    }
    u = u - from_b;
    from_b = none;
    T length_squared = T(0), gap = T(0);
    for (int j = 0; j < 3; ++j) {
      const T along = product(u, b.axes[j]), on = within(-along, b.half[j]), f = along + on;
      from_b = beyond(from_b, b.axes[j], on);
      w = beyond(w, b.axes[j], f);
      length_squared += f * f, gap += f * at.along_b[j] - abs(f) * b.half[j];
    }
    for (int i = 0; i < 3; ++i) gap -= abs(product(w, a.axes[i])) * a.half[i];
    if (gap > T(0) && gap * gap > least * least * length_squared) least = gap / sqrt(length_squared);
    if (least > enough) return least;
  }
  return least;
}

}  // namespace ABUT_ISA
}  // namespace abut
