// Two surfaces where a pair of parts has them.
#pragma once

#include "abut/bodies/parts_view.h"
#include "abut/bodies/world_pose.h"
#include "abut/contacts/clearance.h"
#include "abut/facets/facet_contact.h"

namespace abut {

/// Data only.
struct PlacedPair {
  SurfacePair<double> pair;
  Pose a, b;
  Vec3<double> offset;  ///< of A's frame from its body's position, in world axes
  double unit;          ///< A's, in the caller's
};

inline namespace ABUT_ISA {

ABUT_INLINE Vec3<double> centre_of(const FacetSurfaceView<double>& s) {
  return {s.centre[0], s.centre[1], s.centre[2]};
}

/// Sets all but the surfaces, which `at.pair` has. False where a pose is not usable.
ABUT_HD inline bool place_pair(const PartsView& parts, Pair p, double alert_distance, double tolerance,
                               PlacedPair& at) {
  at.a = world_pose(parts, p.a), at.b = world_pose(parts, p.b);
  if (!is_usable(at.a) || !is_usable(at.b)) return false;
  SurfacePair<double>& pair = at.pair;
  at.unit = power_of_two<double>(pair.a.exponent);
  at.offset = at.a.position - Vec3<double>{parts.body_x[p.a], parts.body_y[p.a], parts.body_z[p.a]};
  RelativePose<double> pose = relative_pose(at.a, at.b, centre_of(pair.a), centre_of(pair.b));
  const double inverse = 1 / at.unit, scale = power_of_two<double>(pair.b.exponent - pair.a.exponent);
  pose.translation = pose.translation * inverse;
  pair.rounding_a = pair.a.rounding * inverse, pair.rounding_b = pair.b.rounding * inverse;
  pair.alert = alert_between(parts.alert, p, alert_distance) * inverse + (pair.rounding_a + pair.rounding_b);
  pair.frame = facet_frame(pose, scale, pair.alert, pair.a.size, pair.b.size * scale);
  // Of triangle_triangle, whose coordinates are no larger than this; and of B's corners, as they were placed.
  pair.slack = 32 * Epsilon<double>::value * (pair.a.size + pair.b.size * scale + pair.alert);
  pair.tolerance = tolerance;
  return true;
}

}  // namespace ABUT_ISA
}  // namespace abut
