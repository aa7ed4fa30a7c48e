// A team of threads that do one piece of work together, from memory that they share: a warp on a device
// (cuda_queue.cuh); where the tests run on cores, lanes that are all here.
//
// What a lane holds for itself is an array of `held`, and what all do is a loop over it:
//
//   for (std::uint32_t l = 0; l < Team::held; ++l) { lane = team.rank() + l; ... }
//
// A Queue (queue.h) whose stages need teams has besides:
//
//   void for_each_team(number, most, body)   body(i, team, shared) for i < min(*number, most); `number` lies in device
//                                            memory; `shared`: a `Body::Shared` that the threads of a team have in
//                                            common, a few KB, with anything in it
#pragma once

#include <cstdint>

#include "abut/core/scalar.h"

namespace abut::device {

/// Threads of a block of teams.
inline constexpr unsigned team_block_size = 128;

/// A team whose lanes are all here.
template <std::uint32_t lanes>
struct WholeTeam {
  static constexpr std::uint32_t size = lanes, held = lanes;
  /// The number of the first lane that is held here.
  static constexpr std::uint32_t rank() { return 0; }
  /// What lanes have written into shared memory before, all lanes see behind it.
  void meet() const {}
  /// Replaces the number of each lane by the sum of those of all lanes before it; returns the sum of all.
  std::uint32_t sums_before(std::uint32_t* of_lane) const {
    std::uint32_t sum = 0;
    for (std::uint32_t l = 0; l < lanes; ++l) {
      const std::uint32_t mine = of_lane[l];
      of_lane[l] = sum;
      sum += mine;
    }
    return sum;
  }
  /// Whether that of any lane is true.
  bool any(const bool* of_lane) const {
    bool found = false;
    for (std::uint32_t l = 0; l < lanes; ++l) found = found || of_lane[l];
    return found;
  }
  /// The first lane's value.
  std::uint64_t of_first(std::uint64_t value) const { return value; }
};

}  // namespace abut::device
