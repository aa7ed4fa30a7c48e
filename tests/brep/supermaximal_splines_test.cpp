// Supermaximal features of NURBS: by the same data, and where they go on into one another.
#include <gtest/gtest.h>

#include <cmath>

#include "abut/brep/supermaximal.h"
#include "tests/brep/brep_parts.h"
#include "tests/brep/made_breps.h"

namespace abut {
namespace {

TEST(SupermaximalSplines, OtherSurfacesAreOneBySameData) {
  Brep brep = test::spline_tube();
  const Brep once = brep;
  BrepFace again = brep.faces[0];
  brep.faces.push_back(again);
  brep.shells[0].faces = 2;
  EXPECT_EQ(supermaximal_features(brep).face_count(), 1u);
  brep.nurbs_surfaces.push_back(brep.nurbs_surfaces[0]);
  brep.surfaces.push_back(brep.surfaces[0]);
  brep.surfaces.back().nurbs = 1;
  brep.faces[1].surface = 1;
  EXPECT_EQ(supermaximal_features(brep).face_count(), 1u);
  brep.nurbs_surfaces[1].points[3].x += 1e-4;
  EXPECT_EQ(supermaximal_features(brep).face_count(), 2u);
  brep.nurbs_surfaces[1] = brep.nurbs_surfaces[0];
  brep.faces[1].reversed = true;
  EXPECT_EQ(supermaximal_features(brep).face_count(), 2u);
}

/// A strip of two squares whose common border is cut in two NURBS edges that go on straight, or by a corner.
Brep two_strips(double corner) {
  Brep brep;
  test::BrepParts parts(brep);
  const Vec3<double> at[3] = {{0, 0, 0}, {1, 0, 0}, {2, corner, 0}};
  std::vector<std::uint32_t> v;
  for (const auto& p : at) v.push_back(parts.vertex(p));
  const std::uint32_t low[2] = {parts.vertex({2, -1, 0}), parts.vertex({0, -1, 0})};
  const std::uint32_t high[2] = {parts.vertex({2, 1, 1}), parts.vertex({0, 1, 1})};
  std::uint32_t border[2];
  for (std::uint32_t k = 0; k < 2; ++k) {
    brep.nurbs_curves.push_back({{1, {0, 0, 1, 1}}, {at[k], at[k + 1]}});
    BrepCurve c;
    c.kind = BrepCurveKind::nurbs, c.nurbs = k;
    brep.curves.push_back(c);
    border[k] = parts.edge(k, 0, 1, v[k], v[k + 1]);
  }
  const auto straight = [&](std::uint32_t e) { return parts.straight(e, false, {0, 0}, {1, 0}); };
  const std::uint32_t a = parts.line(v[2], low[0]), b = parts.line(low[0], low[1]), c = parts.line(low[1], v[0]);
  const std::uint32_t d = parts.line(v[2], high[0]), e = parts.line(high[0], high[1]), f = parts.line(high[1], v[0]);
  BrepSurface tilted;
  tilted.frame = {{0, 0, 0}, {1, 0, 0}, {0, std::sqrt(0.5), std::sqrt(0.5)}, {0, -std::sqrt(0.5), std::sqrt(0.5)}};
  parts.face({}, false, {{straight(border[0]), straight(border[1]), straight(a), straight(b), straight(c)}});
  parts.face(tilted, false, {{straight(border[0]), straight(border[1]), straight(d), straight(e), straight(f)}});
  parts.shell(0, false);
  return brep;
}

TEST(SupermaximalSplines, SplinesThatGoOnAreOneEdge) {
  const SupermaximalFeatures straight = supermaximal_features(two_strips(0));
  EXPECT_EQ(straight.edge_of[0], straight.edge_of[1]);
  EXPECT_EQ(straight.edge_offsets[1], 2u);
  EXPECT_EQ(straight.interval_offsets[1], 2u);
  EXPECT_EQ(straight.vertex_of[1], no_brep_index);
  const SupermaximalFeatures cornered = supermaximal_features(two_strips(0.1));
  EXPECT_NE(cornered.edge_of[0], cornered.edge_of[1]);
  EXPECT_NE(cornered.vertex_of[1], no_brep_index);
  EXPECT_EQ(straight.sides[1][1], no_brep_index);  // beyond an end of the strips
}

}  // namespace
}  // namespace abut
