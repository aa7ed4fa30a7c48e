// The gap between a node and a facet, or between two edges, with its derivatives by the nodes: what penalty and barrier
// solvers sum over.
//
// The nearest points are weighted means of four nodes, so that the vector from one to the other is sum_i w_i x_i. The
// gap's gradient is then w_i n at node i (Danskin: the weights' own change adds nothing at a minimum), on faces, edges
// and corners alike. Wriggers 2006, chapter 6, has the same for penalty methods.
#pragma once

#include "abut/core/vec2.h"
#include "abut/facets/point_triangle.h"
#include "abut/facets/segment_segment.h"

namespace abut {

enum class GapKind : std::uint8_t { node_facet = 0, edge_edge = 1 };

/// Data only.
template <class T>
struct FacetGap {
  GapKind kind;
  /// Of what the nearest points lie on: bit k is set where weight k is not 0.
  std::uint8_t support;
  bool node_of_b;         ///< a node of body b, with a facet of a
  std::uint32_t node[4];  ///< the node and the facet's three; or two of each edge
  /// Of these: sum_i weight[i] x[i] = gap * normal. 1 and minus the barycentric coordinates; or 1 - s, s, t - 1, -t.
  T weight[4];
  /// The distance; on a solid below 0 where the node is on the inner side of the face that its foot is in, or edges are
  /// past each other.
  T gap;
  /// Unit: from the facet to the node, from the second edge to the first, turned over where the gap is below 0. At a
  /// gap of 0 the facet's, or across both edges; 0 where nothing tells.
  Vec3<T> normal;
};

inline namespace ABUT_ISA {
namespace gap_detail {

template <class T>
ABUT_INLINE std::uint8_t support_of(const T* weight) {
  std::uint8_t bits = 0;
  for (int k = 0; k < 4; ++k) bits = static_cast<std::uint8_t>(bits | (weight[k] != T(0) ? 1 << k : 0));
  return bits;
}

}  // namespace gap_detail

/// What meets, for the sign of its gap. Data only.
template <class T>
struct GapSides {
  bool solid;  ///< the facet, or both edges, are of solids
  Vec3<T> outward_a,
      outward_b;  ///< of the node or the first edge, and of the second: any length; 0 on what is no solid
};

/// Sets all but `node` and `node_of_b`. A gap is below 0 where a solid's facet has the node below it, and the node does
/// not look the same way: what lies beyond a thin body's other side has not gone through it.
template <class T>
ABUT_HD inline void node_facet_gap(Vec3<T> p, const Facet<T>& f, const GapSides<T>& sides, FacetGap<T>& out) {
  const PointOnTriangle<T> near = point_triangle(p, f);
  out.kind = GapKind::node_facet;
  out.weight[0] = T(1);
  for (int k = 0; k < 3; ++k) out.weight[k + 1] = -near.lambda[k];
  out.support = gap_detail::support_of(out.weight);
  out.gap = sqrt(near.distance2);
  const Vec3<T> up = area_normal(f), d = p - near.point;
  if (near.on.kind == FeatureKind::face) {
    const bool below = dot(p - f.v[0], up) < T(0), turned = sides.solid && !(dot(sides.outward_a, up) > T(0));
    out.normal = unit_or_zero(below && !turned ? -up : up);
    if (below && turned) out.gap = -out.gap;
  } else {
    out.normal = unit_or_zero(max_abs(d) > T(0) ? d : up);
  }
}

/// Likewise, of edge p and edge q. A gap is below 0 where edges of solids look at each other from behind.
template <class T>
ABUT_HD inline void edge_edge_gap(const Vec3<T>* p, const Vec3<T>* q, const GapSides<T>& sides, FacetGap<T>& out) {
  const SegmentDistance<T> near = segment_segment(p[0], p[1], q[0], q[1]);
  out.kind = GapKind::edge_edge;
  out.weight[0] = T(1) - near.s, out.weight[1] = near.s;
  out.weight[2] = near.t - T(1), out.weight[3] = -near.t;
  out.support = gap_detail::support_of(out.weight);
  out.gap = sqrt(near.distance2);
  const Vec3<T> d = near.a - near.b;
  out.normal = unit_or_zero(max_abs(d) > T(0) ? d : cross(p[1] - p[0], q[1] - q[0]));
  const bool opposite = dot(sides.outward_a, sides.outward_b) < T(0);
  if (sides.solid && opposite && out.support == 15 && dot(out.normal, sides.outward_b - sides.outward_a) < T(0)) {
    out.normal = -out.normal;
    out.gap = -out.gap;
  }
}

/// The gap's derivative by the node i: `weight[i] * normal`.
template <class T>
ABUT_INLINE Vec3<T> gap_gradient(const FacetGap<T>& g, int i) {
  return g.normal * g.weight[i];
}

namespace gap_detail {

/// Weights that the nearest points move along: one node's grows as another's falls. Data only.
template <class T>
struct GapParameters {
  int count = 0;
  int up[2], down[2];
  Vec3<T> along[2];  ///< x[up] - x[down]
  T inverse[3];      ///< of the matrix of their products: 00, 01, 11
};

template <class T>
ABUT_HD inline GapParameters<T> gap_parameters(const FacetGap<T>& g, const Vec3<T>* x) {
  GapParameters<T> out;
  const auto add = [&](int up, int down) {
    out.up[out.count] = up, out.down[out.count] = down;
    out.along[out.count++] = x[up] - x[down];
  };
  const auto has = [&](int k) { return (g.support >> k & 1) != 0; };
  if (g.kind == GapKind::edge_edge) {
    if (has(0) && has(1)) add(1, 0);
    if (has(2) && has(3)) add(2, 3);
  } else {
    const int first = has(1) ? 1 : 2;
    for (int k = first + 1; k < 4; ++k) {
      if (has(first) && has(k)) add(first, k);
    }
  }
  out.inverse[0] = out.inverse[1] = out.inverse[2] = T(0);
  if (out.count == 0) return out;
  const T a = dot(out.along[0], out.along[0]);
  if (out.count == 2) {
    const T b = dot(out.along[0], out.along[1]), c = dot(out.along[1], out.along[1]);
    const Vec3<T> across = cross(out.along[0], out.along[1]);
    const T all = dot(across, across);  // a c - b b, without its cancellation
    if (all > T(64) * Epsilon<T>::value * Epsilon<T>::value * a * c) {
      out.inverse[0] = c / all, out.inverse[1] = -b / all, out.inverse[2] = a / all;
      return out;
    }
    out.count = 1;  // parallel edges: one of many nearest points, held where it is on the second
  }
  out.inverse[0] = T(1) / a;
  return out;
}

}  // namespace gap_detail

/// The gap's second derivatives by nodes i and j, `h[3 * row + column]`: x are the positions of its four nodes. Where
/// the nearest points stay on the features they are on (`support`); of a face, and of two edges that cross, no division
/// by the gap. Elsewhere the gap is not smooth at 0, and its curvature is left out there.
template <class T>
ABUT_HD inline Mat3<T> gap_hessian(const FacetGap<T>& g, const Vec3<T>* x, int i, int j) {
  const gap_detail::GapParameters<T> p = gap_detail::gap_parameters(g, x);
  const auto turn = [&](int node, int k) { return node == p.up[k] ? T(1) : node == p.down[k] ? T(-1) : T(0); };
  const T n[3] = {g.normal.x, g.normal.y, g.normal.z};
  T along[2][3] = {};
  for (int k = 0; k < p.count; ++k) along[k][0] = p.along[k].x, along[k][1] = p.along[k].y, along[k][2] = p.along[k].z;
  const bool bends = p.count < 2 && g.gap != T(0);
  const T share = bends ? g.weight[i] * g.weight[j] / g.gap : T(0);
  Mat3<T> h;
  for (int r = 0; r < 3; ++r) {
    for (int c = 0; c < 3; ++c) h.m[3 * r + c] = share * ((r == c ? T(1) : T(0)) - n[r] * n[c]);
  }
  for (int k = 0; k < p.count; ++k) {
    for (int l = 0; l < p.count; ++l) {
      const T m = p.inverse[k + l], wi = turn(i, k), wj = turn(j, l);
      for (int r = 0; r < 3; ++r) {
        for (int c = 0; c < 3; ++c) {
          const T mixed = g.weight[i] * wj * along[k][r] * n[c] + wi * g.weight[j] * n[r] * along[l][c];
          h.m[3 * r + c] -= m * (mixed + g.gap * wi * wj * n[r] * n[c] + share * along[k][r] * along[l][c]);
        }
      }
    }
  }
  return h;
}

}  // namespace ABUT_ISA
}  // namespace abut
