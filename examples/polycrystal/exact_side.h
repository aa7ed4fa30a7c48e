// On which side of a plane three other planes meet: the one predicate that cells of a tessellation hang on.
//
// In the frame of a cell's seed, a face towards seed j is the plane 2 n . x = |n|^2 + w_i^2 - w_j^2, n = x_j - x_i, and
// a side of the box is a plane of one coordinate. The rounded form comes with bounds of its errors; the exact one takes
// the seeds' coordinates as rationals.
#pragma once

#include "examples/polycrystal/laguerre.h"

namespace polycrystal {

/// n . x = c, of which n is off by less than 2^-53 of each component and c by less than `error`. Data only.
struct Plane {
  Vector n;
  double c = 0, error = 0;
};
Plane plane_of(const Box& box, std::span<const Seed> seeds, std::uint32_t i, Side side);

/// Where three planes meet, and by how much it is off at most: infinity where rounding does not tell. Data only.
struct Meeting {
  Vector point;
  double error = 0;
};
Meeting meeting(const Plane& a, const Plane& b, const Plane& c);

/// 1 beyond the plane, -1 before it, 0 where the bounds do not tell.
int rounded_side(const Meeting& at, const Plane& plane);

/// 1 beyond, -1 before, 0 on it. The planes of `corner` have one point in common.
int exact_side(const Box& box, std::span<const Seed> seeds, std::uint32_t i, const Corner& corner, Side side);

}  // namespace polycrystal
