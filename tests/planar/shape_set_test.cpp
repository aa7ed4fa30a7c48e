#include "abut/planar/shape_set.h"

#include <gtest/gtest.h>

#include "abut/core/predicates.h"
#include "tests/planar/planar_cases.h"

namespace abut {
namespace {

using namespace test;

int turn(Vec2<double> a, Vec2<double> b, Vec2<double> c) { return orient2d(a.x, a.y, b.x, b.y, c.x, c.y); }

TEST(PlanarHull, VerticesRunCounterClockwiseFromTheLowestIndex) {
  const Points points{{2, 2}, {0, 0}, {2, 0}, {1, 1}, {0, 2}, {1, 0}, {2, 2}};
  EXPECT_EQ(planar_hull(points), (std::vector<std::uint32_t>{0, 4, 1, 2}));
  EXPECT_EQ(planar_hull(Points{{3, 3}, {1, 1}, {2, 2}}), (std::vector<std::uint32_t>{0, 1}));
  EXPECT_EQ(planar_hull(Points{{3, 3}, {3, 3}}), (std::vector<std::uint32_t>{0}));
  EXPECT_TRUE(planar_hull(Points{}).empty());
}

TEST(PlanarHull, HoldsAllPointsAndIsStrictlyConvex) {
  Random random(1);
  for (int i = 0; i < 3000; ++i) {
    Points points = random_points(random, i % 6);
    if (i % 2 == 0) {  // nearly collinear ones
      for (auto& p : points) p.y = p.x / 3 + random.uniform(-1, 1) * 1e-16;
    }
    const auto hull = planar_hull(points);
    ASSERT_FALSE(hull.empty());
    ASSERT_EQ(*std::min_element(hull.begin(), hull.end()), hull[0]);
    for (std::size_t k = 0; k < hull.size() && hull.size() > 2; ++k) {
      const auto a = points[hull[k]], b = points[hull[(k + 1) % hull.size()]], c = points[hull[(k + 2) % hull.size()]];
      ASSERT_EQ(turn(a, b, c), 1) << i;
      for (const auto& p : points) ASSERT_GE(turn(a, b, p), 0) << i;
    }
  }
}

TEST(PlanarShapeSet, KeepsVerticesSourcesSizeAndRounding) {
  PlanarShapeSet shapes;
  const Points points{{1, 1}, {3, 1}, {3, 5}, {1, 5}, {2, 2}};
  const auto shape = shapes.add_polygon(points, 0.5);
  EXPECT_EQ(shapes.sources(shape).size(), 4u);
  EXPECT_EQ(shapes.header(shape).centre.y, 3);
  EXPECT_DOUBLE_EQ(shapes.header(shape).size, std::sqrt(5.0) + 0.5);
  const auto view = shapes.view<float>();
  EXPECT_EQ(view.most_vertices, 4u);
  EXPECT_EQ(view.x[0], -0.5f);  // from the box centre, in units of 2
  EXPECT_EQ(view.x[15], view.x[3]);
  shapes.add_disc(2);
  EXPECT_EQ(shapes.view<float>().count, 2u);
  EXPECT_EQ(shapes.header(1).size, 2);
}

/// Packs of 16 lanes are loaded from there.
template <class T>
void expect_aligned(const PlanarShapeSet& shapes) {
  const PlanarShapeSetView<T> view = shapes.view<T>();
  for (const T* array : {view.x, view.y, view.zero}) {
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(array) % 64, 0u);
    for (std::uint32_t i = 0; i < view.count; ++i) EXPECT_EQ(view.headers[i].vertex_offset * sizeof(T) % 64, 0u);
  }
}

TEST(PlanarShapeSet, ArraysOfAViewAreAligned) {
  // Of many sizes, so that chance does not align all.
  std::vector<PlanarShapeSet> sets(20);
  test::Random random(3);
  for (PlanarShapeSet& shapes : sets) {
    const std::uint32_t count = 1 + random.below(5);
    for (std::uint32_t i = 0; i < count; ++i) shapes.add_polygon(test::random_points(random, 2));
    expect_aligned<float>(shapes), expect_aligned<double>(shapes);
  }
}

}  // namespace
}  // namespace abut
