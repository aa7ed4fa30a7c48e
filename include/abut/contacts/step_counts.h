// The numbers of one step of a contact pipeline (abut/pipeline.h).
#pragma once

#include <cstdint>

#include "abut/core/isa.h"

namespace abut {

/// Of the last step, and since the pipeline was made. Data only.
struct PipelineCounts {
  std::uint64_t candidates = 0, pairs = 0, points = 0;
  std::uint64_t unanswered = 0;  ///< pairs whose patch needs more than `PatchOptions::capacity`
  std::uint64_t most_candidates = 0, most_pairs = 0, most_points = 0, all_unanswered = 0;
  std::uint64_t steps = 0;
};

inline namespace ABUT_ISA {

/// Adds a step. `points`, `unanswered`: null where there are no patches.
ABUT_HD inline void note_step(PipelineCounts& c, std::uint64_t candidates, std::uint64_t pairs,
                              const std::uint64_t* points, const std::uint64_t* unanswered) {
  const auto raise = [](std::uint64_t& most, std::uint64_t number) { most = number > most ? number : most; };
  c.candidates = candidates;
  c.pairs = pairs;
  c.points = points != nullptr ? *points : 0;
  c.unanswered = unanswered != nullptr ? *unanswered : 0;
  raise(c.most_candidates, c.candidates);
  raise(c.most_pairs, c.pairs);
  raise(c.most_points, c.points);
  c.all_unanswered += c.unanswered;
  ++c.steps;
}

}  // namespace ABUT_ISA

}  // namespace abut
