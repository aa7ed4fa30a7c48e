// Bounds of a support function of revolution over a range of latitudes. Where it is smooth, h'' = r - h with r the
// radius of curvature of the profile, so that between two latitudes d apart it lies at most d^2 / 8 times the largest
// h'' below the lesser end: nothing where the profile is a point or a rim, and nothing where it is a circle about the
// origin.
#include <algorithm>
#include <cmath>

#include "host/reference/revolution.h"

namespace abut::reference {

struct Profile::Piece {
  Long from, to, from_value, to_value;
  Long least() const { return std::min(from_value, to_value); }
};

void Profile::add_spheroid(Long across, Long along) {
  if (across == along) {
    add_ball(across);
  } else {
    spheroids_.push_back({across, along});
  }
}

void Profile::add_cone(Long radius, Long half, int up) {
  cones_.push_back({radius, half, static_cast<Long>(up)});
  kinks_.push_back(static_cast<Long>(up) * std::atan2(radius, 2 * half));
  std::sort(kinks_.begin(), kinks_.end());
}

/// Without the ball, which is the same everywhere.
Long Profile::value(Long latitude, Long height) const {
  const Long s = std::max(Long{0}, std::cos(latitude)), z = std::sin(latitude);
  Long sum = disc_ * s + height * z;
  for (const Segment& e : segments_) sum += std::max(e.low * z, e.high * z);
  for (const Spheroid& e : spheroids_) sum += std::sqrt(e.across * e.across * s * s + e.along * e.along * z * z);
  for (const Cone& c : cones_) sum += std::max(c.half * c.up * z, c.radius * s - c.half * c.up * z);
  return sum;
}

/// At most, between two latitudes on one side of the equator.
Long Profile::curvature(Long from, Long to) const {
  Long sum = 0;
  for (const Spheroid& e : spheroids_) {
    const Long product = e.across * e.along;
    if (!(product > 0)) continue;
    const auto h = [&](Long latitude) {
      const Long s = std::cos(latitude), z = std::sin(latitude);
      return std::sqrt(e.across * e.across * s * s + e.along * e.along * z * z);
    };
    const Long least = std::min(h(from), h(to));
    sum += product * product / (least * least * least);
  }
  return sum * (1 + 0x1p-50L);
}

Long Profile::reach() const {
  Long sum = disc_;
  for (const Segment& e : segments_) sum += std::max(std::fabs(e.low), std::fabs(e.high));
  for (const Spheroid& e : spheroids_) sum += std::max(e.across, e.along);
  for (const Cone& c : cones_) sum += c.radius + c.half;
  return sum;
}

Long Profile::lower_on(const Piece& piece, Long reach) const {
  const Long apart = piece.to - piece.from, eighth = apart * apart / 8;
  const Long curvature = this->curvature(piece.from, piece.to);
  const Long crude = piece.least() - eighth * (curvature + reach);
  return piece.least() - eighth * std::max(Long{0}, curvature - crude);
}

Profile::Least Profile::least(Long from, Long to, Long height, Long enough) const {
  constexpr int most = 4000;
  const Long reach = this->reach() + std::fabs(height);
  std::vector<Piece> pieces;
  Long start = from, start_value = value(from, height), best = start_value;
  Least result{0, from};
  const auto see = [&](Long latitude) {
    const Long v = value(latitude, height);
    if (v < best) best = v, result.latitude = latitude;
    return v;
  };
  const auto end_piece = [&](Long end) {
    const Long v = see(end);
    pieces.push_back({start, end, start_value, v});
    start = end, start_value = v;
  };
  for (const Long kink : kinks_) {
    if (kink > start && kink < to) end_piece(kink);
  }
  end_piece(to);
  result.bound = best;
  for (int step = 0; !pieces.empty(); ++step) {
    const Piece piece = pieces.back();
    pieces.pop_back();
    const Long lower = lower_on(piece, reach);
    const Long middle = piece.from + (piece.to - piece.from) / 2;
    if (lower >= best - enough || step >= most || !(middle > piece.from && middle < piece.to)) {
      result.bound = std::min(result.bound, lower);
      continue;
    }
    const Long v = see(middle);
    pieces.push_back({piece.from, middle, piece.from_value, v});
    pieces.push_back({middle, piece.to, v, piece.to_value});
  }
  result.bound = std::min(result.bound, best) + ball_;
  return result;
}

}  // namespace abut::reference
