// How often curves on a surface that may close are crossed on the way to a known point.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "host/brep/trim_piece.h"

namespace abut::host {

/// Pieces with a box around each, and the periods of their plane. Data only.
struct CountedPieces {
  std::span<const TrimPiece> pieces;
  std::span<const TrimBox> boxes;
  double period_u = 0, period_v = 0;
};

/// The sum of crossings into the material less those out of it, from `known` to `to`: along u at the v of `known`
/// first, where v closes. None where rounding cannot tell. `known` lies beyond all pieces along each parameter that
/// does not close.
std::optional<int> crossings_from(const CountedPieces& counted, Vec2<double> known, Vec2<double> to);

/// A box around all pieces: for parameters that close, of the pieces as they lie.
TrimBox box_of_all(std::span<const TrimBox> boxes);

/// The whole periods by which an interval has to be moved to meet another one: from `first` to `last`, none where
/// `first` > `last`.
struct PeriodRange {
  int first = 0, last = 0;
};
PeriodRange periods_to_meet(double low, double high, double begin, double end, double period);

}  // namespace abut::host
