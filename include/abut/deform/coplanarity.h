// When does the plane of a moving hull come within a distance of the origin?
//
// With e and f along the hull's edges and r one of its corners, the origin's distance from the plane is
// |det(e, f, r)| / |e x f|. The determinant is a cubic in time, and |e x f| is at most a quadratic of the lengths of
// that normal's control points. While |cubic| > d quadratic, the hull is farther than d from the origin, and
// positive_window.h tells until when. Vertex and triangle, or two edges, that meet away from their borders pass through
// such a time (Provot 1997).
//
// Rounding (docs/explanation/continuous-detection.md): control points are off by less than 130 u |e| |f| |r|, the
// magnitudes being the largest coordinates, a window's included; 200 are taken off.
#pragma once

#include "abut/deform/positive_window.h"
#include "abut/deform/separating_times.h"

namespace abut {

/// Bernstein coefficients over the whole step: the determinant, and what it has to exceed. Data only.
template <class T>
struct Coplanarity {
  T volume[4], margin[4];
  bool usable;  ///< edges may be too short for the range of `T`
};

inline namespace ABUT_ISA {

namespace coplanarity_detail {

template <class T>
struct LeastVolume;
template <>
struct LeastVolume<float> {
  static constexpr float value = 0x1p-80f;
};
template <>
struct LeastVolume<double> {
  static constexpr double value = 0x1p-600;
};

/// a x b, each product rounded.
template <class T>
ABUT_INLINE Vec3<T> plain_cross(Vec3<T> a, Vec3<T> b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

/// No less than the length of the normal that `n` is a rounding of.
template <class T>
ABUT_INLINE T upper_length(Vec3<T> n, T areas) {
  constexpr T u = separating_times_detail::Unit<T>::value;
  return sqrt(separating_times_detail::height(n, n)) * (T(1) + T(24) * u) + T(64) * u * areas;
}

}  // namespace coplanarity_detail

/// For `distance` in the hull's lengths, 0 or more.
template <class T, int N>
ABUT_HD inline Coplanarity<T> coplanarity(const MovingHull<T, N>& hull, T distance) {
  using namespace coplanarity_detail;
  constexpr T u = separating_times_detail::Unit<T>::value;
  const Vec3<T>&e0 = hull.edge_start[0], &e1 = hull.edge_end[0], &f0 = hull.edge_start[1], &f1 = hull.edge_end[1];
  const Vec3<T>&r0 = hull.start[0], &r1 = hull.end[0];
  const T areas = max(max_abs(e0), max_abs(e1)) * max(max_abs(f0), max_abs(f1));
  const T volumes = areas * max(max_abs(r0), max_abs(r1));
  Coplanarity<T> out;
  out.usable = volumes > LeastVolume<T>::value;
  const Vec3<T> n0 = plain_cross(e0, f0), n2 = plain_cross(e1, f1);
  const Vec3<T> n1 = (plain_cross(e0, f1) + plain_cross(e1, f0)) * T(0.5);
  using separating_times_detail::height;
  out.volume[0] = height(n0, r0), out.volume[1] = (height(n0, r1) + T(2) * height(n1, r0)) / T(3);
  out.volume[2] = (T(2) * height(n1, r1) + height(n2, r0)) / T(3), out.volume[3] = height(n2, r1);
  const T error = T(200) * u * volumes;
  for (int i = 0; i < 4; ++i) out.margin[i] = error;
  if (!(distance > T(0))) return out;
  const T l0 = upper_length(n0, areas), l1 = upper_length(n1, areas), l2 = upper_length(n2, areas);
  const T d = distance * (T(1) + T(32) * u);
  out.margin[0] += d * l0, out.margin[1] += d * ((l0 + T(2) * l1) / T(3));
  out.margin[2] += d * ((T(2) * l1 + l2) / T(3)), out.margin[3] += d * l2;
  return out;
}

/// The time until which the plane stays away, from time `t` on, as `separated_until`.
template <class T>
ABUT_HD inline T plane_away_until(const Coplanarity<T>& c, T t) {
  if (!c.usable) return t;
  const T side = bernstein_value(c.volume, t) < T(0) ? T(-1) : T(1);
  T above[4];
  for (int i = 0; i < 4; ++i) above[i] = side * c.volume[i] - c.margin[i];
  return positive_until(above, t);
}

}  // namespace ABUT_ISA
}  // namespace abut
