// A NURBS surface as triangles. Host only.
#pragma once

#include <vector>

#include "abut/shapes/mesh.h"
#include "abut/surface/nurbs.h"

namespace abut {

inline constexpr int most_steps_per_span = 1024;

/// Parameters from one end of the domain to the other, each span in `per_span` equal steps, knots among them to the
/// bit. Throws `InvalidInput` when `per_span` is not 1 to `most_steps_per_span`.
std::vector<double> spread_parameters(const SplineDirection& direction, int per_span);

/// Triangles between points of the surface at the parameters of `spread_parameters`, counter-clockwise seen from where
/// u x v points. A pole is one vertex, and so are both ends of a closed parameter (`is_pole`, `is_closed`): a surface
/// that is closed in the sense of `mass_properties` gives a closed mesh. Triangles without three different vertices are
/// left out. Along a parameter that is closed or has a pole at either end there are three steps at least, for which
/// spans are cut more often. Throws as `check` and `spread_parameters`, and `InvalidInput` for 2^32 vertices and more.
Mesh surface_mesh(const NurbsSurface& surface, int per_span_u, int per_span_v);

}  // namespace abut
