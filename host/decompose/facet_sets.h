// Sets of facets whose hulls are parts of a surface, and how they are parted.
#pragma once

#include <cstdint>
#include <vector>

#include "abut/shapes/mesh.h"
#include "host/decompose/surface_reach.h"

namespace abut::host {

/// What is asked of parts of a surface. Data only.
struct SurfaceLimits {
  double limit;               ///< no point of a part is farther from the surface
  double resolution;          ///< of that, see `stays_near`
  double thickness;           ///< parts have no less
  std::size_t most_vertices;  ///< of a part
};

/// Facets and their hull. Data only.
struct FacetSet {
  std::vector<std::uint32_t> facets;  ///< sorted
  std::vector<Vec3<double>> points;   ///< their hull's corners, of some more: each is a corner of a facet
  PartHull hull;                      ///< as thick as it has to be, with as few corners as it has to have
};

/// The hull that a part with these points would have.
PartHull hull_for(const std::vector<Vec3<double>>& points, const SurfaceLimits& limits);
/// `points`: corners of the facets whose hull holds them all.
FacetSet facet_set(std::vector<std::uint32_t> facets, std::vector<Vec3<double>> points, const SurfaceLimits& limits);

/// Sets that stay within the limit, or are single facets; all facets in one of them. Throws `std::runtime_error` where
/// it takes more than 10000.
std::vector<FacetSet> part_facets(const Mesh& mesh, const Surface& surface, const SurfaceLimits& limits);

}  // namespace abut::host
