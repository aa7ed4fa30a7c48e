// Support mappings of vertex sets: closed forms of boxes, and every vertex of both shapes against the one found.
#include "abut/narrow/support.h"

#include <gtest/gtest.h>

#include "tests/narrow/problem_of.h"
#include "tests/support/shapes.h"

namespace abut {
namespace {

using test::problem_of;
using test::Random;

TEST(Support, OfTwoBoxesIsTheSumOfTheirHalfExtents) {
  ShapeSet shapes;
  shapes.add_box({1, 2, 3});
  shapes.add_box({0.25, 0.5, 0.75});
  const auto view = shapes.view<double>();
  const PairProblem<double> p = problem_of(view, 0, 1, test::moved_by({0.5, -0.25, 1}));
  const double unit = power_of_two<double>(p.exponent);
  const auto support = vertex_difference<LinearScan>(p);
  for (int k = 0; k < 8; ++k) {
    const Vec3<double> side{k & 1 ? 1.0 : -1.0, k & 2 ? 1.0 : -1.0, k & 4 ? 1.0 : -1.0};
    const Vec3<double> w = support(side).w * unit;
    EXPECT_EQ(w.x, 1.25 * side.x - 0.5);
    EXPECT_EQ(w.y, 2.5 * side.y + 0.25);
    EXPECT_EQ(w.z, 3.75 * side.z - 1);
  }
}

TEST(Support, IsTheFarthestOfAllDifferences) {
  Random random(1);
  ShapeSet shapes;
  for (const int count : {5, 40, 200}) shapes.add_hull(test::ellipsoid_points(random, count));
  const auto view = shapes.view<double>();
  for (int i = 0; i < 200; ++i) {
    const std::uint32_t a = random.below(3), b = random.below(3);
    const PairProblem<double> p = problem_of(view, a, b, {random.in_ball(), random.rotation()});
    const auto support = vertex_difference<LinearScan>(p);
    const Vec3<double> u = random.direction();
    const SupportPoint<double> found = support(u);
    double most = -HUGE_VAL;
    for (std::uint32_t j = 0; j < support.a.count; ++j) {
      for (std::uint32_t k = 0; k < support.b.count; ++k) most = std::fmax(most, dot(u, support.point(j, k).w));
    }
    EXPECT_NEAR(dot(u, found.w), most, 4e-16);
    // The point is what its ids say.
    const SupportPoint<double> again = support.point(found.id_a, found.id_b);
    EXPECT_EQ(again.w.x, found.w.x);
    EXPECT_EQ(again.a.y, found.a.y);
    EXPECT_EQ(again.b.z, found.b.z);
    const Vec3<double> w = found.a - transform(p.pose, found.b);
    EXPECT_EQ(length(w - found.w), 0);
  }
}

TEST(Support, HullsThatAreClimbedGiveTheVertexOfAScan) {
  Random random(2);
  ShapeSet shapes;
  shapes.add_hull(test::ellipsoid_points(random, 900));
  const auto view = shapes.view<double>();
  const PairProblem<double> p = problem_of(view, 0, 0, Pose{});
  const VertexSet<double>& set = p.a.vertices;
  ASSERT_GE(set.count, min_climb_vertices);
  ASSERT_NE(set.table, nullptr);
  for (int i = 0; i < 2000; ++i) {
    const Vec3<double> d = random.direction();
    EXPECT_EQ(farthest_vertex<LinearScan>(set, d), LinearScan::farthest(set, d));
  }
}

/// Says where it was asked.
struct CountingScan : LinearScan {
  inline static int all = 0, by_table = 0;
  template <class T, class Stored>
  static std::uint32_t farthest(const VertexSet<T, Stored>& set, Vec3<T> d) {
    return ++all, LinearScan::farthest(set, d);
  }
  template <class T, class Stored>
  static std::uint32_t farthest_by_table(const VertexSet<T, Stored>& set, Vec3<T> d) {
    return ++by_table, LinearScan::farthest(set, d);
  }
};

TEST(Support, TheTableSaysHowVerticesAreLookedFor) {
  Random random(3);
  ShapeSet shapes;
  for (const int count : {20, 300, 900}) shapes.add_hull(test::ellipsoid_points(random, count));
  const auto view = shapes.view<double>();
  CountingScan::all = CountingScan::by_table = 0;
  for (std::uint32_t k = 0; k < 3; ++k) {
    const PairProblem<double> p = problem_of(view, k, k, Pose{});
    farthest_vertex<CountingScan>(p.a.vertices, {1, 0, 0});
    EXPECT_EQ(CountingScan::all, 1) << "without a table";
    EXPECT_EQ(CountingScan::by_table, k >= 1 ? 1 : 0) << "with the table of a scan; the last is climbed";
  }
}

}  // namespace
}  // namespace abut
