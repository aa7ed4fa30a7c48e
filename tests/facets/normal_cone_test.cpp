#include "abut/facets/normal_cone.h"

#include <gtest/gtest.h>

#include "tests/facets/surfaces.h"

namespace abut {
namespace {

/// A surface of one shape or mesh.
struct OneSurface : test::FacetScene {
  FacetSurfaceView<double> built(std::uint32_t shape) {
    bodies.add({}, shape), bodies.add({}, shape);
    trees.build(Cpu{1}, shapes, bodies.parts(), pairs);
    return trees.view(shape);
  }
};

std::uint32_t vertex_at(const FacetSurfaceView<double>& s, Vec3<double> p) {
  for (std::uint32_t v = 0; v < s.vertex_count; ++v) {
    const double unit = std::ldexp(1.0, s.exponent);
    const Vec3<double> q = s.points[v] * unit + Vec3<double>{s.centre[0], s.centre[1], s.centre[2]};
    if (max_abs(q - p) < 1e-9) return v;
  }
  return no_facet_index;
}

TEST(NormalCone, OfABoxesCornerIsTheOctantThatPointsOut) {
  OneSurface scene;
  const FacetSurfaceView<double> s = scene.built(scene.shapes.add_box({1, 2, 3}));
  const std::uint32_t v = vertex_at(s, {1, 2, 3});
  ASSERT_NE(v, no_facet_index);
  test::Random random(1);
  for (int k = 0; k < 1000; ++k) {
    const Vec3<double> w = random.direction();
    EXPECT_EQ(in_vertex_cone(s, v, w, 0.0), w.x >= 0 && w.y >= 0 && w.z >= 0);
  }
}

TEST(NormalCone, OfABoxesEdgeIsTheQuadrantAcrossIt) {
  OneSurface scene;
  const FacetSurfaceView<double> s = scene.built(scene.shapes.add_box({1, 2, 3}));
  const std::uint32_t v0 = vertex_at(s, {1, 2, -3}), v1 = vertex_at(s, {1, 2, 3});
  for (std::uint32_t e = 0; e < s.edge_count; ++e) {
    if (std::min(v0, v1) != s.edges[e].vertex[0] || std::max(v0, v1) != s.edges[e].vertex[1]) continue;
    EXPECT_TRUE(in_edge_cone(s, e, unit_vector(Vec3<double>{1, 2, 0}), 1e-12));
    EXPECT_TRUE(in_edge_cone(s, e, Vec3<double>{1, 0, 0}, 1e-12));
    EXPECT_FALSE(in_edge_cone(s, e, unit_vector(Vec3<double>{1, -0.01, 0}), 1e-12));
    EXPECT_TRUE(in_edge_cone(s, e, unit_vector(Vec3<double>{1, -0.01, 0}), 0.011));
    EXPECT_FALSE(in_edge_cone(s, e, unit_vector(Vec3<double>{1, 1, 0.1}), 1e-12));
    EXPECT_FALSE(in_edge_cone(s, e, unit_vector(Vec3<double>{-1, -1, 0}), 1e-12));
  }
}

/// The reflex edge and the pit of a solid point inward, where nothing touches; those of an open surface have two sides.
TEST(NormalCone, OfAReflexEdgeIsEmptyOnASolidAndOnTheOtherSideOfAnOpenSurface) {
  OneSurface scene;
  const Mesh roof = test::grid_mesh(2, 1, [](double x, double) { return -std::abs(x); });
  const FacetSurfaceView<double> s = scene.built(scene.add_mesh(roof));
  EXPECT_FALSE(s.solid);
  int ridges = 0;
  for (std::uint32_t e = 0; e < s.edge_count; ++e) {
    const Vec3<double> d = s.points[s.edges[e].vertex[1]] - s.points[s.edges[e].vertex[0]];
    if (s.edges[e].plane != no_facet_index || s.edges[e].opposite_end - s.edges[e].opposite_begin != 2) continue;
    ++ridges;
    EXPECT_EQ(d.x, 0);
    EXPECT_TRUE(in_edge_cone(s, e, Vec3<double>{0, 0, 1}, 1e-12));
    EXPECT_FALSE(in_edge_cone(s, e, Vec3<double>{0, 0, -1}, 1e-12));
  }
  EXPECT_EQ(ridges, 2);

  OneSurface cavity;
  Mesh dented = test::ball_mesh(0, [](const Vec3<double>& d) { return d.z > 0.5 ? 0.2 : 1.0; });
  dented.vertices[4] = {0, 0, -0.2};  // a pit
  const FacetSurfaceView<double> t = cavity.built(cavity.add_mesh(dented));
  EXPECT_TRUE(t.solid);
  const std::uint32_t pit = vertex_at(t, {0, 0, -0.2});
  ASSERT_NE(pit, no_facet_index);
  EXPECT_FALSE(in_vertex_cone(t, pit, Vec3<double>{0, 0, 1}, 1e-9));
  EXPECT_FALSE(in_vertex_cone(t, pit, Vec3<double>{0, 0, -1}, 1e-9));
}

/// As the definition says: a direction is in the cone of a vertex if the vertex is the nearest point of all facets
/// around it from a little way out there; and outside, on a solid.
TEST(NormalCone, HoldsTheDirectionsFromWhichTheFeatureIsTheNearestPoint) {
  OneSurface scene;
  const auto bumpy = [](const Vec3<double>& d) { return 1 + 0.3 * d.x * d.y + 0.2 * std::abs(d.z * d.x); };
  const FacetSurfaceView<double> s = scene.built(scene.add_mesh(test::ball_mesh(2, bumpy)));
  ASSERT_TRUE(s.solid);
  test::Random random(2);
  int in = 0, out = 0;
  for (int k = 0; k < 20000; ++k) {
    const std::uint32_t v = random.below(s.vertex_count);
    const Vec3<double> w = unit_vector(unit_vector(s.points[v]) + random.in_ball() * 0.5), p = s.points[v] + w * 1e-3;
    double least = 1;
    for (std::uint32_t i = 0; i < s.facet_count; ++i) {
      const Facet<double> f = facet_at(s, i);
      bool has = false;
      for (const std::uint32_t c : s.facets[i].vertex) has = has || c == v;
      if (has)
        least = std::min(least, std::sqrt(test::squared_distance(test::triangle_of<double>(f),
                                                                 test::triangle_of<double>(Facet<double>{{p, p, p}}))));
    }
    const bool nearest = least > 1e-3 * (1 - 1e-9), inside = in_vertex_cone(s, v, w, 0.0);
    if (least < 1e-3 * (1 - 1e-6)) {
      EXPECT_FALSE(inside);
    }
    if (nearest) {
      EXPECT_TRUE(in_vertex_cone(s, v, w, 1e-4));
    }
    in += inside, out += !inside;
  }
  EXPECT_GT(in, 500);
  EXPECT_GT(out, 500);
}

}  // namespace
}  // namespace abut
