#include "abut/shapes/shape_set.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <type_traits>

#include "abut/core/error.h"
#include "tests/shapes/point_sets.h"

namespace abut::test {
namespace {

template <class T>
class ShapeSetViews : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(ShapeSetViews, Scalars);

/// Vertex `k` of a view in the caller's unit and frame.
template <class T>
Vec3<double> unstored(const ShapeSetView<T>& view, std::uint32_t shape, std::uint32_t k) {
  const ShapeHeader& h = view.headers[shape];
  const std::uint32_t at = h.vertex_offset + k;
  return Vec3<double>{std::ldexp(static_cast<double>(view.x[at]), h.exponent),
                      std::ldexp(static_cast<double>(view.y[at]), h.exponent),
                      std::ldexp(static_cast<double>(view.z[at]), h.exponent)} +
         Vec3<double>{h.centre[0], h.centre[1], h.centre[2]};
}

/// One of everything, far from the origin where that can be.
ShapeSet mixed_set() {
  ShapeSet set;
  set.add_point({1, 2, 3}, 0.5);
  set.add_segment({0, 0, 0}, {0, 3, 4});
  set.add_triangle({0, 0, 0}, {1, 0, 0}, {0, 1, 0}, 0.25);
  set.add_sphere(2);
  set.add_capsule(0.5, 3);
  set.add_box({1, 2, 3});
  set.add_hull(moved(cloud_on_sphere(100, 1), {{1, 0, 0, 0, 1, 0, 0, 0, 1}}, {1e6, -1e6, 0}, 1e-3));
  set.add_hull(grid(3), 0.125);
  set.add_box({0, 0, 0});
  return set;
}

TYPED_TEST(ShapeSetViews, StoredVerticesAreCentredScaledAndRounded) {
  const ShapeSet set = mixed_set();
  const auto view = set.view<TypeParam>();
  ASSERT_EQ(view.count, set.size());
  for (std::uint32_t s = 0; s < view.count; ++s) {
    const ShapeHeader& h = view.headers[s];
    EXPECT_EQ(h.vertex_offset % 16, 0u);
    const auto master = set.vertices(s);
    ASSERT_EQ(master.size(), h.vertex_count);
    for (std::uint32_t k = 0; k < h.vertex_count; ++k) {
      // The TypeParam's roundoff of numbers below 2, and double's at the distance from the origin.
      const double tolerance =
          h.size * static_cast<double>(std::numeric_limits<TypeParam>::epsilon()) + max_abs(master[k]) * 0x1p-52;
      EXPECT_LE(max_abs(unstored(view, s, k) - master[k]), tolerance);
    }
    const double scaled_size = std::ldexp(h.size, -h.exponent);
    if (h.size > 0) {
      EXPECT_GE(scaled_size, 1);
      EXPECT_LT(scaled_size, 2);
    } else {
      EXPECT_EQ(h.exponent, 0);
    }
  }
}

TYPED_TEST(ShapeSetViews, PayloadsArePaddedWithTheLastVertexAndAligned) {
  const ShapeSet set = mixed_set();
  const auto view = set.view<TypeParam>();
  for (const TypeParam* array :
       {view.x, view.y, view.z, view.plane_nx, view.plane_ny, view.plane_nz, view.plane_offset}) {
    EXPECT_EQ(std::bit_cast<std::uintptr_t>(array) % 64, 0u);
  }
  std::uint32_t expected_offset = 0;
  for (std::uint32_t s = 0; s < view.count; ++s) {
    const ShapeHeader& h = view.headers[s];
    EXPECT_EQ(h.vertex_offset, expected_offset);
    const std::uint32_t padded = padded_count(h.vertex_count);
    for (std::uint32_t k = h.vertex_count; k < padded; ++k) {
      EXPECT_EQ(view.x[h.vertex_offset + k], view.x[h.vertex_offset + h.vertex_count - 1]);
      EXPECT_EQ(view.y[h.vertex_offset + k], view.y[h.vertex_offset + h.vertex_count - 1]);
      EXPECT_EQ(view.z[h.vertex_offset + k], view.z[h.vertex_offset + h.vertex_count - 1]);
    }
    expected_offset += padded;
  }
}

TYPED_TEST(ShapeSetViews, PlanesTouchTheirFacesAndHoldAllVertices) {
  const ShapeSet set = mixed_set();
  const auto view = set.view<TypeParam>();
  const double eps = static_cast<double>(std::numeric_limits<TypeParam>::epsilon());
  for (std::uint32_t s = 0; s < view.count; ++s) {
    const ShapeHeader& h = view.headers[s];
    const auto faces = set.faces(s);
    ASSERT_EQ(faces.size(), h.face_count);
    const auto height = [&](std::uint32_t f, std::uint32_t k) {
      const std::uint32_t v = h.vertex_offset + k;
      return static_cast<double>(view.plane_nx[f] * view.x[v] + view.plane_ny[f] * view.y[v] +
                                 view.plane_nz[f] * view.z[v] - view.plane_offset[f]);
    };
    for (std::uint32_t f = 0; f < h.face_count; ++f) {
      const std::uint32_t at = h.face_offset + f;
      EXPECT_NEAR(static_cast<double>(view.plane_nx[at] * view.plane_nx[at] + view.plane_ny[at] * view.plane_ny[at] +
                                      view.plane_nz[at] * view.plane_nz[at]),
                  1, 8 * eps);
      for (const std::uint32_t k : faces[f]) EXPECT_NEAR(height(at, k), 0, 32 * eps);
      for (std::uint32_t k = 0; k < h.vertex_count; ++k) EXPECT_LE(height(at, k), 32 * eps);
    }
  }
}

TYPED_TEST(ShapeSetViews, APowerOfTwoScaleChangesNoStoredBit) {
  const Points points = cloud_on_sphere(300, 2);
  ShapeSet a, b;
  a.add_hull(points, 0.5);
  b.add_hull(scaled(points, 0x1p-600, 0x1p-600, 0x1p-600), 0.5 * 0x1p-600);
  const auto va = a.view<TypeParam>(), vb = b.view<TypeParam>();
  ASSERT_EQ(va.headers[0].vertex_count, vb.headers[0].vertex_count);
  EXPECT_EQ(va.headers[0].exponent, vb.headers[0].exponent + 600);
  EXPECT_EQ(va.headers[0].size, std::ldexp(vb.headers[0].size, 600));
  for (std::uint32_t k = 0; k < va.headers[0].vertex_count; ++k) {
    EXPECT_EQ(va.x[k], vb.x[k]);
    EXPECT_EQ(va.y[k], vb.y[k]);
    EXPECT_EQ(va.z[k], vb.z[k]);
  }
  for (std::uint32_t f = 0; f < va.headers[0].face_count; ++f) {
    EXPECT_EQ(va.plane_nx[f], vb.plane_nx[f]);
    EXPECT_EQ(va.plane_ny[f], vb.plane_ny[f]);
    EXPECT_EQ(va.plane_nz[f], vb.plane_nz[f]);
    EXPECT_EQ(va.plane_offset[f], vb.plane_offset[f]);
  }
}

TYPED_TEST(ShapeSetViews, AViewFollowsAdditionsAndReplacements) {
  ShapeSet set;
  set.add_box({1, 1, 1});
  set.view<TypeParam>();
  set.add_segment({0, 0, 0}, {2, 0, 0});
  EXPECT_EQ(set.view<TypeParam>().count, 2u);
  const Points moved_segment{{5, 0, 0}, {5, 8, 0}};
  set.replace_vertices(1, moved_segment);
  set.replace_vertices(1, moved_segment);
  const auto view = set.view<TypeParam>();
  EXPECT_EQ(view.headers[1].version, 2u);
  EXPECT_TRUE(same(unstored(view, 1, 0), {5, 0, 0}));
  EXPECT_TRUE(same(unstored(view, 1, 1), {5, 8, 0}));
  EXPECT_EQ(view.headers[1].size, 4);
  EXPECT_EQ(view.headers[0].version, 0u);
  EXPECT_TRUE(same(unstored(view, 0, 7), {1, 1, 1}));
}

TEST(ShapeSet, NeighboursAreTheEndsOfTheEdgesOfEachShape) {
  const ShapeSet set = mixed_set();
  const auto view = set.view<double>();
  for (std::uint32_t s = 0; s < view.count; ++s) {
    const ShapeHeader& h = view.headers[s];
    std::vector<std::vector<std::uint32_t>> expected(h.vertex_count);
    for (std::uint32_t e = h.edge_offset; e < h.edge_offset + h.edge_count; ++e) {
      expected[view.edges[e].v0].push_back(view.edges[e].v1);
      expected[view.edges[e].v1].push_back(view.edges[e].v0);
    }
    for (std::uint32_t k = 0; k < h.vertex_count; ++k) {
      std::sort(expected[k].begin(), expected[k].end());
      const std::uint32_t* begin = view.adjacency_begin + h.adjacency_offset + k;
      EXPECT_EQ(expected[k], std::vector<std::uint32_t>(view.adjacency + begin[0], view.adjacency + begin[1]));
    }
  }
}

TEST(ShapeSet, ABoxHasItsVerticesInTheOrderOfTheirSigns) {
  ShapeSet set;
  const std::uint32_t box = set.add_box({1, 2, 3}, 0.5);
  const auto v = set.vertices(box);
  ASSERT_EQ(v.size(), 8u);
  for (std::uint32_t k = 0; k < 8; ++k) {
    EXPECT_TRUE(same(v[k], {k & 1 ? 1.0 : -1.0, k & 2 ? 2.0 : -2.0, k & 4 ? 3.0 : -3.0}));
  }
  const ShapeHeader& h = set.header(box);
  EXPECT_EQ(h.vertex_class, 8u);
  EXPECT_EQ(h.face_count, 6u);
  EXPECT_EQ(h.edge_count, 12u);
  EXPECT_EQ(h.rounding, 0.5);
  EXPECT_DOUBLE_EQ(h.size, std::sqrt(14.0) + 0.5);
  EXPECT_EQ(h.half_extent[2], 3);
  const auto view = set.view<double>();
  for (std::uint32_t k = 0; k < 8; ++k) {
    ASSERT_EQ(view.adjacency_begin[k + 1] - view.adjacency_begin[k], 3u);
    for (std::uint32_t i = view.adjacency_begin[k]; i < view.adjacency_begin[k + 1]; ++i) {
      EXPECT_EQ(std::popcount(view.adjacency[i] ^ k), 1);
    }
  }
  for (const auto& face : set.faces(box)) {
    ASSERT_EQ(face.size(), 4u);
    EXPECT_GT(dot(cross(v[face[1]] - v[face[0]], v[face[2]] - v[face[1]]), v[face[0]]), 0);
  }
}

TEST(ShapeSet, AFlatBoxKeepsTheNormalsOfABox) {
  ShapeSet set;
  set.add_box({1, 0, 0});
  set.add_box({0, 0, 0});
  const auto view = set.view<double>();
  for (std::uint32_t s = 0; s < 2; ++s) {
    Vec3<double> sum{0, 0, 0}, sum_abs{0, 0, 0};
    for (std::uint32_t f = view.headers[s].face_offset; f < view.headers[s].face_offset + 6; ++f) {
      const Vec3<double> n{view.plane_nx[f], view.plane_ny[f], view.plane_nz[f]};
      sum = sum + n;
      sum_abs = sum_abs + Vec3<double>{std::fabs(n.x), std::fabs(n.y), std::fabs(n.z)};
    }
    EXPECT_TRUE(same(sum, {0, 0, 0}));
    EXPECT_TRUE(same(sum_abs, {2, 2, 2}));
  }
  EXPECT_EQ(view.headers[1].size, 0);
  EXPECT_EQ(view.headers[0].half_extent[1], 0);
}

TEST(ShapeSet, ASphereIsAPointAndACapsuleASegmentWithRounding) {
  ShapeSet set;
  set.add_sphere(2);
  set.add_capsule(0.5, 3);
  EXPECT_EQ(set.header(0).vertex_count, 1u);
  EXPECT_EQ(set.header(0).size, 2);
  EXPECT_EQ(set.header(0).rounding, 2);
  EXPECT_EQ(set.header(0).exponent, 1);
  EXPECT_EQ(set.header(1).vertex_count, 2u);
  EXPECT_EQ(set.header(1).size, 3.5);
  EXPECT_TRUE(same(set.vertices(1)[0], {0, 0, -3}));
  EXPECT_TRUE(same(set.vertices(1)[1], {0, 0, 3}));
  EXPECT_EQ(set.header(1).edge_count, 1u);
  EXPECT_TRUE(set.faces(1).empty());
}

TEST(ShapeSet, ATriangleHasTwoOppositeFaces) {
  ShapeSet set;
  set.add_triangle({0, 0, 0}, {2, 0, 0}, {0, 2, 0});
  ASSERT_EQ(set.faces(0).size(), 2u);
  const auto view = set.view<double>();
  EXPECT_EQ(view.plane_nz[0], 1);
  EXPECT_EQ(view.plane_nz[1], -1);
  EXPECT_EQ(set.header(0).edge_count, 3u);
}

TEST(ShapeSet, ATriangleWithoutAreaHasUnitNormals) {
  ShapeSet set;
  set.add_triangle({0, 0, 0}, {1, 1, 1}, {2, 2, 2});
  set.add_triangle({1, 1, 1}, {1, 1, 1}, {1, 1, 1});
  const auto view = set.view<double>();
  for (std::uint32_t f = 0; f < 4; ++f) {
    const Vec3<double> n{view.plane_nx[f], view.plane_ny[f], view.plane_nz[f]};
    EXPECT_NEAR(length(n), 1, 1e-15);
    if (f < 2) {
      EXPECT_NEAR(n.x + n.y + n.z, 0, 1e-15);
    }
  }
}

TEST(ShapeSet, AHullKeepsTheBitsOfItsVerticesInTheirOrder) {
  Points points = moved(cloud_on_sphere(40, 3), {{1, 0, 0, 0, 1, 0, 0, 0, 1}}, {1e5, 0.1, -7});
  points.insert(points.begin() + 3, {1e5, 0.1, -7});
  ShapeSet set;
  set.add_hull(points);
  const auto v = set.vertices(0);
  ASSERT_EQ(v.size(), 40u);
  EXPECT_TRUE(same(v[2], points[2]));
  EXPECT_TRUE(same(v[3], points[4]));
  EXPECT_TRUE(same(v[39], points[40]));
  EXPECT_EQ(set.header(0).vertex_class, 64u);
}

TEST(ShapeSet, VertexClassesAreThoseOfTheContract) {
  ShapeSet set;
  for (const int n : {2, 4, 8, 16, 32, 64, 65}) set.add_hull(prism(n < 3 ? 3 : n));
  set.add_point({0, 0, 0});
  const std::uint32_t expected[] = {8, 8, 16, 32, 64, 128, 0, 4};
  for (std::uint32_t s = 0; s < 8; ++s) EXPECT_EQ(set.header(s).vertex_class, expected[s]) << s;
}

TEST(ShapeSet, FlatAndCollinearHullsAreKept) {
  ShapeSet set;
  set.add_hull(Points{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}, {0.5, 0.5, 0}});
  set.add_hull(Points{{0, 0, 0}, {1, 1, 1}, {2, 2, 2}});
  set.add_hull(Points{{4, 5, 6}});
  EXPECT_EQ(set.header(0).vertex_count, 4u);
  EXPECT_EQ(set.header(0).face_count, 2u);
  EXPECT_EQ(set.header(1).vertex_count, 2u);
  EXPECT_EQ(set.header(2).vertex_count, 1u);
  EXPECT_EQ(set.header(2).size, 0);
}

TEST(ShapeSet, TheBoxHoldsEveryVertexAroundItsRoundedCentre) {
  Random random(4);
  for (int trial = 0; trial < 100; ++trial) {
    Points points;
    for (int i = 0; i < 10; ++i) points.push_back(random.in_cube() + Vec3<double>{1e3, 0.3, -77});
    ShapeSet set;
    set.add_hull(points);
    const ShapeHeader& h = set.header(0);
    for (const Vec3<double>& p : points) {
      EXPECT_LE(std::fabs(p.x - h.centre[0]), h.half_extent[0]);
      EXPECT_LE(std::fabs(p.y - h.centre[1]), h.half_extent[1]);
      EXPECT_LE(std::fabs(p.z - h.centre[2]), h.half_extent[2]);
      EXPECT_LE(length(p - Vec3<double>{h.centre[0], h.centre[1], h.centre[2]}), h.size);
    }
  }
}

TEST(ShapeSet, ReplacedVerticesMoveThePlanes) {
  ShapeSet set;
  set.add_box({1, 1, 1});
  const auto old = set.vertices(0);
  Points wider(old.begin(), old.end());
  for (Vec3<double>& v : wider) v = {v.x * 2 + 10, v.y, v.z};
  set.replace_vertices(0, wider);
  EXPECT_EQ(set.header(0).centre[0], 10);
  EXPECT_EQ(set.header(0).half_extent[0], 2);
  EXPECT_EQ(set.header(0).version, 1u);
  const auto view = set.view<double>();
  for (std::uint32_t f = 0; f < 6; ++f) {
    const double expected = std::fabs(view.plane_nx[f]) > 0.5 ? 2 : 1;
    EXPECT_DOUBLE_EQ(std::ldexp(view.plane_offset[f], set.header(0).exponent), expected);
  }
}

/// The text of the InvalidInput that `call` throws.
template <class Call>
std::string error_of(Call call) {
  try {
    call();
  } catch (const InvalidInput& e) {
    return e.what();
  }
  return "nothing was thrown";
}

void expect_names(const std::string& text, std::initializer_list<const char*> parts) {
  for (const char* part : parts) EXPECT_NE(text.find(part), std::string::npos) << part << " is not in: " << text;
}

TEST(ShapeSet, BadNumbersAreNamedWithTheirArgumentAndValue) {
  ShapeSet set;
  const double nan = std::nan(""), inf = std::numeric_limits<double>::infinity();
  expect_names(error_of([&] { set.add_sphere(-1); }), {"radius", "-1", "allowed"});
  expect_names(error_of([&] { set.add_sphere(nan); }), {"radius", "nan"});
  expect_names(error_of([&] { set.add_capsule(1, -2); }), {"half_length", "-2"});
  expect_names(error_of([&] { set.add_box({1, -0.5, 1}); }), {"half_extents.y", "-0.5"});
  expect_names(error_of([&] { set.add_box({1, 1, 1}, -3); }), {"rounding", "-3"});
  expect_names(error_of([&] { set.add_point({0, 0, inf}); }), {"vertex.z", "inf"});
  expect_names(error_of([&] { set.add_segment({0, 0, 0}, {nan, 0, 0}); }), {"v1.x", "nan"});
  expect_names(error_of([&] { set.add_triangle({0, 0, 0}, {1, 0, 0}, {0, 1e305, 0}); }), {"v2.y", "1e+305"});
  expect_names(error_of([&] { set.add_hull(Points{{0, 0, 0}, {0, nan, 0}}); }), {"vertices[1].y", "nan"});
  expect_names(error_of([&] { set.add_hull(Points{}); }), {"no vertices", "at least 1"});
  expect_names(error_of([&] { set.add_hull(Points{{0, 0, 0}, {1e-305, 0, 0}}); }), {"size", "5e-306"});
  EXPECT_EQ(set.size(), 0u);
}

TEST(ShapeSet, BadShapesAndReplacementsAreNamed) {
  ShapeSet set;
  set.add_box({1, 1, 1});
  expect_names(error_of([&] { set.header(1); }), {"shape 1", "has 1"});
  expect_names(error_of([&] { set.vertices(7); }), {"shape 7"});
  expect_names(error_of([&] { set.replace_vertices(2, Points{}); }), {"shape 2"});
  expect_names(error_of([&] { set.replace_vertices(0, Points{{0, 0, 0}}); }), {"1 vertices", "has 8"});
  Points bad(8, {0, 0, 0});
  bad[5].z = std::nan("");
  expect_names(error_of([&] { set.replace_vertices(0, bad); }), {"vertices[5].z", "nan"});
  EXPECT_EQ(set.header(0).version, 0u);
  EXPECT_EQ(set.header(0).size, std::sqrt(3.0));
}

TEST(ShapeSet, TooManyVerticesAreRefused) {
  ShapeSet set;
  Points points;
  const std::uint32_t n = max_shape_vertices + 2;
  for (std::uint32_t i = 0; i < n; ++i) {
    const double a = 2 * 3.14159265358979323846 * i / n;
    points.push_back({std::cos(a), std::sin(a), 0});
  }
  expect_names(error_of([&] { set.add_hull(points); }), {"vertices", "1048576"});
}

TEST(ShapeSet, AMovedSetKeepsItsShapes) {
  ShapeSet a = mixed_set();
  const std::uint32_t n = a.size();
  const ShapeSet b = std::move(a);
  EXPECT_EQ(b.size(), n);
  EXPECT_EQ(b.view<float>().count, n);
}

}  // namespace
}  // namespace abut::test
