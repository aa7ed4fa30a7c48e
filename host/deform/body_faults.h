// What is wrong with deforming bodies at a step, and where they are.
#pragma once

#include <vector>

#include "host/deform/bodies_state.h"

namespace abut::host {

/// Nodes, facets and elements of all bodies, by body, cut into chunks of at most `chunk_size`.
std::vector<BodyChunk> chunks_of(const DeformingBodies::State& state, std::uint32_t chunk_size);

/// Of each body, where the state's nodes are. Runs in the calling task arena.
std::vector<BodyFindings> find_faults(const DeformingBodies::State& state);

/// Sets each body's faults, and its box: empty for one with an unusable node.
void set_faults(DeformingBodies::State& state, const std::vector<BodyFindings>& findings,
                std::vector<Box<double>>& boxes);

}  // namespace abut::host
