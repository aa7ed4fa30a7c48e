// Minimum-norm point of a Minkowski difference A - B - shift by an active-set method (Wolfe 1976, "Finding the nearest
// point in a polytope"), first in double, then from there in extended precision.
#pragma once

#include <cstdint>
#include <vector>

#include "host/reference/polytope.h"

namespace abut::reference {

/// A convex combination of at most four differences a - b of vertices: explicit proof of an upper bound.
template <class S>
struct NearestPoint {
  Vec3<S> difference{0, 0, 0};  ///< a - b (- shift)
  Vec3<S> a{0, 0, 0}, b{0, 0, 0};
  Vec3<S> normal{0, 0, 0};  ///< unit, from A to B, of the support gap `lower`; zero where the cores meet
  S upper = 0;              ///< |difference|
  S lower = 0;              ///< the best support gap found, over all vertices; 0 where the origin is enclosed
  bool meets = false;       ///< the difference is zero to the precision of S: the cores touch or overlap
};

/// Of all of A and B, in extended precision S (Long or Wide). `hint`: a direction from A to B to start from; it decides
/// only how long it takes, and `lower` may be its support gap.
template <class S>
NearestPoint<S> nearest_point(const Placed& a, const Placed& b, const Vec3<double>* hint = nullptr);

/// Of chosen points of A and B only. `lower` is not set.
template <class S>
NearestPoint<S> nearest_point(const Placed& a, const std::vector<std::uint32_t>& of_a, const Placed& b,
                              const std::vector<std::uint32_t>& of_b, const Vec3<S>& shift);

/// Distance of a point from the hull of chosen points of a core: an upper bound of that from the core.
Long distance_from_hull(const Placed& core, const std::vector<std::uint32_t>& chosen, const Vec3<Long>& point);

}  // namespace abut::reference
