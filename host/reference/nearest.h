// Minimum-norm point of a Minkowski difference A - B - shift by an active-set method (Wolfe 1976, "Finding the nearest
// point in a polytope"), first in double, then from there in extended precision.
#pragma once

#include <cstdint>
#include <vector>

#include "host/reference/polytope.h"

namespace abut::reference {

/// A convex combination of at most four differences a - b of vertices: explicit proof of an upper bound.
struct NearestPoint {
  Vec3<Wide> difference{0, 0, 0};  ///< a - b (- shift)
  Vec3<Wide> a{0, 0, 0}, b{0, 0, 0};
  Wide upper = 0;      ///< |difference|
  Wide lower = 0;      ///< support gap along -difference over all vertices; 0 where the origin is enclosed
  bool meets = false;  ///< the difference is zero to extended precision: the cores touch or overlap
};

/// Of all of A and B.
NearestPoint nearest_point(const Placed& a, const Placed& b);

/// Of chosen points of A and B only, in extended precision alone. `lower` is not set.
NearestPoint nearest_point(const Placed& a, const std::vector<std::uint32_t>& of_a, const Placed& b,
                           const std::vector<std::uint32_t>& of_b, const Vec3<Wide>& shift);

}  // namespace abut::reference
