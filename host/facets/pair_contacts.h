// The facet contacts of one pair of parts: found, made unique, joined with the parts' record, and put in order.
#pragma once

#include <vector>

#include "abut/facets/contact_order.h"
#include "host/exec/isa/facets/facet_search.h"

namespace abut::host {

/// How a pair is searched. Data only.
struct PairSearch {
  const FacetSearchTable& table;
  bool contacts;                                ///< of features; else all pairs of facets
  const FacetCandidates* candidates = nullptr;  ///< null: what the trees find
};

/// Replaces `out`. Facets of what it holds are in the surfaces' order.
void find_pair_contacts(const PairSearch& search, const SurfacePair<double>& pair, const PartRecord& record,
                        FacetSearchCounts& counts, std::vector<FacetContact<double>>& out);

}  // namespace abut::host
