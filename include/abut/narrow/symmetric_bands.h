// The same bounds near the directions where a cone's apex takes over from its rim.
//
// There the width bends the other way: it is the larger of two. In the plane's directions in which that happens
// somewhere between two circles, a band, the cone is bounded by that cross-section of it on which it is touched; along
// a strip of directions at one angle to the cone's axis its own width is the same on both circles.
#pragma once

#include "abut/narrow/symmetric_bounds.h"

namespace abut {
inline namespace ABUT_ISA {
namespace symmetric_detail {

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
    const bool apex = i != k && t.is_cone && r * arc_detail::dot(t.axis, u) > t.apex_cosine;
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

/// One of the two sides of a cone's axis in the plane. Data only.
struct ConeSide {
  int cone;     ///< which term of the difference it is
  double side;  ///< 1 to the left of the axis, -1 to its right
};

/// The bound along one side's band.
ABUT_HD inline double band_bound(const Zone& zone, ConeSide of, const Band& band, const Circle& a, const Circle& b) {
  using namespace arc_detail;
  const int k = of.cone;
  const double side = of.side;
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
    const double wide = abs(cross(near, far));
    const double c = dot(zone.d.term[i].axis, middle);
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

/// Directions between two angles to a cone's axis. Data only.
struct Strip {
  double low, high;  ///< the cosines
  double v1, v2;     ///< the largest and the smallest sine
};
ABUT_HD inline StripBend bend_of_strip(const Zone& zone, ConeSide of, const Strip& strip) {
  const double low = strip.low, x = strip.high, v1 = strip.v1, v2 = strip.v2;
  const PlaneVector axis = zone.d.term[of.cone].axis;
  const PlaneVector across{-of.side * axis.y, of.side * axis.x};
  const double r2 = sqrt(fma(x, x, v2 * v2));
  const double bow = 1 / (4 * v2 * v2 * v2);  // second derivative of v by z^2, negative
  StripBend out{0, 0, false};
  double along_v = arc_detail::dot(zone.d.centre, across);  // what is linear in v
  for (int j = 0; j < zone.d.count; ++j) {
    if (j == of.cone) continue;
    const CircleTerm& t = zone.d.term[j];
    const double c = arc_detail::dot(axis, t.axis), s = arc_detail::dot(across, t.axis);
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

/// The bound along one side's strip of directions at the cosines to the cone's axis that its band has. The cone's own
/// width is the same on both circles there.
ABUT_HD inline double strip_bound(const Zone& zone, ConeSide of, const Circle& a, const Circle& b) {
  using arc_detail::turned_by;
  const double side = of.side;
  const CircleTerm& t = zone.d.term[of.cone];
  const double r1 = radius_of_circle(a.z), r2 = radius_of_circle(b.z);
  const double low = t.apex_cosine * (r2 / r1), high = t.apex_cosine * (r1 / r2);
  if (!(high < r2)) return -Huge<double>::value;  // the strip ends between the circles
  const double sine = t.apex_sine;
  const double v1 = sqrt((sine - a.z) * (sine + a.z)), v2 = sqrt((sine - b.z) * (sine + b.z));
  const StripBend bend =
      bend_of_strip(zone, of, {low, high, sqrt((r1 - low) * (r1 + low)), sqrt((r2 - high) * (r2 + high))});
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

/// The least of `bound` and of the bounds `bound_of(side, band)` of all bands of cones between two circles, as long
/// as they are `enough`.
template <class BoundOf>
ABUT_HD inline double least_of_bands(const Zone& zone, const Circle& a, const Circle& b, double bound, double enough,
                                     const BoundOf& bound_of) {
  for (int k = 0; k < zone.d.count && bound >= enough; ++k) {
    if (!zone.d.term[k].is_cone) continue;
    const Band band = band_of(zone.d.term[k], a.z, b.z);
    if (band.empty) continue;
    for (int side = -1; side <= 1; side += 2)
      bound = min(bound, bound_of(ConeSide{k, static_cast<double>(side)}, band));
  }
  return bound;
}

}  // namespace symmetric_detail
}  // namespace ABUT_ISA
}  // namespace abut
