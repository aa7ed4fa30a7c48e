// The points from which all of a mesh is seen: its kernel, an intersection of half-spaces.
#pragma once

#include <cstdint>

#include "abut/shapes/mesh.h"

namespace abut::host {

/// Data only.
struct KernelPoint {
  Vec3<double> point;
  double depth;            ///< behind the plane of `triangle`, the least of all; below 0: in front of it
  std::uint32_t triangle;  ///< of the mesh
};

/// How deep a point lies behind the planes of a mesh's triangles; those without area say nothing.
KernelPoint depth_at(const Mesh& mesh, const Vec3<double>& point);

/// The point that lies deepest, to 1e-9 of the mesh's size: a linear program in four unknowns, by logarithmic barriers
/// (Boyd & Vandenberghe 2004, chapter 11), whose end comes with a bound of what is left. The mesh is closed.
KernelPoint deepest_point(const Mesh& mesh);

}  // namespace abut::host
