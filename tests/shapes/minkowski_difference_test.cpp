#include "abut/shapes/minkowski_difference.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <string>

#include "abut/core/error.h"
#include "abut/detect.h"
#include "host/reference/reference.h"
#include "tests/shapes/point_sets.h"

namespace abut {
namespace {

using test::Points;
using test::Random;
constexpr Mat3<double> identity{{1, 0, 0, 0, 1, 0, 0, 0, 1}};

Points box(Vec3<double> half) {
  Points p;
  for (int k = 0; k < 8; ++k) {
    p.push_back({k & 1 ? half.x : -half.x, k & 2 ? half.y : -half.y, k & 4 ? half.z : -half.z});
  }
  return p;
}

double support_of(const Points& points, Vec3<double> u) {
  double most = -HUGE_VAL;
  for (const auto& p : points) most = std::max(most, dot(p, u));
  return most;
}

/// Of a solid; of a flat polytope, whose two faces cancel, 0.
double volume(const MinkowskiDifference& d) {
  double six = 0;
  for (const auto& f : d.faces) {
    for (std::size_t k = 1; k + 1 < f.size(); ++k) {
      six += dot(d.vertices[f[0]], cross(d.vertices[f[k]], d.vertices[f[k + 1]]));
    }
  }
  return six / 6;
}

/// How far the point lies outside the solid's planes; < 0 inside.
double outside(const MinkowskiDifference& d, Vec3<double> point) {
  double most = -HUGE_VAL;
  for (const auto& f : d.faces) {
    Vec3<double> n{0, 0, 0};
    for (std::size_t k = 1; k + 1 < f.size(); ++k) {
      n = n + cross(d.vertices[f[k]] - d.vertices[f[0]], d.vertices[f[k + 1]] - d.vertices[f[0]]);
    }
    most = std::max(most, dot(point - d.vertices[f[0]], n * (1 / length(n))));
  }
  return most;
}

/// What holds for every pair: sources tell where vertices come from, the support in any direction is the sum of the
/// shapes' supports, and solids are closed.
void expect_valid(const MinkowskiDifference& d, const Points& a, const Points& b, const RelativePose<double>& pose) {
  Points placed;
  double size = 0;
  for (const auto& v : b) placed.push_back(transform(pose, v));
  for (const auto& v : a) size = std::max(size, max_abs(v));
  for (const auto& v : placed) size = std::max(size, max_abs(v));
  ASSERT_EQ(d.sources.size(), d.vertices.size());
  for (std::size_t k = 0; k < d.vertices.size(); ++k) {
    const Vec3<double> v = a.at(d.sources[k][0]) - placed.at(d.sources[k][1]);
    ASSERT_TRUE(v.x == d.vertices[k].x && v.y == d.vertices[k].y && v.z == d.vertices[k].z) << k;
  }
  Random random(1);
  for (int i = 0; i < 50; ++i) {
    const Vec3<double> u = random.direction();
    ASSERT_NEAR(support_of(d.vertices, u), support_of(a, u) + support_of(placed, -u), 1e-14 * size);
  }
  std::set<std::pair<std::uint32_t, std::uint32_t>> steps;
  for (const auto& f : d.faces) {
    for (std::size_t k = 0; k < f.size(); ++k) {
      ASSERT_LT(f[k], d.vertices.size());
      ASSERT_TRUE(steps.insert({f[k], f[(k + 1) % f.size()]}).second);
    }
  }
  for (const auto& [from, to] : steps) ASSERT_TRUE(steps.count({to, from}));
  if (d.dimension == 3) {
    ASSERT_EQ(d.vertices.size() + d.faces.size(), steps.size() / 2 + 2);
    ASSERT_GT(volume(d), 0) << "faces look outward";
  }
}

TEST(MinkowskiDifference, OfTwoBoxesIsTheBoxOfTheSummedHalfExtents) {
  const Points a = box({1, 2, 3}), b = box({0.5, 0.25, 4});
  const RelativePose<double> pose{identity, {10, -20, 30}};
  const MinkowskiDifference d = minkowski_difference(a, b, pose);
  EXPECT_EQ(d.dimension, 3);
  EXPECT_EQ(d.vertices.size(), 8u);
  EXPECT_EQ(d.faces.size(), 6u);
  for (const auto& v : d.vertices) {
    EXPECT_EQ(std::abs(v.x + 10), 1.5);
    EXPECT_EQ(std::abs(v.y - 20), 2.25);
    EXPECT_EQ(std::abs(v.z + 30), 7);
  }
  expect_valid(d, a, b, pose);
}

TEST(MinkowskiDifference, OfABoxAndOneTurnedByAnEighthHasEightSides) {
  const double r = std::sqrt(0.5);
  const RelativePose<double> pose{{{r, -r, 0, r, r, 0, 0, 0, 1}}, {0, 0, 5}};
  const Points a = box({1, 1, 1}), b = box({1, 1, 1});
  const MinkowskiDifference d = minkowski_difference(a, b, pose);
  EXPECT_EQ(d.vertices.size(), 16u);
  EXPECT_EQ(d.faces.size(), 10u);
  // the squares, and between them strips as long as the edges of one and as wide as those of the other
  EXPECT_NEAR(volume(d), 4 * (4 + 4 + 2 * 2 * 2 * std::sqrt(2.0)), 1e-12);
  expect_valid(d, a, b, pose);
}

// Steiner's formula for a box, the sum of three segments: V(K + box) = V(K) + sum of edge times the shadow of K along
// it
// + sum of face times the width of K across it + V(box).
TEST(MinkowskiDifference, OfABoxAndATetrahedronHasTheVolumeOfTheirMixedVolumes) {
  Random random(2);
  for (int trial = 0; trial < 200; ++trial) {
    const Vec3<double> half{random.uniform(0.1, 1), random.uniform(0.1, 1), random.uniform(0.1, 1)};
    const Points a = box(half);
    Points b;
    for (int k = 0; k < 4; ++k) b.push_back(random.in_cube());
    const RelativePose<double> pose{random.rotation(), random.in_cube()};
    const MinkowskiDifference d = minkowski_difference(a, b, pose);
    Points k;
    for (const auto& v : b) k.push_back(transform(pose, v));
    Vec3<double> shadow{0, 0, 0};  // a quarter of the faces' projected areas, doubled twice
    const int faces[4][3] = {{0, 1, 2}, {0, 1, 3}, {0, 2, 3}, {1, 2, 3}};
    for (const auto& f : faces) {
      const Vec3<double> n = cross(k[f[1]] - k[f[0]], k[f[2]] - k[f[0]]);
      shadow = shadow + Vec3<double>{std::abs(n.x), std::abs(n.y), std::abs(n.z)} * 0.25;
    }
    const auto width = [&](Vec3<double> u) { return support_of(k, u) + support_of(k, -u); };
    const Vec3<double> edge = half * 2.0;
    const double expected = std::abs(dot(k[1] - k[0], cross(k[2] - k[0], k[3] - k[0]))) / 6 + dot(edge, shadow) +
                            edge.x * edge.y * width({0, 0, 1}) + edge.y * edge.z * width({1, 0, 0}) +
                            edge.z * edge.x * width({0, 1, 0}) + edge.x * edge.y * edge.z;
    ASSERT_NEAR(volume(d), expected, 1e-13 * expected) << trial;
    expect_valid(d, a, b, pose);
  }
}

Points ellipsoid(Random& random, int count) {
  Points points;
  for (int i = 0; i < count; ++i) points.push_back(random.direction());
  return test::scaled(points, 0.5, random.uniform(0.3, 0.5), random.uniform(0.3, 0.5));
}
/// Random solids, flat polygons, segments and points.
Points random_shape(Random& random) {
  const bool few = random.uniform(0, 3) < 1;
  return ellipsoid(random, static_cast<int>(few ? random.uniform(1, 5) : random.uniform(5, 25)));
}

/// As the queries of a batch see it.
Contact<double> origin_against(const Points& vertices) {
  ShapeSet shapes;
  shapes.add_point({0, 0, 0});
  shapes.add_hull(vertices);
  const double pose[12] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};
  const std::vector<Pair> pairs{{1, 0}};
  Contacts<double> out(1);
  query_shape_pairs<double>(Cpu{1}, shapes.view<double>(), pairs, {pose, 12}, {}, out.view());
  return out[0];
}

// The pair's separation, whatever its sign, is that of the origin and the difference; both against the reference.
TEST(MinkowskiDifference, SeparatesTheOriginAsThePairIsSeparated) {
  Random random(3);
  int touching = 0, apart = 0;
  for (int trial = 0; trial < 400; ++trial) {
    const Points a = random_shape(random), b = random_shape(random);
    const RelativePose<double> pose{random.rotation(), random.in_cube() * 0.7};
    const MinkowskiDifference d = minkowski_difference(a, b, pose);
    expect_valid(d, a, b, pose);

    std::vector<reference::Core> cores(2);
    cores[0].vertices = a, cores[1].vertices = b;
    cores[0].size = cores[1].size = 1;
    const reference::Answer answer = reference::Reference(cores).query(0, 1, pose);
    const double truth = answer.separation;
    (truth <= 0 ? touching : apart) += 1;
    if (d.dimension == 3 && std::abs(truth) > 1e-13) {
      ASSERT_EQ(outside(d, {0, 0, 0}) <= 0, truth <= 0) << trial;
    }

    const Contact<double> c = origin_against(d.vertices);
    ASSERT_TRUE(is_contact(c.status)) << trial;
    ASSERT_NEAR(c.separation, truth, 1e-14) << trial;
    if (truth > 0.01) {
      ASSERT_NEAR(dot(c.normal, answer.normal), 1, 1e-9) << trial;
    }
  }
  EXPECT_GT(touching, 50);
  EXPECT_GT(apart, 50);
}

TEST(EntranceBlock, HoldsTheReferencePointWhereTheShapesTouch) {
  Random random(4);
  int inside = 0;
  for (int trial = 0; trial < 60; ++trial) {
    const Points a = ellipsoid(random, 12), b = ellipsoid(random, 9);
    const Mat3<double> rotation = random.rotation();
    const Vec3<double> reference_point = random.in_cube() * 3.0;
    const MinkowskiDifference block = entrance_block(a, b, rotation, reference_point);
    std::vector<reference::Core> cores(2);
    cores[0].vertices = a, cores[1].vertices = b;
    cores[0].size = cores[1].size = 1;
    const reference::Reference reference(cores);
    // one block for every place of B
    for (int k = 0; k < 10; ++k) {
      const RelativePose<double> pose{rotation, random.in_cube()};
      const double truth = reference.query(0, 1, pose).separation;
      const Vec3<double> at = transform(pose, reference_point);
      if (std::abs(truth) > 1e-13) {
        ASSERT_EQ(outside(block, at) <= 0, truth <= 0) << trial;
      }
      inside += truth <= 0;
      if (truth > 0) continue;
      ASSERT_NEAR(outside(block, at), truth, 1e-14) << "the depth is the distance to the nearest face";
    }
  }
  EXPECT_GT(inside, 50);
  EXPECT_LT(inside, 550);
}

TEST(EntranceBlock, IsTheDifferenceMovedByTheReferencePoint) {
  Random random(5);
  const Points a = ellipsoid(random, 12), b = ellipsoid(random, 9);
  const RelativePose<double> pose{random.rotation(), random.in_cube()};
  const Vec3<double> reference_point{0.3, -2, 1};
  const MinkowskiDifference difference = minkowski_difference(a, b, pose);
  const MinkowskiDifference block = entrance_block(a, b, pose.rotation, reference_point);
  EXPECT_EQ(block.sources, difference.sources);
  EXPECT_EQ(block.faces, difference.faces);
  for (std::size_t k = 0; k < block.vertices.size(); ++k) {
    const Vec3<double> moved = difference.vertices[k] + transform(pose, reference_point);
    EXPECT_LE(max_abs(block.vertices[k] - moved), 1e-14);
  }
  // moving B by x moves the difference by -x
  RelativePose<double> other = pose;
  other.translation = pose.translation + Vec3<double>{1, 2, 4};
  const MinkowskiDifference shifted = minkowski_difference(a, b, other);
  EXPECT_EQ(shifted.sources, difference.sources);
  for (std::size_t k = 0; k < shifted.vertices.size(); ++k) {
    EXPECT_LE(max_abs(shifted.vertices[k] + Vec3<double>{1, 2, 4} - difference.vertices[k]), 1e-14);
  }
}

TEST(MinkowskiDifference, DegenerateShapesMakePointsSegmentsAndPolygons) {
  const Points point{{1, 2, 3}, {1, 2, 3}};
  const Points along_x{{-1, 0, 0}, {0, 0, 0}, {1, 0, 0}}, along_y{{0, -2, 0}, {0, 2, 0}},
      along_z{{0, 0, -1}, {0, 0, 1}};
  const Points square{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}, {0.5, 0.5, 0}};
  const RelativePose<double> here{identity, {0, 0, 0}};
  const struct {
    Points a, b;
    int dimension;
    std::size_t vertices, faces;
  } cases[] = {{point, point, 0, 1, 0},          {point, box({1, 1, 1}), 3, 8, 6}, {along_x, point, 1, 2, 0},
               {along_x, along_x, 1, 2, 0},      {along_x, along_y, 2, 4, 2},      {square, along_x, 2, 4, 2},
               {square, square, 2, 4, 2},        {square, along_z, 3, 8, 6},       {along_z, box({1, 1, 1}), 3, 8, 6},
               {box({1, 1, 1}), square, 3, 8, 6}};
  for (const auto& c : cases) {
    const MinkowskiDifference d = minkowski_difference(c.a, c.b, here);
    EXPECT_EQ(d.dimension, c.dimension);
    EXPECT_EQ(d.vertices.size(), c.vertices);
    EXPECT_EQ(d.faces.size(), c.faces);
    expect_valid(d, c.a, c.b, here);
  }
  const MinkowskiDifference d = minkowski_difference(point, point, {identity, {1, 0, 0}});
  EXPECT_EQ(d.vertices[0].x, -1);
  EXPECT_EQ(d.sources[0], (std::array<std::uint32_t, 2>{0, 0}));
}

template <class F>
void expect_invalid(const F& call, const std::string& argument, const std::string& value) {
  try {
    call();
    FAIL() << argument;
  } catch (const InvalidInput& e) {
    const std::string message = e.what();
    EXPECT_NE(message.find(argument), std::string::npos) << message;
    EXPECT_NE(message.find(value), std::string::npos) << message;
    EXPECT_EQ(message.find('\n'), std::string::npos) << message;
  }
}

TEST(MinkowskiDifference, BadInputIsNamed) {
  const Points good = box({1, 1, 1});
  const RelativePose<double> here{identity, {0, 0, 0}};
  const double nan = std::nan(""), inf = std::numeric_limits<double>::infinity();
  expect_invalid([&] { minkowski_difference({}, good, here); }, "minkowski_difference: a", "no vertices");
  expect_invalid([&] { minkowski_difference(good, {}, here); }, "minkowski_difference: b", "no vertices");
  Points bad = good;
  bad[3].y = nan;
  expect_invalid([&] { minkowski_difference(bad, good, here); }, "a[3].y", "nan");
  bad[3].y = 1e305;
  expect_invalid([&] { minkowski_difference(good, bad, here); }, "b[3].y", "1e+305");
  RelativePose<double> pose = here;
  pose.translation.z = inf;
  expect_invalid([&] { minkowski_difference(good, good, pose); }, "b_in_a.translation.z", "inf");
  pose = here;
  pose.rotation.m[5] = 3;
  expect_invalid([&] { minkowski_difference(good, good, pose); }, "b_in_a.rotation.m[5]", "3");
  pose.rotation.m[5] = nan;
  expect_invalid([&] { entrance_block(good, good, pose.rotation); }, "b_rotation.m[5]", "nan");
  expect_invalid([&] { entrance_block(good, good, identity, {0, -inf, 0}); }, "reference_point.y", "-inf");
  expect_invalid([&] { entrance_block(good, {}, identity); }, "entrance_block: b", "no vertices");
  Random random(6);
  const Points many = ellipsoid(random, 4200);
  expect_invalid([&] { minkowski_difference(many, many, here); }, "4200", "16777216");
}

}  // namespace
}  // namespace abut
