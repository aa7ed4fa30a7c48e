// Circles and ellipses by angle, which is a unit vector (c, s): centre + c u + s v.
#pragma once

#include "abut/brep/bernstein_arc.h"
#include "abut/brep/offered_pairs.h"

namespace abut {

/// u and v are at right angles. Data only.
template <class T>
struct Conic {
  Vec3<T> centre, u, v;
};

/// Pairs of directions that were taken. Data only.
template <class T>
struct TakenAngles {
  static constexpr int most = 24;
  Vec2<T> first[most], second[most];
  int count;
};

inline namespace ABUT_ISA {

/// Of a circle, an ellipse, or a torus' circle.
template <class T>
ABUT_HD inline Conic<T> conic(const Carrier<T>& c) {
  const bool ellipse = c.kind == CarrierKind::ellipse;
  return {c.origin, c.x * c.radius, c.y * (ellipse ? c.minor_radius : c.radius)};
}

/// The larger half-length.
template <class T>
ABUT_INLINE T largest_radius(const Carrier<T>& c) {
  return c.kind == CarrierKind::ellipse ? max(c.radius, c.minor_radius) : c.radius;
}

template <class T>
ABUT_INLINE Vec3<T> point_at(const Conic<T>& k, Vec2<T> d) {
  return k.centre + (k.u * d.x + k.v * d.y);
}
template <class T>
ABUT_INLINE Vec3<T> first_derivative(const Conic<T>& k, Vec2<T> d) {
  return k.v * d.x - k.u * d.y;
}
template <class T>
ABUT_INLINE Vec3<T> second_derivative(const Conic<T>& k, Vec2<T> d) {
  return -(k.u * d.x + k.v * d.y);
}

template <class T>
ABUT_HD inline SkeletonPoint<T> skeleton_point(const Conic<T>& k, Vec2<T> d) {
  return {point_at(k, d), unit_vector(first_derivative(k, d))};
}

/// Of a direction in `R`, which is `T` or wider.
template <class T, class R>
ABUT_HD inline SkeletonPoint<T> skeleton_point(const Carrier<T>& c, Vec2<R> d) {
  return skeleton_point(conic(c), Vec2<T>{round_to<T>(d.x), round_to<T>(d.y)});
}

/// Turned by the small angle `step`.
template <class T>
ABUT_HD inline Vec2<T> turned(Vec2<T> d, T step) {
  const Vec2<T> next{fma(-d.y, step, d.x), fma(d.x, step, d.y)};
  return next * (T(1) / length(next));
}

/// Two equations for two angles, and their derivatives: by the first angle in `by_first`. Data only.
template <class T>
struct AngleEquations {
  Vec2<T> value, by_first, by_second;
};

/// Angles nearer than this are one root: 256 roundings of float and 65536 of double.
template <class T>
inline constexpr T same_angle = Epsilon<T>::value < T(1e-10) ? T(0x1p-36) : T(0x1p-15);

/// Newton's method, as long as the values become smaller: at most eight steps from a root that is nearly right. Returns
/// by how much the angles may be wrong, for lengths of about 1; `residual`: the sum of the absolute values.
template <class T, class Equations>
ABUT_HD inline T polish_angles(const Equations& equations, Vec2<T>& first, Vec2<T>& second, T& residual) {
  AngleEquations<T> now = equations(first, second);
  for (int i = 0; i < 8; ++i) {
    const T all = cross(now.by_first, now.by_second);
    const T f = cross(now.by_second, now.value) / all, g = cross(now.value, now.by_first) / all;
    if (!(abs(f) < T(0.5) && abs(g) < T(0.5))) break;
    const Vec2<T> next_first = turned(first, f), next_second = turned(second, g);
    const AngleEquations<T> next = equations(next_first, next_second);
    if (!(dot(next.value, next.value) < dot(now.value, now.value))) break;
    first = next_first;
    second = next_second;
    now = next;
  }
  residual = abs(now.value.x) + abs(now.value.y);
  const T steepest =
      max(max(abs(now.by_first.x), abs(now.by_first.y)), max(abs(now.by_second.x), abs(now.by_second.y)));
  return (residual + carrier_noise<T>)*steepest / abs(cross(now.by_first, now.by_second));
}

/// Sharpens a root of both equations, of lengths about 1, and enters it into the list; false if it was there, or if it
/// is none: branches jump where the second angle is free, and change their signs. `doubtful` goes where the angles are
/// sure.
template <class T, class Equations>
ABUT_HD inline bool take_angles(const Equations& equations, Vec2<T>& first, Vec2<T>& second, TakenAngles<T>& taken,
                                bool& doubtful) {
  T residual;
  const T error = min(polish_angles(equations, first, second, residual), T(0x1p-7));
  if (!(residual < same_angle<T>)) return false;
  doubtful = doubtful && !(error < same_angle<T>);
  const T same = max(same_angle<T>, T(4) * error);
  for (int i = 0; i < taken.count; ++i) {
    if (length(first - taken.first[i]) + length(second - taken.second[i]) < same) return false;
  }
  if (taken.count < TakenAngles<T>::most) {
    taken.first[taken.count] = first;
    taken.second[taken.count++] = second;
  }
  return true;
}

}  // namespace ABUT_ISA
}  // namespace abut
