// The polytope of fixed capacity: its words, its planes, and a ray from the origin that goes through its faces.
#include "abut/narrow/small_polytope.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "tests/support/exact.h"
#include "tests/support/random.h"

namespace abut {
namespace {

using test::Random;

/// The octahedron: the eight faces around the origin of the six ends of the axes.
SmallPolytope octahedron() {
  SmallPolytope p{};
  for (int k = 0; k < 6; ++k) {
    const float end = k % 2 == 0 ? 1.0f : -1.0f;
    p.x[k] = k / 2 == 0 ? end : 0;
    p.y[k] = k / 2 == 1 ? end : 0;
    p.z[k] = k / 2 == 2 ? end : 0;
  }
  p.vertices = 6;
  for (int f = 0; f < 8; ++f) {
    const std::uint32_t i = f & 1, j = 2 + (f >> 1 & 1);
    p.corner[f] = packed_corners(i | j << 8, 4 + (f >> 2 & 1), 0);
  }
  p.faces = 8;
  return p;
}

TEST(SmallPolytope, CornersComeBackAsTheyWerePacked) {
  SmallPolytope p{};
  for (std::uint32_t k = 2; k < 11; ++k) {
    for (std::uint32_t j = 1; j < k; ++j) {
      for (std::uint32_t i = 0; i < j; ++i) {
        p.corner[5] = packed_corners(i | j << 8, static_cast<int>(k), static_cast<int>(3 * i + j));
        EXPECT_EQ(corner_of(p, 5, 0), static_cast<int>(i));
        EXPECT_EQ(corner_of(p, 5, 1), static_cast<int>(j));
        EXPECT_EQ(corner_of(p, 5, 2), static_cast<int>(k));
        EXPECT_EQ(border_edge_of(p, 5), static_cast<int>(3 * i + j));
      }
    }
  }
}

/// Registers look at them too, and a subnormal number, which memory may hold, costs a core many times as much.
TEST(SmallPolytope, FacesThatAreNotThereYetHaveNoNormals) {
  SmallPolytope p;
  const float subnormal = 1e-40f;
  for (int f = 0; f < SmallCapacity::faces; ++f) p.normal_x[f] = p.normal_y[f] = p.normal_z[f] = subnormal;
  set_absent(p, 5);
  for (int f = 5; f < SmallCapacity::first_faces; ++f) {
    EXPECT_EQ(max_abs(normal_of(p, f)), 0) << f;
    EXPECT_EQ(p.offset[f], absent_face) << f;
  }
  EXPECT_EQ(p.normal_x[4], subnormal);
}

TEST(SmallPolytope, APlaneLooksOutwardAndItsOffsetIsBelowAllCorners) {
  Random random(1);
  for (int k = 0; k < 2000; ++k) {
    const auto point = [&] { return narrowed<float>(random.in_cube()); };
    const Vec3<float> w[3] = {point(), point(), point()};
    const FacePlane<float> plane = plane_of_face(w[0], w[1], w[2]);
    const Vec3<double> n = cross(widen(w[0] - w[2]), widen(w[1] - w[2]));
    if (length(n) < 0.01) continue;
    EXPECT_NEAR(std::abs(dot(widen(plane.normal), n)) / length(n), 1, 1e-6);
    EXPECT_GE(dot(plane.normal, w[2]), 0);
    for (const Vec3<float>& v : w) {
      EXPECT_LE(static_cast<double>(plane.offset), dot(widen(plane.normal), widen(v)) + 2e-7);
    }
    EXPECT_NEAR(static_cast<double>(plane.offset), std::abs(dot(n, widen(w[0]))) / length(n), 1e-4);
  }
  EXPECT_EQ(plane_of_face<float>({1, 0, 0}, {2, 0, 0}, {3, 0, 0}).offset, -Huge<float>::value) << "without area";
}

TEST(SmallPolytope, ARayGoesThroughATriangleWhereTheExactSignsSaySo) {
  Random random(2);
  int through = 0, unclear = 0;
  for (int k = 0; k < 5000; ++k) {
    const auto point = [&] { return narrowed<float>(random.in_cube()); };
    const Vec3<float> w[3] = {point(), point(), point()}, ray = point();
    const FacePlane<float> plane = plane_of_face(w[0], w[1], w[2]);
    if (plane.offset < 0.01f) continue;
    const RayCrossing<bool> found = ray_crossing(w, plane.normal, ray, ray_doubt(ray, 1.8f));
    unclear += found.unclear ? 1 : 0;
    if (found.unclear) continue;
    const auto exact = [&](const Vec3<float>& v) { return test::exact(v, 40); };
    int signs = 0;
    for (int i = 0; i < 3; ++i) {
      signs += test::sign(test::exact_inner(exact(ray), test::exact_cross_product(exact(w[i]), exact(w[(i + 1) % 3]))));
    }
    const bool ahead = dot(widen(plane.normal), widen(ray)) > 0;
    EXPECT_EQ(found.through, std::abs(signs) == 3 && ahead) << k;
    through += found.through ? 1 : 0;
  }
  EXPECT_GT(through, 100);
  EXPECT_LT(unclear, 50);
}

TEST(SmallPolytope, ARayLeavesAnOctahedronOnceAndMissesOneThatIsBeside) {
  Random random(3);
  for (int k = 0; k < 500; ++k) {
    SmallPolytope p = octahedron();
    const Vec3<float> ray = narrowed<float>(random.direction());
    if (std::abs(ray.x) < 0.01f || std::abs(ray.y) < 0.01f || std::abs(ray.z) < 0.01f) continue;
    EXPECT_TRUE(LinearFaces::set_planes(p, ray, ray_doubt(ray, 1)));
    for (int f = 0; f < 8; ++f) EXPECT_NEAR(p.offset[f], 1 / std::sqrt(3.0f), 1e-6f);
    for (int v = 0; v < 6; ++v) p.x[v] += 3;
    EXPECT_FALSE(LinearFaces::set_planes(p, ray, ray_doubt(ray, 4))) << "in and out again, or not at all";
  }
}

TEST(SmallPolytope, FacesAreChosenByTheirOffsets) {
  SmallPolytope p{};
  p.faces = 150;
  Random random(4);
  std::vector<float> offsets;
  for (int f = 0; f < 150; ++f) {
    offsets.push_back(static_cast<float>(1 + random.below(40)));
    p.offset[f] = offsets.back();
    p.normal_x[f] = 1;
    p.normal_y[f] = p.normal_z[f] = 0;
  }
  const auto least = std::min_element(offsets.begin(), offsets.end());
  EXPECT_EQ(LinearFaces::nearest(p), static_cast<int>(least - offsets.begin())) << "the oldest of several";
  FaceBits below, seen;
  LinearFaces::below(p, 10, below);
  LinearFaces::take_visible(p, {9.5f, 7, 7}, seen);
  for (int f = 0; f < 150; ++f) {
    const bool expected = offsets[static_cast<std::size_t>(f)] < 10;
    EXPECT_EQ((below.word[f / 64] >> (f % 64) & 1) != 0, expected);
    EXPECT_EQ((seen.word[f / 64] >> (f % 64) & 1) != 0, expected);
    EXPECT_EQ(p.offset[f] == absent_face, expected) << "those that are seen are dead";
  }
}

TEST(SmallPolytope, AddedFacesJoinTheBorderWithTheLastVertex) {
  SmallPolytope p = octahedron();
  p.x[6] = 2, p.y[6] = 2, p.z[6] = 2;
  p.vertices = 7;
  Horizon horizon;
  horizon.count = 3;
  horizon.ends[0] = 0 | 2 << 8, horizon.ends[1] = 2 | 4 << 8, horizon.ends[2] = 0 | 4 << 8;
  LinearFaces::add_planes(p, horizon);
  for (int e = 0; e < 3; ++e) {
    const Vec3<float> n = normal_of(p, 8 + e);
    for (const int v : {horizon.ends[e] & 0xff, horizon.ends[e] >> 8, 6}) {
      EXPECT_NEAR(dot(n, vertex_of(p, v)), p.offset[8 + e], 1e-6f);
    }
    EXPECT_GT(p.offset[8 + e], 0);
  }
}

}  // namespace
}  // namespace abut
