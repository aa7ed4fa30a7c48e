// Contacts of deforming bodies, of the pairs of facets that are near.
#pragma once

#include <vector>

#include "abut/deform/deforming_contacts.h"
#include "host/deform/pair_search.h"

namespace abut::host {

/// `near`: all pairs of facets that may have a contact within `alert`. Runs in the calling task arena.
DeformingContacts contacts_of(const DeformingBodies::State& state, const std::vector<DeformBodyView>& views,
                              const std::vector<NearFacets>& near, double alert);

/// Runs in the calling task arena.
DeformingAreas areas_of(const DeformingBodies::State& state, const std::vector<DeformBodyView>& views);

}  // namespace abut::host
