#include "host/shapes/topology.h"

#include <gtest/gtest.h>

namespace abut::test {
namespace {

using host::make_topology;
using host::Polygon;

const std::vector<Polygon> tetrahedron{{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {0, 3, 2}};

TEST(Topology, PolygonsOfMixedOrientationAreMadeConsistent) {
  std::vector<Polygon> mixed = tetrahedron;
  mixed[1] = {3, 1, 0};
  mixed[3] = {2, 3, 0};
  const auto a = make_topology(4, tetrahedron), b = make_topology(4, mixed);
  ASSERT_TRUE(a && b);
  EXPECT_EQ(a->face_vertices, b->face_vertices);
}

TEST(Topology, EdgesNameTheFaceThatRunsForwardAndTheOneThatRunsBack) {
  const auto t = make_topology(4, tetrahedron);
  ASSERT_TRUE(t);
  EXPECT_EQ(t->face_vertices, (std::vector<std::uint32_t>{0, 1, 3, 0, 2, 1, 0, 3, 2, 1, 2, 3}));
  ASSERT_EQ(t->edges.size(), 6u);
  EXPECT_EQ(t->edges[0].f0, 0u);  // (0, 1): forward in {0, 1, 3}, back in {0, 2, 1}
  EXPECT_EQ(t->edges[0].f1, 1u);
  EXPECT_EQ(t->adjacency, (std::vector<std::uint32_t>{1, 2, 3, 0, 2, 3, 0, 1, 3, 0, 1, 2}));
}

TEST(Topology, TurningInsideOutTwiceChangesNothing) {
  const auto t = make_topology(4, tetrahedron);
  ASSERT_TRUE(t);
  const host::Topology turned = turned_inside_out(*t);
  EXPECT_NE(turned.face_vertices, t->face_vertices);
  EXPECT_EQ(turned_inside_out(turned).face_vertices, t->face_vertices);
}

TEST(Topology, AnOpenSurfaceIsRefused) { EXPECT_FALSE(make_topology(4, {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}})); }

TEST(Topology, AnEdgeWithMoreThanTwoFacesIsRefused) {
  std::vector<Polygon> more = tetrahedron;
  more.insert(more.end(), {{0, 1, 4}, {1, 0, 4}});
  EXPECT_FALSE(make_topology(5, more));
}

TEST(Topology, TwoSurfacesAreRefused) {
  std::vector<Polygon> two = tetrahedron;
  for (const Polygon& p : tetrahedron) two.push_back({p[0] + 4, p[1] + 4, p[2] + 4});
  EXPECT_FALSE(make_topology(8, two));
}

TEST(Topology, AnUnusedVertexIsRefused) { EXPECT_FALSE(make_topology(5, tetrahedron)); }

TEST(Topology, APolygonOfTwoCornersIsRefused) { EXPECT_FALSE(make_topology(2, {{0, 1}, {1, 0}})); }

}  // namespace
}  // namespace abut::test
