// Surfaces of trees of facets by the C interface: what contacts name, as FacetTrees::view has it.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "tests/capi/facet_bodies.h"
#include "tests/capi/refused.h"

namespace abut::test {
namespace {

/// Arrays that fit what a report tells.
struct Surface {
  std::vector<double> vertices;
  std::vector<std::uint32_t> vertex_ids, facets, planes, edges, edge_ids;

  explicit Surface(const abut_facet_surface_report& r)
      : vertices(3 * r.vertices, -7),
        vertex_ids(r.vertices, 77),
        facets(3 * r.facets, 77),
        planes(r.facets, 77),
        edges(2 * r.edges, 77),
        edge_ids(r.edges, 77) {}
  abut_facet_surface out() {
    return {sizeof(abut_facet_surface),
            vertices.data(),
            vertex_ids.data(),
            vertex_ids.size(),
            facets.data(),
            planes.data(),
            planes.size(),
            edges.data(),
            edge_ids.data(),
            edge_ids.size()};
  }
};

abut_facet_surface_report report_of(const abut_facet_trees* trees, std::uint32_t shape) {
  abut_facet_surface_report report{};
  report.size = sizeof report;
  EXPECT_OK(abut_facet_trees_get_surface_report(trees, shape, &report));
  return report;
}

Surface copy_of(const abut_facet_trees* trees, std::uint32_t shape) {
  Surface surface(report_of(trees, shape));
  const abut_facet_surface out = surface.out();
  EXPECT_OK(abut_facet_trees_copy_surface(trees, shape, &out));
  return surface;
}

/// Boxes, hulls and an open mesh, in both interfaces, with their trees.
struct Built : FacetBodies {
  Built() {
    trees.build(Cpu{1}, shapes, bodies.parts(), pairs);
    EXPECT_OK(abut_facet_trees_build(1, c_trees, c_shapes, &parts, c_pairs(pairs), nullptr));
  }
};

TEST(CFacetSurfaces, AreThoseThatTheCppLibraryViews) {
  const Built in;
  for (std::uint32_t shape = 0; shape < 3; ++shape) {
    SCOPED_TRACE(shape);
    const FacetSurfaceView<double> view = in.trees.view(shape);
    const abut_facet_surface_report report = report_of(in.c_trees, shape);
    ASSERT_EQ(report.vertices, view.vertex_count);
    ASSERT_EQ(report.facets, view.facet_count);
    ASSERT_EQ(report.edges, view.edge_count);
    EXPECT_EQ(report.rounding, view.rounding);
    EXPECT_EQ(report.solid, view.solid ? 1u : 0u);
    EXPECT_EQ(report.convex, view.convex ? 1u : 0u);
    const Surface c = copy_of(in.c_trees, shape);
    const auto name = [](const std::uint32_t* ids, std::uint32_t k) { return ids != nullptr ? ids[k] : k; };
    for (std::uint32_t i = 0; i < view.vertex_count; ++i) {
      const double scaled[3] = {view.points[i].x, view.points[i].y, view.points[i].z};
      for (std::uint32_t k = 0; k < 3; ++k) {
        ASSERT_EQ(c.vertices[3 * i + k], std::ldexp(scaled[k], view.exponent) + view.centre[k]) << i;
      }
      ASSERT_EQ(c.vertex_ids[i], name(view.vertex_ids, i));
    }
    for (std::uint32_t i = 0; i < view.facet_count; ++i) {
      const SurfaceFacet& f = view.facets[i];
      for (std::uint32_t k = 0; k < 3; ++k) ASSERT_EQ(c.facets[3 * f.id + k], f.vertex[k]) << i;
      ASSERT_EQ(c.planes[f.id], name(view.plane_ids, f.plane));
    }
    for (std::uint32_t i = 0; i < view.edge_count; ++i) {
      for (std::uint32_t k = 0; k < 2; ++k) ASSERT_EQ(c.edges[2 * i + k], view.edges[i].vertex[k]) << i;
      ASSERT_EQ(c.edge_ids[i], name(view.edge_ids, i));
    }
  }
}

TEST(CFacetSurfaces, OfABoxHaveItsCornersAndEdges) {
  const Built in;
  const abut_facet_surface_report report = report_of(in.c_trees, 0);
  EXPECT_TRUE(report.vertices == 8 && report.facets == 12 && report.edges == 18);
  EXPECT_TRUE(report.solid == 1 && report.convex == 1 && report.rounding == 0);
  Surface c = copy_of(in.c_trees, 0);
  for (std::uint32_t i = 0; i < 8; ++i) {
    EXPECT_NEAR(std::abs(c.vertices[3 * i]), 0.5, 1e-15);
    EXPECT_NEAR(std::abs(c.vertices[3 * i + 1]), 0.4, 1e-15);
    EXPECT_NEAR(std::abs(c.vertices[3 * i + 2]), 0.3, 1e-15);
  }
  EXPECT_EQ(std::count(c.edge_ids.begin(), c.edge_ids.end(), ABUT_NO_FACET), 6) << "one inside of each face";
  std::sort(c.edge_ids.begin(), c.edge_ids.end());
  for (std::uint32_t e = 0; e < 12; ++e) EXPECT_EQ(c.edge_ids[e], e);
}

TEST(CFacetSurfaces, OfAMeshHaveItsTriangles) {
  const Built in;
  double corners[12];
  std::uint32_t triangles[6];
  ASSERT_OK(abut_mesh_copy(in.c_mesh, corners, 4, triangles, 2));
  const abut_facet_surface_report report = report_of(in.c_trees, 2);
  EXPECT_TRUE(report.vertices == 4 && report.facets == 2 && report.edges == 5);
  EXPECT_TRUE(report.solid == 0 && report.convex == 0);
  const Surface c = copy_of(in.c_trees, 2);
  for (std::uint32_t k = 0; k < 6; ++k) EXPECT_EQ(c.vertex_ids[c.facets[k]], triangles[k]) << k;
  for (std::uint32_t i = 0; i < 4; ++i) {
    for (std::uint32_t k = 0; k < 3; ++k) {
      EXPECT_NEAR(c.vertices[3 * i + k], corners[3 * c.vertex_ids[i] + k], 1e-15) << i;
    }
  }
  EXPECT_EQ(c.planes, (std::vector<std::uint32_t>{0, 1}));
  EXPECT_EQ(c.edge_ids, (std::vector<std::uint32_t>{0, 1, 2, 3, 4}));
  std::vector<std::array<std::uint32_t, 2>> ends;
  for (std::uint32_t e = 0; e < 5; ++e) {
    const auto [a, b] = std::minmax(c.vertex_ids[c.edges[2 * e]], c.vertex_ids[c.edges[2 * e + 1]]);
    ends.push_back({a, b});
  }
  std::sort(ends.begin(), ends.end());
  EXPECT_EQ(ends, (std::vector<std::array<std::uint32_t, 2>>{{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}}));
}

TEST(CFacetSurfaces, AreCopiedOnlyWhereAllArraysHaveRoom) {
  const Built in;
  const Surface whole = copy_of(in.c_trees, 0), empty(report_of(in.c_trees, 0));
  const auto copy = [&](const abut_facet_surface& out) { return abut_facet_trees_copy_surface(in.c_trees, 0, &out); };
  abut_facet_surface none{};
  none.size = sizeof none;
  EXPECT_OK(copy(none)) << "no arrays";
  Surface c = empty;
  std::size_t abut_facet_surface::*const capacities[] = {
      &abut_facet_surface::vertex_capacity, &abut_facet_surface::facet_capacity, &abut_facet_surface::edge_capacity};
  for (const auto capacity : capacities) {
    abut_facet_surface out = c.out();
    --(out.*capacity);
    expect_refused(copy(out), ABUT_TOO_SMALL,
                   "out->vertex_capacity is " + std::to_string(out.vertex_capacity) + ", out->facet_capacity " +
                       std::to_string(out.facet_capacity) + ", out->edge_capacity " +
                       std::to_string(out.edge_capacity) + "; needed are 8 vertices, 12 facets and 18 edges");
  }
  EXPECT_EQ(c.vertices, empty.vertices) << "none is written";
  EXPECT_EQ(c.facets, empty.facets);
  abut_facet_surface planes = none;
  planes.planes = c.planes.data(), planes.facet_capacity = 12;
  EXPECT_OK(copy(planes)) << "one array alone";
  EXPECT_EQ(c.planes, whole.planes);
  EXPECT_EQ(c.facets, empty.facets);
}

TEST(CFacetSurfaces, RefuseShapesWithoutOneAndBadStructures) {
  FacetBodies in;
  std::uint32_t count = 77;
  abut_facet_trees* trees = nullptr;
  ASSERT_OK(abut_facet_trees_new(&trees));
  ASSERT_OK(abut_facet_trees_shape_count(trees, &count));
  EXPECT_EQ(count, 0u);
  ASSERT_OK(abut_facet_trees_free(trees));
  ASSERT_OK(abut_facet_trees_shape_count(in.c_trees, &count));
  EXPECT_EQ(count, in.trees.shape_count());
  EXPECT_INPUT(abut_facet_trees_shape_count(in.c_trees, nullptr), "count is null; allowed is a pointer to memory");

  abut_facet_surface_report report{};
  report.size = sizeof report, report.facets = 77;
  abut_facet_surface out{};
  out.size = sizeof out;
  for (const std::uint32_t shape : {2u, 99u}) {
    const std::string told = "shape " + std::to_string(shape) + " has no facets yet; allowed are those of the pairs";
    EXPECT_INPUT(abut_facet_trees_get_surface_report(in.c_trees, shape, &report), told);
    EXPECT_INPUT(abut_facet_trees_copy_surface(in.c_trees, shape, &out), told);
  }
  EXPECT_EQ(report.facets, 77u);
  ASSERT_OK(abut_facet_trees_build(1, in.c_trees, in.c_shapes, &in.parts, c_pairs(in.pairs), nullptr));
  EXPECT_INPUT(abut_facet_trees_get_surface_report(in.c_trees, 0, nullptr),
               "report is null; allowed is a pointer to memory");
  report.size = 0;
  EXPECT_INPUT(abut_facet_trees_get_surface_report(in.c_trees, 0, &report), "report->size is 0; allowed is the");
  expect_structure_is_checked(
      "out", out, [&](const abut_facet_surface* o) { return abut_facet_trees_copy_surface(in.c_trees, 0, o); });
}

}  // namespace
}  // namespace abut::test
