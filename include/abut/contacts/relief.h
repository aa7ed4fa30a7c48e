// The part of a convex body's boundary that faces another body across a contact, as a relief over the contact plane:
// what of it lies within `band` of its top.
//
// Plan coordinates u, v span the plane across the normal, heights are measured towards the other body. The relief is
// the least of the planes of its facets, inside its outline. Vertices within the band are joined by edges within it,
// since the body is convex; every facet and edge that reaches into the band has one of them as an end. So a walk over
// the edges from the top finds all, at a cost that does not depend on the rest of the body.
#pragma once

#include "abut/core/pose.h"
#include "abut/shapes/shape_set_view.h"

namespace abut {

/// A point over the contact plane. Data only.
struct PlanPoint {
  double u, v, height;
};

/// height + slope_u (u - at.u) + slope_v (v - at.v), from a point of the facet: steep ones lose no digits. Data only.
struct ReliefFacet {
  PlanPoint at;
  double slope_u, slope_v;
  std::uint32_t face;
  bool visible;  ///< else it looks away, and is known only so as not to be looked at again
};

/// One edge of the outline: inside is u * inward_u + v * inward_v >= offset. Data only.
struct ReliefSide {
  double inward_u, inward_v, offset;
};

/// An edge of the shape within the band or with one end in it. Data only.
struct ReliefEdge {
  PlanPoint from, to;
};

/// Memory of a relief: arrays of `capacity`. Data only.
struct ReliefMemory {
  std::uint32_t* vertex;
  PlanPoint* at;
  ReliefFacet* facets;
  ReliefSide* sides;
  ReliefEdge* edges;
  std::uint32_t capacity;
};

/// A shape as it is seen along a contact normal. Data only.
template <class T>
struct SeenShape {
  const ShapeSetView<T>* set;
  const ShapeHeader* header;
  Mat3<double> turn;    ///< of directions: rows u, v and height
  double scale;         ///< of stored vertices
  Vec3<double> centre;  ///< of the shape's box, in plan coordinates
  bool mirrored;        ///< faces run clockwise in the plan
};

/// Data only.
struct Relief {
  ReliefMemory memory;
  std::uint32_t vertices, facets, sides, edges;
  std::uint32_t visible;  ///< how many of the facets
  double top;             ///< greatest height
};

/// Facets steeper than that are taken for vertical, which moves the relief's outline by this part of the band at most.
template <class T>
inline constexpr double steepest_facet = 1024 * static_cast<double>(Epsilon<T>::value);

inline namespace ABUT_ISA {

template <class T>
ABUT_HD inline PlanPoint place(const SeenShape<T>& s, std::uint32_t vertex) {
  const std::uint32_t i = s.header->vertex_offset + vertex;
  const Vec3<double> x{static_cast<double>(s.set->x[i]), static_cast<double>(s.set->y[i]),
                       static_cast<double>(s.set->z[i])};
  const Vec3<double> p = rotate(s.turn, x * s.scale) + s.centre;
  return {p.x, p.y, p.z};
}

ABUT_HD inline double height_of(const ReliefFacet& f, double u, double v) {
  return f.at.height + (f.slope_u * (u - f.at.u) + f.slope_v * (v - f.at.v));
}

namespace relief_detail {

template <class T>
ABUT_HD inline std::uint32_t neighbour_begin(const SeenShape<T>& s, std::uint32_t vertex) {
  return s.set->adjacency_begin[s.header->adjacency_offset + vertex];
}

/// The highest vertex, by way of edges that rise.
template <class T>
ABUT_HD inline std::uint32_t climb(const SeenShape<T>& s, std::uint32_t vertex, PlanPoint& top) {
  top = place(s, vertex);
  for (bool rising = true; rising;) {
    rising = false;
    const std::uint32_t end = neighbour_begin(s, vertex + 1);
    for (std::uint32_t k = neighbour_begin(s, vertex); k < end && !rising; ++k) {
      const PlanPoint p = place(s, s.set->adjacency[k]);
      if (!(p.height > top.height)) continue;
      top = p;
      vertex = s.set->adjacency[k];
      rising = true;
    }
  }
  return vertex;
}

ABUT_HD inline std::uint32_t index_of(const std::uint32_t* list, std::uint32_t count, std::uint32_t what) {
  std::uint32_t i = 0;
  while (i < count && list[i] != what) ++i;
  return i;
}

/// The facet of a face, entered where it is not yet known; null without room.
template <class T>
ABUT_HD inline const ReliefFacet* facet_of(const SeenShape<T>& s, std::uint32_t face, const PlanPoint& at, Relief& r) {
  for (std::uint32_t k = 0; k < r.facets; ++k) {
    if (r.memory.facets[k].face == face) return r.memory.facets + k;
  }
  if (r.facets == r.memory.capacity) return nullptr;
  const std::uint32_t i = s.header->face_offset + face;
  const Vec3<double> n =
      rotate(s.turn, Vec3<double>{static_cast<double>(s.set->plane_nx[i]), static_cast<double>(s.set->plane_ny[i]),
                                  static_cast<double>(s.set->plane_nz[i])});
  ReliefFacet& f = r.memory.facets[r.facets++];
  f.face = face;
  f.visible = n.z > steepest_facet<T>;
  f.at = at;
  f.slope_u = f.visible ? -(n.x / n.z) : 0;
  f.slope_v = f.visible ? -(n.y / n.z) : 0;
  r.visible += f.visible ? 1 : 0;
  return &f;
}

/// Enters the edge from `at` of the band to `other`; its facets, and the outline where only one of them is visible.
/// Returns false without room.
template <class T>
ABUT_HD inline bool add_edge(const SeenShape<T>& s, const ShapeEdge& e, const PlanPoint& at, const PlanPoint& other,
                             bool forward, Relief& r) {
  if (r.edges == r.memory.capacity) return false;
  r.memory.edges[r.edges++] = {at, other};
  if (e.f0 == no_face) return true;
  const ReliefFacet* const f0 = facet_of(s, e.f0, at, r);
  const ReliefFacet* const f1 = f0 != nullptr ? facet_of(s, e.f1, at, r) : nullptr;
  if (f1 == nullptr) return false;
  if (f0->visible == f1->visible) return true;
  if (r.sides == r.memory.capacity) return false;
  // f0 lies to the left of the edge from v0 to v1 as seen from outside.
  const bool left = (f0->visible != s.mirrored) == forward;
  const double du = other.u - at.u, dv = other.v - at.v;
  const double along = sqrt(du * du + dv * dv);
  if (!(along > 0)) return true;  // a visible facet's edge is never vertical but for rounding error
  const double u = (left ? -dv : dv) / along, v = (left ? du : -du) / along;
  r.memory.sides[r.sides++] = {u, v, u * at.u + v * at.v};
  return true;
}

}  // namespace relief_detail

/// What of a vertex set lies within `band` of its top, from any of its vertices on. Returns false where `memory` has
/// too little room.
template <class T>
ABUT_HD inline bool make_relief(const SeenShape<T>& s, std::uint32_t vertex, double band, const ReliefMemory& memory,
                                Relief& r) {
  using namespace relief_detail;
  PlanPoint top;
  const std::uint32_t highest = climb(s, vertex, top);
  r.memory = memory;
  r.facets = r.sides = r.edges = r.visible = 0;
  r.top = top.height;
  r.vertices = 1;
  memory.vertex[0] = highest;
  memory.at[0] = top;
  const double lowest = top.height - band;
  for (std::uint32_t k = 0; k < r.vertices; ++k) {
    const std::uint32_t v = memory.vertex[k];
    const std::uint32_t end = neighbour_begin(s, v + 1);
    for (std::uint32_t n = neighbour_begin(s, v); n < end; ++n) {
      const std::uint32_t w = s.set->adjacency[n];
      const std::uint32_t known = index_of(memory.vertex, r.vertices, w);
      if (known < k) continue;  // its edges are all there
      const PlanPoint p = known < r.vertices ? memory.at[known] : place(s, w);
      if (known == r.vertices && p.height >= lowest) {
        if (r.vertices == memory.capacity) return false;
        memory.vertex[r.vertices] = w;
        memory.at[r.vertices++] = p;
      }
      const ShapeEdge& e = s.set->edges[s.header->edge_offset + s.set->adjacency_edge[n]];
      if (!add_edge(s, e, memory.at[k], p, e.v0 == v, r)) return false;
    }
  }
  return true;
}

}  // namespace ABUT_ISA
}  // namespace abut
