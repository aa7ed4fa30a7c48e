// Whether a gap of a solid with itself goes through a wall of its own: both sides of a wall look away from each other,
// as they would if they had gone through each other. What has gone through lies in both: in the surface twice.
#pragma once

#include "abut/deform/deform_body.h"

namespace abut {

/// One end of a gap. Data only.
struct GapEnd {
  Vec3<double> point;    ///< of the surface
  Vec3<double> outward;  ///< out of the solid there, of any length
};

inline namespace ABUT_ISA {
namespace own_wall_detail {

/// +1 or -1 where the line through p along x crosses from `a` to `b` of a facet's outline, seen along it, beyond p's y:
/// upward or downward. Both facets of an edge are asked the same of the lower and the upper end, so that of a closed
/// surface no crossing is counted twice or lost to rounding.
ABUT_INLINE int passes_edge(Vec3<double> a, Vec3<double> b, Vec3<double> p) {
  const bool up = mask_and(a.z <= p.z, p.z < b.z), down = mask_and(b.z <= p.z, p.z < a.z);
  if (!mask_or(up, down)) return 0;
  const Vec3<double> low = up ? a : b, high = up ? b : a;
  const bool left = (high.y - low.y) * (p.z - low.z) - (high.z - low.z) * (p.y - low.y) > 0;
  return left ? (up ? 1 : -1) : 0;
}

/// What the facet adds to `winding_about`.
ABUT_INLINE int crossing_of(const Facet<double>& f, Vec3<double> p) {
  const int turns = passes_edge(f.v[0], f.v[1], p) + passes_edge(f.v[1], f.v[2], p) + passes_edge(f.v[2], f.v[0], p);
  return turns * dot(area_normal(f), p - f.v[0]) < 0 ? turns : 0;
}

ABUT_INLINE bool may_cross(const DeformNode& node, const TreePoint& p) {
  return mask_and(mask_and(node.lo.y <= p.y, p.y <= node.hi.y), mask_and(node.lo.z <= p.z, p.z <= node.hi.z),
                  p.x <= node.hi.x);
}

}  // namespace own_wall_detail

/// How often the surface of a solid winds about a point that is not on it: 0 outside, 1 inside, 2 where the solid
/// covers itself. By the facets that the line from the point along x crosses. `frame`: of the body's tree.
ABUT_HD inline int winding_about(const DeformBodyView& body, const TreeFrame& frame, Vec3<double> p) {
  const TreePoint at = tree_point(frame, p);
  std::uint32_t waiting[most_tree_depth + 1];
  int count = 0, turns = 0;
  if (body.tree.node_count > 0) waiting[count++] = 0;
  while (count > 0) {
    const std::uint32_t k = waiting[--count];
    const DeformNode node = body.tree.nodes[k];
    if (!own_wall_detail::may_cross(node, at)) continue;
    if (is_leaf(node)) {
      for (std::uint32_t i = 0; i < node.count; ++i) {
        turns += own_wall_detail::crossing_of(facet_of(body, body.tree.facets[node.first + i]), p);
      }
    } else {
      waiting[count++] = node.first;
      waiting[count++] = k + 1;
    }
  }
  return turns;
}

namespace own_wall_detail {

/// Whether material of its own lies about all of a gap twice: at three points of the line between its ends, which are
/// drawn into the solid a little, as the gap may run along a face.
ABUT_HD inline bool lies_in_both(const DeformBodyView& body, const TreeFrame& frame, const GapEnd& a, const GapEnd& b,
                                 double step) {
  const Vec3<double> p = a.point - unit_or_zero(a.outward) * (64 * step);
  const Vec3<double> q = b.point - unit_or_zero(b.outward) * (64 * step);
  for (int i = 0; i < 3; ++i) {
    const double part = i == 0 ? 0.5 : i == 1 ? 0.0625 : 0.9375;
    if (winding_about(body, frame, p + (q - p) * part) < 2) return false;
  }
  return true;
}

/// Whether there is more material just inside of an end, on the way to the other, than just outside, where there may
/// be some.
ABUT_HD inline bool goes_inside(const DeformBodyView& body, const TreeFrame& frame, const GapEnd& from,
                                const GapEnd& to, double step, bool some) {
  const Vec3<double> in = unit_or_zero(to.point - from.point), out = unit_or_zero(from.outward);
  const int outside = winding_about(body, frame, from.point + out * step);
  return (some || outside == 0) && winding_about(body, frame, from.point + in * step) > outside;
}

}  // namespace own_wall_detail

/// Of a gap of a solid with itself: whether it goes through one wall, from the inside of one end to the inside of the
/// other, with no other material about all of it, or, of a gap above 0, about any of its ends. False where the ends are
/// too near each other to tell.
ABUT_RARE bool goes_through_own_wall(const DeformBodyView& body, const TreeFrame& frame, const GapEnd& a,
                                     const GapEnd& b, bool below) {
  using namespace own_wall_detail;
  const double step = 0x1p-10 * length(a.point - b.point);
  if (!(step > 0x1p-44 * max(max_abs(a.point), max_abs(b.point)))) return false;
  return goes_inside(body, frame, a, b, step, below) && goes_inside(body, frame, b, a, step, below) &&
         !lies_in_both(body, frame, a, b, step);
}

}  // namespace ABUT_ISA
}  // namespace abut
