// The least width of a difference that a plane mirrors but for its terms' places, certified.
//
// With z the cosine between a direction and the plane's normal and r = sqrt(1 - z^2), the width along a direction u of
// the plane is a sum of lengths times r, of square roots of numbers that are linear in z^2, and of the normal's share
// of B's place, -apart z. The first are linear in r, the second concave in z^2 and, of what is no longer in the plane
// than along its normal, in r as well. So between two circles no width is below the chord of their least widths, in r
// or in z^2, but for the last, which is known, and a remainder of second order. Where a cone's apex takes over from its
// rim the width bends the other way: there the cone is bounded by that cross-section of it on which it is touched. The
// number of circles looked at goes with the logarithm of the accuracy, however nearly equal all directions are.
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
  Zone zone{d, 0, d.pole - d.apart, sqrt(arc_detail::dot2(d.centre, d.centre)), 0, tolerance};
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
  zone.bulge = max(-least.width, 0.0) + cones;
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
  PlanarSum first, second, lines;  ///< what both circles see, and what of it goes with the radius but for cones
};
ABUT_HD inline double chord_bound_of_arc(const Zone& zone, const ArcSums& sums, PlaneVector u1, PlaneVector u2,
                                         double z1, double z2) {
  using namespace arc_detail;
  const auto least = [&](const PlanarSum& sum) {
    ArcWidth found{u1, Huge<double>::value, Huge<double>::value};
    least_width_on_arc(sum, u1, u2, zone.tolerance, found);
    return found.lower;
  };
  const double r1 = radius_of_circle(z1), r2 = radius_of_circle(z2);
  const double wide = abs(cross2(u1, u2));
  const PlaneVector middle = unit2({u1.x + u2.x, u1.y + u2.y});
  double bend = 0, cones = 0;
  for (int k = 0; k < zone.d.count; ++k) {
    const CircleTerm& t = zone.d.term[k];
    const double c1 = dot2(t.axis, u1), c2 = dot2(t.axis, u2), c = dot2(t.axis, middle);
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

/// As `chord_bound`, by arcs of the plane that are halved until each is `enough`; nothing where one is not.
ABUT_PHASE double chord_bound_by_arcs(const Zone& zone, double z1, double z2, double enough) {
  using namespace arc_detail;
  const ArcSums sums{circle_sum(zone.d, z1, zone.past_apex), circle_sum(zone.d, z2, zone.past_apex), lines_of(zone.d)};
  PlaneVector ends[most_arc_halvings + 4];
  PlaneVector from{1, 0};
  ends[0] = from;
  ends[1] = {0, -1};
  ends[2] = {-1, 0};
  ends[3] = {0, 1};
  int last = 3;
  double bound = Huge<double>::value;
  for (int arcs = 0; last >= 0; ++arcs) {
    const PlaneVector to = ends[last];
    const double of_arc = chord_bound_of_arc(zone, sums, from, to, z1, z2);
    const bool fine = !(cross2(from, to) > 16 * Epsilon<double>::value);
    if (of_arc >= enough || fine || arcs >= most_arcs || last + 1 == most_arc_halvings + 4) {
      bound = min(bound, of_arc);
      if (bound < enough) return -Huge<double>::value;  // the arcs that are left may be narrower
      from = to;
      --last;
    } else {
      ends[++last] = unit2({from.x + to.x, from.y + to.y});
    }
  }
  return bound;
}

/// The point of a term farthest along n, both in the frame of the plane: its axes and normal. A cone's rim or apex.
ABUT_HD inline Vec3<double> farthest_of_term(const CircleTerm& t, Vec3<double> n, bool apex) {
  const Vec3<double> axis{t.axis.x, t.axis.y, 0}, across{-t.axis.y, t.axis.x, 0};
  const double c = dot(axis, n), s = dot(across, n);
  const double end = (t.is_cone ? apex : c >= 0) ? t.half : -t.half;
  const Vec3<double> q{t.along2 * c, t.across2 * s, t.pole2 * n.z};
  const double h2 = fma(q.x, c, fma(q.y, s, q.z * n.z));
  const double inverse = h2 > 0 && !apex ? 1 / sqrt(h2) : 0;
  return multiply_add(axis, fma(q.x, inverse, end),
                      multiply_add(across, q.y * inverse, Vec3<double>{0, 0, q.z * inverse}));
}

/// The cross-section of cone k on which the difference is touched, if its width is least where along the direction u
/// at z its apex takes over from its rim.
ABUT_HD inline double touched_share(const Zone& zone, int k, double z, PlaneVector u) {
  const double r = radius_of_circle(z);
  const Vec3<double> n{r * u.x, r * u.y, z};
  Vec3<double> rim{zone.d.centre.x, zone.d.centre.y, zone.pole};
  for (int i = 0; i < zone.d.count; ++i) {
    const CircleTerm& t = zone.d.term[i];
    const bool apex = i != k && t.is_cone && r * arc_detail::dot2(t.axis, u) > t.apex_cosine;
    rim = rim + farthest_of_term(t, n, apex);
  }
  const CircleTerm& cone = zone.d.term[k];
  Vec3<double> edge = farthest_of_term(cone, n, true) - farthest_of_term(cone, n, false);
  edge = multiply_add(n, -dot(n, edge), edge);
  const double share = -dot(rim, edge) / dot(edge, edge);
  return share > 0 ? (share < 1 ? share : 1.0) : 0.0;  // no number: 0
}

/// The directions of the plane in which a cone's apex takes over from its rim somewhere between two circles, as cosine
/// and sine of the angle to its axis; mirrored on the other side of that. Data only.
struct Band {
  PlaneVector near, far;
  bool empty;
};
ABUT_HD inline Band band_of(const CircleTerm& t, double z1, double z2) {
  const auto change = [&](double z) {
    const double r = radius_of_circle(z);
    return PlaneVector{t.apex_cosine / r, sqrt(max((t.apex_sine - z) * (t.apex_sine + z), 0.0)) / r};
  };
  Band band{{1, 0}, {1, 0}, !(z1 < t.apex_sine)};
  if (band.empty) return band;
  band.far = change(z1);
  if (z2 < t.apex_sine) band.near = change(z2);
  band.empty = !(band.near.y < band.far.y);
  return band;
}

/// The bound along one side's band of cone k.
ABUT_HD inline double band_bound(const Zone& zone, int k, const Band& band, double side, const Circle& a,
                                 const Circle& b) {
  using namespace arc_detail;
  const CircleTerm& t = zone.d.term[k];
  const PlaneVector near = turned_by(t.axis, band.near.x, side * band.near.y);
  const PlaneVector far = turned_by(t.axis, band.far.x, side * band.far.y);
  const PlaneVector middle = unit2({near.x + far.x, near.y + far.y});
  const double z = min(0.5 * (a.z + b.z), t.apex_sine);
  ConeShares shares;
  for (int i = 0; i < zone.d.count; ++i) {
    shares.share[i] = -1;
    if (!zone.d.term[i].is_cone) continue;
    // Another cone that changes there too is bounded in the same way.
    const Band other = i == k ? band : band_of(zone.d.term[i], a.z, b.z);
    const double wide = abs(cross2(near, far));
    const double c = dot2(zone.d.term[i].axis, middle);
    if (i != k && (other.empty || c < other.far.x - wide || c > other.near.x + wide)) continue;
    shares.share[i] = touched_share(zone, i, z, middle);
  }
  double w[2];
  for (int i = 0; i < 2; ++i) {
    ArcWidth found{middle, Huge<double>::value, Huge<double>::value};
    const PlanarSum sum = circle_sum(zone.d, i == 0 ? a.z : b.z, zone.past_apex, &shares);
    least_width_on_arc(sum, side > 0 ? near : far, side > 0 ? far : near, zone.tolerance, found);
    w[i] = found.lower;
  }
  return chord_bound(zone, a.z, w[0], b.z, w[1]);
}

/// What bounds the widths of a strip of directions, given by their cosine to the axis of cone k, between two circles:
/// what of the other terms is convex along it. Data only.
struct StripBend {
  double in_v;        ///< second derivative by the sine v across the axis in the plane, at most
  double in_z2;       ///< the same by z^2
  bool crosses_line;  ///< a segment changes its end there, or another cone from apex to rim
};

/// `low`, `x`: the cosines of the strip; `v1`, `v2`: its largest and smallest sine.
ABUT_HD inline StripBend bend_of_strip(const Zone& zone, int k, double side, double low, double x, double v1,
                                       double v2) {
  const PlaneVector axis = zone.d.term[k].axis;
  const PlaneVector across{-side * axis.y, side * axis.x};
  const double r2 = sqrt(fma(x, x, v2 * v2));
  const double bow = 1 / (4 * v2 * v2 * v2);  // second derivative of v by z^2, negative
  StripBend out{0, 0, false};
  double along_v = arc_detail::dot2(zone.d.centre, across);  // what is linear in v
  for (int j = 0; j < zone.d.count; ++j) {
    if (j == k) continue;
    const CircleTerm& t = zone.d.term[j];
    const double c = arc_detail::dot2(axis, t.axis), s = arc_detail::dot2(across, t.axis);
    const double ends[4] = {fma(c, x, s * v1), fma(c, x, s * v2), fma(c, low, s * v1), fma(c, low, s * v2)};
    const double least_y = min(min(ends[0], ends[1]), min(ends[2], ends[3]));
    const double most_y = max(max(ends[0], ends[1]), max(ends[2], ends[3]));
    const double change = t.is_cone ? t.apex_cosine : 0;
    if (t.half > 0) {
      out.crosses_line = out.crosses_line || !(least_y > change || most_y < change);
      along_v += least_y > change ? t.half * s : -t.half * s;
    }
    const double shortest = sqrt(min(t.along2, t.across2));
    const double least = max(shortest * r2, min(shortest, sqrt(t.pole2)));
    const double curve = fma(t.along2, s * s, t.across2 * c * c) - t.pole2;
    if (curve > 0) out.in_v += curve / least;
    const double skew = abs((t.along2 - t.across2) * c * s);
    if (skew > 0) out.in_z2 += skew * x * bow / least;
  }
  for (int j = 0; j < zone.d.upright_count; ++j) {
    if ((zone.past_apex >> j & 1) == 0) out.in_v += zone.d.upright[j].radius / r2;
  }
  if (along_v < 0) out.in_z2 -= along_v * bow;
  return out;
}

/// The bound along one side's strip of directions at the cosines to the axis of cone k that its band has. The cone's
/// own width is the same on both circles there.
ABUT_HD inline double strip_bound(const Zone& zone, int k, double side, const Circle& a, const Circle& b) {
  using arc_detail::turned_by;
  const CircleTerm& t = zone.d.term[k];
  const double r1 = radius_of_circle(a.z), r2 = radius_of_circle(b.z);
  const double low = t.apex_cosine * (r2 / r1), high = t.apex_cosine * (r1 / r2);
  if (!(high < r2)) return -Huge<double>::value;  // the strip ends between the circles
  const double sine = t.apex_sine;
  const double v1 = sqrt((sine - a.z) * (sine + a.z)), v2 = sqrt((sine - b.z) * (sine + b.z));
  const StripBend bend =
      bend_of_strip(zone, k, side, low, high, sqrt((r1 - low) * (r1 + low)), sqrt((r2 - high) * (r2 + high)));
  if (bend.crosses_line) return -Huge<double>::value;
  double w[2];
  for (int i = 0; i < 2; ++i) {
    const double r = i == 0 ? r1 : r2;
    const auto at = [&](double x) { return turned_by(t.axis, x / r, side * sqrt((r - x) * (r + x)) / r); };
    const PlaneVector near = at(high), far = at(low);
    ArcWidth found{near, Huge<double>::value, Huge<double>::value};
    least_width_on_arc(circle_sum(zone.d, i == 0 ? a.z : b.z, zone.past_apex), side > 0 ? near : far,
                       side > 0 ? far : near, zone.tolerance, found);
    w[i] = found.lower;
  }
  const double gain = max(zone.pole, 0.0), loss = max(-zone.pole, 0.0);
  const double w1 = fma(gain, a.z, w[0]), w2 = fma(gain, b.z, w[1]);
  const double shift = loss * (b.z - a.z) * min((high - low) / (v2 * v2), 1.0);  // z at one v differs in the strip
  // in v: linear - loss sqrt(sine^2 - v^2)
  const double dv = v1 - v2, dz2 = (b.z - a.z) * (b.z + a.z);
  const double slope = (w1 - w2) / dv;
  const double trough = slope < 0 ? min(max(-slope * sine / sqrt(fma(slope, slope, loss * loss)), v2), v1) : v2;
  const double z = trough == v2 ? b.z : trough == v1 ? a.z : sqrt((sine - trough) * (sine + trough));
  const double in_v = fma(slope, trough - v2, w2) - loss * z - 0.125 * bend.in_v * dv * dv - shift;
  // in z^2: linear - loss z
  const double rise = (w2 - w1) / dz2;
  const double z_low = rise > 0 ? min(max(loss / (2 * rise), a.z), b.z) : b.z;
  const double in_z2 = fma(rise, (z_low - a.z) * (z_low + a.z), w1) - loss * z_low - 0.125 * bend.in_z2 * dz2 * dz2;
  return max(in_v, in_z2);
}

/// No width between two circles is below this, which is `enough` or as much as costs nothing.
ABUT_HD inline double bound_between(const Zone& zone, const Circle& a, const Circle& b, double enough) {
  const double r1 = radius_of_circle(a.z), r2 = radius_of_circle(b.z);
  const double first = a.width - (r1 - r2) * zone.reach + zone.pole * (zone.pole > 0 ? a.z : b.z);
  constexpr double tiny = 4 * Epsilon<double>::value;
  if (first >= enough || !(b.z - a.z > tiny)) return first;
  double bound = chord_bound(zone, a.z, a.width, b.z, b.width);
  if (bound < enough) bound = max(bound, chord_bound_by_arcs(zone, a.z, b.z, enough));
  for (int k = 0; k < zone.d.count && bound >= enough; ++k) {
    if (!zone.d.term[k].is_cone) continue;
    const Band band = band_of(zone.d.term[k], a.z, b.z);
    if (band.empty) continue;
    for (int side = -1; side <= 1; side += 2) {
      double of_band = strip_bound(zone, k, side, a, b);
      if (of_band < enough) of_band = max(of_band, band_bound(zone, k, band, side, a, b));
      bound = min(bound, of_band);
    }
  }
  return bound >= enough ? bound : first;  // else not all has been looked at
}

/// The best direction so far and the bound on all. Data only.
struct Narrowest {
  Vec3<double> normal;
  double width;
  double lower;
  double z;
};

ABUT_HD inline Vec3<double> direction_on(const SymmetricDifference& d, PlaneVector u, double z) {
  const double r = radius_of_circle(z);
  return unit_vector(multiply_add(d.normal, z, multiply_add(d.e1, u.x * r, d.e2 * (u.y * r))));
}

inline constexpr int most_halvings = 56;
inline constexpr int descent_stretches = 6;
inline constexpr int descent_steps = 24;

/// Looks for a small width, so that most of the rest is out at the first look: by golden sections of the best of a few
/// stretches. `look` returns the circle at z.
template <class Look>
ABUT_HD inline void descend(const Zone& zone, double from, double to, const Look& look) {
  constexpr double golden = 0.6180339887498949;
  const auto width = [&](double z) { return fma(zone.pole, z, look(z).width); };
  double best_at = from, least = Huge<double>::value;
  for (int k = 0; k <= descent_stretches; ++k) {
    const double z = k == descent_stretches ? to : fma(to - from, static_cast<double>(k) / descent_stretches, from);
    const double w = width(z);
    if (w < least) least = w, best_at = z;
  }
  for (int k = 0; k < zone.d.count; ++k) {
    const double z = zone.d.term[k].apex_sine;
    if (!(zone.d.term[k].is_cone && z > from && z < to)) continue;
    const double w = width(z);
    if (w < least) least = w, best_at = z;
  }
  const double step = (to - from) / descent_stretches;
  double low = max(best_at - step, from), high = min(best_at + step, to);
  double z1 = high - golden * (high - low), z2 = low + golden * (high - low);
  double w1 = width(z1), w2 = width(z2);
  for (int k = 0; k < descent_steps; ++k) {
    if (w1 < w2) {
      high = z2;
      z2 = z1, w2 = w1;
      z1 = high - golden * (high - low);
      w1 = width(z1);
    } else {
      low = z1;
      z1 = z2, w1 = w2;
      z2 = low + golden * (high - low);
      w2 = width(z2);
    }
  }
}

/// All z of a zone. `looks`: how many circles may yet be looked at.
template <class Support>
ABUT_PHASE void search_zone(const Zone& zone, const Support& support, double from, double to, int& looks,
                            Narrowest& best) {
  const auto look = [&](double z) {
    const Circle c = look_at(zone, z);
    const Vec3<double> n = direction_on(zone.d, c.u, z);
    const double width = dot(n, support(n).w);
    if (width < best.width) best.normal = n, best.width = width, best.z = z;
    --looks;
    return c;
  };
  descend(zone, from, to, look);
  Circle ends[most_halvings];  // of stretches that are still to be bounded, the last one first
  int last = 0;
  Circle a = look(from);
  ends[0] = look(to);
  while (last >= 0) {
    const double enough = best.width - 2 * zone.tolerance;
    const double bound = bound_between(zone, a, ends[last], enough);
    const double middle = 0.5 * (a.z + ends[last].z);
    const bool whole = !(middle > a.z && middle < ends[last].z);
    if (bound >= enough || whole || looks <= 0 || last + 1 == most_halvings) {
      best.lower = min(best.lower, bound);
      a = ends[last--];
    } else {
      ends[last + 1] = look(middle);
      ++last;
    }
  }
}

inline constexpr int polish_steps = 100;

/// Moves the best direction of a zone to where the width's derivative by z changes its sign: widths are known to a
/// rounding, and tell a direction to the root of that only.
template <class Support>
ABUT_PHASE void polish(const Zone& zone, const Support& support, double from, double to, Narrowest& best) {
  const auto slope = [&](double z, Narrowest& at) {
    at.normal = direction_on(zone.d, look_at(zone, z).u, z);
    const Vec3<double> w = support(at.normal).w;
    at.width = dot(at.normal, w);
    at.z = z;
    return dot(w, multiply_add(at.normal, -z, zone.d.normal));
  };
  Narrowest at = best;
  double low = best.z, high = best.z;
  const double here = slope(best.z, at);
  if (abs(here) <= zone.tolerance) return;
  double step = here < 0 ? 0x1p-30 : -0x1p-30;
  for (int k = 0; k < polish_steps; ++k) {
    double& end = here < 0 ? high : low;
    end = max(min(best.z + step, to), from);
    if ((slope(end, at) < 0) != (here < 0)) break;
    if (end == from || end == to) return;
    step *= 4;
  }
  for (int k = 0; k < polish_steps && high - low > Epsilon<double>::value * 0.25; ++k) {
    const double middle = 0.5 * (low + high);
    const double there = slope(middle, at);
    if (at.width <= best.width + zone.tolerance) {
      best.normal = at.normal;
      best.width = at.width;
    }
    if (abs(there) <= zone.tolerance || middle == low || middle == high) break;
    (there < 0 ? low : high) = middle;
  }
}

/// The least width of one side of the plane, where z is not negative.
template <class Support>
ABUT_PHASE void search_side(const SymmetricDifference& d, const Support& support, double tolerance, int looks,
                            Narrowest& best) {
  for (double from = 0; from < 1;) {
    double to = 1;
    for (int k = 0; k < d.upright_count; ++k) {
      if (d.upright[k].apex_sine > from) to = min(to, d.upright[k].apex_sine);
    }
    const Zone zone = zone_of(d, 0.5 * (from + to), tolerance);
    const double before = best.width;
    search_zone(zone, support, from, to, looks, best);
    const double z = best.z;
    if (best.width < before || (z > from && z <= to) || z == 0) polish(zone, support, from, to, best);
    from = to;
  }
}

inline constexpr int most_circles = 400;

}  // namespace symmetric_detail

/// The least width of the terms' difference about the plane with this unit normal, and where it is. `tolerance`: what
/// bounds may be apart. `best`: the least width known so far.
template <class Support>
ABUT_PHASE void narrowest_symmetric(const SymmetricTerms& t, Vec3<double> normal, Vec3<double> between,
                                    const Support& support, double tolerance, symmetric_detail::Narrowest& best) {
  using namespace symmetric_detail;
  best.lower = Huge<double>::value;
  const SymmetricDifference d = difference_about(t, dot(normal, between) < 0 ? -normal : normal, between);
  search_side(d, support, tolerance, most_circles, best);
  if (d.lopsided) search_side(difference_about(t, -d.normal, between), support, tolerance, most_circles, best);
  best.lower -= d.off;
}

}  // namespace ABUT_ISA
}  // namespace abut
