// Detection where meshes stand for shapes: pairs with one meet facet by facet, all others as ever.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "abut/detect.h"
#include "tests/decompose/solids.h"
#include "tests/facets/surfaces.h"
#include "tests/support/complaint.h"
#include "tests/support/same_bits.h"

namespace abut {
namespace {

using test::complaint;
using test::FacetScene;

template <class T>
class FacetDetection : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(FacetDetection, Scalars);

Pose at(double x, double y, double z) { return {{x, y, z}, Pose{}.rotation}; }

Mesh flat_grid(int n, double half) {
  return test::grid_mesh(n, half, [](double, double) { return 0.0; });
}

template <class T>
Detection<T> detected(FacetScene& scene, double alert, Cpu cpu = {}) {
  return detect<T>(cpu, scene.shapes, scene.bodies, DetectOptions{alert, &scene.trees});
}

std::uint64_t of_status(const auto& found, Status status) { return found.status[static_cast<std::size_t>(status)]; }

/// Above the plane, on it and a little in it: four contacts, the plane's normal to the bit, one separation.
TYPED_TEST(FacetDetection, ABoxOnATriangulatedPlaneHasFourContacts) {
  using T = TypeParam;
  FacetScene scene;
  const std::uint32_t plane = scene.add_mesh(flat_grid(10, 5)), box = scene.shapes.add_box({1.5, 0.5, 0.25});
  scene.bodies.add({}, plane), scene.bodies.add({}, box);
  for (int k = 0; k < 30; ++k) {
    const double gap = k % 3 == 0 ? 0.0625 : k % 3 == 1 ? 0 : -0.0625;
    scene.bodies.set_pose(1, at(-2 + 0.13 * k, 0.07 * k - 1, 0.25 + gap));  // it slides
    const Detection<T> found = detected<T>(scene, 0.125);
    ASSERT_EQ(found.pairs.size(), 4u) << k;
    EXPECT_EQ(found.candidate_pairs, 1u);
    EXPECT_EQ(of_status(found, gap == 0 ? Status::touching : Status::converged), 1u) << k;
    ASSERT_TRUE(found.facets);
    for (std::size_t i = 0; i < 4; ++i) {
      const Contact<T> c = found.contacts[i];
      EXPECT_EQ(status_of(c.status), gap == 0 ? Status::touching : Status::converged);
      EXPECT_NEAR(static_cast<double>(c.separation), gap, 1e-15);
      EXPECT_TRUE(c.normal.x == T(0) && c.normal.y == T(0) && c.normal.z == T(1));
      EXPECT_LE(c.lower_bound, c.separation);
      EXPECT_GE(c.lower_bound, c.separation - T(1e-5));
      EXPECT_EQ(c.bound_gap, T(0));
      EXPECT_EQ(c.gjk_iterations + c.epa_iterations, 0);
      EXPECT_EQ(c.key, contact_key({0, 1}, c.feature_a, c.feature_b));
      ASSERT_TRUE(found.facets->has(i));
      EXPECT_LT(found.facets->facet_a[i], 200u);
      EXPECT_LT(found.facets->facet_b[i], 12u);
      EXPECT_TRUE(gap == 0 || (found.facets->kind[i] == FacetContactKind::below) == (gap < 0)) << k;
    }
  }
  scene.bodies.set_pose(1, at(0, 0, 0.5));  // beyond the alert distance, within the hull's box
  const Detection<T> none = detected<T>(scene, 0.125);
  EXPECT_EQ(none.pairs.size(), 0u);
  EXPECT_TRUE(none.facets);
}

/// A body's own alert distance counts too.
TYPED_TEST(FacetDetection, AlertDistancesOfBodiesAreAdded) {
  using T = TypeParam;
  FacetScene scene;
  const std::uint32_t plane = scene.add_mesh(flat_grid(4, 5)), ball = scene.shapes.add_sphere(0.5);
  scene.bodies.add({}, plane, {.alert_distance = 0.0625}), scene.bodies.add(at(0.3, 0.2, 0.625), ball);
  EXPECT_EQ(detected<T>(scene, 0.0625).pairs.size(), 1u);  // exactly as far
  EXPECT_EQ(detected<T>(scene, 0.06).pairs.size(), 0u);
}

/// Grains and a floor: pairs of grains have the bits that they have without a floor, rows are in the order of the
/// pairs, and those of facets as `find_facet_contacts` orders them.
TYPED_TEST(FacetDetection, MixedScenesHaveTheRowsOfBothInTheOrderOfThePairs) {
  using T = TypeParam;
  test::Random random(11);
  FacetScene scene;
  const std::uint32_t ball = scene.shapes.add_sphere(0.5), box = scene.shapes.add_box({0.4, 0.5, 0.3}, 0.02);
  const std::uint32_t floor = scene.add_mesh(
      test::grid_mesh(12, 4, [](double x, double y) { return 0.2 * std::sin(2 * x) * std::cos(1.5 * y); }));
  for (int k = 0; k < 60; ++k) {
    if (k == 20) scene.bodies.add({}, floor);
    scene.bodies.add({{random.uniform(-3, 3), random.uniform(-3, 3), random.uniform(0.3, 1.2)}, random.rotation()},
                     k % 2 == 0 ? ball : box);
  }
  const double alert = 0.05;
  const Detection<T> found = detected<T>(scene, alert), hulls = detect<T>(Cpu{}, scene.shapes, scene.bodies, {alert});
  EXPECT_EQ(found.candidate_pairs, hulls.candidate_pairs);
  EXPECT_FALSE(hulls.facets);
  std::uint64_t counted = 0, by_facets = 0, by_query = 0;
  for (const std::uint64_t count : found.status) counted += count;
  EXPECT_EQ(counted, found.candidate_pairs);

  std::size_t row = 0;
  const std::vector<Pair> candidates = find_pairs(Cpu{}, scene.shapes.headers(), scene.bodies.parts(), alert);
  for (const Pair& pair : candidates) {
    const auto here = [&] {
      return row < found.pairs.size() && found.pairs[row].a == pair.a && found.pairs[row].b == pair.b;
    };
    if (pair.a != 20 && pair.b != 20) {
      for (std::size_t i = 0; i < hulls.pairs.size(); ++i) {
        if (hulls.pairs[i].a != pair.a || hulls.pairs[i].b != pair.b) continue;
        ASSERT_TRUE(here());
        ASSERT_FALSE(found.facets->has(row));
        const Contact<T> x = found.contacts[row], y = hulls.contacts[i];
        EXPECT_TRUE(x.separation == y.separation && x.normal.x == y.normal.x && x.point.z == y.point.z &&
                    x.key == y.key && x.status == y.status && x.lower_bound == y.lower_bound);
        ++row, ++by_query;
      }
      ASSERT_FALSE(here()) << "a pair of grains has one contact";
      continue;
    }
    scene.pairs = {pair};
    const FacetContacts<T> facets = scene.find<T>({.alert_distance = alert});
    for (std::size_t k = 0; k < facets.size(); ++k) {
      ASSERT_TRUE(here());
      EXPECT_EQ(found.facets->facet_a[row], facets.facet_a[k]);
      EXPECT_EQ(found.facets->facet_b[row], facets.facet_b[k]);
      EXPECT_TRUE(found.facets->kind[row] == facets.kind[k]);
      EXPECT_EQ(found.contacts.separation[row], facets.separation[k]);
      EXPECT_EQ(found.contacts.witness_b_y[row], facets.witness_b[k].y);
      EXPECT_EQ(found.contacts.key[row], facets.key[k]);
      ++row, ++by_facets;
    }
  }
  EXPECT_EQ(row, found.pairs.size());
  EXPECT_GT(by_facets, 20u);
  EXPECT_GT(by_query, 20u);
  // Given candidates, and any number of threads: the same.
  const Detection<T> given =
      detect<T>(Cpu{3}, scene.shapes, scene.bodies, candidates, DetectOptions{alert, &scene.trees});
  ASSERT_EQ(given.pairs.size(), found.pairs.size());
  EXPECT_EQ(given.contacts.separation, found.contacts.separation);
  EXPECT_EQ(given.contacts.point_x, found.contacts.point_x);
  EXPECT_EQ(given.facets->facet_a, found.facets->facet_a);
}

/// Trees without meshes change nothing.
TYPED_TEST(FacetDetection, WithoutAMeshPairsAreQueriedAsEver) {
  using T = TypeParam;
  FacetScene scene;
  const std::uint32_t ball = scene.shapes.add_cylinder(0.5, 0.4);
  scene.bodies.add({}, ball), scene.bodies.add(at(0.9, 0.1, 0.2), ball);
  const Detection<T> with = detected<T>(scene, 0.1), without = detect<T>(Cpu{}, scene.shapes, scene.bodies, {0.1});
  EXPECT_FALSE(with.facets);
  ASSERT_EQ(with.pairs.size(), 1u);
  EXPECT_EQ(with.contacts.separation, without.contacts.separation);
  EXPECT_EQ(with.contacts.bound_gap, without.contacts.bound_gap);
}

/// A ring hangs on a rod. Its innermost edges are chords of a circle of radius 0.75 with a corner on the x axis, which
/// the rod does not reach: it touches the chords on both sides of it.
TYPED_TEST(FacetDetection, ARingOnARodTouchesItWhereItHangs) {
  using T = TypeParam;
  FacetScene scene;
  const std::uint32_t ring = scene.add_mesh(test::torus_mesh(1, 0.25, 48, 24));
  const std::uint32_t rod = scene.shapes.add_capsule(0.25, 3);  // along z
  scene.bodies.add({}, ring), scene.bodies.add({}, rod);
  EXPECT_EQ(detected<T>(scene, 0.25).pairs.size(), 0u);  // in the middle of the hole: 0.5 all around, the hulls overlap
  const double c = std::cos(M_PI / 48), s = std::sin(M_PI / 48);
  for (const double x : {0.49, 0.495, 0.51}) {
    scene.bodies.set_pose(1, at(x, 0, 0));
    const double gap = (0.75 - x) * c - 0.25;
    EXPECT_EQ(detected<T>(scene, std::max(gap - 1e-5, 0.0)).pairs.empty(), gap > 0);
    const Detection<T> found = detected<T>(scene, 0.02);
    ASSERT_EQ(found.pairs.size(), 2u) << x;
    for (std::size_t i = 0; i < 2; ++i) {
      EXPECT_NEAR(static_cast<double>(found.contacts.separation[i]), gap, 1e-6);
      EXPECT_NEAR(static_cast<double>(found.contacts.normal_x[i]), -c, 1e-6);
      EXPECT_NEAR(std::abs(static_cast<double>(found.contacts.normal_y[i])), s, 1e-6);
      EXPECT_NEAR(static_cast<double>(found.contacts.normal_z[i]), 0, 1e-6);
      EXPECT_EQ(feature_kind(found.contacts.feature_b[i]), FeatureKind::edge);  // the rod's axis
    }
  }
}

/// Two rings through each other: their hulls overlap, their surfaces are apart until one has moved by that.
TYPED_TEST(FacetDetection, LinkedRingsDoNotTouchBeforeTheirTubesDo) {
  using T = TypeParam;
  FacetScene scene;
  const std::uint32_t ring = scene.add_mesh(test::torus_mesh(1, 0.25, 48, 24));
  scene.bodies.add({}, ring);
  const Mat3<double> upright = rotation_from_quaternion(std::sqrt(0.5), std::sqrt(0.5), 0, 0);
  const auto place = [&](double x) {
    scene.bodies.set_pose(1, {{x, 0, 0}, upright});
    return detected<T>(scene, 0.015);
  };
  scene.bodies.add({{1, 0, 0}, upright}, ring);
  EXPECT_EQ(place(1).pairs.size(), 0u);
  EXPECT_EQ(of_status(place(1), Status::farther_than_alert), 1u);
  EXPECT_EQ(detect<T>(Cpu{}, scene.shapes, scene.bodies).pairs.size(), 1u) << "their hulls overlap";
  // At 1.5 the innermost corners of both meet, on the x axis from both sides. Their edges there are chords, each turned
  // by half of what a chord takes: nearest are those of one ring to those of the other.
  const Detection<T> near = place(1.49);
  ASSERT_GE(near.pairs.size(), 1u);
  const double c = std::cos(M_PI / 48), s = std::sin(M_PI / 48);
  for (const T separation : near.contacts.separation) {
    EXPECT_NEAR(static_cast<double>(separation), 0.01 * c / std::sqrt(1 + s * s), 1e-6);
  }
  const Detection<T> through = place(1.6);
  ASSERT_GE(through.pairs.size(), 1u);
  T deepest = 0;
  for (const T depth : through.contacts.separation) deepest = std::min(deepest, depth);
  EXPECT_LT(deepest, T(0));
}

/// A ball in an open bowl, and under it: the bowl's lowest corner is touched from below, its slopes from above.
TYPED_TEST(FacetDetection, ABallInAnOpenBowlTouchesIt) {
  using T = TypeParam;
  FacetScene scene;
  const std::uint32_t bowl =
      scene.add_mesh(test::grid_mesh(8, 2, [](double x, double y) { return 0.25 * (x * x + y * y); }));
  scene.bodies.add({}, bowl), scene.bodies.add({}, scene.shapes.add_sphere(0.5));
  for (const double side : {1.0, -1.0}) {
    scene.bodies.set_pose(1, at(0, 0, 0.51 * side));
    const Detection<T> found = detected<T>(scene, 0.02);
    ASSERT_GE(found.pairs.size(), 1u);
    // A slope of 1 in 8 along the axes, 1 in 4 along the diagonals.
    const double least = side > 0 ? 0.51 * std::cos(std::atan(0.25)) - 0.5 : 0.01 - 1e-6;
    for (std::size_t i = 0; i < found.pairs.size(); ++i) {
      EXPECT_GE(static_cast<double>(found.contacts.separation[i]), least);
      EXPECT_LE(static_cast<double>(found.contacts.separation[i]), side > 0 ? 0.0099 : 0.01 + 1e-6);
      EXPECT_GT(static_cast<double>(found.contacts.normal_z[i]) * side, 0.9);
    }
  }
}

/// Lengths that float does not hold: the pair fails, told once.
TEST(FacetDetectionFailures, LengthsThatFloatDoesNotHoldAreAFailure) {
  FacetScene scene;
  const std::uint32_t plane = scene.add_mesh(flat_grid(2, 1e60)), ball = scene.shapes.add_sphere(1e59);
  scene.bodies.add({}, plane), scene.bodies.add(at(3e59, 1e59, 0.9e59), ball);
  const Detection<float> in_float = detected<float>(scene, 0);
  ASSERT_EQ(in_float.pairs.size(), 1u);
  EXPECT_EQ(status_of(in_float.contacts.status[0]), Status::degenerate_shape);
  EXPECT_EQ(of_status(in_float, Status::degenerate_shape), 1u);
  EXPECT_FALSE(in_float.facets->has(0));
  EXPECT_EQ(in_float.contacts.key[0], contact_key({0, 1}, {0}, {0}));
}

TYPED_TEST(FacetDetection, BadInputIsToldInOneLine) {
  using T = TypeParam;
  FacetScene scene;
  const std::uint32_t rod = scene.shapes.add_cylinder(0.25, 3), ring = scene.add_mesh(test::torus_mesh(1, 0.25, 12, 8));
  scene.bodies.add({}, ring), scene.bodies.add(at(0.9, 0, 0), rod);
  EXPECT_EQ(complaint([&] { detected<T>(scene, 0); }),
            "detect: parts 0 and 1 may meet, shape 1 by the facets of its mesh, and shape 0 is a cylinder, which has "
            "none; allowed with a mesh are points, segments, spheres, capsules, triangles, boxes, hulls and meshes");
  scene.bodies.set_pose(1, at(5, 0, 0));  // out of reach
  EXPECT_EQ(detected<T>(scene, 0).pairs.size(), 0u);
}

}  // namespace
}  // namespace abut
