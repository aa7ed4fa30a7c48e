#include "host/decompose/hull_concavity.h"

#include "host/decompose/body.h"
#include "host/decompose/part_hull.h"
#include "host/decompose/protrusion.h"
#include "host/decompose/surface_measures.h"

namespace abut::host {

HullConcavity hull_concavity(const Mesh& solid) {
  constexpr double resolution = 1.0 / 2000, share = 0.02;  // as measure_parts
  const Mesh welded = weld(solid);
  const double scale = scale_of(welded);
  const Body body(scale == 1 ? welded : scaled(welded, scale));
  const double half_extent = body.half_extent();
  const double reach = protrusion(body, part_hull(body.mesh().vertices), resolution * half_extent, share).upper;
  return {reach / scale, reach / half_extent};
}

HullConcavity hull_concavity_of_surface(const Mesh& surface, double resolution) {
  const Mesh welded = weld(surface);
  require_extent(welded);
  const double scale = scale_of(welded);
  const Mesh mesh = scale == 1 ? welded : scaled(welded, scale);
  const Surface facets(mesh.vertices, mesh.triangles);
  const double half_extent = facets.tree.box().longest() / 2;
  const std::vector<PartHull> whole{part_hull(mesh.vertices)};
  const double reach = reach_of_parts(facets, whole, half_extent, resolution * scale).upper;
  return {reach / scale, reach / half_extent};
}

}  // namespace abut::host
