// Contact records of MercuryDPM: BaseInteraction, and a line of its .fstat file.
//
//   normal        unit; the normal force on P (particle i of the file) is +fn * normal with fn > 0 for repulsion, so it
//                 points from I (its partner j) to P; world
//   overlap       positive (`delta` of the file); only overlapping pairs are contacts
//   contactPoint  one point, world. Its documentation does not say where in the overlap; Abut gives the middle
//   precision     Mdouble: double
//   id            P and I; in the file i is a particle's index, j a particle's (0 or more) or a wall's (negative). The
//                 interaction object lives as long as the two touch and is found by that pair: one contact a pair
//   margins       none; adhesive species interact from their interaction distance on
//
// Here A is P and B is I. Source: docs.mercurydpm.org, pages "Visualising Your Results" (the fstat file: "the contact
// force acting on particle i is split into fn * n and ft * t") and "Normal forces" (steps 4 and 6: stiffness * overlap,
// along the normal) (BSD-3-Clause; facts only).
#pragma once

#include <cstdint>
#include <optional>

#include "world_contact.h"

namespace adapters {

/// Data only.
struct MercuryContact {
  std::int64_t i, j;  ///< P and I: Abut's numbers of the bodies or parts, to be looked up
  double contactPoint[3];
  double overlap;
  double normal[3];
};

/// Nothing where the bodies do not overlap.
template <class T>
std::optional<MercuryContact> to_mercury(const abut::Contact<T>& c, abut::Pair parts,
                                         abut::Vec3<double> position_of_a) {
  const WorldContact w = in_world(c, position_of_a);
  if (!(w.separation < 0)) return std::nullopt;
  MercuryContact out{};
  out.i = parts.a;
  out.j = parts.b;
  store(out.contactPoint, w.middle);
  out.overlap = -w.separation;
  store(out.normal, -w.normal);
  return out;
}

}  // namespace adapters
