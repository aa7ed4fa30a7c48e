// The unit of a set, a power of two, reaches no stored bit: views of every kind at the ends of the range, in both
// precisions, of which one is the other rounded.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "abut/shapes/shape_set.h"
#include "tests/shapes/point_sets.h"
#include "tests/support/same_bits.h"

namespace abut::test {
namespace {

/// Every kind, with hulls that are scanned, have tables, or are climbed; sums of sums, and new vertices.
ShapeSet every_kind(double unit) {
  ShapeSet set;
  const auto at = [&](double x, double y, double z) { return Vec3<double>{x, y, z} * unit; };
  set.add_point(at(1, 2, 3), 0.3 * unit);
  set.add_segment(at(0.1, 0.2, 0.3), at(4, 5, 6), 0.1 * unit);
  set.add_triangle(at(0, 0, 0), at(1, 0.3, 0), at(0, 1, 0.7));
  set.add_sphere(0.7 * unit);
  set.add_capsule(0.3 * unit, 0.6 * unit);
  const std::uint32_t box = set.add_box(at(0.1, 0.7, 0.3), 0.2 * unit);
  const std::uint32_t ellipsoid = set.add_ellipsoid(at(0.3, 0.9, 0.2));
  set.add_cylinder(0.3 * unit, 0.1 * unit, 0.7 * unit);
  const std::uint32_t cone = set.add_cone(0.6 * unit, 0.9 * unit);
  for (const int count : {30, 200, 700}) {
    set.add_hull(scaled(cloud_on_sphere(count, 41), 0.9 * unit, 0.6 * unit, 1.7 * unit), 0.1 * unit);
  }
  Random random(42);
  const std::uint32_t sum = set.add_minkowski_sum(box, ellipsoid, {at(1, 2, 3), random.rotation()}, 0.4 * unit);
  set.add_minkowski_sum(sum, cone, {at(-3, 0.2, 1), random.rotation()});
  const std::uint32_t replaced = set.add_triangle(at(0, 0, 0), at(1, 0, 0), at(0, 1, 0));
  set.replace_vertices(replaced, Points{at(0.1, 0.2, 0.3), at(0.9, 0.1, 0.7), at(0.4, 0.8, 0.2)});
  return set;
}

template <class T>
class Units : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(Units, Scalars);

template <class E>
std::vector<E> array_of(const E* data, std::size_t size) {
  return {data, data + size};
}

TYPED_TEST(Units, ReachNoStoredBitOfAnyKind) {
  const ShapeSet one = every_kind(1);
  const auto a = one.view<TypeParam>();
  for (const int e : {-990, -500, -30, 1, 30, 500, 990}) {
    SCOPED_TRACE(e);
    const ShapeSet other = every_kind(std::ldexp(1.0, e));
    const auto b = other.view<TypeParam>();
    ASSERT_EQ(a.count, b.count);
    ASSERT_EQ(a.sizes.vertices, b.sizes.vertices);
    ASSERT_EQ(a.sizes.faces, b.sizes.faces);
    ASSERT_EQ(a.sizes.direction_tables, b.sizes.direction_tables);
    const auto same_array = [&](const char* what, const auto* x, const auto* y, std::size_t size) {
      expect_same_bits(array_of(x, size), array_of(y, size), what);
    };
    same_array("x", a.x, b.x, a.sizes.vertices);
    same_array("y", a.y, b.y, a.sizes.vertices);
    same_array("z", a.z, b.z, a.sizes.vertices);
    same_array("normal x", a.plane_nx, b.plane_nx, a.sizes.faces);
    same_array("normal y", a.plane_ny, b.plane_ny, a.sizes.faces);
    same_array("normal z", a.plane_nz, b.plane_nz, a.sizes.faces);
    same_array("offset", a.plane_offset, b.plane_offset, a.sizes.faces);
    same_array("tables", a.direction_tables, b.direction_tables, a.sizes.direction_tables);
    same_array("neighbours", a.adjacency, b.adjacency, a.sizes.adjacency);
    same_array("edges of neighbours", a.adjacency_edge, b.adjacency_edge, a.sizes.adjacency);
    same_array("corners of faces", a.face_vertices, b.face_vertices, a.sizes.face_vertices);
    for (std::uint32_t s = 0; s < a.count; ++s) {
      const ShapeHeader &h = a.headers[s], &g = b.headers[s];
      EXPECT_EQ(g.exponent, h.exponent + e) << s;
      EXPECT_EQ(g.size, std::ldexp(h.size, e)) << s;
      EXPECT_EQ(g.rounding, std::ldexp(h.rounding, e)) << s;
      for (int k = 0; k < 3; ++k) {
        EXPECT_EQ(g.centre[k], std::ldexp(h.centre[k], e)) << s;
        EXPECT_EQ(g.half_extent[k], std::ldexp(h.half_extent[k], e)) << s;
      }
      EXPECT_EQ(g.flags, h.flags) << s;
      EXPECT_EQ(g.table_offset, h.table_offset) << s;
    }
    for (std::size_t t = 0; t < a.sizes.terms; ++t) {
      EXPECT_EQ(a.terms[t].shape, b.terms[t].shape);
      for (int k = 0; k < 9; ++k) EXPECT_EQ(a.terms[t].rotation[k], b.terms[t].rotation[k]);
    }
  }
}

TEST(UnitsOfViews, FloatsAreTheDoublesRoundedOnceAndTablesAreShared) {
  const ShapeSet set = every_kind(0x1p77);
  const auto f = set.view<float>();
  const auto d = set.view<double>();
  const auto rounded = [](const double* data, std::size_t size) { return std::vector<float>(data, data + size); };
  for (const auto& [narrow, wide, size] : {std::tuple{f.x, d.x, f.sizes.vertices},
                                           {f.y, d.y, f.sizes.vertices},
                                           {f.z, d.z, f.sizes.vertices},
                                           {f.plane_nx, d.plane_nx, f.sizes.faces},
                                           {f.plane_ny, d.plane_ny, f.sizes.faces},
                                           {f.plane_nz, d.plane_nz, f.sizes.faces},
                                           {f.plane_offset, d.plane_offset, f.sizes.faces}}) {
    expect_same_bits(array_of(narrow, size), rounded(wide, size), "rounded");
  }
  EXPECT_EQ(f.headers, d.headers);
  EXPECT_EQ(f.direction_tables, d.direction_tables);
  EXPECT_EQ(f.edges, d.edges);
  EXPECT_EQ(f.terms, d.terms);
}

TEST(UnitsOfViews, VerticesInBlocksAreThoseOfTheShapeInAnotherOrder) {
  const ShapeSet set = every_kind(1);
  const auto view = set.view<float>();
  int with_blocks = 0;
  for (std::uint32_t s = 0; s < view.count; ++s) {
    const ShapeHeader& h = view.headers[s];
    if (h.table_offset == no_table || h.vertex_count >= min_climb_vertices) continue;
    ++with_blocks;
    const std::uint32_t padded = padded_count(h.vertex_count);
    std::vector<int> seen(h.vertex_count, 0);
    for (std::uint32_t k = 0; k < padded; ++k) {
      const std::uint32_t v = view.direction_tables[h.table_offset + scan_cells + k];
      ASSERT_LT(v, h.vertex_count);
      ++seen[v];
      EXPECT_EQ(view.x[h.vertex_offset + padded + k], view.x[h.vertex_offset + v]);
      EXPECT_EQ(view.z[h.vertex_offset + padded + k], view.z[h.vertex_offset + v]);
    }
    for (const int times : seen) EXPECT_GE(times, 1);
  }
  EXPECT_GT(with_blocks, 0);
}

}  // namespace
}  // namespace abut::test
