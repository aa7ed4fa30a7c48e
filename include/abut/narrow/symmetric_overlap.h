// The depth of overlapping cores that one plane mirrors but for their places: boxes, ellipsoids, cylinders, cones and
// segments along common axes, and any two solids of revolution.
//
// Assemblies are made of these (a shaft in its hole), and there the way out is often not unique: a circle of directions
// or an arc of it is equally short, or nearly. A polytope would have to grow all around it. Parallel solids of
// revolution are one search over an angle; where the axes of two of them cross, the width is a sum of a function of the
// one cosine and of the other, and least in the plane of the axes or where both are; else `narrowest_symmetric`.
#pragma once

#include "abut/narrow/direction_answer.h"
#include "abut/narrow/symmetric_foot.h"
#include "abut/narrow/symmetric_search.h"

namespace abut {

/// What `symmetric_overlap` tries. Data only.
enum class SymmetricEffort : std::uint8_t {
  closed,  ///< what costs no more than a few support points: a search over one angle
  search,  ///< and over two
};

inline namespace ABUT_ISA {
namespace symmetric_detail {

/// The axis of a term of revolution.
ABUT_INLINE Vec3<double> spin_axis(const SymmetricTerm& t) { return t.axis[t.spin >= 0 && t.spin < 3 ? t.spin : 0]; }

/// Whether all terms are solids of revolution, and how far from parallel their axes are to that of the first that is no
/// ball.
ABUT_HD inline bool all_revolved(const SymmetricTerms& t, Vec3<double>& axis, double& off) {
  int first = -1;
  off = 0;
  for (int k = 0; k < t.count; ++k) {
    if (t.term[k].spin < 0) return false;
    if (t.term[k].spin == 3) continue;
    if (first < 0) {
      first = k;
      axis = spin_axis(t.term[k]);
    } else {
      off += length(cross(axis, spin_axis(t.term[k]))) * largest_extent(t.term[k]);
    }
  }
  if (first < 0) axis = {0, 0, 1};
  return true;
}

/// Balls turned so that an axis of theirs lies along `axis`.
ABUT_HD inline void turn_balls(SymmetricTerms& t, Vec3<double> axis) {
  const Vec3<double> start = abs(axis.x) < 0.6 ? Vec3<double>{1, 0, 0} : Vec3<double>{0, 1, 0};
  const Vec3<double> side = unit_vector(multiply_add(axis, -dot(axis, start), start));
  for (int k = 0; k < t.count; ++k) {
    if (t.term[k].spin != 3) continue;
    t.term[k].axis[0] = axis;
    t.term[k].axis[1] = side;
    t.term[k].axis[2] = cross(axis, side);
  }
}

/// Parallel axes: the plane of the axis and the origin has the least width.
template <class Support>
ABUT_PHASE Narrowest narrowest_in_meridian(const SymmetricTerms& t, const Support& support, Vec3<double> axis,
                                           Vec3<double> between, double tolerance) {
  const Vec3<double> aside = multiply_add(axis, -dot(between, axis), between);
  const Vec3<double> start = abs(axis.x) < 0.6 ? Vec3<double>{1, 0, 0} : Vec3<double>{0, 1, 0};
  const Vec3<double> across = length(aside) > tolerance ? aside : multiply_add(axis, -dot(axis, start), start);
  const Vec3<double> normal = unit_vector(cross(axis, unit_vector(across)));
  const SymmetricDifference d = difference_about(t, normal, between);
  ArcWidth found{{1, 0}, Huge<double>::value, Huge<double>::value};
  const PlaneVector first = seen_axis(d, axis);
  least_width_on_arc(circle_sum(d, 0, 0), first, first, tolerance, found);
  const Vec3<double> n = direction_on(d, found.direction, 0);
  return {n, dot(n, support(n).w), found.lower - d.off - abs(d.apart), 0, d.off};
}

/// Where f(x) - p x has a minimum inside -1 < x < 1, of a term's width f by the cosine x between direction and axis.
/// Each kind has one at most.
ABUT_HD inline bool inner_minimum(const SymmetricTerm& t, double p, double& x) {
  const double half = t.extent[t.spin], radius = t.extent[(t.spin + 1) % 3];
  switch (t.kind) {
    case Kind::lines:
    case Kind::cylinder: x = 0; return abs(p) <= half;
    case Kind::cone:
      x = side_normal(radius, half).x;
      return half > 0 && p <= half && p >= -half - radius * (radius / (2 * half));
    case Kind::ellipsoid: {
      const double k = (half - radius) * (half + radius);
      const double slack = k - p * p;
      if (!(k > 0 && slack > 0)) return false;
      x = p * radius / sqrt(k * slack);
      return abs(x) < 1;
    }
  }
  return false;
}

/// Two terms about axes that cross, or pass each other nearly so. Returns whether that is all: the bounds meet.
template <class Support>
ABUT_PHASE bool narrowest_of_crossing(const SymmetricTerms& t, const SymmetricDifference& d, const Support& support,
                                      Vec3<double> between, double tolerance, Narrowest& out) {
  const Vec3<double> a = spin_axis(t.term[0]), b = spin_axis(t.term[1]);
  ArcWidth found{{1, 0}, Huge<double>::value, Huge<double>::value};
  least_width_on_arc(circle_sum(d, 0, 0), {1, 0}, {1, 0}, tolerance, found);
  out.normal = direction_on(d, found.direction, 0);
  out.width = dot(out.normal, support(out.normal).w);
  out.lower = found.lower;
  out.z = 0;
  // between = p a + q b + apart normal
  const Vec3<double> turn = cross(a, b);
  const double sine2 = dot(turn, turn);
  const double p = dot(cross(between, b), turn) / sine2, q = dot(cross(a, between), turn) / sine2;
  double x = 0, y = 0;
  if (inner_minimum(t.term[0], p, x) && inner_minimum(t.term[1], q, y)) {
    // n = u a' + v b' with a' along a and b' across it in the plane
    const PlaneVector pa = d.seen(a), pb = d.seen(b), across = arc_detail::turned(pa);
    const double c = arc_detail::dot(pa, pb), s = arc_detail::dot(across, pb);
    const double v = fma(-c, x, y) / s;
    const double z2 = 1 - fma(x, x, v * v);
    if (z2 > 0) {
      const double z = sqrt(z2);
      const Vec3<double> in_plane = multiply_add(d.e1, fma(x, pa.x, v * across.x), d.e2 * fma(x, pa.y, v * across.y));
      const Vec3<double> n = unit_vector(multiply_add(d.normal, z, in_plane));
      const double width = dot(n, support(n).w);
      out.lower = min(out.lower, width + d.apart * z);
      if (width < out.width) out.normal = n, out.width = width, out.z = z;
    }
  }
  out.lower -= d.apart + d.off;
  out.off = d.off;
  return out.lower >= out.width - 2 * tolerance - 2 * d.off;
}

/// How many planes `plane_of` names.
ABUT_INLINE int planes_of(const SymmetricTerms& t) { return 3 * t.count + 1; }

/// How far a search may leave bounds apart, and terms from what is said of them; and lengths that are nothing. Data
/// only.
struct SymmetricLimits {
  double open, off, tolerance;
};

/// The normal of a plane that may mirror all terms: that across the first two axes of revolution, then each axis.
/// Returns whether it mirrors them, to `limit`, and is not one of those before.
ABUT_HD inline bool plane_of(const SymmetricTerms& t, Vec3<double> between, double limit, int which,
                             Vec3<double>& normal) {
  const auto normal_of = [&](int k) {
    if (k > 0) return t.term[(k - 1) / 3].axis[(k - 1) % 3];
    const Vec3<double> across = cross(spin_axis(t.term[0]), spin_axis(t.term[1 % t.count]));
    return dot(across, across) > 1e-6 ? unit_vector(across) : t.term[0].axis[0];
  };
  normal = normal_of(which);
  if (!(difference_about(t, normal, between).off <= limit)) return false;
  for (int k = 0; k < which; ++k) {
    const Vec3<double> across = cross(normal_of(k), normal);
    if (dot(across, across) <= limit * limit) return false;
  }
  return true;
}

inline constexpr int few_circles = 48;
inline constexpr int most_circles = 400;

/// About each plane that mirrors all terms, with few circles first: where the width is the same along an arc, one plane
/// shows it on a circle of its own, and about another all circles meet it. What one leaves open another may bound.
/// Returns whether there is such a plane.
template <class Support>
ABUT_PHASE bool narrowest_about_planes(PlacedTerms placed, const Support& support, SymmetricLimits limits,
                                       Narrowest& out) {
  bool any = false;
  double lower = -Huge<double>::value;
  for (int circles = few_circles; circles <= most_circles; circles += most_circles - few_circles) {
    for (int k = 0; k < planes_of(placed.terms); ++k) {
      Vec3<double> normal;
      if (!plane_of(placed.terms, placed.between, limits.off, k, normal)) continue;
      any = true;
      narrowest_symmetric(placed, normal, support, {limits.tolerance, circles}, out);
      lower = max(lower, out.lower);
      out.lower = lower;
      if (out.width - lower <= 2 * limit_of(limits.open, out.off)) return true;
    }
  }
  return any;
}

/// Returns whether `out` is what is known of all directions, by whatever bounds.
template <class Support>
ABUT_PHASE bool narrowest_of_terms(SymmetricTerms& t, const Support& support, Vec3<double> between,
                                   SymmetricLimits limits, SymmetricEffort effort, Narrowest& out) {
  Vec3<double> axis;
  double off = 0;
  if (all_revolved(t, axis, off)) {
    turn_balls(t, axis);
    if (off + t.off <= limits.off) {
      out = narrowest_in_meridian(t, support, axis, between, limits.tolerance);
      out.lower -= off;
      out.off += off;
      return true;
    }
    if (t.count == 2 && effort == SymmetricEffort::closed) {
      const Vec3<double> normal = unit_vector(cross(spin_axis(t.term[0]), spin_axis(t.term[1])));
      const SymmetricDifference d = difference_about(t, dot(normal, between) < 0 ? -normal : normal, between);
      return d.off <= limits.off && narrowest_of_crossing(t, d, support, between, limits.tolerance, out);
    }
  }
  if (effort != SymmetricEffort::search) return false;
  out = {{1, 0, 0}, Huge<double>::value, Huge<double>::value, 0};
  return narrowest_about_planes({t, between}, support, limits, out);
}

/// Witness points along the normal found.
template <class Stored>
ABUT_HD inline void set_foot(const PairProblem<double, Stored>& p, const SymmetricTerms& t, const Vec3<double>* centre,
                             double tolerance, CoreAnswer<double>& out) {
  const double width = -out.separation;
  const Vec3<double> between = centre[1] - centre[0];
  FarthestSet sets[SymmetricTerms::capacity];
  for (int k = 0; k < t.count; ++k) sets[k] = farthest_set(t.term[k], out.normal, tolerance);
  const Vec3<double> rest = meet_target(sets, t, multiply_add(out.normal, width, between), 0.25 * tolerance);
  out.witness.a = centre[0];
  for (int k = 0; k < t.count_a; ++k) out.witness.a = out.witness.a + point_of(sets[k]);
  out.witness.residual2 = dot(rest, rest);
  if (p.a.header->kind != ShapeKind::minkowski_sum) {
    out.carrier_a = carriers_of(t.term[0], sets[0], out.normal, p.a.header->kind);
  }
  if (p.b.header->kind != ShapeKind::minkowski_sum) {
    out.carrier_b = carriers_of(t.term[t.count_a], sets[t.count_a], out.normal, p.b.header->kind);
  }
}

}  // namespace symmetric_detail

/// The depth of cores whose terms one plane mirrors. Returns whether the bounds meet; else, and in float, nothing is
/// said.
template <class T, class Scan, class Stored>
ABUT_PHASE bool symmetric_overlap(const PairProblem<T, Stored>& p, const CoreDifference<T, Scan, Stored>& support,
                                  SymmetricEffort effort, CoreAnswer<T>& out) {
  using namespace symmetric_detail;
  if constexpr (sizeof(T) < sizeof(double)) {
    return false;
  } else {
    SymmetricTerms t;
    t.count = 0;
    t.off = 0;
    Vec3<double> centre[2];
    const Mat3<double> identity{{1, 0, 0, 0, 1, 0, 0, 0, 1}};
    if (!add_terms(p.a, identity, false, t, centre[0])) return false;
    t.count_a = t.count;
    if (!add_terms(p.b, p.pose.rotation, true, t, centre[1])) return false;
    centre[1] = centre[1] + p.pose.translation;
    const double tolerance = 2 * Epsilon<double>::value * p.size;
    const SymmetricLimits limits{direction_limit<T, Stored> * p.size, terms_limit<T, Stored> * p.size, tolerance};
    Narrowest found;
    if (!narrowest_of_terms(t, support, centre[1] - centre[0], limits, effort, found)) return false;
    const double limit = limit_of(limits.open, found.off);
    const auto foot = [&](CoreAnswer<T>& answer) { set_foot(p, t, centre, max(limit, 8 * tolerance), answer); };
    return take_direction(p, support, {found.normal, found.width, found.lower}, limit, foot, out);
  }
}
template <class T, class Scan, class Stored>
ABUT_HD inline bool symmetric_overlap(const PairProblem<T, Stored>&, const DifferenceSupport<T, Scan, Stored>&,
                                      SymmetricEffort, CoreAnswer<T>&) {
  return false;
}

}  // namespace ABUT_ISA
}  // namespace abut
