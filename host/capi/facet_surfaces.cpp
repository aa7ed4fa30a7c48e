// The surfaces of trees of facets, by the numbers that contacts name.
#include <cmath>

#include "host/capi/convert.h"

using namespace abut::capi;

namespace {

void check_capacities(const abut::FacetSurfaceView<double>& view, const abut_facet_surface& out) {
  const auto lacks = [](size_t capacity, uint32_t count, const auto*... arrays) {
    return ((arrays != nullptr) || ...) && count > capacity;
  };
  if (!lacks(out.vertex_capacity, view.vertex_count, out.vertices, out.vertex_ids) &&
      !lacks(out.facet_capacity, view.facet_count, out.facets, out.planes) &&
      !lacks(out.edge_capacity, view.edge_count, out.edges, out.edge_ids)) {
    return;
  }
  throw TooSmall("out->vertex_capacity is " + std::to_string(out.vertex_capacity) + ", out->facet_capacity " +
                 std::to_string(out.facet_capacity) + ", out->edge_capacity " + std::to_string(out.edge_capacity) +
                 "; needed are " + std::to_string(view.vertex_count) + " vertices, " +
                 std::to_string(view.facet_count) + " facets and " + std::to_string(view.edge_count) + " edges");
}

uint32_t named(const uint32_t* ids, uint32_t k) { return ids != nullptr ? ids[k] : k; }

void copy_vertices(const abut::FacetSurfaceView<double>& view, const abut_facet_surface& out) {
  for (uint32_t i = 0; i < view.vertex_count; ++i) {
    if (out.vertices != nullptr) {
      const abut::Vec3<double>& p = view.points[i];
      double* const to = out.vertices + 3 * size_t{i};
      to[0] = std::ldexp(p.x, view.exponent) + view.centre[0];
      to[1] = std::ldexp(p.y, view.exponent) + view.centre[1];
      to[2] = std::ldexp(p.z, view.exponent) + view.centre[2];
    }
    if (out.vertex_ids != nullptr) out.vertex_ids[i] = named(view.vertex_ids, i);
  }
}

/// A surface's own order is that of its tree.
void copy_facets(const abut::FacetSurfaceView<double>& view, const abut_facet_surface& out) {
  for (uint32_t i = 0; i < view.facet_count; ++i) {
    const abut::SurfaceFacet& facet = view.facets[i];
    if (out.facets != nullptr) std::copy(facet.vertex, facet.vertex + 3, out.facets + 3 * size_t{facet.id});
    if (out.planes != nullptr) out.planes[facet.id] = named(view.plane_ids, facet.plane);
  }
}

void copy_edges(const abut::FacetSurfaceView<double>& view, const abut_facet_surface& out) {
  for (uint32_t i = 0; i < view.edge_count; ++i) {
    const abut::SurfaceEdge& edge = view.edges[i];
    if (out.edges != nullptr) std::copy(edge.vertex, edge.vertex + 2, out.edges + 2 * size_t{i});
    if (out.edge_ids != nullptr) out.edge_ids[i] = named(view.edge_ids, i);
  }
}

static_assert(ABUT_NO_FACET == abut::no_facet_index);

}  // namespace

int abut_facet_trees_get_surface_report(const abut_facet_trees* trees, uint32_t shape,
                                        abut_facet_surface_report* report) {
  return guarded("abut_facet_trees_get_surface_report", [&] {
    const auto held = object(trees, "trees");
    need("report", report);
    const abut::FacetSurfaceView<double> view = held->view(shape);
    give("report", report,
         abut_facet_surface_report{0, view.vertex_count, view.facet_count, view.edge_count, view.rounding,
                                   view.solid ? 1u : 0u, view.convex ? 1u : 0u});
  });
}

int abut_facet_trees_copy_surface(const abut_facet_trees* trees, uint32_t shape, const abut_facet_surface* out) {
  return guarded("abut_facet_trees_copy_surface", [&] {
    const auto held = object(trees, "trees");
    const abut_facet_surface to = given("out", out);
    const abut::FacetSurfaceView<double> view = held->view(shape);
    check_capacities(view, to);
    copy_vertices(view, to), copy_facets(view, to), copy_edges(view, to);
  });
}
