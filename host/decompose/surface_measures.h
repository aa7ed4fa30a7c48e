// measure_parts() for a surface that encloses nothing.
#pragma once

#include <limits>
#include <string>
#include <vector>

#include "abut/decompose.h"
#include "host/decompose/surface_reach.h"

namespace abut::host {

/// Whether `decompose` and `measure_parts` take a mesh, which is welded, as a surface. `why`: null, or gets the reason
/// if it is no solid, even when mended.
bool is_surface(const Mesh& mesh, const MeshReport& report, PartsBody body, std::string* why = nullptr);

/// Throws `InvalidInput` where all vertices are one point.
void require_extent(const Mesh& mesh);

/// Welded, of a size near 1; parts with finite vertices.
PartsReport measure_surface(const Mesh& mesh, const std::vector<Mesh>& parts);

/// What parts without volume are given as width, relative to the half extent.
inline constexpr double no_width = 1e-9;

/// Largest distance of a point of the parts from the surface, as near as `PartsReport` says, or as `finer`, in the
/// surface's unit, where that is less.
Reach reach_of_parts(const Surface& surface, const std::vector<PartHull>& hulls, double half_extent,
                     double finer = std::numeric_limits<double>::infinity());

}  // namespace abut::host
