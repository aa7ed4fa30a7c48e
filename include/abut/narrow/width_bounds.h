// Lower bounds on the widths of a difference in a cap of directions: by points of it, by second derivatives of the
// width, and next to a valley of it by third ones.
//
// No width is below what a part of the difference gives. Where directions along an arc are equally narrow, the width is
// a valley about the arc: bounds about the valley's floor are too low by the fourth power of the cap's size.
#pragma once

#include "abut/narrow/level_directions.h"

namespace abut {
inline namespace ABUT_ISA {
namespace revolved_axis_detail {

/// Least of g x + h x^2 / 2 for x no farther from 0 than `reach`.
ABUT_INLINE double least_of_parabola(double g, double h, double reach) {
  const double slope = abs(g);
  return h > 0 && slope < h * reach ? -0.5 * slope * (slope / h) : fma(0.5 * h * reach, reach, -slope * reach);
}

/// Directions are no better known.
inline constexpr double finest_reach = 16 * Epsilon<double>::value;
/// Any point of the difference bounds widths; the foot only does so best.
inline constexpr int foot_rounds_of_a_bound = 4;
/// How the foot in a small square is looked for where few rounds do not tell it.
inline constexpr int foot_rounds_of_a_square = 128;
inline constexpr double small_square = 1e-3;
/// Where eight rounds leave more than this share of the square of what remained, no foot is near.
inline constexpr double worth_of_rounds = 0.9;

/// How the foot is looked for: among what is farthest to within `near`. Data only.
struct FootSearch {
  double near;
  int rounds;
};
/// A point of the difference near the foot of the origin, or what of it comes from the polytopes.
template <class Stored>
ABUT_PHASE Vec3<double> point_of_foot(const AxisParts<Stored>& p, Vec3<double> n, double width, FootSearch search,
                                      bool with_solids = true) {
  FarthestParts<Stored> f;
  set_farthest(p, n, search.near, search.near, f);
  meet_target(p, f, multiply_add(n, width, -p.place), search.rounds, worth_of_rounds);
  Vec3<double> out = p.place + point_of(p, f);
  for (int k = 0; with_solids && k < p.solids.count; ++k) out = out + symmetric_detail::point_of(f.set[k]);
  return out;
}

/// The third derivative of an ellipsoid's width along one way has this share of what three ways may have: the most of
/// x - x^3 up to 1.
inline constexpr double straight_share = 0.38490017945975052;

/// Second derivatives of the solids' width at a cap's middle. Data only.
struct BendOfCap {
  Vec3<double> weak, strong;  ///< unit, across the middle and each other
  double least, most;
};

/// Second derivatives of the solids' width.
template <class Support>
ABUT_HD inline BendOfCap bend_at(const Support& support, Vec3<double> n) {
  constexpr double whole = 0;  // nothing is taken off the radii of curvature
  const auto c = least_width_detail::curvature_at(support, n, whole);
  const double half = 0.5 * (c.h11 - c.h22), mean = 0.5 * (c.h11 + c.h22);
  const double root = sqrt(fma(half, half, c.h12 * c.h12));
  const Vec3<double> weak = least_width_detail::least_curved(c);
  return {weak, cross(n, weak), mean - root, mean + root};
}

/// No width in the cap is below this, by a point of the difference.
ABUT_HD inline double bound_by_point(Vec3<double> at, const DirectionCap& cap) {
  const double along = dot(at, cap.middle);
  const double beside = length(multiply_add(cap.middle, -along, at));
  return along - 0.5 * max(along, 0.0) * cap.reach * cap.reach - beside * cap.reach;
}

/// No width in the cap is below this, where the solids are smooth about a corner: by their second derivatives, with an
/// error of third order.
ABUT_HD inline double bound_by_bend(Vec3<double> corner, const DirectionCap& cap, const PointsOfCap& points,
                                    const BendOfCap& bend) {
  const double reach = cap.reach;
  const Vec3<double> at = corner + points.smooth;
  const double along = dot(at, cap.middle);
  const Vec3<double> aside = multiply_add(cap.middle, -along, at);
  const double less = points.bent * straight_share * reach * reach / 6 + length(aside) * reach * reach * reach / 6 +
                      (bend.most + abs(along)) * reach * reach * reach * reach / 24;
  return along + least_of_parabola(dot(aside, bend.weak), bend.least - along, reach) +
         least_of_parabola(dot(aside, bend.strong), bend.most - along, reach) - less;
}

/// No width in the cap is below this, by points near the foot of the origin: more than one if that is not `enough`.
template <class Stored>
ABUT_PHASE double bound_by_feet(const AxisParts<Stored>& p, const DirectionCap& cap, double width, double enough) {
  const double most = max(width, 0.0) + p.tolerance;  // no point is farther along the middle
  if (most - 0.5 * most * cap.reach * cap.reach < enough) return -Huge<double>::value;
  const double tied = 2 * p.tolerance, size = p.tolerance / (2 * Epsilon<double>::value);
  const double near = max(2 * size * cap.reach, tied);
  const FootSearch searches[4] = {{tied, foot_rounds_of_a_bound},
                                  {near, foot_rounds_of_a_bound},
                                  {tied, foot_rounds_of_a_square},
                                  {near, foot_rounds_of_a_square}};
  const int count = cap.reach < small_square ? 4 : 2;
  double bound = -Huge<double>::value;
  for (int k = 0; k < count && bound < enough; ++k) {
    bound = max(bound, bound_by_point(point_of_foot(p, cap.middle, width, searches[k]), cap));
  }
  return bound;
}

/// Third derivatives of the solids' width: along a weak way, along it twice and once across, and so on. Data only.
struct Twist {
  double weak3, weak2, weak1, weak0;
  double fourth;  ///< fourth derivatives in a cap, at most
};
ABUT_HD inline void add_twist(const SymmetricTerm& t, const DirectionCap& cap, const BendOfCap& bend, Twist& out) {
  const bool cone = t.kind == SymmetricTerm::Kind::cone;
  if (t.kind == SymmetricTerm::Kind::lines || (cone && height_of_apex(t, cap.middle) > 0)) return;
  const double longest = longest_curved(t);
  if (!(longest > 0)) return;
  const Vec3<double> x = curved_image(t, cap.middle), u = curved_image(t, bend.weak), v = curved_image(t, bend.strong);
  const double h = length(x), least = max(h - longest * cap.reach, shortest_curved(t));
  if (!(least > 0)) {
    out.fourth = Huge<double>::value;
    return;
  }
  const double a = dot(x, u) / h, b = dot(x, v) / h;  // along x
  const double uu = fma(-a, a, dot(u, u)), uv = fma(-a, b, dot(u, v)), vv = fma(-b, b, dot(v, v));
  const double h2 = h * h;
  out.weak3 -= 3 * a * uu / h2;
  out.weak2 -= (2 * a * uv + b * uu) / h2;
  out.weak1 -= (2 * b * uv + a * vv) / h2;
  out.weak0 -= 3 * b * vv / h2;
  const double slope = longest / least;
  out.fourth += longest * slope * (3 * slope * slope + 10);
}

/// The same next to a valley of the width, about the direction on its floor: with an error of fourth order.
template <class Support>
ABUT_PHASE double bound_at_valley(const SymmetricTerms& solids, const Support& support, Vec3<double> corner,
                                  const DirectionCap& cap) {
  constexpr double nothing = -Huge<double>::value;
  DirectionCap wide = cap;
  PointsOfCap points{};
  BendOfCap bend{};
  Vec3<double> aside{};
  double along = 0;
  for (int step = 0;; ++step) {
    points = points_of_solids(solids, wide);
    if (points.edges > 0 || !(points.bent < Huge<double>::value)) return nothing;
    bend = bend_at(support, wide.middle);
    const Vec3<double> at = corner + points.smooth;
    along = dot(at, wide.middle);
    aside = multiply_add(wide.middle, -along, at);
    if (step == 2) break;
    const double curve = bend.most - along, way = dot(aside, bend.strong);
    if (!(curve > 0 && abs(way) < 2 * cap.reach * curve)) return nothing;
    wide.middle = unit_vector(multiply_add(bend.strong, -way / curve, wide.middle));
    wide.reach = angle_of_chord(length(wide.middle - cap.middle)) + cap.reach;
  }
  Twist twist{};
  for (int k = 0; k < solids.count; ++k) add_twist(solids.term[k], wide, bend, twist);
  const double reach = wide.reach, reach2 = reach * reach;
  const double curve = bend.most - along - (abs(twist.weak1) + abs(twist.weak0) / 3) * reach;
  if (!(curve > 0 && twist.fourth < Huge<double>::value)) return nothing;
  const double way = abs(dot(aside, bend.strong)) + 0.5 * abs(twist.weak2) * reach2;
  const double floor_falls = abs(dot(aside, bend.weak)) * reach + 0.5 * max(along - bend.least, 0.0) * reach2 +
                             abs(twist.weak3) * reach * reach2 / 6;
  const double rest =
      length(aside) * reach * reach2 / 6 + (twist.fourth + abs(along) + length(aside)) * reach2 * reach2 / 24;
  return along - 0.5 * way * (way / curve) - floor_falls - rest;
}

/// Whether no width of the cap is the least one of all and below `enough`, but for directions of edges and faces: at
/// each corner, or because all widths bend down. `bound`: none is below that.
template <class Stored, class Support>
ABUT_PHASE bool none_is_least(const AxisParts<Stored>& p, const Support& support, const DirectionCap& cap, double bound,
                              double enough) {
  if (!(cap.reach < 0.5)) return false;
  const PointsOfCap points = points_of_solids(p.solids, cap);
  const double size = max(abs(bound), abs(enough));
  const bool smooth = points.edges == 0 && points.bent < Huge<double>::value;
  BendOfCap bend{};
  if (smooth) {
    bend = bend_at(support, cap.middle);
    if (bend.least + points.bent < bound * (1 - cap.reach * cap.reach)) return true;
  }
  return for_corners(p, cap, points, [&](Vec3<double> corner) {
    if (corner_slopes(corner, cap, points, size, p.tolerance)) return true;
    return smooth && (bound_by_bend(corner, cap, points, bend) >= enough ||
                      (cap.reach < small_square && bound_at_valley(p.solids, support, corner, cap) >= enough));
  });
}

}  // namespace revolved_axis_detail
}  // namespace ABUT_ISA
}  // namespace abut
