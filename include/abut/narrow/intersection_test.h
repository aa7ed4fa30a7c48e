// Do two shapes intersect? GJK that stops as soon as that is known, and never asks how far or how deep.
//
// Source: Feng & Tan 2019, Box 1. Two early ends: a plane with the shapes on its two sides (no), or a point of A - B no
// farther from the origin than the rounding radii reach (yes). "No" is said only with a bound above all rounding error;
// pairs that touch to within rounding error intersect.
#pragma once

#include "abut/narrow/closed_form.h"
#include "abut/narrow/problem.h"
#include "abut/narrow/separation.h"

namespace abut {

/// Data only.
struct IntersectionResult {
  bool intersects;
  bool certain;  ///< proved beyond rounding error; false where they touch, and where GJK ended on a face through the
                 ///< origin
  std::uint32_t iterations, support_calls;
};

inline namespace ABUT_ISA {
namespace intersects_detail {

/// How deep the origin lies in the simplex; 0 where that is no tetrahedron.
template <class T>
ABUT_HD inline T depth_in_tetrahedron(const Simplex<T>& s) {
  T depth = Huge<T>::value;
  for (int k = 0; k < 4; ++k) {
    if (!s.used[k]) return T(0);
    const Vec3<T> at = s.w[(k + 1) % 4];
    const Vec3<T> n = cross(s.w[(k + 2) % 4] - at, s.w[(k + 3) % 4] - at);
    depth = min(depth, abs(dot(n, at)) / length(n));
  }
  return depth;
}

template <class T, class Stored, class Support>
ABUT_HD inline IntersectionResult search(const PairProblem<T, Stored>& p, const Support& support) {
  constexpr T eps = Epsilon<T>::value;
  const T reach = p.rounding_a + p.rounding_b;
  const T noise = T(touching_units) * eps * (p.size + max_abs(p.pose.translation));
  GjkState<T, typename Support::SimplexData> s;
  gjk_start(s, -p.pose.translation, true);
  const GjkExits<T> exits{reach + noise, T(0), T(0)};
  IntersectionResult out{true, true, 0, 0};
  const T inside = reach > noise ? (reach - noise) * (reach - noise) : T(0);
  while (s.active && s.iterations < gjk_iteration_cap) {
    gjk_step(s, support, exits);
    out.iterations = out.support_calls = s.iterations;
    if (s.farther) {
      out.intersects = false;
      return out;
    }
    if (s.overlap || s.vv <= inside) {
      out.certain = s.vv <= inside && reach > noise ? true : depth_in_tetrahedron(s.simplex) > noise;
      return out;
    }
  }
  CoreAnswer<T> core = no_answer<T>();
  const T good = T(2) * eps * sqrt(s.ww_max);
  separated_answer(s, support, good * good, core);
  out.iterations = s.iterations;
  out.intersects = !(core.lower > reach + noise);
  out.certain = !out.intersects;
  return out;
}

}  // namespace intersects_detail

/// Whether the shapes of `p` have a point in common.
template <class T, class Scan = LinearScan, class Stored = T>
ABUT_HD inline IntersectionResult intersects(const PairProblem<T, Stored>& p) {
  CoreAnswer<T> core = no_answer<T>();
  if (closed_form(p, core)) {
    const T reach = p.rounding_a + p.rounding_b;
    const T noise = T(touching_units) * Epsilon<T>::value * (p.size + abs(core.separation));
    const bool apart = core.separation > reach + noise;
    return {!apart, apart || core.separation < reach - noise, 0, 0};
  }
  if (joins_vertex_sets(p)) return intersects_detail::search(p, vertex_difference<Scan>(p));
  return intersects_detail::search(p, core_difference<Scan>(p));
}

}  // namespace ABUT_ISA
}  // namespace abut
