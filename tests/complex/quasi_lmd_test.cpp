#include "abut/complex/quasi_lmd.h"

#include <gtest/gtest.h>

#include <cmath>

#include "abut/complex/placed_complexes.h"
#include "tests/complex/cell_surface.h"
#include "tests/complex/complex_scene.h"

namespace abut {
namespace {

/// Two complexes placed, for single pairs of simplices.
struct Two {
  test::ComplexScene scene;
  PlacedComplexes at;

  Two(const SimplicialComplex& a, const SimplicialComplex& b, const Pose& pose, double theta = 0) {
    scene.add(a, {.dilation = 0.01}), scene.add(b, {.dilation = 0.01}, pose);
    at.pair.a = scene.complexes.view(0), at.pair.b = scene.complexes.view(1);
    place_complexes(scene.bodies.parts(), {0, 1}, {100, std::sin(theta), 1e-6}, at);
  }
  static std::uint32_t find(const ComplexView<double>& view, int dimension, std::uint32_t id) {
    std::uint32_t i = 0;
    while (view.simplices[i].dimension != dimension || view.simplices[i].id != id) ++i;
    return i;
  }
  /// Of simplices by dimension and number.
  bool ask(std::array<std::uint32_t, 2> a, std::array<std::uint32_t, 2> b, QuasiLmd<double>& out) const {
    return quasi_lmd(at.pair, find(at.pair.a, static_cast<int>(a[0]), a[1]),
                     find(at.pair.b, static_cast<int>(b[0]), b[1]), out);
  }
};

SimplicialComplex wire(const Vec3<double>& p, const Vec3<double>& q) { return {{p, q}, {}, {{0, 1}}, {}, {}}; }
SimplicialComplex point() { return {{{0, 0, 0}}, {0}, {}, {}, {}}; }

TEST(QuasiLmd, APointMeetsTheEndAndTheMiddleOfAWireInTheirOwnRegions) {
  QuasiLmd<double> found;
  const SimplicialComplex along = wire({-1, 0, 0}, {1, 0, 0});
  const Two over(along, point(), {{0.5, 0, 2}});
  ASSERT_TRUE(over.ask({1, 0}, {0, 0}, found));
  EXPECT_NEAR(found.distance * over.at.unit, 2, 1e-14);
  EXPECT_NEAR(found.normal.z, 1, 1e-14);
  EXPECT_TRUE(found.is_lmd);
  EXPECT_FALSE(over.ask({0, 0}, {0, 0}, found));
  EXPECT_FALSE(over.ask({0, 1}, {0, 0}, found));
  const Two beyond(along, point(), {{3, 0, 0.5}});
  EXPECT_FALSE(beyond.ask({1, 0}, {0, 0}, found));
  ASSERT_TRUE(beyond.ask({0, 1}, {0, 0}, found));
  EXPECT_NEAR(found.distance * beyond.at.unit, std::hypot(2, 0.5), 1e-14);
}

TEST(QuasiLmd, CrossedWiresMeetAndParallelOnesHaveNoUniqueNearestPoints) {
  QuasiLmd<double> found;
  const SimplicialComplex along = wire({-1, 0, 0}, {1, 0, 0});
  const Two crossed(along, wire({0, -1, 0}, {0, 1, 0}), {{0.25, 0.5, 3}});
  ASSERT_TRUE(crossed.ask({1, 0}, {1, 0}, found));
  EXPECT_NEAR(found.distance * crossed.at.unit, 3, 1e-14);
  EXPECT_NEAR(found.point_a.x * crossed.at.unit, 0.25, 1e-14);
  EXPECT_FALSE(Two(along, along, {{0, 0, 1}}).ask({1, 0}, {1, 0}, found));
  EXPECT_FALSE(Two(along, wire({-1, 0, 0}, {1, 1e-7, 0}), {{0, 0, 1}}).ask({1, 0}, {1, 0}, found));
}

TEST(QuasiLmd, WhatHasNoDistanceHasNoNormalAndIsNone) {
  QuasiLmd<double> found;
  const SimplicialComplex along = wire({-1, 0, 0}, {1, 0, 0});
  EXPECT_FALSE(Two(along, wire({0, -1, 0}, {0, 1, 0}), {{0.25, 0.5, 0}}).ask({1, 0}, {1, 0}, found));
  EXPECT_FALSE(Two(point(), point(), {}).ask({0, 0}, {0, 0}, found));
  ASSERT_TRUE(Two(point(), point(), {{0, 0, 1e-9}}).ask({0, 0}, {0, 0}, found));
  EXPECT_NEAR(found.normal.z, 1, 1e-15);
}

TEST(QuasiLmd, ACornerIsWidenedByThetaAndNoMore) {
  QuasiLmd<double> found;
  // A cube over a sheet, turned about y: the upper two of its lower corners lean by the angle.
  const auto asked = [&](double angle, double theta) {
    const double c = std::cos(angle / 2), s = std::sin(angle / 2);
    const Two two(test::box_surface(0.25, 0.25, 0.25), test::flat_plate(1, 4),
                  Pose{{0.03, -0.1, -0.5}, rotation_from_quaternion(c, 0, s, 0)}, theta);
    int corners = 0;
    for (std::uint32_t v = 0; v < 8; ++v) {
      for (std::uint32_t t : {0u, 1u}) corners += two.ask({0, v}, {2, t}, found) ? 1 : 0;
    }
    return corners;
  };
  EXPECT_EQ(asked(0.05, 0.0), 2);
  EXPECT_EQ(asked(0.05, 0.0499), 2);
  EXPECT_EQ(asked(0.05, 0.0501), 4);
  EXPECT_EQ(asked(0.05, 0.3), 4);
}

TEST(QuasiLmd, TheConeOfRevolutionBoundsWhatTheSidesLetThrough) {
  // A corner between three facets of a needle: its polar is narrow, and the sides' slabs, widened, meet far out.
  ComplexPair<double> pair{};
  pair.sine_theta = std::sin(0.1), pair.cosine_theta = std::cos(0.1), pair.tolerance = 1e-6;
  PolarCone<double> cone{{0, 0, 1}, std::cos(0.2), std::sin(0.2), false};
  const auto at = [](double angle) { return Vec3<double>{std::sin(angle), 0, std::cos(angle)}; };
  using quasi_lmd_detail::in_cone;
  EXPECT_TRUE(in_cone(pair, cone, at(0.1999), false));
  EXPECT_FALSE(in_cone(pair, cone, at(0.2001), false));
  EXPECT_TRUE(in_cone(pair, cone, at(0.2999), true));
  EXPECT_FALSE(in_cone(pair, cone, at(0.3001), true));
  EXPECT_FALSE(in_cone(pair, cone, at(M_PI), true));
  EXPECT_FALSE(in_cone(pair, cone, at(M_PI - 0.1), false));
  cone.two_sided = true;
  EXPECT_TRUE(in_cone(pair, cone, at(M_PI - 0.1), false));
  cone = {{0, 0, 1}, std::cos(2.0), std::sin(2.0), false};
  EXPECT_TRUE(in_cone(pair, cone, at(1.9999), false));
  EXPECT_FALSE(in_cone(pair, cone, at(2.0001), false));
  EXPECT_TRUE(in_cone(pair, cone, at(2.0999), true));
  EXPECT_FALSE(in_cone(pair, cone, at(2.1001), true));
  cone = {{0, 0, 1}, std::cos(3.1), std::sin(3.1), false};
  EXPECT_TRUE(in_cone(pair, cone, at(M_PI), true));
  EXPECT_TRUE(in_cone(pair, {{0, 0, 1}, -1, 0, false}, at(M_PI), false));
}

}  // namespace
}  // namespace abut
