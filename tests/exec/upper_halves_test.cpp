// Whether the tests see it where wide code leaves something in the upper halves of registers. That the functions of the
// tables leave nothing there is asked where those are tested: every_set.h, facet_search_test, box_search_test, and the
// tests of planar pairs and of patches.
#include "tests/support/upper_halves.h"

#include <gtest/gtest.h>

namespace abut {
namespace {

TEST(UpperHalves, InUseAreSeenAndClearedOnesToo) {
  EXPECT_FALSE(test::upper_halves_in_use());
#if defined(__x86_64__)
  if (!__builtin_cpu_supports("avx2")) return;  // there are none
  __asm__ volatile("vzeroupper" ::: "xmm0");
  EXPECT_FALSE(test::upper_halves_in_use());
  __asm__ volatile("vpcmpeqd %%ymm0, %%ymm0, %%ymm0" ::: "xmm0");
  EXPECT_EQ(test::upper_halves_in_use(), test::tells_upper_halves());
  __asm__ volatile("vzeroupper" ::: "xmm0");
  EXPECT_FALSE(test::upper_halves_in_use());
#endif
}

}  // namespace
}  // namespace abut
