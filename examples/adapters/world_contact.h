// A record of `query_pairs` or `detect` with its points in the world, from where every adapter of this folder starts.
//
// A record's points are relative to the position of A's body, in world axes, so that floats keep their digits far from
// the origin. Adding the position in double loses none; a solver that keeps world points in float loses them in its own
// adapter, where the page docs/how-to/adapters.md says so.
//
// An adapter takes a record that is a contact (`abut::is_contact(c.status)`), or one that stopped early
// (`iteration_limit`) if its bound gap is small enough for the caller. With `farther_than_alert` and the failures
// points and normal mean nothing.
#pragma once

#include "abut/core/contact.h"
#include "abut/core/pose.h"

namespace adapters {

/// Everything in the world. Data only.
struct WorldContact {
  abut::Vec3<double> on_a, on_b;  ///< on_b - on_a = separation * normal
  abut::Vec3<double> middle;      ///< midway
  abut::Vec3<double> normal;      ///< from A to B
  double separation;              ///< > 0: gap; < 0: minus the depth
};

template <class T>
WorldContact in_world(const abut::Contact<T>& c, abut::Vec3<double> position_of_a) {
  const abut::Vec3<double> on_a = position_of_a + abut::widen(c.witness_a);
  const abut::Vec3<double> on_b = position_of_a + abut::widen(c.witness_b);
  return {on_a, on_b, (on_a + on_b) * 0.5, abut::widen(c.normal), static_cast<double>(c.separation)};
}

/// A corner of the patch of the pair: `point` midway between the bodies, relative to A's position, `gap` along the
/// record's normal.
template <class T>
WorldContact corner_in_world(const abut::Contact<T>& c, abut::Vec3<T> point, T gap, abut::Vec3<double> position_of_a) {
  const abut::Vec3<double> middle = position_of_a + abut::widen(point), normal = abut::widen(c.normal);
  const abut::Vec3<double> half = normal * (0.5 * static_cast<double>(gap));
  return {middle - half, middle + half, middle, normal, static_cast<double>(gap)};
}

/// A point of the world in a body's frame.
inline abut::Vec3<double> in_frame(const abut::Pose& body, abut::Vec3<double> point) {
  return abut::rotate_back(body.rotation, point - body.position);
}

/// The components in a solver's own kind of array or vector.
template <class S>
void store(S (&to)[3], abut::Vec3<double> v) {
  to[0] = static_cast<S>(v.x);
  to[1] = static_cast<S>(v.y);
  to[2] = static_cast<S>(v.z);
}

}  // namespace adapters
