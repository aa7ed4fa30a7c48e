// Contact records of Project Chrono (9 and 10): chrono::ChCollisionInfo, which a custom collision system or an
// OnCustomCollision callback hands to ChContactContainer::AddContact.
//
//   vN         unit, "collision normal, respect to A": out of A, towards B; world
//   distance   signed, negative for penetration
//   vpA, vpB   the points on A and on B, world; vpB - vpA = distance * vN
//   precision  double
//   id         the pair of shapes; reaction_cache points to floats that the collision system keeps for the same contact
//              of the next step (warm start): key them by Abut's key
//   margins    envelope (contacts are made from this outward distance on) and safe margin, of each model: their sum is
//              Abut's alert distance
//
// Source: chrono/collision/ChCollisionInfo.h and api.projectchrono.org, class ChCollisionInfo (BSD-3-Clause; facts
// only).
#pragma once

#include <cstdint>

#include "world_contact.h"

namespace adapters {

/// The fields of ChCollisionInfo that are geometry; `eff_radius` is kept as Chrono's default unless the caller knows
/// the curvature. Data only.
struct ChronoContact {
  double vpA[3], vpB[3];
  double vN[3];
  double distance;
  std::uint32_t shapeA, shapeB;  ///< Abut's numbers of the parts, to be looked up for ChCollisionShape*
  std::uint64_t reaction_key;    ///< by which to find `reaction_cache`
};

template <class T>
ChronoContact to_chrono(const abut::Contact<T>& c, abut::Pair parts, abut::Vec3<double> position_of_a) {
  const WorldContact w = in_world(c, position_of_a);
  ChronoContact out{};
  store(out.vpA, w.on_a);
  store(out.vpB, w.on_b);
  store(out.vN, w.normal);
  out.distance = w.separation;
  out.shapeA = parts.a;
  out.shapeB = parts.b;
  out.reaction_key = c.key;
  return out;
}

}  // namespace adapters
