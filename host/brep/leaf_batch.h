// Leaves of a batch of pairs of CAD models: what is asked of a device, and what it has found, by pairs.
#pragma once

#include <span>
#include <vector>

#include "abut/brep/brep_view.h"
#include "host/brep/brep_pair_contacts.h"
#include "host/brep/found_leaves.h"

namespace abut::host {

/// Of the pairs of a batch that are looked at. Data only.
struct LeafQuestions {
  static constexpr std::size_t none = ~std::size_t{0};
  std::vector<PlacedModels> models;
  std::vector<std::size_t> of_pair;  ///< which are of a pair of parts, or `none`
  WiderCones<double> wider;
  std::uint32_t feature_bits;
};
LeafQuestions leaf_questions(std::span<const PlacedBreps> placed, const PartsView& parts, std::span<const Pair> pairs,
                             const BrepContactOptions& options, const BrepViews& breps);

/// How many pairs of parts a batch may have, so that keys tell them and rooms are no more than some 100 MB.
std::size_t most_pairs_of_a_batch(const BrepViews& breps);

BrepLeafSearch leaf_search(const BrepViews& breps, const LeafQuestions& questions, const PlacedModels* models,
                           const BrepLeafRoom& room);
/// For so many pairs of models, at first.
BrepLeafRoom room_for(std::size_t pairs);
bool fits(const BrepLeafRoom& needed, const BrepLeafRoom& room);
/// For what did not fit: twice as much, or what is known to be needed.
BrepLeafRoom grown(const BrepLeafRoom& room, const BrepLeafRoom& needed);

/// Host copies of `BrepLeaves`. Data only.
struct LeafArrays {
  std::vector<std::uint64_t> near, touching;
  std::vector<BrepVerdict> verdicts;
  std::vector<SolvedPair> solved;
};

/// Put in order: does not depend on the order in which a device has found it.
class LeafBatch {
 public:
  LeafBatch(const LeafArrays& found, const LeafQuestions& asked);
  FoundLeaves of(std::size_t question) const;

 private:
  std::vector<FoundLeaf> leaves_;
  std::vector<StationaryPair<double>> solved_;
  std::vector<FeatureNumbers> touching_;
  std::vector<std::size_t> first_leaf_, first_touching_;  ///< of each question, and how many there are
};

/// The contacts of pairs where they are, by what was found of those that were asked for. Runs in the calling task
/// arena.
void find_contacts(std::span<const PlacedBreps> placed, const LeafQuestions& asked, const LeafBatch& leaves,
                   const BrepContactOptions& options, std::span<BrepPairContacts> out);

}  // namespace abut::host
