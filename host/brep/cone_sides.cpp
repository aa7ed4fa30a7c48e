#include "host/brep/cone_sides.h"

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include "abut/core/vec2.h"

namespace abut::host {
namespace {

constexpr std::size_t most_tried = 8;
constexpr double never = std::numeric_limits<double>::infinity();

/// Van Oosterom & Strackee 1983.
double solid_angle_of(const Vec3<double>& a, const Vec3<double>& b, const Vec3<double>& c) {
  return 2 * std::atan2(std::abs(dot(cross(a, b), c)), 1 + dot(a, b) + dot(b, c) + dot(c, a));
}

/// What the cone grows by without side i.
double grown_without(const Directions& sides, const Directions& corners, std::size_t i, const Vec3<double>& axis) {
  const std::size_t n = sides.size();
  const Vec3<double> corner = unit_or_zero(cross(sides[(i + n - 1) % n], sides[(i + 1) % n]));
  if (!(dot(sides[i], corner) > 0 && dot(axis, corner) > 0)) return never;
  return solid_angle_of(corners[i], corner, corners[(i + 1) % n]);
}

void drop_to(std::size_t count, Directions& sides, const Vec3<double>& axis) {
  while (sides.size() > count) {
    const Directions corners = corners_between(sides);
    double least = never;
    std::size_t which = 0;
    for (std::size_t i = 0; i < sides.size(); ++i) {
      const double grown = grown_without(sides, corners, i, axis);
      if (grown < least) least = grown, which = i;
    }
    if (least == never) return;
    sides.erase(sides.begin() + static_cast<std::ptrdiff_t>(which));
  }
}

/// Whether each corner is on the axis's side and behind all sides, up to rounding: then their half-spaces have it in
/// common.
bool is_cone(const Directions& sides, const Directions& corners, const Vec3<double>& axis) {
  for (const Vec3<double>& c : corners) {
    if (!(dot(axis, c) > 0)) return false;
    for (const Vec3<double>& n : sides) {
      if (dot(n, c) > 1e-12) return false;
    }
  }
  return true;
}

}  // namespace

Directions corners_between(std::span<const Vec3<double>> sides) {
  Directions out;
  for (std::size_t i = 0; i < sides.size(); ++i) {
    out.push_back(unit_or_zero(cross(sides[(i + sides.size() - 1) % sides.size()], sides[i])));
  }
  return out;
}

double solid_angle_of(std::span<const Vec3<double>> corners) {
  double sum = 0;
  for (std::size_t i = 2; i < corners.size(); ++i) sum += solid_angle_of(corners[0], corners[i - 1], corners[i]);
  return sum;
}

Directions smallest_sides(Directions sides, const Vec3<double>& axis) {
  drop_to(most_tried, sides, axis);
  if (sides.size() > most_tried) return {};
  double least = never;
  Directions best;
  for (std::uint32_t mask = 0; mask < 1u << sides.size(); ++mask) {
    const int count = std::popcount(mask);
    if (count < 3 || count > 4) continue;
    Directions chosen;
    for (std::size_t i = 0; i < sides.size(); ++i) {
      if ((mask >> i & 1u) != 0) chosen.push_back(sides[i]);
    }
    const Directions corners = corners_between(chosen);
    if (!is_cone(chosen, corners, axis)) continue;
    const double angle = solid_angle_of(corners);
    if (angle < least) least = angle, best = chosen;
  }
  return best;
}

}  // namespace abut::host
