// The facet contacts of one pair of parts: found, made unique, joined with the parts' record, and put in order.
#pragma once

#include <vector>

#include "abut/facet_contacts.h"
#include "host/exec/isa/facets/facet_search.h"

namespace abut::host {

/// What a query says of an overlap, in A's frame as the surfaces have it. Data only.
struct PartRecord {
  bool overlaps = false;  ///< the cores do, and both surfaces are those of the shapes
  double separation = 0;  ///< of the rounded shapes
  Vec3<double> normal{0, 0, 0}, witness_a{0, 0, 0};
  Feature feature_a{}, feature_b{};
};

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
