// Grains of the plane whose borders are closed NURBS curves. They meet as surfaces of space do: a curve is the border
// of a prism along z, and its knots lie in the plane z = 0, where the closest points of a prism's side are those of its
// curve.
#pragma once

#include <vector>

#include "abut/surface/knot_positions.h"
#include "examples/dem/scene.h"

namespace dem {

/// m: more than any overlap is deep.
inline constexpr double prism_half_height = 1.2 * largest_radius;

/// A closed curve, counter-clockwise, as a closed surface: v goes along the curve, u from the upper cap's pole down to
/// the lower one's, across the side from 1 to 2. The poles are at the origin of the plane, which the curve goes round.
abut::NurbsSurface prism(const abut::NurbsCurve& curve);

/// Points of the curve, nearly as far apart along it: no farther than `spacing`.
std::vector<abut::KnotPosition> curve_knots(const abut::NurbsSurface& prism, double spacing);

/// The curve of a prism, for pictures: four points from each knot to the next.
std::vector<Vector> curve_points(const SurfaceKind& kind);

/// Lobes: closed cubic curves with three to five of them, from 0.4 to 1 of the radius.
abut::NurbsCurve lobed_curve(int lobes, double radius);

/// Grains that fall into a box.
Scene make_planar_nurbs(const Settings& settings);

}  // namespace dem
