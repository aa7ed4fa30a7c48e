#include "abut/contacts/patch.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/contacts/touching.h"
#include "tests/support/flat_polygon.h"
#include "tests/support/shapes.h"

namespace abut {
namespace {

using test::posed;
using test::Random;
using test::Touching;
using test::turn;

template <class T>
class ContactPatches : public testing::Test {
 protected:
  static constexpr double eps = static_cast<double>(Epsilon<T>::value);
};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(ContactPatches, Scalars);

TYPED_TEST(ContactPatches, ABoxAtRestOnABoxHasFourPoints) {
  Random random(1);
  for (int k = 0; k < 200; ++k) {
    Touching<TypeParam> t;
    const Vec3<double> below{random.uniform(0.5, 2), random.uniform(0.5, 2), random.uniform(0.1, 1)};
    const Vec3<double> above{random.uniform(0.5, 2), random.uniform(0.5, 2), random.uniform(0.1, 1)};
    t.shapes.add_box(below);
    t.shapes.add_box(above);
    const double x = random.uniform(-0.9, 0.9), y = random.uniform(-0.9, 0.9);
    const double depth = k % 3 == 0 ? 0 : random.uniform(-0.05, 0.05);
    const Pose world = k % 2 == 0 ? Pose{} : posed(random.in_ball(), random.rotation());
    t.bodies.add(world, 0);
    t.bodies.add(compose(world, posed({x, y, below.z + above.z - depth})), 1);
    t.find();
    const double x0 = std::max(-below.x, x - above.x), x1 = std::min(below.x, x + above.x);
    const double y0 = std::max(-below.y, y - above.y), y1 = std::min(below.y, y + above.y);
    ASSERT_EQ(t.count(), 4u) << k;
    EXPECT_NEAR(static_cast<double>(t.patches.area[0]), (x1 - x0) * (y1 - y0), 64 * this->eps) << k;
    const double z = below.z - depth / 2;
    const Vec3<double> centre = compose(world, posed({(x0 + x1) / 2, (y0 + y1) / 2, z})).position;
    EXPECT_LT(length(t.centre() - centre), 64 * this->eps) << k;
    for (std::size_t p = 0; p < 4; ++p) {
      double nearest = 1;
      for (const double cx : {x0, x1}) {
        for (const double cy : {y0, y1}) {
          nearest = std::min(nearest, length(t.point(p) - compose(world, posed({cx, cy, z})).position));
        }
      }
      EXPECT_LT(nearest, 64 * this->eps) << k;
      EXPECT_NEAR(static_cast<double>(t.patches.gap[p]), -depth, 64 * this->eps) << k;
    }
  }
}

TYPED_TEST(ContactPatches, EdgesThatLieAlongEachOtherHaveTheirCommonPart) {
  Random random(2);
  for (int k = 0; k < 100; ++k) {
    Touching<TypeParam> t;
    t.shapes.add_box({1, 1, 1});
    t.shapes.add_box({1, 1, random.uniform(0.3, 1.5)});
    const Mat3<double> on_edge = turn({0, 0, 1}, 0.78539816339744831);
    const double along = random.uniform(-1, 1), apart = k % 2 == 0 ? 1e-3 : 0;
    const double half = t.shapes.header(1).half_extent[2];
    t.bodies.add(posed({0, 0, 0}, on_edge), 0);
    t.bodies.add(posed({2 * std::sqrt(2.0) + apart, 0, along}, on_edge), 1);
    t.find();
    const double z0 = std::max(-1.0, along - half), z1 = std::min(1.0, along + half);
    EXPECT_LT(static_cast<double>(t.patches.area[0]), 4096 * this->eps) << k;
    EXPECT_LT(length(t.centre() - Vec3<double>{std::sqrt(2.0) + apart / 2, 0, (z0 + z1) / 2}), 1e-2 * (z1 - z0)) << k;
    double low = 9, high = -9;
    for (std::size_t p = 0; p < t.count(); ++p) low = std::min(low, t.point(p).z), high = std::max(high, t.point(p).z);
    EXPECT_NEAR(low, z0, 1e3 * this->eps);
    EXPECT_NEAR(high, z1, 1e3 * this->eps);
  }
}

TYPED_TEST(ContactPatches, CapsulesThatLieAlongEachOtherHaveTwoPoints) {
  Touching<TypeParam> t;
  t.shapes.add_capsule(0.5, 1);
  t.bodies.add(Pose{}, 0);
  t.bodies.add(posed({0.99, 0, 0.6}), 0);
  t.find();
  ASSERT_EQ(t.count(), 2u);
  const double z[2] = {t.point(0).z, t.point(1).z};
  EXPECT_NEAR(std::min(z[0], z[1]), -0.4, 1e3 * this->eps);
  EXPECT_NEAR(std::max(z[0], z[1]), 1, 1e3 * this->eps);
  EXPECT_NEAR(t.centre().z, 0.3, 1e3 * this->eps);
  EXPECT_NEAR(static_cast<double>(t.patches.gap[0]), -0.01, 16 * this->eps);
  EXPECT_EQ(t.patches.area[0], TypeParam(0));
}

TYPED_TEST(ContactPatches, AVertexOnAFaceIsOnePoint) {
  Touching<TypeParam> t;
  t.shapes.add_box({1, 1, 1});
  t.shapes.add_hull(std::vector<Vec3<double>>{{0, 0, 0}, {1, 0, 1}, {-1, 1, 1}, {-1, -1, 1}});
  t.bodies.add(Pose{}, 0);
  t.bodies.add(posed({0.25, 0.5, 1}), 1);
  t.find();
  EXPECT_LT(length(t.centre() - Vec3<double>{0.25, 0.5, 1}), 2048 * this->eps);
  EXPECT_LT(static_cast<double>(t.patches.area[0]), 1e-4);
}

TYPED_TEST(ContactPatches, OtherKindsHaveOnePoint) {
  Touching<TypeParam> t;
  t.shapes.add_sphere(1);
  t.shapes.add_cylinder(1, 1);
  t.bodies.add(Pose{}, 0);
  t.bodies.add(posed({0, 0, 1.9}), 1);
  t.bodies.add(posed({0, 1.5, 0}), 0);
  t.pairs = {{0, 1}, {0, 2}};
  t.find();
  for (const std::size_t i : {0u, 1u}) {
    ASSERT_EQ(t.count(i), 1u);
    const std::size_t p = t.patches.offsets[i];
    EXPECT_NEAR(static_cast<double>(t.patches.point_y[p]), static_cast<double>(t.contacts.point_y[i]), 4 * this->eps);
    EXPECT_NEAR(static_cast<double>(t.patches.gap[p]), static_cast<double>(t.contacts.separation[i]), 64 * this->eps);
  }
}

/// The patch by its definition, from all facets of both bodies and their shadows. `s`: that of the contact.
template <class T>
test::FlatMeasure patch_by_definition(const ShapeSet& shapes, Pair pair, const Pose& b_in_a, const Contact<T>& c,
                                      double margin, Vec3<double>& axis_u, Vec3<double>& axis_v) {
  const Vec3<double> n = unit_vector(widen(c.normal)), origin = widen(c.point);
  axis_u = unit_vector(cross(std::abs(n.x) < 0.6 ? Vec3<double>{1, 0, 0} : Vec3<double>{0, 1, 0}, n));
  axis_v = cross(n, axis_u);
  struct Plane {
    long double u, v, c;  // height = u * u + v * v + c
  };
  std::vector<test::FlatPoint> shadow[2];
  std::vector<Plane> planes[2];
  double extreme[2] = {-1e30, 1e30};
  const std::uint32_t of[2] = {pair.a, pair.b};
  for (const int k : {0, 1}) {
    const Pose pose = k == 0 ? Pose{} : b_in_a;
    std::vector<Vec3<double>> x;
    for (const Vec3<double>& v : shapes.vertices(of[k])) {
      const Vec3<double> w = rotate(pose.rotation, v) + pose.position - origin;
      x.push_back({dot(w, axis_u), dot(w, axis_v), dot(w, n)});
      shadow[k].push_back({static_cast<long double>(x.back().x), static_cast<long double>(x.back().y)});
      extreme[k] = k == 0 ? std::max(extreme[k], x.back().z) : std::min(extreme[k], x.back().z);
    }
    for (const std::vector<std::uint32_t>& face : shapes.faces(of[k])) {
      Vec3<double> normal{0, 0, 0};
      for (std::size_t i = 2; i < face.size(); ++i) {
        normal = normal + cross(x[face[i - 1]] - x[face[0]], x[face[i]] - x[face[0]]);
      }
      normal = unit_vector(normal);
      if (k == 0 ? normal.z < 1e-6 : normal.z > -1e-6) continue;
      const Vec3<double>& at = x[face[0]];
      const long double z = static_cast<long double>(normal.z);
      planes[k].push_back({-static_cast<long double>(normal.x) / z, -static_cast<long double>(normal.y) / z,
                           static_cast<long double>(dot(normal, at)) / z});
    }
  }
  const double level = extreme[1] - extreme[0] + std::max(0.0, -static_cast<double>(c.separation)) + margin;
  test::FlatPolygon p = test::cut_to_hull(test::cut_to_hull(test::square(100), shadow[0]), shadow[1]);
  for (const Plane& a : planes[0]) {
    for (const Plane& b : planes[1])
      p = test::cut(p, b.u - a.u, b.v - a.v, static_cast<long double>(level) - (b.c - a.c));
  }
  return test::measure(p);
}

TYPED_TEST(ContactPatches, AreWhatTheDefinitionSays) {
  ShapeSet shapes;
  Random random(5);
  shapes.add_box({0.5, 0.4, 0.3});
  for (const int count : {4, 5, 8, 16, 40}) shapes.add_hull(test::ellipsoid_points(random, count));
  for (int k = 0; k < 3; ++k) shapes.add_triangle(random.in_ball(), random.in_ball(), random.in_ball());
  using test::Regime;
  for (const Regime regime : {Regime::separated, Regime::near, Regime::shallow}) {
    const test::ShapePairs in = test::random_pairs(shapes, 400, regime, 7);
    Contacts<TypeParam> contacts = test::query_all<TypeParam>(shapes, in);
    std::vector<TypeParam> area(in.pairs.size()), centre(3 * in.pairs.size());
    PatchesView<TypeParam> out;
    out.area.data = area.data();
    out.centre = {centre.data(), centre.data() + 1, centre.data() + 2, 3};
    PatchOptions options;
    options.margin = 0.02;
    find_shape_patches<TypeParam>(Cpu{}, shapes.view<TypeParam>(), {in.pairs, {in.poses.data(), 12}, contacts.view()},
                                  options, out);
    int compared = 0;
    for (std::size_t i = 0; i < in.pairs.size(); ++i) {
      const Contact<TypeParam> c = contacts[i];
      if (!is_contact(c.status)) continue;
      const Pose pose = in.pose(i);
      Vec3<double> u{}, v{};
      const test::FlatMeasure expected = patch_by_definition(shapes, in.pairs[i], pose, c, options.margin, u, v);
      if (expected.area < 1e-5L) continue;  // triangles on edge
      ++compared;
      const double size = shapes.header(in.pairs[i].a).size + shapes.header(in.pairs[i].b).size;
      // A rounding of a height moves a boundary by itself over the slope, and the area by that times its length.
      const double tolerance = 1e5 * this->eps * size;
      EXPECT_NEAR(static_cast<double>(area[i]), static_cast<double>(expected.area), tolerance * size) << i;
      const Vec3<double> at{static_cast<double>(centre[3 * i]), static_cast<double>(centre[3 * i + 1]),
                            static_cast<double>(centre[3 * i + 2])};
      const Vec3<double> away = at - widen(c.point);
      const double slack = tolerance * size / static_cast<double>(expected.area);
      EXPECT_NEAR(dot(away, u), static_cast<double>(expected.u), slack * size) << i;
      EXPECT_NEAR(dot(away, v), static_cast<double>(expected.v), slack * size) << i;
    }
    EXPECT_GT(compared, 250);
  }
}

/// Where features are given, most patches are found from them alone: the same ones.
TYPED_TEST(ContactPatches, AreTheSameWithAndWithoutFeatures) {
  ShapeSet shapes;
  Random random(31);
  shapes.add_box({0.5, 0.4, 0.3});
  for (const int count : {5, 8, 16, 60, 200}) shapes.add_hull(test::ellipsoid_points(random, count));
  for (const test::Regime regime : {test::Regime::near, test::Regime::shallow, test::Regime::deep}) {
    const test::ShapePairs in = test::random_pairs(shapes, 2000, regime, 32);
    const std::size_t n = in.pairs.size();
    Contacts<TypeParam> contacts = test::query_all<TypeParam>(shapes, in);
    const auto found = [&](const ContactsView<TypeParam>& view) {
      std::vector<TypeParam> out(4 * n);
      PatchesView<TypeParam> patches;
      patches.area = {out.data(), 4};
      patches.centre = {out.data() + 1, out.data() + 2, out.data() + 3, 4};
      PatchOptions options;
      options.margin = 1e-3;
      find_shape_patches<TypeParam>(Cpu{}, shapes.view<TypeParam>(), {in.pairs, {in.poses.data(), 12}, view}, options,
                                    patches);
      return out;
    };
    ContactsView<TypeParam> without = contacts.view();
    without.feature_a = without.feature_b = {};
    const std::vector<TypeParam> a = found(contacts.view()), b = found(without);
    for (std::size_t i = 0; i < n; ++i) {
      const double area = static_cast<double>(b[4 * i]), tolerance = 1e4 * this->eps;
      EXPECT_NEAR(static_cast<double>(a[4 * i]), area, tolerance) << i;
      for (std::size_t k = 4 * i + 1; k < 4 * i + 4; ++k) {
        EXPECT_NEAR(static_cast<double>(a[k]), static_cast<double>(b[k]), tolerance / std::max(1e-6, area)) << i;
      }
    }
  }
}

/// How far a point is outside the planes of a polyhedron's faces: 0 on its boundary.
double above_faces(const ShapeSet& shapes, std::uint32_t shape, Vec3<double> x) {
  double most = -1e300;
  const auto vertices = shapes.vertices(shape);
  for (const std::vector<std::uint32_t>& face : shapes.faces(shape)) {
    Vec3<double> normal{0, 0, 0};
    for (std::size_t i = 2; i < face.size(); ++i) {
      normal = normal + cross(vertices[face[i - 1]] - vertices[face[0]], vertices[face[i]] - vertices[face[0]]);
    }
    most = std::max(most, dot(unit_vector(normal), x - vertices[face[0]]));
  }
  return most;
}

TYPED_TEST(ContactPatches, PointsAreMidwayBetweenBothBoundaries) {
  ShapeSet shapes;
  Random random(34);
  shapes.add_box({0.5, 0.4, 0.3});
  for (const int count : {5, 8, 16, 60}) shapes.add_hull(test::ellipsoid_points(random, count));
  int seen = 0;
  for (const test::Regime regime : {test::Regime::near, test::Regime::shallow, test::Regime::deep}) {
    const test::ShapePairs in = test::random_pairs(shapes, 600, regime, 35);
    const std::size_t n = in.pairs.size();
    Contacts<TypeParam> contacts = test::query_all<TypeParam>(shapes, in);
    std::vector<TypeParam> points(3 * 64 * n), gaps(64 * n);
    std::vector<std::uint64_t> offsets(n + 1);
    PatchesView<TypeParam> out;
    out.offsets = offsets.data();
    out.points = {points.data(), points.data() + 1, points.data() + 2, 3};
    out.gaps = {gaps.data(), 1};
    out.capacity = gaps.size();
    find_shape_patches<TypeParam>(Cpu{}, shapes.view<TypeParam>(), {in.pairs, {in.poses.data(), 12}, contacts.view()},
                                  {.margin = 1e-3}, out);
    for (std::size_t i = 0; i < n; ++i) {
      if (offsets[i + 1] - offsets[i] < 3) continue;  // what is as small as a point is the contact point
      const Vec3<double> normal = widen(contacts[i].normal);
      const Pose b = in.pose(i);
      for (std::uint64_t k = offsets[i]; k < offsets[i + 1]; ++k, ++seen) {
        const Vec3<double> x{static_cast<double>(points[3 * k]), static_cast<double>(points[3 * k + 1]),
                             static_cast<double>(points[3 * k + 2])};
        const Vec3<double> half = normal * (static_cast<double>(gaps[k]) / 2);
        const double tolerance = 2000 * this->eps;
        EXPECT_NEAR(above_faces(shapes, in.pairs[i].a, x - half), 0, tolerance) << i;
        EXPECT_NEAR(above_faces(shapes, in.pairs[i].b, rotate_back(b.rotation, x + half - b.position)), 0, tolerance)
            << i;
      }
    }
  }
  EXPECT_GT(seen, 5000);
}

/// Poses on a grid: corners over corners, edges along edges, sides that are flush, outlines that coincide. There a walk
/// round the patch may go astray, and has to know it.
TYPED_TEST(ContactPatches, OfPosesOnAGridAreTheSameWithAndWithoutFeatures) {
  ShapeSet shapes;
  shapes.add_box({0.5, 0.5, 0.5});
  shapes.add_box({1, 0.5, 0.25});
  shapes.add_hull(std::vector<Vec3<double>>{{0.5, 0.5, 0}, {0.5, -0.5, 0}, {-0.5, 0.5, 0}, {-0.5, -0.5, 0}, {0, 0, 1}});
  std::vector<Vec3<double>> prism;
  for (int k = 0; k < 8; ++k) {
    const double angle = 0.78539816339744831 * k;
    for (const double z : {-0.5, 0.5}) prism.push_back({0.5 * std::cos(angle), 0.5 * std::sin(angle), z});
  }
  shapes.add_hull(prism);
  Random random(33);
  test::ShapePairs in;
  for (int k = 0; k < 4000; ++k) {
    const auto step = [&](double unit) { return unit * (static_cast<double>(random.below(9)) - 4); };
    Vec3<double> axis{0, 0, 0};
    (&axis.x)[random.below(3)] = 1;
    const Vec3<double> offset{step(0.25), step(0.25), step(0.25)};
    in.add({random.below(4), random.below(4)}, {offset, turn(axis, step(0.78539816339744831))});
  }
  const std::size_t n = in.pairs.size();
  Contacts<TypeParam> contacts = test::query_all<TypeParam>(shapes, in);
  for (const double margin : {0.0, 1e-3}) {
    const auto areas = [&](const ContactsView<TypeParam>& view) {
      std::vector<TypeParam> out(n);
      PatchesView<TypeParam> patches;
      patches.area = {out.data(), 1};
      find_shape_patches<TypeParam>(Cpu{}, shapes.view<TypeParam>(), {in.pairs, {in.poses.data(), 12}, view},
                                    {.margin = margin}, patches);
      return out;
    };
    ContactsView<TypeParam> without = contacts.view();
    without.feature_a = without.feature_b = {};
    const std::vector<TypeParam> a = areas(contacts.view()), b = areas(without);
    int wide = 0;
    for (std::size_t i = 0; i < n; ++i) {
      EXPECT_NEAR(static_cast<double>(a[i]), static_cast<double>(b[i]), 1e4 * this->eps) << i;
      wide += b[i] > TypeParam(0.1) ? 1 : 0;
    }
    EXPECT_GT(wide, 1000);
  }
}

/// Two segments along which bodies are nearest cross in one point, whichever of them comes first.
TYPED_TEST(ContactPatches, CapsulesThatCrossHaveOnePoint) {
  for (const bool turned : {false, true}) {
    Touching<TypeParam> t;
    t.shapes.add_capsule(0.5, 1);
    const Pose lying = posed({0.9, 0, 0}, turn({1, 0, 0}, M_PI / 2)), standing = posed({0, 0, -0.95});
    t.bodies.add(turned ? lying : standing, 0);
    t.bodies.add(turned ? standing : lying, 0);
    t.find();
    ASSERT_EQ(t.count(), 1u);
    EXPECT_LT(length(t.centre() - Vec3<double>{0.45, 0, 0}), 1e3 * this->eps);
  }
}

TYPED_TEST(ContactPatches, ATipOverAnEdgeHasBothOfItsFlanks) {
  Touching<TypeParam> t;
  t.shapes.add_triangle({-1, 0, -1}, {1, 0, -1}, {0, 0, 0});
  t.shapes.add_triangle({-1, 0, 0}, {1, 0, 0}, {0, 0, 1});
  t.bodies.add(Pose{}, 0);
  t.bodies.add(posed({0, 0, 0.01}), 1);
  PatchOptions options;
  options.margin = 0.1;
  t.find(options);
  ASSERT_EQ(t.count(), 2u);
  EXPECT_NEAR(t.centre().x, 0, 1e-3);
  EXPECT_NEAR(length(t.point(1) - t.point(0)), 0.2, 1e-3);
}

TYPED_TEST(ContactPatches, SidesThatAreFlushHaveTheirWholeCommonEdge) {
  Random random(3);
  for (int k = 0; k < 300; ++k) {
    Touching<TypeParam> t;
    t.shapes.add_box({1, 1, 1});
    t.shapes.add_box({3, 3, 1});
    const Pose world = posed(random.in_ball(), random.rotation());
    t.bodies.add(world, 1);
    t.bodies.add(compose(world, posed({4, 0, 2.01})), 0);
    PatchOptions options;
    options.margin = 1e-3;
    t.find(options);
    EXPECT_LT(length(t.centre() - compose(world, posed({3, 0, 1.005})).position), 1e-3) << k;
  }
}

/// Seen on edge, a plate is no thinner than what counts as level.
TYPED_TEST(ContactPatches, AThinPlateOnEdgeHasTheWidthOfItsDepth) {
  Touching<TypeParam> t;
  t.shapes.add_box({1, 1, 1});
  const double thick = sizeof(TypeParam) == sizeof(float) ? 1e-7 : 1e-15, a = 0.785398;
  t.shapes.add_box({thick, 0.5, 0.5});
  t.bodies.add(Pose{}, 0);
  t.bodies.add(posed({0, 0, 0.9 + std::cos(a) * 0.5 + std::sin(a) * thick}, turn({0, 1, 0}, a)), 1);
  t.find();
  EXPECT_NEAR(static_cast<double>(t.patches.area[0]), 0.1, 1e-3);
}

TYPED_TEST(ContactPatches, BoxesWithoutExtentHaveOnePoint) {
  Touching<TypeParam> t;
  t.shapes.add_box({1, 1, 1});
  t.shapes.add_box({0, 0, 0});
  t.shapes.add_box({0.3, 0, 0});
  t.bodies.add(Pose{}, 0);
  t.bodies.add(posed({0.1, 0.2, 0.7}, turn({0.6, 0.8, 0}, 1)), 1);
  t.bodies.add(posed({0.1, 0.2, 0.9}), 2);
  t.pairs = {{0, 1}, {0, 2}};
  t.find();
  EXPECT_EQ(t.patches.area, (std::vector<TypeParam>{0, 0}));
  EXPECT_EQ(t.patches.offsets, (std::vector<std::uint64_t>{0, 1, 2}));
}

/// A box that turns on another about an edge's direction, slowly, from one side to the other: area and centroid change
/// little where the pose changes little.
TYPED_TEST(ContactPatches, ChangeContinuouslyWhereABoxTurnsOnAnother) {
  const double margin = 0.01;
  double last_area = -1, largest_step = 0, largest_area_step = 0;
  Vec3<double> last{};
  for (int k = -400; k <= 400; ++k) {
    Touching<TypeParam> t;
    t.shapes.add_box({1, 1, 1});
    t.shapes.add_box({0.5, 0.4, 0.3});
    const double angle = 1e-4 * k;  // to 0.04, beyond which an edge alone is within the margin
    const Mat3<double> tilt = turn({0, 1, 0}, angle);
    const double lowest = 0.3 * std::cos(angle) + 0.5 * std::abs(std::sin(angle));
    t.bodies.add(Pose{}, 0);
    t.bodies.add(posed({0.2, 0.1, 1 + lowest}, tilt), 1);
    PatchOptions options;
    options.margin = margin;
    t.find(options);
    const double area = static_cast<double>(t.patches.area[0]);
    // The side that lies down and the one that rises from its lowest edge, as far as the gap is below the margin.
    const double slope = std::abs(std::tan(angle));
    const double length_below = angle == 0 ? 1 : std::min(std::cos(angle), margin / slope) + margin * slope;
    EXPECT_NEAR(area, 0.8 * length_below, 2e3 * this->eps / std::max(1e-4, slope)) << k;
    if (last_area >= 0) {
      largest_step = std::max(largest_step, length(t.centre() - last));
      largest_area_step = std::max(largest_area_step, std::abs(area - last_area));
    }
    last_area = area;
    last = t.centre();
  }
  // Where a side of the patch begins to move it does so at 1 / angle: 0.01 / 0.01^2 of length for a unit of angle.
  EXPECT_LT(largest_area_step, 1.1 * 0.8 * 1e-4 / margin);
  EXPECT_LT(largest_step, 1.1 * 0.5 * 1e-4 / margin);
}

/// One corner region slides over the edge of a table: the point follows by half, without a jump.
TYPED_TEST(ContactPatches, ThePointMovesContinuouslyWhereABoxSlidesOverAnEdge) {
  double last = 0;
  for (int k = 0; k <= 1000; ++k) {
    Touching<TypeParam> t;
    t.shapes.add_box({1, 1, 1});
    t.shapes.add_box({0.5, 0.5, 0.5});
    t.bodies.add(Pose{}, 0);
    const double x = 1.3e-3 * k;
    t.bodies.add(posed({x, 0, 1.4999}, turn({0, 0, 1}, 0.3)), 1);
    PatchOptions options;
    options.move_points = true;
    t.find(options);
    const double at = static_cast<double>(t.contacts.point_x[0]);
    EXPECT_EQ(t.contacts.point_x[0], t.patches.centre_x[0]);
    if (k > 0) {
      EXPECT_LT(std::abs(at - last), 1.3e-3 * 1.01 + 100 * this->eps) << k;
    }
    last = at;
  }
}

TYPED_TEST(ContactPatches, ReducedOnesKeepAreaAndExtent) {
  Touching<TypeParam> t;
  std::vector<Vec3<double>> round;
  for (int k = 0; k < 40; ++k) {
    for (const double z : {-0.2, 0.2}) round.push_back({std::cos(k * M_PI / 20), std::sin(k * M_PI / 20), z});
  }
  t.shapes.add_hull(round);
  t.bodies.add(Pose{}, 0);
  t.bodies.add(posed({0, 0, 0.4}, turn({0, 0, 1}, 0.01)), 0);
  t.find();
  EXPECT_GT(t.count(), 40u);
  const TypeParam area = t.patches.area[0];
  for (const std::uint32_t most : {3u, 4u, 6u, 8u}) {
    PatchOptions options;
    options.most_points = most;
    t.find(options);
    ASSERT_EQ(t.count(), most);
    EXPECT_EQ(t.patches.area[0], area);
    double kept = 0, extent = 0;
    for (std::size_t p = 0; p < most; ++p) {
      const Vec3<double> a = t.point(p), b = t.point((p + 1) % most);
      kept += (a.x * b.y - a.y * b.x) / 2;
      for (std::size_t q = 0; q < p; ++q) extent = std::max(extent, length(a - t.point(q)));
    }
    const double best = most / 2.0 * std::sin(2 * M_PI / most);  // of a circle
    EXPECT_GT(std::abs(kept), 0.8 * best) << most;
    EXPECT_GT(extent, most == 3 ? 1.6 : 1.9) << most;
  }
}

TYPED_TEST(ContactPatches, HugeAndTinyUnitsGiveTheSame) {
  const auto found = [](double unit) {
    Touching<TypeParam> t;
    t.shapes.add_box({unit, unit, unit});
    t.bodies.add(Pose{}, 0);
    t.bodies.add(posed({0.5 * unit, 0.25 * unit, 1.75 * unit}, turn({0, 0, 1}, 0.3)), 0);
    t.find();
    return std::vector<double>{static_cast<double>(t.patches.centre_x[0]) / unit,
                               static_cast<double>(t.patches.area[0]) / unit / unit, static_cast<double>(t.count())};
  };
  const double far = sizeof(TypeParam) == sizeof(float) ? 0x1p40 : 0x1p300;
  EXPECT_EQ(found(far), found(1));
  EXPECT_EQ(found(1 / far), found(1));
}

TEST(ContactPatches, HugeUnitsLeaveWhatIsZeroZero) {
  Touching<double> t;
  const double s = 1e160;
  t.shapes.add_box({s, s, s});
  t.shapes.add_hull(std::vector<Vec3<double>>{{0, 0, 0}, {s, 0, s}, {-s, s, s}, {-s, -s, s}});
  t.bodies.add(Pose{}, 0);
  t.bodies.add(posed({0, 0, s}), 1);
  t.find();
  EXPECT_EQ(t.patches.area[0], 0);
}

}  // namespace
}  // namespace abut
