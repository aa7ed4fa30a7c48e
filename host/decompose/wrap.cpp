// wrap_mesh(): what is inside on a grid, its boundary, and how far that is from the mesh.
#include <string>

#include "abut/core/error.h"
#include "abut/decompose.h"
#include "host/decompose/body.h"
#include "host/decompose/facet_distance.h"
#include "host/decompose/surface_measures.h"
#include "host/decompose/wrap_surface.h"
#include "host/shapes/self_intersections.h"

namespace abut {
namespace {

using namespace host;

constexpr double step = 0.1;  // cells, to which distances are found
constexpr double share = 0.02;

void check(const WrapOptions& options) {
  if (options.resolution >= WrapOptions::least_resolution && options.resolution <= WrapOptions::most_resolution) return;
  throw InvalidInput("wrap_mesh: resolution is " + std::to_string(options.resolution) + ", allowed is " +
                     std::to_string(WrapOptions::least_resolution) + " to " +
                     std::to_string(WrapOptions::most_resolution));
}

std::vector<Facet3> facets_of(const Mesh& mesh) {
  std::vector<Facet3> out;
  for (const auto& t : mesh.triangles) {
    out.push_back({mesh.vertices[t[0]], mesh.vertices[t[1]], mesh.vertices[t[2]]});
  }
  return out;
}

void measure(const Mesh& mesh, const SurfaceTree& surface, WrappedMesh& wrapped) {
  const SurfaceTree wrap(wrapped.mesh.vertices, wrapped.mesh.triangles);
  // Facets of neighbouring cells may cross where what is between them is thinner than a cell.
  const std::vector<std::uint32_t> same(wrapped.mesh.triangles.size(), 0);
  const bool crosses = !self_intersections(wrapped.mesh.vertices, wrapped.mesh.triangles, same, 1).empty();
  const std::vector<std::uint8_t> crossed(crosses ? wrapped.mesh.triangles.size() : 0, 1);
  const ShellDistance shell(wrapped.mesh.vertices, wrapped.mesh.triangles, crossed);
  const std::vector<Facet3> facets = facets_of(mesh), of_wrap = facets_of(wrapped.mesh);
  wrapped.wrap_to_mesh = largest_distance(of_wrap, surface, step * wrapped.cell, share);
  wrapped.mesh_to_wrap = largest_distance(facets, wrap, step * wrapped.cell, share);
  wrapped.mesh_outside = largest_distance_outside(facets, wrap, shell, step * wrapped.cell, share);
}

WrappedMesh scaled_back(WrappedMesh wrapped, double by) {
  wrapped.mesh = scaled(std::move(wrapped.mesh), by);
  for (double* length : {&wrapped.cell, &wrapped.wrap_to_mesh, &wrapped.mesh_to_wrap, &wrapped.mesh_outside}) {
    *length *= by;
  }
  return wrapped;
}

}  // namespace

WrappedMesh wrap_mesh(const Mesh& mesh, const WrapOptions& options) {
  check(options);
  (void)examine(mesh);  // throws for what is no mesh
  const Mesh welded = weld(mesh);
  require_extent(welded);
  if (const double scale = scale_of(welded); scale != 1) {
    return scaled_back(wrap_mesh(scaled(welded, scale), options), 1 / scale);
  }
  const SurfaceTree surface(welded.vertices, welded.triangles);
  const Grid grid = grid_about(surface.box(), options.resolution);
  Mesh oriented = repair_mesh(welded).mesh;
  if (oriented.triangles.empty()) oriented = welded;  // nothing but facets without area
  const WrapSolid solid(oriented, grid, surface.box());
  WrappedMesh wrapped;
  wrapped.cell = grid.cell;
  wrapped.sheets = solid.sheets();
  wrapped.mesh = boundary_of(solid, grid, welded, surface);
  measure(welded, surface, wrapped);
  return wrapped;
}

}  // namespace abut
