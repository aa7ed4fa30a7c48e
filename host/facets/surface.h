// A surface of triangles made ready to be met: welded, its edges and planes found, its facets in the order of a tree.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "abut/facets/facet_surface.h"

namespace abut::host {

/// By how much of its size a mesh may stick out of the shape that stands for it.
inline constexpr double mesh_slack = 1e-6;

using Corners = std::array<std::uint32_t, 3>;

/// What a surface is made of. Data only.
struct SurfaceInput {
  std::span<const Vec3<double>> vertices;
  std::span<const Corners> triangles;
  std::span<const std::uint32_t> faces;  ///< of each triangle, which is then its plane; or empty: planes are found
  double flatness = 0;                   ///< of planes, over the surface's size
  double rounding = 0;
  bool convex = false;
  const double* centre = nullptr;  ///< and `exponent`, where they are given; else those of the triangles' box
  std::int32_t exponent = 0;
};

/// Owns what a view points to.
struct FacetSurface {
  std::vector<Vec3<double>> points, normals;
  std::vector<SurfaceFacet> facets;
  std::vector<SurfaceEdge> edges;
  std::vector<SurfaceVertex> vertices;
  std::vector<std::uint32_t> opposites, neighbours, edge_ids, vertex_ids, plane_ids;
  std::vector<FacetNode> nodes;
  FacetSurfaceView<double> head;  ///< numbers; its pointers are not set

  FacetSurfaceView<double> view() const;
  std::size_t bytes() const;
};

/// The same input gives the same surface. At least one triangle, of vertices that are there and finite.
FacetSurface make_surface(const SurfaceInput& input);

}  // namespace abut::host
