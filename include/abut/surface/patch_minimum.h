// The point of a rectangle of a Bezier patch that is nearest to a given point: Newton's method from a guess, kept in
// the rectangle.
//
// With r = S(s, t) - p the squared distance f has the gradient 2 (r . S_s, r . S_t) and the Hessian
// 2 (S_s . S_s + r . S_ss, S_s . S_t + r . S_st, S_t . S_t + r . S_tt): that is the printed matrix of Montanari 2017,
// Algorithm 7, with the sign of (P - S) . S_uu mended, which the derivation has the other way.
#pragma once

#include "abut/surface/sub_patch.h"

namespace abut {

inline constexpr int most_newton_steps = 24;

/// Data only.
template <class T>
struct PatchMinimum {
  T s, t;
  T squared;           ///< distance
  T slope_s, slope_t;  ///< r . S_s and r . S_t
  SurfaceJet<T> at;
  Vec3<T> r;  ///< from the given point to the patch
  int evaluations;
  bool stationary;  ///< nothing descends from here, to rounding
};

/// A place in a patch, or a step from one to another. Data only.
template <class T>
struct ParameterPair {
  T s, t;
};

inline namespace ABUT_ISA {

namespace patch_minimum_detail {

template <class Four, class T>
ABUT_INLINE void look(const BezierPatch<T>& patch, Vec3<T> p, T s, T t, PatchMinimum<T>& m) {
  m.s = s, m.t = t;
  m.at = point_on<Four>(patch, s, t);
  m.r = m.at.point - p;
  m.squared = squared_length(m.r);
  m.slope_s = dot(m.r, m.at.u), m.slope_t = dot(m.r, m.at.v);
  ++m.evaluations;
}

/// Whether a parameter is at an end that the slope pushes against.
template <class T>
ABUT_INLINE bool is_held(T x, T lo, T hi, T slope) {
  return (x <= lo && slope >= T(0)) || (x >= hi && slope <= T(0));
}

template <class T>
ABUT_INLINE T clamp(T x, T lo, T hi) {
  return x < lo ? lo : x > hi ? hi : x;
}

/// Data only.
template <class T>
struct Hessian {
  T a, b, c;  ///< by s twice, by both, by t twice
};

/// Half of that of f where it is positive definite; else that of Gauss and Newton, in which the second derivatives are
/// left out, and where derivatives are parallel or one is 0, one that leads down the slope. What is held does not
/// count.
template <class T>
ABUT_INLINE Hessian<T> step_matrix(const PatchMinimum<T>& m, bool held_s, bool held_t) {
  const T e = squared_length(m.at.u), f = dot(m.at.u, m.at.v), g = squared_length(m.at.v);
  const Hessian<T> full{e + dot(m.r, m.at.uu), f + dot(m.r, m.at.uv), g + dot(m.r, m.at.vv)};
  // A few roundings of the products tell nothing of the sign.
  const T little = T(16) * Epsilon<T>::value;
  const auto is_definite = [&](const Hessian<T>& h) {
    if (held_s || held_t) return held_s ? h.c > little * g : h.a > little * e;
    return h.a > little * e && h.c > little * g && difference_of_products(h.a, h.c, h.b, h.b) > little * h.a * h.c;
  };
  if (is_definite(full)) return full;
  if (is_definite({e, f, g})) return {e, f, g};
  return {e + g, T(0), e + g};
}

/// To the minimum, in the rectangle, of the parabola with these slopes and this Hessian.
template <class T>
ABUT_INLINE ParameterPair<T> newton_step(const PatchMinimum<T>& m, const ParameterRectangle<T>& in) {
  const bool held_s = is_held(m.s, in.s0, in.s1, m.slope_s), held_t = is_held(m.t, in.t0, in.t1, m.slope_t);
  if (held_s && held_t) return {T(0), T(0)};
  const Hessian<T> h = step_matrix(m, held_s, held_t);
  const T lo_s = in.s0 - m.s, hi_s = in.s1 - m.s, lo_t = in.t0 - m.t, hi_t = in.t1 - m.t;
  if (held_s) return {T(0), h.c > T(0) ? clamp(-m.slope_t / h.c, lo_t, hi_t) : T(0)};
  if (held_t) return {h.a > T(0) ? clamp(-m.slope_s / h.a, lo_s, hi_s) : T(0), T(0)};
  if (!(h.a > T(0))) return {T(0), T(0)};
  const T inverse = T(1) / difference_of_products(h.a, h.c, h.b, h.b);
  const T s = -difference_of_products(h.c, m.slope_s, h.b, m.slope_t) * inverse;
  const T t = -difference_of_products(h.a, m.slope_t, h.b, m.slope_s) * inverse;
  if (s >= lo_s && s <= hi_s && t >= lo_t && t <= hi_t) return {s, t};
  // At an end of one parameter, with the other one free, or at both: the lower of the two.
  const T end_s = clamp(s, lo_s, hi_s), end_t = clamp(t, lo_t, hi_t);
  const T free_t = clamp(-(m.slope_t + h.b * end_s) / h.c, lo_t, hi_t);
  const T free_s = clamp(-(m.slope_s + h.b * end_t) / h.a, lo_s, hi_s);
  const auto value = [&](T x, T y) {
    return m.slope_s * x + m.slope_t * y + T(0.5) * (h.a * x * x + h.c * y * y) + h.b * x * y;
  };
  return value(end_s, free_t) <= value(free_s, end_t) ? ParameterPair<T>{end_s, free_t}
                                                      : ParameterPair<T>{free_s, end_t};
}

/// Whether the slopes that count are less, in lengths.
template <class T>
ABUT_INLINE bool is_flatter(const PatchMinimum<T>& m, const PatchMinimum<T>& before, const ParameterRectangle<T>& in) {
  const auto steepness = [&](const PatchMinimum<T>& of) {
    const T s = is_held(of.s, in.s0, in.s1, of.slope_s) ? T(0) : of.slope_s;
    const T t = is_held(of.t, in.t0, in.t1, of.slope_t) ? T(0) : of.slope_t;
    return s * s * squared_length(before.at.v) + t * t * squared_length(before.at.u);
  };
  return steepness(m) < steepness(before);
}

}  // namespace patch_minimum_detail

/// From (s, t), a point of the rectangle.
template <class Four, class T>
ABUT_HD inline PatchMinimum<T> patch_minimum(const BezierPatch<T>& patch, Vec3<T> p, const ParameterRectangle<T>& in,
                                             T s, T t) {
  using namespace patch_minimum_detail;
  PatchMinimum<T> m;
  m.evaluations = 0, m.stationary = false;
  look<Four>(patch, p, s, t, m);
  for (int k = 0; k < most_newton_steps; ++k) {
    const ParameterPair<T> step = newton_step(m, in);
    // Sizes are 1 to 2: what a parameter's rounding, or that of the slope, moves the point by.
    const T along = length(m.at.u * step.s + m.at.v * step.t);
    const T rounding = T(4) * Epsilon<T>::value * (T(1) + abs(m.r.x) + abs(m.r.y) + abs(m.r.z));
    if (!(along > rounding)) {
      m.stationary = true;
      return m;
    }
    const PatchMinimum<T> before = m;
    // Squared distances say nothing of a step that lowers them by less than their rounding, that of r being one of the
    // size, 1 to 2; slopes still do.
    const T gain = -(before.slope_s * step.s + before.slope_t * step.t);
    const T distance = sqrt(before.squared);
    const bool is_small = gain <= T(32) * Epsilon<T>::value * distance * (T(1) + distance);
    T part = T(1);
    bool better = false;
    for (int half = 0; half < 12 && !better; ++half, part = part * T(0.25)) {
      look<Four>(patch, p, clamp(fma(part, step.s, before.s), in.s0, in.s1),
                 clamp(fma(part, step.t, before.t), in.t0, in.t1), m);
      better = is_small ? is_flatter(m, before, in) : m.squared < before.squared;
      if (is_small) break;
    }
    if (!better) {
      const int evaluations = m.evaluations;
      m = before;
      m.evaluations = evaluations;
      m.stationary = is_small;
      return m;
    }
  }
  return m;
}

}  // namespace ABUT_ISA
}  // namespace abut
