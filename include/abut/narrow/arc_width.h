// The least width along an arc of directions that lie in one plane, certified: what remains of the search for a depth
// where a solid of revolution leaves one angle to choose.
//
// In the plane, solids of revolution and ellipsoids are sums and hulls of segments, points and ellipses, so that
// between a few known directions the width h is that of a point and ellipses. There h'' + h is the radius of curvature
// r, which an ellipse has in closed form and which is monotonic between its axes. So from one end, over an angle d,
//   h(d) >= h cos d + h' sin d + r_min (1 - cos d),
// which errs by the third power of d only; where r > h throughout, h is convex and Newton's method finds its one
// minimum; where r < h, it is concave and least at an end. A circle of equally short directions costs one step.
#pragma once

#include "abut/core/vec3.h"

namespace abut {

/// A vector in the plane of an arc. Data only.
struct PlaneVector {
  double x, y;
};

/// What a plane of directions sees of a centrally symmetric solid or a cone: an ellipse and a segment, added to each
/// other; or of a cone the hull of an ellipse and an apex. Data only.
struct PlanarOutline {
  PlaneVector axis;        ///< unit
  double shift;            ///< half length of the segment along `axis`; a cone's apex is at +shift, its rim at -shift
  double along2, across2;  ///< squares of the ellipse's half axes along `axis` and across it
  double apex_cosine;      ///< a cone's apex is farthest where the cosine to `axis` is larger than this,
  double apex_sine;        ///< and this is the sine of that angle
  bool is_cone;
};

/// Outlines whose sum is looked at, and the sum of their centres and of points. Data only.
struct PlanarSum {
  static constexpr int max_outlines = 8;
  PlanarOutline outline[max_outlines];
  int count;
  PlaneVector centre;
};

/// The direction of least width of an arc, and a bound on the widths of all of it. Data only.
struct ArcWidth {
  PlaneVector direction;  ///< unit
  double width;
  double lower;
};

inline namespace ABUT_ISA {
namespace arc_detail {

ABUT_INLINE double dot(PlaneVector a, PlaneVector b) { return fma(a.x, b.x, a.y * b.y); }
ABUT_INLINE double cross(PlaneVector a, PlaneVector b) { return difference_of_products(a.x, b.y, a.y, b.x); }
ABUT_INLINE PlaneVector turned(PlaneVector a) { return {-a.y, a.x}; }
ABUT_INLINE PlaneVector unit2(PlaneVector a) {
  const double inverse = 1 / sqrt(dot(a, a));
  return {a.x * inverse, a.y * inverse};
}
/// c * a + s * turned(a)
ABUT_INLINE PlaneVector turned_by(PlaneVector a, double c, double s) {
  return {fma(c, a.x, -(s * a.y)), fma(c, a.y, s * a.x)};
}

/// Between two breakpoints an outline is an ellipse about a point; either may vanish. Data only.
struct Piece {
  PlaneVector axis;
  double along2, across2;  ///< squares of the ellipse's half axes along `axis` and across it
};

/// Its half width along `u`.
ABUT_INLINE double half_width(const Piece& p, PlaneVector u) {
  const double c = dot(p.axis, u), s = cross(p.axis, u);
  return sqrt(fma(p.along2 * c, c, p.across2 * s * s));
}

/// Its radius of curvature where it is so wide.
ABUT_INLINE double radius_at(const Piece& p, double h) { return h > 0 ? p.along2 / h * (p.across2 / h) / h : 0; }

/// The width and its derivative by the angle, and the sum of the ellipses' radii of curvature. Data only.
struct WidthAt {
  double h, slope, radius;
};

/// The sum between two breakpoints. Data only.
struct SmoothSum {
  Piece piece[PlanarSum::max_outlines];
  int count;
  PlaneVector point;

  ABUT_HD WidthAt at(PlaneVector u) const {
    const PlaneVector across = turned(u);
    WidthAt out{dot(point, u), dot(point, across), 0};
    for (int k = 0; k < count; ++k) {
      const Piece& p = piece[k];
      const double h = half_width(p, u);
      if (!(h > 0)) continue;
      out.h += h;
      out.slope += (p.across2 - p.along2) * dot(p.axis, u) * cross(p.axis, u) / h;
      out.radius += radius_at(p, h);
    }
    return out;
  }

  /// Bounds of the sum of radii between two directions. Each ellipse's is monotonic there, their sum need not be.
  ABUT_HD void radii_between(PlaneVector u1, PlaneVector u2, double& least, double& most) const {
    least = most = 0;
    for (int k = 0; k < count; ++k) {
      const double r1 = radius_at(piece[k], half_width(piece[k], u1));
      const double r2 = radius_at(piece[k], half_width(piece[k], u2));
      least += min(r1, r2);
      most += max(r1, r2);
    }
  }
};

/// Adds an ellipse; one that is flat to within rounding error is a segment, and around `u` a point, an end of it.
ABUT_HD inline void add_ellipse(const Piece& p, PlaneVector u, SmoothSum& out) {
  constexpr double flat2 = Epsilon<double>::value * Epsilon<double>::value;
  const bool flat_along = !(p.along2 > flat2 * p.across2), flat_across = !(p.across2 > flat2 * p.along2);
  if (!flat_along && !flat_across) {
    out.piece[out.count++] = p;
    return;
  }
  const PlaneVector line = flat_along ? turned(p.axis) : p.axis;
  const double reach = sqrt(max(p.along2, p.across2));
  const double end = dot(line, u) >= 0 ? reach : -reach;
  out.point.x = fma(end, line.x, out.point.x);
  out.point.y = fma(end, line.y, out.point.y);
}

/// What the sum is in the directions around `u`.
ABUT_HD inline SmoothSum smooth_sum(const PlanarSum& sum, PlaneVector u) {
  SmoothSum out;
  out.count = 0;
  out.point = sum.centre;
  for (int k = 0; k < sum.count; ++k) {
    const PlanarOutline& o = sum.outline[k];
    const double x = dot(o.axis, u);
    const bool apex = o.is_cone && x > o.apex_cosine;
    const double shift = (o.is_cone ? apex : x >= 0) ? o.shift : -o.shift;
    out.point.x = fma(shift, o.axis.x, out.point.x);
    out.point.y = fma(shift, o.axis.y, out.point.y);
    if (!apex && (o.along2 > 0 || o.across2 > 0)) add_ellipse({o.axis, o.along2, o.across2}, u, out);
  }
  return out;
}

/// Directions at which the sum changes its pieces or curvature its trend, inside the arc, in order. Data only.
struct Breakpoints {
  static constexpr int capacity = 6 * PlanarSum::max_outlines + 5;
  PlaneVector at[capacity];
  double turn[capacity];  ///< how far round from the first
  int count;
};

/// How far round from `from` a direction lies, from 0 to 4: monotonic in the angle.
ABUT_INLINE double turn_from(PlaneVector from, PlaneVector u) {
  const double c = dot(from, u), s = cross(from, u);
  const double part = s / (abs(c) + abs(s));  // -1 to 1
  return c >= 0 ? (s >= 0 ? part : 4 + part) : 2 - part;
}

/// Those of the arc from `from` to `to`, its ends included; a whole circle where they are equal.
ABUT_HD inline void find_breakpoints(const PlanarSum& sum, PlaneVector from, PlaneVector to, Breakpoints& out) {
  const double whole = turn_from(from, to);
  const double span = whole > 0 ? whole : 4;
  out.count = 0;
  const auto add = [&](PlaneVector u) {
    const double t = turn_from(from, u);
    if (!(t > 0 && t < span)) return;
    int k = out.count++;
    for (; k > 0 && out.turn[k - 1] > t; --k) out.turn[k] = out.turn[k - 1], out.at[k] = out.at[k - 1];
    out.turn[k] = t;
    out.at[k] = u;
  };
  // No piece of the arc longer than a quarter of a turn.
  PlaneVector quarter = from;
  for (int k = 0; k < 3; ++k) quarter = turned(quarter), add(quarter);
  for (int k = 0; k < sum.count; ++k) {
    const PlanarOutline& o = sum.outline[k];
    PlaneVector u = o.axis;
    for (int side = 0; side < 4; ++side) add(u), u = turned(u);
    if (!o.is_cone || !(o.apex_sine > 0)) continue;
    add(turned_by(o.axis, o.apex_cosine, o.apex_sine));
    add(turned_by(o.axis, o.apex_cosine, -o.apex_sine));
  }
  for (int k = out.count; k > 0; --k) out.at[k] = out.at[k - 1];
  out.at[0] = from;
  out.at[++out.count] = to;
  ++out.count;
}

ABUT_INLINE void offer(ArcWidth& best, PlaneVector u, double width) {
  if (!(width < best.width)) return;
  best.width = width;
  best.direction = u;
}

/// The least of h cos d + slope sin d + radius (1 - cos d) for d from 0 to the angle with this cosine and sine.
ABUT_HD inline double least_of_wave(const WidthAt& w, double c, double s) {
  const double a = w.h - w.radius;
  const double end = fma(a, c, fma(w.slope, s, w.radius));
  const double least = min(w.h, end);
  // The wave's trough lies at -(a, slope): within the angle?
  const bool inside = w.slope < 0 && !(fma(-a, s, w.slope * c) <= 0);
  return inside ? min(least, w.radius - sqrt(fma(a, a, w.slope * w.slope))) : least;
}

inline constexpr int most_newton_steps = 64;

/// The minimum of a convex stretch whose slope is negative at u1 and positive at u2.
ABUT_HD inline void find_minimum(const SmoothSum& sum, PlaneVector u1, PlaneVector u2, double tiny, ArcWidth& best) {
  PlaneVector u = unit2({u1.x + u2.x, u1.y + u2.y});
  for (int step = 0; step < most_newton_steps; ++step) {
    const WidthAt w = sum.at(u);
    offer(best, u, w.h);
    if (abs(w.slope) <= tiny || !(cross(u1, u2) > Epsilon<double>::value)) return;
    (w.slope < 0 ? u1 : u2) = u;
    const double curvature = w.radius - w.h;
    PlaneVector next = unit2(turned_by(u, 1, curvature > 0 ? -w.slope / curvature : 0));
    const bool between = cross(u1, next) > 0 && cross(next, u2) > 0;
    u = between ? next : unit2({u1.x + u2.x, u1.y + u2.y});
  }
}

inline constexpr int most_stretches = 512;

/// One smooth arc, of a quarter turn at most.
ABUT_PHASE void search_smooth_arc(const SmoothSum& sum, PlaneVector from, PlaneVector to, double tolerance,
                                  ArcWidth& best) {
  PlaneVector u1 = from, u2 = to;
  WidthAt w1 = sum.at(u1);
  const WidthAt end = sum.at(to);
  WidthAt w2 = end;
  offer(best, u1, w1.h);
  offer(best, to, end.h);
  if (sum.count == 0) {  // a point: least at an end, or away from it
    double least = min(w1.h, end.h);
    if (w1.slope < 0 && end.slope > 0) {
      least = -sqrt(dot(sum.point, sum.point));
      offer(best, {sum.point.x / least, sum.point.y / least}, least);
    }
    best.lower = min(best.lower, least);
    return;
  }
  for (int stretch = 0; stretch < most_stretches; ++stretch) {
    const double c = dot(u1, u2), s = cross(u1, u2);
    double least_radius, most_radius;
    sum.radii_between(u1, u2, least_radius, most_radius);
    const WidthAt forward{w1.h, w1.slope, least_radius}, back{w2.h, -w2.slope, least_radius};
    const double bound = max(least_of_wave(forward, c, s), least_of_wave(back, c, s));
    const double most = max(max(w1.h, w2.h), 0.0) / sqrt(max(0.5 + 0.5 * c, 0.25));
    bool known = bound >= best.width - tolerance || !(s > Epsilon<double>::value);
    double lower = bound;
    if (!known && most_radius <= bound) {  // concave
      known = true;
      lower = min(w1.h, w2.h);
    } else if (!known && least_radius >= most) {  // convex
      known = true;
      if (w1.slope < 0 && w2.slope > 0) find_minimum(sum, u1, u2, tolerance, best);
      lower = min(best.width, min(w1.h, w2.h));
    }
    if (!known && stretch + 1 < most_stretches) {
      u2 = unit2({u1.x + u2.x, u1.y + u2.y});
      w2 = sum.at(u2);
      offer(best, u2, w2.h);
      continue;
    }
    best.lower = min(best.lower, lower);
    if (u2.x == to.x && u2.y == to.y) return;
    u1 = u2, w1 = w2;
    u2 = to, w2 = end;
    if (stretch + 2 >= most_stretches) stretch = most_stretches - 2;  // what remains counts as one
  }
}

}  // namespace arc_detail

/// Looks for widths below `best.width` along the arc from `from` counter-clockwise to `to`, unit vectors; the whole
/// circle where they are equal. Afterwards no width of the arc is below `best.lower`, if none was before, but for
/// rounding, or below what was found by `tolerance`.
ABUT_PHASE void least_width_on_arc(const PlanarSum& sum, PlaneVector from, PlaneVector to, double tolerance,
                                   ArcWidth& best) {
  using namespace arc_detail;
  Breakpoints points;
  find_breakpoints(sum, from, to, points);
  for (int k = 0; k + 1 < points.count; ++k) {
    const PlaneVector u1 = points.at[k], u2 = points.at[k + 1];
    if (!(cross(u1, u2) > 0)) continue;
    const SmoothSum smooth = smooth_sum(sum, unit2({u1.x + u2.x, u1.y + u2.y}));
    search_smooth_arc(smooth, u1, u2, tolerance, best);
  }
}

}  // namespace ABUT_ISA
}  // namespace abut
