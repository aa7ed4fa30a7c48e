// Contact records of MuJoCo (3 and 4): mjContact.
//
//   frame      nine numbers, three rows: the normal, "points from geom[0] to geom[1]", and two tangents; a right-handed
//              orthonormal frame; world. MuJoCo's own tangents are arbitrary too
//   dist       signed, negative for penetration
//   pos        one point, midway between the geoms, world; the points on them are pos -+ dist / 2 * normal
//   precision  mjtNum: double, unless MuJoCo was built with mjUSESINGLE
//   id         the pair of geoms; contacts of a pair are a list that is made anew in every step, without a feature or a
//              history (warm starts are of the constraint solver's forces)
//   margins    margin and gap of the geoms: contacts are made where dist < margin, forces where dist < margin - gap
//              (includemargin): margin is Abut's alert distance
//
// Source: mujoco/include/mujoco/mjdata.h and mujoco.readthedocs.io, "mjContact" (Apache-2.0; facts only).
#pragma once

#include <cmath>
#include <cstdint>

#include "world_contact.h"

namespace adapters {

/// The fields of mjContact that a narrow phase sets. Data only.
struct MujocoContact {
  double dist;
  double pos[3];
  double frame[9];
  int geom[2];  ///< Abut's numbers of the parts, to be looked up for ids of geoms
};

template <class T>
MujocoContact to_mujoco(const abut::Contact<T>& c, abut::Pair parts, abut::Vec3<double> position_of_a) {
  const WorldContact w = in_world(c, position_of_a);
  // The axis that is least along the normal makes the best tangent.
  const abut::Vec3<double> n = w.normal;
  const double x = std::abs(n.x), y = std::abs(n.y), z = std::abs(n.z);
  const abut::Vec3<double> axis = x <= y && x <= z ? abut::Vec3<double>{1, 0, 0}
                                  : y <= z         ? abut::Vec3<double>{0, 1, 0}
                                                   : abut::Vec3<double>{0, 0, 1};
  const abut::Vec3<double> t1 = abut::unit_vector(axis - n * abut::dot(axis, n));
  const abut::Vec3<double> t2 = abut::cross(n, t1);
  return {w.separation,
          {w.middle.x, w.middle.y, w.middle.z},
          {n.x, n.y, n.z, t1.x, t1.y, t1.z, t2.x, t2.y, t2.z},
          {static_cast<int>(parts.a), static_cast<int>(parts.b)}};
}

}  // namespace adapters
