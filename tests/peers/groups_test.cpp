// The shapes that the peers are asked about: of diameter 1, with corners that floats hold, as many as their names say.
#include "bench/peers/groups.h"

#include <gtest/gtest.h>

#include <set>

namespace {

using namespace peers;

/// The largest distance of two points of a shape.
double diameter(const abut::ShapeSet& set, std::uint32_t shape) {
  double largest = 0;
  for (const auto& v : set.vertices(shape)) {
    for (const auto& w : set.vertices(shape)) largest = std::max(largest, length(v - w));
  }
  return largest + 2 * set.header(shape).rounding;
}

TEST(PeerShapes, OfEveryKindHaveDiameterOneAndTheirNumberOfCorners) {
  const std::pair<const char*, std::size_t> kinds[] = {{"pyr5", 5},   {"prism16", 16}, {"frust16", 16},
                                                       {"hull8", 8},  {"hull32", 32},  {"hull128", 128},
                                                       {"sphere", 1}, {"capsule", 2},  {"box", 8}};
  Random random(3);
  for (const auto& [kind, corners] : kinds) {
    std::set<double> heights;
    for (int k = 0; k < 10; ++k) {
      abut::ShapeSet set;
      const std::uint32_t shape = add_kind(set, random, kind);
      EXPECT_EQ(shape, 0u);
      EXPECT_EQ(set.vertices(shape).size(), corners) << kind;
      EXPECT_NEAR(diameter(set, shape), 1, 1e-6) << kind;
      const bool round = set.header(shape).rounding > 0;
      for (const auto& v : set.vertices(shape)) {
        for (const double x : {v.x, v.y, v.z}) EXPECT_TRUE(round || x == as_float(x)) << kind << ' ' << x;
        heights.insert(v.z);
      }
    }
    EXPECT_EQ(heights.size() > 10, std::string(kind) != "sphere") << kind << ": each is another";
  }
}

TEST(PeerShapes, FrustumsHaveTheirRatioOfRadiiAndOneApexWhereItIsZero) {
  Random random(4);
  for (const double top : {0.0, 0.5, 1.0}) {
    const Points points = frustum(random, 8, top);
    EXPECT_EQ(points.size(), top > 0 ? 16u : 9u);
    double low = 0, high = 0;
    for (const auto& p : points) (p.z < 0 ? low : high) = std::max(p.z < 0 ? low : high, std::hypot(p.x, p.y));
    EXPECT_NEAR(low, 1, 1e-15);
    EXPECT_NEAR(high, top, 1e-15);
  }
  // No two points are nearer than in the regular polygon.
  const Points square = frustum(random, 4, 0);
  for (std::size_t i = 0; i < 4; ++i) {
    for (std::size_t j = 0; j < i; ++j) EXPECT_GT(length(square[i] - square[j]), std::sqrt(2.0) - 1e-12);
  }
}

TEST(PeerShapes, ToUnitSizeKeepsTheFormAndRoundsToFloats) {
  const Points given{{0, 0, 0}, {3, 0, 0}, {0, 4, 0}, {1, 1, 1}}, unit = to_unit_size(given);
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_LT(length(unit[i] * 5.0 - given[i]), 5e-7);
    EXPECT_EQ(unit[i].x, as_float(unit[i].x));
  }
  EXPECT_NE(unit[1].x, 0.6) << "0.6 is no float";
}

TEST(PeerGroups, HaveTheirKindsForBothSidesAndTheSameShapesInEveryRun) {
  std::set<std::string> names;
  for (const Group& group : all_groups()) {
    EXPECT_TRUE(names.insert(group.name).second) << group.name;
    if (group.name == "hull512") continue;  // slow to make
    Random one(9), two(9);
    const abut::ShapeSet set = shapes_of(group, one), again = shapes_of(group, two);
    ASSERT_EQ(set.size(), shapes_a_group);
    for (std::uint32_t s = 0; s < set.size(); ++s) {
      EXPECT_EQ(length(set.vertices(s)[0] - again.vertices(s)[0]), 0) << group.name;
    }
    const auto corners = [&](std::uint32_t s) { return set.vertices(s).size(); };
    if (group.name == "sphere_hull") {
      EXPECT_TRUE(corners(0) == 1 && corners(31) == 1 && corners(32) == 32);
    }
    if (group.name == "capsule_hull") {
      EXPECT_TRUE(corners(0) == 2 && corners(63) == 32);
    }
    if (group.name == "mix") {
      // Ten kinds in turn, in both halves.
      for (const std::uint32_t first : {0u, 32u}) {
        EXPECT_TRUE(corners(first) == 5 && corners(first + 6) == 512 && corners(first + 7) == 1 &&
                    corners(first + 10) == 5);
      }
    }
  }
  EXPECT_EQ(names, (std::set<std::string>{"pyr5", "prism16", "frust16", "hull8", "hull32", "hull128", "hull512",
                                          "sphere_hull", "capsule_hull", "box_box", "mix"}));
}

}  // namespace
