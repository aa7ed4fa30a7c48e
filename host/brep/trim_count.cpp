#include "host/brep/trim_count.h"

#include <algorithm>
#include <cmath>

namespace abut::host {
namespace {

/// Ends of pieces that are as near to the way are no certain: where pieces meet across a period, their ends differ by
/// the roundings of a sum.
constexpr double end_room = 0x1p-45;

bool end_is_near(const TrimPiece& piece, const WayAlongV& way, double period_u) {
  const double room = end_room * (std::abs(way.u) + period_u);
  for (const Vec2<double> p : {begin_of(piece), end_of(piece)}) {
    if (std::abs(p.x - way.u) <= room && p.y >= way.low && p.y <= way.high) return true;
  }
  return false;
}

std::optional<int> crossings_of_copies(const CountedPieces& c, std::size_t i, const WayAlongV& way) {
  const TrimBox& box = c.boxes[i];
  const PeriodRange us = periods_to_meet(way.u, way.u, box.begin_u, box.end_u, c.period_u);
  const PeriodRange vs = periods_to_meet(way.low, way.high, box.begin_v, box.end_v, c.period_v);
  int sum = 0;
  for (int k = us.first; k <= us.last; ++k) {
    for (int m = vs.first; m <= vs.last; ++m) {
      const WayAlongV moved{way.u + k * c.period_u, way.low + m * c.period_v, way.high + m * c.period_v};
      if (c.period_u > 0 && end_is_near(c.pieces[i], moved, c.period_u)) return std::nullopt;
      const auto n = crossings(c.pieces[i], moved);
      if (!n) return n;
      sum += *n;
    }
  }
  return sum;
}

/// From `from` to `to` along v at one u, signed by the direction.
std::optional<int> along_v(const CountedPieces& c, double u, double from, double to) {
  const WayAlongV way{u, std::min(from, to), std::max(from, to)};
  int sum = 0;
  for (std::size_t i = 0; i < c.pieces.size(); ++i) {
    const auto n = crossings_of_copies(c, i, way);
    if (!n) return n;
    sum += *n;
  }
  return from <= to ? sum : -sum;
}

/// u and v in each other's place: what was on the left is on the right.
struct Swapped {
  std::vector<TrimPiece> pieces;
  std::vector<TrimBox> boxes;

  explicit Swapped(const CountedPieces& c) {
    for (const TrimPiece& p : c.pieces) pieces.push_back(mapped(p, {{0, 1, 1, 0}, {0, 0}}));
    for (const TrimBox& b : c.boxes) boxes.push_back({b.begin_v, b.end_v, b.begin_u, b.end_u});
  }
};

std::optional<int> along_u(const CountedPieces& c, double v, double from, double to) {
  const Swapped swapped(c);
  const auto n = along_v({swapped.pieces, swapped.boxes, c.period_v, c.period_u}, v, from, to);
  return n ? std::optional<int>(-*n) : n;
}

}  // namespace

std::optional<int> crossings_from(const CountedPieces& counted, Vec2<double> known, Vec2<double> to) {
  if (!(counted.period_v > 0)) return along_v(counted, to.x, known.y, to.y);
  const bool both = counted.period_u > 0;
  const auto across = along_u(counted, both ? known.y : to.y, known.x, to.x);
  if (!across || !both) return across;
  const auto up = along_v(counted, to.x, known.y, to.y);
  return up ? std::optional<int>(*across + *up) : up;
}

TrimBox box_of_all(std::span<const TrimBox> boxes) {
  TrimBox all{HUGE_VAL, -HUGE_VAL, HUGE_VAL, -HUGE_VAL};
  for (const TrimBox& b : boxes) {
    all = {std::min(all.begin_u, b.begin_u), std::max(all.end_u, b.end_u), std::min(all.begin_v, b.begin_v),
           std::max(all.end_v, b.end_v)};
  }
  return all;
}

PeriodRange periods_to_meet(double low, double high, double begin, double end, double period) {
  if (!(period > 0)) return low <= end && high >= begin ? PeriodRange{0, 0} : PeriodRange{0, -1};
  return {static_cast<int>(std::ceil((begin - high) / period - 1e-9)),
          static_cast<int>(std::floor((end - low) / period + 1e-9))};
}

}  // namespace abut::host
