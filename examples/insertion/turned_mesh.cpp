#include <cmath>
#include <numbers>

#include "examples/insertion/turned.h"

namespace insertion {

abut::Mesh turned_mesh(const Outline& outline, const Tessellation& by) {
  const std::vector<Point> points = flattened(outline, by.chord);
  const auto sides = static_cast<std::uint32_t>(chords_of(by.radius, 2 * std::numbers::pi, by.chord));
  const auto rings = static_cast<std::uint32_t>(points.size() - 2);
  abut::Mesh out;
  for (std::uint32_t i = 1; i <= rings; ++i) {
    for (std::uint32_t k = 0; k < sides; ++k) {
      const double a = 2 * std::numbers::pi * k / sides;
      out.vertices.push_back({points[i].x * std::cos(a), points[i].x * std::sin(a), points[i].y});
    }
  }
  const std::uint32_t below = rings * sides, above = below + 1;
  out.vertices.push_back({0, 0, points.front().y});
  out.vertices.push_back({0, 0, points.back().y});
  for (std::uint32_t k = 0; k < sides; ++k) {
    const std::uint32_t next = (k + 1) % sides, last = (rings - 1) * sides;
    out.triangles.push_back({below, next, k});
    out.triangles.push_back({above, last + k, last + next});
    for (std::uint32_t i = 0; i + 1 < rings; ++i) {
      const std::uint32_t a = i * sides + k, b = i * sides + next;
      out.triangles.push_back({a, b, b + sides});
      out.triangles.push_back({a, b + sides, a + sides});
    }
  }
  return out;
}

// Integrals over the solid are integrals along its outline: of r^2 f(z) dz, and of r^4 dz for the moment about the
// axis. Three points of Gauss are exact on straight pieces; arcs are taken as very many of them.
TurnedMass turned_mass(const Outline& outline, double density) {
  constexpr double nodes[3] = {0.1127016653792583, 0.5, 0.8872983346207417},
                   weights[3] = {5 / 18.0, 8 / 18.0, 5 / 18.0};
  double volume = 0, first = 0, second = 0, polar = 0, farthest = 0;
  const std::vector<Point> points = flattened(outline, 1e-9);
  for (std::size_t i = 0; i + 1 < points.size(); ++i) {
    const Point d = points[i + 1] - points[i];
    for (int k = 0; k < 3; ++k) {
      const Point p = points[i] + d * nodes[k];
      const double slice = std::numbers::pi * p.x * p.x * d.y * weights[k];
      volume += slice, first += slice * p.y, second += slice * p.y * p.y, polar += slice * p.x * p.x / 2;
    }
  }
  TurnedMass out;
  out.height = first / volume;
  for (const Point& p : points) farthest = std::max(farthest, std::hypot(p.x, p.y - out.height));
  const double mass = density * volume, along = density * polar;
  const double over = along / 2 + density * (second - volume * out.height * out.height);
  out.constants = {mass, 1 / mass, {over, over, along}, {1 / over, 1 / over, 1 / along}, farthest};
  return out;
}

}  // namespace insertion
