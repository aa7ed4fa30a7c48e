// The least width of polytopes and solids by squares of directions, certified: for the pairs that no plane and no axis
// shows at once.
//
// Widths along edges and faces are known exactly (revolved_axis_search.h). The rest of the sphere is halved into
// squares until each is out: no width of it is small, or no direction of it can be the narrowest (level_directions.h).
// Where directions along an arc are equally narrow, second derivatives bound them with an error of third order, also
// along the crease where a cone's apex takes over from its rim; so such an arc costs no more than some ten thousand
// squares.
#pragma once

#include "abut/narrow/level_directions.h"

namespace abut {
inline namespace ABUT_ISA {
namespace revolved_axis_detail {

/// A square on a face of the cube around the sphere of directions: one of 4^level. Data only.
struct DirectionSquare {
  std::uint64_t column, row;
  std::int32_t face, level;

  ABUT_HD bool is_last() const { return face == 6; }
  ABUT_HD double half() const { return 1 / static_cast<double>(std::uint64_t{1} << level); }
  ABUT_HD Vec3<double> at(double u, double v) const {
    const double sign = face < 3 ? 1 : -1;
    const Vec3<double> d = face % 3 == 0 ? Vec3<double>{sign, u, v} : Vec3<double>{v, sign, u};
    return unit_vector(face % 3 == 2 ? Vec3<double>{u, v, sign} : d);
  }
  ABUT_HD DirectionCap cap() const {
    const double width = 2 * half();
    const double u = fma(static_cast<double>(column), width, -1.0), v = fma(static_cast<double>(row), width, -1.0);
    DirectionCap out{at(u + half(), v + half()), 0};
    for (int k = 0; k < 4; ++k) {
      const Vec3<double> corner = at(k < 2 ? u : u + width, k % 2 == 0 ? v : v + width);
      out.reach = max(out.reach, length(corner - out.middle));
    }
    out.reach = angle_of_chord(out.reach);
    return out;
  }
  /// The first of its quarters.
  ABUT_HD DirectionSquare quarter() const { return {2 * column, 2 * row, face, level + 1}; }
  /// The next square that is none of its own, with all smaller ones in it.
  ABUT_HD DirectionSquare next() const {
    DirectionSquare s = *this;
    while (s.level > 0 && (s.column & s.row & 1) != 0) s = {s.column >> 1, s.row >> 1, s.face, s.level - 1};
    if (s.level == 0) return {0, 0, s.face + 1, 0};
    return (s.row & 1) == 0 ? DirectionSquare{s.column, s.row + 1, s.face, s.level}
                            : DirectionSquare{s.column + 1, s.row - 1, s.face, s.level};
  }
};

/// Least of g x + h x^2 / 2 for x no farther from 0 than `reach`.
ABUT_INLINE double least_of_parabola(double g, double h, double reach) {
  const double slope = abs(g);
  return h > 0 && slope < h * reach ? -0.5 * slope * (slope / h) : fma(0.5 * h * reach, reach, -slope * reach);
}

/// How the foot in a small square is looked for where few rounds do not tell it.
inline constexpr int foot_rounds_of_a_square = 128;
inline constexpr double small_square = 1e-3;

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
  meet_target(p, f, multiply_add(n, width, -p.place), search.rounds);
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
  const bool disc = t.kind != SymmetricTerm::Kind::ellipsoid;
  Vec3<double> x{0, 0, 0}, u = x, v = x;
  double* const to[3][3] = {{&x.x, &x.y, &x.z}, {&u.x, &u.y, &u.z}, {&v.x, &v.y, &v.z}};
  double longest = 0, shortest = Huge<double>::value;
  for (int k = 0; k < 3; ++k) {
    const double extent = disc && k == 2 ? 0.0 : t.extent[k];
    *to[0][k] = extent * dot(t.axis[k], cap.middle);
    *to[1][k] = extent * dot(t.axis[k], bend.weak);
    *to[2][k] = extent * dot(t.axis[k], bend.strong);
    longest = max(longest, extent);
    shortest = min(shortest, extent);
  }
  if (!(longest > 0)) return;
  const double h = length(x), least = max(h - longest * cap.reach, shortest);
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

/// Whether a cone's apex takes over from its rim in a cap: of one cone alone.
ABUT_HD inline bool one_crease(const SymmetricTerms& solids, const DirectionCap& cap, int& cone) {
  cone = -1;
  for (int k = 0; k < solids.count; ++k) {
    if (solids.term[k].kind != SymmetricTerm::Kind::cone || !meets_crease(solids.term[k], cap)) continue;
    if (cone >= 0) return false;
    cone = k;
  }
  return cone >= 0;
}

/// A way along the crease of a cone, and how far around it directions are looked at. Data only.
struct CreaseWay {
  Vec3<double> start, along;  ///< unit, across each other
  double radius, reach;
};

/// What of another solid's width goes with powers of such a way. Data only.
struct AlongCrease {
  double second, third;  ///< its second derivative without what is due to the way's own bend; the third one at most
};
ABUT_HD inline AlongCrease along_crease(const SymmetricTerm& t, const CreaseWay& way) {
  if (t.kind == SymmetricTerm::Kind::lines) return {0, 0};
  const double inverse2 = 1 / (way.radius * way.radius);
  const bool cone = t.kind == SymmetricTerm::Kind::cone;
  const double centre = cone ? t.extent[2] * inverse2 : 0;  // the rim's or the apex is not the cone's
  if (cone && height_of_apex(t, way.start) > 0) return {0, centre};
  const bool disc = t.kind != SymmetricTerm::Kind::ellipsoid;
  double nn = 0, nd = 0, dd = 0, longest = 0, shortest = Huge<double>::value;
  for (int k = 0; k < 3; ++k) {
    const double extent = disc && k == 2 ? 0.0 : t.extent[k];
    const double a = extent * dot(t.axis[k], way.start), b = extent * dot(t.axis[k], way.along);
    nn = fma(a, a, nn);
    nd = fma(a, b, nd);
    dd = fma(b, b, dd);
    longest = max(longest, extent);
    shortest = min(shortest, extent);
  }
  if (!(longest > 0)) return {0, centre};
  const double h = sqrt(nn), least = max(h - longest * way.reach, shortest);
  if (!(least > 0)) return {0, Huge<double>::value};
  const double second = (dd - nd * (nd / nn)) / h;
  if (longest == shortest) return {second, centre};  // a ball's does not change
  const double slope = longest / least;
  return {second, centre + longest * (3 * slope * slope + 3 * slope / way.radius + inverse2)};
}

/// No width in the cap is below this, where one cone's crease crosses it: if the width rises to both sides of the
/// crease, by its second derivative along that. `crease`: the direction on it that was looked at.
template <class Stored, class Support>
ABUT_PHASE double bound_at_crease(const AxisParts<Stored>& p, const Support& support, const DirectionCap& cap,
                                  Vec3<double>& crease) {
  constexpr double nothing = -Huge<double>::value;
  int k = -1;
  if (!one_crease(p.solids, cap, k)) return nothing;
  const SymmetricTerm& cone = p.solids.term[k];
  const Vec3<double> axis = cone.axis[2];
  const double radius = cone.extent[0], half = cone.extent[2], reach = cap.reach;
  const PlaneVector side = symmetric_detail::side_normal(radius, half);
  const double x = side.x, y = sqrt((1 - x) * (1 + x));
  const Vec3<double> beside = symmetric_detail::beside_axis(axis, cap.middle);
  if (!(y > 8 * reach) || !(length(beside) > 4 * reach)) return nothing;
  const Vec3<double> out = unit_vector(beside);
  crease = multiply_add(axis, x, out * y);
  const Vec3<double> toward = multiply_add(axis, y, out * -x), along = cross(axis, out);
  const DirectionCap around{crease, 3 * reach};
  const PointsOfCap others = points_of_solids(p.solids, around, k);
  if (others.edges > 0 || others.sides > 0 || !(others.bent < Huge<double>::value)) return nothing;
  const double width = dot(crease, support(crease).w);
  const Vec3<double> corner = point_of_foot(p, crease, width, {2 * p.tolerance, foot_rounds_of_a_square}, false);
  const Vec3<double> at = corner + others.end + others.smooth;  // of all but the cone
  AlongCrease sum{0, 0};
  for (int i = 0; i < p.solids.count; ++i) {
    if (i == k) continue;
    const AlongCrease one = along_crease(p.solids.term[i], {crease, along, y, around.reach});
    sum.second += one.second;
    sum.third += one.third;
  }
  const double height = dot(at, crease), rise = dot(at, toward);
  const double steep = others.moved / around.reach + length(at) + others.moved;  // second derivatives, at most
  const double off = 2.1 * reach, way = 1.1 * reach * y / (y - off);
  const double lost = steep * (1 + abs(x) / y) * way + 0.5 * (steep + half + radius) * off;
  if (!(half * y + rise > lost && half * y + radius * x - rise > lost)) return nothing;
  const Vec3<double> fixed = corner + others.end;
  const double third = sum.third + length(multiply_add(axis, -dot(axis, fixed), fixed)) / (y * y);
  return half * x + height + least_of_parabola(dot(at, along), sum.second - height + x / y * rise, way) -
         third * way * way * way / 6;
}

inline constexpr int settling_steps = 8;

/// Where the foot of the origin is beside a direction. Data only.
struct BesideFoot {
  Vec3<double> aside;
  double width, distance;
};
template <class Stored, class Support>
ABUT_PHASE BesideFoot beside_foot(const AxisParts<Stored>& p, const Support& support, Vec3<double> n) {
  BesideFoot out;
  out.width = dot(n, support(n).w);
  const Vec3<double> at = point_of_foot(p, n, out.width, {2 * p.tolerance, foot_rounds_of_a_square});
  out.aside = multiply_add(n, -dot(at, n), at);
  out.distance = length(out.aside);
  return out;
}

/// Moves a direction of least width to where the support point lies along it: widths are known to a rounding, and tell
/// a direction to the root of that only. By Newton's method, in all directions or across an edge that holds the foot;
/// along an arc of equal widths it stays.
template <class Stored, class Support>
ABUT_PHASE void settle_direction(const AxisParts<Stored>& p, const Support& support, BoundedWidth& best) {
  BesideFoot at = beside_foot(p, support, best.normal);
  for (int step = 0; step < settling_steps && at.distance > 0.25 * p.tolerance; ++step) {
    const BendOfCap bend = bend_at(support, best.normal);
    const auto way_of = [&](Vec3<double> way, double curve) {
      const double off = dot(at.aside, way);
      const bool known = curve > small_square * bend.most && abs(off) < small_square * curve;
      return known ? way * (-off / curve) : Vec3<double>{0, 0, 0};
    };
    const Vec3<double> along = at.aside * (1 / at.distance);
    const double w = dot(along, bend.weak), s = dot(along, bend.strong);
    const Vec3<double> ways[2] = {way_of(bend.weak, bend.least - at.width) + way_of(bend.strong, bend.most - at.width),
                                  way_of(along, fma(w * w, bend.least, s * s * bend.most) - at.width)};
    const BesideFoot before = at;
    const Vec3<double> from = best.normal;
    for (const Vec3<double> way : ways) {
      const Vec3<double> n = unit_vector(from + way);
      const BesideFoot there = beside_foot(p, support, n);
      if (!(there.distance < at.distance) || !(there.width <= best.width + p.tolerance)) continue;
      at = there;
      best.normal = n;
    }
    if (!(at.distance < 0.5 * before.distance)) break;
  }
}

/// How a direction slides along a valley of the width: in steps of this angle at first, of half of it where none leads
/// down, and so many in all; after each, so many of Newton's steps lead back to the floor.
inline constexpr double longest_slide = 0.5, shortest_slide = 1e-8;
inline constexpr int most_slides = 96, steps_to_floor = 4;

/// A direction on the floor of a valley of the width, and along it. Data only.
struct ValleyFloor {
  Vec3<double> normal, along;
  double width;
};
template <class Support>
ABUT_PHASE ValleyFloor floor_of_valley(const Support& support, Vec3<double> from) {
  ValleyFloor out{from, from, 0};
  for (int step = 0;; ++step) {
    const Vec3<double> w = support(out.normal).w;
    out.width = dot(out.normal, w);
    const BendOfCap bend = bend_at(support, out.normal);
    out.along = bend.weak;
    const double curve = bend.most - out.width, way = dot(w, bend.strong);
    if (step == steps_to_floor || !(curve > 0 && abs(way) < curve)) return out;
    out.normal = unit_vector(multiply_add(bend.strong, -way / curve, out.normal));
  }
}

/// Slides the best direction to where the floor of its valley is lowest. Squares along an almost level arc are out only
/// if that is known: each is lower than the next one by more than its bound leaves open.
template <class Support>
ABUT_PHASE void slide_along_valley(const Support& support, double tolerance, BoundedWidth& best) {
  ValleyFloor at = floor_of_valley(support, best.normal);
  double step = longest_slide;
  for (int slide = 0; slide < most_slides && step > shortest_slide; ++slide) {
    const Vec3<double> along = at.along;
    const ValleyFloor ahead = floor_of_valley(support, unit_vector(multiply_add(along, step, at.normal)));
    const ValleyFloor back = floor_of_valley(support, unit_vector(multiply_add(along, -step, at.normal)));
    const ValleyFloor& lower = ahead.width < back.width ? ahead : back;
    if (lower.width < at.width) {
      at = lower;
    } else {
      step *= 0.5;
    }
  }
  if (at.width < best.width - tolerance) best.width = at.width, best.normal = at.normal;
}

inline constexpr int most_square_halvings = 52;
/// Of squares whose sides are halved more often, so many are looked at: the least width is in a few of these only,
/// unless no bound ends the search.
inline constexpr int halvings_of_few = 19, few_small_squares = 60000;
/// Directions are no better known.
inline constexpr double finest_reach = 16 * Epsilon<double>::value;
/// Bounds about points near the foot are worth their price in caps that are not larger.
inline constexpr double foot_reach = 0.25;

/// Bounds all widths but those along edges and faces by squares of directions, of which `most` are looked at. Returns
/// whether that is enough of them; `best` is then the least width and the bound. `other`: the last direction looked at
/// that is as narrow to within rounding error, if there is one.
template <class Stored, class Support>
ABUT_PHASE bool search_squares(const AxisParts<Stored>& p, const Support& support, int most, BoundedWidth& best,
                               Vec3<double>& other) {
  double lower = best.lower;
  const auto measure = [&](Vec3<double> n) {
    const Vec3<double> w = support(n).w;
    const double width = dot(n, w);
    if (width <= best.width + p.tolerance) other = n;
    if (width < best.width - p.tolerance) best.width = width, best.normal = n;
    return w;
  };
  const auto enough = [&] { return best.width - 2 * p.tolerance; };
  measure(best.normal);
  slide_along_valley(support, p.tolerance, best);
  other = best.normal;
  DirectionSquare square{0, 0, 0, 0};
  int small = 0;
  for (int remaining = most; !square.is_last(); --remaining) {
    small += square.level > halvings_of_few ? 1 : 0;
    if (remaining == 0 || small > few_small_squares) return false;
    const DirectionCap cap = square.cap();
    const Vec3<double> w = measure(cap.middle);
    double bound = bound_by_point(w, cap);
    if (bound < enough() && none_is_least(p, support, cap, bound, enough())) bound = enough();
    if (bound < enough() && cap.reach < foot_reach) {
      bound = max(bound, bound_by_feet(p, cap, dot(cap.middle, w), enough()));
    }
    if (bound < enough() && cap.reach < foot_reach) {
      Vec3<double> crease = cap.middle;
      bound = max(bound, bound_at_crease(p, support, cap, crease));
      measure(crease);
    }
    if (bound >= enough() || cap.reach <= finest_reach || square.level == most_square_halvings) {
      lower = min(lower, bound);
      square = square.next();
    } else {
      square = square.quarter();
    }
  }
  best.lower = lower;
  return true;
}

}  // namespace revolved_axis_detail
}  // namespace ABUT_ISA
}  // namespace abut
