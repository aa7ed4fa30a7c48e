// What is wrong with deforming bodies at a step, and where they are.
#pragma once

#include <vector>

#include "abut/bvh/box.h"
#include "host/deform/bodies_state.h"

namespace abut::host {

/// Sets each body's status, and its box: empty for one with an unusable node. Runs in the calling task arena.
void find_faults(const std::vector<std::unique_ptr<DeformBody>>& bodies, const Vec3<double>* nodes,
                 std::vector<Box<double>>& boxes);

}  // namespace abut::host
