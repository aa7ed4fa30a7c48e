// Witness points of polytopes and solids about one axis along a known direction: of all points of each that are
// farthest along it, those whose sum lies on the line through the origin. As symmetric_foot.h, with faces of polytopes.
#pragma once

#include "abut/narrow/axis_parts.h"
#include "abut/narrow/core_answer.h"
#include "abut/narrow/symmetric_foot.h"

namespace abut {
inline namespace ABUT_ISA {
namespace revolved_axis_detail {

/// Vertices of a polytope that are farthest along a direction, to rounding, and weights that add up to 1. Data only.
struct FarthestFace {
  static constexpr int capacity = 16;
  std::uint32_t id[capacity];
  double weight[capacity];
  int count;
};

template <class Stored>
ABUT_HD inline void farthest_face(const AxisPolytope<Stored>& p, Vec3<double> n, double tolerance, FarthestFace& face) {
  double height = -Huge<double>::value;
  for (std::uint32_t v = 0; v < p.vertex_count(); ++v) height = max(height, dot(p.at(v), n));
  face.count = 0;
  for (std::uint32_t v = 0; v < p.vertex_count() && face.count < FarthestFace::capacity; ++v) {
    if (dot(p.at(v), n) >= height - tolerance) face.id[face.count++] = v;
  }
  for (int k = 0; k < face.count; ++k) face.weight[k] = 1.0 / face.count;
}

template <class Stored>
ABUT_HD inline Vec3<double> point_of(const AxisPolytope<Stored>& p, const FarthestFace& face) {
  const Vec3<double> first = p.at(face.id[0]);  // edges from it are exact where the face is small
  Vec3<double> point = first;
  for (int k = 1; k < face.count; ++k) point = multiply_add(p.at(face.id[k]) - first, face.weight[k], point);
  return point;
}

/// Moves weight from each vertex to each other, as far as that takes off `rest`.
template <class Stored>
ABUT_HD inline void move_weights(const AxisPolytope<Stored>& p, FarthestFace& face, Vec3<double>& rest) {
  for (int i = 0; i + 1 < face.count; ++i) {
    for (int j = i + 1; j < face.count; ++j) {
      const Vec3<double> edge = p.at(face.id[j]) - p.at(face.id[i]);
      const double length2 = dot(edge, edge);
      if (!(length2 > 0)) continue;
      const double moved = max(min(dot(rest, edge) / length2, face.weight[i]), -face.weight[j]);
      face.weight[i] = max(face.weight[i] - moved, 0.0);
      face.weight[j] = max(face.weight[j] + moved, 0.0);
      rest = multiply_add(edge, -moved, rest);
    }
  }
}

/// The solid as a term with a frame of its own.
ABUT_HD inline SymmetricTerm term_of(const AxisSolid& s, Vec3<double> axis) {
  const Vec3<double> side = epa_detail::perpendicular(axis), along = axis * s.side;
  return {s.kind, 2, {side, cross(along, side), along}, {s.radius, s.radius, s.half}};
}

/// Which vertices of a polytope that is a core carry its point.
ABUT_HD inline CarrierIds carriers_of(const FarthestFace& face) {
  CarrierIds out{{0, 0, 0}, 0};
  for (int k = 0; k < face.count && out.count < 3; ++k) {
    if (face.weight[k] > 0) out.id[out.count++] = face.id[k];
  }
  return out;
}

inline constexpr int axis_foot_rounds = 64;

/// Sets the witness of `out` and its carriers, for its normal and width. `limit`: how near heights count as equal.
template <class Stored>
ABUT_PHASE void set_axis_foot(const PairProblem<double, Stored>& problem, const AxisParts<Stored>& p, double limit,
                              CoreAnswer<double>& out) {
  FarthestFace faces[AxisParts<Stored>::most_polytopes];
  symmetric_detail::FarthestSet sets[AxisParts<Stored>::most_solids];
  SymmetricTerms terms;  // of the solids
  terms.count = p.solids;
  Vec3<double> rest = multiply_add(out.normal, -out.separation, -p.place);
  for (int k = 0; k < p.polytopes; ++k) {
    farthest_face(p.polytope[k], out.normal, limit, faces[k]);
    rest = rest - point_of(p.polytope[k], faces[k]);
  }
  for (int k = 0; k < p.solids; ++k) {
    terms.term[k] = term_of(p.solid[k], p.axis);
    sets[k] = symmetric_detail::farthest_set(terms.term[k], out.normal, limit);
  }
  Vec3<double> target = rest;
  for (int round = 0; round < axis_foot_rounds; ++round) {
    // What the solids are short of: their shares go on from where they are.
    rest = symmetric_detail::meet_target(sets, terms, target, 0.25 * p.tolerance, 1);
    if (max_abs(rest) <= 0.25 * p.tolerance) break;
    const Vec3<double> before = rest;
    for (int k = 0; k < p.polytopes; ++k) move_weights(p.polytope[k], faces[k], rest);
    target = target - (before - rest);
  }
  Vec3<double> total = p.place;
  out.witness.a = p.place_a;
  for (int k = 0; k < p.polytopes; ++k) {
    const Vec3<double> point = point_of(p.polytope[k], faces[k]);
    total = total + point;
    if (p.polytope[k].side > 0) out.witness.a = out.witness.a + point;
  }
  for (int k = 0; k < p.solids; ++k) {
    const Vec3<double> point = symmetric_detail::point_of(sets[k]);
    total = total + point;
    if (p.solid[k].of_a) out.witness.a = out.witness.a + point;
  }
  const Vec3<double> left = multiply_add(out.normal, out.separation, total);
  out.witness.residual2 = dot(left, left);
  out.carrier_a = out.carrier_b = {{0, 0, 0}, 0};
  for (int k = 0; k < p.polytopes; ++k) {
    const bool of_a = p.polytope[k].side > 0;
    const ShapeKind kind = (of_a ? problem.a : problem.b).header->kind;
    if (kind != ShapeKind::minkowski_sum) (of_a ? out.carrier_a : out.carrier_b) = carriers_of(faces[k]);
  }
  for (int k = 0; k < p.solids; ++k) {
    const bool of_a = p.solid[k].of_a;
    const ShapeKind kind = (of_a ? problem.a : problem.b).header->kind;
    if (kind == ShapeKind::minkowski_sum) continue;
    (of_a ? out.carrier_a : out.carrier_b) = symmetric_detail::carriers_of(terms.term[k], sets[k], out.normal, kind);
  }
}

}  // namespace revolved_axis_detail
}  // namespace ABUT_ISA
}  // namespace abut
