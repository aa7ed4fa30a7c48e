// The crease of a cone: the circle of directions where its apex takes over from its rim. Widths along it, and lower
// bounds on widths next to it.
//
// Where the width falls towards the crease from both sides, no width beside it is below those along it. These are known
// in closed form: a point's is a cosine of the angle, the square of a rim's or an ellipsoid's a trigonometric
// polynomial. So bounds are too low by the fourth power of the cap's size, and not at all where axes coincide.
#pragma once

#include "abut/narrow/width_bounds.h"

namespace abut {
inline namespace ABUT_ISA {
namespace revolved_axis_detail {

/// The cones whose apex may take over from the rim in a cap, by the bits of terms.
ABUT_HD inline unsigned cones_with_crease(const SymmetricTerms& solids, const DirectionCap& cap) {
  unsigned out = 0;
  for (int k = 0; k < solids.count; ++k) {
    if (solids.term[k].kind == SymmetricTerm::Kind::cone && meets_crease(solids.term[k], cap)) out |= 1u << k;
  }
  return out;
}

/// The circle of directions where a cone's apex takes over from its rim: by an angle about the axis, `axis` times
/// `height` and `radius` times the cosine along `start` and the sine along `along`. Data only.
struct ConeCrease {
  Vec3<double> axis, start, along;  ///< unit, across each other
  double height, radius;

  /// Where the angle is 0.
  ABUT_HD Vec3<double> direction() const { return unit_vector(multiply_add(axis, height, start * radius)); }
};
/// From what is next to n; `radius` is 0 if nothing is.
ABUT_HD inline ConeCrease crease_of(const SymmetricTerm& cone, Vec3<double> n) {
  const PlaneVector side = symmetric_detail::side_normal(cone.extent[0], cone.extent[2]);
  const Vec3<double> axis = cone.axis[2], beside = symmetric_detail::beside_axis(axis, n);
  if (!(dot(beside, beside) > 0)) return {axis, axis, axis, side.x, 0};
  const Vec3<double> start = unit_vector(beside);
  return {axis, start, cross(axis, start), side.x, side.y};
}

/// Calls `visit(direction)` where the creases of two cones cross.
template <class Visit>
ABUT_HD inline void for_crossings(const SymmetricTerms& solids, const Visit& visit) {
  for (int k = 0; k < solids.count; ++k) {
    for (int i = 0; i < k; ++i) {
      const SymmetricTerm &a = solids.term[i], &b = solids.term[k];
      if (a.kind != SymmetricTerm::Kind::cone || b.kind != SymmetricTerm::Kind::cone) continue;
      const ConeCrease crease = crease_of(a, b.axis[2]);  // it starts toward B's axis
      const double tilt = length(symmetric_detail::beside_axis(crease.axis, b.axis[2])) * crease.radius;
      const double height = crease_of(b, a.axis[2]).height - dot(crease.axis, b.axis[2]) * crease.height;
      if (!(abs(height) < tilt)) continue;
      const double cosine = height / tilt, sine = sqrt((1 - cosine) * (1 + cosine));
      const Vec3<double> middle = multiply_add(crease.start, cosine * crease.radius, crease.axis * crease.height);
      visit(unit_vector(multiply_add(crease.along, sine * crease.radius, middle)));
      visit(unit_vector(multiply_add(crease.along, -sine * crease.radius, middle)));
    }
  }
}

/// A width along a crease by the angle: its derivatives where that starts, and the fourth one at most. Data only.
struct WidthAlongCrease {
  double value = 0, first = 0, second = 0, third = 0, fourth = 0;
};
ABUT_HD inline void add_along(const ConeCrease& crease, Vec3<double> point, WidthAlongCrease& out) {
  const double middle = dot(point, crease.axis) * crease.height, cosine = dot(point, crease.start) * crease.radius,
               sine = dot(point, crease.along) * crease.radius;
  out.value += middle + cosine;
  out.first += sine;
  out.second -= cosine;
  out.third -= sine;
  out.fourth += sqrt(fma(cosine, cosine, sine * sine));
}
/// The same of an ellipsoid, or of a rim; its square is a trigonometric polynomial of degree 2. To the angle `reach`.
ABUT_HD inline void add_along(const ConeCrease& crease, double reach, const SymmetricTerm& t, WidthAlongCrease& out) {
  const Vec3<double> middle = curved_image(t, crease.axis) * crease.height,
                     cosine = curved_image(t, crease.start) * crease.radius,
                     sine = curved_image(t, crease.along) * crease.radius, here = middle + cosine;
  // The square and its derivatives, from sums that may cancel out.
  const double q = dot(here, here), q1 = 2 * dot(here, sine), q2 = 2 * (dot(sine, sine) - dot(here, cosine)),
               q3 = -2 * dot(sine, here + cosine * 3.0);
  const double mc = dot(middle, cosine), ms = dot(middle, sine), cs = dot(cosine, sine),
               twist = dot(cosine, cosine) - dot(sine, sine);
  const double once = 2 * sqrt(fma(mc, mc, ms * ms)), twice = sqrt(fma(0.25 * twist, twist, cs * cs));
  const double most1 = once + 2 * twice, most2 = once + 4 * twice, most3 = once + 8 * twice, most4 = once + 16 * twice;
  const double least = max(q - reach * (abs(q1) + 0.5 * most2 * reach), shortest_curved(t) * shortest_curved(t));
  if (!(q > 0)) return;
  if (!(least > 0)) {
    out.fourth = Huge<double>::value;
    return;
  }
  const double h = sqrt(q), slope = 0.5 * q1 / q;
  out.value += h;
  out.first += h * slope;
  out.second += h * (0.5 * q2 / q - slope * slope);
  out.third += h * (0.5 * q3 / q - 1.5 * slope * q2 / q + 3 * slope * slope * slope);
  const double h1 = most1 / least, h2 = most2 / least;
  out.fourth += sqrt(least) * (0.5 * most4 / least + h1 * most3 / least + 0.75 * h2 * h2 + 2.25 * h1 * h1 * h2 +
                               0.9375 * h1 * h1 * h1 * h1);
}

/// No width in the cap is below this, where the crease of one cone crosses it: if the width rises to both sides of the
/// crease, by derivatives along it, with an error of fourth order. Of other cones what is chosen counts.
template <class Stored>
ABUT_PHASE double bound_on_crease(const AxisParts<Stored>& p, const DirectionCap& cap, const ConeCrease& crease,
                                  Vec3<double> corner, const ConeChoice& choice) {
  constexpr double nothing = -Huge<double>::value;
  int k = 0;
  while (choice.none >> k != 1) ++k;
  const SymmetricTerm& cone = p.solids.term[k];
  const double x = crease.height, y = crease.radius, radius = cone.extent[0], half = cone.extent[2];
  const Vec3<double> n = crease.direction();
  const DirectionCap around{n, 3 * cap.reach};
  const PointsOfCap others = points_of_solids(p.solids, around, choice);
  if (others.edges > 0 || others.sides > 0 || !(others.bent < Huge<double>::value)) return nothing;
  const Vec3<double> at = corner + others.end + others.smooth;  // of all but the cone
  const Vec3<double> toward = multiply_add(crease.axis, y, crease.start * -x);
  const double rise = dot(at, toward);
  const double steep = others.moved / around.reach + length(at) + others.moved;  // second derivatives, at most
  const double off = 2.1 * cap.reach, way = 1.1 * cap.reach * y / (y - off);
  const double lost = steep * (1 + abs(x) / y) * way + 0.5 * (steep + half + radius) * off;
  if (!(half * y + rise > lost && half * y + radius * x - rise > lost)) return nothing;
  const double angle = way / y;
  Vec3<double> fixed = corner + others.end;
  WidthAlongCrease width;
  for (int i = 0; i < p.solids.count; ++i) {
    const SymmetricTerm& t = p.solids.term[i];
    if (i == k || t.kind == SymmetricTerm::Kind::lines) continue;
    const bool is_cone = t.kind == SymmetricTerm::Kind::cone, apex = is_cone && choice.takes_apex(i, t, n);
    if (is_cone) fixed = multiply_add(t.axis[2], apex ? t.extent[2] : -t.extent[2], fixed);
    if (!apex) add_along(crease, angle, t, width);
  }
  add_along(crease, fixed, width);
  const double angle2 = angle * angle;
  return half * x + width.value + least_of_parabola(width.first, width.second, angle) -
         abs(width.third) * angle2 * angle / 6 - width.fourth * angle2 * angle2 / 24;
}

/// The same, of each cone whose crease crosses the cap, with apexes or rims of the others. `measure(direction)`: called
/// with directions on creases; the support point.
template <class Stored, class Measure>
ABUT_PHASE double bound_at_crease(const AxisParts<Stored>& p, const DirectionCap& cap, const Measure& measure) {
  double bound = -Huge<double>::value;
  const unsigned met = cones_with_crease(p.solids, cap);
  for (int k = 0; k < p.solids.count; ++k) {
    if ((met >> k & 1) == 0) continue;
    const ConeCrease crease = crease_of(p.solids.term[k], cap.middle);
    const double beside = length(symmetric_detail::beside_axis(crease.axis, cap.middle));
    if (!(crease.radius > 8 * cap.reach) || !(beside > 4 * cap.reach)) continue;
    const Vec3<double> n = crease.direction();
    const double width = dot(n, measure(n));
    const FootSearch foot{2 * p.tolerance, foot_rounds_of_a_square};
    const Vec3<double> corner = p.polytopes > 0 ? point_of_foot(p, n, width, foot, false) : p.place;
    const unsigned others = cones_with_crease(p.solids, {n, 3 * cap.reach}) & ~(1u << k);
    for (unsigned apex = others;; apex = (apex - 1) & others) {
      bound = max(bound_on_crease(p, cap, crease, corner, {1u << k, apex, others & ~apex}), bound);
      if (apex == 0) break;
    }
  }
  return bound;
}

}  // namespace revolved_axis_detail
}  // namespace ABUT_ISA
}  // namespace abut
