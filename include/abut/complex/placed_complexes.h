// Two complexes where a pair of parts has them, and their contacts as callers have them.
#pragma once

#include "abut/bodies/parts_view.h"
#include "abut/bodies/world_pose.h"
#include "abut/complex/quasi_lmd.h"
#include "abut/complex/quasi_lmds_view.h"
#include "abut/contacts/clearance.h"
#include "abut/narrow/batch.h"

namespace abut {

/// `QuasiLmdOptions` as they are computed with. Data only.
struct QuasiLmdSearch {
  double alert_distance, sine_theta, cone_tolerance;
};

/// Data only.
struct PlacedComplexes {
  ComplexPair<double> pair;
  Pose a, b;
  Vec3<double> offset_a;  ///< of A's frame from its body's position, in world axes
  Vec3<double> bodies;    ///< from the position of A's body to that of B's
  double unit;            ///< A's, in the caller's
  double dilations;       ///< of both, in A's unit
};

inline namespace ABUT_ISA {

ABUT_INLINE Vec3<double> centre_of(const ComplexView<double>& view) {
  return {view.centre[0], view.centre[1], view.centre[2]};
}

/// Where B's hierarchy is in A's frame. Spheres are grown by 64 units in the last place of a float of all lengths: no
/// sphere leaves out what a distance would take in.
ABUT_HD inline ComplexFrame complex_frame(const ComplexPair<double>& pair) {
  ComplexFrame frame;
  for (int k = 0; k < 9; ++k) frame.rotation.m[k] = static_cast<float>(pair.b_in_a.rotation.m[k]);
  frame.translation = narrowed<float>(pair.b_in_a.translation);
  frame.scale = static_cast<float>(pair.scale);
  const double lengths = pair.a.size + pair.b.size * pair.scale + max_abs(pair.b_in_a.translation) + pair.reach;
  frame.reach = static_cast<float>(pair.reach + 64 * static_cast<double>(Epsilon<float>::value) * lengths);
  // The angle's sine as it is, more than the tolerance beyond: twice that, as both cones may be left by it.
  const double s = min(1.0, pair.sine_theta + 2 * pair.tolerance + 0x1p-20);
  frame.theta_sine = static_cast<float>(s), frame.theta_cosine = static_cast<float>(sqrt(1 - s * s));
  return frame;
}

/// Sets all but the views, which `at.pair` has. False where a pose is not usable.
ABUT_HD inline bool place_complexes(const PartsView& parts, Pair p, const QuasiLmdSearch& asked, PlacedComplexes& at) {
  at.a = world_pose(parts, p.a), at.b = world_pose(parts, p.b);
  if (!is_usable(at.a) || !is_usable(at.b)) return false;
  ComplexPair<double>& pair = at.pair;
  const auto body = [&](std::uint32_t i) { return Vec3<double>{parts.body_x[i], parts.body_y[i], parts.body_z[i]}; };
  at.offset_a = at.a.position - body(p.a), at.bodies = body(p.b) - body(p.a);
  at.unit = power_of_two<double>(pair.a.exponent);
  const double inverse = 1 / at.unit;
  pair.b_in_a = relative_pose(at.a, at.b, centre_of(pair.a), centre_of(pair.b));
  pair.b_in_a.translation = pair.b_in_a.translation * inverse;
  pair.scale = power_of_two<double>(pair.b.exponent - pair.a.exponent);
  at.dilations = (pair.a.dilation + pair.b.dilation) * inverse;
  pair.reach = alert_between(parts.alert, p, asked.alert_distance) * inverse + at.dilations;
  pair.sine_theta = asked.sine_theta, pair.cosine_theta = sqrt(1 - pair.sine_theta * pair.sine_theta);
  pair.tolerance = asked.cone_tolerance;
  pair.apart =
      64 * Epsilon<double>::value * (pair.a.size + pair.b.size * pair.scale + max_abs(pair.b_in_a.translation));
  pair.frame = complex_frame(pair);
  return true;
}

/// Where a contact is stored, and of which pair. Data only.
struct QuasiLmdPlace {
  std::uint64_t to;
  Pair pair;
};

/// A contact in world axes, points relative to the position of A's body. Data only.
struct PlacedContact {
  Vec3<double> normal, witness_a;  ///< of the dilated body
  Vec3<double> bodies;             ///< from the position of A's body to that of B's
  double separation;
  Feature feature_a, feature_b;
  bool is_lmd;
  std::uint64_t key;
};

/// Stores a contact as number `to`.
template <class T>
ABUT_HD inline void store_contact(const QuasiLmdsView<T>& out, std::uint64_t to, const PlacedContact& c) {
  using batch_detail::put;
  const Vec3<double> n = c.normal, a = c.witness_a, b = multiply_add(n, c.separation, a);
  put(out.separation, to, round_to<T>(c.separation));
  put(out.normal, to, narrowed<T>(n));
  put(out.witness_a, to, narrowed<T>(a)), put(out.witness_b, to, narrowed<T>(b));
  put(out.point, to, narrowed<T>(multiply_add(n, 0.5 * c.separation, a)));
  put(out.feature_a, to, c.feature_a), put(out.feature_b, to, c.feature_b);
  put(out.is_lmd, to, static_cast<std::uint8_t>(c.is_lmd ? 1 : 0));
  put(out.key, to, c.key);
  const auto row = [&](T* rows, Vec3<double> direction, Vec3<double> arm) {
    if (rows == nullptr) return;
    const Vec3<double> turn = cross(arm, direction);
    T* r = rows + 6 * to;
    r[0] = round_to<T>(direction.x), r[1] = round_to<T>(direction.y), r[2] = round_to<T>(direction.z);
    r[3] = round_to<T>(turn.x), r[4] = round_to<T>(turn.y), r[5] = round_to<T>(turn.z);
  };
  row(out.jacobian_a, -n, a), row(out.jacobian_b, n, b - c.bodies);
}

/// Stores contact `c` of a pair.
template <class T>
ABUT_HD inline void store_quasi_lmd(const QuasiLmdsView<T>& out, const QuasiLmdPlace& place, const PlacedComplexes& at,
                                    const QuasiLmd<double>& c) {
  const ComplexPair<double>& pair = at.pair;
  const Vec3<double> n = rotate(at.a.rotation, c.normal);
  const Vec3<double> local = c.point_a * at.unit + centre_of(pair.a);
  const Vec3<double> a = multiply_add(n, pair.a.dilation, rotate(at.a.rotation, local) + at.offset_a);
  const Feature of_a = simplex_feature(pair.a.simplices[c.a]), of_b = simplex_feature(pair.b.simplices[c.b]);
  store_contact(out, place.to,
                {n, a, at.bodies, (c.distance - at.dilations) * at.unit, of_a, of_b, c.is_lmd,
                 contact_key(place.pair, of_a, of_b)});
}

}  // namespace ABUT_ISA
}  // namespace abut
