// The least width of a difference that a plane mirrors but for its terms' places, certified.
//
// Circles of directions about the plane's normal are looked at, each an exact search over one angle, until what bounds
// the widths between two neighbours (symmetric_bounds.h, and near a cone's side symmetric_bands.h) is no less than the
// least width found. The number of circles goes with the logarithm of the accuracy, but where a width is the same along
// an arc across the circles: about another plane that arc is on one of them.
#pragma once

#include "abut/narrow/symmetric_bands.h"

namespace abut {
inline namespace ABUT_ISA {
namespace symmetric_detail {

ABUT_HD inline Vec3<double> direction_on(const SymmetricDifference& d, PlaneVector u, double z) {
  const double r = radius_of_circle(z);
  return unit_vector(multiply_add(d.normal, z, multiply_add(d.e1, u.x * r, d.e2 * (u.y * r))));
}

/// No width between two circles is below this, which is `enough` or as much as costs nothing.
ABUT_HD inline double bound_between(const Zone& zone, const Circle& a, const Circle& b, double enough) {
  const double r1 = radius_of_circle(a.z), r2 = radius_of_circle(b.z);
  const double first = a.width - (r1 - r2) * zone.reach + zone.pole * (zone.pole > 0 ? a.z : b.z);
  constexpr double tiny = 4 * Epsilon<double>::value;
  if (first >= enough || !(b.z - a.z > tiny)) return first;
  double bound = chord_bound(zone, a.z, a.width, b.z, b.width);
  if (bound < enough) bound = max(bound, chord_bound_by_arcs(zone, a.z, b.z, enough));
  bound = least_of_bands(zone, a, b, bound, enough, [&](ConeSide of, const Band& band) {
    const double of_strip = strip_bound(zone, of, a, b);
    return of_strip >= enough ? of_strip : max(of_strip, band_bound(zone, of, band, a, b));
  });
  return bound >= enough ? bound : first;  // else not all has been looked at
}

/// The best direction so far and the bound on all. Data only.
struct Narrowest {
  Vec3<double> normal;
  double width;
  double lower;
  double z;
  double off = 0;  ///< how far the terms are from what is said of them
};

/// Values of z between which circles are looked at. Data only.
struct Stretch {
  double from, to;
};

inline constexpr int most_halvings = 56;
inline constexpr int descent_stretches = 6;
inline constexpr int descent_steps = 24;

/// Looks for a small width, so that most of the rest is out at the first look: by golden sections of the best of a few
/// stretches. `look` returns the circle at z.
template <class Look>
ABUT_HD inline void descend(const Zone& zone, Stretch stretch, const Look& look) {
  constexpr double golden = 0.6180339887498949;
  const double from = stretch.from, to = stretch.to;
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
ABUT_PHASE void search_zone(const Zone& zone, const Support& support, Stretch stretch, int& looks, Narrowest& best) {
  const auto look = [&](double z) {
    const Circle c = look_at(zone, z);
    const Vec3<double> n = direction_on(zone.d, c.u, z);
    const double width = dot(n, support(n).w);
    if (width < best.width) best.normal = n, best.width = width, best.z = z;
    --looks;
    return c;
  };
  descend(zone, stretch, look);
  Circle ends[most_halvings];  // of stretches that are still to be bounded, the last one first
  int last = 0;
  Circle a = look(stretch.from);
  ends[0] = look(stretch.to);
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
ABUT_PHASE void polish(const Zone& zone, const Support& support, Stretch stretch, Narrowest& best) {
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
    end = max(min(best.z + step, stretch.to), stretch.from);
    if ((slope(end, at) < 0) != (here < 0)) break;
    if (end == stretch.from || end == stretch.to) return;
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

/// What bounds may be apart, and how many circles may be looked at on each side of the plane. Data only.
struct SearchEffort {
  double tolerance;
  int circles;
};

/// The least width of one side of the plane, where z is not negative.
template <class Support>
ABUT_PHASE void search_side(const SymmetricDifference& d, const Support& support, SearchEffort effort,
                            Narrowest& best) {
  int looks = effort.circles;
  for (double from = 0; from < 1;) {
    double to = 1;
    for (int k = 0; k < d.upright_count; ++k) {
      if (d.upright[k].apex_sine > from) to = min(to, d.upright[k].apex_sine);
    }
    const Zone zone = zone_of(d, 0.5 * (from + to), effort.tolerance);
    const double before = best.width;
    search_zone(zone, support, {from, to}, looks, best);
    const double z = best.z;
    if (best.width < before || (z > from && z <= to) || z == 0) polish(zone, support, {from, to}, best);
    from = to;
  }
}

}  // namespace symmetric_detail

/// The least width of the terms' difference about the plane with this unit normal, and where it is. `best`: the least
/// width known so far.
template <class Support>
ABUT_PHASE void narrowest_symmetric(PlacedTerms placed, Vec3<double> normal, const Support& support,
                                    symmetric_detail::SearchEffort effort, symmetric_detail::Narrowest& best) {
  using namespace symmetric_detail;
  best.lower = Huge<double>::value;
  const Vec3<double> between = placed.between;
  const SymmetricDifference d = difference_about(placed.terms, dot(normal, between) < 0 ? -normal : normal, between);
  search_side(d, support, effort, best);
  if (d.lopsided) search_side(difference_about(placed.terms, -d.normal, between), support, effort, best);
  best.lower -= d.off;
  best.off = d.off;
}

}  // namespace ABUT_ISA
}  // namespace abut
