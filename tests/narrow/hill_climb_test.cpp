// Hill climbing finds the height of a scan of all vertices, from any start, plateaus and near-duplicates included.
#include "abut/narrow/hill_climb.h"

#include <gtest/gtest.h>

#include <cmath>

#include "abut/narrow/convex_core.h"
#include "tests/support/shapes.h"

namespace abut {
namespace {

using test::Random;

template <class T>
class HillClimb : public testing::Test {
 protected:
  static constexpr T eps = Epsilon<T>::value;

  static VertexSet<T> vertices(const ShapeSet& shapes, const ShapeSetView<T>& view, std::uint32_t s) {
    return core_of<T>(view, s, shapes.header(s).exponent).vertices;
  }
  /// The climb's height against the highest of all, from the table and from random starts.
  static void expect_highest(const VertexSet<T>& set, Vec3<T> d, std::uint32_t start) {
    const T highest = height(set, LinearScan::farthest(set, d), d);
    const T found = height(set, hill_climb(set, d, start), d);
    // Plateaus are explored within 16 roundings of the largest height.
    ASSERT_LE(highest - found, T(16) * eps * (abs(d.x) + abs(d.y) + abs(d.z)))
        << "towards " << d.x << " " << d.y << " " << d.z << " from " << start;
  }
};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(HillClimb, Scalars);

TYPED_TEST(HillClimb, FindsTheFarthestVertexOfLargeHulls) {
  using T = TypeParam;
  Random random(51);
  ShapeSet shapes;
  for (const int count : {100, 1000, 3000}) shapes.add_hull(test::ellipsoid_points(random, count));
  const auto view = shapes.view<T>();
  EXPECT_EQ(shapes.header(0).table_offset, no_table);
  for (std::uint32_t s = 0; s < shapes.size(); ++s) {
    const VertexSet<T> set = this->vertices(shapes, view, s);
    for (int i = 0; i < 3000; ++i) {
      const Vec3<T> d = narrowed<T>(random.direction());
      const bool table = set.table != nullptr && i % 2 == 0;
      this->expect_highest(set, d, table ? climb_start(set, d) : random.below(set.count));
      if (this->HasFatalFailure()) return;
    }
  }
}

TYPED_TEST(HillClimb, IsNotCaughtOnTheRimOfARegularPrism) {
  using T = TypeParam;
  // Seen nearly along the axis neighbours on the ring are equal to rounding, and the far side is not.
  Random random(52);
  for (const int ring : {64, 512, 4096}) {
    std::vector<Vec3<double>> points;
    for (int k = 0; k < ring; ++k) {
      const double angle = 2 * M_PI * k / ring;
      for (const double z : {-0.25, 0.25}) points.push_back({std::cos(angle), std::sin(angle), z});
    }
    ShapeSet shapes;
    shapes.add_hull(points);
    const auto view = shapes.view<T>();
    const VertexSet<T> set = this->vertices(shapes, view, 0);
    for (int i = 0; i < 2000; ++i) {
      const double tilt = random.magnitude(1e-17, 1e-1), angle = random.uniform(0, 7);
      const Vec3<T> d = narrowed<T>(Vec3<double>{tilt * std::cos(angle), tilt * std::sin(angle), 1});
      this->expect_highest(set, d, random.below(set.count));
      if (this->HasFatalFailure()) return;
    }
  }
}

TYPED_TEST(HillClimb, IsSafeOnNearDuplicatesAndCoplanarFaces) {
  using T = TypeParam;
  Random random(53);
  std::vector<Vec3<double>> points;
  for (int k = 0; k < 700; ++k) {  // on a cube's faces, some of them twice to rounding
    Vec3<double> p{random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)};
    (k % 3 == 0 ? p.x : k % 3 == 1 ? p.y : p.z) = k % 2 == 0 ? 1 : -1;
    points.push_back(p);
    if (k % 5 == 0) points.push_back(p + random.direction() * random.magnitude(1e-17, 1e-7));
  }
  for (int k = 0; k < 400; ++k) points.push_back(random.direction() * 1.5);
  ShapeSet shapes;
  shapes.add_hull(points);
  const auto view = shapes.view<T>();
  const VertexSet<T> set = this->vertices(shapes, view, 0);
  for (int i = 0; i < 5000; ++i) {
    Vec3<T> d = narrowed<T>(random.direction());
    if (i % 4 == 0) d = {T(i % 8 == 0 ? 1 : -1), T(0), T(0)};
    this->expect_highest(set, d, random.below(set.count));
    if (this->HasFatalFailure()) return;
  }
}

TYPED_TEST(HillClimb, QueriesOfLargeHullsAnswerAsSmallOnesDo) {
  using T = TypeParam;
  // A hull with a table against the same vertices scanned: only the shape decides how, and the answer is the same.
  Random random(54);
  ShapeSet shapes;
  shapes.add_hull(test::ellipsoid_points(random, 2000));
  ASSERT_NE(shapes.header(0).table_offset, no_table);
  ShapeSetView<T> scanned = shapes.view<T>();
  ShapeHeader header = shapes.header(0);
  header.table_offset = no_table;
  scanned.headers = &header;
  const test::ShapePairs in = test::random_pairs(shapes, 500, test::Regime::shallow, 55);
  const Contacts<T> climbed = test::query_all<T>(shapes, in);
  Contacts<T> all(in.pairs.size());
  query_shape_pairs<T>(Cpu{}, scanned, in.pairs, {in.poses.data(), 12}, {}, all.view());
  for (std::size_t i = 0; i < in.pairs.size(); ++i) {
    ASSERT_NEAR(climbed.separation[i], all.separation[i], 8 * static_cast<double>(this->eps) * 2) << i;
  }
}

}  // namespace
}  // namespace abut
