// Convex parts that cover a surface that encloses nothing: any set of triangles.
//
// Nothing is cut. Facets are parted until the hull of each set stays near the surface, and sets are then merged as
// cluster.h merges solids: a set's hull holds its facets whole, so what is left to see to is how far it reaches.
#pragma once

#include <vector>

#include "abut/decompose.h"

namespace abut::host {

/// The thickness that parts are given where they have less, over half of the longest side of the mesh's box.
double thickness_of(const DecomposeOptions& options);

/// Points of the parts. Welded, of a size near 1 (`scale_of`), at least one triangle. Throws `std::runtime_error` where
/// more pieces come of the limit, or are left to be merged, than can be.
std::vector<std::vector<Vec3<double>>> cover_surface(const Mesh& mesh, const DecomposeOptions& options);

}  // namespace abut::host
