// Solid meshes of grains: a surface that is seen from a point within, filled with tetrahedra.
#pragma once

#include "abut/shapes/mesh.h"
#include "examples/fem/solid_mesh.h"

namespace fem {

/// The surface is drawn in about `middle` `layers` times, in equal parts, and the space in between is prisms, each cut
/// into three tetrahedra; within the last one a tetrahedron joins each triangle with the middle. Every triangle has to
/// be seen from the middle counter-clockwise, from outside: then all volumes are positive. Nodes: the surface's
/// vertices, those of each layer, the middle. The boundary is the surface. Throws `InvalidInput` for fewer than 0
/// layers.
SolidMesh filled(const abut::Mesh& surface, Vector middle, int layers);

/// Grains as `filled` makes them, about the origin, where their centre of mass is. Data only.
struct GrainMesh {
  SolidMesh mesh;
  abut::Mesh surface;
};

/// A star-shaped solid (`dem::remeshed`) of 20 * 4^level facets, as large as a sphere of this radius around its centre
/// of mass. Throws as `mass_properties`, and `filled`.
GrainMesh grain_mesh(const abut::Mesh& solid, int level, int layers, double radius);

}  // namespace fem
