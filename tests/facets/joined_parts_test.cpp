// Bodies of several parts against the same bodies as a whole: what parts have in common is no surface, whatever the
// cut.
#include "abut/facets/joined_parts.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "tests/facets/surfaces.h"

namespace abut {
namespace {

using test::FacetScene;

constexpr Mat3<double> straight{{1, 0, 0, 0, 1, 0, 0, 0, 1}};

/// A box by its corners. Data only.
struct Block {
  Vec3<double> lo, hi;
};

/// Cut across random axes until there are so many.
std::vector<Block> cut_apart(test::Random& random, Block whole, std::size_t count) {
  std::vector<Block> blocks{whole};
  while (blocks.size() < count) {
    const std::uint32_t which = random.below(static_cast<std::uint32_t>(blocks.size())), axis = random.below(3);
    const double share = random.uniform(0.2, 0.8);
    Block low = blocks[which], high = low;
    const auto cut = [&](double lo, double& low_end, double& high_end, double hi) {
      low_end = high_end = lo + share * (hi - lo);
    };
    if (axis == 0) cut(low.lo.x, low.hi.x, high.lo.x, high.hi.x);
    if (axis == 1) cut(low.lo.y, low.hi.y, high.lo.y, high.hi.y);
    if (axis == 2) cut(low.lo.z, low.hi.z, high.lo.z, high.hi.z);
    blocks[which] = low;
    blocks.push_back(high);
  }
  return blocks;
}

std::vector<Vec3<double>> corners_of(const Block& b) {
  std::vector<Vec3<double>> out;
  for (unsigned k = 0; k < 8; ++k)
    out.push_back({k & 1 ? b.hi.x : b.lo.x, k & 2 ? b.hi.y : b.lo.y, k & 4 ? b.hi.z : b.lo.z});
  return out;
}

/// A ball beside a body of blocks, or the other way round.
struct BallAndBlocks {
  FacetScene scene;
  std::uint32_t blocks = 0;
  double radius;

  BallAndBlocks(const std::vector<Block>& of, const Pose& pose, double ball_radius) : radius(ball_radius) {
    std::vector<Part> parts;
    for (const Block& b : of) parts.push_back({scene.shapes.add_hull(corners_of(b)), Pose{}});
    blocks = static_cast<std::uint32_t>(of.size());
    scene.bodies.add(pose, parts);
    scene.bodies.add({}, scene.shapes.add_sphere(radius));
  }
  FacetContacts<double> at(const Vec3<double>& centre, double alert, bool swapped = false, bool join = true) {
    scene.bodies.set_pose(1, {centre, straight});
    scene.pairs.clear();
    for (std::uint32_t p = 0; p < blocks; ++p) scene.pairs.push_back(swapped ? Pair{blocks, p} : Pair{p, blocks});
    return scene.find<double>({.alert_distance = alert, .join_parts = join});
  }
};

/// Of a point from a box, and the way to it.
Vec3<double> way_from(const Block& b, const Vec3<double>& p) {
  return {p.x - std::clamp(p.x, b.lo.x, b.hi.x), p.y - std::clamp(p.y, b.lo.y, b.hi.y),
          p.z - std::clamp(p.z, b.lo.z, b.hi.z)};
}

/// One contact with the box, however many blocks it is cut into and wherever the ball is: over walls, over places where
/// many of them meet, at edges and corners.
TEST(JoinedParts, ABallBesideABoxInBlocksHasTheContactOfTheBox) {
  test::Random random(1);
  const Block whole{{-2, -1, -1.5}, {2, 1.5, 1}};
  int seen = 0, hidden = 0;
  for (int body = 0; body < 12; ++body) {
    const std::vector<Block> blocks = cut_apart(random, whole, 2 + static_cast<std::size_t>(body));
    const Pose pose{random.in_ball() * 5.0, body == 0 ? straight : random.rotation()};
    BallAndBlocks scene(blocks, pose, 0.5);
    for (int k = 0; k < 60; ++k) {
      const Vec3<double> p{random.uniform(-3, 3), random.uniform(-2, 2.5), random.uniform(-2.5, 2)};
      const Vec3<double> way = way_from(whole, p);
      const double distance = length(way);
      if (distance < 0.05) continue;
      const bool swapped = k % 2 == 1;
      const double alert = 0.4;
      const Vec3<double> centre = pose.position + rotate(pose.rotation, p);
      const FacetContacts<double> found = scene.at(centre, alert, swapped);
      hidden += static_cast<int>(scene.at(centre, alert, swapped, false).size() - found.size());
      if (distance - 0.5 > alert) {
        EXPECT_EQ(found.size(), 0u);
        continue;
      }
      ++seen;
      ASSERT_EQ(found.size(), 1u) << body << ' ' << k;
      EXPECT_NEAR(found.separation[0], distance - 0.5, 1e-12);
      const Vec3<double> n = rotate_back(pose.rotation, found.normal[0]) * (swapped ? -1.0 : 1.0);
      EXPECT_LT(length(n - way * (1 / distance)), 1e-9);
    }
  }
  EXPECT_GT(seen, 200);
  EXPECT_GT(hidden, 100) << "nothing was hidden: the test asks for too little";
}

/// Two blocks as an angle: in the corner a ball touches both, elsewhere it touches what is nearest; the wall between
/// them touches nothing.
TEST(JoinedParts, ABallByAnAngleHasTheContactsOfItsMesh) {
  const std::vector<Block> blocks{{{0, 0, 0}, {2, 1, 1}}, {{0, 1, 0}, {1, 2, 1}}};
  BallAndBlocks scene(blocks, {}, 0.3);
  const auto expect_normals = [&](const Vec3<double>& centre, std::vector<Vec3<double>> expected) {
    const FacetContacts<double> found = scene.at(centre, 0.1);
    ASSERT_EQ(found.size(), expected.size()) << centre.x << ' ' << centre.y;
    for (const Vec3<double>& n : expected) {
      EXPECT_TRUE(std::any_of(found.normal.begin(), found.normal.end(),
                              [&](const Vec3<double>& m) { return length(m - n) < 1e-9; }))
          << n.x << ' ' << n.y;
    }
  };
  expect_normals({1.35, 1.35, 0.5}, {{1, 0, 0}, {0, 1, 0}});  // in the corner
  expect_normals({1.7, 1.35, 0.5}, {{0, 1, 0}});
  expect_normals({1.35, 1.7, 0.5}, {{1, 0, 0}});
  expect_normals({0.5, 0.98, 1.35}, {{0, 0, 1}});  // over the wall between them, on one side
  expect_normals({-0.35, 1.02, 0.5}, {{-1, 0, 0}});
  expect_normals({2.2, 1.2, 0.5}, {unit_vector(Vec3<double>{1, 1, 0})});  // at an edge
}

/// What another body has is no part of this one: it hides nothing.
TEST(JoinedParts, PartsOfOtherBodiesHideNothing) {
  FacetScene scene;
  const std::uint32_t block = scene.shapes.add_box({1, 1, 1}), ball = scene.shapes.add_sphere(0.5);
  const std::vector<Part> left{{block, {{-1, 0, 0}, straight}}}, right{{block, {{1, 0, 0}, straight}}};
  const Vec3<double> over_seam{0.2, 0.3, 1.55};
  const auto contacts = [&](bool one_body) {
    FacetScene s;
    (void)s.shapes.add_box({1, 1, 1}), (void)s.shapes.add_sphere(0.5);
    if (one_body) {
      s.bodies.add({}, std::vector<Part>{left[0], right[0]});
    } else {
      s.bodies.add({}, left), s.bodies.add({}, right);
    }
    s.bodies.add({over_seam, straight}, ball);
    s.pairs = {{0, 2}, {1, 2}};
    return s.find<double>({.alert_distance = 0.2}).size();
  };
  EXPECT_EQ(contacts(true), 1u);
  EXPECT_EQ(contacts(false), 2u) << "the rim of the left one is near as well";
}

/// Parts that overlap deeply hide each other's surfaces inside; a rounded one is another core and hides nothing.
TEST(JoinedParts, PartsThatOverlapHideWhatLiesInEachOther) {
  const std::vector<Block> cross{{{-2, -0.5, -0.5}, {2, 0.5, 0.5}}, {{-0.5, -2, -0.5}, {0.5, 2, 0.5}}};
  BallAndBlocks scene(cross, {}, 0.3);
  // Over the middle both lids are one plane: two contacts that say the same.
  const FacetContacts<double> middle = scene.at({0.1, 0.2, 0.85}, 0.1);
  ASSERT_EQ(middle.size(), 2u);
  for (std::size_t k = 0; k < 2; ++k) {
    EXPECT_NEAR(middle.separation[k], 0.05, 1e-12);
    EXPECT_EQ(middle.normal[k].z, 1);
  }
  // In one of its four corners: a contact with either arm.
  EXPECT_EQ(scene.at({0.85, 0.85, 0.1}, 0.1).size(), 2u);
  // Over one arm, near to where the other begins below: that one's lid has its rim in this arm's lid.
  EXPECT_EQ(scene.at({0.55, 0.1, 0.85}, 0.1).size(), 1u);

  FacetScene rounded;
  const std::uint32_t sharp = rounded.shapes.add_box({1, 1, 1}), soft = rounded.shapes.add_box({1, 1, 1}, 0.1);
  rounded.bodies.add({}, std::vector<Part>{{sharp, {{-1, 0, 0}, straight}}, {soft, {{1, 0, 0}, straight}}});
  rounded.bodies.add({{0.2, 0.3, 1.55}, straight}, rounded.shapes.add_sphere(0.5));
  rounded.pairs = {{0, 2}, {1, 2}};
  EXPECT_EQ(rounded.find<double>({.alert_distance = 0.2}).size(), 2u);
}

/// Also a part whose shape no pair of the call has.
TEST(JoinedParts, HideWhetherOrNotAPairHasThem) {
  for (const std::uint32_t part : {0u, 1u}) {
    FacetScene s;
    const std::uint32_t left = s.shapes.add_box({1, 1, 1}), right = s.shapes.add_box({1, 1, 1});
    s.bodies.add({}, std::vector<Part>{{left, {{-1, 0, 0}, straight}}, {right, {{1, 0, 0}, straight}}});
    s.bodies.add({{0.2, 0.3, 1.55}, straight}, s.shapes.add_sphere(0.5));
    s.pairs = {{part, 2}};
    EXPECT_EQ(s.find<double>({.alert_distance = 0.2}).size(), part) << "the ball is over the right one";
    EXPECT_TRUE(s.trees.has(left) && s.trees.has(right));
  }
}

/// The same parts listed in any order, and pairs with some of them: what is hidden depends on the body alone.
TEST(JoinedParts, HideTheSameWhateverTheOrderOfPartsAndPairs) {
  test::Random random(2);
  const Block whole{{-1, -1, -1}, {1, 1, 1}};
  for (int i = 0; i < 10; ++i) {
    std::vector<Block> blocks = cut_apart(random, whole, 6);
    const Vec3<double> p = random.direction() * 1.6;
    std::vector<double> expected;
    for (int order = 0; order < 3; ++order) {
      BallAndBlocks scene(blocks, {}, 0.3);
      FacetContacts<double> found = scene.at(p, 0.5);
      std::sort(found.separation.begin(), found.separation.end());
      if (order == 0) expected = found.separation;
      ASSERT_EQ(found.separation.size(), expected.size()) << i;
      for (std::size_t k = 0; k < expected.size(); ++k) EXPECT_NEAR(found.separation[k], expected[k], 1e-13);
      // Backwards, one pair at a time.
      std::size_t one_by_one = 0;
      for (std::uint32_t part = 6; part-- > 0;) {
        scene.scene.pairs = {{part, 6}};
        one_by_one += scene.scene.find<double>({.alert_distance = 0.5}).size();
      }
      EXPECT_GE(one_by_one, expected.size());
      std::rotate(blocks.begin(), blocks.begin() + 2, blocks.end());
    }
  }
}

}  // namespace
}  // namespace abut
