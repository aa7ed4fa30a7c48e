#include "host/brep/cone_sides.h"

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>

#include "abut/core/vec2.h"

namespace abut::host {
namespace {

constexpr std::size_t most_tried = 8;
constexpr int most_sweeps = 16;
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

using Places = std::vector<std::size_t>;  ///< ascending, of sides

Directions taken(const Directions& sides, const Places& places) {
  Directions out;
  for (const std::size_t i : places) out.push_back(sides[i]);
  return out;
}

void drop_to(std::size_t count, const Directions& sides, const Vec3<double>& axis, Places& kept) {
  Directions left = sides;
  while (left.size() > count) {
    const Directions corners = corners_between(left);
    double least = never;
    std::size_t which = 0;
    for (std::size_t i = 0; i < left.size(); ++i) {
      const double grown = grown_without(left, corners, i, axis);
      if (grown < least) least = grown, which = i;
    }
    if (least == never) return;
    left.erase(left.begin() + static_cast<std::ptrdiff_t>(which));
    kept.erase(kept.begin() + static_cast<std::ptrdiff_t>(which));
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

/// Of the cone that these sides make, if they do.
double angle_of(const Directions& sides, const Places& places, const Vec3<double>& axis) {
  const Directions chosen = taken(sides, places), corners = corners_between(chosen);
  return is_cone(chosen, corners, axis) ? host::solid_angle_of(corners) : never;
}

/// One side for another between its neighbours, as long as that makes the cone smaller.
void exchange(const Directions& sides, const Vec3<double>& axis, double least, Places& best) {
  bool any = true;
  for (int sweep = 0; any && sweep < most_sweeps; ++sweep) {
    any = false;
    for (std::size_t k = 0; k < best.size(); ++k) {
      const std::size_t begin = k > 0 ? best[k - 1] + 1 : 0, end = k + 1 < best.size() ? best[k + 1] : sides.size();
      for (std::size_t i = begin; i < end; ++i) {
        Places other = best;
        other[k] = i;
        const double angle = angle_of(sides, other, axis);
        if (angle < least * (1 - 1e-12)) least = angle, best = other, any = true;
      }
    }
  }
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

Directions smallest_sides(const Directions& sides, const Vec3<double>& axis) {
  Places kept(sides.size());
  std::iota(kept.begin(), kept.end(), std::size_t{0});
  drop_to(most_tried, sides, axis, kept);
  if (kept.size() > most_tried) return {};
  double least = never;
  Places best;
  for (std::uint32_t mask = 0; mask < 1u << kept.size(); ++mask) {
    const int count = std::popcount(mask);
    if (count < 3 || count > 4) continue;
    Places chosen;
    for (std::size_t i = 0; i < kept.size(); ++i) {
      if ((mask >> i & 1u) != 0) chosen.push_back(kept[i]);
    }
    const double angle = angle_of(sides, chosen, axis);
    if (angle < least) least = angle, best = chosen;
  }
  if (sides.size() > most_tried) exchange(sides, axis, least, best);
  return taken(sides, best);
}

}  // namespace abut::host
