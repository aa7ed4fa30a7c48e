// Candidate pairs of parts that move: what is found at one step serves the next ones. Host only.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "abut/bodies/parts_view.h"
#include "abut/core/contact.h"
#include "abut/core/executor.h"
#include "abut/shapes/shape_set_view.h"

namespace abut {

/// A neighbour list (Verlet 1967) that looks after itself: `find` is called once a step, and its answer is always the
/// one of `find_pairs`, to the bit. Between two searches it filters what was near at the last one; how wide that list
/// is follows from how fast parts move, and a part that has moved too far makes it search again. Nothing has to be
/// tuned.
///
/// Memory is kept from step to step and stops growing once every kind of step has occurred. About 190 bytes a part (12
/// more where masks differ), 9 a pair of the list, and 9 to 13 a pair of the wider list, which is 1.1 to 2.7 times as
/// long. See `memory`.
///
/// Several finders may be used at once, one of them by one thread at a time. One that has been moved from may only be
/// assigned to or destroyed.
class PairFinder {
 public:
  /// Throws `InvalidInput` when `cpu.threads` is negative.
  explicit PairFinder(const Cpu& cpu = {});
  ~PairFinder();
  PairFinder(PairFinder&&) noexcept;
  PairFinder& operator=(PairFinder&&) noexcept;

  /// The pairs of this step: as `find_pairs`, with which it shares arguments, order and errors. Anything may change
  /// from one call to the next, the number of parts, their shapes and masks included; where only poses do it is fast.
  /// The list is valid until the next call; after an exception the next call begins anew. `headers` and the
  /// view's arrays need not outlive the call.
  std::span<const Pair> find(std::span<const ShapeHeader> headers, const PartsView& parts, double alert_distance);

  /// Forgets what has been found; the memory stays.
  void reset();

  /// In how many steps it has searched so far; the others only filtered. The pairs never depend on the threads' timing,
  /// this number may where there are several and 2^27 pairs or more, the margin included.
  std::uint64_t searches() const;

  /// Bytes held. Each thread that has ever taken part holds some.
  std::size_t memory() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace abut
