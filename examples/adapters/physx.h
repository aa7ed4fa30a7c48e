// Contact records of PhysX 5: PxContactPoint, which PxGenerateContacts and a custom geometry's generateContacts report,
// and PxContactPairPoint, which PxContactPair::extractContacts hands to the simulation event callback. Both have the
// same geometry.
//
//   normal      unit, "from the second shape to the first", the way shape 0 has to move to resolve the contact; world
//   separation  signed, negative for penetration
//   point       one point (`position` in PxContactPairPoint), "between the shapes", world. Where between is not said;
//               Abut gives the middle
//   precision   float, also for the position: 1000 m from the origin it holds 0.06 mm. Shift the origin
//   id          internalFaceIndex0/1: the triangle of a mesh or height field, else 0xffffffff
//               (PXC_CONTACT_NO_FACE_INDEX); no vertex or edge, and no key: PhysX matches its patches itself
//   margins     contactOffset of each shape: contacts are made from the sum of both on, which is Abut's alert distance;
//               restOffset: the separation at which shapes rest
//
// Source: PhysX SDK API documentation, structs PxContactPoint and PxContactPairPoint (BSD-3-Clause; facts only).
#pragma once

#include <cstdint>

#include "world_contact.h"

namespace adapters {

/// Data only.
struct PhysxContact {
  float normal[3];
  float separation;
  float point[3];
  std::uint32_t internalFaceIndex0, internalFaceIndex1;
};
inline constexpr std::uint32_t physx_no_face_index = 0xffffffffu;

/// A is shape 0, B is shape 1. Convex shapes have no face index.
template <class T>
PhysxContact to_physx(const abut::Contact<T>& c, abut::Vec3<double> position_of_a) {
  const WorldContact w = in_world(c, position_of_a);
  PhysxContact out{};
  store(out.normal, -w.normal);
  out.separation = static_cast<float>(w.separation);
  store(out.point, w.middle);
  out.internalFaceIndex0 = out.internalFaceIndex1 = physx_no_face_index;
  return out;
}

}  // namespace adapters
