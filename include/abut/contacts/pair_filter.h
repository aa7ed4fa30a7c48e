// Pairs that are known to be apart are not asked again before their parts can have met. Host only.
//
// Most candidate pairs, whose boxes overlap, are apart: of convex grains at rest four of five. A query proves how far,
// and that holds less what both parts have moved since, whatever way: the intrinsic broad search of Montanari 2017, 3.3
// (eq. 3.14, Algorithm 6), with a bound of the motion of all points instead of the largest displacement of some. A step
// is:
//
//   candidates = finder.find(...)                   (pair_finder.h)
//   pairs = filter.filter(..., candidates, alert)
//   query_pairs(..., pairs, ...)                    with `lower_bound` among the outputs
//   filter.learn(lower_bound)
//
// Queries with an alert distance end once that is proved, and little is then known; without one they prove the whole
// distance, and the pair stays away the longer.
#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include "abut/bodies/parts_view.h"
#include "abut/core/contact.h"
#include "abut/core/executor.h"
#include "abut/shapes/shape_set_view.h"

namespace abut {

/// Holds a clearance for each candidate pair and a pose for each part: 128 bytes a part, some 45 a pair. Answers do not
/// depend on threads. Several filters may be used at once, one of them by one thread at a time. One that has been moved
/// from may only be assigned to or destroyed.
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
  std::span<const Pair> filter(const ShapeHeader* headers, std::uint32_t shape_count, const PartsView& parts,
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
  void restore(const ShapeHeader* headers, std::uint32_t shape_count, const PartsView& parts,
               std::span<const Pair> pairs, std::span<const double> clearances);

  /// Forgets everything; the memory stays.
  void reset();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace abut
