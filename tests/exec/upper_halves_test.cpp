// Whether the tests see it where wide code leaves something in the upper halves of registers. That the functions of the
// tables leave nothing there is asked where those are tested: every_set.h, facet_search_test, box_search_test, and the
// tests of planar pairs and of patches.
#include "tests/support/upper_halves.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "host/exec/instruction_set.h"

namespace abut {
namespace {

TEST(UpperHalves, InUseAreSeenAndClearedOnesToo) {
  const auto& sets = available_instruction_sets();
  const bool wide = std::find(sets.begin(), sets.end(), InstructionSet::avx2) != sets.end() ||
                    std::find(sets.begin(), sets.end(), InstructionSet::avx512) != sets.end();
  if (!wide || !test::tells_upper_halves()) GTEST_SKIP() << "this machine does not tell what registers are in use";
#if defined(__x86_64__)
  __asm__ volatile("vzeroupper" ::: "xmm0");
  EXPECT_FALSE(test::upper_halves_in_use());
  __asm__ volatile("vpcmpeqd %%ymm0, %%ymm0, %%ymm0" ::: "xmm0");
  EXPECT_TRUE(test::upper_halves_in_use());
  __asm__ volatile("vzeroupper" ::: "xmm0");
  EXPECT_FALSE(test::upper_halves_in_use());
#endif
}

}  // namespace
}  // namespace abut
