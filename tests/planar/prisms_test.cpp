// The plane against space: polygons, discs and segments as prisms that are longer than they can be deep in each other,
// answered by the other query.
#include <gtest/gtest.h>

#include "abut/detect.h"
#include "abut/shapes/shape_set.h"
#include "tests/planar/planar_cases.h"

namespace abut {
namespace {

using namespace test;

/// Every shape of the plane from -height to height along z.
ShapeSet prisms_of(const PlanarShapeSet& shapes, double height) {
  ShapeSet prisms;
  for (std::uint32_t s = 0; s < shapes.size(); ++s) {
    std::vector<Vec3<double>> points;
    for (const Vec2<double>& v : shapes.vertices(s)) {
      points.push_back({v.x, v.y, -height});
      points.push_back({v.x, v.y, height});
    }
    prisms.add_hull(points, shapes.header(s).rounding);
  }
  return prisms;
}

/// Polygons of all kinds, every third rounded.
PlanarShapeSet any_shapes(Random& random, int count) {
  PlanarShapeSet shapes;
  for (int k = 0; k < count; ++k) shapes.add_polygon(random_points(random, k % 6), k % 3 == 0 ? 0.25 : 0);
  return shapes;
}

template <class T>
class PlaneAsSpace : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(PlaneAsSpace, Scalars);

TYPED_TEST(PlaneAsSpace, PrismsAreAsFarApartAndAsDeepAsTheirPolygons) {
  using T = TypeParam;
  Random random(51);
  const PlanarShapeSet shapes = any_shapes(random, 48);
  const ShapeSet prisms = prisms_of(shapes, 4);
  std::vector<PlanarBody> bodies;
  std::vector<Pair> pairs, shape_pairs;
  std::vector<double> poses;
  for (std::uint32_t i = 0; i < 3000; ++i) {
    const std::uint32_t a = random.below(48), b = random.below(48);
    const PlanarPose pose = planar_pose({random.uniform(-2, 2), random.uniform(-2, 2)}, random.uniform(0, 7));
    bodies.push_back({a, {}});
    bodies.push_back({b, pose});
    pairs.push_back({2 * i, 2 * i + 1});
    shape_pairs.push_back({a, b});
    const auto [c, s] = pose.rotation;
    poses.insert(poses.end(), {c, -s, 0, pose.position.x, s, c, 0, pose.position.y, 0, 0, 1, 0});
  }
  std::vector<PlanarContact<T>> flat(pairs.size());
  query_planar_pairs<T>(Cpu{1}, shapes, bodies, pairs, {}, {flat, {}});
  Contacts<T> solid(pairs.size());
  query_shape_pairs<T>(Cpu{1}, prisms.view<T>(), shape_pairs, {poses.data(), 12}, {}, solid.view());
  int apart = 0, deep = 0;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    ASSERT_TRUE(is_contact(flat[i].status)) << i;
    const double s = static_cast<double>(flat[i].separation), scale = 16 + std::abs(s);
    // Of a prism the roundings are those of its height.
    const double tolerance = 8 * static_cast<double>(Epsilon<T>::value) * scale;
    EXPECT_NEAR(s, static_cast<double>(solid.separation[i]), tolerance) << i;
    EXPECT_LE(static_cast<double>(solid.lower_bound[i]), s + tolerance) << i;
    EXPECT_LE(static_cast<double>(flat[i].lower_bound), static_cast<double>(solid.separation[i]) + tolerance) << i;
    apart += s > 0.1, deep += s < -0.1;
    if (s < 0.1) continue;  // of an overlap two normals may be as good
    EXPECT_NEAR(static_cast<double>(flat[i].normal.x), static_cast<double>(solid.normal_x[i]), 20 * tolerance) << i;
    EXPECT_NEAR(static_cast<double>(flat[i].normal.y), static_cast<double>(solid.normal_y[i]), 20 * tolerance) << i;
    EXPECT_NEAR(static_cast<double>(solid.normal_z[i]), 0, 20 * tolerance) << i;
  }
  EXPECT_GT(apart, 500);
  EXPECT_GT(deep, 500);
}

TYPED_TEST(PlaneAsSpace, DiscsAreUprightCapsules) {
  using T = TypeParam;
  Random random(52);
  for (int i = 0; i < 300; ++i) {
    const double one = random.uniform(0.1, 1), two = random.uniform(0.1, 1);
    const Vec2<double> at{random.uniform(-2, 2), random.uniform(-2, 2)};
    PlanarShapeSet discs;
    discs.add_disc(one);
    discs.add_disc(two);
    ShapeSet capsules;
    capsules.add_capsule(one, 1);
    capsules.add_capsule(two, 1);
    const auto flat = query<T>(discs, {0, {}}, {1, planar_pose(at, random.uniform(0, 7))});
    const double pose[12] = {1, 0, 0, at.x, 0, 1, 0, at.y, 0, 0, 1, 0};
    Contacts<T> solid(1);
    const Pair pair{0, 1};
    query_shape_pairs<T>(Cpu{1}, capsules.view<T>(), {&pair, 1}, {pose, 12}, {}, solid.view());
    const double tolerance = 16 * static_cast<double>(Epsilon<T>::value);
    EXPECT_NEAR(static_cast<double>(flat.separation), static_cast<double>(solid.separation[0]), tolerance) << i;
    EXPECT_NEAR(static_cast<double>(flat.normal.x), static_cast<double>(solid.normal_x[0]), 16 * tolerance) << i;
    EXPECT_NEAR(static_cast<double>(flat.witness_a.y), static_cast<double>(solid.witness_a_y[0]), 16 * tolerance) << i;
    EXPECT_NEAR(static_cast<double>(flat.witness_b.x), static_cast<double>(solid.witness_b_x[0]), 16 * tolerance) << i;
  }
}

}  // namespace
}  // namespace abut
