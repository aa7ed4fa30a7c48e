#include "abut/facets/facet_surface.h"

#include <gtest/gtest.h>

#include <set>

#include "host/facets/surface.h"
#include "tests/facets/surfaces.h"

namespace abut {
namespace {

host::FacetSurface surface_of(const Mesh& mesh, double flatness = 0x1p-40) {
  host::SurfaceInput in;
  in.vertices = mesh.vertices, in.triangles = mesh.triangles, in.flatness = flatness;
  return host::make_surface(in);
}

double round_ball(const Vec3<double>&) { return 1; }

TEST(FacetSurface, OfAClosedMeshIsASolidOnlyIfItFacesOutward) {
  Mesh ball = test::ball_mesh(2, round_ball);
  EXPECT_TRUE(surface_of(ball).head.solid);
  for (auto& t : ball.triangles) std::swap(t[0], t[1]);
  EXPECT_FALSE(surface_of(ball).head.solid);
  std::swap(ball.triangles[0][0], ball.triangles[0][1]);
  EXPECT_FALSE(surface_of(ball).head.solid);
  Mesh open = test::ball_mesh(2, round_ball);
  open.triangles.pop_back();
  EXPECT_FALSE(surface_of(open).head.solid);
}

TEST(FacetSurface, CountsOfAClosedMeshFollowEuler) {
  const host::FacetSurface s = surface_of(test::ball_mesh(3, round_ball));
  const FacetSurfaceView<double> v = s.view();
  EXPECT_EQ(v.facet_count, 512u);
  EXPECT_EQ(v.edge_count, 768u);
  EXPECT_EQ(v.vertex_count, 258u);
  EXPECT_EQ(v.plane_count, 512u);
  std::set<std::uint32_t> ids;
  for (std::uint32_t i = 0; i < v.facet_count; ++i) ids.insert(v.facets[i].id);
  EXPECT_EQ(ids.size(), 512u);
}

TEST(FacetSurface, TakesVerticesAtOnePlaceForOne) {
  Mesh mesh = test::ball_mesh(1, round_ball), loose;
  for (const auto& t : mesh.triangles) {
    const auto first = static_cast<std::uint32_t>(loose.vertices.size());
    for (const std::uint32_t v : t) loose.vertices.push_back(mesh.vertices[v]);
    loose.triangles.push_back({first, first + 1, first + 2});
  }
  const host::FacetSurface s = surface_of(loose);
  EXPECT_TRUE(s.head.solid);
  EXPECT_EQ(s.view().vertex_count, 18u);
}

TEST(FacetSurface, FindsPlanesWhateverTheirPlaceAndSays) {
  test::Random random(1);
  for (int k = 0; k < 20; ++k) {
    Mesh mesh = test::grid_mesh(6, 1, [](double x, double) { return -std::abs(x); });
    const Mat3<double> r = random.rotation();
    const Vec3<double> t = random.in_ball() * 10.0;
    for (auto& v : mesh.vertices) v = rotate(r, v) + t;
    const host::FacetSurface s = surface_of(mesh);
    EXPECT_EQ(s.normals.size(), 2u);
    int flat = 0, all = 0;
    for (const SurfaceEdge& e : s.edges) flat += e.plane != no_facet_index, ++all;
    EXPECT_EQ(all - flat, 6 + 4 * 6);  // the ridge and the border
    for (const Vec3<double>& n : s.normals) EXPECT_NEAR(length(n), 1, 1e-15);
  }
}

/// A bend too small to see from edge to edge is no plane all around.
TEST(FacetSurface, PlanesDoNotDriftAroundABend) {
  Mesh strip;
  for (int k = 0; k <= 2000; ++k) {
    const double angle = k * 1e-3;
    for (const double y : {0.0, 0.01}) strip.vertices.push_back({std::cos(angle), y, std::sin(angle)});
    if (k == 0) continue;
    const auto v = static_cast<std::uint32_t>(2 * k);
    strip.triangles.push_back({v - 2, v, v + 1}), strip.triangles.push_back({v - 2, v + 1, v - 1});
  }
  const host::FacetSurface s = surface_of(strip, 1e-5);
  EXPECT_GT(s.normals.size(), 100u);
  EXPECT_LT(s.normals.size(), 1000u);
  for (const SurfaceFacet& f : s.facets) {
    for (int k = 0; k < 3; ++k) {
      double off = 1;
      for (const SurfaceFacet& g : s.facets) {
        if (g.plane == f.plane)
          off = std::min(off, std::abs(dot(s.points[f.vertex[k]] - s.points[g.vertex[0]], s.normals[f.plane])));
      }
      EXPECT_LE(off, 2e-5);
    }
  }
}

TEST(FacetSurface, ScalesByAPowerOfTwoSoThatItsSizeIsAboutOne) {
  for (const double scale : {1e-30, 1e-3, 1.0, 1e20}) {
    Mesh mesh = test::ball_mesh(2, round_ball);
    for (auto& v : mesh.vertices) v = v * scale;
    const host::FacetSurface s = surface_of(mesh);
    EXPECT_GE(s.head.size, 1);
    EXPECT_LT(s.head.size, 2);
    EXPECT_TRUE(s.head.solid);
  }
}

}  // namespace
}  // namespace abut
