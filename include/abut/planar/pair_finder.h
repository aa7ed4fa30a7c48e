// Candidate pairs of bodies in the plane: the search of abut/pairs/, over boxes without height. Host only.
//
// Pairs from step to step are matched, and what a solver keeps of them is carried along, by `match_pairs` and `carry`
// of abut/contacts/history.h, which are the same for the plane; `match_contacts` takes the features of the records.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "abut/core/contact.h"
#include "abut/core/executor.h"
#include "abut/planar/pose.h"
#include "abut/planar/shape_set.h"

namespace abut {

/// The groups that each body is in, and those that it meets: two bodies pair if each meets a group of the other. Both
/// empty: any two may pair. Else one mask a body each.
struct PlanarMasks {
  std::span<const std::uint32_t> groups = {}, meets = {};
};

/// All pairs of bodies that may be within `alert_distance` of each other, sorted by a, then b, unique, `a < b`. Never
/// misses one, whether queries are in float or in double: boxes are rounded outward. A body whose pose is not finite
/// pairs with nothing. The same for any number of threads.
///
/// Throws `InvalidInput` when a shape index is out of range, the distance is negative or not finite, masks have another
/// length than the bodies, `cpu.threads` is negative, or there are more than 2^31 bodies or 2^32 - 1 pairs.
std::vector<Pair> find_planar_pairs(const Cpu& cpu, const PlanarShapeSet& shapes, std::span<const PlanarBody> bodies,
                                    double alert_distance, const PlanarMasks& masks = {});

/// For bodies that move: as `PairFinder`, whose neighbour list it uses. One finder is used by one thread at a time; one
/// that has been moved from may only be assigned to or destroyed.
class PlanarPairFinder {
 public:
  /// Throws `InvalidInput` when `cpu.threads` is negative.
  explicit PlanarPairFinder(const Cpu& cpu = {});
  ~PlanarPairFinder();
  PlanarPairFinder(PlanarPairFinder&&) noexcept;
  PlanarPairFinder& operator=(PlanarPairFinder&&) noexcept;

  /// The pairs of this step: those of `find_planar_pairs`, with its errors. Anything may change from one call to the
  /// next; where only poses do it is fast. Valid until the next call; after an exception the next call begins anew.
  std::span<const Pair> find(const PlanarShapeSet& shapes, std::span<const PlanarBody> bodies, double alert_distance,
                             const PlanarMasks& masks = {});

  /// Forgets what has been found; the memory stays.
  void reset();
  /// In how many steps it has searched so far; the others only filtered.
  std::uint64_t searches() const;
  /// Bytes held.
  std::size_t memory() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace abut
