#include "abut/surface/surface_mesh.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "abut/surface/surface_mass.h"
#include "tests/support/complaint.h"
#include "tests/surface/contact_cases.h"
#include "tests/surface/round_cases.h"

namespace abut {
namespace {

/// A ball of which all four edges of the domain are one point.
NurbsSurface balloon() {
  NurbsSurface out{{2, {0, 0, 0, 1, 2, 2, 2}}, {2, {0, 0, 0, 1, 2, 2, 2}}, std::vector<Vec3<double>>(16, {0, 0, -1})};
  const double x[2] = {-2, 2};
  for (const std::size_t i : {1, 2}) {
    for (const std::size_t j : {1, 2}) out.points[4 * i + j] = {x[i - 1], x[j - 1], 3};
  }
  return out;
}

/// V - E + F of a closed mesh.
std::int64_t euler_number(const Mesh& mesh) {
  return static_cast<std::int64_t>(mesh.vertices.size()) - static_cast<std::int64_t>(mesh.triangles.size()) / 2;
}

TEST(SurfaceMesh, AClosedSurfaceGivesAClosedOutwardManifold) {
  struct Case {
    const char* name;
    NurbsSurface surface;
    std::int64_t euler;
  };
  test::Random random(7);
  std::vector<Case> cases{{"sphere", test::unit_sphere(), 2},
                          {"torus", test::torus(3, 1), 0},
                          {"box", box_surface({1, 2, 3}), 2},
                          {"ball", test::lumpy_ball(3, 3), 2},
                          {"ball of degree 7", test::lumpy_ball(4, 7), 2},
                          {"grain", test::grain(random, 8, 10, 0.2), 2},
                          {"balloon", balloon(), 2}};
  for (std::size_t k = 0, count = cases.size(); k < count; ++k) {
    cases.push_back({"exchanged", turned_inside_out(test::exchanged(cases[k].surface)), cases[k].euler});
  }
  for (const Case& c : cases) {
    for (const auto& [along_u, along_v] : std::vector<std::pair<int, int>>{{1, 1}, {2, 3}, {5, 1}}) {
      const Mesh mesh = surface_mesh(c.surface, along_u, along_v);
      const MeshReport report = examine(mesh);
      EXPECT_TRUE(report.outward) << c.name << " " << along_u << " " << along_v;
      EXPECT_EQ(report.non_manifold_edges, 0u) << c.name;
      EXPECT_EQ(report.duplicate_vertices, 0u) << c.name;
      EXPECT_EQ(report.unused_vertices, 0u) << c.name;
      EXPECT_EQ(report.components, 1u) << c.name;
      EXPECT_EQ(euler_number(mesh), c.euler) << c.name << " " << along_u << " " << along_v;
    }
  }
}

TEST(SurfaceMesh, ItsVolumeComesNearTheSurfacesByTheSquareOfTheSteps) {
  test::Random random(8);
  for (const NurbsSurface& surface :
       {test::unit_sphere(), test::torus(2, 0.5), test::lumpy_ball(5, 3), test::grain(random, 9, 12, 0.3)}) {
    const MassProperties of = mass_properties(surface);
    double before = 0;
    for (const int per_span : {4, 8, 16}) {
      const MassProperties m = mass_properties(surface_mesh(surface, per_span, per_span));
      const double off = std::abs(m.volume - of.volume);
      if (before > 0) {
        EXPECT_NEAR(off / before, 0.25, 0.06) << per_span;
      }
      before = off;
      EXPECT_LT(length(m.centre - of.centre), 2.0 / (per_span * per_span));
    }
    EXPECT_LT(before, 5e-3 * of.volume);
  }
}

TEST(SurfaceMesh, ABoxIsItselfByItsFewestTriangles) {
  const Mesh mesh = surface_mesh(box_surface({1, 2, 3}), 1, 1);
  EXPECT_EQ(mesh.vertices.size(), 10u);  // its corners, and the poles on two faces
  EXPECT_DOUBLE_EQ(mass_properties(mesh).volume, 48);
}

TEST(SurfaceMesh, OpenEdgesStayOpen) {
  const Mesh square = surface_mesh(test::flat_square(2), 3, 2);
  EXPECT_EQ(square.vertices.size(), 4u * 3);
  EXPECT_EQ(square.triangles.size(), 2u * 3 * 2);
  EXPECT_EQ(examine(square).boundary_edges, 2u * (3 + 2));
  const Mesh tube = surface_mesh(test::cylinder(2), 2, 1);
  EXPECT_EQ(tube.vertices.size(), 2u * 8);
  EXPECT_EQ(examine(tube).boundary_edges, 2u * 8);
}

TEST(SurfaceMesh, TrianglesAreCounterClockwiseSeenFromWhereTheNormalPoints) {
  const NurbsSurface roof{
      {1, {0, 0, 1, 1}}, {2, {0, 0, 0, 1, 1, 1}}, {{0, 0, 0}, {0, 1, 1}, {0, 2, 0}, {1, 0, 0}, {1, 1, 1}, {1, 2, 0}}};
  for (const NurbsSurface& surface : {roof, turned_inside_out(roof)}) {
    const Vec3<double> normal = unit_normal(point_at(surface, 0.5, 0.5 * (surface.v.begin() + surface.v.end())));
    const Mesh mesh = surface_mesh(surface, 2, 4);
    for (const auto& t : mesh.triangles) {
      const Vec3<double> a = mesh.vertices[t[0]];
      EXPECT_GT(dot(cross(mesh.vertices[t[1]] - a, mesh.vertices[t[2]] - a), normal), 0);
    }
  }
}

TEST(SurfaceMesh, ParametersAreEvenWithinEachSpanThatIsNotEmpty) {
  const SplineDirection d{2, {-1, -0.5, 0, 0.1, 0.1, 1, 1.5, 2}};
  EXPECT_EQ(spread_parameters(d, 1), (std::vector<double>{0, 0.1, 1}));
  const std::vector<double> four = spread_parameters(d, 4);
  ASSERT_EQ(four.size(), 9u);
  EXPECT_EQ(four[4], 0.1);
  EXPECT_DOUBLE_EQ(four[1], 0.025);
  EXPECT_DOUBLE_EQ(four[6], 0.55);
  EXPECT_EQ(four.back(), 1);
}

TEST(SurfaceMesh, RefusesWhatIsNotAllowed) {
  const NurbsSurface square = test::flat_square(1);
  EXPECT_EQ(test::complaint([&] { surface_mesh(square, 0, 1); }),
            "spread_parameters: per_span is 0; allowed are 1 to 1024");
  EXPECT_EQ(test::complaint([&] { surface_mesh(square, 1, 1025); }),
            "spread_parameters: per_span is 1025; allowed are 1 to 1024");
  EXPECT_EQ(test::complaint([&] { spread_parameters(square.u, -1); }),
            "spread_parameters: per_span is -1; allowed are 1 to 1024");
  EXPECT_EQ(test::complaint([&] { spread_parameters(square.u, 1024); }), "");
  NurbsSurface wide{{1, {0}}, {1, {0}}, std::vector<Vec3<double>>(65 * 65)};
  for (SplineDirection* d : {&wide.u, &wide.v}) {
    for (int k = 0; k < 65; ++k) d->knots.push_back(k);
    d->knots.push_back(64);
  }
  for (std::size_t i = 0; i < wide.points.size(); ++i) {
    wide.points[i] = {static_cast<double>(i / 65), static_cast<double>(i % 65), 0};
  }
  EXPECT_EQ(test::complaint([&] { surface_mesh(wide, 1024, 1024); }),
            "surface_mesh: the grid has 65537 x 65537 points; allowed are 4294967295 in all");
  wide.points.pop_back();
  EXPECT_NE(test::complaint([&] { surface_mesh(wide, 1, 1); }).find("NurbsSurface: points are 4224"),
            std::string::npos);
}

}  // namespace
}  // namespace abut
