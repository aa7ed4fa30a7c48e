// Bounds on the widths of a difference with polytopes in it, of which planes mirror the rest only.
//
// Any point of the polytopes bounds the width from below by that of the rest about it. About the foot of the origin
// this is tight where the width is least, to second order in the direction; so each piece of the sphere gets the foot
// of its middle.
#pragma once

#include "abut/narrow/axis_foot.h"
#include "abut/narrow/symmetric_bands.h"

namespace abut {
inline namespace ABUT_ISA {
namespace symmetric_detail {

/// Polytopes of a difference. `at`: the point of their sum that the other terms are placed about. Data only.
template <class Stored>
struct PartPoints {
  const revolved_axis_detail::AxisParts<Stored>* parts;  ///< null: there are none
  Vec3<double> at;
  int arcs;  ///< how many may yet be looked at
};

ABUT_HD inline Vec3<double> direction_on(const SymmetricDifference& d, PlaneVector u, double z) {
  const double r = radius_of_circle(z);
  return unit_vector(multiply_add(d.normal, z, multiply_add(d.e1, u.x * r, d.e2 * (u.y * r))));
}

/// From the point that the terms are placed about to one that bounds directions near u at z, none farther than `wide`.
template <class Stored>
ABUT_HD inline Vec3<double> better_point(const Zone& zone, const PartPoints<Stored>& points, PlaneVector u, double z,
                                         double wide) {
  const Vec3<double> n = direction_on(zone.d, u, z);
  const auto& parts = *points.parts;
  double width = dot(n, parts.place), reach = 0;
  for (int k = 0; k < parts.polytopes; ++k) {
    double least = Huge<double>::value, most = -Huge<double>::value;
    for (std::uint32_t v = 0; v < parts.polytope[k].vertex_count(); ++v) {
      const Vec3<double> at = parts.polytope[k].at(v);
      most = max(most, dot(at, n));
      least = min(least, dot(at, n));
      reach = max(reach, max_abs(at));
    }
    width += most;
  }
  for (int k = 0; k < parts.solids.count; ++k) {
    const SymmetricTerm& t = parts.solids.term[k];
    width += dot(n, point_of(farthest_set(t, n, zone.tolerance)));
  }
  return revolved_axis_detail::point_of_foot(parts, n, width, max(2 * reach * wide, zone.tolerance)) - points.at;
}

/// The bound of an arc between two circles, about the better of two points.
template <class Stored>
ABUT_HD inline double bound_of_arc(const Zone& zone, const PartPoints<Stored>& points, ArcSums& sums, PlaneVector from,
                                   PlaneVector to, double enough) {
  using namespace arc_detail;
  const double z1 = sums.z1, z2 = sums.z2;
  const double bound = chord_bound_of_arc(zone, sums, from, to);
  if (bound >= enough) return bound;
  const double r1 = radius_of_circle(z1), r2 = radius_of_circle(z2);
  const double wide = max(abs(cross(from, to)) * r1, max(r1 - r2, 0.0) + (z2 - z1));
  const Vec3<double> more = better_point(zone, points, unit2({from.x + to.x, from.y + to.y}), 0.5 * (z1 + z2), wide);
  const auto place = [&](PlaneVector centre) {
    sums.first.centre = {centre.x * r1, centre.y * r1};
    sums.second.centre = {centre.x * r2, centre.y * r2};
    sums.lines.centre = centre;
  };
  const PlaneVector aside = zone.d.seen(more);
  Zone other = zone;
  other.pole += dot(more, zone.d.normal);
  place({zone.d.centre.x + aside.x, zone.d.centre.y + aside.y});
  const double about_other = chord_bound_of_arc(other, sums, from, to);
  place(zone.d.centre);
  return max(bound, about_other);
}

/// As `chord_bound_by_arcs`, each arc by the better of two points.
template <class Stored>
ABUT_PHASE double arcs_by_points(const Zone& zone, PartPoints<Stored>& points, double z1, double z2, double enough) {
  using namespace arc_detail;
  ArcSums sums{z1, z2, circle_sum(zone.d, z1, zone.past_apex), circle_sum(zone.d, z2, zone.past_apex),
               lines_of(zone.d)};
  const int given = points.arcs < most_arcs ? points.arcs : most_arcs;
  int remaining = given;
  const double bound = least_of_arcs(enough, remaining, [&](PlaneVector from, PlaneVector to) {
    return bound_of_arc(zone, points, sums, from, to, enough);
  });
  points.arcs -= given - remaining;
  return bound;
}

/// The bound of one side's strip or band, about the foot of its middle.
template <class Stored>
ABUT_PHASE double band_by_point(const Zone& zone, const PartPoints<Stored>& points, ConeSide of, const Band& band,
                                const Circle& a, const Circle& b) {
  using namespace arc_detail;
  const PlaneVector axis = zone.d.term[of.cone].axis;
  const PlaneVector near = turned_by(axis, band.near.x, of.side * band.near.y);
  const PlaneVector far = turned_by(axis, band.far.x, of.side * band.far.y);
  const double wide = abs(cross(near, far)) + (b.z - a.z);
  const Vec3<double> more =
      better_point(zone, points, unit2({near.x + far.x, near.y + far.y}), 0.5 * (a.z + b.z), wide);
  SymmetricDifference d = zone.d;
  const PlaneVector aside = d.seen(more);
  d.centre = {d.centre.x + aside.x, d.centre.y + aside.y};
  d.apart -= dot(more, d.normal);
  const Zone other = zone_of(d, 0.5 * (a.z + b.z), zone.tolerance);
  return max(strip_bound(other, of, a, b), band_bound(other, of, band, a, b));
}

/// No width between two circles is below this, which is `enough` or nothing.
template <class Stored>
ABUT_PHASE double bound_by_points(const Zone& zone, PartPoints<Stored>& points, const Circle& a, const Circle& b,
                                  double enough) {
  const double bound = arcs_by_points(zone, points, a.z, b.z, enough);
  return least_of_bands(zone, a, b, bound, enough, [&](ConeSide of, const Band& band) {
    const double of_band = max(strip_bound(zone, of, a, b), band_bound(zone, of, band, a, b));
    return of_band >= enough ? of_band : max(of_band, band_by_point(zone, points, of, band, a, b));
  });
}

}  // namespace symmetric_detail
}  // namespace ABUT_ISA
}  // namespace abut
