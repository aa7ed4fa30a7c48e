// Surfaces of faces as NURBS, against the parametrisations of brep.h, which have sines and cosines, and closed forms.
#include "abut/brep/brep_surfaces.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "abut/brep/brep_geometry.h"
#include "abut/surface/surface_mass.h"
#include "tests/brep/made_breps.h"
#include "tests/support/complaint.h"
#include "tests/surface/nurbs_cases.h"

namespace abut {
namespace {

using test::complaint;
constexpr double pi = std::numbers::pi;

std::vector<double> breaks(const SplineDirection& d) {
  std::vector<double> out(d.knots.begin() + d.degree, d.knots.begin() + static_cast<std::ptrdiff_t>(d.count()) + 1);
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

double size_of(const NurbsSurface& s) {
  double out = 0;
  for (const Vec3<double>& p : s.points) out = std::max(out, max_abs(p));
  return out;
}

/// At its breaks the parameters are those of the face's surface, and between them its points are on it.
void expect_same(const Brep& brep, const FaceSurface& of) {
  const BrepFace& face = brep.faces[of.face];
  const NurbsSurface& s = of.surface;
  check(s);
  EXPECT_EQ(of.kind, brep.surfaces[face.surface].kind);
  const double size = size_of(s);
  const auto us = breaks(s.u), vs = breaks(s.v);
  for (const double u : us) {
    for (const double v : vs) {
      const double own_v = face.reversed ? -v : v;
      EXPECT_LE(length(point_at(s, u, v).point - surface_point_at(brep, face.surface, u, own_v).point), 1e-14 * size);
    }
  }
  for (std::size_t k = 0; k + 1 < us.size(); ++k) {
    for (std::size_t l = 0; l + 1 < vs.size(); ++l) {
      const double u = us[k] + 0.3 * (us[k + 1] - us[k]), v = vs[l] + 0.6 * (vs[l + 1] - vs[l]);
      const SurfaceJet<double> at = point_at(s, u, v);
      const NearestParameters on = nearest_parameters(brep, face.surface, at.point);
      EXPECT_LE(on.distance, 1e-13 * size) << "face " << of.face;
      EXPECT_GE(dot(unit_normal(at), outward_normal(brep, of.face, on.u, on.v)), 1 - 1e-12) << "face " << of.face;
    }
  }
}

TEST(BrepSurfaces, FacesOfEveryKindBecomeTheSameSurfaceWithItsNormalOutwards) {
  test::Random random(3);
  for (const double scale : {1.0, 1000.0}) {
    for (const Brep& body : test::bodies_of_all_kinds(scale)) {
      for (const Brep& told : {body, test::reframed(body, random)}) {
        const std::vector<FaceSurface> surfaces = surfaces_of(told);
        ASSERT_EQ(surfaces.size(), told.faces.size());
        for (std::uint32_t k = 0; k < surfaces.size(); ++k) {
          EXPECT_EQ(surfaces[k].face, k);
          EXPECT_EQ(surfaces[k].fault, "");
          expect_same(told, surfaces[k]);
        }
      }
    }
  }
}

TEST(BrepSurfaces, TurnedAndExtrudedSplinesBecomeTheSameSurface) {
  for (const Brep& body : {test::elliptic_tube(), test::spline_tube(), test::turned_spline()}) {
    const std::vector<FaceSurface> surfaces = surfaces_of(body);
    ASSERT_EQ(surfaces.size(), 1u);
    expect_same(body, surfaces[0]);
    EXPECT_FALSE(surfaces[0].trimmed);
  }
}

TEST(BrepSurfaces, WhatIsCutAwayIsTold) {
  const Brep block = test::block_with_hole(1);
  int trimmed = 0;
  for (const FaceSurface& s : surfaces_of(block)) {
    trimmed += s.trimmed ? 1 : 0;
    EXPECT_TRUE(s.kind == BrepSurfaceKind::plane || !s.trimmed) << "half of the hole, over half a turn";
  }
  EXPECT_EQ(trimmed, 2) << "the two planes with the hole";
  for (const FaceSurface& s : surfaces_of(test::box(1, 2, 3))) EXPECT_FALSE(s.trimmed);
  for (const FaceSurface& s : surfaces_of(test::cylinder(2, 5, 1)))
    EXPECT_EQ(s.trimmed, s.kind == BrepSurfaceKind::plane) << "a disc is less than its square";
  double area = 0;
  EXPECT_TRUE(surfaces_of(test::sheet_with_holes(area))[0].trimmed);
}

/// A face that has a spline from u = a to b and v = c to d, its sides parameter lines.
Brep rectangle_of(const NurbsSurface& spline, double a, double b, double c, double d, bool reversed) {
  Brep out;
  out.nurbs_surfaces.push_back(spline);
  const Vec2<double> corners[] = {{a, c}, {b, c}, {b, d}, {a, d}};
  for (const Vec2<double>& p : corners) out.vertices.push_back({point_at(spline, p.x, p.y).point, 1e-7});
  out.curves.push_back({});  // where edges are in space does not count here
  for (std::uint32_t k = 0; k < 4; ++k) {
    BrepParameterCurve side;
    side.origin = corners[k], side.x = corners[(k + 1) % 4] - corners[k];
    out.parameter_curves.push_back(side);
    out.edges.push_back({0, 0, 1, {k, (k + 1) % 4}, 1e-7});
    out.coedges.push_back({k, k, false});
  }
  BrepSurface surface;
  surface.kind = BrepSurfaceKind::nurbs, surface.nurbs = 0;
  out.surfaces.push_back(surface);
  out.loops.push_back({0, 4});
  out.faces.push_back({0, reversed, 0, 1, 1e-7});
  out.shells.push_back({0, 1, false});
  return out;
}

TEST(BrepSurfaces, ASplineUsedAsAWholeKeepsItsBitsAndAPartOfItItsPoints) {
  test::Random random(5);
  for (int k = 0; k < 20; ++k) {
    const NurbsSurface spline =
        test::random_surface(random, {2 + k % 4, k % 3 != 0, k % 4 == 0, k % 2 == 0}, {1 + k % 5});
    const double u0 = spline.u.begin(), du = spline.u.end() - u0, v0 = spline.v.begin(), dv = spline.v.end() - v0;
    const FaceSurface whole = surfaces_of(rectangle_of(spline, u0, u0 + du, v0, v0 + dv, false))[0];
    EXPECT_FALSE(whole.trimmed);
    EXPECT_EQ(whole.surface.u.knots, spline.u.knots);
    ASSERT_EQ(whole.surface.points.size(), spline.points.size());
    for (std::size_t i = 0; i < spline.points.size(); ++i) EXPECT_EQ(whole.surface.points[i].y, spline.points[i].y);
    const FaceSurface part =
        surfaces_of(rectangle_of(spline, u0 + 0.2 * du, u0 + 0.7 * du, v0 + 0.1 * dv, v0 + dv, false))[0];
    EXPECT_FALSE(part.trimmed) << "nothing of that rectangle";
    EXPECT_NEAR(part.surface.u.begin(), u0 + 0.2 * du, 1e-14 * du);
    EXPECT_NEAR(part.surface.u.end(), u0 + 0.7 * du, 1e-14 * du);
    EXPECT_NEAR(part.surface.v.begin(), v0 + 0.1 * dv, 1e-14 * dv);
    const double size = size_of(spline);
    for (const double s : {0.0, 0.13, 0.5, 0.77, 1.0}) {
      const double u = u0 + (0.2 + 0.5 * s) * du, v = v0 + (1 - 0.9 * s) * dv;
      EXPECT_LE(length(point_at(part.surface, u, v).point - point_at(spline, u, v).point), 1e-13 * size);
    }
  }
}

TEST(ClosedSurfaceOf, ASphereAndATorusEncloseTheirVolumesHoweverManyFacesTellThem) {
  for (const int sectors : {1, 2, 3}) {
    const NurbsSurface ball = closed_surface_of(test::ball(2, sectors));
    const MassProperties of_ball = mass_properties(ball);
    EXPECT_NEAR(of_ball.volume, 32 * pi / 3, 1e-12 * of_ball.volume) << sectors;
    const NurbsSurface ring = closed_surface_of(test::ring(3, 0.5, sectors));
    const MassProperties of_ring = mass_properties(ring);
    EXPECT_NEAR(of_ring.volume, 2 * pi * 3 * pi * 0.25, 1e-12 * of_ring.volume) << sectors;
    for (const auto& [s, outwards] : {std::pair{ball, 2.0}, std::pair{ring, 0.5}}) {
      const SurfaceJet<double> at = point_at(s, s.u.begin() + 0.3, 0.5 * (s.v.begin() + s.v.end()) + 0.2);
      const Vec3<double> flat{at.point.x, at.point.y, 0};
      const Vec3<double> middle = outwards == 2.0 ? Vec3<double>{0, 0, 0} : flat * (3 / length(flat));
      EXPECT_NEAR(length(at.point - middle), outwards, 1e-13);
      EXPECT_GE(dot(unit_normal(at), unit_vector(at.point - middle)), 1 - 1e-12);
    }
  }
  EXPECT_NEAR(mass_properties(closed_surface_of(test::two_half_balls_by_other_axes())).volume, 4 * pi / 3, 1e-11);
}

TEST(ClosedSurfaceOf, WhatIsNoClosedSurfaceIsNamed) {
  const auto told = [](const Brep& brep) { return complaint([&] { closed_surface_of(brep); }); };
  EXPECT_EQ(
      told(test::box(1, 2, 3)),
      "closed_surface_of: of the body's 6 faces, face 2 lies on another surface than face 1; allowed are faces of "
      "one surface that closes by itself");
  double area = 0;
  EXPECT_EQ(
      told(test::sheet_with_holes(area)),
      "closed_surface_of: parts of the surface of the body's face are cut away; allowed is a surface that is used "
      "as a whole");
  EXPECT_EQ(told(test::spline_tube()),
            "closed_surface_of: the surface of the body's face is open along v; allowed are ends that are the same, or "
            "one point each");
  EXPECT_EQ(told(Brep()), "closed_surface_of: the body has no face; allowed is one or more");
}

}  // namespace
}  // namespace abut
