// The depth of polytopes in solids that planes mirror, about one axis or several: a triangle or a hull in an ellipsoid,
// or in a sum of cylinders and cones along common axes.
//
// Faces and edges of the polytopes are tried as by `revolved_axis_search`; the rest of the sphere is bounded as by
// `symmetric_overlap`, about points of the polytopes.
#pragma once

#include "abut/narrow/revolved_axis_search.h"
#include "abut/narrow/symmetric_overlap.h"

namespace abut {
inline namespace ABUT_ISA {
namespace parts_detail {

/// How often a better direction may start the search anew.
inline constexpr int most_starts = 3;

}  // namespace parts_detail

/// The depth of cores that are polytopes and solids that a plane mirrors, or sums of such. `out` is the best known so
/// far. Returns whether the bounds meet; else, and in float, nothing is said.
template <class T, class Scan, class Stored>
ABUT_PHASE bool parts_overlap(const PairProblem<T, Stored>& p, const CoreDifference<T, Scan, Stored>& support,
                              CoreAnswer<T>& out) {
  using namespace revolved_axis_detail;
  using namespace symmetric_detail;
  if constexpr (sizeof(T) < sizeof(double)) {
    return false;
  } else {
    AxisParts<Stored> parts;
    if (!parts_of(p, parts) || parts.polytopes == 0 || parts.solids.count == 0 || vertex_sums(parts) == 0) return false;
    const SymmetricLimits limits{direction_limit<T, Stored> * p.size, terms_limit<T, Stored> * p.size, parts.tolerance};
    if (!(parts.off <= limits.off)) return false;
    parts.solids.off = parts.off;
    BoundedWidth best{out.normal, Huge<double>::value, Huge<double>::value};
    if (!search_parts(parts, support, 0, best)) return false;
    Narrowest found{best.normal, best.width, 0, 2};
    PartPoints<Stored> points{&parts, {0, 0, 0}, 0};
    const double sharp = max(limits.open, 8 * parts.tolerance);
    for (int start = 0; start < parts_detail::most_starts; ++start) {
      const Narrowest before = found;
      points.at = point_of_foot(parts, found.normal, found.width, sharp);
      const Vec3<double> between = -(parts.place + points.at);
      if (!narrowest_about_planes({parts.solids, between}, support, points, limits, found)) return false;
      if (found.width < before.width - parts.tolerance) continue;
      // As narrow to within rounding error: what faces and edges lead to is known better than a direction on a circle.
      found.normal = before.normal;
      break;
    }
    found.width = dot(found.normal, support(found.normal).w);
    const double limit = limit_of(limits.open, found.off);
    const auto foot = [&](CoreAnswer<T>& answer) { set_axis_foot(p, parts, max(limit, 8 * parts.tolerance), answer); };
    return take_direction(p, support, {found.normal, found.width, found.lower}, limit, foot, out);
  }
}
template <class T, class Scan, class Stored>
ABUT_HD inline bool parts_overlap(const PairProblem<T, Stored>&, const DifferenceSupport<T, Scan, Stored>&,
                                  CoreAnswer<T>&) {
  return false;
}

}  // namespace ABUT_ISA
}  // namespace abut
