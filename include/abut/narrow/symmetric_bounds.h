// No width between two circles of directions about a plane that mirrors a difference's terms is below these: by chords
// of what the circles see, for all directions of the plane and for those of an arc of it.
//
// With z the cosine between a direction and the plane's normal and r = sqrt(1 - z^2), the width along a direction u of
// the plane is a sum of lengths times r, of square roots of numbers that are linear in z^2, and of the normal's share
// of B's place, -apart z. The first are linear in r, the second concave in z^2 and, of what is no longer in the plane
// than along its normal, in r as well. So between two circles no width is below the chord of their least widths, in r
// or in z^2, but for the last, which is known, and a remainder of second order.
#pragma once

#include "abut/narrow/symmetric_terms.h"

namespace abut {
inline namespace ABUT_ISA {
namespace symmetric_detail {

ABUT_INLINE double radius_of_circle(double z) { return sqrt((1 - z) * (1 + z)); }

/// The least width of one circle: its direction in the plane, but for what goes with z. Data only.
struct Circle {
  double z;
  PlaneVector u;
  double width;
};

/// A difference between two values of z, between which upright cones do not change. Data only.
struct Zone {
  const SymmetricDifference& d;
  std::uint32_t past_apex;
  double pole;   ///< what widths have for each unit of z
  double reach;  ///< how much of them goes with a circle's radius, at most
  double bulge;  ///< how much of that may be negative: convex in z^2
  double tolerance;
};

/// What of the difference goes with the radius of a circle of directions, but for cones.
ABUT_HD inline PlanarSum lines_of(const SymmetricDifference& d) {
  PlanarSum lines;
  lines.count = 0;
  lines.centre = d.centre;
  for (int k = 0; k < d.count; ++k) {
    const CircleTerm& t = d.term[k];
    if (!t.is_cone && t.half > 0) lines.outline[lines.count++] = {t.axis, t.half, 0, 0, 2, 0, false};
  }
  return lines;
}

ABUT_HD inline Zone zone_of(const SymmetricDifference& d, double z, double tolerance) {
  Zone zone{d, 0, d.pole - d.apart, sqrt(arc_detail::dot(d.centre, d.centre)), 0, tolerance};
  for (int k = 0; k < d.upright_count; ++k) {
    const UprightCone& c = d.upright[k];
    const bool past = z > c.apex_sine;
    zone.past_apex |= past ? 1u << k : 0u;
    zone.pole += past ? c.half : -c.half;
    zone.reach += past ? 0 : c.radius;
  }
  double cones = 0;
  for (int k = 0; k < d.count; ++k) {
    const CircleTerm& t = d.term[k];
    zone.reach += t.half + sqrt(max(t.along2, t.across2));
    if (t.is_cone) cones += t.half;
  }
  const PlanarSum lines = lines_of(d);
  ArcWidth least{{1, 0}, Huge<double>::value, Huge<double>::value};
  least_width_on_arc(lines, {1, 0}, {1, 0}, tolerance, least);
  zone.bulge = max(-least.lower, 0.0) + cones;
  return zone;
}

ABUT_HD inline Circle look_at(const Zone& zone, double z) {
  ArcWidth found{{1, 0}, Huge<double>::value, Huge<double>::value};
  least_width_on_arc(circle_sum(zone.d, z, zone.past_apex), {1, 0}, {1, 0}, zone.tolerance, found);
  return {z, found.direction, found.lower};
}

/// How far widths are from concave along each u of an arc. Data only.
struct Bend {
  double bulge;  ///< how much of what goes with the radius may be negative: convex in z^2
  double in_r;   ///< second derivative of ellipsoids' widths by the radius, at most
};

/// No width between the circles is below this, if the widths along each u are concave in z^2 but for bulge and place.
ABUT_HD inline double chord_in_z2(const Zone& zone, double bulge, double z1, double w1, double z2, double w2) {
  const double gain = max(zone.pole, 0.0), loss = max(-zone.pole, 0.0);
  const double v1 = fma(gain, z1, w1), v2 = fma(gain, z2, w2);
  const double slope = (v2 - v1) / ((z2 - z1) * (z2 + z1));
  const double trough = slope > 0 ? min(max(loss / (2 * slope), z1), z2) : z2;
  const double chord = fma(slope, (trough - z1) * (trough + z1), v1) - loss * trough;
  const double r1 = radius_of_circle(z1), r2 = radius_of_circle(z2);
  const double fallen = r1 + r2 > 0 ? bulge * (r1 - r2) * (r1 - r2) / (4 * (r1 + r2)) : 0;
  return chord - fallen;
}

/// The same in r. Convex in it are ellipsoids that are longer in the plane than along its normal.
ABUT_HD inline double chord_in_r(const Zone& zone, double bend, double z1, double w1, double z2, double w2) {
  const double gain = max(zone.pole, 0.0), loss = max(-zone.pole, 0.0);
  const double r1 = radius_of_circle(z1), r2 = radius_of_circle(z2);
  const double v1 = fma(gain, z1, w1), v2 = fma(gain, z2, w2);
  const double less = (z2 - z1) * (z2 + z1) / (r1 + r2);  // r1 - r2
  const double slope = (v1 - v2) / less;
  // linear - loss sqrt(1 - r^2) is least where slope + loss r / z = 0
  const double trough = slope < 0 ? min(max(-slope / sqrt(fma(slope, slope, loss * loss)), r2), r1) : r2;
  const double z = trough == r2 ? z2 : trough == r1 ? z1 : sqrt((1 - trough) * (1 + trough));
  const double chord = fma(slope, trough - r2, v2) - loss * z;
  return chord - 0.125 * bend * less * less;
}

/// Of an ellipsoid whose square half width along u in the plane is `flat2`, where the radius is r2 or more.
ABUT_INLINE double bend_of(const CircleTerm& t, double flat2, double r2) {
  const double more = flat2 - t.pole2;
  const double least = fma(more, r2 * r2, t.pole2);
  return more > 0 && least > 0 ? more * (t.pole2 / least) / sqrt(least) : 0;
}

ABUT_HD inline double chord_bound(const Zone& zone, double z1, double w1, double z2, double w2) {
  const double r2 = radius_of_circle(z2);
  double bend = 0;
  for (int k = 0; k < zone.d.count; ++k) {
    const CircleTerm& t = zone.d.term[k];
    bend += bend_of(t, max(t.along2, t.across2), r2);
  }
  return max(chord_in_z2(zone, zone.bulge, z1, w1, z2, w2), chord_in_r(zone, bend, z1, w1, z2, w2));
}

/// The same of the directions of an arc of the plane alone, of a quarter turn at most.
struct ArcSums {
  double z1, z2;                   ///< of both circles
  PlanarSum first, second, lines;  ///< what they see, and what of it goes with the radius but for cones
};
ABUT_HD inline double chord_bound_of_arc(const Zone& zone, const ArcSums& sums, PlaneVector u1, PlaneVector u2) {
  using namespace arc_detail;
  const double z1 = sums.z1, z2 = sums.z2;
  const auto least = [&](const PlanarSum& sum) {
    ArcWidth found{u1, Huge<double>::value, Huge<double>::value};
    least_width_on_arc(sum, u1, u2, zone.tolerance, found);
    return found.lower;
  };
  const double r1 = radius_of_circle(z1), r2 = radius_of_circle(z2);
  const double wide = abs(cross(u1, u2));
  const PlaneVector middle = unit2({u1.x + u2.x, u1.y + u2.y});
  double bend = 0, cones = 0;
  for (int k = 0; k < zone.d.count; ++k) {
    const CircleTerm& t = zone.d.term[k];
    const double c1 = dot(t.axis, u1), c2 = dot(t.axis, u2), c = dot(t.axis, middle);
    const auto flat2 = [&](double x) { return fma(t.along2 - t.across2, x * x, t.across2); };
    const double most = max(max(flat2(c1), flat2(c2)), flat2(c)) + abs(t.along2 - t.across2) * wide * wide;
    bend += bend_of(t, min(most, max(t.along2, t.across2)), r2);
    if (!t.is_cone) continue;
    // of its apex or of its rim, where the arc has one alone
    const double low = min(min(c1, c2), c) - wide * wide, high = max(max(c1, c2), c) + wide * wide;
    if (r2 * low > t.apex_cosine)
      cones += max(-t.half * low, 0.0);
    else if (r1 * high < t.apex_cosine)
      cones += max(t.half * high, 0.0);
    else
      cones += t.half;
  }
  const double bulge = max(-least(sums.lines), 0.0) + cones;
  const double w1 = least(sums.first), w2 = least(sums.second);
  return max(chord_in_z2(zone, bulge, z1, w1, z2, w2), chord_in_r(zone, bend, z1, w1, z2, w2));
}

inline constexpr int most_arcs = 160;
inline constexpr int most_arc_halvings = 48;

/// By arcs of the plane that are halved until the bound of each, `bound_of(from, to)`, is `enough`; nothing where one
/// is not. `remaining`: how many arcs may yet be looked at.
template <class BoundOf>
ABUT_HD inline double least_of_arcs(double enough, int& remaining, const BoundOf& bound_of) {
  using namespace arc_detail;
  PlaneVector ends[most_arc_halvings + 4];
  PlaneVector from{1, 0};
  ends[0] = from;
  ends[1] = {0, -1};
  ends[2] = {-1, 0};
  ends[3] = {0, 1};
  int last = 3;
  double bound = Huge<double>::value;
  for (; last >= 0; --remaining) {
    const PlaneVector to = ends[last];
    const double of_arc = bound_of(from, to);
    const bool fine = !(cross(from, to) > 16 * Epsilon<double>::value);
    if (of_arc >= enough || fine || remaining <= 0 || last + 1 == most_arc_halvings + 4) {
      bound = min(bound, of_arc);
      if (bound < enough) return -Huge<double>::value;  // the remaining arcs may be narrower
      from = to;
      --last;
    } else {
      ends[++last] = unit2({from.x + to.x, from.y + to.y});
    }
  }
  return bound;
}

/// As `chord_bound`, by arcs.
ABUT_PHASE double chord_bound_by_arcs(const Zone& zone, double z1, double z2, double enough) {
  using namespace arc_detail;
  const ArcSums sums{z1, z2, circle_sum(zone.d, z1, zone.past_apex), circle_sum(zone.d, z2, zone.past_apex),
                     lines_of(zone.d)};
  int remaining = most_arcs;
  return least_of_arcs(enough, remaining,
                       [&](PlaneVector from, PlaneVector to) { return chord_bound_of_arc(zone, sums, from, to); });
}

}  // namespace symmetric_detail
}  // namespace ABUT_ISA
}  // namespace abut
