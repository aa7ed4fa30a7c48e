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

/// A corner of the polygon lies on its longest side: what a plane cuts off there is a wedge with an angle of 1e-16. It
/// does not grow by moving its planes, and is to cover two facets.
TEST(SmallMeshes, AWedgeWithoutAnAngleCoversItsFacets) {
  Mesh mesh;
  mesh.vertices = {{3, 3, 0}, {2, 4, 0}, {2, 3, 0}, {0, 4, 0}, {4, 2, 0},
                   {3, 3, 2}, {2, 4, 2}, {2, 3, 2}, {0, 4, 3}, {4, 2, 3}};
  mesh.triangles = {{0, 1, 6}, {0, 6, 5}, {1, 2, 7}, {1, 7, 6}, {2, 3, 8}, {2, 8, 7}, {3, 4, 9}, {3, 9, 8},
                    {4, 0, 5}, {4, 5, 9}, {2, 4, 3}, {7, 8, 9}, {2, 0, 4}, {7, 9, 5}, {2, 1, 0}, {7, 5, 6}};
  for (const std::uint32_t most_vertices : {0u, 12u}) {
    DecomposeOptions options;
    options.concavity = 0.3, options.most_vertices = most_vertices;
    EXPECT_EQ(test::finding_of(mesh, options), "") << most_vertices;
  }
}

}  // namespace
}  // namespace abut
