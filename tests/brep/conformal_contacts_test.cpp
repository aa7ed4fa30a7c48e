// Rims that lie on plates and in holes: enough places for a solver, through small motions and with keys that stay.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "tests/brep/brep_scene.h"
#include "tests/brep/made_breps.h"

namespace abut::test {
namespace {

constexpr double pi = M_PI;

/// A shaft of radius 1 and length 3 about z, from -1.5, inside of a tube with the clearance, 4 long.
BrepScene shaft_in_hole(double clearance) {
  BrepScene scene;
  Brep tube;
  const double r = 1 + clearance;
  add_lathe(tube, {{{r, -2}, {2, -2}}, {{2, -2}, {2, 2}}, {{2, 2}, {r, 2}}, {{r, 2}, {r, -2}}}, 2);
  scene.add(tube, {.dilation = 0.001});
  scene.add(moved(cylinder(1, 3, 2), {{0, 0, -1.5}}), {.dilation = 0.001});
  scene.pairs = {{0, 1}};
  return scene;
}

TEST(ConformalContacts, AShaftInItsHoleHasEightPlacesAtEachRimAtTheirOwnGaps) {
  BrepScene scene = shaft_in_hole(0.01);
  Random random(21);
  for (int k = 0; k < 100; ++k) {
    // Off the axis, along it, turned about it.
    const double off = k == 0 ? 0 : random.uniform(0, 0.0099), angle = random.uniform(0, 2 * pi);
    const Pose pose{{off * std::cos(angle), off * std::sin(angle), random.uniform(-0.4, 0.4)},
                    turned({0, 0, random.uniform(-3, 3)})};
    scene.bodies.set_pose(1, pose);
    const BrepContacts<double> found = scene.find({.alert_distance = 0.1, .theta = 0.02});
    EXPECT_EQ(found.status[0], BrepLmdStatus::complete);
    int samples[2] = {0, 0};
    double least = 1;
    for (std::size_t i = 0; i < found.size(); ++i) {
      least = std::min(least, found.separation[i]);
      const double high = found.witness_b[i].z - pose.position.z;
      EXPECT_NEAR(std::abs(high), 1.5, 1e-12);
      if (found.place[i] != 0) ++samples[high > 0 ? 1 : 0];
      // The gap of that point of the rim from the hole, in closed form.
      const Vec3<double> inward = found.normal[i] * -0.001, on_rim = found.witness_b[i] + inward * -1.0;
      EXPECT_NEAR(found.separation[i], 1.01 - std::hypot(on_rim.x, on_rim.y) - 0.002, 1e-12);
      const Vec3<double> from_axis = on_rim - pose.position;
      EXPECT_NEAR(std::hypot(from_axis.x, from_axis.y), 1, 1e-12);
    }
    EXPECT_NEAR(least, 0.01 - off - 0.002, 1e-12);
    EXPECT_EQ(samples[0], 8) << "off " << off;
    EXPECT_EQ(samples[1], 8) << "off " << off;
    EXPECT_EQ(found.size(), off == 0 ? 16u : 18u);
    for (std::size_t i = 0; i < found.size(); ++i) {
      // Across the rim's tangent, to 1e-6, and on the nearer side.
      const Vec3<double> aside = cross(found.normal[i], pose.position - Vec3<double>{0, 0, pose.position.z});
      const bool is_least = length(aside) < 1e-6 && (off == 0 || dot(found.normal[i], pose.position) < 0);
      if (std::abs(length(aside) - 1e-6) < 1e-7) continue;
      EXPECT_EQ(found.is_lmd[i] != 0, is_least) << off;
    }
  }
}

TEST(ConformalContacts, WithinATiltBelowThetaAllPlacesStayWithTheirKeys) {
  BrepScene scene = shaft_in_hole(0.01);
  Random random(22);
  std::set<std::uint64_t> keys;
  for (int k = 0; k < 100; ++k) {
    // At most 0.006 at the ends by the tilt, and 0.003 aside.
    const Pose pose{
        {random.uniform(-0.002, 0.002), random.uniform(-0.002, 0.002), random.uniform(-0.3, 0.3)},
        turned(unit_vector(Vec3<double>{random.uniform(-1, 1), random.uniform(-1, 1), 0}) * random.uniform(0, 0.004))};
    scene.bodies.set_pose(1, pose);
    const BrepContacts<double> found = scene.find({.alert_distance = 0.1, .theta = 0.02});
    std::set<std::uint64_t> now;
    for (std::size_t i = 0; i < found.size(); ++i) {
      if (found.place[i] != 0 && found.place[i] < 0x10000) now.insert(found.key[i]);
    }
    EXPECT_EQ(now.size(), 16u);
    if (k == 0) keys = now;
    EXPECT_EQ(now, keys);
  }
}

/// The displacement of B nearest to a wanted one that keeps all linearised gaps at 0 or more (Dykstra's projections).
Vec3<double> kept_apart(const BrepContacts<double>& found, Vec3<double> v) {
  std::vector<Vec3<double>> taken(found.size(), Vec3<double>{0, 0, 0});
  for (int sweep = 0; sweep < 2000; ++sweep) {
    for (std::size_t k = 0; k < found.size(); ++k) {
      const Vec3<double> n{found.jacobian_b[k][0], found.jacobian_b[k][1], found.jacobian_b[k][2]};
      const Vec3<double> before = v - taken[k];
      taken[k] = n * std::max(0.0, -(found.separation[k] + dot(n, before)));
      v = before + taken[k];
    }
  }
  return v;
}

TEST(ConformalContacts, AStepLongerThanTheClearanceStaysInTheHole) {
  Random random(27);
  double most_with = 0, most_without = 0;
  for (int k = 0; k < 30; ++k) {
    BrepScene scene = shaft_in_hole(0.012);  // of which the dilations take 0.002
    Vec3<double> at{random.uniform(-0.006, 0.006), random.uniform(-0.006, 0.006), 0};
    const double angle = random.uniform(0, 2 * pi);
    const Vec3<double> wanted = Vec3<double>{std::cos(angle), std::sin(angle), 0} * random.uniform(0.01, 0.1);
    for (const double theta : {0.02, 0.0}) {
      scene.bodies.set_pose(1, {at, turned({0, 0, random.uniform(-3, 3)})});
      const Vec3<double> to = at + kept_apart(scene.find({.alert_distance = 0.1, .theta = theta}), wanted);
      double& most = theta > 0 ? most_with : most_without;
      most = std::max(most, length(to) - 0.01);
    }
  }
  // As far as a polygon of eight sides goes, and what gaps are curved over a step.
  EXPECT_LT(most_with, 0.01 * (1 / std::cos(pi / 8) - 1) + 0.5 * 0.02 * 0.02);
  EXPECT_GT(most_without, 0.05);  // along the one line of nearest points it goes through the wall
}

TEST(ConformalContacts, WithoutThetaThereAreTheMinimaAlone) {
  BrepScene scene = shaft_in_hole(0.01);
  scene.bodies.set_pose(1, {{0.004, 0.003, 0.1}});
  const BrepContacts<double> found = scene.find({.alert_distance = 0.1, .theta = 0});
  ASSERT_EQ(found.size(), 2u);
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_EQ(found.place[i], 0u);
    EXPECT_EQ(found.is_lmd[i], 1);
    EXPECT_NEAR(found.separation[i], 0.005 - 0.002, 1e-12);
  }
}

TEST(ConformalContacts, AShaftOnAPlateHasItsWholeRimThroughEveryTiltBelowTheta) {
  BrepScene scene;
  scene.add(moved(box(6, 6, 1), {{-3, -3, -1}}), {.dilation = 0.001});
  scene.add(cylinder(0.5, 2, 1), {.dilation = 0.001});
  scene.pairs = {{0, 1}};
  Random random(23);
  for (int k = 0; k < 100; ++k) {
    const double tilt = k == 0 ? 0 : random.magnitude(1e-4, 0.0499), turn = random.uniform(0, 2 * pi);
    const Mat3<double> rotation = turned({tilt * std::cos(turn), tilt * std::sin(turn), 0});
    scene.bodies.set_pose(1, {{0.3, -0.2, 0.03}, rotation});
    const BrepContacts<double> found = scene.find({.alert_distance = 0.2, .theta = 0.05});
    int samples = 0;
    double least = 1;
    for (std::size_t i = 0; i < found.size(); ++i) {
      EXPECT_NEAR(found.normal[i].z, 1, 1e-12);
      samples += found.place[i] != 0 ? 1 : 0;
      least = std::min(least, found.separation[i]);
    }
    EXPECT_EQ(samples, 8) << "tilt " << tilt;
    EXPECT_EQ(found.size(), k == 0 ? 8u : 9u) << "tilt " << tilt;
    EXPECT_NEAR(least, 0.03 - 0.5 * std::sin(tilt) - 0.002, 1e-12);
  }
  scene.bodies.set_pose(1, {{0.3, -0.2, 0.2}, turned({0.2, 0, 0})});
  EXPECT_EQ(scene.find({.alert_distance = 0.5, .theta = 0.05}).size(), 1u);
}

TEST(ConformalContacts, AWheelThatRollsIsNoPolygon) {
  // On its rim the lowest point alone tells; a place of the rim comes by now and then, never below it.
  BrepScene scene;
  scene.add(moved(box(6, 6, 1), {{-3, -3, -1}}));
  scene.add(moved(cylinder(0.5, 0.2, 1), {{0, 0, -0.1}}));
  scene.pairs = {{0, 1}};
  int more = 0;
  for (int k = 0; k < 200; ++k) {
    const Mat3<double> standing = turned({pi / 2 - 0.1, 0, 0});
    scene.bodies.set_pose(1, {{0, 0, 0.52}, times(standing, turned({0, 0, 0.0314 * k}))});
    const BrepContacts<double> found = scene.find({.alert_distance = 0.1, .theta = 0.02});
    ASSERT_GE(found.size(), 1u);
    const double lowest = 0.52 - 0.5 * std::cos(0.1) - 0.1 * std::sin(0.1);
    for (const double s : found.separation) EXPECT_GE(s, lowest - 1e-12);
    EXPECT_NEAR(*std::min_element(found.separation.begin(), found.separation.end()), lowest, 1e-12);
    more += found.size() > 1 ? 1 : 0;
  }
  EXPECT_LT(more, 30);
}

/// How many samples there are, each with its gap as `gap(on_a, on_b)` has it; `sorted` by key.
template <class Gap>
std::set<std::uint64_t> sample_keys(const BrepContacts<double>& found, const Gap& gap) {
  std::set<std::uint64_t> keys;
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (found.place[i] == 0) continue;
    keys.insert(found.key[i]);
    EXPECT_NEAR(found.separation[i], gap(found.witness_a[i], found.witness_b[i]), 1e-12);
  }
  return keys;
}

TEST(ConformalContacts, ABallInATubeIsHeldAllAround) {
  for (const bool swapped : {false, true}) {
    BrepScene scene;
    Brep tube;
    add_lathe(tube, {{{1, -2}, {1.5, -2}}, {{1.5, -2}, {1.5, 2}}, {{1.5, 2}, {1, 2}}, {{1, 2}, {1, -2}}}, 2);
    scene.add(tube), scene.add(ball(0.99, 1));
    scene.pairs = {swapped ? Pair{1, 0} : Pair{0, 1}};
    Random random(24);
    std::set<std::uint64_t> keys;
    for (int k = 0; k < 60; ++k) {
      const double off = k == 0 ? 0 : random.uniform(0, 0.0099), angle = random.uniform(0, 2 * pi);
      const Vec3<double> centre{off * std::cos(angle), off * std::sin(angle), random.uniform(-0.9, 0.9)};
      scene.bodies.set_pose(1, {centre, random.rotation()});
      const BrepContacts<double> found = scene.find({.alert_distance = 0.1, .theta = 0.02});
      // From a point of the tube at the height of the centre.
      const Vec3<double> from = swapped ? centre : Vec3<double>{0, 0, 0};  // points are relative to A's body
      const auto now = sample_keys(found, [&](const Vec3<double>& a, const Vec3<double>& b) {
        const Vec3<double> on_tube = (swapped ? b : a) + from;
        EXPECT_NEAR(std::hypot(on_tube.x, on_tube.y), 1, 1e-12);
        EXPECT_NEAR(on_tube.z, centre.z, 1e-12);
        return length(on_tube - centre) - 0.99;
      });
      EXPECT_EQ(now.size(), 8u) << "off " << off;
      EXPECT_EQ(found.size(), k == 0 ? 8u : 9u);
      if (k == 0) keys = now;
      EXPECT_EQ(now, keys);
    }
  }
}

TEST(ConformalContacts, ABallInASocketIsHeldOnAllSides) {
  BrepScene scene;
  Brep socket;  // a ball of 2 with a hollow of 1 inside
  add_lathe(socket, {{{0, -2}, {0, 2}, {0, 0}, pi}}, 2);
  add_lathe(socket, {{{0, 1}, {0, -1}, {0, 0}, -pi}}, 2);
  scene.add(socket), scene.add(ball(0.98, 2));
  scene.pairs = {{0, 1}};
  Random random(25);
  for (int k = 0; k < 40; ++k) {
    const Vec3<double> centre = k == 0 ? Vec3<double>{0, 0, 0} : random.in_ball() * 0.019;
    scene.bodies.set_pose(1, {centre, random.rotation()});
    const BrepContacts<double> found = scene.find({.alert_distance = 0.1, .theta = 0.05});
    const auto keys = sample_keys(found, [&](const Vec3<double>& a, const Vec3<double>&) {
      EXPECT_NEAR(length(a), 1, 1e-12);
      return length(a - centre) - 0.98;
    });
    EXPECT_EQ(keys.size(), 14u);
    EXPECT_EQ(found.size(), k == 0 ? 14u : 15u);
  }
}

/// Plates that end in lines, or in a circle, about whose middle their face is then known to lie.
TEST(ConformalContacts, ARingOnAPlateStaysOnItThroughEveryTiltBelowTheta) {
  for (const Brep& plate : {box(6, 6, 1), cylinder(3, 1, 1)}) {
    BrepScene scene;
    const double aside = plate.faces.size() == 6 ? -3 : 0;
    scene.add(moved(plate, {{aside, aside, -1}})), scene.add(ring(1, 0.2, 2));
    scene.pairs = {{0, 1}};
    Random random(26);
    for (int k = 0; k < 40; ++k) {
      const double tilt = k == 0 ? 0 : random.magnitude(1e-4, 0.0499), turn = random.uniform(0, 2 * pi);
      scene.bodies.set_pose(1, {{0.1, 0.2, 0.26}, turned({tilt * std::cos(turn), tilt * std::sin(turn), 0})});
      const BrepContacts<double> found = scene.find({.alert_distance = 0.2, .theta = 0.05});
      const auto keys = sample_keys(found, [&](const Vec3<double>& a, const Vec3<double>& b) { return b.z - a.z; });
      EXPECT_EQ(keys.size(), 8u) << "tilt " << tilt;
      EXPECT_EQ(found.size(), k == 0 ? 8u : 9u);
      ASSERT_FALSE(found.separation.empty());
      EXPECT_NEAR(*std::min_element(found.separation.begin(), found.separation.end()), 0.06 - std::sin(tilt), 1e-12);
    }
  }
}

}  // namespace
}  // namespace abut::test
