// A few pairs of bodies whose contact is known by hand, for the program and the tests of this folder.
#pragma once

#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "abut/abut.h"

namespace adapters {

/// A ball of a radius, or a brick of half extents. Data only.
struct SampleBody {
  double radius;  ///< 0: a brick
  abut::Vec3<double> half;
  abut::Pose pose;
  std::array<double, 4> quaternion;  ///< w, x, y, z of the pose
};

struct SamplePair {
  std::string name;
  SampleBody a, b;
};

inline SampleBody sample(double radius, abut::Vec3<double> half, abut::Vec3<double> position,
                         std::array<double, 4> q = {1, 0, 0, 0}) {
  return {radius, half, {position, abut::rotation_from_quaternion(q[0], q[1], q[2], q[3])}, q};
}

/// Overlaps and gaps; `far` is added to both positions.
inline std::vector<SamplePair> sample_pairs(abut::Vec3<double> far = {0, 0, 0}) {
  const std::array<double, 4> turned{0.6, 0, 0, 0.8}, tilted{0.8, 0.36, -0.48, 0};
  const abut::Vec3<double> slab{2, 1.5, 0.25}, brick{0.5, 0.4, 0.3};
  // A brick of the same attitude as a tilted slab, resting on it: along its third axis.
  const auto above = [&](double height) {
    const abut::Mat3<double> r = abut::rotation_from_quaternion(tilted[0], tilted[1], tilted[2], tilted[3]);
    return far + abut::rotate(r, abut::Vec3<double>{0.3, -0.2, height});
  };
  return {
      {"two balls that overlap", sample(1, {}, far), sample(0.5, {}, far + abut::Vec3<double>{0.84, 1.12, 0})},
      {"two balls with a gap", sample(1, {}, far), sample(0.5, {}, far + abut::Vec3<double>{0.96, 1.28, 0})},
      {"a ball in a brick", sample(0, slab, far, turned), sample(0.5, {}, far + abut::Vec3<double>{0.2, 0.1, 0.7})},
      {"a brick on a ball", sample(0.5, {}, far), sample(0, brick, far + abut::Vec3<double>{0.9, 0.1, 0.1})},
      {"a brick in a tilted slab", sample(0, slab, far, tilted), sample(0, brick, above(0.54), tilted)},
      {"a brick over a tilted slab", sample(0, slab, far, tilted), sample(0, brick, above(0.57), tilted)},
  };
}

inline std::uint32_t add_shape(abut::ShapeSet& shapes, const SampleBody& body) {
  return body.radius > 0 ? shapes.add_sphere(body.radius) : shapes.add_box(body.half);
}

/// The record of the pair: parts 0 and 1, points relative to A's position.
template <class T>
abut::Contact<T> contact_of(const SamplePair& pair) {
  abut::ShapeSet shapes;
  abut::BodySet bodies;
  bodies.add(pair.a.pose, add_shape(shapes, pair.a));
  bodies.add(pair.b.pose, add_shape(shapes, pair.b));
  const std::vector<abut::Pair> pairs{{0, 1}};
  abut::Contacts<T> contacts(1);
  abut::query_pairs<T>(abut::Cpu{1}, shapes.view<T>(), bodies.parts(), pairs, {}, contacts.view());
  return contacts[0];
}

}  // namespace adapters
