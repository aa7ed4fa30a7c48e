#include "abut/surface/surface_mass.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "abut/core/error.h"
#include "tests/support/complaint.h"
#include "tests/surface/nurbs_cases.h"
#include "tests/surface/round_cases.h"

namespace abut {
namespace {

using test::Random;

constexpr double pi = 3.14159265358979323846;

TEST(SurfaceMass, ASphereHasItsClosedForm) {
  const MassProperties m = mass_properties(test::unit_sphere());
  EXPECT_NEAR(m.volume, 4 * pi / 3, 1e-13);
  EXPECT_LT(max_abs(m.centre), 1e-14);
  for (int i = 0; i < 9; ++i) EXPECT_NEAR(m.inertia.m[i], i % 4 == 0 ? 8 * pi / 15 : 0, 1e-13) << i;
}

TEST(SurfaceMass, AnEllipsoidHasItsClosedForm) {
  const Mat3<double> stretch{{2, 0, 0, 0, 3, 0, 0, 0, 0.5}};
  const MassProperties m = mass_properties(transformed(test::unit_sphere(), stretch, {5, -2, 1}));
  EXPECT_NEAR(m.volume, 4 * pi, 1e-12);
  EXPECT_LT(test::distance(m.centre, {5, -2, 1}), 1e-13);
  EXPECT_NEAR(m.inertia.m[0], 4 * pi / 5 * (9 + 0.25), 1e-11);
  EXPECT_NEAR(m.inertia.m[4], 4 * pi / 5 * (4 + 0.25), 1e-11);
  EXPECT_NEAR(m.inertia.m[8], 4 * pi / 5 * (4 + 9), 1e-11);
}

TEST(SurfaceMass, ATorusHasItsClosedForm) {
  const double radius = 3, tube = 0.75, volume = 2 * pi * pi * radius * tube * tube;
  NurbsSurface s = test::torus(radius, tube);
  const MassProperties m = mass_properties(s);
  EXPECT_NEAR(m.volume, volume, 1e-12 * volume);
  EXPECT_LT(max_abs(m.centre), 1e-13);
  EXPECT_NEAR(m.inertia.m[8], volume * (radius * radius + 0.75 * tube * tube), 1e-11 * volume);
  EXPECT_NEAR(m.inertia.m[0], volume * (radius * radius / 2 + 0.625 * tube * tube), 1e-11 * volume);
}

/// Weights of trapezium sums, extrapolated seven times (Romberg): exact up to the degree 15.
std::vector<double> romberg_weights() {
  constexpr int levels = 8, count = 1 << (levels - 1);
  std::vector<std::vector<double>> rows;
  for (int level = 0; level < levels; ++level) {
    const int stride = count >> level;
    std::vector<double> row(count + 1, 0.0);
    for (int i = 0; i <= count; i += stride)
      row[static_cast<std::size_t>(i)] = (i == 0 || i == count ? 0.5 : 1.0) * stride / count;
    rows.push_back(row);
  }
  for (int k = 1; k < levels; ++k) {
    const double four = std::pow(4, k);
    for (int level = levels - 1; level >= k; --level) {
      const auto at = static_cast<std::size_t>(level);
      for (std::size_t i = 0; i < rows[at].size(); ++i)
        rows[at][i] = (four * rows[at][i] - rows[at - 1][i]) / (four - 1);
    }
  }
  return rows.back();
}

/// Volume, first and second moments about the origin of a cubic surface over integer knots, by points and derivatives
/// of the whole surface.
std::vector<double> moments_by_romberg(const NurbsSurface& s) {
  const std::vector<double> weights = romberg_weights();
  const double step = 1.0 / static_cast<double>(weights.size() - 1);
  std::vector<double> sums(10, 0.0);
  for (double u = s.u.begin(); u < s.u.end(); ++u) {
    for (double v = s.v.begin(); v < s.v.end(); ++v) {
      for (std::size_t i = 0; i < weights.size(); ++i) {
        for (std::size_t j = 0; j < weights.size(); ++j) {
          const SurfaceJet<double> at =
              point_at(s, u + static_cast<double>(i) * step, v + static_cast<double>(j) * step);
          const Vec3<double> p = at.point;
          const double cone = dot(p, cross(at.u, at.v)) * weights[i] * weights[j];
          const double of[10] = {cone / 3,
                                 p.x * cone / 4,
                                 p.y * cone / 4,
                                 p.z * cone / 4,
                                 p.x * p.x * cone / 5,
                                 p.y * p.y * cone / 5,
                                 p.z * p.z * cone / 5,
                                 p.x * p.y * cone / 5,
                                 p.y * p.z * cone / 5,
                                 p.z * p.x * cone / 5};
          for (std::size_t k = 0; k < 10; ++k) sums[k] += of[k];
        }
      }
    }
  }
  return sums;
}

TEST(SurfaceMass, IntegralsOfACubicAreExact) {
  const NurbsSurface s = test::lumpy_ball(7, 3);
  const std::vector<double> wanted = moments_by_romberg(s);
  const MassProperties m = mass_properties(s);
  EXPECT_NEAR(m.volume, wanted[0], 1e-13 * m.volume);
  const Vec3<double> c = m.centre;
  EXPECT_NEAR(c.x * m.volume, wanted[1], 1e-13);
  EXPECT_NEAR(c.y * m.volume, wanted[2], 1e-13);
  EXPECT_NEAR(c.z * m.volume, wanted[3], 1e-13);
  const double xx = wanted[4] - m.volume * c.x * c.x, yy = wanted[5] - m.volume * c.y * c.y,
               zz = wanted[6] - m.volume * c.z * c.z;
  EXPECT_NEAR(m.inertia.m[0], yy + zz, 1e-13);
  EXPECT_NEAR(m.inertia.m[4], zz + xx, 1e-13);
  EXPECT_NEAR(m.inertia.m[8], xx + yy, 1e-13);
  EXPECT_NEAR(m.inertia.m[1], m.volume * c.x * c.y - wanted[7], 1e-13);
  EXPECT_NEAR(m.inertia.m[5], m.volume * c.y * c.z - wanted[8], 1e-13);
  EXPECT_NEAR(m.inertia.m[2], m.volume * c.z * c.x - wanted[9], 1e-13);
}

TEST(SurfaceMass, RefinementChangesNothing) {
  for (int degree = 1; degree <= 6; ++degree) {
    const NurbsSurface s = test::lumpy_ball(static_cast<std::uint64_t>(degree), degree);
    const MassProperties m = mass_properties(s);
    const MassProperties finer =
        mass_properties(elevate_degree(insert_knot(s, SurfaceParameter::u, 1.25), SurfaceParameter::v));
    EXPECT_NEAR(finer.volume, m.volume, 1e-13 * m.volume) << degree;
    for (int i = 0; i < 9; ++i) EXPECT_NEAR(finer.inertia.m[i], m.inertia.m[i], 1e-13) << degree;
  }
}

TEST(SurfaceMass, EqualWeightsChangeNothing) {
  NurbsSurface s = test::lumpy_ball(5, 3);
  const MassProperties m = mass_properties(s);
  s.weights.assign(s.points.size(), 0.25);
  EXPECT_NEAR(mass_properties(s).volume, m.volume, 1e-13 * m.volume);
}

TEST(SurfaceMass, MotionAndScaleGoThrough) {
  Random random(51);
  const NurbsSurface s = test::lumpy_ball(3, 3);
  const MassProperties m = mass_properties(s);
  for (const double scale : {1e-90, 1e-3, 1.0, 1e50}) {
    const Mat3<double> r = random.rotation();
    const Vec3<double> to = random.in_cube() * (10 * scale);
    const MassProperties moved =
        mass_properties(transformed(s, times(r, Mat3<double>{{scale, 0, 0, 0, scale, 0, 0, 0, scale}}), to));
    EXPECT_NEAR(moved.volume / (scale * scale * scale), m.volume, 1e-12);
    EXPECT_LT(test::distance((moved.centre - to) * (1 / scale), rotate(r, m.centre)), 1e-13);
    const Mat3<double> back = transpose_times(r, times(moved.inertia, r));
    const double fifth = scale * scale * scale * scale * scale;
    if (fifth == 0) continue;
    for (int i = 0; i < 9; ++i) EXPECT_NEAR(back.m[i] / fifth, m.inertia.m[i], 1e-12) << i;
  }
}

TEST(SurfaceMass, AFarBodyLosesOnlyWhatItsCoordinatesHaveLost) {
  const NurbsSurface s = test::lumpy_ball(3, 3);
  const MassProperties m = mass_properties(s);
  const MassProperties far = mass_properties(transformed(s, {{1, 0, 0, 0, 1, 0, 0, 0, 1}}, {1e8, -1e8, 1e8}));
  EXPECT_NEAR(far.volume, m.volume, 1e-7);
  for (int i = 0; i < 9; ++i) EXPECT_NEAR(far.inertia.m[i], m.inertia.m[i], 1e-7) << i;
}

TEST(SurfaceMass, InsideOutIsRefusedAndTurnsAround) {
  const NurbsSurface s = test::lumpy_ball(4, 3), inside_out = turned_inside_out(s);
  const std::string told = test::complaint([&] { mass_properties(inside_out); });
  EXPECT_EQ(told.find("mass_properties: the volume in the surface is -"), 0u) << told;
  const MassProperties a = mass_properties(s), b = mass_properties(turned_inside_out(inside_out));
  EXPECT_EQ(a.volume, b.volume);
}

TEST(SurfaceMass, OpenSurfacesAreRefused) {
  const std::string along_v =
      "mass_properties: the surface is open along v; allowed are ends that are the same, or one point each";
  EXPECT_EQ(test::complaint([] { mass_properties(test::cylinder(1)); }), along_v);
  EXPECT_EQ(test::complaint([] { mass_properties(test::flat_square(1)); }).substr(0, 44),
            "mass_properties: the surface is open along u");
  // A cone has one pole and a rim.
  EXPECT_EQ(test::complaint([] { mass_properties(test::revolved({{1, {0, 0, 1, 1}}, {{1, 0}, {0, 1}}})); }), along_v);
  // Half of a sphere has two poles, and its half-circles do not meet.
  NurbsSurface wedge = clamped(insert_knot(test::unit_sphere(), SurfaceParameter::u, 2, 0));
  wedge.u.knots = {0, 0, 0, 1, 1, 2, 2, 2};
  wedge.points.resize(5 * wedge.v.count()), wedge.weights.resize(5 * wedge.v.count());
  EXPECT_EQ(test::complaint([&] { mass_properties(wedge); }).substr(0, 44), along_v.substr(0, 43) + "u");
}

TEST(SurfaceMass, ATinyGapIsOpen) {
  NurbsSurface s = test::lumpy_ball(6, 3);
  s.points[5 * s.v.count()].x += 1e-9;
  EXPECT_NE(test::complaint([&] { mass_properties(s); }), "");
}

TEST(SurfaceMass, WhatEnclosesNothingIsRefused) {
  const Mat3<double> flat{{1, 0, 0, 0, 1, 0, 0, 0, 0}};
  EXPECT_NE(test::complaint([&] { mass_properties(transformed(test::unit_sphere(), flat, {0, 0, 3})); }), "");
  EXPECT_NE(test::complaint([&] { mass_properties(transformed(test::unit_sphere(), {}, {1, 2, 3})); }), "");
}

TEST(SurfaceMass, WeightsThatDifferMuchWithinAPatchAreRefused) {
  NurbsSurface s = test::lumpy_ball(6, 3);
  s.weights.assign(s.points.size(), 1.0);
  const auto row = 3 * s.v.count();
  for (std::size_t j = 0; j < s.v.count(); ++j) s.weights[row + j] = 1e-3;
  EXPECT_GT(mass_properties(s).volume, 0);
  for (std::size_t i = row; i < 2 * row; ++i) s.weights[i] = 1e-9;
  EXPECT_NE(test::complaint([&] { mass_properties(s); }).find("change by more than 2^-44 at 64 x 64 nodes"),
            std::string::npos);
}

TEST(SurfaceMass, BadSurfacesAreToldAsCheckTellsThem) {
  NurbsSurface s = test::unit_sphere();
  s.points[3].y = std::nan("");
  EXPECT_EQ(test::complaint([&] { mass_properties(s); }), "NurbsSurface: points[3] is not finite");
  s.points.pop_back();
  EXPECT_NE(test::complaint([&] { turned_inside_out(s); }), "");
}

}  // namespace
}  // namespace abut
