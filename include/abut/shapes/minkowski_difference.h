// The Minkowski difference of two convex shapes and the entrance block, built explicitly as polytopes. Host only.
//
// For looking at a pair as a whole, and for checking queries, which never build it: they walk it by support points.
// Source: Feng & Tan 2019, sections 2.1 to 2.3; the entrance block is Shi's.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "abut/core/pose.h"

namespace abut {

/// A convex polytope whose vertices are differences of a vertex of A and a vertex of B. Lengths in the caller's unit.
struct MinkowskiDifference {
  int dimension = 0;                   ///< 0 point, 1 segment, 2 flat polygon with two opposite faces, 3 solid
  std::vector<Vec3<double>> vertices;  ///< in A's frame
  /// Where a vertex comes from: `vertices[k]` is that of A with the index `sources[k][0]`, less that of B with the
  /// index `sources[k][1]`, among the vertices as given (of equal ones the first).
  std::vector<std::array<std::uint32_t, 2>> sources;
  /// Polygons of vertex ids, counter-clockwise seen from outside, coplanar facets merged. Empty for point and segment.
  std::vector<std::vector<std::uint32_t>> faces;
};

/// A - B = {a - b : a in A, b in B} of the convex hulls of `a` (in A's frame) and `b` (in B's frame, which `b_in_a`
/// takes to A's). The shapes touch or overlap exactly when the origin lies in it. Its distance from the origin is their
/// gap, and the normal, from A to B, points from its nearest point to the origin; the origin's depth in it is their
/// penetration depth. Moving B by x moves it by -x.
///
/// Any number of vertices from 1 up; flat and collinear shapes make flat and collinear differences where they must.
/// Vertices are rounded to double; the rest is as good as the hulls of `ShapeSet::add_hull`, a few rounding errors of
/// the extent. Cost: a convex hull of all differences of hull vertices. The same input gives the same polytope. Throws
/// `InvalidInput` when a shape has no vertices, a number is not finite or beyond 2^1000, the matrix has an entry beyond
/// 2 (whether it is a rotation is not checked), or there are more than 2^24 differences.
MinkowskiDifference minkowski_difference(std::span<const Vec3<double>> a, std::span<const Vec3<double>> b,
                                         const RelativePose<double>& b_in_a);

/// The entrance block E = {a - b + v : a in A, b in B}, where v is a reference point that is carried by B: A and B
/// touch or overlap exactly when v, where B has it, lies in E. `b_rotation` turns B's frame into A's, `reference_point`
/// is v in B's frame (the origin or the centroid, say). Where B is does not matter: E, in A's frame, says of all the
/// places that v can be moved to, without turning B, which ones bring B into A. v lies from E as the origin from A - B.
///
/// Feng & Tan's E(B, A) (eq. 7): there the reference point belongs to the first argument, the one that is moved.
/// Otherwise as `minkowski_difference`.
MinkowskiDifference entrance_block(std::span<const Vec3<double>> a, std::span<const Vec3<double>> b,
                                   const Mat3<double>& b_rotation, Vec3<double> reference_point = {0, 0, 0});

}  // namespace abut
