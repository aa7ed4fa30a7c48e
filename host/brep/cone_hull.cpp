#include "host/brep/cone_hull.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "abut/core/vec2.h"
#include "abut/narrow/epa.h"
#include "abut/planar/shape_set.h"
#include "host/brep/cone_sides.h"
#include "host/complex/enclosing_ball.h"

namespace abut::host {
namespace {

/// The middle of the smallest cone of revolution about unit vectors, times the cosine of half its angle: the smallest
/// ball about points of the unit sphere touches it in the smallest circle about them, where that is no great one.
Vec3<double> middle_of(std::span<const Vec3<double>> directions) {
  std::vector<std::uint32_t> all(directions.size());
  std::iota(all.begin(), all.end(), 0u);
  return enclosing_ball(directions.data(), all).centre;
}

/// With its axis; `corners` are as many as differ.
PolyhedralCone<double> with_axis(PolyhedralCone<double> cone, std::span<const Vec3<double>> corners) {
  const Vec3<double> middle = middle_of(corners);
  if (!(length(middle) > least_cone_height)) return cone_with_all();
  cone.axis = unit_vector(middle);
  cone.cosine = 1, cone.sine = 0;
  for (const Vec3<double>& g : corners) {
    cone.cosine = std::min(cone.cosine, dot(cone.axis, g));
    cone.sine = std::max(cone.sine, length(cross(cone.axis, g)));
  }
  cone.count = static_cast<std::uint32_t>(corners.size());
  return cone;
}

PolyhedralCone<double> ray(const Vec3<double>& g) {
  const Vec3<double> p = epa_detail::perpendicular(g), q = cross(g, p);
  return with_axis({{g, g, g, g}, {p, q, -p, -q}, g, 1, 0, 1}, {&g, 1});
}

PolyhedralCone<double> arc(const Vec3<double>& a, const Vec3<double>& b) {
  const Vec3<double> n = unit_or_zero(cross(b, a)), ends[2] = {a, b};
  return with_axis({{a, b, b, a}, {n, cross(b, n), -n, cross(n, a)}, a, 1, 0, 2}, ends);
}

/// Three or four sides, and the corners between them.
PolyhedralCone<double> polygon(const Directions& corners, const Directions& sides) {
  PolyhedralCone<double> out{};
  for (std::size_t i = 0; i < most_cone_sides; ++i) {
    const std::size_t k = std::min(i, corners.size() - 1);
    out.generators[i] = corners[k], out.normals[i] = sides[k];
  }
  return with_axis(out, corners);
}

/// Corners of the hull of directions that are all in front of `axis`, counter-clockwise, none near the one before.
Directions hull_of(const Directions& directions, const Vec3<double>& axis) {
  const Vec3<double> p = epa_detail::perpendicular(axis), q = cross(axis, p);
  std::vector<Vec2<double>> seen;
  for (const Vec3<double>& g : directions) {
    const double z = dot(g, axis);
    seen.push_back({dot(g, p) / z, dot(g, q) / z});
  }
  constexpr double near = 0.25 * direction_slack;  // two that are left are then the ends of an arc
  Directions out;
  for (const std::uint32_t k : planar_hull(seen)) {
    const Vec3<double>& g = directions[k];
    if (out.empty() || length(g - out.back()) > near) out.push_back(g);
  }
  while (out.size() > 1 && length(out.front() - out.back()) <= near) out.pop_back();
  return out;
}

/// The two farthest apart.
std::pair<Vec3<double>, Vec3<double>> ends_of(const Directions& corners) {
  std::pair<Vec3<double>, Vec3<double>> out{corners[0], corners[0]};
  double most = -1;
  for (std::size_t i = 0; i < corners.size(); ++i) {
    for (std::size_t k = 0; k < i; ++k) {
      const double d = squared_length(corners[i] - corners[k]);
      if (d > most) most = d, out = {corners[k], corners[i]};
    }
  }
  return out;
}

/// Tilts sides until all directions are behind them: a corner that was left out as another's neighbour, or a side's
/// rounding where it is short, may have put one in front. `height`: the least product of a direction and the axis.
/// Returns whether it had to.
bool let_in(const Directions& directions, const Vec3<double>& axis, double height, Directions& sides) {
  bool any = false;
  for (Vec3<double>& n : sides) {
    double most = 0;
    for (const Vec3<double>& g : directions) most = std::max(most, dot(n, g));
    if (!(most > cone_rounding<double> / 2)) continue;
    n = unit_vector(n - axis * (most / height * (1 + 1e-9)));
    any = true;
  }
  return any;
}

Directions unit_vectors(std::span<const Vec3<double>> of) {
  Directions out;
  for (const Vec3<double>& g : of) {
    const Vec3<double> unit = unit_or_zero(g);
    if (squared_length(unit) > 0) out.push_back(unit);
  }
  return out;
}

/// Normals of half-spaces that hold all within an angle of the cone: <n, g> <= -sine for every generator, whence
/// <n, sum of m g> <= -sine sum of m <= -sine |sum of m g|. Those where two are equal, and between two such of one g.
Directions sides_beyond(const PolyhedralCone<double>& cone, double sine) {
  const std::uint32_t count = cone.count;
  const double s = sine + 4 * cone_rounding<double>, c = std::sqrt(std::max(0.0, 1 - s * s));
  const auto is_beyond = [&](const Vec3<double>& n) {
    for (std::uint32_t k = 0; k < count; ++k) {
      if (dot(n, cone.generators[k]) > -s + cone_rounding<double>) return false;
    }
    return true;
  };
  // An arc's ends are the first two.
  Directions out, of_generator[most_cone_sides];
  for (std::uint32_t k = 0; k < count; ++k) {
    for (std::uint32_t l = 0; l < k; ++l) {
      const Vec3<double> g = cone.generators[k], h = cone.generators[l];
      const Vec3<double> half = unit_or_zero(g + h), across = unit_or_zero(cross(g, h));
      const double tilt = s / dot(half, g);
      if (!(tilt <= 1)) continue;
      for (const double side : {-1.0, 1.0}) {
        const Vec3<double> n = across * (side * std::sqrt(1 - tilt * tilt)) - half * tilt;
        if (!is_beyond(n)) continue;
        out.push_back(n), of_generator[k].push_back(n), of_generator[l].push_back(n);
      }
    }
  }
  for (std::uint32_t k = 0; k < count; ++k) {
    const Vec3<double> g = cone.generators[k];
    const Directions& at = of_generator[k];
    for (std::size_t i = 0; i < at.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        const Vec3<double> sum = at[i] + at[j], rough = unit_or_zero(sum - g * dot(sum, g));
        const Vec3<double> n = unit_or_zero(rough - g * dot(rough, g)) * c - g * s;  // of a short arc, much cancels
        if (is_beyond(n)) out.push_back(n);
      }
    }
  }
  return out;
}

/// Those of a pyramid about the cone of revolution, dilated.
Directions sides_about(const PolyhedralCone<double>& cone, double angle) {
  const double half = std::atan2(cone.sine, cone.cosine) + angle + 4 * cone_rounding<double>;
  Directions out;
  if (!(half < 0.5 * std::acos(-1.0))) return out;
  const Vec3<double> p = epa_detail::perpendicular(cone.axis), q = cross(cone.axis, p);
  for (const Vec3<double>& n : {p, q, -p, -q}) out.push_back(n * std::cos(half) - cone.axis * std::sin(half));
  return out;
}

/// Counter-clockwise about the axis, the same ones once.
void sort_about(const Vec3<double>& axis, Directions& sides) {
  const Vec3<double> p = epa_detail::perpendicular(axis), q = cross(axis, p);
  const auto angle = [&](const Vec3<double>& n) { return std::atan2(dot(n, q), dot(n, p)); };
  std::sort(sides.begin(), sides.end(),
            [&](const Vec3<double>& a, const Vec3<double>& b) { return angle(a) < angle(b); });
  const auto same = [](const Vec3<double>& a, const Vec3<double>& b) { return length(a - b) <= direction_slack; };
  sides.erase(std::unique(sides.begin(), sides.end(), same), sides.end());
}

}  // namespace

PolyhedralCone<double> empty_cone() {
  PolyhedralCone<double> out{};
  out.axis = {0, 0, 1}, out.cosine = 1;
  for (Vec3<double>& g : out.generators) g = {0, 0, 1};
  return out;
}

PolyhedralCone<double> cone_with_all() {
  PolyhedralCone<double> out = empty_cone();
  out.cosine = -1, out.count = cone_of_all;
  return out;
}

PolyhedralCone<double> cone_of(std::span<const Vec3<double>> directions) {
  const Directions units = unit_vectors(directions);
  if (units.empty()) return empty_cone();
  const Vec3<double> middle = middle_of(units);
  if (!(length(middle) > least_cone_height)) return cone_with_all();
  const Vec3<double> axis = unit_vector(middle);
  Directions corners = hull_of(units, axis);
  if (corners.size() == 1) return ray(corners[0]);
  const auto [a, b] = ends_of(corners);
  const Vec3<double> across = unit_or_zero(cross(a, b));
  if (std::all_of(units.begin(), units.end(),
                  [&](const Vec3<double>& g) { return std::abs(dot(across, g)) <= direction_slack; })) {
    return arc(a, b);
  }
  Directions sides;
  for (std::size_t i = 0; i < corners.size(); ++i) {
    sides.push_back(unit_or_zero(cross(corners[(i + 1) % corners.size()], corners[i])));
  }
  const bool exact = corners.size() <= most_cone_sides;
  if (!exact) sides = smallest_sides(sides, axis);
  if (sides.size() < 3) return cone_with_all();
  double height = 1;
  for (const Vec3<double>& g : units) height = std::min(height, dot(axis, g));
  if (let_in(units, axis, height, sides) || !exact) corners = corners_between(sides);
  return polygon(corners, sides);
}

PolyhedralCone<double> dilated(const PolyhedralCone<double>& cone, double angle) {
  if (is_empty(cone) || has_all(cone) || angle == 0) return cone;
  // The axis is as far from the generators as any direction has to be: if it is too near to one, all are.
  if (!(angle > 0 && angle < 1.57) || !(cone.cosine > std::sin(angle))) return cone_with_all();
  Directions sides = sides_beyond(cone, std::sin(angle));
  sort_about(cone.axis, sides);
  sides = smallest_sides(sides, cone.axis);
  if (sides.size() < 3) sides = sides_about(cone, angle);  // of a ray there are none, and rounding may leave too few
  if (sides.size() < 3) return cone_with_all();
  return polygon(corners_between(sides), sides);
}

PolyhedralCone<double> merged(const PolyhedralCone<double>& a, const PolyhedralCone<double>& b) {
  if (has_all(a) || is_empty(b)) return a;
  if (has_all(b) || is_empty(a)) return b;
  Directions both;
  for (const PolyhedralCone<double>* cone : {&a, &b}) {
    for (std::uint32_t k = 0; k < cone->count; ++k) both.push_back(cone->generators[k]);
  }
  return cone_of(both);
}

double solid_angle(const PolyhedralCone<double>& cone) {
  if (has_all(cone)) return 4 * std::acos(-1.0);
  return cone.count < 3 ? 0 : solid_angle_of({cone.generators, cone.count});
}

}  // namespace abut::host
