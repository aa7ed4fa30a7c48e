// One knot of a body against the surface of another one: whether it may be near, its gap, and the contact that it
// makes. For host and device. Source: Lim 2012, 3.2.2.
#pragma once

#include <cstdint>

#include "abut/bodies/world_pose.h"
#include "abut/surface/closest_query.h"

namespace abut {

/// Data only.
struct SurfaceContactOptions {
  double alert_distance = 0;  ///< knots with a larger gap are left out. Finite, 0 or more
  bool knots_of_a = true;     ///< whether knots of A meet B
  bool knots_of_b = true;     ///< and those of B meet A
  /// On a `Cuda`: of all pairs, how many knots near the other surface there is room for. On a `Cpu` memory grows.
  std::uint64_t room = 0;
};

/// Bit of a key: the knot is of B, and its closest point on A.
inline constexpr std::uint64_t surface_contact_of_b = std::uint64_t{1} << 32;

/// What a point has to do with a closed surface, in the surface's frame and unit. Data only.
struct SurfaceGap {
  double gap;             ///< below 0 inside
  double least_distance;  ///< no point of the surface is nearer: proved
  Vec3<double> point, normal;
  double u, v;
  Status status;
};

/// The answer to one query: what a `ClosestPointsView` points to. Data only.
struct OneClosestPoint {
  double distance, lower_bound, u, v;
  Vec3<double> point, normal;
  std::uint8_t status;
};

/// What the contacts of one body's knots are told by. Data only.
struct KnotFrame {
  Pose master;               ///< the pose of the surface that they meet, in the world
  Vec3<double> from_origin;  ///< to it, from the position of A's body
  bool of_b;                 ///< whose knots they are
};

/// Data only; as `SurfaceContacts` (surface_contacts.h) has them.
template <class T>
struct KnotContact {
  std::uint64_t key;
  T separation;
  Vec3<T> normal, point;
  double u, v;
  std::uint8_t status;
};

inline namespace ABUT_ISA {

/// A knot in the frame of the surface that it meets. Products without fma: for these few it costs a call where a
/// processor may lack it.
ABUT_INLINE Vec3<double> knot_at(const RelativePose<double>& slave_in_master, const Vec3<double>& p) {
  const double* const r = slave_in_master.rotation.m;
  const Vec3<double>& t = slave_in_master.translation;
  return {r[0] * p.x + r[1] * p.y + r[2] * p.z + t.x, r[3] * p.x + r[4] * p.y + r[5] * p.z + t.y,
          r[6] * p.x + r[7] * p.y + r[8] * p.z + t.z};
}

/// False only where the gap is larger than the alert distance, or no number: whatever is as near, or inside, is in the
/// box of the control points or as near to that.
ABUT_HD inline bool knot_may_be_near(const SurfaceView<double>& surface, const Vec3<double>& x, double alert) {
  Vec3<double> p;
  if (!to_view(surface, x, p)) return false;
  const double up = power_of_two<double>(surface.exponent);
  const double distance = sqrt(closest_point_detail::squared_distance_to_box(surface.nodes[0], p)) * up;
  // What rounding moves the point, the box and the closest point by, and then some.
  const double reach = surface.size * up + abs(surface.centre[0]) + abs(surface.centre[1]) + abs(surface.centre[2]);
  const double rounding = 64 * Epsilon<double>::value * (reach + length(x));
  return distance <= max(alert, 0.0) + rounding;
}

ABUT_HD inline ClosestPointsView<double> view_of(OneClosestPoint& one) {
  ClosestPointsView<double> out;
  out.distance = {&one.distance, 1}, out.lower_bound = {&one.lower_bound, 1};
  out.u = {&one.u, 1}, out.v = {&one.v, 1};
  out.point = {&one.point.x, &one.point.y, &one.point.z, 3};
  out.normal = {&one.normal.x, &one.normal.y, &one.normal.z, 3};
  out.status = {&one.status, 1};
  return out;
}

/// Of x, whose closest point is known.
ABUT_HD inline SurfaceGap gap_of(const SurfaceView<double>& surface, const Vec3<double>& x,
                                 const OneClosestPoint& one) {
  const Vec3<double> away = x - one.point;
  const double along = dot(away, one.normal), distance = length(away);
  SurfaceGap out{along < 0 ? -distance : distance, one.lower_bound, one.point, one.normal, one.u, one.v,
                 static_cast<Status>(one.status)};
  // The gap's gradient. At a crease it is not a normal of the surface. Beside a smooth minimum the closest point may be
  // off by some square root of the roundings, which says nothing: 64 of them here.
  const double aside = 0x1p-20 * (surface.size * power_of_two<double>(surface.exponent));
  if (length(away - one.normal * along) > aside) out.normal = away * (1 / out.gap);
  return out;
}

ABUT_HD inline KnotFrame knot_frame(const PartsView& parts, Pair pair, bool of_b) {
  const Pose master = world_pose(parts, of_b ? pair.a : pair.b);
  return {master, master.position - Vec3<double>{parts.body_x[pair.a], parts.body_y[pair.a], parts.body_z[pair.a]},
          of_b};
}

/// Of a knot that lies at `x` in the frame of the surface that it meets.
template <class T>
ABUT_HD inline KnotContact<T> knot_contact(const KnotFrame& frame, std::uint64_t knot, const Vec3<double>& x,
                                           const SurfaceGap& gap) {
  const Mat3<double>& turn = frame.master.rotation;
  const Vec3<double> outward = rotate(turn, gap.normal);
  KnotContact<T> out;
  out.key = knot + (frame.of_b ? surface_contact_of_b : 0);
  out.separation = round_to<T>(gap.gap);
  out.normal = narrowed<T>(frame.of_b ? outward : -outward);
  out.point = narrowed<T>(frame.from_origin + rotate(turn, x * 0.5 + gap.point * 0.5));
  out.u = gap.u, out.v = gap.v;
  out.status = static_cast<std::uint8_t>(gap.status);
  return out;
}

}  // namespace ABUT_ISA
}  // namespace abut
