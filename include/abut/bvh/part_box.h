// World boxes of parts, fattened: the boxes whose overlap makes a candidate pair, on every executor.
//
// Only + and * in a fixed order, so that the boxes, and hence the pairs, have the same bits everywhere.
#pragma once

#include <cstdint>

#include "abut/bodies/world_pose.h"
#include "abut/bvh/box.h"
#include "abut/shapes/shape_set_view.h"

namespace abut {
inline namespace ABUT_ISA {

/// How much a box grows, relative to the size of the shape, its distance from its own origin and the fattening.
/// A query sees vertices and pose rounded to its scalar (a few 2^-24 in float), and takes the transpose of a rotation
/// as its inverse: with a matrix that is off by 1e-6 (what `BodySet` accepts) |R^T R - I| is at most 6e-6, and
/// distances in A's frame differ from those in the world by up to twice that. 2^-16 = 1.5e-5 covers both.
inline constexpr double part_box_slack = 0x1p-16;

/// The box in the world of a shape at `pose`: |R| * half_extent + rounding about R * centre + p, grown by `fattening`,
/// by the slack above and by the rounding errors of this computation. Two parts whose separation, as any query sees it,
/// is at most the sum of their fattenings have overlapping boxes. Empty if anything is not finite.
ABUT_INLINE Box<double> part_box(const ShapeHeader& shape, const Pose& pose, double fattening) {
  const double* c = shape.centre;
  const double* h = shape.half_extent;
  const double* r = pose.rotation.m;
  const double from_origin = abs(c[0]) + abs(c[1]) + abs(c[2]);
  const double grow = shape.rounding + fattening + part_box_slack * (from_origin + shape.size + fattening);
  const double p[3] = {pose.position.x, pose.position.y, pose.position.z};
  double lo[3], hi[3];
  bool finite = true;
  for (int i = 0; i < 3; ++i) {
    const double* row = r + 3 * i;
    const double middle = p[i] + (row[0] * c[0] + row[1] * c[1] + row[2] * c[2]);
    const double half = abs(row[0]) * h[0] + abs(row[1]) * h[1] + abs(row[2]) * h[2] + grow;
    const double turned = abs(row[0]) * abs(c[0]) + abs(row[1]) * abs(c[1]) + abs(row[2]) * abs(c[2]);
    const double terms = abs(p[i]) + turned + half;
    // Each term passes through at most seven roundings of half an epsilon on its way into lo and hi.
    const double reach = half + 4 * Epsilon<double>::value * terms;
    lo[i] = middle - reach;
    hi[i] = middle + reach;
    finite = mask_and(finite, mask_and(lo[i] - lo[i] == 0, hi[i] - hi[i] == 0));
  }
  if (!finite) return empty_box<double>();
  return {{lo[0], lo[1], lo[2]}, {hi[0], hi[1], hi[2]}};
}

/// The box of part `i`, fattened by its share of the alert distance: half of the global one, and all of its own.
ABUT_INLINE Box<double> part_box(const ShapeHeader* headers, const PartsView& parts, std::uint32_t i,
                                 double alert_distance) {
  const double own = parts.alert != nullptr ? parts.alert[i] : 0.0;
  return part_box(headers[parts.shape[i]], world_pose(parts, i), 0.5 * alert_distance + own);
}

}  // namespace ABUT_ISA
}  // namespace abut
