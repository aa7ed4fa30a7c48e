// Supermaximal edges and vertices: which curves are one, how intervals unite, and which poles are corners.
#include <gtest/gtest.h>

#include <cmath>

#include "abut/brep/supermaximal.h"
#include "host/brep/same_geometry.h"
#include "tests/brep/brep_parts.h"
#include "tests/brep/made_breps.h"

namespace abut {
namespace {

constexpr double pi = M_PI;

TEST(SupermaximalEdges, ArcsThatMeetAcrossTheirPeriodAreOneInterval) {
  for (const double first : {-0.5, 2.8, 1.0}) {
    test::Profile loop = test::circle({0, 0}, 1, 1, 2, first);
    const Vec2<double> from = loop.front().from, to = loop.back().to;
    loop.push_back({to, {0, 0}});
    loop.push_back({{0, 0}, from});
    Brep brep;
    test::add_prism(brep, {loop}, 0, 1);
    const SupermaximalFeatures f = supermaximal_features(brep);
    int arcs = 0;
    for (const EdgeInterval& i : f.intervals) {
      if (brep.curves[i.curve].kind != BrepCurveKind::circle) continue;
      ++arcs;
      EXPECT_NEAR(i.end - i.begin, 1, 1e-12) << first;
    }
    EXPECT_EQ(arcs, 2) << first;  // below and above
    EXPECT_EQ(f.vertices.size(), 6u);
  }
}

TEST(SupermaximalEdges, AxesThatCrossInTheMiddleAreTwo) {
  for (const double tilt : {0.0, 1e-3}) {
    Brep brep;
    test::add_prism(brep, {test::circle({0, 0}, 1, 2 * pi, 2)}, 0, 1);
    test::add_prism(brep, {test::circle({0, 0}, 1, 2 * pi, 2)}, 3, 4);
    for (std::size_t s = 4; s < brep.surfaces.size(); ++s) {
      BrepSurface& of = brep.surfaces[s];
      if (of.kind != BrepSurfaceKind::cylinder) continue;
      of.frame.x = {std::cos(tilt), 0, -std::sin(tilt)}, of.frame.z = {std::sin(tilt), 0, std::cos(tilt)};
      of.frame.origin = Vec3<double>{0, 0, 2} + of.frame.z;
    }
    EXPECT_EQ(supermaximal_features(brep, {.angle = 1e-2}).face_count(), tilt > 0 ? 6u : 5u);
  }
}

TEST(SupermaximalEdges, EllipsesAreOneWhereTheirAxesAre) {
  Brep brep;
  BrepCurve c;
  c.kind = BrepCurveKind::ellipse, c.radius = 2, c.minor_radius = 1;
  brep.curves = {c, c, c};
  brep.curves[1].frame.x = {0, 1, 0}, brep.curves[1].frame.y = {-1, 0, 0};
  brep.curves[2].frame.x = {-1, 0, 0}, brep.curves[2].frame.z = {0, 0, -1};
  const host::Sameness same{1e-6, 1e-6, {0, 0, 0}, 4};
  EXPECT_FALSE(host::same_curve(brep, 0, 1, same));
  const auto map = host::same_curve(brep, 0, 2, same);
  ASSERT_TRUE(map);
  for (const double t : {0.0, 0.4, 2.0, 5.0}) {
    const auto a = curve_point_at(brep, 0, map->sign * t + map->shift), b = curve_point_at(brep, 2, t);
    EXPECT_LT(length(a.point - b.point), 1e-14);
  }
}

/// A profile from the ring at radius 1 to the axis, turned once round.
Brep turned(const NurbsSpaceCurve& profile) {
  Brep brep;
  brep.nurbs_curves = {profile};
  BrepCurve c;
  c.kind = BrepCurveKind::nurbs, c.nurbs = 0;
  brep.curves = {c};
  BrepSurface s;
  s.kind = BrepSurfaceKind::revolution, s.profile = 0;
  test::BrepParts parts(brep);
  const std::uint32_t foot = parts.vertex({1, 0, 0}), top = parts.vertex({0, 0, 1});
  const std::uint32_t ring = parts.arc({}, 1, 0, 2 * pi, foot, foot), seam = parts.edge(0, 0, 1, foot, top);
  parts.face(s, false,
             {{parts.straight(ring, false, {0, 0}, {2 * pi, 0}), parts.straight(seam, false, {2 * pi, 0}, {2 * pi, 1}),
               parts.straight(parts.pole(0, 2 * pi, top), true, {0, 1}, {2 * pi, 1}),
               parts.straight(seam, true, {0, 0}, {0, 1})}});
  parts.shell(0, false);
  return brep;
}

TEST(SupermaximalEdges, PolesOfOtherSurfacesAreCornersWhereNormalsJump) {
  const Brep dome = turned({{2, {0, 0, 0, 1, 1, 1}}, {{1, 0, 0}, {1, 0, 1}, {0, 0, 1}}, {1, std::sqrt(0.5), 1}});
  const Brep spike = turned({{1, {0, 0, 1, 1}}, {{1, 0, 0}, {0, 0, 1}}});
  for (const Brep& brep : {dome, spike}) {
    EXPECT_EQ(supermaximal_features(brep).face_count(), 1u);
    EXPECT_EQ(supermaximal_features(brep).edge_count(), 1u);
    const TrimmedDomain domain(brep, 0);
    ASSERT_EQ(domain.status(), TrimStatus::ok) << domain.fault();
    EXPECT_EQ(domain.side_of(1, 1, 1e-6), TrimSide::inside);
    EXPECT_EQ(domain.side_of(0, 0.5, 1e-6), TrimSide::inside);
  }
  EXPECT_EQ(supermaximal_features(dome).vertices.size(), 0u);
  EXPECT_EQ(supermaximal_features(spike).vertices, (std::vector<std::uint32_t>{1}));
}

}  // namespace
}  // namespace abut
