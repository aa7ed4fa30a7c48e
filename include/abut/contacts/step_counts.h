// The numbers of one step of a contact pipeline (abut/pipeline.h).
#pragma once

#include <cstdint>

namespace abut {

/// Of the last step, and since the pipeline was made. Data only.
struct PipelineCounts {
  std::uint64_t candidates = 0, pairs = 0, points = 0;
  std::uint64_t unanswered = 0;  ///< pairs whose patch needs more than `PatchOptions::capacity`
  std::uint64_t most_candidates = 0, most_pairs = 0, most_points = 0, all_unanswered = 0;
  std::uint64_t steps = 0;
};

}  // namespace abut
