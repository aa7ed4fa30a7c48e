// Shapes and pairs for tests: every vertex-set kind, rounded or not, flat or not, and relative poses by regime.
#pragma once

#include <limits>
#include <span>
#include <vector>

#include "abut/detect.h"
#include "abut/narrow/query.h"
#include "tests/support/random.h"

namespace abut::test {

inline std::vector<Vec3<double>> ellipsoid_points(Random& random, int count) {
  const Vec3<double> axes{1, random.uniform(0.5, 1), random.uniform(0.5, 1)};
  std::vector<Vec3<double>> points;
  for (int i = 0; i < count; ++i) {
    const Vec3<double> d = random.direction();
    points.push_back({0.5 * axes.x * d.x, 0.5 * axes.y * d.y, 0.5 * axes.z * d.z});
  }
  return points;
}

/// Ellipsoid, cylinder, cone, a rounded one, sums, and a hull large enough to be climbed.
inline void add_curved_and_large(ShapeSet& set, std::uint64_t seed) {
  Random random(seed);
  const auto size = [&] { return random.uniform(0.2, 1); };
  const std::uint32_t ellipsoid = set.add_ellipsoid({size(), size(), size()});
  const std::uint32_t cylinder = set.add_cylinder(size(), size());
  set.add_cone(size(), size());
  set.add_cylinder(size(), size(), 0.1);
  const std::uint32_t hull = set.add_hull(ellipsoid_points(random, 1000));
  set.add_minkowski_sum(ellipsoid, hull, {random.in_ball(), random.rotation()});
  set.add_minkowski_sum(cylinder, set.add_box({size(), size(), size()}), {random.in_ball(), random.rotation()});
}

/// Some of everything that the vertex-set kind covers, sizes about 0.2 to 1.
inline ShapeSet mixed_shapes(std::uint64_t seed) {
  Random random(seed);
  ShapeSet set;
  for (int round = 0; round < 3; ++round) {
    const auto size = [&] { return random.uniform(0.2, 1); };
    set.add_point(random.in_ball());
    set.add_segment(random.in_ball(), random.in_ball());
    set.add_triangle(random.in_ball(), random.in_ball(), random.in_ball());
    set.add_sphere(size());
    set.add_capsule(size(), size());
    set.add_box({size(), size(), size()});
    set.add_box({size(), size(), size()}, 0.1 * size());
    set.add_triangle(random.in_ball(), random.in_ball(), random.in_ball(), 0.05);
    for (const int count : {5, 8, 16, 17, 40, 100}) set.add_hull(ellipsoid_points(random, count));
    set.add_hull(ellipsoid_points(random, 30), 0.1);
  }
  return set;
}

enum class Regime { separated, near, touching, shallow, deep };

/// One batch of pairs of shapes with relative poses (12 doubles each).
struct ShapePairs {
  std::vector<Pair> pairs;
  std::vector<double> poses;

  void add(Pair pair, const Pose& b_in_a) {
    pairs.push_back(pair);
    const Mat3<double>& r = b_in_a.rotation;
    const Vec3<double>& t = b_in_a.position;
    for (const double m : {r.m[0], r.m[1], r.m[2], t.x, r.m[3], r.m[4], r.m[5], t.y, r.m[6], r.m[7], r.m[8], t.z}) {
      poses.push_back(m);
    }
  }
  /// B in A's frame.
  Pose pose(std::size_t i) const {
    const double* const m = poses.data() + 12 * i;
    return {{m[3], m[7], m[11]}, {{m[0], m[1], m[2], m[4], m[5], m[6], m[8], m[9], m[10]}}};
  }
};

template <class T>
Contacts<T> query_all(const ShapeSet& shapes, const ShapePairs& in, Cpu cpu = {}, QueryOptions options = {}) {
  Contacts<T> out(in.pairs.size());
  query_shape_pairs<T>(cpu, shapes.view<T>(), in.pairs, {in.poses.data(), 12}, options, out.view());
  return out;
}

/// Shapes 0 and 1 of the set.
template <class T>
Contact<T> query_one(const ShapeSet& shapes, const Pose& b_in_a) {
  ShapePairs pair;
  pair.add({0, 1}, b_in_a);
  return query_all<T>(shapes, pair, Cpu{1})[0];
}

/// Random pairs of the set, or of the shapes `among`, moved along their own normal so that the separation is about what
/// the regime says.
inline ShapePairs random_pairs(const ShapeSet& shapes, int count, Regime regime, std::uint64_t seed,
                               std::span<const std::uint32_t> among = {}) {
  Random random(seed);
  const auto drawn = [&] {
    return among.empty() ? random.below(shapes.size()) : among[random.below(static_cast<std::uint32_t>(among.size()))];
  };
  ShapePairs far;
  std::vector<Pose> poses;
  for (int i = 0; i < count; ++i) {
    const Pair pair{drawn(), drawn()};
    const double size = shapes.header(pair.a).size + shapes.header(pair.b).size;
    Pose pose;
    pose.rotation = random.rotation();
    pose.position = regime == Regime::deep ? random.in_ball() * (0.6 * size) : random.direction() * (1.5 * size + 2);
    far.add(pair, pose);
    poses.push_back(pose);
  }
  if (regime == Regime::deep) return far;
  const Contacts<double> first = query_all<double>(shapes, far);
  ShapePairs out;
  for (std::size_t i = 0; i < far.pairs.size(); ++i) {
    const double size = shapes.header(far.pairs[i].a).size + shapes.header(far.pairs[i].b).size + 1e-3;
    double target = 0;
    if (regime == Regime::separated) target = size * random.magnitude(0.05, 1);
    if (regime == Regime::near) target = size * random.magnitude(1e-6, 1e-2);
    if (regime == Regime::shallow) target = -size * random.magnitude(1e-6, 5e-2);
    const Vec3<double> normal{first.normal_x[i], first.normal_y[i], first.normal_z[i]};
    poses[i].position = poses[i].position - normal * (first.separation[i] - target);
    out.add(far.pairs[i], poses[i]);
  }
  return out;
}

}  // namespace abut::test
