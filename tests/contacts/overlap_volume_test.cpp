#include "abut/contacts/overlap_volume.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/contacts/touching.h"
#include "tests/support/shapes.h"

namespace abut {
namespace {

using test::posed;
using test::Random;
using test::Touching;
using test::turn;

template <class T>
class OverlapVolumes : public testing::Test {
 protected:
  static constexpr double eps = static_cast<double>(Epsilon<T>::value);
};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(OverlapVolumes, Scalars);

TYPED_TEST(OverlapVolumes, OfWhatHasNoVolumeAreZero) {
  Touching<TypeParam> t;
  t.shapes.add_box({1, 1, 1});
  t.shapes.add_point({0, 0, 0});
  t.shapes.add_segment({-0.1, 0, 0}, {0.1, 0, 0});
  t.shapes.add_triangle({-0.3, 0, 0}, {0.3, 0.1, 0}, {0, 0.2, 0.3});
  t.shapes.add_box({0.3, 0.3, 0});
  for (const std::uint32_t shape : {0u, 1u, 2u, 3u, 4u}) {
    t.bodies.add(shape == 0 ? Pose{} : posed({0.1, 0.2, 0.7}, turn({0.6, 0.8, 0}, 0.4)), shape);
  }
  t.pairs = {{0, 1}, {0, 2}, {0, 3}, {0, 4}, {1, 0}, {2, 0}, {3, 0}, {4, 0}};
  t.find({}, true);
  EXPECT_EQ(t.patches.volume, std::vector<TypeParam>(8, 0));
}

/// The overlap of two polyhedra by all corners that three of their planes make, and its hull.
double volume_by_definition(const ShapeSet& shapes, Pair pair, const Pose& b_in_a) {
  struct Plane {
    Vec3<double> n;
    double offset;
  };
  std::vector<Plane> planes;
  const std::uint32_t of[2] = {pair.a, pair.b};
  for (const int k : {0, 1}) {
    const Pose pose = k == 0 ? Pose{} : b_in_a;
    std::vector<Vec3<double>> x;
    for (const Vec3<double>& v : shapes.vertices(of[k])) x.push_back(rotate(pose.rotation, v) + pose.position);
    for (const std::vector<std::uint32_t>& face : shapes.faces(of[k])) {
      Vec3<double> n{0, 0, 0};
      for (std::size_t i = 2; i < face.size(); ++i) {
        n = n + cross(x[face[i - 1]] - x[face[0]], x[face[i]] - x[face[0]]);
      }
      n = unit_vector(n);
      planes.push_back({n, dot(n, x[face[0]])});
    }
  }
  std::vector<Vec3<double>> corners;
  for (std::size_t i = 0; i < planes.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      for (std::size_t k = 0; k < j; ++k) {
        const Plane &a = planes[i], &b = planes[j], &c = planes[k];
        const double det = dot(a.n, cross(b.n, c.n));
        if (std::abs(det) < 1e-9) continue;
        const Vec3<double> x =
            (cross(b.n, c.n) * a.offset + cross(c.n, a.n) * b.offset + cross(a.n, b.n) * c.offset) * (1 / det);
        bool inside = true;
        for (const Plane& p : planes) inside = inside && dot(p.n, x) <= p.offset + 1e-12;
        if (inside) corners.push_back(x);
      }
    }
  }
  if (corners.size() < 4) return 0;
  ShapeSet hull;
  hull.add_hull(corners);
  const std::span<const Vec3<double>> x = hull.vertices(0);
  double volume = 0;
  for (const std::vector<std::uint32_t>& face : hull.faces(0)) {
    for (std::size_t i = 2; i < face.size(); ++i) volume += dot(x[face[0]], cross(x[face[i - 1]], x[face[i]])) / 6;
  }
  return volume;
}

template <class T>
struct Volumes {
  std::vector<T> volume, centre, normal, moment;

  Volumes(const ShapeSet& shapes, const test::ShapePairs& in) {
    const std::size_t n = in.pairs.size();
    Contacts<T> contacts = test::query_all<T>(shapes, in);
    PatchesView<T> out;
    volume.resize(n);
    out.volume.data = volume.data();
    const auto take3 = [&](std::vector<T>& array) {
      array.resize(3 * n);
      return StridedVec3<T>{array.data(), array.data() + 1, array.data() + 2, 3};
    };
    out.volume_centre = take3(centre);
    out.volume_normal = take3(normal);
    out.volume_moment = take3(moment);
    find_shape_patches<T>(Cpu{}, shapes.view<T>(), {in.pairs, {in.poses.data(), 12}, contacts.view()}, {}, out);
  }
  static Vec3<double> at(const std::vector<T>& array, std::size_t i) {
    return {static_cast<double>(array[3 * i]), static_cast<double>(array[3 * i + 1]),
            static_cast<double>(array[3 * i + 2])};
  }
};

ShapeSet polyhedra(std::uint64_t seed) {
  ShapeSet shapes;
  Random random(seed);
  shapes.add_box({0.5, 0.4, 0.3});
  shapes.add_box({0.2, 0.7, 0.3});
  for (const int count : {4, 5, 8, 12}) shapes.add_hull(test::ellipsoid_points(random, count));
  return shapes;
}

TYPED_TEST(OverlapVolumes, AreThoseOfTheCornersThatPlanesMake) {
  const ShapeSet shapes = polyhedra(11);
  for (const test::Regime regime : {test::Regime::shallow, test::Regime::deep, test::Regime::separated}) {
    const test::ShapePairs in = test::random_pairs(shapes, 150, regime, 12);
    const Volumes<TypeParam> found(shapes, in);
    int overlaps = 0;
    for (std::size_t i = 0; i < in.pairs.size(); ++i) {
      const Pose pose = in.pose(i);
      const double expected = volume_by_definition(shapes, in.pairs[i], pose);
      overlaps += expected > 0 ? 1 : 0;
      EXPECT_NEAR(static_cast<double>(found.volume[i]), expected, 64 * this->eps + 1e-10) << i;
    }
    EXPECT_EQ(overlaps > 0, regime != test::Regime::separated);
  }
}

/// Boxes whose sides are flush: faces that coincide are counted once.
TYPED_TEST(OverlapVolumes, OfFlushBoxesAreExact) {
  for (const double dx : {0.0, 0.25, -0.25}) {
    for (const double dy : {0.0, 0.125}) {
      Touching<TypeParam> t;
      t.shapes.add_box({1, 1, 1});
      t.bodies.add(Pose{}, 0);
      t.bodies.add(posed({dx, dy, 1.875}), 0);
      t.find({}, true);
      EXPECT_EQ(static_cast<double>(t.patches.volume[0]), (2 - std::abs(dx)) * (2 - dy) * 0.125);
      EXPECT_EQ(static_cast<double>(t.patches.volume_centre_x[0]), dx / 2);
      EXPECT_EQ(static_cast<double>(t.patches.volume_centre_y[0]), dy / 2);
      EXPECT_EQ(static_cast<double>(t.patches.volume_centre_z[0]), 0.9375);
      EXPECT_EQ(static_cast<double>(t.patches.volume_normal_z[0]), (2 - std::abs(dx)) * (2 - dy));
    }
  }
}

/// Central differences of the volume against the integrals over the boundary: B moved, and turned about the centroid.
TEST(OverlapVolumesOfMovedBodies, ChangeAsTheirBoundarySays) {
  const ShapeSet shapes = polyhedra(13);
  const test::ShapePairs in = test::random_pairs(shapes, 60, test::Regime::deep, 14);
  const Volumes<double> found(shapes, in);
  Random random(15);
  const double h = 1e-6;
  int compared = 0;
  for (std::size_t i = 0; i < in.pairs.size(); ++i) {
    if (!(found.volume[i] > 1e-7)) continue;
    const Pose pose = in.pose(i);
    const Vec3<double> move = random.direction(), axis = random.direction();
    const Vec3<double> centre = Volumes<double>::at(found.centre, i);
    test::ShapePairs moved;
    for (const double step : {-h, h}) {
      moved.add(in.pairs[i], {pose.position + move * step, pose.rotation});
      const Mat3<double> r = turn(axis, step);
      moved.add(in.pairs[i], {rotate(r, pose.position - centre) + centre, times(r, pose.rotation)});
    }
    const Volumes<double> v(shapes, moved);
    const double by_move = (v.volume[2] - v.volume[0]) / (2 * h), by_turn = (v.volume[3] - v.volume[1]) / (2 * h);
    ++compared;
    EXPECT_NEAR(by_move, -dot(move, Volumes<double>::at(found.normal, i)), 1e-6) << i;
    EXPECT_NEAR(by_turn, -dot(axis, Volumes<double>::at(found.moment, i)), 1e-6) << i;
  }
  EXPECT_GT(compared, 20);
}

}  // namespace
}  // namespace abut
