// Contact records of Bullet 2 and 3 (btManifoldPoint), which a collision algorithm adds to a btPersistentManifold by
// btManifoldResult::addContactPoint(normalOnBInWorld, pointInWorld, depth).
//
//   m_normalWorldOnB         unit, outward on B: from B to A; world
//   m_distance1 (`depth`)    signed, negative for penetration, in spite of its name
//   m_positionWorldOnB       the point on B, world (`pointInWorld`); on A: that plus distance * normal
//   m_localPointA, ...B      the same points in the frames of the two bodies' centre-of-mass transforms: a manifold's
//                            points are carried along with the bodies and dropped when they have drifted apart
//   precision                btScalar: float, or double with BT_USE_DOUBLE_PRECISION
//   id                       m_partId0/1, m_index0/1: the triangle of a mesh, else -1; no feature. A new point replaces
//                            an old one by being near it; m_userPersistentData is the user's. At most 4 points a pair
//   margins                  every shape has a collision margin (0.04 by default) around its core; points are made from
//                            the contact breaking threshold (0.02) on, which is Abut's alert distance
//
// Source: BulletCollision/NarrowPhaseCollision/btManifoldPoint.h, btPersistentManifold.h and
// btDiscreteCollisionDetectorInterface.h of Bullet 3.24 (zlib licence; facts only).
#pragma once

#include <cstdint>

#include "world_contact.h"

namespace adapters {

/// Data only. `Scalar`: btScalar.
template <class Scalar>
struct BulletContact {
  Scalar m_localPointA[3], m_localPointB[3];
  Scalar m_positionWorldOnB[3], m_positionWorldOnA[3];
  Scalar m_normalWorldOnB[3];
  Scalar m_distance1;
  std::uint64_t key;  ///< Abut's, for m_userPersistentData
};

/// `origin_of_points`: what the record's points are relative to, the position of A's body. `a`, `b`: the poses of the
/// collision objects (centre of mass transforms). Body 0 of the manifold is A.
template <class Scalar, class T>
BulletContact<Scalar> to_bullet(const abut::Contact<T>& c, abut::Vec3<double> origin_of_points, const abut::Pose& a,
                                const abut::Pose& b) {
  const WorldContact w = in_world(c, origin_of_points);
  BulletContact<Scalar> out{};
  store(out.m_localPointA, in_frame(a, w.on_a));
  store(out.m_localPointB, in_frame(b, w.on_b));
  store(out.m_positionWorldOnA, w.on_a);
  store(out.m_positionWorldOnB, w.on_b);
  store(out.m_normalWorldOnB, -w.normal);
  out.m_distance1 = static_cast<Scalar>(w.separation);
  out.key = c.key;
  return out;
}

}  // namespace adapters
