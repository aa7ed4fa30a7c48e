#include "host/reference/brute_force.h"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace abut::reference {
namespace {

struct Segment {
  Vec3<Wide> from, along;
};
struct Body {
  std::vector<Vec3<Wide>> vertices;
  std::vector<Segment> edges;
  std::vector<std::array<Vec3<Wide>, 3>> triangles;
};

Body body_of(const Placed& placed) {
  const Polytope& p = placed.polytope();
  Body body;
  for (std::uint32_t i = 0; i < p.points().size(); ++i) body.vertices.push_back(placed.point_as<Wide>(i));
  const auto& v = body.vertices;
  for (const Polytope::Edge& e : p.edges()) body.edges.push_back({v[e.v0], v[e.v1] - v[e.v0]});
  for (const Polytope::Triangle& t : p.triangles()) body.triangles.push_back({v[t[0]], v[t[1]], v[t[2]]});
  return body;
}

Wide width(const Body& a, const Body& b, const Vec3<Wide>& u) {
  Wide highest = inner(a.vertices[0], u), lowest = inner(b.vertices[0], u);
  for (const Vec3<Wide>& v : a.vertices) highest = std::max(highest, inner(v, u));
  for (const Vec3<Wide>& v : b.vertices) lowest = std::min(lowest, inner(v, u));
  return highest - lowest;
}

/// Directions of all facets that the Minkowski difference can have, without their opposites. Cross products that are
/// rounding only are left out: parallel edges span no facet of their own.
std::vector<Vec3<Wide>> facet_directions(const Body& a, const Body& b) {
  std::vector<Vec3<Wide>> directions;
  const auto add = [&](const Vec3<Wide>& u, const Vec3<Wide>& v) {
    const Vec3<Wide> n = cross_product(u, v);
    const Wide length = norm(n);
    if (length > norm(u) * norm(v) * static_cast<Wide>(1024 * wide_epsilon)) directions.push_back(n * (1 / length));
  };
  for (const Body* body : {&a, &b}) {
    for (const auto& t : body->triangles) add(t[1] - t[0], t[2] - t[0]);
  }
  for (const Segment& e : a.edges) {
    for (const Segment& f : b.edges) add(e.along, f.along);
  }
  return directions;
}

class Closest {
 public:
  Closest(const Body& body_a, const Body& body_b) {
    for (const auto& p : body_a.vertices) {
      for (const auto& q : body_b.vertices) try_points(p, q);
      for (const auto& e : body_b.edges) vertex_edge(p, e, 1);
      for (const auto& t : body_b.triangles) vertex_triangle(p, t, 1);
    }
    for (const auto& q : body_b.vertices) {
      for (const auto& e : body_a.edges) vertex_edge(q, e, -1);
      for (const auto& t : body_a.triangles) vertex_triangle(q, t, -1);
    }
    for (const auto& e : body_a.edges) {
      for (const auto& f : body_b.edges) edge_edge(e, f);
    }
  }

  Vec3<Wide> a{0, 0, 0}, b{0, 0, 0};
  Wide squared = 0;

 private:
  void try_points(const Vec3<Wide>& p, const Vec3<Wide>& q) {
    const Wide s = inner(q - p, q - p);
    if (!any_ || s < squared) any_ = true, squared = s, a = p, b = q;
  }
  void try_points(const Vec3<Wide>& p, const Vec3<Wide>& q, int sign) {
    sign > 0 ? try_points(p, q) : try_points(q, p);
  }

  // sign: 1 when the vertex is A's. Feet outside of the feature are left out: its own boundary covers them.
  void vertex_edge(const Vec3<Wide>& p, const Segment& e, int sign) {
    const Wide s = inner(p - e.from, e.along) / inner(e.along, e.along);
    if (s > 0 && s < 1) try_points(p, e.from + e.along * s, sign);
  }
  void vertex_triangle(const Vec3<Wide>& p, const std::array<Vec3<Wide>, 3>& t, int sign) {
    const Vec3<Wide> u = t[1] - t[0], v = t[2] - t[0], r = p - t[0], n = cross_product(u, v);
    const Wide area = inner(n, n), s1 = inner(cross_product(r, v), n) / area, s2 = inner(cross_product(u, r), n) / area;
    if (s1 >= 0 && s2 >= 0 && s1 + s2 <= 1) try_points(p, t[0] + u * s1 + v * s2, sign);
  }
  void edge_edge(const Segment& e, const Segment& f) {
    const Vec3<Wide> n = cross_product(e.along, f.along), r = f.from - e.from;
    const Wide nn = inner(n, n);
    if (!(nn > 0)) return;
    const Wide s = inner(cross_product(r, f.along), n) / nn, t = inner(cross_product(r, e.along), n) / nn;
    if (s >= 0 && s <= 1 && t >= 0 && t <= 1) try_points(e.from + e.along * s, f.from + f.along * t);
  }

  bool any_ = false;
};

}  // namespace

BruteForce brute_force_pair(const Placed& placed_a, const Placed& placed_b) {
  const Body a = body_of(placed_a), b = body_of(placed_b);
  BruteForce result;
  bool any = false;
  Wide least = 0;
  for (const Vec3<Wide>& u : facet_directions(a, b)) {
    for (const Vec3<Wide>& signed_u : {u, -u}) {
      const Wide w = width(a, b, signed_u);
      if (!any || w < least) any = true, least = w, result.normal = signed_u;
    }
  }
  const Wide slop =
      (static_cast<Wide>(placed_a.extent()) + static_cast<Wide>(placed_b.extent())) * static_cast<Wide>(wide_slop);
  if (any && least > slop) {
    result.separation = -least;
    return result;
  }
  // Apart; or touching, or flat in a common plane, where no width but the features tell which.
  const Closest closest(a, b);
  result.separation = square_root(closest.squared);
  result.a = closest.a, result.b = closest.b;
  if (result.separation > slop) result.normal = unit(closest.b - closest.a);
  return result;
}

}  // namespace abut::reference
