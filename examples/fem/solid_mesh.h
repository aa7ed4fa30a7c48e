// Meshes of linear tetrahedra and hexahedra, their boundary, and those that the benchmarks are made of.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "abut/core/vec3.h"

namespace fem {

using Vector = abut::Vec3<double>;
using Triangle = std::array<std::uint32_t, 3>;

/// A tetrahedron's corners 0, 1, 2 run counter-clockwise as seen from outside of 3 reversed: (1 - 0) x (2 - 0) points
/// to
/// 3. A hexahedron's corners 0 to 3 and 4 to 7 are two opposite faces, 4 above 0, and (1 - 0) x (3 - 0) points from the
/// first to the second one, as in VTK. Data only.
struct SolidMesh {
  std::vector<Vector> nodes;
  std::vector<std::array<std::uint32_t, 4>> tetrahedra;
  std::vector<std::array<std::uint32_t, 8>> hexahedra;
};

/// Throws `InvalidInput`, beginning with `name`, for a mesh without elements, a node that is not there or not finite.
/// `Elements` looks at volumes.
void check(const SolidMesh& mesh, const std::string& name);

/// The outside of a mesh: triangles between points, which are its nodes, then one in the middle of each quadrilateral.
/// With it the four triangles of a quadrilateral load its corners alike. Data only.
struct Surface {
  std::vector<std::array<std::uint32_t, 4>> middles;  ///< corners of the quadrilateral, by point beyond the nodes
  std::vector<Triangle> triangles;                    ///< counter-clockwise from outside
};
/// Of faces that one element alone has, in the order of the elements.
Surface boundary(const SolidMesh& mesh);

/// Hexahedra between two corners, in rows along x, then y, then z.
SolidMesh brick(Vector low, Vector high, std::array<std::uint32_t, 3> cells);
/// Each hexahedron cut into six tetrahedra about its diagonal from corner 0 to 6: neighbours in a brick fit.
SolidMesh cut_into_tetrahedra(const SolidMesh& mesh);
SolidMesh tetrahedron(Vector a, Vector b, Vector c, Vector d);
/// Two meshes as one; they do not share nodes.
void append(const SolidMesh& more, SolidMesh& to);
/// All nodes moved.
SolidMesh moved(SolidMesh mesh, const std::function<Vector(Vector)>& motion);

}  // namespace fem
