// Bodies of mass properties (abut/shapes/mass_properties.h).
#pragma once

#include <vector>

#include "abut/shapes/mass_properties.h"
#include "examples/dem/state.h"

namespace dem {

using abut::MassProperties;

/// The same vertices in the frame of the principal axes of their hull, the origin at its centre.
std::vector<Vector> in_principal_frame(const std::vector<Vector>& vertices);

/// Throws `InvalidInput` when it is not positive and finite.
void check_density(double density);

/// Of a solid of this volume and these principal moments at density 1, made `scale` times as large; it does not turn
/// about an axis whose moment is 0.
BodyConstants solid_constants(double volume, const Vector& moments, double density, double scale, double radius);

/// Of a body of this shape, whose frame is the principal one to rounding, as `in_principal_frame` makes it. Throws as
/// `mass_properties`, when the density is not positive, and when the frame is another one.
BodyConstants body_constants(const abut::ShapeSet& shapes, std::uint32_t shape, double density);

}  // namespace dem
