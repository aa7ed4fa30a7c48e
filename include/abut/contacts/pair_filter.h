// Pairs that are known to be apart are not asked again before their parts can have met. Host only.
//
// Most candidate pairs, whose boxes overlap, are apart: of convex grains at rest four of five. A query proves how far,
// and that holds less what both parts have moved since, whatever way: the intrinsic broad search of Montanari 2017, 3.3
// (eq. 3.14, Algorithm 6), with a bound of how all points of both have moved against each other instead of both largest
// displacements. A step is:
//
//   candidates = finder.find(...)                   (pair_finder.h)
//   pairs = filter.filter(..., candidates, alert)
//   query_pairs(..., pairs, ...)                    with `lower_bound` among the outputs
//   filter.learn(lower_bound)
//
// Queries with an alert distance end once that is proved, and little is then known; without one they prove the whole
// distance, and the pair stays away the longer.
//
// On a `Cuda` everything lies in device memory of the caller's and is enqueued on `cuda.stream`: no hidden
// synchronisation, no hidden allocation, and all of it can be captured into a graph; numbers of pairs stay on the
// device. These functions throw `InvalidInput`, before anything is enqueued, for a null or misaligned pointer, an alert
// distance that is negative or not finite, a list with room for 2^32 pairs or a workspace that is too small;
// `CudaError` when this build has no CUDA, no device is there, or a launch fails. Indices and order are not checked.
// Both executors leave the same pairs and clearances, to the bit.
#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include "abut/bodies/parts_view.h"
#include "abut/bvh/part_tree.h"
#include "abut/contacts/clearance.h"
#include "abut/core/contact.h"
#include "abut/core/executor.h"
#include "abut/shapes/shape_set_view.h"

namespace abut {

/// Holds a clearance for each candidate pair and a pose for each part: 144 bytes a part, some 45 a pair. Answers do not
/// depend on threads. One filter is for one set of shapes: before it is used with another, `reset`. Several filters may
/// be used at once, one of them by one thread at a time. One that has been moved from may only be assigned to or
/// destroyed.
class PairFilter {
 public:
  /// Throws `InvalidInput` when `cpu.threads` is negative.
  explicit PairFilter(const Cpu& cpu = {});
  ~PairFilter();
  PairFilter(PairFilter&&) noexcept;
  PairFilter& operator=(PairFilter&&) noexcept;

  /// Those of `candidates` that may be within `alert_distance` (plus both parts' own alert distances), in their order:
  /// all but what `learn` has been told of and is farther apart whatever the parts have done since the step before.
  /// Candidates are sorted by a, then b, as searches make them; what is among them for the first time, or was not at
  /// the step before, may be within. Parts are told by their place in the view; shapes may change, and vertices be
  /// replaced. The list is valid until the next call. Throws `InvalidInput` as `find_pairs` does, and where candidates
  /// are not sorted or name parts that are not there; after an exception the next call begins anew.
  std::span<const Pair> filter(std::span<const ShapeHeader> headers, const PartsView& parts,
                               std::span<const Pair> candidates, double alert_distance);

  /// What is proved of the pairs that `filter` has left, at the same poses: `ContactsView::lower_bound` of a query.
  /// Without it they are asked again at the next step. Throws `InvalidInput` when there are not as many.
  template <class T>
  void learn(std::span<const T> lower_bounds);

  /// The last step's candidates and their clearances, to be kept with them: together with the parts' poses that is all
  /// that the filter knows.
  std::span<const Pair> pairs() const;
  std::span<const double> clearances() const;
  /// Goes on from there, with the answers of a filter that was not interrupted. `parts`: as they were. Throws as
  /// `filter`, and when there are not as many clearances as pairs.
  void restore(std::span<const ShapeHeader> headers, const PartsView& parts, std::span<const Pair> pairs,
               std::span<const double> clearances);

  /// Forgets everything; the memory stays.
  void reset();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// Candidate pairs, sorted by a, then b, and a clearance for each that there is room for. Data only.
struct ClearedPairs {
  PairList list;
  double* clearance = nullptr;
};

/// Pairs that a filter leaves, and the place of each among the candidates. Data only.
struct NearPairs {
  PairList list;
  std::uint32_t* places = nullptr;
};

/// One step of a filter on a device. `before` is what the step before had as `now`, or has a count of 0: at the first
/// step, and to forget everything; the two do not overlap. `now.list` is what `find_pairs` has left. Data only.
struct FilterStep {
  BoxedParts parts;
  PartPlace* part_places;  ///< one a part, kept from step to step; with an empty `before` they may hold anything
  ClearedPairs before, now;
  NearPairs near;
};

/// `PairFilter::filter` on a device: writes `now.clearance`, `near` and `part_places`. `near.list.count` gets how many
/// are left, whether or not they fit; `near.list.rows` is not written. Candidates that had too little room are none
/// (their count tells). What is lost of `near` is asked again at the next step. Parts whose pose is not finite have
/// moved by any distance. `cuda.workspace` has at least `filter_pairs_workspace(cuda, parts, candidates)` bytes.
void filter_pairs(const Cuda& cuda, const FilterStep& step);
/// Eight bytes a part and some more than eight a candidate pair that there is room for (`now.list.capacity`).
std::size_t filter_pairs_workspace(const Cuda& cuda, std::uint32_t part_count, std::uint64_t capacity);

/// `PairFilter::learn` on a device: of the pairs in `step.near`, whose `lower_bounds` are of a query of that list at
/// the same poses, into `step.now.clearance`. A list that had too little room is an empty one.
template <class T>
void learn_clearances(const Cuda& cuda, const FilterStep& step, const Strided<T>& lower_bounds);

/// Takes the parts' places as they are, as after a step: to go on from candidates and clearances that were kept.
void take_part_places(const Cuda& cuda, const ShapeHeader* headers, const PartsView& parts, PartPlace* part_places);

}  // namespace abut
