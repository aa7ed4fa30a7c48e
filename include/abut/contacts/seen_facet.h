// Facets and other features of a body as they are seen along a contact normal: a facet's plane and corners, what lies
// beyond its edges, and where lines leave it.
//
// Heights of vertices are the same on both sides of an edge, to the bit: so a facet that is entered over an edge where
// heights are on both sides of a level has corners on both sides of it, and there is a way out.
#pragma once

#include "abut/contacts/relief.h"
#include "abut/core/contact.h"

namespace abut {

/// What a search with limits says.
enum class PatchSearch { found, unknown, out_of_capacity };

inline namespace ABUT_ISA {

/// A vertex, edge or face of a body as the other one sees it. Data only.
template <class T>
struct SeenFeature {
  const SeenShape<T>& shape;
  Feature feature;

  ABUT_HD std::uint32_t index() const { return feature_index(feature); }
};

/// The plane of a facet through one of its points. Data only.
struct FacetPlane {
  PlanPoint at;
  double slope_u, slope_v;
};

ABUT_INLINE double height_of(const FacetPlane& p, double u, double v) {
  return p.at.height + (p.slope_u * (u - p.at.u) + p.slope_v * (v - p.at.v));
}

/// Returns false if the face looks away or is steeper than `flattest`, the least height of a unit normal.
template <class T>
ABUT_HD inline bool plane_of(const SeenShape<T>& s, std::uint32_t face, const PlanPoint& at, double flattest,
                             FacetPlane& p) {
  const std::uint32_t i = s.header->face_offset + face;
  const Vec3<double> n =
      rotate(s.turn, Vec3<double>{static_cast<double>(s.set->plane_nx[i]), static_cast<double>(s.set->plane_ny[i]),
                                  static_cast<double>(s.set->plane_nz[i])});
  p = {at, -(n.x / n.z), -(n.y / n.z)};
  return n.z > flattest;
}

/// A facet with its corners, counter-clockwise in the plan. Data only.
struct SeenFacet {
  PlanPoint* at;
  std::uint32_t face, count;
  FacetPlane plane;
};

/// Where a line leaves a facet: over the edge that ends at its corner `end`. Data only.
struct FacetExit {
  PlanPoint at;
  std::uint32_t end;
  bool known;
};

template <class T>
ABUT_HD inline std::uint32_t vertex_of(const SeenShape<T>& s, const SeenFacet& f, std::uint32_t k) {
  const std::uint32_t begin = s.set->face_begin[s.header->face_offset + f.face];
  return s.set->face_vertices[begin + (s.mirrored ? f.count - 1 - k : k)];
}
ABUT_INLINE std::uint32_t before(const SeenFacet& f, std::uint32_t k) { return k > 0 ? k - 1 : f.count - 1; }
ABUT_INLINE std::uint32_t after(const SeenFacet& f, std::uint32_t k) { return k + 1 < f.count ? k + 1 : 0; }

/// Takes a face if it is seen from the other body, and not from its side; else `f` stays as it is.
template <class T>
ABUT_HD inline PatchSearch enter(const SeenShape<T>& s, std::uint32_t face, std::uint32_t capacity, SeenFacet& f) {
  if (face == no_face) return PatchSearch::unknown;
  const std::uint32_t i = s.header->face_offset + face;
  const std::uint32_t begin = s.set->face_begin[i], count = s.set->face_begin[i + 1] - begin;
  FacetPlane plane;
  const PlanPoint first = place(s, s.set->face_vertices[begin + (s.mirrored ? count - 1 : 0)]);
  if (!plane_of(s, face, first, steepest_facet<T>, plane)) return PatchSearch::unknown;
  if (count > capacity) return PatchSearch::out_of_capacity;
  f.face = face;
  f.count = count;
  f.plane = plane;
  f.at[0] = first;
  for (std::uint32_t k = 1; k < count; ++k) f.at[k] = place(s, vertex_of(s, f, k));
  return PatchSearch::found;
}

/// The face on the other side of the edge that ends at corner `end`.
template <class T>
ABUT_HD inline std::uint32_t face_beyond(const SeenShape<T>& s, const SeenFacet& f, std::uint32_t end) {
  const std::uint32_t v = vertex_of(s, f, end), w = vertex_of(s, f, before(f, end));
  const std::uint32_t stop = relief_detail::neighbour_begin(s, v + 1);
  for (std::uint32_t k = relief_detail::neighbour_begin(s, v); k < stop; ++k) {
    if (s.set->adjacency[k] != w) continue;
    const ShapeEdge& e = s.set->edges[s.header->edge_offset + s.set->adjacency_edge[k]];
    return e.f0 == f.face ? e.f1 : e.f0;
  }
  return no_face;
}

ABUT_INLINE PlanPoint between(const PlanPoint& p, const PlanPoint& q, double t) {
  return {p.u + t * (q.u - p.u), p.v + t * (q.v - p.v), p.height + t * (q.height - p.height)};
}

/// Where the line on which the sum of both heights is `level`, higher on its left, leaves `f`.
ABUT_HD inline FacetExit exit_of_line(const SeenFacet& f, const FacetPlane& other, double level) {
  PlanPoint p = f.at[f.count - 1];
  double over_p = p.height + height_of(other, p.u, p.v) - level;
  for (std::uint32_t k = 0; k < f.count; ++k) {
    const PlanPoint q = f.at[k];
    const double over_q = q.height + height_of(other, q.u, q.v) - level;
    if (over_p < 0 && over_q >= 0) return {between(p, q, over_p / (over_p - over_q)), k, true};
    p = q;
    over_p = over_q;
  }
  return {p, 0, false};
}

/// After which part of the way (u, v) from `from` on it leaves `f`, and in `end` over which edge.
ABUT_HD inline double exit_of_way(const SeenFacet& f, const PlanPoint& from, double u, double v, std::uint32_t& end) {
  double first = __builtin_inf();
  PlanPoint p = f.at[f.count - 1];
  for (std::uint32_t k = 0; k < f.count; ++k) {
    const PlanPoint q = f.at[k];
    const double du = q.u - p.u, dv = q.v - p.v, rate = du * v - dv * u;
    const double t = rate < 0 ? (du * (from.v - p.v) - dv * (from.u - p.u)) / -rate : first;
    if (t < first) first = t, end = k;
    p = q;
  }
  return first;
}

}  // namespace ABUT_ISA
}  // namespace abut
