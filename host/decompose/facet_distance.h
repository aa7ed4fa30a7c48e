// The largest distance of any point of some triangles from a surface.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "host/decompose/shell_distance.h"
#include "host/decompose/surface_tree.h"

namespace abut::host {

using Facet3 = std::array<Vec3<double>, 3>;

/// No point of the facets is farther from the surface than this, and some point no less than this less `step` or
/// `share` of it.
double largest_distance(std::span<const Facet3> facets, const SurfaceTree& surface, double step, double share);

/// Of points outside of a closed shell alone, whose facets `surface` has: 0 where all are inside.
double largest_distance_outside(std::span<const Facet3> facets, const SurfaceTree& surface, const ShellDistance& shell,
                                double step, double share);

}  // namespace abut::host
