// Random small meshes: a decomposition ends, and keeps what it promises or says what it does not. What fuzzing asks
// (tests/fuzz/fuzz_decompose.cpp), for builds that have no fuzzer.
#include "tests/decompose/small_meshes.h"

#include <gtest/gtest.h>

#include <random>

namespace abut {
namespace {

TEST(SmallMeshes, AreCutInTimeAndKeepWhatIsPromised) {
  std::size_t cut = 0;
  for (std::uint32_t seed = 0; seed < 80; ++seed) {
    std::mt19937 random(seed);  // the same numbers everywhere
    const test::NextByte next = [&] { return static_cast<std::uint8_t>(random() >> 8); };
    DecomposeOptions options;
    options.concavity = seed % 8 == 3 ? 0.1 : 0.3;
    options.mode = seed % 5 == 0 ? PartsMode::fit : PartsMode::cover;
    options.cuts = seed % 7 != 0;
    options.most_vertices = seed % 2 == 0 ? 0 : 12;
    const Mesh mesh = test::small_mesh(next);
    EXPECT_EQ(test::finding_of(mesh, options), "") << "seed " << seed;
    cut += repair_mesh(mesh).refusal.empty() ? 1 : 0;
  }
  EXPECT_GT(cut, 40u) << "most are refused: too little is asked";
}

}  // namespace
}  // namespace abut
