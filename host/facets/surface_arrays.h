// A surface by the numbers that contacts name, copied into arrays of a caller's: for interfaces that hand out no views.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "abut/facets/facet_surface.h"

namespace abut::host {

/// Any may be null. Data only.
struct SurfaceArrays {
  double* vertices = nullptr;  ///< x y z each, in the shape's frame and unit
  std::uint32_t* vertex_ids = nullptr;
  std::uint32_t* facets = nullptr;  ///< three vertices each, in the order of the caller's numbers
  std::uint32_t* planes = nullptr;
  std::uint32_t* edges = nullptr;  ///< two vertices each
  std::uint32_t* edge_ids = nullptr;
};

inline void copy_surface(const FacetSurfaceView<double>& view, const SurfaceArrays& to) {
  const auto named = [](const std::uint32_t* ids, std::uint32_t k) { return ids != nullptr ? ids[k] : k; };
  for (std::uint32_t i = 0; i < view.vertex_count; ++i) {
    const Vec3<double>& p = view.points[i];
    const double at[3] = {std::ldexp(p.x, view.exponent) + view.centre[0],
                          std::ldexp(p.y, view.exponent) + view.centre[1],
                          std::ldexp(p.z, view.exponent) + view.centre[2]};
    if (to.vertices != nullptr) std::copy_n(at, 3, to.vertices + 3 * std::size_t{i});
    if (to.vertex_ids != nullptr) to.vertex_ids[i] = named(view.vertex_ids, i);
  }
  for (std::uint32_t i = 0; i < view.facet_count; ++i) {  // in the order of the tree
    const SurfaceFacet& facet = view.facets[i];
    if (to.facets != nullptr) std::copy_n(facet.vertex, 3, to.facets + 3 * std::size_t{facet.id});
    if (to.planes != nullptr) to.planes[facet.id] = named(view.plane_ids, facet.plane);
  }
  for (std::uint32_t i = 0; i < view.edge_count; ++i) {
    if (to.edges != nullptr) std::copy_n(view.edges[i].vertex, 2, to.edges + 2 * std::size_t{i});
    if (to.edge_ids != nullptr) to.edge_ids[i] = named(view.edge_ids, i);
  }
}

}  // namespace abut::host
