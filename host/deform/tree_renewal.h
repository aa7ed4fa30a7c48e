// When trees of deforming bodies are built anew, and their build.
#pragma once

#include <vector>

#include "abut/bvh/box.h"
#include "host/deform/bodies_state.h"

namespace abut::host {

/// Sets the frame of the trees.
void set_frame(DeformingBodies::State& state, const std::vector<Box<double>>& boxes);

/// Sets the points of nodes begin to end of the batch. Runs in the calling task arena, as all below.
void place_points(DeformingBodies::State& state, std::size_t begin, std::size_t end);

/// Sets the boxes of trees of these bodies, where the state's points are.
void refit(const DeformingBodies::State& state, const std::vector<BodyTree*>& trees, std::vector<double>& costs);

/// Notes the cost of a tree that was refitted; whether a build is to be tried at this step.
bool is_due(const DeformingOptions& options, DeformBody& body, double cost);

/// Builds trees of these bodies, and takes those that are better, or the first; returns the bodies of these. Nodes and
/// points of the bodies have to be there.
std::vector<DeformBody*> rebuild(DeformingBodies::State& state, const std::vector<DeformBody*>& bodies);

}  // namespace abut::host
