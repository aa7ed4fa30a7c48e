// Contact records of Drake: drake::geometry::PenetrationAsPointPair<double>, and for gaps SignedDistancePair<double>.
//
//   nhat_BA_W    unit, from B into A; world. (In SignedDistancePair too: the gradient of the distance with A's motion)
//   depth        of PenetrationAsPointPair: positive, (p_WCb - p_WCa) . nhat_BA_W; "otherwise not defined": no record
//                where there is no overlap. `distance` of SignedDistancePair: signed, negative for penetration
//   p_WCa, p_WCb the deepest points, on A's surface in B and on B's in A, world. SignedDistancePair has them in the
//                frames of the geometries instead: p_ACa, p_BCb
//   precision    double
//   id           the pair of GeometryIds, A's below B's; no feature, no history
//   margins      none for point pairs; the query for SignedDistancePair takes a largest distance, Abut's alert distance
//
// Source: drake/geometry/query_results/penetration_as_point_pair.h and signed_distance_pair.h, drake.mit.edu
// (BSD-3-Clause; facts only).
#pragma once

#include <cstdint>
#include <optional>

#include "world_contact.h"

namespace adapters {

/// Data only.
struct DrakePenetration {
  std::uint64_t id_A, id_B;  ///< Abut's numbers of the parts, to be looked up for GeometryIds
  double p_WCa[3], p_WCb[3];
  double nhat_BA_W[3];
  double depth;
};

/// Nothing where the bodies do not overlap.
template <class T>
std::optional<DrakePenetration> to_drake(const abut::Contact<T>& c, abut::Pair parts,
                                         abut::Vec3<double> position_of_a) {
  const WorldContact w = in_world(c, position_of_a);
  if (!(w.separation < 0)) return std::nullopt;
  DrakePenetration out{};
  out.id_A = parts.a;
  out.id_B = parts.b;
  store(out.p_WCa, w.on_a);
  store(out.p_WCb, w.on_b);
  store(out.nhat_BA_W, -w.normal);
  out.depth = -w.separation;
  return out;
}

/// Data only.
struct DrakeSignedDistance {
  std::uint64_t id_A, id_B;
  double p_ACa[3], p_BCb[3];  ///< in the frames of A and of B
  double distance;
  double nhat_BA_W[3];
};

template <class T>
DrakeSignedDistance to_drake_distance(const abut::Contact<T>& c, abut::Pair parts, abut::Vec3<double> origin_of_points,
                                      const abut::Pose& a, const abut::Pose& b) {
  const WorldContact w = in_world(c, origin_of_points);
  DrakeSignedDistance out{};
  out.id_A = parts.a;
  out.id_B = parts.b;
  store(out.p_ACa, in_frame(a, w.on_a));
  store(out.p_BCb, in_frame(b, w.on_b));
  out.distance = w.separation;
  store(out.nhat_BA_W, -w.normal);
  return out;
}

}  // namespace adapters
