// Domains of supermaximal faces against those of the faces that they are made of.
#include <gtest/gtest.h>

#include <cmath>

#include "abut/brep/supermaximal.h"
#include "tests/brep/brep_parts.h"
#include "tests/brep/made_breps.h"

namespace abut {
namespace {

constexpr double pi = M_PI;

/// A point on a face at random, by its own domain.
bool point_on(const Brep& brep, const TrimmedDomain& domain, std::uint32_t face, test::Random& random,
              Vec3<double>& p) {
  const TrimBox b = domain.box();
  for (int k = 0; k < 100; ++k) {
    const double u = random.uniform(b.begin_u, b.end_u), v = random.uniform(b.begin_v, b.end_v);
    if (domain.side_of(u, v, 1e-6) != TrimSide::inside) continue;
    p = surface_point_at(brep, brep.faces[face].surface, u, v).point;
    return true;
  }
  return false;
}

/// A supermaximal domain holds a point of its surface where one of its faces does.
void expect_union(const Brep& brep, test::Random& random) {
  const SupermaximalFeatures f = supermaximal_features(brep);
  std::vector<TrimmedDomain> own;
  for (std::uint32_t k = 0; k < brep.faces.size(); ++k) own.emplace_back(brep, k);
  for (std::uint32_t g = 0; g < f.face_count(); ++g) {
    const SupermaximalDomain all(brep, f, g);
    ASSERT_EQ(all.status(), TrimStatus::ok) << all.fault();
    const std::uint32_t first = f.face_offsets[g], last = f.face_offsets[g + 1];
    const std::uint32_t reference = brep.faces[f.faces[first]].surface;
    for (std::uint32_t k = first; k < last; ++k) {
      const std::uint32_t surface = brep.faces[f.faces[k]].surface;
      for (int round = 0; round < 30; ++round) {
        Vec3<double> p;
        ASSERT_TRUE(point_on(brep, own[f.faces[k]], f.faces[k], random, p));
        const NearestParameters at = nearest_parameters(brep, reference, p);
        EXPECT_LT(at.distance, 1e-12);
        EXPECT_EQ(all.side_of(at.u, at.v, 1e-9), TrimSide::inside) << g << " of " << k;
        if (f.charts[k] != 0) continue;
        const NearestParameters of = nearest_parameters(brep, surface, p);
        const Vec2<double> mapped = f.maps[k](of.u, of.v);
        EXPECT_LT(length(surface_point_at(brep, reference, mapped.x, mapped.y).point - p), 1e-12);
      }
    }
    const TrimBox b = all.charts()[0].box();
    for (int round = 0; round < 100; ++round) {
      const double u = random.uniform(b.begin_u - 1, b.end_u + 1), v = random.uniform(b.begin_v - 1, b.end_v + 1);
      const TrimSide side = all.side_of(u, v, 1e-6);
      const bool sphere = brep.surfaces[reference].kind == BrepSurfaceKind::sphere;
      if (side == TrimSide::boundary || (sphere && std::abs(v) > 1.57)) continue;
      const Vec3<double> p = surface_point_at(brep, reference, u, v).point;
      int inside = 0, near = 0;
      for (std::uint32_t k = first; k < last; ++k) {
        const NearestParameters at = nearest_parameters(brep, brep.faces[f.faces[k]].surface, p);
        const TrimSide of = own[f.faces[k]].side_of(at.u, at.v, 1e-6);
        inside += of == TrimSide::inside, near += of == TrimSide::boundary;
      }
      if (near == 0) {
        EXPECT_EQ(inside, side == TrimSide::inside ? 1 : 0) << g << " at " << u << ", " << v;
      }
    }
  }
}

TEST(SupermaximalDomain, DomainsAreUnionsOfThoseOfTheirFaces) {
  test::Random random(2);
  for (const Brep& brep : test::bodies_of_all_kinds(1)) {
    expect_union(brep, random);
    expect_union(test::reframed(brep, random), random);
    expect_union(test::moved(test::reframed(brep, random), {random.in_cube(), random.rotation()}), random);
  }
}

TEST(SupermaximalDomain, HalvesOfASphereByOtherAxesAreOneWhole) {
  test::Random random(3);
  for (int round = 0; round < 10; ++round) {  // frames of either hand
    const Brep made = test::two_half_balls_by_other_axes(), brep = round == 0 ? made : test::reframed(made, random);
    const SupermaximalFeatures f = supermaximal_features(brep);
    ASSERT_EQ(f.face_count(), 1u);
    EXPECT_EQ(f.edge_count() + f.vertices.size(), 0u);
    EXPECT_EQ(f.charts, (std::vector<std::uint32_t>{0, 1}));
    const SupermaximalDomain all(brep, f, 0);
    ASSERT_EQ(all.status(), TrimStatus::ok) << all.fault();
    for (int k = 0; k < 500; ++k)
      EXPECT_EQ(all.side_of(random.uniform(0, 2 * pi), random.uniform(-pi / 2, pi / 2), 1e-6), TrimSide::inside);
    for (int k = 0; k < 50; ++k) EXPECT_EQ(all.side_of(random.uniform(0, 2 * pi), 0, 1e-9), TrimSide::inside);
    Brep hollow = brep;
    hollow.faces[1].reversed = !hollow.faces[1].reversed;
    EXPECT_EQ(supermaximal_features(hollow).face_count(), 2u);
  }
}

TEST(SupermaximalDomain, TipsAndPolesWithoutEdgesAreInside) {
  const Brep cone = test::without_poles(test::frustum(1, 0, 2, 3));
  const SupermaximalFeatures f = supermaximal_features(cone);
  EXPECT_EQ(f.vertices.size(), 1u);
  const SupermaximalDomain side(cone, f, f.face_of[3]);
  ASSERT_EQ(side.status(), TrimStatus::ok) << side.fault();
  const double tip = std::sqrt(5.0);
  for (const double u : {0.0, 0.5, 2 * pi / 3, 4.0}) {
    EXPECT_EQ(side.side_of(u, tip, 1e-6), TrimSide::inside);
    EXPECT_EQ(side.side_of(u, std::nextafter(tip, 3), 0), TrimSide::inside);
    EXPECT_EQ(side.side_of(u, tip + 1e-3, 0), TrimSide::outside);
  }
  const Brep ball = test::without_poles(test::ball(1, 3));
  EXPECT_TRUE(SupermaximalDomain(ball, supermaximal_features(ball), 0).charts()[0].is_whole());
}

/// The second face's cone is told from beyond the tip: there its radius is below 0, and angles are half a turn away.
TEST(SupermaximalDomain, AConeMayBeToldFromEitherSideOfItsTip) {
  BrepSurface a, b;
  const double angle = 0.3, height = 2, tip = -1 / std::tan(angle), shift = (height - tip) / std::cos(angle);
  a.kind = b.kind = BrepSurfaceKind::cone;
  a.radius = 1, a.half_angle = angle;
  b.radius = height * std::tan(angle), b.half_angle = -angle, b.frame.origin = {0, 0, tip - height};
  Brep brep;
  test::BrepParts parts(brep);
  brep.surfaces = {a};
  const auto corner = [&](double u, double v) { return parts.vertex(surface_point_at(brep, 0, u, v).point); };
  const std::uint32_t low = corner(1, 0), high = corner(1, 1), shared = parts.line(low, high);
  const auto side = [&](Vec2<double> from, Vec2<double> to) {
    return parts.straight(parts.arc({}, 1, 0, 1, low, high), false, from, to);
  };
  parts.face(a, false,
             {{side({0, 0}, {1, 0}), parts.straight(shared, false, {1, 0}, {1, 1}), side({1, 1}, {0, 1}),
               side({0, 1}, {0, 0})}});
  const double begin = 1 + pi, end = 2 + pi;
  parts.face(
      b, false,
      {{side({begin, shift}, {end, shift}), side({end, shift}, {end, shift + 1}),
        side({end, shift + 1}, {begin, shift + 1}), parts.straight(shared, true, {begin, shift}, {begin, shift + 1})}});
  const SupermaximalFeatures f = supermaximal_features(brep);
  ASSERT_EQ(f.face_count(), 1u);
  const Vec2<double> at = f.maps[1](begin + 0.5, shift + 0.25);
  EXPECT_LT(
      length(surface_point_at(brep, 1, at.x, at.y).point - surface_point_at(brep, 2, begin + 0.5, shift + 0.25).point),
      1e-13);
  const SupermaximalDomain domain(brep, f, 0);
  ASSERT_EQ(domain.status(), TrimStatus::ok) << domain.fault();
  for (const double u : {0.5, 1.0, 1.5}) EXPECT_EQ(domain.side_of(u, 0.5, 1e-6), TrimSide::inside);
  for (const double u : {-0.5, 2.5, 1.5 + pi}) EXPECT_EQ(domain.side_of(u, 0.5, 1e-6), TrimSide::outside);
}

TEST(SupermaximalDomain, AreasOfDomainsAreSumsOfThoseOfFaces) {
  const Brep brep = test::plates_on_one_axis(1);
  const SupermaximalFeatures f = supermaximal_features(brep);
  double area = 0;
  constexpr int cells = 120;
  for (std::uint32_t g = 0; g < f.face_count(); ++g) {
    const SupermaximalDomain domain(brep, f, g);
    const TrimBox b = domain.charts()[0].box();
    const double du = (b.end_u - b.begin_u) / cells, dv = (b.end_v - b.begin_v) / cells;
    const std::uint32_t surface = brep.faces[f.faces[f.face_offsets[g]]].surface;
    for (int i = 0; i < cells * cells; ++i) {
      const double u = b.begin_u + (i % cells + 0.5) * du, v = b.begin_v + (i / cells + 0.5) * dv;
      if (domain.side_of(u, v, 0) != TrimSide::inside) continue;
      const SurfaceJet<double> p = surface_point_at(brep, surface, u, v);
      area += length(cross(p.u, p.v)) * du * dv;
    }
  }
  const double expected = 2 * (2 * 12 + 14 - 4 * pi * 0.25 + 2 * pi);
  EXPECT_NEAR(area, expected, 5e-3 * expected);
}

}  // namespace
}  // namespace abut
