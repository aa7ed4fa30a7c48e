// All stationary pairs of two features' pieces, of which one is free-form: by cutting in halves, with a proof for each
// rectangle of parameters that it has no pair, or one and which.
//
// A pair of rectangles goes where points are farther apart than is asked for, or where an equation has a value that
// its derivatives' bounds do not bring to 0. Where the Jacobian, times the inverse of its middle, is so near to the
// identity that its rows' radii are below 1, there is one root at most, and Krawczyk's operator closes in on it or on
// nothing. What is left when rectangles are small, or after so many of them, is told. Source: Krawczyk 1969; Neumaier,
// Interval Methods for Systems of Equations, 1990, 5.2; the systems are in stationary_system.h.
#pragma once

#include <functional>

#include "abut/brep/stationary_pair.h"
#include "host/brep/piece_forest.h"

namespace abut::host {

/// Where a feature's point is. Data only.
struct FreePlace {
  std::uint32_t piece = 0;
  double u = 0, v = 0;         ///< of the surface, or u of the curve
  std::uint32_t interval = 0;  ///< of an edge
};

/// Data only.
struct FreePair {
  StationaryPair<double> pair;
  FreePlace a, b;
  bool sampled = false;  ///< on a curve of such pairs, or a root that is not simple
};

/// Data only.
struct FreeOutcome {
  bool complete = true;       ///< all isolated pairs were told
  bool not_isolated = false;  ///< some are samples
  std::uint64_t rectangles = 0;
};

using FreeSink = std::function<void(const FreePair&)>;

/// Pairs no farther apart than `reach`, which may fall while `sink` is told of them; the nearest rectangles come first.
/// Gives up after `budget` pairs of rectangles. Both shapes are usable.
FreeOutcome find_free_pairs(PieceForest& a, PieceForest& b, const double& reach, std::uint64_t budget,
                            const FreeSink& sink);

/// Where a curve goes through a surface, each place once or twice; the pair's gap is 0 and its normal is none. Places
/// where it touches may be missing. Until `sink` returns true.
FreeOutcome find_piercings(PieceForest& curve, PieceForest& surface, std::uint64_t budget,
                           const std::function<bool(const FreePair&)>& sink);

}  // namespace abut::host
