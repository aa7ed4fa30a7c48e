// Penetration depth of two cores that meet: the least width h(u) = h_A(u) + h_B(-u) over the facet directions of the
// Minkowski difference.
//
// On an arc of A's Gauss map A's extreme vertex p is fixed, so any point q of B bounds the width below by (p - q) . u,
// which is least at an end of the arc. A facet direction lies on an arc of A (faces of A are its ends, crossings of
// edges inside it) or is a face of B. So arcs are cut where two points of B bound equally until every piece is bounded
// by the least width found: each crossing that could be narrower gets examined, without deciding which edges cross.
// First in double, with a margin above its rounding; what comes within the margin again in extended precision.
#pragma once

#include "host/reference/polytope.h"

namespace abut::reference {

template <class S>
struct Depth {
  S lower = 0, upper = 0;   ///< of the least width
  Vec3<S> normal{0, 0, 0};  ///< unit, from A to B, of the width `upper`; zero for two points
};

/// For cores that touch or overlap, in extended precision S (Long or Wide). `upper` is a true width for any pair;
/// `lower` holds where it is positive, or the cores meet. `hint`: a direction from A to B that may be the answer's; it
/// decides how much there is to look at, never what is found.
template <class S>
Depth<S> penetration_depth(const Placed& a, const Placed& b, const Vec3<double>* hint = nullptr);

}  // namespace abut::reference
