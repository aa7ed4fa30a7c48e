// Witness points of polytopes, ellipsoids, cylinders and cones along a known direction: of all points of each that are
// farthest along it, those whose sum lies on the line through the origin. As symmetric_foot.h, with faces of polytopes.
#pragma once

#include "abut/narrow/axis_parts.h"
#include "abut/narrow/core_answer.h"
#include "abut/narrow/symmetric_foot.h"

namespace abut {
inline namespace ABUT_ISA {
namespace revolved_axis_detail {

/// Vertices of a polytope that are farthest along a direction, to within rounding error, and weights that add up to 1.
/// Data only.
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

/// Which vertices of a polytope that is a core carry its point.
ABUT_HD inline CarrierIds carriers_of(const FarthestFace& face) {
  CarrierIds out{{0, 0, 0}, 0};
  for (int k = 0; k < face.count && out.count < 3; ++k) {
    if (face.weight[k] > 0) out.id[out.count++] = face.id[k];
  }
  return out;
}

/// Takes the three vertices of the face in whose triangle the point is that `rest` leads to, and their weights, where
/// that leaves less of `rest`: of a narrow face moves of weight take off little at a time.
template <class Stored>
ABUT_HD inline void take_triangle(const AxisPolytope<Stored>& p, FarthestFace& face, double tolerance,
                                  Vec3<double>& rest) {
  const Vec3<double> target = point_of(p, face) + rest;
  int at[3] = {-1, 0, 0};
  double w1 = 0, w2 = 0;
  for (int i = 0; i + 2 < face.count; ++i) {
    const Vec3<double> v = p.at(face.id[i]), q = target - v;
    for (int j = i + 1; j + 1 < face.count; ++j) {
      const Vec3<double> e1 = p.at(face.id[j]) - v;
      for (int k = j + 1; k < face.count && max_abs(rest) > tolerance; ++k) {
        const Vec3<double> e2 = p.at(face.id[k]) - v, n = cross(e1, e2);
        const double nn = dot(n, n);
        if (!(nn > 0)) continue;
        const double l1 = max(dot(cross(q, e2), n) / nn, 0.0);
        const double l2 = max(min(dot(cross(e1, q), n) / nn, 1 - l1), 0.0);
        if (l1 > 1) continue;
        const Vec3<double> remaining = multiply_add(e1, -l1, multiply_add(e2, -l2, q));
        if (!(dot(remaining, remaining) < dot(rest, rest))) continue;
        rest = remaining;
        at[0] = i, at[1] = j, at[2] = k;
        w1 = l1, w2 = l2;
      }
    }
  }
  if (at[0] < 0) return;
  for (int k = 0; k < face.count; ++k) face.weight[k] = 0;
  face.weight[at[0]] = max(1 - w1 - w2, 0.0);
  face.weight[at[1]] = w1;
  face.weight[at[2]] = w2;
}

/// Moves the points of two edges of solids at once where that leaves less of `rest`: edges that are almost parallel
/// take off little of it one after the other.
ABUT_HD inline void move_edges(const SymmetricTerms& t, symmetric_detail::FarthestSet* sets, Vec3<double>& rest) {
  for (int i = 0; i + 1 < t.count; ++i) {
    for (int j = i + 1; j < t.count; ++j) {
      if (sets[i].edges != 1 || sets[j].edges != 1) continue;
      double &share1 = sets[i].share[0], &share2 = sets[j].share[0];
      const Vec3<double> e1 = sets[i].edge[0], e2 = sets[j].edge[0], n = cross(e1, e2);
      const double nn = dot(n, n);
      if (!(nn > 0)) continue;
      const Vec3<double> q = multiply_add(e1, share1, multiply_add(e2, share2, rest));
      const double to1 = max(min(dot(cross(q, e2), n) / nn, 1.0), -1.0);
      const double to2 = max(min(dot(cross(e1, q), n) / nn, 1.0), -1.0);
      const Vec3<double> remaining = multiply_add(e1, share1 - to1, multiply_add(e2, share2 - to2, rest));
      if (!(dot(remaining, remaining) < dot(rest, rest))) continue;
      rest = remaining;
      share1 = to1;
      share2 = to2;
    }
  }
}

inline constexpr int axis_foot_rounds = 512;

/// Of each part the points that are farthest along a direction, and where the witness is among them. Data only.
template <class Stored>
struct FarthestParts {
  FarthestFace face[AxisParts<Stored>::most_polytopes];
  symmetric_detail::FarthestSet set[SymmetricTerms::capacity];
};

/// Moves the points until they add up to `target`, as nearly as they can; or until eight rounds leave more than a share
/// of `worth` of the square of what remained.
template <class Stored>
ABUT_HD inline void meet_target(const AxisParts<Stored>& p, FarthestParts<Stored>& f, Vec3<double> target,
                                int rounds = axis_foot_rounds, double worth = 1) {
  double remained = Huge<double>::value;
  for (int k = 0; k < p.polytopes; ++k) target = target - point_of(p.polytope[k], f.face[k]);
  for (int round = 0; round < rounds; ++round) {
    // What the solids are short of: their shares go on from where they are.
    Vec3<double> rest = symmetric_detail::meet_target(f.set, p.solids, target, 0.25 * p.tolerance, 1);
    if (max_abs(rest) <= 0.25 * p.tolerance) break;
    if (round % 8 == 7) {
      const double remains = dot(rest, rest);
      if (remains > worth * remained) break;
      remained = remains;
    }
    if (round % 16 == 0) move_edges(p.solids, f.set, rest);
    const Vec3<double> before = rest;
    for (int k = 0; k < p.polytopes; ++k) {
      if (round % 16 == 0) take_triangle(p.polytope[k], f.face[k], 0.25 * p.tolerance, rest);
      move_weights(p.polytope[k], f.face[k], rest);
    }
    target = target - (before - rest);
  }
}

/// Which support points carry A's or B's point, if it is no sum.
template <class Stored>
ABUT_HD inline CarrierIds carriers_of(const AxisParts<Stored>& p, const FarthestParts<Stored>& f, bool of_a,
                                      ShapeKind kind, Vec3<double> n) {
  CarrierIds out{{0, 0, 0}, 0};
  if (kind == ShapeKind::minkowski_sum) return out;
  for (int k = 0; k < p.polytopes; ++k) {
    if ((p.polytope[k].side > 0) == of_a) out = carriers_of(f.face[k]);
  }
  for (int k = 0; k < p.solids.count; ++k) {
    if ((k < p.solids.count_a) == of_a) out = symmetric_detail::carriers_of(p.solids.term[k], f.set[k], n, kind);
  }
  return out;
}

/// Of each part what is farthest along n: vertices to `of_faces`, points of solids to `of_solids`.
template <class Stored>
ABUT_HD inline void set_farthest(const AxisParts<Stored>& p, Vec3<double> n, double of_faces, double of_solids,
                                 FarthestParts<Stored>& f) {
  for (int k = 0; k < p.polytopes; ++k) farthest_face(p.polytope[k], n, of_faces, f.face[k]);
  for (int k = 0; k < p.solids.count; ++k) f.set[k] = symmetric_detail::farthest_set(p.solids.term[k], n, of_solids);
}

/// The sum of the polytopes' points.
template <class Stored>
ABUT_HD inline Vec3<double> point_of(const AxisParts<Stored>& p, const FarthestParts<Stored>& f) {
  Vec3<double> sum{0, 0, 0};
  for (int k = 0; k < p.polytopes; ++k) sum = sum + point_of(p.polytope[k], f.face[k]);
  return sum;
}

/// Sets the witness of `out` and its carriers, for its normal and width. `limit`: how near heights count as equal.
template <class Stored>
ABUT_PHASE void set_axis_foot(const PairProblem<double, Stored>& problem, const AxisParts<Stored>& p, double limit,
                              CoreAnswer<double>& out) {
  FarthestParts<Stored> f;
  set_farthest(p, out.normal, limit, limit, f);
  meet_target(p, f, multiply_add(out.normal, -out.separation, -p.place));
  Vec3<double> total = p.place;
  out.witness.a = p.place_a;
  const auto add = [&](Vec3<double> point, bool of_a) {
    total = total + point;
    if (of_a) out.witness.a = out.witness.a + point;
  };
  for (int k = 0; k < p.polytopes; ++k) add(point_of(p.polytope[k], f.face[k]), p.polytope[k].side > 0);
  for (int k = 0; k < p.solids.count; ++k) add(symmetric_detail::point_of(f.set[k]), k < p.solids.count_a);
  const Vec3<double> remaining = multiply_add(out.normal, out.separation, total);
  out.witness.residual2 = dot(remaining, remaining);
  out.carrier_a = carriers_of(p, f, true, problem.a.header->kind, out.normal);
  out.carrier_b = carriers_of(p, f, false, problem.b.header->kind, out.normal);
}

}  // namespace revolved_axis_detail
}  // namespace ABUT_ISA
}  // namespace abut
