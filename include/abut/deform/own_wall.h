// Whether a gap of a solid with itself goes through a wall of its own: both sides of a wall look away from each other,
// as they would if they had gone through each other. What has gone through lies in both: in the surface twice.
//
// The winding number by the facets that a half-line crosses is that of O'Rourke 1998, section 7.4, with signs.
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

/// The sine below which a direction counts as along a facet.
inline constexpr double along_facet = 0x1p-10;
/// Gaps along a face, as at rims and flush corners, are drawn into the solid by this part of their length.
inline constexpr double drawn_in = 0x1p-5;

/// -1: the direction of length 1 goes below the facet; 1: above; 0: along it, or the facet has no area.
ABUT_INLINE int side_of(const Facet<double>& f, Vec3<double> direction) {
  const Vec3<double> up = unit_or_zero(area_normal(f));
  const double sine = dot(up, direction);
  return sine < -along_facet ? -1 : (sine > along_facet ? 1 : 0);
}

/// A direction at a right angle to `a`, less than one from `b`, and along no axis but by chance.
ABUT_INLINE Vec3<double> right_angle_to(Vec3<double> a, Vec3<double> b) {
  const Vec3<double> p = cross(a, Vec3<double>{0.64, 0.48, 0.6}), q = cross(a, Vec3<double>{-0.48, 0.6, 0.64});
  const Vec3<double> n = unit_or_zero(dot(p, p) > dot(q, q) ? p : q);
  return dot(n, b) < 0 ? -n : n;
}

/// +1 or -1 where the shorter arc of directions from `from` to `to` goes through the triangle's side from u to v, seen
/// from its third corner: to the inner side, or to the outer one. Neighbours that share u or v are asked the same.
ABUT_INLINE int crosses_sector(Vec3<double> u, Vec3<double> v, Vec3<double> from, Vec3<double> to) {
  const Vec3<double> across = cross(from, to), up = cross(u, v);
  const double at_u = dot(across, u), at_v = dot(across, v), at_from = dot(up, from), at_to = dot(up, to);
  if (mask_or((at_u < 0) == (at_v < 0), (at_from < 0) == (at_to < 0))) return 0;
  const Vec3<double> on_arc = from * abs(at_to) + to * abs(at_from), on_side = u * abs(at_v) + v * abs(at_u);
  if (!(dot(on_arc, on_side) > 0)) return 0;
  return at_from < 0 ? -1 : 1;
}

/// Components in turn, so that `axis` comes first.
ABUT_INLINE Vec3<double> turned(Vec3<double> v, int axis) {
  return axis == 0 ? v : (axis == 1 ? Vec3<double>{v.y, v.z, v.x} : Vec3<double>{v.z, v.x, v.y});
}

/// Of the winding number of a facet's outline about p, seen along x: +1 or -1 where the side from a to b passes p's
/// level upward or downward, with p on its left. Both facets of a side are asked the same of its lower and its upper
/// end, so that on a closed surface no crossing is counted twice or lost to rounding.
ABUT_INLINE int passes_side(Vec3<double> a, Vec3<double> b, Vec3<double> p) {
  const bool up = mask_and(a.z <= p.z, p.z < b.z), down = mask_and(b.z <= p.z, p.z < a.z);
  if (!mask_or(up, down)) return 0;
  const Vec3<double> low = up ? a : b, high = up ? b : a;
  const bool left = (high.y - low.y) * (p.z - low.z) - (high.z - low.z) * (p.y - low.y) > 0;
  return left ? (up ? 1 : -1) : 0;
}

/// What a facet adds to `winding_about`.
ABUT_INLINE int crossing_of(const Facet<double>& f, Vec3<double> p, int axis) {
  const Vec3<double> a = turned(f.v[0], axis), b = turned(f.v[1], axis), c = turned(f.v[2], axis);
  const int winding = passes_side(a, b, p) + passes_side(b, c, p) + passes_side(c, a, p);
  if (winding == 0) return 0;
  if (min(min(a.x, b.x), c.x) > p.x) return winding;
  if (max(max(a.x, b.x), c.x) < p.x) return 0;
  return winding * dot(cross(b - a, c - a), p - a) < 0 ? winding : 0;
}

ABUT_INLINE bool may_cross(const DeformNode& node, const TreePoint& p, int axis) {
  const auto part = [&](const Vec3<float>& v, int k) {
    const int i = (k + axis) % 3;
    return i == 0 ? v.x : (i == 1 ? v.y : v.z);
  };
  const Vec3<float> at{p.x, p.y, p.z};
  const bool y = mask_and(part(node.lo, 1) <= part(at, 1), part(at, 1) <= part(node.hi, 1));
  const bool z = mask_and(part(node.lo, 2) <= part(at, 2), part(at, 2) <= part(node.hi, 2));
  return mask_and(y, z, part(at, 0) <= part(node.hi, 0));
}

}  // namespace own_wall_detail

/// How often the closed surface of a solid winds about a point that is not on it: 0 outside, 1 inside, 2 where the
/// solid covers itself; -1 inside of what is inverted. By the facets that the half-line from the point along an axis, 0
/// to 2, crosses. Without a tree: 0.
ABUT_HD inline int winding_about(const DeformBodyView& body, Vec3<double> p, int axis) {
  using namespace own_wall_detail;
  const TreePoint in_tree = tree_point(body.tree.frame, p);
  const Vec3<double> at = turned(p, axis);
  std::uint32_t waiting[most_tree_depth + 1];
  int count = 0, winding = 0;
  if (body.tree.node_count > 0) waiting[count++] = 0;
  while (count > 0) {
    const std::uint32_t k = waiting[--count];
    const DeformNode node = body.tree.nodes[k];
    if (!may_cross(node, in_tree, axis)) continue;
    if (is_leaf(node)) {
      for (std::uint32_t i = 0; i < node.count; ++i) {
        winding += crossing_of(facet_of(body, body.tree.facets[node.first + i]), at, axis);
      }
    } else {
      waiting[count++] = node.first;
      waiting[count++] = k + 1;
    }
  }
  return winding;
}

/// Whether a direction of length 1 goes from a node into the solid, below one of its facets at least: whether two arcs
/// to it from the node's outward direction go in through more of its facets than out. What goes along a face counts as
/// inside.
ABUT_RARE bool goes_into_node(const DeformBodyView& body, std::uint32_t node, Vec3<double> direction) {
  using namespace own_wall_detail;
  const Vec3<double> out = unit_or_zero(outward_of_node(body, node)), in = direction - out * drawn_in;
  const Vec3<double> between = right_angle_to(out, in);
  bool below = false;
  int into = 0;
  for (std::uint32_t k = body.node_offsets[node]; k < body.node_offsets[node + 1]; ++k) {
    const std::uint32_t* const nodes = row_of<3>(body.facets, body.node_facets[k]);
    const int corner = nodes[0] == node ? 0 : (nodes[1] == node ? 1 : 2);
    const Facet<double> f = facet_of(body, body.node_facets[k]);
    below = mask_or(below, side_of(f, direction) < 0);
    const Vec3<double> p = f.v[corner], u = f.v[(corner + 1) % 3] - p, v = f.v[(corner + 2) % 3] - p;
    into += crosses_sector(u, v, out, between) + crosses_sector(u, v, between, in);
  }
  return mask_and(below, into > 0);
}

/// Likewise, of an edge: below both of its facets, or one where the solid has more than half of the space about it.
ABUT_RARE bool goes_into_edge(const DeformBodyView& body, std::uint32_t edge, Vec3<double> direction) {
  using namespace own_wall_detail;
  const std::uint32_t begin = body.edge_offsets[edge];
  if (body.edge_offsets[edge + 1] - begin != 2) return dot(outward_of_edge(body, edge), direction) < 0;
  const Facet<double> f = facet_of(body, body.edge_facets[begin]), g = facet_of(body, body.edge_facets[begin + 1]);
  const int of_f = side_of(f, direction), of_g = side_of(g, direction);
  const Vec3<double> up = area_normal(f);
  double highest = dot(g.v[0] - f.v[0], up), lowest = highest;
  for (int k = 1; k < 3; ++k) {
    const double height = dot(g.v[k] - f.v[0], up);
    highest = max(highest, height), lowest = min(lowest, height);
  }
  const bool reflex = highest > -lowest;
  return mask_and(mask_or(of_f < 0, of_g < 0), mask_or(reflex, mask_and(of_f <= 0, of_g <= 0)));
}

/// And of a facet.
ABUT_INLINE bool goes_into_facet(const Facet<double>& f, Vec3<double> direction) {
  return own_wall_detail::side_of(f, direction) < 0;
}

/// Of a gap of a closed solid with itself that goes into it at both ends: whether it goes through one wall: not where
/// other material lies about it, at the middle and a sixteenth from either end. False where the ends are too near each
/// other to tell.
ABUT_RARE bool goes_through_own_wall(const DeformBodyView& body, const GapEnd& a, const GapEnd& b) {
  using namespace own_wall_detail;
  const Vec3<double> way = b.point - a.point;
  const double size = length(way);
  if (!(size > 0x1p-34 * max(max_abs(a.point), max_abs(b.point)))) return false;
  // Along the axis nearest to the gap a half-line leaves a wall by its side, whatever the wall's place in the world.
  const double x = abs(way.x), y = abs(way.y), z = abs(way.z);
  const int axis = x >= max(y, z) ? 0 : (y >= z ? 1 : 2);
  const Vec3<double> in_a = unit_or_zero(a.outward) * (drawn_in * size);
  const Vec3<double> in_b = unit_or_zero(b.outward) * (drawn_in * size);
  // One call in a loop: kernels have one copy of what is called.
  for (int i = 0; i < 3; ++i) {
    const double t = i == 0 ? 0.5 : (i == 1 ? 0.0625 : 0.9375);
    if (winding_about(body, a.point + way * t - in_a * t - in_b * (1 - t), axis) < 2) return true;
  }
  return false;
}

}  // namespace ABUT_ISA
}  // namespace abut
