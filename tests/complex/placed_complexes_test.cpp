#include "abut/complex/placed_complexes.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/complex/cell_surface.h"
#include "tests/complex/complex_scene.h"
#include "tests/support/random.h"

namespace abut {
namespace {

/// The pose after a small motion: velocity and angular velocity, in world axes, about the body's position.
Pose moved(const Pose& pose, const std::array<double, 6>& motion, double h) {
  const Vec3<double> w{motion[3], motion[4], motion[5]};
  const double angle = length(w) * h, s = length(w) > 0 ? std::sin(angle / 2) / length(w) : 0;
  const Mat3<double> turn = rotation_from_quaternion(std::cos(angle / 2), w.x * s, w.y * s, w.z * s);
  return {pose.position + Vec3<double>{motion[0], motion[1], motion[2]} * h, times(turn, pose.rotation)};
}

TEST(PlacedComplexes, RowsOfTheJacobianAreTheGapsDerivatives) {
  test::Random random(5);
  int compared = 0;
  for (int round = 0; round < 50; ++round) {
    test::ComplexScene scene;
    const Pose a{random.in_cube() * 10.0, random.rotation()};
    const Pose b{a.position + random.direction() * 0.9, random.rotation()};
    // Parts that are off their bodies' positions.
    const std::uint32_t shape_a = scene.shapes.add_box({1, 1, 1}), shape_b = scene.shapes.add_box({1, 1, 1});
    const Pose local{random.in_cube() * 0.3, random.rotation()};
    scene.bodies.add(a, std::vector<Part>{{shape_a, {}}}), scene.bodies.add(b, std::vector<Part>{{shape_b, local}});
    scene.complexes.set(scene.shapes, shape_a, test::box_surface(0.3, 0.3, 0.3), {.dilation = 0.02});
    scene.complexes.set(scene.shapes, shape_b, test::box_surface(0.2, 0.2, 0.2), {.dilation = 0.05});
    scene.pairs = {{0, 1}};
    const QuasiLmdOptions asked{.alert_distance = 5, .theta = 0.2};
    const QuasiLmds<double> at = scene.find(asked);
    std::array<double, 6> of_a, of_b;
    for (double& x : of_a) x = random.uniform(-1, 1);
    for (double& x : of_b) x = random.uniform(-1, 1);
    constexpr double h = 1e-6;
    const auto after = [&](double t) {
      scene.bodies.set_pose(0, moved(a, of_a, t)), scene.bodies.set_pose(1, moved(b, of_b, t));
      const QuasiLmds<double> found = scene.find(asked);
      std::map<std::uint64_t, double> gaps;
      for (std::size_t k = 0; k < found.size(); ++k) gaps[found.key[k]] = found.separation[k];
      return gaps;
    };
    const auto forth = after(h), back = after(-h);
    for (std::size_t k = 0; k < at.size(); ++k) {
      if (!forth.contains(at.key[k]) || !back.contains(at.key[k])) continue;
      double rate = 0;
      for (std::size_t i = 0; i < 6; ++i) rate += at.jacobian_a[k][i] * of_a[i] + at.jacobian_b[k][i] * of_b[i];
      EXPECT_NEAR(rate, (forth.at(at.key[k]) - back.at(at.key[k])) / (2 * h), 1e-8);
      ++compared;
    }
  }
  EXPECT_GT(compared, 50);
}

TEST(PlacedComplexes, WitnessesAreOnBothDilatedComplexesAndTheGapApart) {
  test::ComplexScene scene;
  scene.add(test::box_surface(0.5, 0.5, 0.5), {.dilation = 0.1}, {{1e6, 0, 0}});
  scene.add(test::box_surface(0.5, 0.5, 0.5), {.dilation = 0.2}, {{1e6 + 1.5, 1.5, 1.5}});
  scene.pairs = {{0, 1}, {1, 0}};
  const QuasiLmds<double> found = scene.find({.alert_distance = 1});
  ASSERT_EQ(found.size(), 2u);
  const double gap = 0.5 * std::sqrt(3.0) - 0.3, share = 1 / std::sqrt(3.0);
  EXPECT_NEAR(found.separation[0], gap, 1e-9);
  EXPECT_NEAR(found.witness_a[0].x, 0.5 + 0.1 * share, 1e-9);
  EXPECT_NEAR(found.witness_b[0].x, 1.0 - 0.2 * share, 1e-9);
  EXPECT_NEAR(found.point[0].y, 0.5 * (0.5 + 1.0 - 0.1 * share), 1e-9);
  EXPECT_NEAR(found.normal[0].z, share, 1e-9);
  EXPECT_NEAR(found.separation[1], gap, 1e-9);
  EXPECT_NEAR(found.normal[1].z, -share, 1e-9);
}

TEST(PlacedComplexes, OfABodyWhosePoseIsNotFiniteThereIsNothing) {
  test::ComplexScene scene;
  scene.add(test::box_surface(0.5, 0.5, 0.5), {.dilation = 0.1}),
      scene.add(test::box_surface(0.5, 0.5, 0.5), {.dilation = 0.1}, {{1.5, 0, 0}});
  PartsView parts = scene.bodies.parts();
  const double nan[2] = {0, std::nan("")};
  parts.px = nan;
  const std::vector<Pair> pairs{{0, 1}};
  const QuasiLmds<double> found = find_quasi_lmds<double>(Cpu{}, scene.complexes, parts, pairs, {.alert_distance = 1});
  EXPECT_EQ(found.size(), 0u);
  EXPECT_EQ(found.crossing[0], 0);
}

}  // namespace
}  // namespace abut
