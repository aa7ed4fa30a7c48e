// Contacts that triangulation alone would make: none are reported, and those that are there are reported once.
#include <gtest/gtest.h>

#include <set>

#include "tests/facets/surfaces.h"

namespace abut {
namespace {

using test::FacetScene;

template <class T>
class Ghosts : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(Ghosts, Scalars);

Mesh flat_grid(int n) {
  return test::grid_mesh(n, 10, [](double, double) { return 0.0; });
}

/// A box slides over a triangulated plane, above it, on it and a little in it: four contacts, at its corners, whose
/// normals are the plane's to the bit.
TYPED_TEST(Ghosts, ABoxThatSlidesOverATriangulatedPlaneHasFourContactsWithItsNormal) {
  using T = TypeParam;
  FacetScene scene;
  const std::uint32_t plane = scene.add_mesh(flat_grid(20)), box = scene.shapes.add_box({1.5, 0.5, 0.25});
  scene.bodies.add({}, plane), scene.bodies.add({}, box);
  test::Random random(3);
  for (int k = 0; k < 200; ++k) {
    const double gap = k % 3 == 0 ? 0.01 : k % 3 == 1 ? 0 : -0.01, angle = random.uniform(0, 3);
    scene.bodies.set_pose(
        1, {{-6 + 0.06 * k, random.uniform(-6, 6), 0.25 + gap}, rotation_from_quaternion(1, 0, 0, angle)});
    for (const bool swapped : {false, true}) {
      scene.pairs = {swapped ? Pair{1, 0} : Pair{0, 1}};
      const FacetContacts<T> found = scene.find<T>({.alert_distance = 0.05});
      ASSERT_EQ(found.size(), 4u) << "step " << k << (swapped ? ", swapped" : "");
      std::set<std::uint64_t> corners;
      for (std::size_t i = 0; i < 4; ++i) {
        EXPECT_EQ(found.normal[i].x, T(0));
        EXPECT_EQ(found.normal[i].y, T(0));
        EXPECT_EQ(found.normal[i].z, T(swapped ? -1 : 1));
        EXPECT_NEAR(static_cast<double>(found.separation[i]), gap, 1e-7);
        const Feature corner = swapped ? found.feature_a[i] : found.feature_b[i];
        EXPECT_EQ(feature_kind(corner), FeatureKind::vertex);
        EXPECT_EQ(feature_kind(swapped ? found.feature_b[i] : found.feature_a[i]), FeatureKind::face);
        corners.insert(corner.code);
      }
      EXPECT_EQ(corners.size(), 4u);
    }
  }
}

/// The same plane in any position: all normals are the same bits.
TYPED_TEST(Ghosts, NormalsOfAPlaneInAnyPositionAreTheSameBits) {
  using T = TypeParam;
  FacetScene scene;
  const std::uint32_t plane = scene.add_mesh(flat_grid(16)), box = scene.shapes.add_box({1.5, 0.5, 0.25});
  test::Random random(4);
  for (std::uint32_t k = 0; k < 50; ++k) {
    const Pose at{random.in_ball() * 100.0, random.rotation()};
    scene.bodies.add(at, plane);
    const Pose local{{random.uniform(-6, 6), random.uniform(-6, 6), 0.25 + 0.01},
                     rotation_from_quaternion(1, 0, 0, random.uniform(0, 3))};
    scene.bodies.add(compose(at, local), box);
    scene.pairs = {{2 * k, 2 * k + 1}};
    const FacetContacts<T> found = scene.find<T>({.alert_distance = 0.05});
    ASSERT_EQ(found.size(), 4u) << k;
    const Vec3<T> n = narrowed<T>(rotate(at.rotation, Vec3<double>{0, 0, 1}));
    for (const Vec3<T>& m : found.normal) EXPECT_EQ(max_abs(m - n), T(0)) << k;
  }
}

/// A ball over an edge between two triangles of one plane, over a corner of six, and over the plane's border.
TYPED_TEST(Ghosts, ABallOverAPlaneHasOneContact) {
  using T = TypeParam;
  FacetScene scene;
  const std::uint32_t plane = scene.add_mesh(flat_grid(20)), ball = scene.shapes.add_sphere(0.5);
  scene.bodies.add({}, plane), scene.bodies.add({}, ball);
  for (const Vec3<double>& at : {Vec3<double>{0, 0, 0.51}, Vec3<double>{0.5, 0.5, 0.51}, Vec3<double>{0.3, 0, 0.49},
                                 Vec3<double>{0.2, 0.1, -0.51}, Vec3<double>{4, 3, -0.5}}) {
    scene.bodies.set_pose(1, {at, {{1, 0, 0, 0, 1, 0, 0, 0, 1}}});
    const FacetContacts<T> found = scene.find<T>({.alert_distance = 0.6});
    ASSERT_EQ(found.size(), 1u) << at.x;
    EXPECT_EQ(found.normal[0].z, T(at.z > 0 ? 1 : -1));
    EXPECT_NEAR(static_cast<double>(found.separation[0]), std::abs(at.z) - 0.5, 1e-6);
  }
  scene.bodies.set_pose(1, {{10.3, 0.25, 0.4}, {{1, 0, 0, 0, 1, 0, 0, 0, 1}}});
  const FacetContacts<T> beside = scene.find<T>({.alert_distance = 0.6});
  ASSERT_EQ(beside.size(), 1u);
  EXPECT_NEAR(static_cast<double>(beside.normal[0].x), 0.6, 1e-6);
  EXPECT_EQ(feature_kind(beside.feature_a[0]), FeatureKind::edge);
}

/// Over a roof of two planes a ball touches the one it is above; over the ridge it touches the ridge once.
TYPED_TEST(Ghosts, ABallOverARoofTouchesOneSlopeOrTheRidgeOnce) {
  using T = TypeParam;
  FacetScene scene;
  const std::uint32_t roof = scene.add_mesh(test::grid_mesh(8, 4, [](double x, double) { return -std::abs(x); }));
  scene.bodies.add({}, roof), scene.bodies.add({}, scene.shapes.add_sphere(0.5));
  const auto at = [&](Vec3<double> p) {
    scene.bodies.set_pose(1, {p, {{1, 0, 0, 0, 1, 0, 0, 0, 1}}});
    return scene.find<T>({.alert_distance = 0.3});
  };
  const double s = std::sqrt(0.5);
  const FacetContacts<T> slope = at({1.25 + 0.6 * s, 0.3, -1.25 + 0.6 * s});
  ASSERT_EQ(slope.size(), 1u);
  EXPECT_EQ(feature_kind(slope.feature_a[0]), FeatureKind::face);
  EXPECT_NEAR(static_cast<double>(slope.normal[0].x), s, 1e-6);
  EXPECT_NEAR(static_cast<double>(slope.separation[0]), 0.1, 1e-6);
  const FacetContacts<T> ridge = at({0.1, 0.3, 0.5});
  ASSERT_EQ(ridge.size(), 1u);
  EXPECT_EQ(feature_kind(ridge.feature_a[0]), FeatureKind::edge);
  // In the valley of the roof seen from below, a ball touches both slopes.
  const FacetContacts<T> valley = at({0, 0.3, -0.8});
  ASSERT_EQ(valley.size(), 2u);
  for (const Vec3<T>& n : valley.normal) EXPECT_NEAR(std::abs(static_cast<double>(n.x)), s, 1e-6);
}

/// Every contact is a local minimum: no other facet near its features is nearer.
TYPED_TEST(Ghosts, ContactsOfBumpyBodiesAreTheNearestFacetsOfTheirPlaces) {
  using T = TypeParam;
  FacetScene scene;
  const auto bumpy = [](const Vec3<double>& d) { return 1 + 0.3 * d.x * d.y + 0.2 * std::abs(d.z * d.x); };
  const std::uint32_t shape = scene.add_mesh(test::ball_mesh(3, bumpy));
  scene.bodies.add({}, shape), scene.bodies.add({}, shape);
  test::Random random(6);
  std::size_t contacts = 0, facets = 0;
  for (int k = 0; k < 60; ++k) {
    scene.bodies.set_pose(1, {random.direction() * 2.2, random.rotation()});
    const FacetContacts<T> all = scene.find<T>({.alert_distance = 0.2, .contacts = false});
    const FacetContacts<T> some = scene.find<T>({.alert_distance = 0.2});
    facets += all.size(), contacts += some.size();
    if (all.size() == 0) {
      EXPECT_EQ(some.size(), 0u);
      continue;
    }
    bool crossing = false;
    double nearest = 1;
    for (std::size_t i = 0; i < all.size(); ++i) {
      crossing = crossing || all.kind[i] == FacetContactKind::crossing;
      nearest = std::min(nearest, static_cast<double>(all.separation[i]));
    }
    // The nearest pair of facets of bodies apart is a contact; bodies that overlap have one too.
    ASSERT_GT(some.size(), 0u) << k;
    double least = 1;
    std::set<std::pair<std::uint64_t, std::uint64_t>> features;
    for (std::size_t i = 0; i < some.size(); ++i) {
      least = std::min(least, static_cast<double>(some.separation[i]));
      ASSERT_TRUE(features.insert({some.feature_a[i].code, some.feature_b[i].code}).second) << k;
    }
    if (crossing) {
      EXPECT_LE(least, 0) << k;
    } else {
      EXPECT_NEAR(least, nearest, 1e-6) << k;
    }
  }
  EXPECT_GT(contacts, 20u);
  EXPECT_LT(contacts * 10, facets);
}

/// Two boxes on one another: the corners of what they have in common, however deep to within the alert distance.
TYPED_TEST(Ghosts, BoxesThatMeetOffTheirMiddlesTouchAtTheCornersOfTheirCommonFace) {
  using T = TypeParam;
  FacetScene scene;
  scene.shapes.add_box({1, 1, 1});
  scene.bodies.add({}, 0), scene.bodies.add({}, 0);
  for (const double gap : {0.01, 0.0, -0.01}) {
    for (const bool records : {false, true}) {
      scene.bodies.set_pose(1, {{0.5, 0.25, 2 + gap}, {{1, 0, 0, 0, 1, 0, 0, 0, 1}}});
      const FacetContacts<T> found = scene.find<T>({.alert_distance = 0.02}, records);
      ASSERT_EQ(found.size(), 4u + (records && gap < 0 ? 1 : 0)) << gap;
      for (std::size_t i = 0; i < found.size(); ++i) {
        EXPECT_EQ(found.normal[i].z, T(1)) << gap;
        EXPECT_NEAR(static_cast<double>(found.separation[i]), gap, 1e-6);
      }
    }
  }
}

/// A block cut into six: nothing slides over the walls between its parts.
TYPED_TEST(Ghosts, ABoxThatSlidesOverABodyOfSeveralPartsHasTheContactsOfAWhole) {
  using T = TypeParam;
  FacetScene scene;
  scene.shapes.add_box({1, 1, 0.5}), scene.shapes.add_box({1.2, 0.4, 0.25});
  std::vector<Part> parts;
  for (const double x : {-2.0, 0.0, 2.0}) {
    for (const double y : {-1.0, 1.0}) parts.push_back({0, {{x, y, -0.5}, {{1, 0, 0, 0, 1, 0, 0, 0, 1}}}});
  }
  scene.bodies.add({}, parts), scene.bodies.add({}, 1);
  test::Random random(8);
  std::size_t without = 0;
  for (int k = 0; k < 200; ++k) {
    const double gap = k % 2 == 0 ? 0.01 : -0.01;
    const Vec3<double> at{random.uniform(-1.5, 1.5), random.uniform(-0.5, 0.5), 0.25 + gap};
    scene.bodies.set_pose(1, {at, rotation_from_quaternion(1, 0, 0, random.uniform(0, 3))});
    scene.pairs.clear();
    for (std::uint32_t p = 0; p < 6; ++p) scene.pairs.push_back({p, 6});
    const FacetContacts<T> found = scene.find<T>({.alert_distance = 0.05});
    for (std::size_t i = 0; i < found.size(); ++i) {
      EXPECT_NEAR(static_cast<double>(found.normal[i].z), 1, 1e-6) << k;
      EXPECT_NEAR(static_cast<double>(found.separation[i]), gap, 1e-6) << k;
    }
    std::set<std::uint64_t> corners;
    for (const Feature f : found.feature_b) corners.insert(feature_kind(f) == FeatureKind::vertex ? f.code : 0);
    EXPECT_GE(corners.size(), 4u) << k;
    without += scene.find<T>({.alert_distance = 0.05, .join_parts = false}).size() - found.size();
  }
  EXPECT_GT(without, 20u);
}

/// Deeper than the alert distance, with no record: crossing facets still tell.
TYPED_TEST(Ghosts, AnOverlapDeeperThanTheAlertDistanceIsStillReported) {
  using T = TypeParam;
  FacetScene scene;
  const std::uint32_t plane = scene.add_mesh(flat_grid(20)), box = scene.shapes.add_box({1.5, 0.5, 0.25});
  scene.bodies.add({}, plane), scene.bodies.add({}, box);
  scene.bodies.set_pose(1, {{0.3, 0.1, 0.15}, rotation_from_quaternion(1, 0, 0, 0.4)});
  const FacetContacts<T> found = scene.find<T>({.alert_distance = 0.001});
  ASSERT_GT(found.size(), 0u);
  for (std::size_t i = 0; i < found.size(); ++i) {
    EXPECT_EQ(found.normal[i].z, T(1));
    EXPECT_NEAR(static_cast<double>(found.separation[i]), -0.1, 1e-6);
  }
}

}  // namespace
}  // namespace abut
