// The depth of polytopes in ellipsoids, cylinders and cones, and their distance: a triangle or a hull in an ellipsoid,
// or in a sum of cylinders and cones; and of such solids alone, where neither an axis nor a plane shows it.
//
// Faces and edges of the polytopes are tried as by `revolved_axis_search`; the rest of the sphere is bounded by squares
// of directions (direction_squares.h).
#pragma once

#include "abut/narrow/direction_squares.h"
#include "abut/narrow/revolved_axis_search.h"

namespace abut {
inline namespace ABUT_ISA {
namespace parts_detail {

using namespace revolved_axis_detail;

/// So many squares are looked at. That takes up to a second or two; about one aligned pair of a million needs more than
/// a hundredth of it.
inline constexpr int most_squares = 400000;

/// A difference, and how far off its search may leave bounds. Data only.
template <class Stored, class Support>
struct PartsSearch {
  const PairProblem<double, Stored>& p;
  const Support& support;
  const AxisParts<Stored>& parts;
  double open;

  /// Makes the answer of a narrowest direction. Returns whether bounds and witness points meet.
  ABUT_HD bool take(BoundedWidth found, CoreAnswer<double>& out) const {
    settle_direction(parts, support, found);
    found.width = dot(found.normal, support(found.normal).w);
    found.lower -= parts.off;
    const double limit = limit_of(open, parts.off), sharp = max(limit, 8 * parts.tolerance);
    const auto foot = [&](CoreAnswer<double>& answer) { set_axis_foot(p, parts, sharp, answer); };
    return take_direction(p, support, found, limit, foot, out);
  }
};

/// `edges`: the least width along edges and faces of polytopes.
template <class Stored, class Support>
ABUT_PHASE bool prove_by_squares(const PartsSearch<Stored, Support>& s, const BoundedWidth& edges,
                                 CoreAnswer<double>& out) {
  BoundedWidth found = edges;
  Vec3<double> other;
  if (!search_squares(s.parts, s.support, {most_squares, s.open}, found, other)) return false;
  const double narrow = found.width + s.parts.tolerance;
  const auto take = [&](Vec3<double> normal) { return s.take({normal, found.width, found.lower}, out); };
  // What edges lead to is known best; but where it crosses a cone's crease at a small angle, its foot is hard to find.
  // An almost level arc is lowest where its slope says so, or where two creases cross.
  bool taken = take(found.normal) || take(other);
  const auto take_if_narrow = [&](Vec3<double> n) {
    if (!taken && dot(n, s.support(n).w) <= narrow) taken = take(n);
  };
  if (!taken) for_lowest_of_arcs(s.parts, s.support, found.normal, take_if_narrow);
  if (!taken) for_crossings(s.parts.solids, take_if_narrow);
  return taken;
}

}  // namespace parts_detail

/// The depth of cores that are polytopes and ellipsoids, cylinders and cones, or sums of such; or their distance. `out`
/// is the best known so far. Returns whether the bounds meet; else, and in float, nothing is said.
template <class T, class Scan, class Stored>
ABUT_PHASE bool parts_overlap(const PairProblem<T, Stored>& p, const CoreDifference<T, Scan, Stored>& support,
                              CoreAnswer<T>& out) {
  using namespace parts_detail;
  if constexpr (sizeof(T) < sizeof(double)) {
    return false;
  } else {
    AxisParts<Stored> parts;
    if (!parts_of(p, parts) || parts.solids.count == 0 || vertex_sums(parts) == 0) return false;
    if (!(parts.off <= terms_limit<T, Stored> * p.size)) return false;
    parts.solids.off = parts.off;
    BoundedWidth edges{out.normal, Huge<double>::value, Huge<double>::value};
    if (!search_parts(parts, support, 0, edges)) return false;
    const double open = direction_limit<T, Stored> * p.size;
    const PartsSearch<Stored, CoreDifference<T, Scan, Stored>> search{p, support, parts, open};
    return prove_by_squares(search, edges, out);
  }
}
template <class T, class Scan, class Stored>
ABUT_HD inline bool parts_overlap(const PairProblem<T, Stored>&, const DifferenceSupport<T, Scan, Stored>&,
                                  CoreAnswer<T>&) {
  return false;
}

}  // namespace ABUT_ISA
}  // namespace abut
