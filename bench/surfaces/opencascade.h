// Nearest points by OpenCASCADE (GeomAPI_ProjectPointOnSurf), for comparison.
#pragma once

#include <span>
#include <vector>

#include "abut/surface/nurbs.h"

namespace abut::bench {

/// Of the surface at the parameters that it has found. (Its own distance may be of no point of the surface: within 1e-9
/// of a knot it takes the polynomial of the other side.) Infinite where it has found nothing, as for points whose
/// nearest one is on the border.
std::vector<double> opencascade_distances(const NurbsSurface& surface, std::span<const Vec3<double>> points);

/// Processor time of the last call of this thread, without the surface's set-up.
double opencascade_ms();

}  // namespace abut::bench
