#include "tests/brep/reference_profile.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace abut::test {
namespace {

constexpr double pi = M_PI;

/// An angle moved by whole turns to within pi of another.
double near_angle(double angle, double of) { return angle - 2 * pi * std::round((angle - of) / (2 * pi)); }

/// By how much the direction to a point of the chord turns, seen from p.
double turned_by_line(Vec2<double> from, Vec2<double> to, Vec2<double> p) {
  return std::atan2(cross(from - p, to - p), dot(from - p, to - p));
}

}  // namespace

Vec2<double> ProfilePiece::at(double u) const {
  if (sweep == 0) return from + (to - from) * u;
  const double a = begin + u * sweep;
  return {centre.x + radius * std::cos(a), centre.y + radius * std::sin(a)};
}

Vec2<double> ProfilePiece::tangent(double u) const {
  if (sweep == 0) return (to - from) * (1 / abut::length(to - from));
  const double a = begin + u * sweep, sign = sweep < 0 ? -1 : 1;
  return {-sign * std::sin(a), sign * std::cos(a)};
}

double ProfilePiece::nearest(Vec2<double> p) const {
  if (sweep == 0) {
    const Vec2<double> d = to - from;
    return std::clamp(dot(p - from, d) / dot(d, d), 0.0, 1.0);
  }
  const double middle = begin + 0.5 * sweep;
  const double a = near_angle(std::atan2(p.y - centre.y, p.x - centre.x), middle);
  return std::clamp((a - begin) / sweep, 0.0, 1.0);
}

double ProfilePiece::length() const { return sweep == 0 ? abut::length(to - from) : radius * std::abs(sweep); }

ReferenceProfile::ReferenceProfile(const std::vector<Profile>& loops) {
  for (const Profile& loop : loops) {
    const std::size_t first = pieces_.size();
    for (const ProfileSegment& s : loop) add(s);
    const Vec2<double> end = pieces_.back().to, begin = pieces_[first].from;
    if (abut::length(end - begin) > 1e-9 * (abut::length(end) + abut::length(begin))) {
      ProfilePiece closing;
      closing.from = end, closing.to = begin, closing.on_axis = true;
      pieces_.push_back(closing);
    }
    for (std::size_t i = first; i < pieces_.size(); ++i) {
      pieces_[i].next = i + 1 < pieces_.size() ? i + 1 : first;
      pieces_[pieces_[i].next].before = i;
    }
  }
}

void ReferenceProfile::add(const ProfileSegment& s) {
  ProfilePiece whole;
  whole.from = s.from, whole.to = s.to, whole.centre = s.centre, whole.sweep = s.sweep;
  if (s.sweep == 0) {
    pieces_.push_back(whole);
    return;
  }
  whole.radius = length(s.from - s.centre);
  whole.begin = std::atan2(s.from.y - s.centre.y, s.from.x - s.centre.x);
  const int parts = static_cast<int>(std::ceil(std::abs(s.sweep) / (pi / 2) - 1e-9));
  for (int k = 0; k < parts; ++k) {
    ProfilePiece part = whole;
    part.begin = whole.begin + s.sweep * k / parts, part.sweep = s.sweep / parts;
    part.from = whole.at(static_cast<double>(k) / parts), part.to = whole.at(static_cast<double>(k + 1) / parts);
    pieces_.push_back(part);
  }
}

/// By the winding number: each chord's, and a whole turn where the point is between an arc and its chord.
bool ReferenceProfile::inside(Vec2<double> p) const {
  double turned = 0;
  for (const ProfilePiece& c : pieces_) {
    turned += turned_by_line(c.from, c.to, p);
    if (c.sweep == 0 || !(abut::length(p - c.centre) < c.radius)) continue;
    const double side = cross(c.to - c.from, p - c.from);
    if (c.sweep > 0 && side < 0) turned += 2 * pi;
    if (c.sweep < 0 && side > 0) turned -= 2 * pi;
  }
  return turned > pi;
}

double ReferenceProfile::distance(Vec2<double> p) const {
  double least = std::numeric_limits<double>::infinity();
  for (const ProfilePiece& c : pieces_) {
    if (!c.on_axis) least = std::min(least, abut::length(c.at(c.nearest(p)) - p));
  }
  return least;
}

/// At the end of a piece: convex there, and neither side goes towards p.
bool ReferenceProfile::corner_is_nearest(std::size_t piece, Vec2<double> p) const {
  const ProfilePiece &c = pieces_[piece], &n = pieces_[c.next];
  const Vec2<double> in = c.tangent(1), out = n.tangent(0), d = p - c.to;
  if (!(cross(in, out) > 1e-9)) return false;
  if (c.on_axis) return dot(d, out) < 0;
  if (n.on_axis) return dot(d, in) > 0;
  return dot(d, in) >= 0 && dot(d, out) <= 0;
}

void ReferenceProfile::feet(Vec2<double> p, std::vector<Vec2<double>>& out) const {
  for (std::size_t i = 0; i < pieces_.size(); ++i) {
    const ProfilePiece& c = pieces_[i];
    if (corner_is_nearest(i, p)) out.push_back(c.to);
    if (c.on_axis) continue;
    if (c.sweep == 0) {
      const Vec2<double> d = c.to - c.from;
      const double u = dot(p - c.from, d) / dot(d, d);
      if (u >= 0 && u <= 1 && cross(d, p - c.from) < 0) out.push_back(c.at(u));
      continue;
    }
    const double away = abut::length(p - c.centre);
    if (c.sweep > 0 ? !(away > c.radius) : !(away < c.radius)) continue;
    const double a = near_angle(std::atan2(p.y - c.centre.y, p.x - c.centre.x), c.begin + 0.5 * c.sweep);
    const double u = (a - c.begin) / c.sweep;
    if (u >= 0 && u <= 1) out.push_back(c.at(u));
  }
}

}  // namespace abut::test
