// Contact records of Siconos 4.4: NewtonEuler3DR, the relation of a contact in space, between two bodies (ds1, ds2) or
// a body and something fixed (ds1 alone).
//
//   nc            unit, the "inward" normal: into body 1, from body 2; world. The first axis of the contact frame,
//   along
//                 which the reaction on body 1 is positive
//   distance      signed, (pc1 - pc2) . nc: negative for penetration; what computeh returns as y(0)
//   pc1, pc2      the points on body 1 and on body 2, world
//   relPc1, ...   the same in the frames of the bodies (of the world for what is fixed), and relNc in that of body 2:
//                 from these computeh moves the points along in a Newton loop
//   precision     double
//   id            none: an Interaction is an object that a manager links and unlinks; what carries over from step to
//                 step (its multiplier lambda, for warm starts) lives in it, so a manager keeps it for Abut's key
//   margins       the manager's own: contacts that are still apart are allowed, the law acts when the gap closes
//
// Source: headers NewtonEuler1DR.hpp, NewtonEuler3DR.hpp and InteractionManager.hpp of Debian's libsiconos-kernel-dev
// 4.4.0 (Apache-2.0; facts only), tried on a ball that rolls on a plate.
#pragma once

#include <cstdint>

#include "world_contact.h"

namespace adapters {

/// Data only.
struct SiconosContact {
  double pc1[3], pc2[3];
  double nc[3];
  double distance;
  std::uint64_t key;
};

/// Body 1 is A, body 2 is B; with `swapped` body 1 is B and body 2 is A, as where A is fixed.
inline SiconosContact to_siconos(const WorldContact& w, std::uint64_t key, bool swapped) {
  SiconosContact out{};
  store(out.pc1, swapped ? w.on_b : w.on_a);
  store(out.pc2, swapped ? w.on_a : w.on_b);
  store(out.nc, swapped ? w.normal : -w.normal);
  out.distance = w.separation;
  out.key = key;
  return out;
}

}  // namespace adapters
