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

TEST(StepCounts, ArePlainNumbersWithoutPadding) {
  static_assert(std::is_trivially_copyable_v<PipelineCounts> && std::is_standard_layout_v<PipelineCounts>);
  EXPECT_EQ(sizeof(PipelineCounts), 9 * sizeof(std::uint64_t));
}

}  // namespace
}  // namespace abut
