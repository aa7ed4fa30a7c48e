// The penalty energy of two facets that have gone through each other, as a function of their overlap.
//
// By penalty factor it is the integral of g^2 (1 - g^2 / d^2)^2 / 2 over what they cover of each other with a gap -d <
// g < 0, times (n_a . n_b)^2. Both factors go to 0 with their derivatives: the first one for facets on opposite sides
// of a body, the second one for those at a right angle.
#pragma once

#include "abut/deform/facet_overlap_gradient.h"

namespace fem {

inline abut::GapRange<double> penalty_range(double depth) { return {-depth, 0}; }

/// m^4. `depth`: d; of an overlap in `penalty_range`.
inline double penalty_energy(const abut::FacetOverlap<double>& overlap, double depth) {
  const double of_depth = 1 / (depth * depth);
  const double integral =
      0.5 * overlap.moment[2] - of_depth * overlap.moment[4] + 0.5 * of_depth * of_depth * overlap.moment[6];
  return overlap.facing * overlap.facing * integral;
}

/// What it changes by with the overlap.
inline abut::OverlapSlopes<double> penalty_slopes(const abut::FacetOverlap<double>& overlap, double depth) {
  const double of_depth = 1 / (depth * depth), facing = overlap.facing * overlap.facing;
  abut::OverlapSlopes<double> out{};
  out.moment[2] = 0.5 * facing, out.moment[4] = -of_depth * facing, out.moment[6] = 0.5 * of_depth * of_depth * facing;
  if (overlap.facing > 0) out.facing = 2 * penalty_energy(overlap, depth) / overlap.facing;
  return out;
}

}  // namespace fem
