// Normal cones of a surface's vertices and edges: the directions in which a contact can be there.
//
// The cone of a feature is the polar of its tangent cone: a point that lies in such a direction from the feature has no
// nearer point in any facet around it (Merlhiot 2007; Crozet, Leon & Merlhiot). So what is outside of the cone is no
// local minimum of the distance but a ghost: an internal edge or a vertex that a nearer facet lies beside. On a solid
// directions point outward besides: the cone of a reflex edge points into the body, and nothing touches there.
#pragma once

#include "abut/facets/facet_surface.h"

namespace abut {
inline namespace ABUT_ISA {

/// `w`: unit, in the surface's frame. `tolerance`: the sine of the angle that `w` may be outside of the cone.
template <class T>
ABUT_HD inline bool in_vertex_cone(const FacetSurfaceView<T>& s, std::uint32_t vertex, Vec3<T> w, T tolerance) {
  const SurfaceVertex& at = s.vertices[vertex];
  const Vec3<T> p = s.points[vertex];
  for (std::uint32_t k = at.neighbour_begin; k < at.neighbour_end; ++k) {
    const Vec3<T> t = s.points[s.neighbours[k]] - p;
    if (dot(t, w) > tolerance * length(t)) return false;
  }
  const Vec3<T> out{T(at.normal.x), T(at.normal.y), T(at.normal.z)};
  return !s.solid || dot(out, w) >= T(0);
}

template <class T>
ABUT_HD inline bool in_edge_cone(const FacetSurfaceView<T>& s, std::uint32_t edge, Vec3<T> w, T tolerance) {
  const SurfaceEdge& at = s.edges[edge];
  const Vec3<T> p = s.points[at.vertex[0]], e = s.points[at.vertex[1]] - p;
  if (!(abs(dot(e, w)) <= tolerance * length(e))) return false;
  const T inverse = T(1) / dot(e, e);
  for (std::uint32_t k = at.opposite_begin; k < at.opposite_end; ++k) {
    const Vec3<T> r = s.points[s.opposites[k]] - p;
    const Vec3<T> t = multiply_add(e, -(dot(r, e) * inverse), r);  // into the facet, across the edge
    if (dot(t, w) > tolerance * length(t)) return false;
  }
  const Vec3<T> out{T(at.normal.x), T(at.normal.y), T(at.normal.z)};
  return !s.solid || dot(out, w) >= T(0);
}

/// The plane that a part of facet `i` lies in, where its cone is a normal alone: faces, and flat edges and vertices.
template <class T>
ABUT_INLINE std::uint32_t plane_of(const FacetSurfaceView<T>& s, std::uint32_t i, FacetPart part) {
  const SurfaceFacet& f = s.facets[i];
  if (part.kind == FeatureKind::vertex) return s.vertices[f.vertex[part.index]].plane;
  if (part.kind == FeatureKind::edge) return s.edges[f.edge[part.index]].plane;
  return f.plane;
}

/// Whether `w` is a normal of a part of facet `i`: in its cone, or along its plane's normal (either side, unless it is
/// a solid's).
template <class T>
ABUT_HD inline bool in_normal_cone(const FacetSurfaceView<T>& s, std::uint32_t i, FacetPart part, Vec3<T> w,
                                   T tolerance) {
  const std::uint32_t plane = plane_of(s, i, part);
  if (plane != no_facet_index) {
    const Vec3<T> n = s.normals[plane], off = cross(n, w);
    return dot(off, off) <= tolerance * tolerance && (!s.solid || dot(n, w) > T(0));
  }
  const SurfaceFacet& f = s.facets[i];
  return part.kind == FeatureKind::vertex ? in_vertex_cone(s, f.vertex[part.index], w, tolerance)
                                          : in_edge_cone(s, f.edge[part.index], w, tolerance);
}

}  // namespace ABUT_ISA
}  // namespace abut
