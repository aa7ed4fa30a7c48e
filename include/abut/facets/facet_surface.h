// A surface of triangles with its tree and what normal cones need, as per-pair code sees it. Data only.
#pragma once

#include "abut/facets/facet.h"
#include "abut/facets/facet_tree.h"

namespace abut {

/// Stands for an edge that a facet with equal corners does not have, and for the plane of what is not flat.
inline constexpr std::uint32_t no_facet_index = 0xffffffffu;

/// One facet, in the order of the tree's leaves: 32 bytes. Data only.
struct SurfaceFacet {
  std::uint32_t vertex[3];
  std::uint32_t edge[3];  ///< from corner k to the next, or `no_facet_index`
  std::uint32_t plane;    ///< facets of one plane that hang together have the same
  std::uint32_t id;       ///< the caller's number
};

/// An edge: of any number of facets. Data only.
struct SurfaceEdge {
  std::uint32_t vertex[2];
  std::uint32_t opposite_begin, opposite_end;  ///< into `opposites`: the third corners of its facets
  std::uint32_t plane;                         ///< of all its facets, if it is flat; else `no_facet_index`
  Vec3<float> normal;  ///< the sum of its facets' unit normals: only its side counts, and only on a solid
};

/// A vertex, equal ones being one. Data only.
struct SurfaceVertex {
  std::uint32_t neighbour_begin, neighbour_end;  ///< into `neighbours`
  std::uint32_t plane;                           ///< of all its facets, if it is flat; else `no_facet_index`
  Vec3<float> normal;  ///< of its facets, by their angles (Baerentzen & Aanaes 2005); only on a solid
};

/// All arrays are in host or all in device memory. Lengths are scaled by 2^-exponent: a mesh has a size in [1, 2), a
/// shape the exponent of its header; coordinates are relative to `centre`, the middle of the surface's box. Data only.
template <class T>
struct FacetSurfaceView {
  std::uint32_t facet_count = 0, vertex_count = 0, edge_count = 0, plane_count = 0, node_count = 0;
  const Vec3<T>* points = nullptr;  ///< of the vertices
  const SurfaceFacet* facets = nullptr;
  const SurfaceEdge* edges = nullptr;
  const SurfaceVertex* vertices = nullptr;
  const std::uint32_t* opposites = nullptr;
  const std::uint32_t* neighbours = nullptr;
  const Vec3<T>* normals = nullptr;  ///< of the planes, unit, outward on a solid
  const FacetNode* nodes = nullptr;
  const std::uint32_t* edge_ids = nullptr;    ///< what contacts name them, or null: their numbers
  const std::uint32_t* vertex_ids = nullptr;  ///< likewise
  const std::uint32_t* plane_ids = nullptr;   ///< likewise
  bool solid = false;   ///< closed and consistently oriented: normals point outward, and contacts are outside
  bool convex = false;  ///< it is that of a convex shape: queries of the shape are queries of the surface
  std::int32_t exponent = 0;
  T size = 0;  ///< radius of a sphere about the centre that holds all
  double centre[3] = {};
  double rounding = 0;  ///< dilation radius, in the caller's unit
};

/// The surfaces of shapes, by shape; those of no facets have not been built. Data only.
struct FacetSurfaces {
  const FacetSurfaceView<double>* of_shape = nullptr;
  std::uint32_t shape_count = 0;
};

inline namespace ABUT_ISA {

template <class T>
ABUT_INLINE Facet<T> facet_at(const FacetSurfaceView<T>& s, std::uint32_t i) {
  const SurfaceFacet& f = s.facets[i];
  return {{s.points[f.vertex[0]], s.points[f.vertex[1]], s.points[f.vertex[2]]}};
}

/// The feature of a contact's record for a part of facet `i`.
template <class T>
ABUT_HD inline Feature surface_feature(const FacetSurfaceView<T>& s, std::uint32_t i, FacetPart part) {
  const SurfaceFacet& f = s.facets[i];
  const auto named = [](const std::uint32_t* ids, std::uint32_t k) { return ids != nullptr ? ids[k] : k; };
  switch (part.kind) {
    case FeatureKind::vertex: return make_feature(FeatureKind::vertex, named(s.vertex_ids, f.vertex[part.index]));
    case FeatureKind::edge: return make_feature(FeatureKind::edge, named(s.edge_ids, f.edge[part.index]));
    default: return make_feature(FeatureKind::face, named(s.plane_ids, f.plane));
  }
}

}  // namespace ABUT_ISA
}  // namespace abut
