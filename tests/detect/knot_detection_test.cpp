// Detection where NURBS surfaces stand for shapes: pairs of two such shapes meet by knots, all others as ever.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "abut/detect.h"
#include "abut/surface/surface_contacts.h"
#include "tests/surface/known_surfaces.h"

namespace abut {
namespace {

template <class T>
class KnotDetection : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(KnotDetection, Scalars);

/// Two unit spheres that overlap by 0.1, on a wall, 0.05 deep; and two plain balls that overlap, far from all.
struct Spheres {
  ShapeSet shapes;
  BodySet bodies;
  ContactSurfaces surfaces;

  Spheres() {
    const NurbsSurface sphere = test::unit_sphere();
    const std::uint32_t ball = shapes.add_hull(sphere.points), wall = shapes.add_box({4, 4, 1}),
                        plain = shapes.add_sphere(1);
    surfaces.set(shapes, ball, sphere, knot_positions(sphere, {.distance = 0.2, .angle = 0}));
    surfaces.set(shapes, wall, box_surface({4, 4, 1}), {});
    bodies.add(at(0, 0, 0), ball), bodies.add(at(1.9, 0, 0), ball), bodies.add(at(0, 0, -1.95), wall);
    bodies.add(at(50, 0, 0), plain), bodies.add(at(51, 0, 0), plain);
    bodies.add(at(7, 0, -1.95), wall);  // walls meet as the boxes that they are
  }
  static Pose at(double x, double y, double z) { return {{x, y, z}, Pose{}.rotation}; }
};

template <class T>
Detection<T> detected(const Spheres& s, Cpu cpu = {}) {
  return detect<T>(cpu, s.shapes, s.bodies, DetectOptions{0, nullptr, &s.surfaces});
}

TYPED_TEST(KnotDetection, RowsAreThoseOfTheFinderAmongTheOthers) {
  using T = TypeParam;
  const Spheres s;
  const Detection<T> found = detected<T>(s);
  ASSERT_TRUE(found.knots);
  EXPECT_FALSE(found.facets);
  SurfaceContactFinder finder;
  const std::vector<Pair> pairs{{0, 1}, {0, 2}, {1, 2}};
  const SurfaceContacts<T> knots = finder.find<T>(s.surfaces, s.bodies.parts(), pairs, {});
  ASSERT_EQ(finder.pairs().size(), 3u);
  ASSERT_EQ(found.pairs.size(), knots.size() + 2);
  std::size_t k = 0;
  for (std::size_t i = 0; i < found.pairs.size(); ++i) {
    const Contact<T> c = found.contacts[i];
    if (!found.knots->has(i)) {
      EXPECT_TRUE(found.pairs[i].a == 2 || found.pairs[i].a == 3) << found.pairs[i].a;
      EXPECT_NEAR(static_cast<double>(c.separation), -1, 1e-5);
      continue;
    }
    ASSERT_LT(k, knots.size());
    EXPECT_EQ(c.separation, knots.separation[k]);
    EXPECT_EQ(c.status, static_cast<std::uint8_t>(Status::converged)) << "and its normal is there";
    EXPECT_EQ(found.knots->u[i], knots.u[k]);
    EXPECT_EQ(found.knots->v[i], knots.v[k]);
    EXPECT_EQ(c.point.x, knots.point[k].x);
    const bool of_b = (knots.key[k] & surface_contact_of_b) != 0;
    EXPECT_EQ(feature_kind(of_b ? c.feature_b : c.feature_a), FeatureKind::vertex);
    EXPECT_EQ(feature_kind(of_b ? c.feature_a : c.feature_b), FeatureKind::unknown);
    EXPECT_EQ(feature_index(of_b ? c.feature_b : c.feature_a), knots.key[k] & 0xffffffffu);
    EXPECT_EQ(c.key, contact_key(found.pairs[i], c.feature_a, c.feature_b));
    EXPECT_LE(c.lower_bound, c.separation);
    const Vec3<T> between = c.witness_b - c.witness_a - c.normal * c.separation;
    EXPECT_LE(static_cast<double>(max_abs(between)), 4e-7);
    ++k;
  }
  EXPECT_EQ(k, knots.size());
  EXPECT_EQ(found.status[static_cast<std::size_t>(Status::converged)], 5u);
  EXPECT_EQ(found.candidate_pairs, 5u);
}

TYPED_TEST(KnotDetection, GivenPairsMayBeInAnyOrder) {
  using T = TypeParam;
  const Spheres s;
  const std::vector<Pair> pairs{{1, 2}, {0, 1}, {1, 2}};
  const Detection<T> found = detect<T>(Cpu{}, s.shapes, s.bodies, pairs, DetectOptions{0, nullptr, &s.surfaces});
  const auto count = [&](std::uint32_t a, std::uint32_t b) {
    return std::count_if(found.pairs.begin(), found.pairs.end(), [&](Pair p) { return p.a == a && p.b == b; });
  };
  EXPECT_EQ(found.pairs.front().a, 1u);
  EXPECT_EQ(found.pairs.back().a, 1u);
  EXPECT_GT(count(0, 1), 0);
  EXPECT_GT(count(1, 2), 0);
  EXPECT_EQ(count(1, 2) % 2, 0);
  EXPECT_EQ(static_cast<std::size_t>(count(0, 1) + count(1, 2)), found.pairs.size());
}

TYPED_TEST(KnotDetection, APoseThatIsNotFiniteIsTold) {
  using T = TypeParam;
  Spheres s;
  const Part far{s.bodies.parts().shape[0], Spheres::at(1.5e308, 0, 0)};
  s.bodies.add(Spheres::at(1.5e308, 0, 0), {&far, 1});
  const std::vector<Pair> pairs{{0, 6}};
  const Detection<T> found = detect<T>(Cpu{}, s.shapes, s.bodies, pairs, DetectOptions{0, nullptr, &s.surfaces});
  ASSERT_EQ(found.pairs.size(), 1u);
  EXPECT_EQ(status_of(found.contacts.status[0]), Status::invalid_pose);
  EXPECT_FALSE(found.knots->has(0));
  EXPECT_EQ(found.status[static_cast<std::size_t>(Status::invalid_pose)], 1u);
}

TYPED_TEST(KnotDetection, APoseThatIsNotUsableLeavesTheOtherPairsAsTheyAre) {
  using T = TypeParam;
  Spheres s;
  const std::vector<Pair> two{{0, 1}, {0, 2}};
  const Detection<T> alone = detect<T>(Cpu{}, s.shapes, s.bodies, two, DetectOptions{0, nullptr, &s.surfaces});
  const Part far{s.bodies.parts().shape[0], Spheres::at(1.5e308, 0, 0)};
  s.bodies.add(Spheres::at(1.5e308, 0, 0), {&far, 1});
  const std::vector<Pair> three{{0, 1}, {0, 6}, {0, 2}};
  const Detection<T> found = detect<T>(Cpu{}, s.shapes, s.bodies, three, DetectOptions{0, nullptr, &s.surfaces});
  ASSERT_EQ(found.pairs.size(), alone.pairs.size() + 1);
  std::size_t k = 0;
  for (std::size_t i = 0; i < found.pairs.size(); ++i) {
    if (found.pairs[i].b == 6) {
      EXPECT_EQ(status_of(found.contacts.status[i]), Status::invalid_pose);
      continue;
    }
    EXPECT_EQ(found.contacts.key[i], alone.contacts.key[k]);
    EXPECT_EQ(found.contacts.separation[i], alone.contacts.separation[k]);
    ++k;
  }
}

TYPED_TEST(KnotDetection, ThreadsGiveTheSameBits) {
  using T = TypeParam;
  const Spheres s;
  const Detection<T> one = detected<T>(s, Cpu{1}), three = detected<T>(s, Cpu{3});
  EXPECT_EQ(one.contacts.separation, three.contacts.separation);
  EXPECT_EQ(one.contacts.key, three.contacts.key);
}

TYPED_TEST(KnotDetection, WithoutSurfacesNothingIsAdded) {
  using T = TypeParam;
  Spheres s;
  const ContactSurfaces none;
  const Detection<T> found = detect<T>(Cpu{}, s.shapes, s.bodies, DetectOptions{0, nullptr, &none});
  EXPECT_FALSE(found.knots);
  EXPECT_EQ(found.pairs.size(), 5u);  // hulls and boxes
}

}  // namespace
}  // namespace abut
