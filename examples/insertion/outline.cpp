#include "examples/insertion/outline.h"

#include <algorithm>
#include <cmath>

namespace insertion {

namespace {

Point at(const Corner& c) { return {c.r, c.z}; }
Point left_of(const Point& d) { return {-d.y, d.x}; }

Point direction(const Outline& o, std::size_t line) {
  const Point d = at(o[line + 1]) - at(o[line]);
  return d * (1 / abut::length(d));
}

/// The angle at a corner, above 0 where the material is convex.
double turn_at(const Outline& o, std::size_t corner) {
  const Point a = direction(o, corner - 1), b = direction(o, corner);
  return std::atan2(abut::cross(a, b), abut::dot(a, b));
}

}  // namespace

std::vector<Piece> pieces_of(const Outline& o) {
  std::vector<Piece> out;
  Point from = at(o.front());
  for (std::size_t i = 1; i < o.size(); ++i) {
    const bool rounded = i + 1 < o.size() && o[i].rounding > 0;
    if (!rounded) {
      out.push_back({from, at(o[i])});
      from = at(o[i]);
      continue;
    }
    const double turn = turn_at(o, i), tangent = o[i].rounding * std::tan(std::abs(turn) / 2);
    const Point in = direction(o, i - 1), begin = at(o[i]) - in * tangent, end = at(o[i]) + direction(o, i) * tangent;
    out.push_back({from, begin});
    out.push_back({begin, end, begin + left_of(in) * std::copysign(o[i].rounding, turn), turn});
    from = end;
  }
  return out;
}

Outline inset(const Outline& o, double distance) {
  Outline out = o;
  const auto moved = [&](std::size_t line) { return at(o[line]) + left_of(direction(o, line)) * distance; };
  out.front().z = moved(0).y, out.back().z = moved(o.size() - 2).y;
  for (std::size_t i = 1; i + 1 < o.size(); ++i) {
    const Point a = moved(i - 1), d = direction(o, i - 1), b = moved(i), e = direction(o, i);
    const Point p = a + d * (abut::cross(b - a, e) / abut::cross(d, e));
    // Lines along and across the axis stay such to the bit.
    out[i].r = e.x == 0 ? b.x : p.x, out[i].z = e.y == 0 ? b.y : p.y;
    if (o[i].rounding > 0) out[i].rounding = std::max(0.0, o[i].rounding - std::copysign(distance, turn_at(o, i)));
  }
  return out;
}

int chords_of(double radius, double angle, double chord) {
  const double one = 2 * std::acos(1 - std::min(1.0, chord / radius));
  return std::max(1, static_cast<int>(std::ceil(std::abs(angle) / one - 1e-9)));
}

std::vector<Point> flattened(const Outline& outline, double chord) {
  std::vector<Point> out{at(outline.front())};
  for (const Piece& p : pieces_of(outline)) {
    const Point arm = p.from - p.centre;
    const int n = p.sweep == 0 ? 1 : chords_of(abut::length(arm), p.sweep, chord);
    for (int k = 1; k < n; ++k) {
      const double a = p.sweep * k / n;
      out.push_back(p.centre + arm * std::cos(a) + left_of(arm) * std::sin(a));
    }
    out.push_back(p.to);
  }
  return out;
}

}  // namespace insertion
