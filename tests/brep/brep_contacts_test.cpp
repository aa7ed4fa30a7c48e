// Contacts of CAD models against closed forms and against the contacts of complexes.
#include "abut/brep/brep_contacts.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "abut/complex/quasi_lmds.h"
#include "tests/brep/brep_scene.h"
#include "tests/brep/made_breps.h"
#include "tests/support/complaint.h"

namespace abut::test {
namespace {

/// A prism on z from -height to height; all corners are seen from the first.
struct PrismTwice {
  std::vector<Vec2<double>> corners;
  double height;

  Brep brep() const {
    Brep out;
    add_prism(out, {polygon(corners)}, -height, height);
    return out;
  }
  SimplicialComplex complex() const {
    SimplicialComplex out;
    const auto n = static_cast<std::uint32_t>(corners.size());
    for (const double z : {-height, height}) {
      for (const Vec2<double>& c : corners) out.vertices.push_back({c.x, c.y, z});
    }
    for (std::uint32_t i = 0; i < n; ++i) {
      const std::uint32_t j = (i + 1) % n;
      out.triangles.push_back({i, j, n + i}), out.triangles.push_back({j, n + j, n + i});
      if (i == 0 || j == 0) continue;
      out.triangles.push_back({0, j, i}), out.triangles.push_back({n, n + i, n + j});
    }
    return out;
  }
};

Brep centred_box(double a, double b, double c) { return moved(box(2 * a, 2 * b, 2 * c), {{-a, -b, -c}}); }

TEST(BrepContacts, ABoxOnAPlateHasFourThroughEveryTurnBelowTheta) {
  Random random(11);
  BrepScene scene;
  scene.add(moved(box(4, 4, 1), {{-2, -2, -1}}), {.dilation = 0.01});
  scene.add(centred_box(0.25, 0.25, 0.25), {.dilation = 0.01});
  scene.pairs = {{0, 1}};
  for (int k = 0; k < 200; ++k) {
    const double angle = k == 0 ? 0 : random.uniform(0, 0.0499);
    const Pose pose{{0.031, -0.017, 0.28}, turned(random.direction() * angle)};
    scene.bodies.set_pose(1, pose);
    const BrepContacts<double> found = scene.find({.alert_distance = 0.1, .theta = 0.05});
    ASSERT_EQ(found.size(), 4u) << "turned by " << angle;
    EXPECT_EQ(found.status[0], BrepLmdStatus::complete);
    for (std::size_t i = 0; i < 4; ++i) {
      ASSERT_EQ(feature_kind(found.feature_b[i]), FeatureKind::vertex);
      const Vec3<double> at = centred_box(0.25, 0.25, 0.25).vertices[feature_index(found.feature_b[i])].point;
      EXPECT_NEAR(found.separation[i], (rotate(pose.rotation, at) + pose.position).z - 0.02, 1e-13);
      EXPECT_NEAR(found.normal[i].z, 1, 1e-13);
    }
    if (k > 0) {
      EXPECT_LT(scene.find({.alert_distance = 0.1, .theta = 0}).size(), 4u);
      EXPECT_LT(std::count(found.is_lmd.begin(), found.is_lmd.end(), 1), 4);
    }
  }
}

/// A contact in space. Data only.
struct Place {
  Vec3<double> a, b;
  bool is_lmd;
};
template <class Contacts>
std::vector<Place> places_of(const Contacts& of) {
  std::vector<Place> out;
  for (std::size_t i = 0; i < of.size(); ++i) out.push_back({of.witness_a[i], of.witness_b[i], of.is_lmd[i] != 0});
  return out;
}
bool has(const std::vector<Place>& in, const Place& p) {
  return std::any_of(in.begin(), in.end(), [&](const Place& q) {
    return length(p.a - q.a) + length(p.b - q.b) < 1e-9 && p.is_lmd == q.is_lmd;
  });
}

TEST(BrepContacts, OfPrismsAreTheQuasiLmdsOfTheirComplexes) {
  const PrismTwice bodies[3] = {{{{-0.5, -0.3}, {0.5, -0.3}, {0.5, 0.3}, {-0.5, 0.3}}, 0.4},
                                {{{-0.2, -0.6}, {0.2, -0.6}, {0.2, 0.6}, {-0.2, 0.6}}, 0.3},
                                {{{-0.5, -0.5}, {0.5, -0.5}, {0.5, 0}, {0, 0}, {0, 0.5}, {-0.5, 0.5}}, 0.2}};
  Random random(12);
  std::size_t all = 0, quasi = 0, crossing = 0;
  for (int round = 0; round < 600; ++round) {
    BrepScene scene;
    ContactComplexes complexes;
    for (std::uint32_t k = 0; k < 2; ++k) {
      const PrismTwice& body = bodies[random.below(3)];
      const double dilation = 0.01 * (k + 1);
      scene.add(body.brep(), {.dilation = dilation});
      complexes.set(scene.shapes, k, body.complex(), {.dilation = dilation, .offset_inward = false});
    }
    scene.pairs = {{0, 1}};
    // Turned at will, or nearly square on each other, where quasi-LMDs are.
    const Mat3<double> turn = round % 3 == 0 ? random.rotation() : turned(random.direction() * random.uniform(0, 0.3));
    const Pose a{random.in_cube() * 3.0, random.rotation()}, b{random.direction() * random.uniform(0.6, 1.6), turn};
    scene.bodies.set_pose(0, a), scene.bodies.set_pose(1, compose(a, b));
    const double theta = random.uniform(0, 0.3);
    const BrepContacts<double> found = scene.find({.alert_distance = 2, .theta = theta});
    const auto wanted =
        find_quasi_lmds<double>(Cpu{}, complexes, scene.parts(), scene.pairs, {.alert_distance = 2, .theta = theta});
    ASSERT_EQ(found.status[0] == BrepLmdStatus::crossing, wanted.crossing[0] != 0) << "round " << round;
    if (wanted.crossing[0] != 0) {
      ++crossing;
      continue;
    }
    const auto places = places_of(found), expected = places_of(wanted);
    EXPECT_EQ(places.size(), expected.size()) << "round " << round << ", theta " << theta;
    for (const Place& p : expected) EXPECT_TRUE(has(places, p)) << "round " << round;
    all += expected.size();
    quasi += static_cast<std::size_t>(std::count(wanted.is_lmd.begin(), wanted.is_lmd.end(), 0));
  }
  EXPECT_GT(all, 600u);
  EXPECT_GT(quasi, 200u);
  EXPECT_GT(crossing, 50u);
}

TEST(BrepContacts, GapsGoDownToBothDilationsAndThenModelsCross) {
  BrepScene scene;
  scene.add(moved(box(4, 4, 1), {{-2, -2, -1}}), {.dilation = 0.02});
  scene.add(centred_box(0.25, 0.25, 0.25), {.dilation = 0.03});
  scene.pairs = {{0, 1}};
  for (const double distance : {0.04, 0.01, 1e-6}) {
    scene.bodies.set_pose(1, {{0.03, 0.07, 0.25 + distance}});
    const BrepContacts<double> found = scene.find({});
    ASSERT_EQ(found.size(), 4u);
    for (const double s : found.separation) EXPECT_NEAR(s, distance - 0.05, 1e-14);
    EXPECT_EQ(found.status[0], BrepLmdStatus::complete);
  }
  for (const double depth : {0.001, 0.1}) {
    scene.bodies.set_pose(1, {{0.03, 0.07, 0.25 - depth}});
    const BrepContacts<double> found = scene.find({});
    EXPECT_EQ(found.status[0], BrepLmdStatus::crossing);
    EXPECT_EQ(found.size(), 0u);
  }
}

TEST(BrepContacts, ABallInATubeHasItsGapOnTheNearerSide) {
  BrepScene scene;
  Brep tube;
  add_lathe(tube, {{{1, -2}, {1.5, -2}}, {{1.5, -2}, {1.5, 2}}, {{1.5, 2}, {1, 2}}, {{1, 2}, {1, -2}}}, 2);
  scene.add(tube, {.dilation = 0.001});
  scene.add(ball(0.99, 1), {.dilation = 0.002});
  scene.pairs = {{0, 1}, {1, 0}};
  Random random(13);
  for (int k = 0; k < 50; ++k) {
    const double off = random.magnitude(1e-6, 0.0099), angle = random.uniform(0, 2 * M_PI);
    scene.bodies.set_pose(
        1, {{off * std::cos(angle), off * std::sin(angle), random.uniform(-0.9, 0.9)}, random.rotation()});
    const BrepContacts<double> found = scene.find({.alert_distance = 0.1});
    const auto expect_least = [&](std::size_t pair, double side) {
      ASSERT_GT(found.offsets[pair + 1], found.offsets[pair]);
      std::size_t least = found.offsets[pair];
      for (std::size_t i = least; i < found.offsets[pair + 1]; ++i) {
        if (found.separation[i] < found.separation[least]) least = i;
      }
      EXPECT_NEAR(found.separation[least], 0.01 - off - 0.003, 1e-12);
      EXPECT_NEAR(found.normal[least].x * side, -std::cos(angle), 1e-12 / off + 1e-12);
      EXPECT_EQ(found.is_lmd[least], 1);
    };
    expect_least(0, 1), expect_least(1, -1);
  }
}

TEST(BrepContacts, PosesThatAreNoneHaveNoContactsAndSaySo) {
  BrepScene scene;
  scene.add(box(1, 1, 1));
  scene.add(box(1, 1, 1), {}, {{1.1, 0, 0}});
  scene.add(box(1, 1, 1), {}, {{0, 1.1, 0}});
  scene.pairs = {{0, 1}, {0, 2}};
  EXPECT_GT(scene.find({.alert_distance = 0.2}).offsets[1], 0u);
  using Spoilt = std::pair<double, double>;  // a place, and a number of the rotation
  for (const auto& [x, stretched] : {Spoilt{NAN, 1}, Spoilt{INFINITY, 1}, Spoilt{1e160, 1}, Spoilt{1.1, 1.001},
                                     Spoilt{1.1, 2}, Spoilt{1.1, 1e300}}) {
    scene.spoil(1, x, stretched);
    const BrepContacts<double> found = scene.find({.alert_distance = 0.2});
    EXPECT_EQ(found.offsets[1], 0u);
    EXPECT_EQ(found.status[0], BrepLmdStatus::incomplete);
    EXPECT_GT(found.offsets[2], 0u);
    EXPECT_EQ(found.status[1], BrepLmdStatus::complete);
  }
}

TEST(BrepContacts, BadInputIsNamed) {
  BrepScene scene;
  scene.add(box(1, 1, 1));
  scene.bodies.add({}, scene.shapes.add_sphere(1));
  const auto said = [&](const BrepContactOptions& options, std::vector<Pair> pairs = {}) {
    return complaint([&] { find_brep_contacts<double>(Cpu{}, scene.breps, scene.bodies.parts(), pairs, options); });
  };
  EXPECT_EQ(said({.alert_distance = -1}),
            "find_brep_contacts: alert_distance is -1; allowed is a finite number, 0 or more");
  EXPECT_EQ(said({.alert_distance = INFINITY}),
            "find_brep_contacts: alert_distance is inf; allowed is a finite number, 0 or more");
  EXPECT_EQ(said({.theta = -0.1}), "find_brep_contacts: theta is -0.1; allowed is 0 to 0.5");
  EXPECT_EQ(said({.theta = 0.6}), "find_brep_contacts: theta is 0.6; allowed is 0 to 0.5");
  EXPECT_EQ(said({.theta = NAN}), "find_brep_contacts: theta is nan; allowed is 0 to 0.5");
  EXPECT_EQ(said({.angle = 0}), "find_brep_contacts: angle is 0; allowed is 1e-9 to 0.1");
  EXPECT_EQ(said({.angle = 0.2}), "find_brep_contacts: angle is 0.2; allowed is 1e-9 to 0.1");
  EXPECT_EQ(said({}, {{0, 2}}), "find_brep_contacts: pair 0 names 2; allowed is less than 2");
  EXPECT_EQ(said({}, {{0, 0}, {0, 1}}), "find_brep_contacts: pair 1 has shape 1, which has no model");
  EXPECT_EQ(complaint([&] {
              find_brep_contacts<double>(Cpu{}, scene.breps, scene.bodies.parts(), {}, {}, BrepContactsView<double>{});
            }),
            "find_brep_contacts: offsets is null");
  EXPECT_EQ(scene.find({}).offsets, std::vector<std::uint64_t>{0});  // no pairs, no contacts
}

}  // namespace
}  // namespace abut::test
