// The problem that a pair query in the plane solves, in the pair's own unit: as abut/narrow/problem.h, in `T` for GJK
// and the same numbers in double for the answer.
#pragma once

#include "abut/narrow/problem.h"
#include "abut/planar/pose.h"
#include "abut/planar/shape_set_view.h"

namespace abut {

/// Two vertex sets and B's pose in A's box-centre frame, in the pair's unit. Data only.
template <class T, class Stored>
struct PlanarPlaced {
  VertexSet<T, Stored> a, b;
  RelativePose<T> pose;
};

/// Refers to the view that it was made from. Data only.
template <class T>
struct PlanarProblem {
  PlanarPlaced<T, T> own;
  PlanarPlaced<double, T> wide;  ///< exactly the same shapes and pose
  T rounding_a, rounding_b;
  T size;                 ///< sum of both sizes
  T alert;                ///< `Huge`: none
  std::int32_t exponent;  ///< lengths are the caller's times 2^-exponent
};

inline namespace ABUT_ISA {

/// Finite, the rotation's length 1 to some 1e-6. What is off one by less scales B by that much.
ABUT_INLINE bool is_planar_pose(const RelativePose<double>& pose) {
  const double c = pose.rotation.m[0], s = pose.rotation.m[3];
  return problem_detail::is_pose(pose) && abs(fma(c, c, s * s) - 1) <= 4e-6;
}

/// The problem of two shapes at a relative pose (of their box-centre frames, in the caller's unit). Returns `converged`
/// if it can be queried, else the status that the record gets.
template <class T>
ABUT_PHASE Status make_planar_problem(const PlanarShapeSetView<T>& shapes, std::uint32_t shape_a, std::uint32_t shape_b,
                                      const RelativePose<double>& pose, double alert, PlanarProblem<T>& p) {
  using namespace problem_detail;
  const PlanarShapeHeader& ha = shapes.headers[shape_a];
  const PlanarShapeHeader& hb = shapes.headers[shape_b];
  const double size = ha.size + hb.size;
  if (!is_finite(size)) return Status::degenerate_shape;
  if (!is_planar_pose(pose)) return Status::invalid_pose;

  const std::int32_t exponent = unit_exponent(max(size, max_abs(pose.translation)));
  if (!can_hold_unit<T>(exponent)) return Status::degenerate_shape;
  const double to_unit = power_of_two<double>(-exponent);
  p.exponent = exponent;
  p.own.a = vertex_set<T>(shapes, shape_a, exponent);
  p.own.b = vertex_set<T>(shapes, shape_b, exponent);
  p.wide.a = vertex_set<double>(shapes, shape_a, exponent);
  p.wide.b = vertex_set<double>(shapes, shape_b, exponent);
  for (int k = 0; k < 9; ++k) p.own.pose.rotation.m[k] = round_to<T>(pose.rotation.m[k]);
  p.own.pose.translation = narrowed<T>(pose.translation * to_unit);
  p.wide.pose = widen(p.own.pose);
  set_lengths<T>(p, ha.rounding * to_unit, hb.rounding * to_unit, size * to_unit, alert * to_unit);
  return Status::converged;
}

}  // namespace ABUT_ISA
}  // namespace abut
