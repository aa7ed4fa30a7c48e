// Contacts that parts of one body hide from each other: on walls that two parts have in common, and at their rims.
#pragma once

#include "abut/facets/placed_pair.h"
#include "abut/facets/point_triangle.h"

namespace abut {

/// Parts with the surfaces of their shapes. Data only.
struct SurfacedParts {
  PartsView parts;
  FacetSurfaces surfaces;
};

inline namespace ABUT_ISA {
namespace joined_parts_detail {

/// How far beside a part a point counts as in it, over the part's size: parts that a plane has cut apart have their
/// corners from the same numbers, and poses add some roundings.
inline constexpr double in_part = 1e-9;
/// How far along the normal it is looked whether the part has something nearer. Any length is as good: parts are
/// convex.
inline constexpr double probe = 0x1p-7;

ABUT_HD inline bool contains(const FacetSurfaceView<double>& s, Vec3<double> p) {
  for (std::uint32_t i = 0; i < s.facet_count; ++i) {
    const SurfaceFacet& f = s.facets[i];
    if (dot(p - s.points[f.vertex[0]], s.normals[f.plane]) > in_part * s.size) return false;
  }
  return true;
}

/// Of a point, the nearest one of a convex solid.
ABUT_HD inline Vec3<double> nearest(const FacetSurfaceView<double>& s, Vec3<double> p) {
  bool outside = false;
  double least = Huge<double>::value;
  Vec3<double> at = p;
  for (std::uint32_t i = 0; i < s.facet_count; ++i) {
    const SurfaceFacet& f = s.facets[i];
    if (!(dot(p - s.points[f.vertex[0]], s.normals[f.plane]) > 0)) continue;  // seen from behind
    outside = true;
    const PointOnTriangle<double> found = point_triangle(p, facet_at(s, i));
    if (found.distance2 < least) least = found.distance2, at = found.point;
  }
  return outside ? at : p;
}

/// A contact's point and normal in a part's own frame, as its surface has it. Data only.
struct ContactOfPart {
  std::uint32_t part;
  Vec3<double> point, normal;
};

ABUT_HD inline bool hides(const SurfacedParts& of, std::uint32_t other, const ContactOfPart& c, double tolerance) {
  const std::uint32_t shape = of.parts.shape[other];
  if (other == c.part || shape >= of.surfaces.shape_count) return false;
  const FacetSurfaceView<double>&mine = of.surfaces.of_shape[of.parts.shape[c.part]], &s = of.surfaces.of_shape[shape];
  if (!s.convex || !s.solid || s.rounding != mine.rounding) return false;
  RelativePose<double> pose =
      relative_pose(world_pose(of.parts, other), world_pose(of.parts, c.part), centre_of(s), centre_of(mine));
  const double unit = power_of_two<double>(-s.exponent), scale = power_of_two<double>(mine.exponent - s.exponent);
  const Vec3<double> p = rotate(pose.rotation, c.point * scale) + pose.translation * unit;
  if (!contains(s, p)) return false;
  const Vec3<double> n = rotate(pose.rotation, c.normal);
  const Vec3<double> off = nearest(s, multiply_add(n, probe, p)) - p;
  return length(off) > (tolerance + 2 * in_part * s.size / probe) * probe;
}

}  // namespace joined_parts_detail

/// Whether another part of A's or of B's body hides a contact: its point lies in that part, and there is something of
/// that part nearer in the direction of its normal. So it is no contact of the body as a whole (the other part has one
/// instead). Parts are convex solids by their own faces; others hide nothing. `any_part_of(body, f)`: whether `f(part)`
/// holds for any part of the body.
template <class AnyPartOf>
ABUT_HD inline bool is_hidden(const SurfacedParts& parts, Pair pair, const PlacedPair& at,
                              const FacetContact<double>& c, const AnyPartOf& any_part_of) {
  using namespace joined_parts_detail;
  if (c.kind != FacetContactKind::apart && c.kind != FacetContactKind::below) return false;
  const SurfacePair<double>& of = at.pair;
  const Vec3<double> n = c.normal.n, core_a = multiply_add(n, -of.rounding_a, c.a);
  const Vec3<double> core_b = multiply_add(n, c.separation + of.rounding_b, c.a);
  const auto any = [&](const ContactOfPart& mine) {
    return any_part_of(parts.parts.body[mine.part],
                       [&](std::uint32_t other) { return hides(parts, other, mine, of.tolerance); });
  };
  if (any({pair.a, core_a, n})) return true;
  // B's own frame, in which its surface lies.
  const Mat3<double>& r = of.frame.rotation;
  const Vec3<double> point_b = rotate_back(r, core_b - of.frame.translation) * (1 / of.frame.scale);
  return any({pair.b, point_b, rotate_back(r, -n)});
}

}  // namespace ABUT_ISA
}  // namespace abut
