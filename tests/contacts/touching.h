// Two bodies with their record and their patch, and ways to pose them.
#pragma once

#include <cmath>
#include <vector>

#include "abut/patches.h"

namespace abut::test {

/// The records and patches of two bodies.
template <class T>
struct Touching {
  ShapeSet shapes;
  BodySet bodies;
  std::vector<Pair> pairs{{0, 1}};
  Contacts<T> contacts;
  Patches<T> patches;

  void find(const PatchOptions& options = {}, bool volumes = false) {
    const ShapeSetView<T> view = shapes.view<T>();
    contacts.resize(pairs.size());
    query_pairs(Cpu{1}, view, bodies.parts(), pairs, {}, contacts.view());
    patches = find_patches(Cpu{1}, view, bodies.parts(), {pairs, contacts.view()}, options, volumes);
  }
  std::size_t count(std::size_t i = 0) const { return patches.offsets[i + 1] - patches.offsets[i]; }
  /// In the world.
  Vec3<double> point(std::size_t k) const { return from_a(patches.point_x[k], patches.point_y[k], patches.point_z[k]); }
  Vec3<double> centre() const { return from_a(patches.centre_x[0], patches.centre_y[0], patches.centre_z[0]); }
  Vec3<double> from_a(T x, T y, T z) const {
    return bodies.pose(0).position +
           Vec3<double>{static_cast<double>(x), static_cast<double>(y), static_cast<double>(z)};
  }
};

inline Pose posed(Vec3<double> position, Mat3<double> rotation = {{1, 0, 0, 0, 1, 0, 0, 0, 1}}) {
  return {position, rotation};
}

/// About an axis, by an angle.
inline Mat3<double> turn(Vec3<double> axis, double angle) {
  const double s = std::sin(angle / 2);
  return rotation_from_quaternion(std::cos(angle / 2), s * axis.x, s * axis.y, s * axis.z);
}

}  // namespace abut::test
