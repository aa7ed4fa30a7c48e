// The contacts of one pair of bodies with CAD models: minima, quasi-LMDs and samples of curved edges, each once and in
// order; and a batch of pairs.
#pragma once

#include <span>
#include <vector>

#include "abut/brep/brep_contacts.h"
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

BrepPairContacts find_pair_contacts(const PlacedBreps& at, const BrepContactOptions& options);

/// Throw `InvalidInput`, in the name of a function.
void check_options(const char* function, const BrepContactOptions& options);
void check_pairs(const char* function, const ContactBreps& breps, const PartsView& parts, std::span<const Pair> pairs);

/// Writes offsets, status and what is needed.
template <class T>
void store_offsets(std::span<const BrepPairContacts> found, const BrepContactsView<T>& out);
/// Writes pair i's contacts from out.contacts.offsets[i] on.
template <class T>
void store_pair(const ContactBreps& breps, const PartsView& parts, std::span<const Pair> pairs, std::size_t i,
                const BrepPairContacts& found, const BrepContactsView<T>& out);
/// Arrays for so many contacts, after `offsets` and `status` have been set.
template <class T>
BrepContactsView<T> sized(BrepContacts<T>& all);

}  // namespace abut::host
