#include "abut/surface/fit.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "abut/core/error.h"
#include "abut/surface/closest_points.h"
#include "abut/surface/surface_mass.h"
#include "host/decompose/surface_tree.h"
#include "tests/support/complaint.h"
#include "tests/support/random.h"
#include "tests/surface/star_cases.h"

namespace abut {
namespace {

using test::Random;

constexpr double pi = 3.14159265358979323846;
const std::string grains = std::string(ABUT_TEST_DATA) + "/surface/grains/";

SphericalHarmonics ball() { return {0, {std::sqrt(4 * pi)}}; }
SphericalHarmonics real_grain() { return read_spherical_harmonics(grains + "A-anm-00001.dat"); }

/// Proved distances of points from the fitted surface.
std::vector<double> distances(const SurfaceFit& fit, const std::vector<Vec3<double>>& points) {
  SurfaceSet set;
  set.add(fit.surface);
  return find_closest_points<double>(Cpu{}, set, {std::vector<std::uint32_t>(points.size(), 0), points}).distance;
}

std::vector<Vec3<double>> points_of(const SphericalHarmonics& h, std::size_t count) {
  Random random(81);
  std::vector<Vec3<double>> out;
  for (std::size_t i = 0; i < count; ++i) {
    const Vec3<double> d = random.direction();
    out.push_back(d * radius(h, d));
  }
  return out;
}

TEST(Fit, ABallComesWithTheFourthPowerOfTheSpans) {
  double before = 0;
  for (const int rows : {4, 8, 16, 32}) {
    const SurfaceFit fit = fit_surface(ball(), {.rows = rows, .columns = 2 * rows});
    EXPECT_LT(fit.rms_error, fit.largest_error);
    if (before > 0) {
      EXPECT_GT(before / fit.largest_error, 11) << rows;
      EXPECT_LT(before / fit.largest_error, 30) << rows;
    }
    before = fit.largest_error;
    EXPECT_NEAR(mass_properties(fit.surface).volume, 4 * pi / 3, 4 * pi * fit.largest_error) << rows;
  }
  EXPECT_LT(before, 2e-6);
}

TEST(Fit, HigherDegreesComeNearer) {
  double before = 1;
  for (int degree = 3; degree <= most_surface_degree; ++degree) {
    const SurfaceFit fit = fit_surface(ball(), {.rows = 6, .columns = 12, .degree = degree});
    EXPECT_EQ(fit.surface.u.degree, degree);
    EXPECT_EQ(fit.surface.v.degree, degree);
    EXPECT_LT(fit.largest_error, before / 2) << degree;
    before = fit.largest_error;
  }
}

TEST(Fit, StatedErrorsOfARealGrainHoldAtOtherPoints) {
  const SphericalHarmonics h = real_grain();
  for (const int rows : {12, 24}) {
    const SurfaceFit fit = fit_surface(h, {.rows = rows, .columns = 2 * rows});
    const std::vector<double> d = distances(fit, points_of(h, 3000));
    const double largest = *std::max_element(d.begin(), d.end());
    EXPECT_LT(largest, 1.1 * fit.largest_error) << rows;
    EXPECT_GT(largest, 0.5 * fit.largest_error) << rows;
    EXPECT_GT(fit.samples, static_cast<std::size_t>(2 * 9 * rows * 2 * rows));
    double squares = 0, area = 0;  // directions are even on the sphere, so each point stands for r^2, slopes left out
    const std::vector<Vec3<double>> points = points_of(h, 3000);
    for (std::size_t i = 0; i < d.size(); ++i)
      squares += d[i] * d[i] * squared_length(points[i]), area += squared_length(points[i]);
    EXPECT_NEAR(std::sqrt(squares / area), fit.rms_error, 0.2 * fit.rms_error) << rows;
  }
}

TEST(Fit, ARealGrainHasItsVolumeAndInertia) {
  const SphericalHarmonics h = real_grain();
  const SurfaceFit fit = fit_surface(h, {.rows = 48, .columns = 96});
  const MassProperties wanted = mass_properties(h), m = mass_properties(fit.surface);
  EXPECT_LT(fit.largest_error, 0.003);  // mm, of a grain of 18 mm
  EXPECT_NEAR(m.volume, wanted.volume, 1e-6 * wanted.volume);
  EXPECT_LT(max_abs(m.centre - wanted.centre), 1e-4);
  for (int i = 0; i < 9; ++i) EXPECT_NEAR(m.inertia.m[i], wanted.inertia.m[i], 1e-5 * wanted.moments.x) << i;
}

TEST(Fit, ErrorsAreSeenThatAreThinnerThanASpan) {
  SphericalHarmonics h{24, std::vector<std::complex<double>>(25 * 26 / 2, 0.0)};
  h.coefficients[0] = 100;
  for (std::size_t n = 1; n <= 24; ++n) h.coefficients[n * (n + 1) / 2 + 1] = -0.25 * static_cast<double>(n % 3);
  const SurfaceFit fit = fit_surface(h, {.rows = 6, .columns = 12});
  const std::vector<double> d = distances(fit, points_of(h, 2000));
  EXPECT_GE(fit.largest_error, 0.9 * *std::max_element(d.begin(), d.end()));
}

/// The gap of derivatives of an order, 0 to 2, across a knot of a parameter; u, v a place on it.
Vec3<double> jump(const NurbsSurface& s, bool along_u, double knot, double across, int order) {
  const auto at = [&](double t) {
    const SurfaceJet<double> j = along_u ? point_at(s, t, across) : point_at(s, across, t);
    return order == 0 ? j.point : order == 1 ? (along_u ? j.u : j.v) : (along_u ? j.uu : j.vv);
  };
  return at(std::nextafter(knot, 1e9)) - at(std::nextafter(knot, -1e9));
}

TEST(Fit, PointsOfTheSurfaceThatAreFarFromTheShapeCount) {
  // A ball with a pit: the surface swings within it, by more than the shape's points are off.
  Mesh mesh = test::ball_mesh(24, 48);
  for (Vec3<double>& v : mesh.vertices) v = v.x > 0.97 ? v * 0.3 : v;
  const SurfaceFit fit = fit_surface(mesh);
  const host::SurfaceTree tree(mesh.vertices, mesh.triangles);
  double back = 0;
  for (int i = 0; i <= 7 * fit.rows; ++i) {
    for (int j = 0; j < 7 * fit.columns; ++j) {
      back = std::max(back, tree.nearest(point_at(fit.surface, i / 7.0, j / 7.0).point).distance);
    }
  }
  const std::vector<double> there = distances(fit, mesh.vertices);
  EXPECT_GT(back, 1.5 * *std::max_element(there.begin(), there.end()));
  EXPECT_NEAR(fit.largest_error, back, 0.05 * back);
}

TEST(Fit, FoldsAreTold) {
  EXPECT_GT(fit_surface(ball(), {.rows = 8, .columns = 16}).least_facing, 0.999);
  const SphericalHarmonics steep = read_spherical_harmonics(grains + "cement152-anm-02341.dat");
  EXPECT_LT(fit_surface(steep, {.rows = 12, .columns = 24}).least_facing, 0);
  const double least = fit_surface(steep, {.rows = 24, .columns = 48}).least_facing;
  EXPECT_GT(least, 0);
  EXPECT_LT(least, 0.2);
}

TEST(Fit, DerivativesOfSecondOrderAreContinuousAwayFromThePoles) {
  const NurbsSurface s = fit_surface(real_grain(), {.rows = 12, .columns = 24}).surface;
  for (int order = 0; order <= 2; ++order) {
    for (int k = 1; k < 12; ++k) EXPECT_LT(max_abs(jump(s, true, k, 0.3 + k, order)), 1e-10) << order;
    for (int k = 1; k < 24; ++k) EXPECT_LT(max_abs(jump(s, false, k, 0.3 + k / 2.0, order)), 1e-10) << order;
  }
  for (int i = 0; i <= 36; ++i) {
    const SurfaceJet<double> a = point_at(s, i / 3.0, 0), b = point_at(s, i / 3.0, 24);
    for (const Vec3<double>& gap : {a.point - b.point, a.v - b.v, a.vv - b.vv, a.uv - b.uv})
      EXPECT_LT(max_abs(gap), 1e-10);
  }
  EXPECT_TRUE(is_closed(s, SurfaceParameter::v));
}

TEST(Fit, PolesArePointsWithATangentPlane) {
  const SurfaceFit fit = fit_surface(real_grain());
  const NurbsSurface& s = fit.surface;
  for (const DomainEnd end : {DomainEnd::begin, DomainEnd::end}) {
    ASSERT_TRUE(is_pole(s, SurfaceParameter::u, end));
    const double pole = end == DomainEnd::begin ? 0 : 24, inwards = end == DomainEnd::begin ? 1 : -1;
    const Vec3<double> at_pole = point_at(s, pole, 0).point;
    const Vec3<double> last_axis{fit.axes.m[2], fit.axes.m[5], fit.axes.m[8]};
    EXPECT_GT(dot(last_axis, at_pole) * inwards, 0);
    const Vec3<double> n = unit_normal(point_at(s, pole + inwards * 1e-6, 0));
    EXPECT_GT(dot(n, unit_vector(at_pole)), 0.5);  // outwards
    double widest = 0;
    for (int k = 0; k < 96; ++k) {
      EXPECT_LT(max_abs(point_at(s, pole, k / 2.0).point - at_pole), 1e-14);
      widest = std::max(widest, length(unit_normal(point_at(s, pole + inwards * 1e-6, k / 2.0)) - n));
    }
    EXPECT_LT(widest, 1e-5);
  }
}

/// By how much mean curvatures differ round the poles, over their sum.
double spread_of_curvature(const NurbsSurface& s) {
  double spread = 0;
  for (const double u : {s.u.begin() + 1e-4, s.u.end() - 1e-4}) {
    double least = 1e9, most = -1e9;
    for (int k = 0; k < 200; ++k) {
      const double mean = curvature(point_at(s, u, s.v.end() * k / 200)).mean;
      least = std::min(least, mean), most = std::max(most, mean);
    }
    spread = std::max(spread, (most - least) / std::abs(most + least));
  }
  return spread;
}

TEST(Fit, CurvatureAtPolesIsOneToTheSquareOfASpan) {
  const double at_48 = spread_of_curvature(fit_surface(real_grain(), {.rows = 24, .columns = 48}).surface),
               at_96 = spread_of_curvature(fit_surface(real_grain(), {.rows = 24, .columns = 96}).surface);
  EXPECT_LT(at_48, 0.1);
  EXPECT_LT(at_96, at_48 / 3);
}

TEST(Fit, GrowsUntilTheToleranceIsMet) {
  const SurfaceFit coarse = fit_surface(ball(), {.rows = 4, .columns = 8});
  const SurfaceFit fit = fit_surface(ball(), {.rows = 4, .columns = 8, .tolerance = coarse.largest_error / 50});
  EXPECT_LE(fit.largest_error, coarse.largest_error / 50);
  EXPECT_EQ(fit.rows, 14);
  EXPECT_EQ(fit.columns, 27);
  EXPECT_EQ(fit.surface.u.end(), 14);
  EXPECT_EQ(fit.surface.v.end(), 27);
  const SurfaceFit stopped = fit_surface(ball(), {.rows = 4, .columns = 8, .tolerance = 1e-12, .most_rows = 6});
  EXPECT_EQ(stopped.rows, 6);
  EXPECT_GT(stopped.largest_error, 1e-12);
}

TEST(Fit, ABallOfFacetsStatesErrorsToTheFacets) {
  const Mesh mesh = test::ball_mesh(24, 48);
  const SurfaceFit fit = fit_surface(mesh, {.rows = 12, .columns = 24});
  const std::vector<double> d = distances(fit, mesh.vertices);
  EXPECT_LE(*std::max_element(d.begin(), d.end()), fit.largest_error * (1 + 1e-9));
  EXPECT_LT(fit.largest_error, 0.01);
  EXPECT_GT(fit.largest_error, 1e-4);  // no surface without edges is the mesh
  const double volume = mass_properties(mesh).volume;
  EXPECT_NEAR(mass_properties(fit.surface).volume, volume, 1e-3 * volume);
}

TEST(Fit, ACubeKeepsItsEdgesToAPartOfASpan) {
  double before = 1;
  for (const int rows : {12, 24, 48}) {
    const SurfaceFit fit = fit_surface(test::box_mesh({1, 1, 1}), {.rows = rows, .columns = 2 * rows});
    EXPECT_LT(fit.largest_error, before / 1.4) << rows;
    before = fit.largest_error;
    EXPECT_NEAR(mass_properties(fit.surface).volume, 8, 16 * fit.rms_error);
  }
  EXPECT_LT(before, 0.08);
}

TEST(Fit, PolesLieAtTheEndsOfTheLongestAxis) {
  Random random(82);
  const Mat3<double> r = random.rotation();
  Mesh mesh = test::box_mesh({1, 3, 2});
  for (Vec3<double>& v : mesh.vertices) v = rotate(r, v) + Vec3<double>{10, 20, -5};
  const SurfaceFit fit = fit_surface(mesh);
  const Vec3<double> along = unit_vector(point_at(fit.surface, 0, 0).point - point_at(fit.surface, 24, 0).point);
  EXPECT_NEAR(std::abs(dot(along, rotate(r, Vec3<double>{0, 1, 0}))), 1, 1e-6);
  EXPECT_NEAR(dot(along, Vec3<double>{fit.axes.m[2], fit.axes.m[5], fit.axes.m[8]}), 1, 1e-6);
  EXPECT_LT(max_abs(fit.centre - Vec3<double>{10, 20, -5}), 1e-12);
}

TEST(Fit, MotionAndScaleGoThrough) {
  Random random(83);
  const Mesh mesh = test::box_mesh({1, 3, 2});
  const SurfaceFit fit = fit_surface(mesh);
  for (const double scale : {1e-6, 1.0, 1e6}) {
    const Mat3<double> r = random.rotation();
    Mesh moved = mesh;
    for (Vec3<double>& v : moved.vertices) v = rotate(r, v * scale) + Vec3<double>{3 * scale, 0, scale};
    const SurfaceFit there = fit_surface(moved);
    EXPECT_NEAR(there.largest_error / scale, fit.largest_error, 1e-6);
    EXPECT_NEAR(there.rms_error / scale, fit.rms_error, 1e-6);
    EXPECT_NEAR(mass_properties(there.surface).volume / (scale * scale * scale), mass_properties(fit.surface).volume,
                1e-6);
  }
}

TEST(Fit, ACentroidThatSeesNotAllIsReplaced) {
  // An angle iron with thin legs: its centroid is in the open.
  const Mesh mesh = test::angle_mesh(4, 0.5);
  const SurfaceFit fit = fit_surface(mesh, {.rows = 48, .columns = 96});
  EXPECT_LT(fit.centre.x, 0.5);
  EXPECT_GT(fit.centre.x, 0);
  EXPECT_LT(fit.centre.y, 0.5);
  EXPECT_GT(fit.centre.y, 0);
  EXPECT_GT(mass_properties(mesh).centre.x, 0.5);
  const double volume = mass_properties(mesh).volume;
  EXPECT_NEAR(mass_properties(fit.surface).volume, volume, 0.1 * volume);
}

TEST(Fit, MeshesThatAreNoStarAreRefused) {
  const auto told = [](const Mesh& mesh) { return test::complaint([&] { fit_surface(mesh); }); };
  const std::string no_star = told(test::channel_mesh());
  EXPECT_EQ(no_star.find("fit_surface: the mesh is not star-shaped: the best point, ("), 0u) << no_star;
  EXPECT_NE(no_star.find("in front of triangle "), std::string::npos) << no_star;
  EXPECT_EQ(told(test::ring_mesh(16, 8)),
            "fit_surface: the mesh has the Euler number 0; allowed is 2, that of a shell without holes through it");
  Mesh two = test::box_mesh({1, 1, 1});
  test::append(two, test::box_mesh({1, 1, 1}), {5, 0, 0});
  EXPECT_EQ(told(two), "fit_surface: the mesh has 2 pieces; allowed is one shell without cavities");
  Mesh open = test::box_mesh({1, 1, 1});
  open.triangles.pop_back();
  EXPECT_EQ(told(open).find("fit_surface: the mesh is not closed: 3 boundary edges"), 0u) << told(open);
  Mesh turned = test::box_mesh({1, 1, 1});
  for (auto& t : turned.triangles) std::swap(t[0], t[1]);
  EXPECT_EQ(told(turned), "fit_surface: the mesh is inside out, allowed is outward");
  EXPECT_NE(told({}), "");
}

TEST(Fit, OptionsAndRadiiThatAreNotAllowedAreNamed) {
  const auto told = [](const FitOptions& o) { return test::complaint([&] { fit_surface(ball(), o); }); };
  EXPECT_EQ(told({.rows = 3}), "fit_surface: rows is 3; allowed are 4 to 512");
  EXPECT_EQ(told({.rows = 513}), "fit_surface: rows is 513; allowed are 4 to 512");
  EXPECT_EQ(told({.columns = 7}), "fit_surface: columns is 7; allowed are 8 to 1024");
  EXPECT_EQ(told({.degree = 2}), "fit_surface: degree is 2; allowed are 3 to 7");
  EXPECT_EQ(told({.degree = 8}), "fit_surface: degree is 8; allowed are 3 to 7");
  EXPECT_EQ(told({.tolerance = -1}), "fit_surface: tolerance is -1; allowed is 0 or more, finite");
  EXPECT_EQ(told({.tolerance = 1, .most_rows = 23}), "fit_surface: most_rows is 23; allowed are 24 to 512");
  EXPECT_EQ(told({.tolerance = 1, .most_columns = 2000}), "fit_surface: most_columns is 2000; allowed are 48 to 1024");
  EXPECT_NE(test::complaint([] {
              fit_surface(SphericalHarmonics{1, {1, 3, 0}});
            }).find("; allowed is above 0"),
            std::string::npos);
}

TEST(Fit, TheFewestSpansOfEveryDegreeGiveASurface) {
  for (int degree = 3; degree <= most_surface_degree; ++degree) {
    const SurfaceFit fit = fit_surface(ball(), {.rows = 4, .columns = 8, .degree = degree});
    EXPECT_LT(fit.largest_error, 0.02) << degree;
    EXPECT_GT(mass_properties(fit.surface).volume, 4) << degree;
  }
}

}  // namespace
}  // namespace abut
