// The knots of one surface against another surface that moves relative to it: which of them are near, and their gaps.
#pragma once

#include <cstdint>
#include <vector>

#include "abut/core/pose.h"
#include "abut/surface/surface_contacts.h"
#include "host/surface/contact_surfaces_state.h"
#include "host/surface/surface_query.h"

namespace abut::host {

/// The gap of a point when it was asked last: between two bounds there. It changes by no more than the point moves.
/// Data only.
struct KnownGap {
  Vec3<double> at;  ///< in the other surface's frame
  double low, high;
};

/// A knot that has been asked. Data only.
struct NearKnot {
  std::uint32_t knot;
  std::uint32_t steps_away;  ///< since it was looked at
  std::uint64_t cache;       ///< its place among them
  KnownGap gap;
};

/// What is kept from step to step.
struct KnotSide {
  std::vector<KnownGap> nodes;  ///< of the spheres' centres; of the root alone while that is far away
  std::vector<NearKnot> near;   ///< by knot
  std::vector<ClosestPointCache<double>> caches;
  std::vector<std::uint64_t> free;  ///< caches of knots that are no longer kept
};

/// Whose knots meet what, and where they are. Data only.
struct PlacedSide {
  const SurfaceView<double>& master;
  const ContactEntry& slave;
  RelativePose<double> slave_in_master;
  double alert;
};

/// Data only.
struct FoundKnot {
  std::uint64_t knot;
  Vec3<double> at;  ///< in the master's frame
  SurfaceGap gap;
};

/// The knots within the alert distance, in their order.
void find_near_knots(const PlacedSide& placed, KnotSide& side, SurfaceStepCounts& counts,
                     std::vector<FoundKnot>& found);

}  // namespace abut::host
