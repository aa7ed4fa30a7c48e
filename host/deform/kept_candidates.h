// Pairs of facets that may come within the alert distance, kept from step to step (Verlet 1967), for each pair of
// bodies as long as its two have not moved too far.
#pragma once

#include <vector>

#include "abut/deform/deforming_contacts.h"
#include "host/deform/pair_search.h"

namespace abut::host {

class KeptCandidates {
 public:
  explicit KeptCandidates(double skin) : skin_(skin) {}

  /// As `search_pairs`, to the bit. `alert` is not below 0. Runs in the calling task arena.
  std::vector<NearFacets> find(const DeformingBodies& bodies, const std::vector<DeformBodyView>& views, double alert);
  const DeformingFinderCounts& counts() const { return counts_; }

 private:
  bool fit(const DeformingBodies& bodies, double alert) const;
  std::vector<bool> beyond(const DeformingBodies& bodies, double distance) const;
  void search_all(const DeformingBodies& bodies, const std::vector<DeformBodyView>& views, double alert);
  void search_again(const DeformingBodies& bodies, const std::vector<DeformBodyView>& views,
                    const std::vector<bool>& moved);

  double skin_;
  double alert_ = -1;  ///< of the search of all; below 0: there was none
  std::vector<NearFacets> candidates_;
  std::vector<Vec3<double>> nodes_;  ///< of each body when it was last searched
  std::vector<bool> usable_;         ///< by body: it had no unusable node
  std::uint64_t edition_ = 0;        ///< of the bodies
  DeformingFinderCounts counts_;
};

}  // namespace abut::host
