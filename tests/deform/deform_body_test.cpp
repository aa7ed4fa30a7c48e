// Facets and shares of the surface of one body, against sums over its facets.
#include "abut/deform/deform_body.h"

#include <gtest/gtest.h>

#include "abut/deform/deforming_contacts.h"
#include "host/deform/bodies_state.h"
#include "tests/deform/brute_force.h"
#include "tests/deform/scenes.h"

namespace abut {
namespace {

using test::Nodes;

struct Scene {
  DeformingBodies bodies;
  Nodes nodes;

  Scene() {
    bodies.add(test::sheet(3, nodes));
    bodies.add(test::cube(2, true, {2, 0, 0}, nodes));
    test::Random random(61);
    for (Vec3<double>& p : nodes) p = p + random.in_cube() * 0.05;
    bodies.move(Cpu{}, nodes);
  }
  DeformBodyView view(std::uint32_t body) const { return bodies.state().view(bodies.state().at(body)); }
};

TEST(DeformBody, HasTheNodesOfItsFacets) {
  const Scene scene;
  for (const std::uint32_t b : {0u, 1u}) {
    const DeformBodyView view = scene.view(b);
    for (std::uint32_t f = 0; f < scene.bodies.facets(b).size(); ++f) {
      const Facet<double> facet = facet_of(view, f);
      for (std::size_t k = 0; k < 3; ++k) {
        const Vec3<double> p = scene.nodes[scene.bodies.node_begin(b) + scene.bodies.facets(b)[f][k]];
        EXPECT_TRUE(facet.v[k].x == p.x && facet.v[k].y == p.y && facet.v[k].z == p.z);
      }
    }
  }
}

TEST(DeformBody, HasSharesOfItsNodesAndEdgesThatAddUpToItsSurface) {
  const Scene scene;
  const DeformingAreas areas = deforming_areas(Cpu{}, scene.bodies);
  for (const std::uint32_t b : {0u, 1u}) {
    const DeformBodyView view = scene.view(b);
    test::Wide surface = 0, of_nodes = 0, of_edges = 0;
    for (std::uint32_t f = 0; f < scene.bodies.facets(b).size(); ++f) {
      const auto c = test::corners(scene.bodies, b, f);
      const test::WideVec u = test::minus(c[1], c[0]), v = test::minus(c[2], c[0]);
      const test::Wide uv = test::dot3(u, v);
      surface += std::sqrt(test::dot3(u, u) * test::dot3(v, v) - uv * uv) / 2;
    }
    const std::uint32_t begin = scene.bodies.node_begin(b);
    for (std::uint32_t n = 0; n < (b == 0 ? 16u : 27u); ++n) {
      of_nodes += area_of_node(view, n);
      EXPECT_EQ(area_of_node(view, n), areas.of_nodes[begin + n]) << "one node alone, and all together";
    }
    for (std::uint32_t e = 0; e < scene.bodies.edges(b).size(); ++e) {
      of_edges += area_of_edge(view, e);
      EXPECT_EQ(area_of_edge(view, e), areas.of_edges[b][e]);
    }
    EXPECT_NEAR(double(of_nodes), double(surface), 1e-13);
    EXPECT_NEAR(double(of_edges), double(surface), 1e-13);
  }
}

TEST(DeformBody, LooksOutwardAtNodesAndEdgesOfASolidAndNowhereOnASheet) {
  const Scene scene;
  const DeformBodyView sheet = scene.view(0), solid = scene.view(1);
  const Vec3<double> middle{2.5, 0.5, 0.5};
  for (std::uint32_t f = 0; f < scene.bodies.facets(1).size(); ++f) {
    for (const std::uint32_t v : scene.bodies.facets(1)[f]) {
      EXPECT_GT(dot(outward_of_node(solid, v), node_of(solid, v) - middle), 0);
    }
  }
  for (std::uint32_t e = 0; e < scene.bodies.edges(1).size(); ++e) {
    EXPECT_GT(dot(outward_of_edge(solid, e), node_of(solid, scene.bodies.edges(1)[e][0]) - middle), 0);
  }
  EXPECT_EQ(max_abs(outward_of_node(sheet, 5)), 0);
}

}  // namespace
}  // namespace abut
