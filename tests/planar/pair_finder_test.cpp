// Candidate pairs of the plane against all pairs by brute force.
#include "abut/planar/pair_finder.h"

#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <limits>

#include "tests/planar/planar_cases.h"
#include "tests/support/complaint.h"

namespace abut {
namespace {

using test::complaint;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

/// Discs, segments, points and polygons, some rounded, some far from their own origin, in a square of this side.
struct Crowd {
  PlanarShapeSet shapes;
  std::vector<PlanarBody> bodies;
  std::vector<std::uint32_t> groups, meets;

  Crowd(std::uint32_t count, double side, std::uint64_t seed) {
    test::Random random(seed);
    for (std::uint32_t i = 0; i < count; ++i) {
      const int kind = static_cast<int>(random.below(7));
      const double rounding = random.below(3) == 0 ? random.uniform(0, 0.5) : 0;
      const double off = random.below(5) == 0 ? random.uniform(-4, 4) : 0;
      test::Points points = test::random_points(random, kind % 6);
      for (Vec2<double>& p : points) p.x += off;
      kind == 6 ? shapes.add_disc(random.uniform()) : shapes.add_polygon(points, rounding);
      bodies.push_back({i, planar_pose({random.uniform(0, side), random.uniform(0, side)}, random.uniform(0, 7))});
      groups.push_back(1u << random.below(3));
      meets.push_back(random.below(8));
    }
  }
  bool may_pair(std::uint32_t a, std::uint32_t b) const {
    return (groups[a] & meets[b]) != 0 && (groups[b] & meets[a]) != 0;
  }
  /// The rounded shape's box: low x, low y, high x, high y.
  std::array<test::Long, 4> box(std::uint32_t i) const {
    std::array<test::Long, 4> out{1e4000L, 1e4000L, -1e4000L, -1e4000L};
    const test::Long r = static_cast<test::Long>(shapes.header(bodies[i].shape).rounding);
    for (const auto& v : test::placed(shapes, bodies[i], {0, 0})) {
      out = {std::min(out[0], v.x - r), std::min(out[1], v.y - r), std::max(out[2], v.x + r),
             std::max(out[3], v.y + r)};
    }
    return out;
  }
};

/// How far apart two boxes are along the axis where they are farthest.
test::Long boxes_apart(const std::array<test::Long, 4>& a, const std::array<test::Long, 4>& b) {
  return std::max({a[0] - b[2], b[0] - a[2], a[1] - b[3], b[1] - a[3]});
}

/// Every pair whose boxes are within `alert` is there, none whose boxes are farther than that and the slack.
void expect_all(std::span<const Pair> found, const Crowd& crowd, double alert, bool masks) {
  std::vector<std::array<test::Long, 4>> boxes;
  for (std::uint32_t i = 0; i < crowd.bodies.size(); ++i) boxes.push_back(crowd.box(i));
  std::size_t at = 0, count = 0;
  for (std::uint32_t a = 0; a < boxes.size(); ++a) {
    for (std::uint32_t b = a + 1; b < boxes.size(); ++b) {
      const bool here = at < found.size() && found[at].a == a && found[at].b == b;
      at += here;
      const bool allowed = (!masks || crowd.may_pair(a, b)) && boxes[a][0] == boxes[a][0] && boxes[b][0] == boxes[b][0];
      const test::Long apart = boxes_apart(boxes[a], boxes[b]);
      if (here) {
        EXPECT_TRUE(allowed) << a << ' ' << b;
        EXPECT_LT(apart, static_cast<test::Long>(alert) + 1e-3L) << a << ' ' << b;
      } else if (allowed) {
        EXPECT_GT(apart, static_cast<test::Long>(alert)) << a << ' ' << b;
      }
      count += here;
    }
  }
  EXPECT_EQ(at, found.size()) << "not sorted, or twice";
  EXPECT_GT(count, 0u);
}

TEST(PlanarPairs, AreThoseOfAllPairsWhoseBoxesAreNearEnough) {
  for (const double alert : {0.0, 0.01, 0.7}) {
    for (const bool masks : {false, true}) {
      Crowd crowd(400, 25, 31);
      crowd.bodies[7].pose.position.x = nan;
      crowd.bodies[8].pose.rotation.y = nan;
      crowd.bodies[9].pose.position.y = std::numeric_limits<double>::infinity();
      const PlanarMasks given = masks ? PlanarMasks{crowd.groups, crowd.meets} : PlanarMasks{};
      const std::vector<Pair> found = find_planar_pairs(Cpu{}, crowd.shapes, crowd.bodies, alert, given);
      for (const Pair& p : found) {
        for (const std::uint32_t bad : {7u, 8u, 9u}) EXPECT_TRUE(p.a != bad && p.b != bad);
      }
      for (const std::uint32_t bad : {7u, 8u, 9u}) crowd.bodies[bad].pose = planar_pose({1e6 * bad, 0}, 0);
      expect_all(found, crowd, alert, masks);
    }
  }
}

TEST(PlanarPairs, MissNothingThatAQueryFindsWithinTheDistance) {
  Crowd crowd(150, 12, 5);
  const double alert = 0.3;
  const std::vector<Pair> found = find_planar_pairs(Cpu{}, crowd.shapes, crowd.bodies, alert);
  std::vector<Pair> all;
  for (std::uint32_t a = 0; a < 150; ++a) {
    for (std::uint32_t b = a + 1; b < 150; ++b) all.push_back({a, b});
  }
  std::vector<PlanarContact<float>> contacts(all.size());
  query_planar_pairs<float>(Cpu{}, crowd.shapes, crowd.bodies, all, {}, {contacts, {}});
  std::size_t at = 0, near = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const bool here = at < found.size() && found[at].a == all[i].a && found[at].b == all[i].b;
    at += here;
    if (!(contacts[i].separation <= static_cast<float>(alert))) continue;
    ++near;
    EXPECT_TRUE(here) << all[i].a << ' ' << all[i].b;
  }
  EXPECT_GT(near, 100u);
}

TEST(PlanarPairs, OfBodiesThatMoveAreThoseOfANewSearchWithAnyThreads) {
  Crowd crowd(800, 40, 12);
  test::Random random(3);
  std::vector<Vec2<double>> velocity;
  for (std::size_t i = 0; i < crowd.bodies.size(); ++i) {
    velocity.push_back({random.uniform(-0.01, 0.01), random.uniform(-0.01, 0.01)});
  }
  PlanarPairFinder one(Cpu{1}), two(Cpu{2});
  const PlanarMasks masks{crowd.groups, crowd.meets};
  for (int step = 0; step < 40; ++step) {
    const std::vector<Pair> fresh = find_planar_pairs(Cpu{3}, crowd.shapes, crowd.bodies, 0.05, masks);
    for (PlanarPairFinder* finder : {&one, &two}) {
      const std::span<const Pair> found = finder->find(crowd.shapes, crowd.bodies, 0.05, masks);
      ASSERT_EQ(found.size(), fresh.size()) << step;
      EXPECT_EQ(std::memcmp(found.data(), fresh.data(), fresh.size() * sizeof(Pair)), 0) << step;
    }
    if (step == 20) crowd.meets[5] ^= 7u, crowd.groups[6] = 0;
    for (std::size_t i = 0; i < velocity.size(); ++i) {
      PlanarPose& pose = crowd.bodies[i].pose;
      pose.position = pose.position + velocity[i];
    }
  }
  EXPECT_LT(one.searches(), 25u);  // else it only filtered
  EXPECT_GT(one.memory(), 0u);
  one.reset();
  EXPECT_FALSE(one.find(crowd.shapes, crowd.bodies, 0, masks).empty());
}

TEST(PlanarPairs, OfNothingAreNone) {
  PlanarShapeSet shapes;
  EXPECT_TRUE(find_planar_pairs(Cpu{}, shapes, {}, 1).empty());
  const PlanarBody disc{shapes.add_disc(1), {}};
  PlanarPairFinder finder;
  EXPECT_TRUE(finder.find(shapes, {&disc, 1}, 1).empty());
  EXPECT_TRUE(finder.find(shapes, {}, 1).empty());
  const PlanarBody both[2] = {disc, disc};
  EXPECT_EQ(finder.find(shapes, both, 0).size(), 1u);
}

TEST(PlanarPairs, BadInputIsToldWithItsValue) {
  Crowd crowd(3, 1, 1);
  PlanarPairFinder finder;
  const auto told = [&](double alert, const PlanarMasks& masks) {
    return complaint([&] { finder.find(crowd.shapes, crowd.bodies, alert, masks); });
  };
  const std::vector<std::uint32_t> two{1, 1}, three{1, 1, 1};
  EXPECT_EQ(told(0, {three, three}), "");
  EXPECT_EQ(told(-1, {}), "find_planar_pairs: alert_distance is -1; allowed: finite, 0 or more");
  EXPECT_NE(told(nan, {}), "");
  EXPECT_EQ(told(0, {three, two}), "find_planar_pairs: masks.meets has 2 elements; there are 3 bodies");
  EXPECT_EQ(told(0, {{}, three}), "find_planar_pairs: masks.groups has 0 elements; there are 3 bodies");
  crowd.bodies[1].shape = 3;
  EXPECT_EQ(told(0, {}), "find_planar_pairs: bodies[1].shape is 3; there are 3 shapes");
  EXPECT_NE(complaint([] { PlanarPairFinder bad(Cpu{-1}); }), "");
}

}  // namespace
}  // namespace abut
