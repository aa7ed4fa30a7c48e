// Trees of deforming bodies: how they are built and refitted.
#pragma once

#include "host/deform/bodies_state.h"

namespace abut::host {

/// By the surface area heuristic, over the body's facets where `nodes`, its own, are. Boxes of tree nodes are not set.
BodyTree build_body_tree(const DeformBody& body, const Vec3<double>* nodes);

/// Sets the boxes of all trees given, and their costs, which do not depend on threads. Runs in the calling task arena.
void refit_trees(const std::vector<DeformTree>& views, const std::vector<BodyTree*>& trees, std::vector<double>& costs);

}  // namespace abut::host
