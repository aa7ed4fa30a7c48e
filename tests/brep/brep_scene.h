// Bodies with a CAD model each, for tests.
#pragma once

#include <cmath>
#include <map>

#include "abut/brep/brep_contacts.h"
#include "tests/support/paired_bodies.h"

namespace abut::test {

/// Data only.
struct BrepScene : PairedBodies {
  ShapeSet shapes;
  ContactBreps breps;

  void add(const Brep& brep, const ContactBrepOptions& options = {}, const Pose& pose = {}) {
    bodies.add(pose, breps.add(shapes, brep, options));
  }
  template <class T = double>
  BrepContacts<T> find(const BrepContactOptions& options, int threads = 0) const {
    return find_brep_contacts<T>(Cpu{threads}, breps, parts(), pairs, options);
  }
};

/// The number of each key.
template <class T>
std::map<std::uint64_t, std::size_t> by_key(const BrepContacts<T>& of) {
  std::map<std::uint64_t, std::size_t> out;
  for (std::size_t i = 0; i < of.size(); ++i) out[of.key[i]] = i;
  return out;
}

/// Turned by a vector's length about it.
inline Mat3<double> turned(const Vec3<double>& by) {
  const double angle = length(by), s = angle > 0 ? std::sin(angle / 2) / angle : 0.5;
  return rotation_from_quaternion(std::cos(angle / 2), by.x * s, by.y * s, by.z * s);
}

}  // namespace abut::test
