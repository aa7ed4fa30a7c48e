// A complex with all faces of its simplices, their polar cones and classes, by looking at every pair of simplices.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "abut/complex/simplicial_complex.h"
#include "abut/core/pose.h"
#include "tests/complex/reference_cone.h"

namespace abut::test {

inline constexpr std::uint32_t no_vertex = UINT32_MAX;

/// Of 0 to 2 dimensions. Data only.
struct ReferenceSimplex {
  int dimension = 0;
  std::array<std::uint32_t, 3> vertices{no_vertex, no_vertex, no_vertex};  ///< ascending
  std::vector<ExactPoint> u;  ///< unit, into the simplices of one dimension more around it: U_K
  ReferenceCone cone;         ///< of a solid: of the filled body
  int simplex_class = 7;      ///< table 1
  bool doubtful = false;      ///< the class depends on roundings
};

/// Data only.
struct ReferenceComplex {
  std::vector<ExactPoint> points;           ///< of all vertices, in the frame asked for
  std::vector<ReferenceSimplex> simplices;  ///< by dimension, then by vertices
  Exact size = 0;                           ///< the largest coordinate
};

/// What its triangles enclose is filled if it is `solid`: they have to be closed, oriented and outward, and nothing
/// else may be there. Vertices with equal coordinates are the first of them; simplices with two equal vertices are the
/// face that is left. Triangles without area and tetrahedra without volume are not allowed.
ReferenceComplex reference_complex(const SimplicialComplex& complex, const RelativePose<double>& pose, double flatness,
                                   bool solid);

inline RelativePose<double> no_motion() { return {{{1, 0, 0, 0, 1, 0, 0, 0, 1}}, {0, 0, 0}}; }

/// How often the closed triangles go around a point: 1 inside of an outward solid, 0 outside.
Exact winding_number(const std::vector<ExactPoint>& points, const std::vector<std::array<std::uint32_t, 3>>& triangles,
                     const ExactPoint& at);

}  // namespace abut::test
