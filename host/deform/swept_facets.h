// Pairs of facets whose ways over a step come near.
//
// A motion that two facets have in common changes no distance. So each large body is searched in a frame that goes with
// it, and two of them in the frame of the larger: what flies far in a step does not meet itself on the way.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "abut/core/contact.h"
#include "abut/deform/impacts.h"

namespace abut::host {

/// Whether all nodes of a facet are finite, before and after.
template <class T>
std::vector<bool> usable_facets(const StepNodes<T>& nodes, std::span<const std::array<std::uint32_t, 3>> facets);

/// All pairs of usable facets, a < b, of which boxes around their ways, in some frame that both go in, overlap when
/// they are grown by the margin: each once, none missed of two that come within twice the margin. In no order, but
/// always in the same. Throws `InvalidInput` for 2^32 pairs or more in one frame.
template <class T>
std::vector<Pair> swept_pairs(const StepNodes<T>& nodes, std::span<const std::array<std::uint32_t, 3>> facets,
                              const std::vector<bool>& usable, double margin);

}  // namespace abut::host
