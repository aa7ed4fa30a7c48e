// EPA in the plane: the depth of the origin in C = A - B by a polygon that grows inside C.
//
// Source: van den Bergen 2001; Feng & Tan 2019, Box 2. Departures: its vertices are vertices of C, hence in convex
// position, so a new one above an edge sees that edge alone, and edges need no order or neighbours. The narrowest width
// of C along any edge normal tried bounds the depth from above, the nearest edge from below. In double for float
// shapes too, edges from the shapes' own vertices. Ties: the edge that came first; query.h
// breaks them.
#pragma once

#include "abut/core/vec2.h"
#include "abut/narrow/support.h"

namespace abut {

/// A vertex of A - B, in A's frame, and the vertices it comes from. Data only.
struct PolygonVertex {
  Vec3<double> w;
  std::uint32_t id_a, id_b;
};

/// Data only.
struct PolygonEdge {
  Vec3<double> normal;  ///< outward, unit
  double offset;        ///< of its line; `Huge`: without length, never the nearest
  std::uint32_t from, to;
};

/// Where the polygon is kept. Room for `capacity` vertices and as many edges. `polygon_capacity(shapes)` is always
/// enough. Data only.
struct PolygonMemory {
  PolygonVertex* vertices;
  PolygonEdge* edges;
  std::uint32_t capacity;
};

/// Data only.
struct PolygonDepth {
  Vec3<double> normal;  ///< the direction, unit, from A to B, along which A and B are least far into each other
  double depth;         ///< their width along it: the penetration depth is not above it; negative: they are apart
  double nearest;       ///< and not below this
  std::uint32_t edges;  ///< of the polygon that it ended with; 0: C is flat
  std::uint32_t iterations;
  bool normal_undefined;  ///< C is a point
};

inline namespace ABUT_ISA {

/// What a difference of two shapes of so many vertices can need, whatever rounding does.
ABUT_HD constexpr std::uint32_t polygon_capacity(std::uint32_t count_a, std::uint32_t count_b) {
  return count_a + count_b + 8;
}

namespace polygon_detail {

/// From vertex v to w of the difference, by the shapes' own vertices: rounded relative to its own length, however
/// short.
template <class Support>
ABUT_HD inline Vec3<double> edge_vector(const Support& support, const PolygonVertex& v, const PolygonVertex& w) {
  const Vec3<double> of_a = vertex(support.a, w.id_a) - vertex(support.a, v.id_a);
  const Vec3<double> of_b = vertex(support.b, w.id_b) - vertex(support.b, v.id_b);
  return of_a - rotate(support.pose.rotation, of_b);
}

/// Which of two points has the lesser rounding.
ABUT_INLINE Vec3<double> nearer(Vec3<double> v, Vec3<double> w) { return dot(w, w) < dot(v, v) ? w : v; }

template <class Support>
ABUT_HD inline PolygonEdge edge_of(const PolygonMemory& p, const Support& support, std::uint32_t from,
                                   std::uint32_t to) {
  const Vec3<double> e = edge_vector(support, p.vertices[from], p.vertices[to]);
  PolygonEdge out{unit_or_zero(-left_of(e)), Huge<double>::value, from, to};
  if (!(max_abs(e) > 0)) return out;
  out.offset = dot(out.normal, nearer(p.vertices[from].w, p.vertices[to].w));
  return out;
}

template <class Point>
ABUT_INLINE PolygonVertex polygon_vertex(const Point& point) {
  return {point.w, point.id_a, point.id_b};
}

/// The first vertices, counter-clockwise. Returns how many: fewer than three if C is thinner than `tiny`.
template <class Support>
ABUT_HD inline std::uint32_t first_vertices(const Support& support, const PolygonVertex* simplex, std::uint32_t count,
                                            double tiny, PolygonVertex* out) {
  const auto farthest_from = [&](const PolygonVertex& v, const PolygonVertex& w, const PolygonVertex& best) {
    const Vec3<double> d = edge_vector(support, v, w), e = edge_vector(support, v, best);
    return dot(d, d) > dot(e, e) ? w : best;
  };
  // Two points, as far apart as the simplex knows; where it knows one, as four directions show.
  PolygonVertex i = simplex[0], j = i;
  for (std::uint32_t k = 1; k < count; ++k) j = farthest_from(i, simplex[k], j);
  if (count == 3) {
    const Vec3<double> e = edge_vector(support, i, j), f = edge_vector(support, simplex[1], simplex[2]);
    if (dot(f, f) > dot(e, e)) i = simplex[1], j = simplex[2];
  }
  Vec3<double> e = edge_vector(support, i, j);
  if (!(dot(e, e) > tiny * tiny)) {
    for (int side = 0; side < 4; ++side) {
      const double sign = side % 2 == 0 ? 1 : -1;
      j = farthest_from(i, polygon_vertex(support({side < 2 ? sign : 0, side < 2 ? 0 : sign, 0})), j);
    }
    e = edge_vector(support, i, j);
  }
  out[0] = i;
  if (!(dot(e, e) > tiny * tiny)) return 1;
  const Vec3<double> left = left_of(e) * (1 / sqrt(dot(e, e)));
  const PolygonVertex to_left = polygon_vertex(support(left)), to_right = polygon_vertex(support(-left));
  std::uint32_t n = 1;
  if (dot(left, edge_vector(support, i, to_right)) < -tiny) out[n++] = to_right;
  out[n++] = j;
  if (dot(left, edge_vector(support, i, to_left)) > tiny) out[n++] = to_left;
  return n;
}

/// C is a segment or a point to within rounding error, and the origin lies on it to within rounding error.
template <class Support>
ABUT_HD inline void depth_of_flat(const Support& support, const PolygonVertex* ends, std::uint32_t count,
                                  PolygonDepth& out) {
  out.normal_undefined = count == 1;
  out.normal = {1, 0, 0};
  if (count == 2) {
    const Vec3<double> e = edge_vector(support, ends[0], ends[1]);
    out.normal = left_of(e) * (-1 / sqrt(dot(e, e)));
  }
  out.depth = dot(out.normal, support(out.normal).w);
  const double other = dot(-out.normal, support(-out.normal).w);
  if (other < out.depth) out.normal = -out.normal, out.depth = other;
  out.nearest = out.depth < 0 ? out.depth : 0;
}

}  // namespace polygon_detail

/// The depth from the support points that GJK ended with, one to three of them. `scale`: the largest |w|, of which the
/// bounds meet to a few rounding errors; they stay apart only where rounding troubles the polygon.
template <class Support>
ABUT_PHASE PolygonDepth polygon_depth(const Support& support, const PolygonVertex* simplex, std::uint32_t count,
                                      double scale, const PolygonMemory& p) {
  using namespace polygon_detail;
  // A support point carries some four rounding errors, thinner than twice that C counts as flat.
  const double tolerance = 4 * Epsilon<double>::value * scale;
  PolygonDepth out{{1, 0, 0}, Huge<double>::value, -Huge<double>::value, 0, 0, false};
  std::uint32_t vertices = first_vertices(support, simplex, count, 2 * tolerance, p.vertices);
  if (vertices < 3) {
    depth_of_flat(support, p.vertices, vertices, out);
    return out;
  }
  std::uint32_t edges = vertices;
  for (std::uint32_t k = 0; k < edges; ++k) p.edges[k] = edge_of(p, support, k, (k + 1) % vertices);
  for (;;) {
    std::uint32_t m = 0;
    for (std::uint32_t k = 1; k < edges; ++k) m = p.edges[k].offset < p.edges[m].offset ? k : m;
    const PolygonEdge edge = p.edges[m];
    out.nearest = edge.offset;
    if (edge.offset == Huge<double>::value || out.depth - edge.offset <= tolerance) break;
    ++out.iterations;
    const PolygonVertex q = polygon_vertex(support(edge.normal));
    const double width = dot(edge.normal, q.w);
    if (width < out.depth) out.depth = width, out.normal = edge.normal;
    if (out.depth - edge.offset <= tolerance || edges == p.capacity) break;
    const auto is = [&](const PolygonVertex& v) { return v.id_a == q.id_a && v.id_b == q.id_b; };
    // An end of the edge: the edge is one of C, whatever rounding says of its width.
    if (is(p.vertices[edge.from]) || is(p.vertices[edge.to])) break;
    p.vertices[vertices] = q;
    p.edges[m] = edge_of(p, support, edge.from, vertices);
    p.edges[edges++] = edge_of(p, support, vertices, edge.to);
    ++vertices;
  }
  out.edges = edges;
  return out;
}

}  // namespace ABUT_ISA
}  // namespace abut
