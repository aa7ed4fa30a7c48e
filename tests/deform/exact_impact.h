// The truth about impacts: exact polynomials, their roots isolated by Sturm sequences, distances to 100 digits. Shares
// nothing with include/abut/deform/ but the structure of its input.
#pragma once

#include <vector>

#include "abut/core/pose.h"
#include "abut/deform/moving_hull.h"
#include "tests/support/exact.h"

namespace abut::test {

enum class MovingPair { vertex_triangle, edge_edge };

/// The least distance of the two at time `t`, of points as they were given.
WideReal true_distance(MovingPair pair, const MovingNodes<double>& nodes, const WideReal& t);

/// Whether they ever have a point in common in [0, 1], and when first. `unsure` is false but where a distance at a
/// candidate time is so small, and not 0 to all digits, that it cannot be told. Data only.
struct TrueImpact {
  bool found, unsure;
  WideReal first;
};
TrueImpact true_impact(MovingPair pair, const MovingNodes<double>& nodes);

/// The distinct real roots in [0, 1] of the polynomial with these coefficients, lowest first, each to 2^-160; none of
/// the polynomial that is 0 everywhere.
std::vector<WideReal> roots_in_step(std::vector<Integer> coefficients);

/// Exactly the same values.
template <class T>
MovingNodes<double> in_double(const MovingNodes<T>& nodes) {
  MovingNodes<double> wide;
  for (int k = 0; k < 4; ++k) wide.start[k] = widen(nodes.start[k]), wide.end[k] = widen(nodes.end[k]);
  return wide;
}

}  // namespace abut::test
