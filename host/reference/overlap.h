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

struct Depth {
  Wide lower = 0, upper = 0;   ///< of the least width
  Vec3<Wide> normal{0, 0, 0};  ///< unit, from A to B, of the width `upper`; zero for two points
};

/// For cores that touch or overlap. `upper` is a true width for any pair; `lower` holds where it is positive, or the
/// cores meet.
Depth penetration_depth(const Placed& a, const Placed& b);

}  // namespace abut::reference
