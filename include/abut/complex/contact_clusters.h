// Clusters of contacts that say the same: of many contacts on one plane those are kept that imply the others. Host
// only.
//
// Between rigid bodies a contact inside of the polygon of others with the same normal adds nothing: its gap is a mean
// of theirs, whatever the motion, and so is the wrench of a force there. Where normals differ a little, the mean is off
// by a little; `lost` says by how much.
#pragma once

#include <cstdint>
#include <vector>

#include "abut/complex/quasi_lmds.h"

namespace abut {

/// Data only.
struct ClusterOptions {
  static constexpr double most_angle = 0.1;
  /// Normals of a cluster are no farther apart than this, in radians. From 0 to `most_angle`.
  double angle = 1e-3;
  /// By how much a gap may be below the mean of those that stand for it, in the caller's unit. 0 or more.
  double gap = 0;
  static constexpr double most_lost = 0.5;
  /// How much of a wrench may be lost (`ContactClusters::lost`). 0: corners of clusters stay. From 0 to `most_lost`.
  double lost = 0;
};

/// Data only.
struct ContactClusters {
  std::vector<std::uint64_t>
      offsets;  ///< the contacts of pair i that are kept are kept[offsets[i]] to kept[offsets[i + 1]]
  std::vector<std::uint64_t> kept;  ///< places in what was found, ascending
  /// Of each pair, a bound: the wrench of a unit force along the normal of any contact that is gone is a mean of
  /// wrenches of those kept, but for so much: of the force, or of the moment about its cluster's middle over the
  /// distance from there to the farthest contact of the cluster. 0 where normals are equal.
  std::vector<double> lost;
};

/// Every contact that is gone has a gap no lower, by more than the option allows, than the mean with which others stand
/// for it. Contacts that are alone in their cluster stay, and all corners of each cluster unless some may be lost.
/// Throws `InvalidInput` when an option is not allowed.
template <class T>
ContactClusters reduce_contacts(const LmdArrays<T>& found, const ClusterOptions& options = {});

}  // namespace abut
