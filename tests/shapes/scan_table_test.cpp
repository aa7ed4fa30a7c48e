// The blocks that a scan table names hold the vertex that a look at all finds, whatever the direction.
#include "host/shapes/scan_table.h"

#include <gtest/gtest.h>

#include <cmath>

#include "abut/narrow/hill_climb.h"
#include "tests/support/shapes.h"

namespace abut {
namespace {

using test::Random;

/// Two rings of `sides` vertices: many are farthest at once.
std::vector<Vec3<double>> prism(int sides, double height) {
  std::vector<Vec3<double>> vertices;
  for (int k = 0; k < 2 * sides; ++k) {
    const double turn = 2 * 3.14159265358979323846 * (k / 2) / sides;
    vertices.push_back({std::cos(turn), std::sin(turn), k % 2 == 0 ? -height : height});
  }
  return vertices;
}

ShapeSet shapes_with_tables() {
  Random random(61);
  ShapeSet shapes;
  shapes.add_hull(test::ellipsoid_points(random, 161));
  shapes.add_hull(test::ellipsoid_points(random, 639));
  shapes.add_hull(prism(150, 1));
  shapes.add_hull(prism(100, 1e-4));
  std::vector<Vec3<double>> needle = test::ellipsoid_points(random, 400);
  for (Vec3<double>& v : needle) v = {v.x, 1e-3 * v.y, 1e-5 * v.z};
  shapes.add_hull(needle);
  std::vector<Vec3<double>> crowded = test::ellipsoid_points(random, 300);  // most of them within a thousandth
  for (std::size_t k = 20; k < crowded.size(); ++k) crowded[k] = crowded[k] * 1e-3 + Vec3<double>{1, 1, 1};
  shapes.add_hull(crowded);
  return shapes;
}

/// All about, along axes, on and beside the borders of cells, along faces' normals.
template <class T>
std::vector<Vec3<T>> directions(const ShapeSetView<T>& view, const ShapeHeader& h) {
  Random random(62);
  std::vector<Vec3<T>> all;
  const auto component = [&] {
    const double border = 0.25 * static_cast<double>(random.below(9)) - 1;
    return random.below(2) == 0 ? border : border * (1 + random.uniform(-1e-6, 1e-6));
  };
  for (int k = 0; k < 4000; ++k) {
    all.push_back(narrowed<T>(random.direction() * random.magnitude(1e-6, 1e6)));
    all.push_back(narrowed<T>(Vec3<double>{component(), component(), component()}));
  }
  for (std::uint32_t f = h.face_offset; f < h.face_offset + h.face_count; ++f) {
    all.push_back({view.plane_nx[f], view.plane_ny[f], view.plane_nz[f]});
  }
  return all;
}

template <class T>
class ScanTable : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(ScanTable, Scalars);

TYPED_TEST(ScanTable, NamesTheBlockOfTheFarthestVertex) {
  using T = TypeParam;
  const ShapeSet shapes = shapes_with_tables();
  const ShapeSetView<T> view = shapes.view<T>();
  for (std::uint32_t s = 0; s < shapes.size(); ++s) {
    const ShapeHeader& h = shapes.header(s);
    if (h.vertex_count < min_scan_table_vertices) continue;  // qhull may drop some
    ASSERT_NE(h.table_offset, no_table) << s;
    const VertexSet<T> set = core_detail::vertices_of(view, h, T(1));
    const std::uint32_t* const vertex_at = set.table + scan_cells;
    const std::uint32_t padded = padded_count(h.vertex_count);
    for (std::uint32_t k = 0; k < padded; ++k) {
      for (const T* const c : {set.x, set.y, set.z}) ASSERT_EQ(c[padded + k], c[vertex_at[k]]) << s << ' ' << k;
    }
    for (const Vec3<T>& d : directions(view, h)) {
      if (max_abs(d) == T(0)) continue;
      const std::uint32_t expected = LinearScan::farthest(set, d);
      const std::uint32_t blocks = set.table[direction_cell<scan_divisions>(d)];
      bool found = blocks == all_blocks;
      for (std::uint32_t k = 0; k < 64; ++k) {
        found |= vertex_at[16 * (blocks >> (8 * (k / 16)) & 255u) % padded + k % 16] == expected;
      }
      ASSERT_TRUE(found) << s << " towards " << d.x << ' ' << d.y << ' ' << d.z << ", vertex " << expected;
    }
  }
}

TYPED_TEST(ScanTable, FewBlocksAreEnoughOnASmoothHull) {
  const ShapeSet shapes = shapes_with_tables();
  const auto view = shapes.view<TypeParam>();
  const ShapeHeader& h = shapes.header(1);
  double named = 0;
  for (std::uint32_t cell = 0; cell < scan_cells; ++cell) {
    const std::uint32_t blocks = view.direction_tables[h.table_offset + cell];
    named += blocks == all_blocks ? 40 : 1;
    for (int k = 0; k < 3 && blocks != all_blocks; ++k)
      named += (blocks >> (8 * k) & 255u) != (blocks >> (8 * k + 8) & 255u);
  }
  EXPECT_LT(named / scan_cells, 4);
}

TYPED_TEST(ScanTable, GoesWithReplacedVertices) {
  Random random(63);
  ShapeSet shapes;
  shapes.add_hull(test::ellipsoid_points(random, 200));
  ASSERT_NE(shapes.header(0).table_offset, no_table);
  std::vector<Vec3<double>> turned;
  for (const Vec3<double>& v : shapes.vertices(0)) turned.push_back({v.y, v.z, v.x});
  shapes.replace_vertices(0, turned);
  EXPECT_EQ(shapes.header(0).table_offset, no_table);
}

}  // namespace
}  // namespace abut
