// Pairs of facets of deforming bodies: found by trees, or among candidates, and ordered.
#pragma once

#include <cstdint>
#include <vector>

#include "abut/core/contact.h"
#include "host/deform/bodies_state.h"

namespace abut::host {

/// Facets of two bodies that are near: `facet_word`, ascending. Data only.
struct NearFacets {
  Pair bodies;
  std::vector<std::uint64_t> words;
};

/// Views of all bodies; of those without a tree `tree.nodes` is null.
std::vector<DeformBodyView> views_of(const DeformingBodies::State& state);

/// In the frame of the trees: distances that are not above the alert distance are within it, roundings included.
float reach_in(const TreeFrame& frame, double alert);

/// Pairs of bodies whose trees' roots are within reach, and each with itself where it is searched against itself; a <=
/// b, ascending.
std::vector<Pair> all_body_pairs(const DeformingBodies::State& state, const std::vector<DeformBodyView>& views,
                                 float reach);

/// All pairs of facets within `alert`, by pairs of bodies, ascending; only those that have some. `of`, by body: pairs
/// of one of these alone. Runs in the calling task arena.
std::vector<NearFacets> search_pairs(const DeformingBodies::State& state, const std::vector<DeformBodyView>& views,
                                     double alert, const std::vector<bool>* of = nullptr);

/// Those of the candidates that are within `alert`. Bodies that have lost their tree have none.
std::vector<NearFacets> filter_pairs(const std::vector<NearFacets>& candidates,
                                     const std::vector<DeformBodyView>& views, double alert);

}  // namespace abut::host
