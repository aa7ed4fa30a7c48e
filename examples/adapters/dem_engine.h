// Contact records of DEM-Engine (Chrono DEM-Engine, DEME): what a force model sees of a contact, and what
// GetContactDetailedInfo returns.
//
//   B2A            unit, from B to A: the normal that A feels; world (`Normal` of the contact info)
//   overlapDepth   positive for overlap, negative for a gap
//   contactPnt     one point, in the middle of the overlap, world (`Point`)
//   locCPA, locCPB the same point in the frames of the two owners, from their centres
//   precision      point and depth double, normal and local points float; the contact info has all in float
//   id             AOwner, BOwner (bodies), AGeo, BGeo (their spheres, triangles or analytical parts); what a force
//                  model keeps of a contact ("contact wildcards") follows the pair of geometries from step to step
//   margins        contacts are looked for with a margin that covers what bodies may move until the next search, and a
//                  family may have an extra margin within which gaps are contacts too: Abut's alert distance
//
// Source: github.com/projectchrono/DEM-Engine, src/kernel (the comments on contactPnt, B2A and overlapDepth, the
// overlap of two spheres) and src/DEM/utils/ContactOutput.hpp (BSD-3-Clause; facts only).
#pragma once

#include <cstdint>

#include "world_contact.h"

namespace adapters {

/// Data only.
struct DemEngineContact {
  std::uint32_t AGeo, BGeo;  ///< Abut's numbers of the parts, to be looked up
  double contactPnt[3];
  float B2A[3];
  double overlapDepth;
  float locCPA[3], locCPB[3];
};

/// `a`, `b`: poses of the owners, from their centres of mass.
template <class T>
DemEngineContact to_dem_engine(const abut::Contact<T>& c, abut::Pair parts, abut::Vec3<double> origin_of_points,
                               const abut::Pose& a, const abut::Pose& b) {
  const WorldContact w = in_world(c, origin_of_points);
  DemEngineContact out{};
  out.AGeo = parts.a;
  out.BGeo = parts.b;
  store(out.contactPnt, w.middle);
  store(out.B2A, -w.normal);
  out.overlapDepth = -w.separation;
  store(out.locCPA, in_frame(a, w.middle));
  store(out.locCPB, in_frame(b, w.middle));
  return out;
}

}  // namespace adapters
