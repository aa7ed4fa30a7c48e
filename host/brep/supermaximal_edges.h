// Edges between the same two supermaximal faces, by carriers and where they go on into one another; and the vertices
// that are left.
#pragma once

#include "abut/brep/supermaximal.h"
#include "host/brep/same_geometry.h"

namespace abut::host {

/// Sets edges, sides, intervals and vertices of `out`, whose faces are set.
void add_edges(const Brep& brep, const Sameness& same, double turn, SupermaximalFeatures& out);

}  // namespace abut::host
