// The surfaces of trees of facets, by the numbers that contacts name.
#include "host/capi/convert.h"
#include "host/facets/surface_arrays.h"

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
    abut::host::copy_surface(view, {to.vertices, to.vertex_ids, to.facets, to.planes, to.edges, to.edge_ids});
  });
}
