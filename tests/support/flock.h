// Bodies whose poses are positions and quaternions, as a solver has them, that drift and turn; and the steps of a
// solver that calls the library's functions one by one.
#pragma once

#include <span>
#include <vector>

#include "abut/contacts/history.h"
#include "abut/contacts/pair_filter.h"
#include "abut/patches.h"
#include "abut/pipeline.h"
#include "tests/support/shapes.h"

namespace abut::test {

/// Boxes, hulls and, unless they are polyhedra alone, spheres and cylinders; every fourth body has two parts.
struct Flock {
  ShapeSet shapes;
  BodySet bodies;
  std::vector<double> position, quaternion, velocity;
  Random random{7};

  explicit Flock(std::uint32_t count, bool polyhedra = false, std::uint32_t worlds = 1, std::uint64_t seed = 7)
      : random(seed) {
    shapes.add_box({0.5, 0.4, 0.3});
    shapes.add_hull(ellipsoid_points(random, 20));
    shapes.add_hull(ellipsoid_points(random, 9));
    if (!polyhedra) shapes.add_sphere(0.4), shapes.add_cylinder(0.3, 0.4);
    const double edge = 1.1 * std::cbrt(static_cast<double>(count) / worlds);
    for (std::uint32_t i = 0; i < count; ++i) {
      const auto coordinate = [&] { return random.uniform(0, edge); };
      position.insert(position.end(), {coordinate(), coordinate(), coordinate()});
      const Vec3<double> d = random.direction(), v = random.direction() * random.magnitude(1e-5, 1e-2);
      quaternion.insert(quaternion.end(), {0.3, d.x, d.y, d.z});
      velocity.insert(velocity.end(), {v.x, v.y, v.z});
      BodyOptions options;
      options.alert_distance = i % 3 == 0 ? 0.01 : 0;
      options.world = i % 50 == 1 ? shared_world : static_cast<std::int32_t>(i % worlds);
      const Part two[2] = {{0, {{0.4, 0, 0}, random.rotation()}}, {1, {{-0.4, 0.1, 0}, random.rotation()}}};
      if (i % 4 == 0) {
        bodies.add({}, two, options);
      } else {
        bodies.add({}, i % shapes.size(), options);
      }
    }
    place();
  }

  void move() {
    for (std::size_t k = 0; k < position.size(); ++k) position[k] += velocity[k];
    for (std::size_t k = 0; k < quaternion.size(); k += 4) quaternion[k] += 0.1 * velocity[k / 4 * 3];
    place();
  }
  void place() {
    for (std::uint32_t i = 0; i < bodies.size(); ++i) {
      const double *p = position.data() + 3 * i, *q = quaternion.data() + 4 * i;
      bodies.set_pose(i, {{p[0], p[1], p[2]}, rotation_from_quaternion(q[0], q[1], q[2], q[3])});
    }
  }
  /// Of arrays at these addresses, which may be copies on a device.
  BodyPosesView<double> poses(const double* p, const double* q) const {
    return {bodies.size(), {p, p + 1, p + 2, 3}, q, q + 1, q + 2, q + 3, 4};
  }
  BodyPosesView<double> poses() const { return poses(position.data(), quaternion.data()); }
};

/// What a step leaves, in host memory.
template <class T>
struct Stepped {
  std::vector<Pair> pairs;
  std::vector<std::uint32_t> previous, kept;
  Contacts<T> records;
  Patches<T> patches;
  std::uint64_t candidates = 0;
};

/// The steps of a solver that keeps one number of each pair: how many steps it is there.
template <class T>
class SingleFunctions {
 public:
  explicit SingleFunctions(const PipelineOptions& options) : options_(options) {}

  Stepped<T> step(const Flock& flock) {
    const ShapeSetView<T> shapes = flock.shapes.view<T>();
    const PartsView parts = flock.bodies.parts();
    Stepped<T> out;
    std::vector<Pair> found = find_pairs(Cpu{}, flock.shapes.headers(), parts, options_.alert_distance);
    out.candidates = found.size();
    if (options_.filter) {
      const auto left = filter_.filter(flock.shapes.headers(), parts, found, options_.alert_distance);
      found.assign(left.begin(), left.end());
    }
    out.pairs = found;
    out.previous = match_pairs(Cpu{}, before_.pairs, found);
    out.kept.resize(found.size());
    std::vector<CachedPolytope> caches(found.size());
    carry<CachedPolytope>(Cpu{}, out.previous, caches_, caches);
    carry<std::uint32_t>(Cpu{}, out.previous, before_.kept, out.kept);
    QueryOptions query;
    if (!options_.filter) query.alert_distance = options_.alert_distance;
    query.cache = caches.data();
    out.records.resize(found.size());
    query_pairs<T>(Cpu{}, shapes, parts, found, query, out.records.view());
    if (options_.filter) filter_.learn<T>(out.records.lower_bound);
    if (options_.patches || options_.volumes) {
      out.patches =
          find_patches<T>(Cpu{}, shapes, parts, {found, out.records.view()}, options_.patch, options_.volumes);
    }
    caches_ = caches;
    before_ = out;
    for (std::uint32_t& age : before_.kept) ++age;
    return out;
  }

 private:
  PipelineOptions options_;
  PairFilter filter_;
  std::vector<CachedPolytope> caches_;
  Stepped<T> before_;
};

}  // namespace abut::test
