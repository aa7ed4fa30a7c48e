// 10,000 random complexes of every kind, two at a time.
#include "tests/complex/random_lmds.h"

namespace abut {
namespace {

TEST(ManyComplexes, HaveTheQuasiLmdsOfAllPairsOfTheirSimplices) {
  const test::LmdTally tally = test::compare_random_complexes(20070705, 5000);
  std::printf("%d found, %d of them no LMDs, %d by tolerance, %d doubtful\n", tally.found, tally.quasi, tally.border,
              tally.doubtful);
  EXPECT_GT(tally.found, 15000);
}

}  // namespace
}  // namespace abut
