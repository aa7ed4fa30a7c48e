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

/// Faces that one element alone has, as triangles with their outside where they run counter-clockwise, in the order of
/// the elements; quadrilaterals are cut from their first corner.
std::vector<Triangle> boundary(const SolidMesh& mesh);

/// Hexahedra between two corners, in rows along x, then y, then z.
SolidMesh brick(Vector low, Vector high, std::array<std::uint32_t, 3> cells);
/// Each hexahedron cut into six tetrahedra about its diagonal from corner 0 to 6: neighbours in a brick fit.
SolidMesh cut_into_tetrahedra(const SolidMesh& mesh);
SolidMesh tetrahedron(Vector a, Vector b, Vector c, Vector d);
/// All nodes moved.
SolidMesh moved(SolidMesh mesh, const std::function<Vector(Vector)>& motion);

}  // namespace fem
