// What per-pair code sees of shapes of the plane: vertices in any unit, padded, and zeros for the third coordinate.
#include "abut/planar/shape_set_view.h"

#include <gtest/gtest.h>

#include <vector>

#include "tests/planar/planar_cases.h"

namespace abut {
namespace {

TEST(PlanarView, VerticesAreThoseOfTheShapeAboutItsBoxCentreInAnyUnit) {
  test::Random random(1);
  for (const double unit : {1.0, 0x1p-500, 0x1p400}) {
    PlanarShapeSet shapes;
    for (int kind = 0; kind < 6; ++kind) {
      test::Points points = test::random_points(random, kind);
      for (Vec2<double>& p : points) p = p * unit;
      shapes.add_polygon(points);
    }
    const auto view = shapes.view<double>();
    ASSERT_EQ(view.count, 6u);
    for (std::uint32_t k = 0; k < 6; ++k) {
      const PlanarShapeHeader& h = view.headers[k];
      const VertexSet<double> set = vertex_set<double>(view, k, h.exponent);
      ASSERT_EQ(set.count, shapes.vertices(k).size());
      EXPECT_LE(set.count, view.most_vertices);
      EXPECT_EQ(set.table, nullptr);
      for (std::uint32_t v = 0; v < set.count; ++v) {
        const Vec3<double> p = vertex(set, v) * std::ldexp(1.0, h.exponent);
        EXPECT_NEAR((p.x + h.centre.x) / unit, shapes.vertices(k)[v].x / unit, 4e-16);
        EXPECT_NEAR((p.y + h.centre.y) / unit, shapes.vertices(k)[v].y / unit, 4e-16);
        EXPECT_EQ(p.z, 0);
        EXPECT_LE(length(Vec2<double>{p.x, p.y}), h.size * (1 + 1e-15));
      }
    }
  }
}

TEST(PlanarView, PayloadsArePaddedWithTheLastVertex) {
  PlanarShapeSet shapes;
  shapes.add_polygon(std::vector<Vec2<double>>{{0, 0}, {3, 0}, {0, 4}});
  shapes.add_disc(2);
  const auto view = shapes.view<float>();
  EXPECT_EQ(view.headers[1].vertex_offset, 16u);
  for (std::uint32_t k = 3; k < 16; ++k) {
    EXPECT_EQ(view.x[k], view.x[2]);
    EXPECT_EQ(view.y[k], view.y[2]);
  }
  for (std::uint32_t k = 0; k < 16; ++k) EXPECT_EQ(view.zero[k], 0);
  EXPECT_EQ(view.headers[1].rounding, 2);
  EXPECT_EQ(view.headers[1].size, 2);
}

TEST(PlanarView, AShapeWithoutExtentHasNoUnit) {
  PlanarShapeSet shapes;
  shapes.add_point({5, 7});
  const auto view = shapes.view<double>();
  const VertexSet<double> set = vertex_set<double>(view, 0, 300);
  EXPECT_EQ(set.scale, 1);
  EXPECT_EQ(vertex(set, 0).x, 0);
  EXPECT_EQ(view.headers[0].centre.y, 7);
}

}  // namespace
}  // namespace abut
