// Simplicial complexes: points, wires, shells and volumes in one body. Host only.
//
// Source: Merlhiot 2007, section 4.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "abut/shapes/mesh.h"

namespace abut {

/// Simplices on common vertices, in the caller's unit and frame. Faces of simplices belong to the complex without being
/// named: a triangle brings its edges and vertices along. A vertex that nothing names is no part of it. Data only.
struct SimplicialComplex {
  std::vector<Vec3<double>> vertices;
  std::vector<std::uint32_t> points;                     ///< vertices that stand for themselves
  std::vector<std::array<std::uint32_t, 2>> segments;    ///< of wires
  std::vector<std::array<std::uint32_t, 3>> triangles;   ///< of shells, and of the boundaries of volumes
  std::vector<std::array<std::uint32_t, 4>> tetrahedra;  ///< of volumes; either orientation
};

/// How triangles are touched.
enum class ComplexSides : std::uint8_t {
  automatic,  ///< as `solid` where they are closed, oriented and outward, no edge having more than two, else as `shell`
  shell,      ///< from both sides
  solid       ///< from outside: what they enclose is filled
};

/// What nodes of the hierarchy tell apart: for comparison.
enum class ComplexHierarchy : std::uint8_t {
  full,      ///< positions, directions of normals, and classes (5D+1)
  positions  ///< cut by positions alone, and nodes do not tell classes (5D)
};

/// Data only.
struct ComplexOptions {
  double dilation = 0;  ///< radius of the balls whose union the shape is; in the caller's unit, above 0
  /// Whether the boundary of a volume is moved inward by the dilation first, so that faces of the dilated shape are
  /// those of the volume, and only its edges and corners are rounded.
  bool offset_inward = false;
  ComplexSides sides = ComplexSides::automatic;
  static constexpr double most_flatness = 1e-2;
  /// Directions that differ by less than this angle are one where the kind of a simplex is told: edges between facets
  /// that are plane to that are flat. In radians, from 1e-12 to `most_flatness`.
  double flatness = 1e-6;
  ComplexHierarchy hierarchy = ComplexHierarchy::full;
};

/// The triangles of a mesh, with its vertices.
SimplicialComplex complex_of(const Mesh& mesh);

}  // namespace abut
