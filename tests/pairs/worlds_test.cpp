// Worlds: pairs form within one, whichever search finds them, and a body may be in all.
#include "abut/bodies/world.h"

#include <gtest/gtest.h>

#include <random>

#include "abut/bodies/body_set.h"
#include "abut/core/error.h"
#include "abut/pairs/find_pairs.h"
#include "abut/pairs/pair_finder.h"
#include "tests/pairs/parts_fixture.h"
#include "tests/support/complaint.h"
#include "tests/support/same_bits.h"

namespace abut {
namespace {

using test::brute_force;
using test::Parts;

/// Spheres of several worlds in one place, a few of them in all.
Parts crowd_of_worlds(std::uint32_t count, unsigned seed) {
  std::mt19937_64 random(seed);
  Parts parts = test::random_spheres(count, random);
  for (std::uint32_t i = 0; i < count; ++i) parts.world.push_back(static_cast<std::int32_t>(random() % 6) - 1);
  return parts;
}

TEST(Worlds, MeetThemselvesAndTheSharedOneAlone) {
  EXPECT_TRUE(worlds_meet(0, 0));
  EXPECT_TRUE(worlds_meet(7, 7));
  EXPECT_FALSE(worlds_meet(0, 7));
  EXPECT_TRUE(worlds_meet(shared_world, 7));
  EXPECT_TRUE(worlds_meet(7, shared_world));
  EXPECT_TRUE(worlds_meet(shared_world, shared_world));
}

TEST(Worlds, PairsOnCoresAreThoseOfBruteForce) {
  for (const std::uint32_t count : {2u, 40u, 1500u}) {
    const Parts parts = crowd_of_worlds(count, count);
    const std::vector<Pair> expected = brute_force(parts, 0.1);
    const std::vector<Pair> found = find_pairs(Cpu{2}, {parts.headers.data(), count}, parts.view(), 0.1);
    ASSERT_NO_FATAL_FAILURE(test::expect_same_bits(found, expected, "pair"));
    Parts one = parts;
    one.world.assign(count, 3);
    const std::vector<Pair> all = find_pairs(Cpu{2}, {one.headers.data(), count}, one.view(), 0.1);
    one.world.clear();
    test::expect_same_bits(all, brute_force(one, 0.1), "pair of one world");
    EXPECT_GE(all.size(), expected.size());
  }
}

TEST(Worlds, PairsOfTwoSetsAreWithinAWorldToo) {
  const Parts parts = crowd_of_worlds(600, 5);
  const PartsView view = parts.view();
  std::vector<Pair> expected, found = find_cross_pairs(Cpu{2}, {parts.headers.data(), 600}, view, view, 0);
  Parts one = parts;
  one.world.clear();
  for (const Pair p : find_cross_pairs(Cpu{2}, {parts.headers.data(), 600}, one.view(), one.view(), 0)) {
    if (worlds_meet(parts.world[p.a], parts.world[p.b])) expected.push_back(p);
  }
  test::expect_same_bits(found, expected, "pair");
  // Parts without worlds are in world 0.
  expected.clear();
  const PartsView without = one.view();
  for (const Pair p : find_cross_pairs(Cpu{2}, {parts.headers.data(), 600}, without, without, 0)) {
    if (worlds_meet(0, parts.world[p.b])) expected.push_back(p);
  }
  test::expect_same_bits(find_cross_pairs(Cpu{2}, {parts.headers.data(), 600}, without, parts.view(), 0), expected,
                         "pair");
}

TEST(Worlds, AFinderFollowsPartsThatChangeTheirs) {
  std::mt19937_64 random(9);
  std::uniform_real_distribution<double> step(-0.01, 0.01);
  Parts parts = crowd_of_worlds(800, 8);
  PairFinder finder(Cpu{2});
  for (int k = 0; k < 12; ++k) {
    for (Pose& pose : parts.pose)
      pose.position = pose.position + Vec3<double>{step(random), step(random), step(random)};
    if (k == 5) parts.world[13] = parts.world[13] == 2 ? 3 : 2;
    if (k == 7) parts.world.clear();
    if (k == 9) parts.world.assign(800, shared_world), parts.world[4] = 1;
    const std::span<const Pair> found = finder.find({parts.headers.data(), 800}, parts.view(), 0);
    const std::vector<Pair> copy(found.begin(), found.end());
    ASSERT_NO_FATAL_FAILURE(test::expect_same_bits(copy, brute_force(parts, 0), "pair")) << k;
  }
  EXPECT_LT(finder.searches(), 12u);
}

TEST(Worlds, OfBodiesAreThoseOfTheirParts) {
  BodySet bodies;
  const Part two[2] = {};
  bodies.add({}, 0);
  EXPECT_EQ(bodies.parts().world, nullptr) << "all in world 0: nothing to look at";
  bodies.add({}, two, {.world = 4});
  bodies.add({}, 0, {.world = shared_world});
  const PartsView view = bodies.parts();
  ASSERT_NE(view.world, nullptr);
  const std::int32_t expected[] = {0, 4, 4, -1};
  for (std::uint32_t i = 0; i < 4; ++i) EXPECT_EQ(view.world[i], expected[i]);
  EXPECT_EQ(test::complaint([&] { bodies.add({}, 0, {.world = -2}); }),
            "options.world is -2: -1, for all worlds, or from 0");
  EXPECT_EQ(bodies.size(), 3u);
}

}  // namespace
}  // namespace abut
