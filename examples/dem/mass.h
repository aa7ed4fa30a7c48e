// Mass properties of convex shapes, in closed form.
#pragma once

#include <vector>

#include "abut/shapes/mesh.h"
#include "abut/shapes/shape_set.h"
#include "examples/dem/state.h"

namespace dem {

/// Of density 1. Data only.
struct MassProperties {
  double volume;
  Vector centre;            ///< in the shape's frame
  Vector moments;           ///< about the principal axes through the centre
  abut::Mat3<double> axes;  ///< columns: these axes in the shape's frame, right-handed
};

/// Of a polyhedron (box, hull), by the divergence theorem over its faces; of a sphere and of a capsule along any axis,
/// in closed form. Throws `InvalidInput` for what has no volume, and for kinds that have no such form here: rounded
/// polyhedra, other curved kinds and sums.
MassProperties mass_properties(const abut::ShapeSet& shapes, std::uint32_t shape);

/// Of the solid that a closed mesh with outward triangles encloses.
MassProperties mass_properties(const abut::Mesh& mesh);

/// The same vertices in the frame of the principal axes of their hull, the origin at its centre.
std::vector<Vector> in_principal_frame(const std::vector<Vector>& vertices);

/// Throws `InvalidInput` when it is not positive and finite.
void check_density(double density);

/// Of a body of this shape, whose frame is the principal one to rounding, as `in_principal_frame` makes it. Throws as
/// `mass_properties`, when the density is not positive, and when the frame is another one.
BodyConstants body_constants(const abut::ShapeSet& shapes, std::uint32_t shape, double density);

}  // namespace dem
