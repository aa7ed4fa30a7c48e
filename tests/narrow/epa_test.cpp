// EPA on its own: any simplex to start from, the surface that it keeps, its certificate.
#include "abut/narrow/epa.h"

#include <gtest/gtest.h>

#include <cmath>
#include <memory>

#include "abut/narrow/query.h"
#include "tests/support/shapes.h"

namespace abut {
namespace {

using test::Random;

template <class T>
using Support = DifferenceSupport<T, LinearScan>;

/// Two shapes of a set as a support mapping, in the caller's unit.
template <class T>
Support<T> support_of(const ShapeSet& shapes, std::uint32_t a, std::uint32_t b, const RelativePose<double>& pose) {
  PairProblem<T> p{};
  const auto view = shapes.view<T>();
  EXPECT_EQ(make_problem(view, a, b, pose, 1e300, p), Status::converged);
  return vertex_difference<LinearScan>(p);
}

template <class T>
class Epa : public testing::Test {
 protected:
  EpaResult<T> run(const Support<T>& support, const std::vector<Pair>& start, std::uint32_t capacity = 1024) {
    memory_ = std::make_unique<std::byte[]>(polytope_bytes<T>(capacity));
    polytope_ = polytope_in<T>(memory_.get(), capacity);
    EpaResult<T> out;
    std::vector<SupportPoint<T>> points;
    for (const Pair& ids : start) points.push_back(support.point(ids.a, ids.b));
    epa(points.data(), static_cast<int>(points.size()), EpaGoal<T>{T(2)}, support, polytope_, out);
    return out;
  }

  /// Every edge of every face in use is shared with one neighbour that says the same, run through the other way.
  void expect_closed_surface() const {
    std::vector<bool> unused(polytope_.face_count, false);
    for (std::uint32_t i = 0; i < polytope_.unused_count; ++i) unused[polytope_.unused[i]] = true;
    for (std::uint32_t f = 0; f < polytope_.face_count; ++f) {
      if (unused[f]) continue;
      const PolytopeFace& face = polytope_.faces[f];
      for (int k = 0; k < 3; ++k) {
        const std::uint32_t g = face.neighbour[k];
        const int edge = face.neighbour_edge[k];
        ASSERT_LT(g, polytope_.face_count);
        ASSERT_FALSE(unused[g]);
        ASSERT_EQ(polytope_.faces[g].neighbour[edge], f);
        ASSERT_EQ(polytope_.faces[g].neighbour_edge[edge], k);
        ASSERT_EQ(polytope_.faces[g].v[edge], face.v[(k + 1) % 3]);
        ASSERT_EQ(polytope_.faces[g].v[(edge + 1) % 3], face.v[k]);
      }
    }
  }

  std::unique_ptr<std::byte[]> memory_;
  Polytope<T> polytope_{};
};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(Epa, Scalars);

TYPED_TEST(Epa, StartsFromAnySimplexOfTwoBoxes) {
  using T = TypeParam;
  ShapeSet shapes;
  shapes.add_box({1, 1, 1});
  // B lies 1.75 to the right: depth 0.25 along x. Vertex k has the signs of its bits.
  const auto support = support_of<T>(shapes, 0, 0, {{{1, 0, 0, 0, 1, 0, 0, 0, 1}}, {1.75, 0.125, 0}});
  const double unit = 2;  // the pair's size, 2 sqrt(3), lies in [2, 4)
  const std::vector<std::vector<Pair>> starts = {
      {{1, 0}},                          // a vertex of the difference on the nearest face
      {{0, 7}},                          // a far one
      {{1, 0}, {0, 1}},                  // a segment
      {{1, 0}, {3, 0}, {1, 4}},          // a triangle in the nearest face
      {{1, 0}, {1, 0}, {1, 0}},          // repeated
      {{1, 0}, {3, 0}, {5, 0}, {7, 0}},  // flat
      {{0, 7}, {7, 0}, {1, 6}, {2, 5}},  // a tetrahedron
  };
  for (const auto& start : starts) {
    const EpaResult<T> r = this->run(support, start);
    EXPECT_NEAR(r.depth * unit, 0.25, 8 * static_cast<double>(Epsilon<T>::value)) << start.size();
    EXPECT_NEAR(r.normal.x, 1, 1e-6);
    EXPECT_LE(r.depth - r.lower, 2 * static_cast<double>(Epsilon<T>::value));
    EXPECT_FALSE(r.full);
    this->expect_closed_surface();
  }
}

TYPED_TEST(Epa, OriginOnAFaceEdgeOrVertexHasDepthZero) {
  using T = TypeParam;
  ShapeSet shapes;
  shapes.add_box({1, 1, 1});
  for (const Vec3<double> t : {Vec3<double>{2, 0.25, 0.5}, Vec3<double>{2, 2, 0.5}, Vec3<double>{2, 2, 2}}) {
    const auto support = support_of<T>(shapes, 0, 0, {{{1, 0, 0, 0, 1, 0, 0, 0, 1}}, t});
    for (const auto& start : std::vector<std::vector<Pair>>{{{7, 0}}, {{7, 0}, {5, 2}}, {{7, 0}, {0, 7}, {1, 0}}}) {
      const EpaResult<T> r = this->run(support, start);
      EXPECT_NEAR(r.depth, 0, 4 * static_cast<double>(Epsilon<T>::value)) << t.x << t.y << t.z;
      EXPECT_NEAR(length(r.normal), 1, 1e-12);
      this->expect_closed_surface();
    }
  }
}

TYPED_TEST(Epa, BoundsCloseAndTheSurfaceStaysClosedOnHulls) {
  using T = TypeParam;
  Random random(3);
  ShapeSet shapes;
  for (int i = 0; i < 5; ++i) shapes.add_hull(test::ellipsoid_points(random, 8 + 30 * i));
  for (int i = 0; i < 300; ++i) {
    const auto support = support_of<T>(shapes, random.below(5), random.below(5),
                                       {random.rotation(), random.in_ball() * random.uniform(0, 0.4)});
    const EpaResult<T> r = this->run(support, {{0, 0}});
    ASSERT_FALSE(r.full);
    ASSERT_GT(r.depth, 0);
    ASSERT_LE(r.depth - r.lower, 4 * static_cast<double>(Epsilon<T>::value)) << i;
    this->expect_closed_surface();
    // no direction is narrower
    for (int k = 0; k < 50; ++k) {
      const Vec3<double> d = random.direction();
      const Vec3<T> u{static_cast<T>(d.x), static_cast<T>(d.y), static_cast<T>(d.z)};
      ASSERT_GE(static_cast<double>(dot(u, support(u).w)), r.depth - 8 * static_cast<double>(Epsilon<T>::value));
    }
  }
}

TYPED_TEST(Epa, FullPolytopeKeepsValidBounds) {
  using T = TypeParam;
  Random random(5);
  ShapeSet shapes;
  shapes.add_hull(test::ellipsoid_points(random, 200));
  const auto support = support_of<T>(shapes, 0, 0, {random.rotation(), {0.01, 0.02, 0}});
  const EpaResult<T> all = this->run(support, {{0, 0}}, 4096);
  const EpaResult<T> some = this->run(support, {{0, 0}}, 12);
  EXPECT_FALSE(all.full);
  EXPECT_TRUE(some.full);
  EXPECT_GE(some.depth, all.depth - 1e-6);
  EXPECT_LE(some.lower, all.depth + 1e-6);
  this->expect_closed_surface();
}

TYPED_TEST(Epa, DifferencesWithoutVolumeHaveDepthZero) {
  using T = TypeParam;
  ShapeSet shapes;
  shapes.add_point({0, 0, 0});
  shapes.add_segment({-1, 0, 0}, {1, 0, 0});
  shapes.add_triangle({-1, -1, 0}, {1, -1, 0}, {0, 1, 0});
  constexpr Mat3<double> identity{{1, 0, 0, 0, 1, 0, 0, 0, 1}};
  const auto point = this->run(support_of<T>(shapes, 0, 0, {identity, {0, 0, 0}}), {{0, 0}});
  EXPECT_TRUE(point.normal_undefined);
  EXPECT_EQ(point.depth, 0);
  const auto segment = this->run(support_of<T>(shapes, 1, 1, {identity, {0.5, 0, 0}}), {{0, 0}});
  EXPECT_FALSE(segment.normal_undefined);
  EXPECT_NEAR(segment.depth, 0, 1e-15);
  EXPECT_NEAR(segment.normal.x, 0, 1e-15);
  const auto triangle = this->run(support_of<T>(shapes, 2, 2, {identity, {0.25, 0, 0}}), {{0, 1}});
  EXPECT_NEAR(triangle.depth, 0, 1e-15);
  EXPECT_NEAR(std::abs(triangle.normal.z), 1, 1e-15);
}

/// Asked for more than rounding can tell, EPA sets aside one face after the other: none of them is the answer then, nor
/// is one beyond it.
TEST(EpaFaces, SetAsideAreNotTheAnswer) {
  constexpr std::uint32_t capacity = 64;
  const auto memory = std::make_unique<std::byte[]>(polytope_bytes<double>(capacity));
  Random random(31);
  for (int i = 0; i < 400; ++i) {
    ShapeSet shapes;
    const Vec3<double> p = random.in_ball(), q = random.in_ball(), r = random.in_ball(), s = random.in_ball();
    shapes.add_hull(std::vector<Vec3<double>>{p, q, r, s});
    shapes.add_point({0, 0, 0});
    if (shapes.header(0).vertex_count < 4) continue;
    const Vec3<double> inside = (p + q + r + s) * 0.25;
    const auto& c = shapes.header(0).centre;
    const auto support = support_of<double>(
        shapes, 0, 1, {Mat3<double>{{1, 0, 0, 0, 1, 0, 0, 0, 1}}, inside - Vec3<double>{c[0], c[1], c[2]}});
    Polytope<double> polytope = polytope_in<double>(memory.get(), capacity);
    SupportPoint<double> points[4];
    for (std::uint32_t k = 0; k < 4; ++k) points[k] = support.point(k, 0);
    EpaResult<double> out;
    epa(points, 4, EpaGoal<double>{1e-30, 0, true}, support, polytope, out);
    EXPECT_LE(out.depth - out.lower, 16 * Epsilon<double>::value) << i;
  }
}

}  // namespace
}  // namespace abut
