#include "abut/planar/entrance_block.h"

#include <algorithm>
#include <cmath>

#include "abut/core/expansion.h"
#include "abut/planar/shape_set.h"
#include "host/planar/checks.h"

namespace abut {
namespace {

/// A convex polygon, counter-clockwise from its lowest vertex on, and which of the points given its vertices are.
struct Ring {
  std::vector<Vec2<double>> vertices;
  std::vector<std::uint32_t> sources;

  explicit Ring(std::span<const Vec2<double>> points) : sources(planar_hull(points)) {
    const auto lower = [&](std::uint32_t i, std::uint32_t j) {
      const Vec2<double> v = points[i], w = points[j];
      return v.y != w.y ? v.y < w.y : v.x < w.x;
    };
    std::rotate(sources.begin(), std::min_element(sources.begin(), sources.end(), lower), sources.end());
    for (const std::uint32_t i : sources) vertices.push_back(points[i]);
  }
  std::size_t edge_count() const { return vertices.size() > 1 ? vertices.size() : 0; }
  Vec2<double> from(std::size_t edge) const { return vertices[edge % vertices.size()]; }
  Vec2<double> to(std::size_t edge) const { return vertices[(edge + 1) % vertices.size()]; }
};

/// The exact sign of e x f for e from p to q and f from r to s. Coordinates are at most 2 in magnitude.
int turn_sign(Vec2<double> p, Vec2<double> q, Vec2<double> r, Vec2<double> s) {
  const auto exact = [](double a, double b) { return expansion_of(two_difference(a, b)); };
  return sign_of(difference(product(exact(q.x, p.x), exact(s.y, r.y)), product(exact(q.y, p.y), exact(s.x, r.x))));
}

/// 0 for directions from 0 up to a half turn, 1 for the others.
int half(Vec2<double> from, Vec2<double> to) { return to.y > from.y || (to.y == from.y && to.x > from.x) ? 0 : 1; }

/// Which edge comes first counter-clockwise from the direction +x: -1 that of a, 1 that of b, 0 neither.
int first_edge(const Ring& a, std::size_t i, const Ring& b, std::size_t j) {
  const Vec2<double> p = a.from(i), q = a.to(i), r = b.from(j), s = b.to(j);
  const int of_a = half(p, q), of_b = half(r, s);
  return of_a != of_b ? of_a - of_b : -turn_sign(p, q, r, s);
}

/// Takes coordinates to at most 2 in magnitude, where signs are exact and nothing overflows.
int common_exponent(const std::vector<Vec2<double>>& a, const std::vector<Vec2<double>>& b) {
  double largest = 0;
  for (const auto* points : {&a, &b}) {
    for (const Vec2<double>& v : *points) largest = std::max({largest, std::fabs(v.x), std::fabs(v.y)});
  }
  return largest > 0 ? std::ilogb(largest) : 0;
}

std::vector<Vec2<double>> scaled(std::vector<Vec2<double>> points, int exponent) {
  for (Vec2<double>& v : points) v = {std::ldexp(v.x, exponent), std::ldexp(v.y, exponent)};
  return points;
}

PlanarDifference difference_of(const std::string& function, std::span<const Vec2<double>> a,
                               std::span<const Vec2<double>> b, const PlanarPose& b_in_a) {
  host::check_points(function + ": a", a);
  host::check_points(function + ": b", b);
  std::vector<Vec2<double>> of_a(a.begin(), a.end()), of_b;
  for (const Vec2<double>& v : b) of_b.push_back(Vec2<double>{0, 0} - (rotate(b_in_a.rotation, v) + b_in_a.position));
  const int exponent = common_exponent(of_a, of_b);
  const Ring ring_a(scaled(std::move(of_a), -exponent)), ring_b(scaled(std::move(of_b), -exponent));

  PlanarDifference out;
  const std::size_t count_a = ring_a.edge_count(), count_b = ring_b.edge_count();
  for (std::size_t i = 0, j = 0;;) {
    out.vertices.push_back(ring_a.from(i) + ring_b.from(j));
    out.sources.push_back({ring_a.sources[i % ring_a.sources.size()], ring_b.sources[j % ring_b.sources.size()]});
    const int first = j == count_b ? -1 : i == count_a ? 1 : first_edge(ring_a, i, ring_b, j);
    if (first <= 0 && i < count_a) ++i;
    if (first >= 0 && j < count_b) ++j;
    if (i == count_a && j == count_b) break;
  }
  out.vertices = scaled(std::move(out.vertices), exponent);
  return out;
}

}  // namespace

PlanarDifference planar_minkowski_difference(std::span<const Vec2<double>> a, std::span<const Vec2<double>> b,
                                             const PlanarPose& b_in_a) {
  host::check_turn("planar_minkowski_difference: b_in_a.rotation", b_in_a.rotation);
  host::check_point("planar_minkowski_difference: b_in_a.position", b_in_a.position);
  return difference_of("planar_minkowski_difference", a, b, b_in_a);
}

PlanarDifference planar_entrance_block(std::span<const Vec2<double>> a, std::span<const Vec2<double>> b,
                                       Vec2<double> b_rotation, Vec2<double> reference_point) {
  host::check_turn("planar_entrance_block: b_rotation", b_rotation);
  host::check_point("planar_entrance_block: reference_point", reference_point);
  // With the reference point at the origin of A's frame, a - b + v is a - b.
  const Vec2<double> turned = rotate(b_rotation, reference_point);
  return difference_of("planar_entrance_block", a, b, {{-turned.x, -turned.y}, b_rotation});
}

}  // namespace abut
