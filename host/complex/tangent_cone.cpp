// Generators of the polar of a tip by the hull of what directions look like from inside; of what has no tip by brute
// force over pairs of directions: there are few around a simplex.
#include "host/complex/tangent_cone.h"

#include <algorithm>
#include <cmath>

#include "abut/core/vec2.h"
#include "abut/narrow/epa.h"

namespace abut::host {
namespace {

using Directions = std::vector<Vec3<double>>;

constexpr PolarCone<double> every_direction{{0, 0, 1}, -1, 0, false};

PolarCone<double> cone_about(const Vec3<double>& axis, double cosine) {
  const double c = std::clamp(cosine, -1.0, 1.0);
  return {axis, c, std::sqrt(std::max(0.0, 1 - c * c)), false};
}
Polar half_space(int dimension, const Vec3<double>& axis) { return {dimension, {axis, 0, 1, false}}; }
Polar ray(const Vec3<double>& n) { return {1, {n, 1, 0, false}}; }
Polar line(const Vec3<double>& n) { return {1, {n, 1, 0, true}}; }
Polar nothing() { return {0, {{0, 0, 1}, 1, 0, false}}; }

/// Whether `n` is in the polar, to the flatness.
bool accepts(std::span<const Vec3<double>> into, const Vec3<double>& n, double flatness) {
  return std::all_of(into.begin(), into.end(), [&](const Vec3<double>& u) { return dot(n, u) <= flatness; });
}

bool has(const Directions& generators, const Vec3<double>& n, double flatness) {
  return std::any_of(generators.begin(), generators.end(),
                     [&](const Vec3<double>& g) { return squared_length(g - n) <= 16 * flatness * flatness; });
}
/// Adds a generator that differs from those there are.
void add(Directions& generators, const Vec3<double>& n, double flatness) {
  if (!has(generators, n, flatness)) generators.push_back(n);
}

/// The cosine of the direction between two generators that is farthest from `axis`; 1 where it is one of them. Of a
/// cone of more than a right angle generators are not the farthest that it holds.
double farthest_between(const Vec3<double>& a, const Vec3<double>& b, const Vec3<double>& axis) {
  const Vec3<double> n = unit_or_zero(cross(a, b));
  const Vec3<double> back = unit_or_zero(n * dot(n, axis) - axis);
  const bool between = dot(cross(a, back), n) > 0 && dot(cross(back, b), n) > 0;
  return between ? dot(axis, back) : 1;
}

/// The smallest cone of revolution about the mean of the generators of a cone that has no line in it.
PolarCone<double> cone_of(const Directions& generators) {
  Vec3<double> sum{0, 0, 0};
  for (const Vec3<double>& g : generators) sum = sum + g;
  if (!(length(sum) > 1e-9)) return every_direction;
  const Vec3<double> axis = unit_or_zero(sum);
  double least = 1;
  for (const Vec3<double>& g : generators) least = std::min(least, dot(axis, g));
  for (std::size_t i = 0; least < 0 && i < generators.size(); ++i) {
    for (std::size_t k = 0; k < i; ++k) least = std::min(least, farthest_between(generators[k], generators[i], axis));
  }
  return cone_about(axis, least);
}

/// In the plane across `normal`; of directions that are all in it. There is at least one.
Polar polar_in_plane(std::span<const Vec3<double>> into, const Vec3<double>& normal, double flatness) {
  Directions generators;
  for (const Vec3<double>& u : into) {
    const Vec3<double> n = unit_or_zero(cross(normal, u));
    for (const Vec3<double>& g : {n, -n}) {
      if (accepts(into, g, flatness)) add(generators, g, flatness);
    }
  }
  if (generators.empty()) return nothing();
  if (generators.size() == 1) return ray(generators[0]);
  // Those farthest apart, where rounding has left more than two.
  std::size_t a = 0, b = 1;
  for (std::size_t i = 0; i < generators.size(); ++i) {
    for (std::size_t k = i + 1; k < generators.size(); ++k) {
      if (dot(generators[i], generators[k]) < dot(generators[a], generators[b])) a = i, b = k;
    }
  }
  const Vec3<double> mean = generators[a] + generators[b];
  if (length(mean) > 4 * flatness) return {2, cone_of({generators[a], generators[b]})};
  const Vec3<double> back = -into[0];
  return accepts(into, back, flatness) ? half_space(2, back) : line(generators[a]);
}

/// The two that differ most from being parallel: a plane's normal, of length the sine. Zero: all are parallel.
Vec3<double> widest_normal(std::span<const Vec3<double>> into) {
  Vec3<double> best{0, 0, 0};
  for (const Vec3<double>& u : into) {  // the first one is as good as any: those parallel to it give nothing
    const Vec3<double> n = cross(into[0], u);
    if (squared_length(n) > squared_length(best)) best = n;
  }
  return best;
}

/// Corners of what directions within a half-space about `axis` look like from their common point, in their order.
Directions hull_about(std::span<const Vec3<double>> into, const Vec3<double>& axis) {
  struct Seen {
    double x, y;
    std::size_t of;
  };
  const Vec3<double> p = epa_detail::perpendicular(axis), q = cross(axis, p);
  std::vector<Seen> seen;
  for (std::size_t i = 0; i < into.size(); ++i) {
    const double z = dot(into[i], axis);
    seen.push_back({dot(into[i], p) / z, dot(into[i], q) / z, i});
  }
  std::sort(seen.begin(), seen.end(), [](const Seen& a, const Seen& b) { return a.x != b.x ? a.x < b.x : a.y < b.y; });
  std::vector<Seen> hull;  // by monotone chains (Andrew 1979)
  const auto turn = [](const Seen& a, const Seen& b, const Seen& c) {
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
  };
  for (int side = 0; side < 2; ++side) {
    const std::size_t begin = hull.size();
    for (const Seen& s : seen) {
      while (hull.size() >= begin + 2 && turn(hull[hull.size() - 2], hull.back(), s) <= 0) hull.pop_back();
      hull.push_back(s);
    }
    hull.pop_back();
    std::reverse(seen.begin(), seen.end());
  }
  Directions out;
  for (const Seen& s : hull) out.push_back(into[s.of]);
  return out;
}

/// Without those that are within `least` of the one before.
Directions thinned(const Directions& hull, double least) {
  Directions out;
  for (const Vec3<double>& h : hull) {
    if (out.empty() || length(h - out.back()) > least) out.push_back(h);
  }
  while (out.size() > 1 && length(out.front() - out.back()) <= least) out.pop_back();
  return out;
}

/// Of directions that are all well within the half-space about `axis`: the polar has an inside, however thin the cone
/// is and however near its sides. Of a needle, thin to the flatness, it is the half-space.
Polar polar_of_tip(std::span<const Vec3<double>> into, const Vec3<double>& axis, double flatness) {
  const Directions all = hull_about(into, axis), hull = thinned(all, 8 * flatness);
  if (hull.size() < 3) return half_space(3, -axis);
  Directions generators;  // equal ones are next to each other
  for (std::size_t i = 0; i < hull.size(); ++i) {
    generators.push_back(unit_or_zero(cross(hull[(i + 1) % hull.size()], hull[i])));
  }
  generators = thinned(generators, 4 * flatness);
  const PolarCone<double> cone = cone_of(generators);
  return hull.size() < all.size() && cone.cosine < 0 ? half_space(3, -axis) : Polar{3, cone};
}

/// Generators where directions span the space.
Directions generators_in_space(std::span<const Vec3<double>> into, double flatness) {
  Directions out;
  const Vec3<double>* last = into.data();  // that refused one: it is likely to refuse the next
  const auto refused = [&](const Vec3<double>& g) {
    const auto against = [&](const Vec3<double>& u) { return !(dot(g, u) <= flatness); };
    if (against(*last)) return true;
    const auto at = std::find_if(into.begin(), into.end(), against);
    if (at == into.end()) return false;
    last = &*at;
    return true;
  };
  for (std::size_t i = 0; i < into.size(); ++i) {
    for (std::size_t k = 0; k < i; ++k) {
      const Vec3<double> n = cross(into[i], into[k]);
      if (!(length(n) > 8 * flatness)) continue;
      for (const Vec3<double>& g : {unit_or_zero(n), unit_or_zero(-n)}) {
        if (!has(out, g, flatness) && !refused(g)) out.push_back(g);
      }
    }
  }
  return out;
}

int dimension_of(const Directions& generators, double flatness) {
  if (generators.size() < 3) return static_cast<int>(generators.size());
  const Vec3<double> n = widest_normal(generators);
  if (!(length(n) > 8 * flatness)) return 1;
  const Vec3<double> unit = unit_or_zero(n);
  const auto in_plane = [&](const Vec3<double>& g) { return std::abs(dot(unit, g)) <= 8 * flatness; };
  return std::all_of(generators.begin(), generators.end(), in_plane) ? 2 : 3;
}

Polar polar_of_vertex(std::span<const Vec3<double>> into, double flatness) {
  if (into.empty()) return {3, every_direction};
  const Vec3<double> n = widest_normal(into);
  if (!(length(n) > flatness)) {  // all along one line
    const bool both = std::any_of(into.begin(), into.end(), [&](const Vec3<double>& u) { return dot(u, into[0]) < 0; });
    return both ? Polar{2, every_direction} : half_space(3, -into[0]);
  }
  const Vec3<double> normal = unit_or_zero(n);
  const auto in_plane = [&](const Vec3<double>& u) { return std::abs(dot(normal, u)) <= flatness; };
  if (std::all_of(into.begin(), into.end(), in_plane)) {  // what is in the plane, with the line across it
    const Polar flat = polar_in_plane(into, normal, flatness);
    if (flat.dimension == 0) return line(normal);
    if (flat.cone.two_sided) return {2, every_direction};
    return half_space(flat.dimension + 1, flat.cone.axis);
  }
  Vec3<double> sum{0, 0, 0};
  for (const Vec3<double>& u : into) sum = sum + u;
  const Vec3<double> axis = unit_or_zero(sum);
  if (accepts(into, -axis, -std::max(1e-5, 16 * flatness))) return polar_of_tip(into, axis, flatness);
  const Directions generators = generators_in_space(into, flatness);
  if (generators.empty()) return nothing();
  if (generators.size() == 1) return ray(generators[0]);
  if (generators.size() == 2 && length(generators[0] + generators[1]) < 8 * flatness) return line(generators[0]);
  const int dimension = dimension_of(generators, flatness);
  return {dimension, cone_of(generators)};
}

Polar polar_of_triangle(const TangentCone& at) {
  const bool up = accepts(at.into, at.along, at.flatness), down = accepts(at.into, -at.along, at.flatness);
  if (up && down) return line(at.along);
  return up ? ray(at.along) : down ? ray(-at.along) : nothing();
}

/// A solid is touched from outside alone.
Polar outside(Polar polar, const Vec3<double>& outward) {
  if (polar.dimension == 0 || polar.cone.cosine <= -1) return polar;
  const double out = dot(polar.cone.axis, outward);
  if (polar.cone.two_sided) return ray(out < 0 ? -polar.cone.axis : polar.cone.axis);
  return out > 0 ? polar : nothing();
}

}  // namespace

Polar polar_of(const TangentCone& at) {
  Polar polar;
  if (at.dimension == 0) {
    polar = polar_of_vertex(at.into, at.flatness);
  } else if (at.dimension == 1) {
    polar = at.into.empty() ? Polar{2, every_direction} : polar_in_plane(at.into, at.along, at.flatness);
  } else {
    polar = polar_of_triangle(at);
  }
  return at.solid ? outside(polar, at.outward) : polar;
}

}  // namespace abut::host
