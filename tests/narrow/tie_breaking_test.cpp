// Faces that are equally near: the last normal decides, then the lowest features.
#include "abut/narrow/tie_breaking.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "abut/detect.h"
#include "tests/support/same_bits.h"
#include "tests/support/shapes.h"

namespace abut {
namespace {

TEST(TieRanks, TheLastNormalComesBeforeFeaturesAndAsFeatureBeforeBs) {
  const auto rank = [](double along, std::uint32_t a, std::uint32_t b) {
    return TieRank{along, make_feature(FeatureKind::face, a), make_feature(FeatureKind::face, b)};
  };
  EXPECT_TRUE(comes_before(rank(0.9, 5, 5), rank(0.1, 0, 0)));
  EXPECT_FALSE(comes_before(rank(0.1, 0, 0), rank(0.9, 5, 5)));
  EXPECT_TRUE(comes_before(rank(0.9, 1, 5), rank(0.901, 2, 0))) << "a packed normal is off by as much";
  EXPECT_TRUE(comes_before(rank(0, 1, 2), rank(0, 1, 3)));
  EXPECT_FALSE(comes_before(rank(0, 1, 2), rank(0, 1, 2)));
}

template <class T>
class Ties : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(Ties, Scalars);

/// A cube as a box and as a hull, both with half extents of 1: shapes 0 and 1.
ShapeSet cubes() {
  ShapeSet shapes;
  shapes.add_box({1, 1, 1});
  std::vector<Vec3<double>> corners;
  for (int k = 0; k < 8; ++k) corners.push_back({k & 1 ? 1.0 : -1.0, k & 2 ? 1.0 : -1.0, k & 4 ? 1.0 : -1.0});
  shapes.add_hull(corners);
  return shapes;
}

/// Both bodies turned alike, B's centre at `offset` in A's axes: up to rounding no face is nearer than its twins.
BodySet turned_pair(std::uint32_t shape, Vec3<double> offset, double angle) {
  const Mat3<double> r = rotation_from_quaternion(std::cos(angle), 0.6 * std::sin(angle), 0, 0.8 * std::sin(angle));
  BodySet bodies;
  bodies.add({{1, 2, 3}, r}, shape);
  bodies.add({Vec3<double>{1, 2, 3} + rotate(r, offset), r}, shape);
  return bodies;
}

template <class T>
Contact<T> ask(const ShapeSet& shapes, const BodySet& bodies, CachedPolytope* cache = nullptr) {
  const std::vector<Pair> pairs{{0, 1}};
  Contacts<T> out(1);
  QueryOptions options;
  options.cache = cache;
  query_pairs<T>(Cpu{1}, shapes.view<T>(), bodies.parts(), pairs, options, out.view());
  return out[0];
}

/// The normal in A's axes.
template <class T>
Vec3<double> normal_in_a(const Contact<T>& c, const BodySet& bodies) {
  return rotate_back(bodies.pose(0).rotation, widen(c.normal));
}

TYPED_TEST(Ties, WithoutAHistoryTheLowestFeatureIsTaken) {
  const ShapeSet shapes = cubes();
  const auto view = shapes.view<double>();
  for (const std::uint32_t shape : {0u, 1u}) {
    for (const double angle : {0.0, 0.3, 1.1}) {
      // One in the other, all six faces of A are as near.
      const BodySet centred = turned_pair(shape, {0, 0, 0}, angle);
      const Contact<TypeParam> c = ask<TypeParam>(shapes, centred);
      const std::uint32_t first = view.headers[shape].face_offset;
      const Vec3<double> of_face{view.plane_nx[first], view.plane_ny[first], view.plane_nz[first]};
      EXPECT_NEAR(dot(normal_in_a(c, centred), of_face), 1, 1e-6) << shape << " " << angle;
      EXPECT_NEAR(static_cast<double>(c.separation), -2, 1e-6);
      // Shifted alike along two axes: two faces are.
      const BodySet shifted = turned_pair(shape, {1.5, 0.25, -1.5}, angle);
      const Contact<TypeParam> d = ask<TypeParam>(shapes, shifted);
      const Vec3<double> n = normal_in_a(d, shifted);
      EXPECT_NEAR(static_cast<double>(d.separation), -0.5, 1e-6);
      const auto face_along = [&](Vec3<double> axis) {
        std::uint32_t f = 0;
        while (dot(axis, {view.plane_nx[first + f], view.plane_ny[first + f], view.plane_nz[first + f]}) < 0.9) ++f;
        return f;
      };
      const bool x_first = face_along({1, 0, 0}) < face_along({0, 0, -1});
      EXPECT_NEAR(x_first ? n.x : -n.z, 1, 1e-6) << shape << " " << angle;
    }
  }
}

TYPED_TEST(Ties, TheLastNormalIsKept) {
  const ShapeSet shapes = cubes();
  for (const std::uint32_t shape : {0u, 1u}) {
    for (const double angle : {0.0, 0.3, 1.1}) {
      for (int axis = 0; axis < 3; ++axis) {
        // First nearest along one axis, then as near along all three, several times.
        Vec3<double> offset{1.4, 1.4, 1.4};
        (axis == 0 ? offset.x : axis == 1 ? offset.y : offset.z) = 1.5;
        CachedPolytope cache{};
        ask<TypeParam>(shapes, turned_pair(shape, offset, angle), &cache);
        for (int step = 0; step < 5; ++step) {
          const double all = 1.5 - 0.02 * step;
          const BodySet tied = turned_pair(shape, {all, all, all}, angle);
          const Vec3<double> n = normal_in_a(ask<TypeParam>(shapes, tied, &cache), tied);
          EXPECT_NEAR(axis == 0 ? n.x : axis == 1 ? n.y : n.z, 1, 1e-6) << shape << " " << angle << " " << step;
        }
      }
    }
  }
}

TYPED_TEST(Ties, HaveTheSameBitsAloneAndInPacks) {
  const ShapeSet shapes = cubes();
  test::ShapePairs in;
  for (int k = 0; k < 40; ++k) {
    const double all = 1.9 - 0.04 * k;
    for (const std::uint32_t shape : {0u, 1u})
      in.add({shape, shape}, {{all, k % 3 == 0 ? all : 0.0, all}, {{1, 0, 0, 0, 1, 0, 0, 0, 1}}});
    in.add({0, 1}, {{0.3 * all, 0.1, 0.2}, test::Random(static_cast<std::uint64_t>(k)).rotation()});
  }
  const std::size_t count = in.pairs.size();
  std::vector<CachedPolytope> together(count), alone(count);
  for (int step = 0; step < 3; ++step) {
    QueryOptions options;
    options.cache = together.data();
    const Contacts<TypeParam> all = test::query_all<TypeParam>(shapes, in, Cpu{1}, options);
    for (std::size_t i = 0; i < count; ++i) {
      test::ShapePairs one;
      one.add(in.pairs[i], in.pose(i));
      options.cache = &alone[i];
      const Contacts<TypeParam> by_itself = test::query_all<TypeParam>(shapes, one, Cpu{1}, options);
      test::for_each_array<TypeParam>(
          [&](const char* what, auto array) { test::expect_same_bits({(all.*array)[i]}, by_itself.*array, what); });
    }
  }
}

}  // namespace
}  // namespace abut
