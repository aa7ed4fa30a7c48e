// The contacts of one pair of bodies with CAD models: minima, quasi-LMDs and samples of curved edges, each once and in
// order; and a batch of pairs.
#pragma once

#include <span>
#include <vector>

#include "abut/brep/brep_contacts.h"
#include "host/brep/found_leaves.h"
#include "host/brep/shape_brep.h"

namespace abut::host {

/// In A's frame, without dilations. Data only.
struct BrepContact {
  BrepLmd lmd;
  std::uint32_t place;
};

/// Data only.
struct BrepPairContacts {
  std::vector<BrepContact> contacts;
  BrepLmdStatus status = BrepLmdStatus::complete;
  BrepContactCounts counts;
};

/// Where a pair is. Data only.
struct PlacedBreps {
  const ShapeBrep *a, *b;
  Pose at_a, at_b;
  RelativePose<double> b_in_a;
  double dilations;
  double reach;           ///< of distances without dilations
  bool usable;            ///< both poses
  double ball_clearance;  ///< of the balls about both, a little less; models are farther apart
};
PlacedBreps placed_breps(const ContactBreps& breps, const PartsView& parts, Pair pair,
                         const BrepContactOptions& options);

/// Both poses are usable, and the balls within reach: else there is nothing to look for.
bool is_looked_at(const PlacedBreps& at);

/// `leaves`: null, or what a device has found of it, of which these are made, with the same bits.
BrepPairContacts find_pair_contacts(const PlacedBreps& at, const BrepContactOptions& options,
                                    const FoundLeaves* leaves = nullptr);

/// Throw `InvalidInput`, in the name of a function.
void check_options(const char* function, const BrepContactOptions& options);
void check_pairs(const char* function, const ContactBreps& breps, const PartsView& parts, std::span<const Pair> pairs);

/// Writes offsets, status and what is needed, and, where there is room, contacts. Runs in the calling task arena.
template <class T>
void store(const ContactBreps& breps, const PartsView& parts, std::span<const Pair> pairs,
           std::span<const BrepPairContacts> found, const BrepContactsView<T>& out);
/// Into arrays that fit.
template <class T>
BrepContacts<T> stored(const ContactBreps& breps, const PartsView& parts, std::span<const Pair> pairs,
                       std::span<const BrepPairContacts> found);
BrepContactCounts sum_of(std::span<const BrepPairContacts> found);

}  // namespace abut::host
