// Mass properties of convex shapes of the plane, in closed form, and bodies in the plane z = 0 made of them.
#pragma once

#include "abut/planar/shape_set.h"
#include "examples/dem/state.h"

namespace dem {

using PlanarVector = abut::Vec2<double>;

/// Of density 1. Data only.
struct PlanarMass {
  double area;
  PlanarVector centre;  ///< in the shape's frame
  double moment;        ///< about the axis through the centre
};

/// Of any shape: polygons, discs, capsules and rounded polygons. Throws `InvalidInput` for what has no area.
PlanarMass planar_mass(const abut::PlanarShapeSet& shapes, std::uint32_t shape);

/// Of a body of this shape, whose centre is the origin to rounding; of `density` kg/m^3 and 1 m of depth along z. It
/// turns about z alone: the other two inverse moments are 0. Throws as `planar_mass`, when the density is not positive,
/// and when the centre is elsewhere.
BodyConstants planar_constants(const abut::PlanarShapeSet& shapes, std::uint32_t shape, double density);

}  // namespace dem
