// The one header that has all: a program from shapes to patches and a step later, with no other include of Abut's.
#include "abut/abut.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace abut {
namespace {

/// Balls of radius 1 on a line, a tenth into each other, with a box at the end.
struct Scene {
  ShapeSet shapes;
  BodySet bodies;
  Scene() {
    const std::uint32_t ball = shapes.add_sphere(1), box = shapes.add_box({1, 1, 1});
    for (int k = 0; k < 5; ++k) bodies.add({{1.9 * k, 0, 0}, Pose{}.rotation}, ball);
    bodies.add({{9.5, 0, 0}, Pose{}.rotation}, box);
  }
};

TEST(AllOfAbut, LeadsFromShapesToContacts) {
  Scene scene;
  const auto view = scene.shapes.view<double>();
  const std::vector<Pair> pairs = find_pairs(Cpu{}, {view.headers, view.count}, scene.bodies.parts(), 0);
  ASSERT_EQ(pairs.size(), 5u);
  Contacts<double> contacts(pairs.size());
  query_pairs<double>(Cpu{}, view, scene.bodies.parts(), pairs, {}, contacts.view());
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_NEAR(contacts.separation[i], -0.1, 1e-14);
    EXPECT_NEAR(contacts.normal_x[i], 1, 1e-14);
    EXPECT_NEAR(contacts.point_x[i], 0.95, 1e-14) << "from A's body";
  }
  EXPECT_NEAR(contacts.separation[4], 9.5 - 1 - (7.6 + 1), 1e-14);
  const Patches<double> patches =
      find_patches<double>(Cpu{}, view, scene.bodies.parts(), {pairs, contacts.view()}, {}, false);
  EXPECT_EQ(patches.offsets.back(), 5u) << "a point each";
}

TEST(AllOfAbut, FindersFollowBodiesThatMove) {
  Scene scene;
  const auto view = scene.shapes.view<double>();
  PairFinder finder(Cpu{1});
  const auto find = [&] {
    const auto found = finder.find({view.headers, view.count}, scene.bodies.parts(), 0);
    return std::vector<Pair>(found.begin(), found.end());
  };
  const std::vector<Pair> first = find();
  scene.bodies.set_pose(4, {{7.6, 50, 0}, Pose{}.rotation});
  const std::vector<Pair> second = find();
  EXPECT_EQ(first.size(), 5u);
  EXPECT_EQ(second.size(), 3u);
  for (const Pair& p : second) EXPECT_LT(p.b, 4u);
}

TEST(AllOfAbut, HasDifferencesMassesAndNearParts) {
  Scene scene;
  const auto view = scene.shapes.view<double>();
  const MassProperties ball = mass_properties(scene.shapes, 0);
  EXPECT_NEAR(ball.volume, 4.0 / 3 * 3.14159265358979323846, 1e-14);
  const double x[] = {-3}, zero[] = {0};
  const std::vector<NearestBox> nearest =
      find_nearest(Cpu{1}, {view.headers, view.count}, scene.bodies.parts(), 0, {1, {x, zero, zero, 1}});
  EXPECT_EQ(nearest[0].part, 0u);
  EXPECT_NEAR(nearest[0].distance, 2, 1e-4);
  EXPECT_THROW(scene.shapes.add_sphere(-1), InvalidInput);
}

}  // namespace
}  // namespace abut
