// The Minkowski difference of two convex polygons and the entrance block, built explicitly. Host only.
//
// For looking at a pair as a whole, and for checking queries, which never build it. Source: Feng & Tan 2019,
// sections 2.1 to 2.3; the entrance block is Shi's. In space: abut/shapes/minkowski_difference.h.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "abut/planar/pose.h"

namespace abut {

/// A convex polygon whose vertices are differences of a vertex of A and a vertex of B. One vertex: a point; two: a
/// segment. Lengths in the caller's unit.
struct PlanarDifference {
  /// In A's frame, counter-clockwise, the lowest first (of these the leftmost).
  std::vector<Vec2<double>> vertices;
  /// `vertices[k]` is the vertex of A with the index `sources[k][0]`, less that of B with the index `sources[k][1]`,
  /// among the points as given (of equal ones the first). From one vertex to the next A's index changes along an edge
  /// of A, B's along an edge of B, both where two edges are parallel.
  std::vector<std::array<std::uint32_t, 2>> sources;
};

/// A - B = {a - b : a in A, b in B} of the convex hulls of `a` (in A's frame) and `b` (in B's frame, which `b_in_a`
/// takes to A's): the edges of A and of -B in the order of their directions. The shapes touch or overlap exactly when
/// the origin lies in it, and its distance from the origin, or the origin's depth in it, is theirs.
///
/// B's points are rounded once they are turned, the vertices again; which of two edges comes first, and whether they
/// are parallel, is decided exactly for the turned points. Cost: two hulls, and a step an edge. Throws `InvalidInput`
/// when a shape has no points or more than 2^20, a number is not finite or beyond 2^1000, or the rotation's length is
/// off 1 by more than some 1e-6.
PlanarDifference planar_minkowski_difference(std::span<const Vec2<double>> a, std::span<const Vec2<double>> b,
                                             const PlanarPose& b_in_a);

/// The entrance block E = {a - b + v : a in A, b in B}, where v is a reference point that is carried by B: A and B
/// touch or overlap exactly when v, where B has it, lies in E. Sliding B around A without turning it, v follows E's
/// boundary. `b_rotation`: (cos, sin), turns B's frame into A's; `reference_point`: v in B's frame. Feng & Tan's E(B,
/// A) (eq. 7).
PlanarDifference planar_entrance_block(std::span<const Vec2<double>> a, std::span<const Vec2<double>> b,
                                       Vec2<double> b_rotation, Vec2<double> reference_point = {0, 0});

}  // namespace abut
