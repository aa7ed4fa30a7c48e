// The depth of polytopes in ellipsoids, cylinders and cones, and their distance: a triangle or a hull in an ellipsoid,
// or in a sum of cylinders and cones.
//
// Faces and edges of the polytopes are tried as by `revolved_axis_search`; the rest of the sphere is bounded by squares
// of directions (direction_squares.h), or where planes mirror the solids as by `symmetric_overlap`, about points of the
// polytopes.
#pragma once

#include "abut/narrow/direction_squares.h"
#include "abut/narrow/revolved_axis_search.h"
#include "abut/narrow/symmetric_overlap.h"

namespace abut {
inline namespace ABUT_ISA {
namespace parts_detail {

using namespace revolved_axis_detail;
using namespace symmetric_detail;

/// How often a better direction may start the search about planes anew.
inline constexpr int most_starts = 3;
/// So many squares are looked at before planes are, and after them. The second is for arcs of equally short directions
/// that no plane shows: it takes up to a second or two, and about one aligned pair of a million needs it.
inline constexpr int few_squares = 4000;
inline constexpr int most_squares = 400000;

/// A difference, the least width along its polytopes' edges and faces, and how far the search may be off. Data only.
template <class Stored, class Support>
struct PartsSearch {
  const PairProblem<double, Stored>& p;
  const Support& support;
  const revolved_axis_detail::AxisParts<Stored>& parts;
  BoundedWidth edges;
  SymmetricLimits limits;
};

template <class Stored, class Support>
ABUT_HD inline bool take_found(const PartsSearch<Stored, Support>& s, BoundedWidth found, double off,
                               CoreAnswer<double>& out) {
  found.width = dot(found.normal, s.support(found.normal).w);
  found.lower = min(found.lower, s.edges.lower) - s.parts.off;
  const double limit = limit_of(s.limits.open, off), sharp = max(limit, 8 * s.parts.tolerance);
  const auto foot = [&](CoreAnswer<double>& answer) { set_axis_foot(s.p, s.parts, sharp, answer); };
  return take_direction(s.p, s.support, found, limit, foot, out);
}

template <class Stored, class Support>
ABUT_PHASE bool by_squares(const PartsSearch<Stored, Support>& s, int squares, CoreAnswer<double>& out) {
  BoundedWidth found = s.edges;
  Vec3<double> other;
  if (!search_squares(s.parts, s.support, squares, found, other)) return false;
  // What edges lead to is known best; but where it crosses a cone's crease at a small angle, its foot is hard to find.
  const Vec3<double> normals[2] = {found.normal, other};
  for (const Vec3<double> normal : normals) {
    found.normal = normal;
    settle_direction(s.parts, s.support, found);
    if (take_found(s, found, s.parts.off, out)) return true;
  }
  return false;
}

template <class Stored, class Support>
ABUT_PHASE bool by_planes(const PartsSearch<Stored, Support>& s, CoreAnswer<double>& out) {
  Narrowest found{s.edges.normal, s.edges.width, 0, 2};
  PartPoints<Stored> points{&s.parts, {0, 0, 0}, 0};
  const double sharp = max(s.limits.open, 8 * s.parts.tolerance);
  for (int start = 0; start < most_starts; ++start) {
    const Narrowest before = found;
    points.at = point_of_foot(s.parts, found.normal, found.width, sharp);
    const Vec3<double> between = -(s.parts.place + points.at);
    if (!narrowest_about_planes({s.parts.solids, between}, s.support, points, s.limits, found)) return false;
    if (found.width < before.width - s.parts.tolerance) continue;
    // As narrow to within rounding error: what faces and edges lead to is known better than a direction on a circle.
    found.normal = before.normal;
    break;
  }
  return take_found(s, {found.normal, found.width, found.lower}, found.off, out);
}

}  // namespace parts_detail

/// The depth of cores that are polytopes and ellipsoids, cylinders and cones, or sums of such; or their distance. `out`
/// is the best known so far. Returns whether the bounds meet; else, and in float, nothing is said.
template <class T, class Scan, class Stored>
ABUT_PHASE bool parts_overlap(const PairProblem<T, Stored>& p, const CoreDifference<T, Scan, Stored>& support,
                              CoreAnswer<T>& out) {
  using namespace revolved_axis_detail;
  using namespace symmetric_detail;
  using namespace parts_detail;
  if constexpr (sizeof(T) < sizeof(double)) {
    return false;
  } else {
    AxisParts<Stored> parts;
    if (!parts_of(p, parts) || parts.solids.count == 0 || vertex_sums(parts) == 0) return false;
    const SymmetricLimits limits{direction_limit<T, Stored> * p.size, terms_limit<T, Stored> * p.size, parts.tolerance};
    if (!(parts.off <= limits.off)) return false;
    parts.solids.off = parts.off;
    BoundedWidth edges{out.normal, Huge<double>::value, Huge<double>::value};
    if (!search_parts(parts, support, 0, edges)) return false;
    const PartsSearch<Stored, CoreDifference<T, Scan, Stored>> search{p, support, parts, edges, limits};
    return by_squares(search, few_squares, out) || (parts.polytopes > 0 && by_planes(search, out)) ||
           by_squares(search, most_squares, out);
  }
}
template <class T, class Scan, class Stored>
ABUT_HD inline bool parts_overlap(const PairProblem<T, Stored>&, const DifferenceSupport<T, Scan, Stored>&,
                                  CoreAnswer<T>&) {
  return false;
}

}  // namespace ABUT_ISA
}  // namespace abut
