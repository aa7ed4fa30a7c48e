// Nearest points by OpenCASCADE (GeomAPI_ProjectPointOnSurf), for comparison.
#pragma once

#include <span>
#include <vector>

#include "abut/surface/nurbs.h"

namespace abut::bench {

/// Infinite where it has found nothing, as for points whose nearest one is on the border.
std::vector<double> opencascade_distances(const NurbsSurface& surface, std::span<const Vec3<double>> points);

/// Processor time of the last call, without the surface's set-up.
double opencascade_ms();

}  // namespace abut::bench
