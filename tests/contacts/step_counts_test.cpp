// The numbers of a step: they begin at nothing, and cross from a device as plain bytes.
#include "abut/contacts/step_counts.h"

#include <gtest/gtest.h>

#include <cstring>
#include <type_traits>

namespace abut {
namespace {

TEST(StepCounts, BeginAtNothing) {
  const PipelineCounts counts;
  std::uint64_t words[sizeof counts / 8];
  std::memcpy(words, &counts, sizeof counts);
  for (const std::uint64_t word : words) EXPECT_EQ(word, 0u);
}

TEST(StepCounts, StepsAreAddedAndTheirMostKept) {
  PipelineCounts c;
  const std::uint64_t points[] = {7, 3}, unanswered[] = {1, 4};
  note_step(c, 20, 5, points, unanswered);
  note_step(c, 10, 9, points + 1, unanswered + 1);
  const std::uint64_t found[] = {c.candidates, c.pairs,       c.points,         c.unanswered, c.most_candidates,
                                 c.most_pairs, c.most_points, c.all_unanswered, c.steps};
  const std::uint64_t expected[] = {10, 9, 3, 4, 20, 9, 7, 5, 2};
  for (int k = 0; k < 9; ++k) EXPECT_EQ(found[k], expected[k]) << k;
  note_step(c, 1, 1, nullptr, nullptr);
  EXPECT_EQ(c.points + c.unanswered, 0u) << "without patches";
  EXPECT_EQ(c.most_points, 7u);
}

TEST(StepCounts, ArePlainNumbersWithoutPadding) {
  static_assert(std::is_trivially_copyable_v<PipelineCounts> && std::is_standard_layout_v<PipelineCounts>);
  EXPECT_EQ(sizeof(PipelineCounts), 9 * sizeof(std::uint64_t));
}

}  // namespace
}  // namespace abut
