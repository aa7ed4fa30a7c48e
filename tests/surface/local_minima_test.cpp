#include "abut/surface/local_minima.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "abut/core/error.h"
#include "tests/support/closest_point_batch.h"
#include "tests/surface/known_surfaces.h"
#include "tests/surface/round_cases.h"
#include "tests/surface/surface_cases.h"

namespace abut {
namespace {

constexpr double pi = 3.14159265358979323846;
constexpr double everywhere = std::numeric_limits<double>::infinity();

/// Of one surface and one point.
LocalMinima minima_of(const NurbsSurface& surface, const Vec3<double>& p, const LocalMinimaOptions& options = {}) {
  SurfaceSet surfaces;
  surfaces.add(surface);
  const std::vector<std::uint32_t> which = {0};
  const std::vector<Vec3<double>> points = {p};
  return find_local_minima(Cpu{1}, surfaces, {which, points}, options);
}

Status status_of(const LocalMinima& found) { return static_cast<Status>(found.status[0]); }

void expect_distances(const LocalMinima& found, const std::vector<double>& expected, double off = 1e-12) {
  EXPECT_EQ(status_of(found), Status::converged);
  ASSERT_EQ(found.distance.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) EXPECT_NEAR(found.distance[i], expected[i], off) << i;
}

TEST(LocalMinima, OfAFlatSquareIsTheFootTheBorderOrTheCorner) {
  const NurbsSurface square = test::flat_square(2);
  expect_distances(minima_of(square, {0.5, 0.25, 3}), {3});
  expect_distances(minima_of(square, {0.5, -1, 1}), {std::sqrt(2.0)});
  expect_distances(minima_of(square, {3, 3, 1}), {std::sqrt(3.0)});
}

TEST(LocalMinima, InsideOfABoxAreTheSixFeet) {
  const NurbsSurface box = box_surface({1, 2, 3});
  const LocalMinima found = minima_of(box, {0.25, 0.5, -1});
  expect_distances(found, {0.75, 1.25, 1.5, 2, 2.5, 4});
  EXPECT_LT(length(found.normal[0] - Vec3<double>{1, 0, 0}), 1e-14);
  EXPECT_LT(length(found.point[2] - Vec3<double>{0.25, 2, -1}), 1e-13);
}

TEST(LocalMinima, OutsideOfABoxTheFarFacesStillHaveFeet) {
  const NurbsSurface box = box_surface({1, 2, 3});
  // Before a face: its foot, and that of the far face. Before an edge and a corner: that place alone.
  expect_distances(minima_of(box, {3, 0.5, 1}), {2, 4});
  expect_distances(minima_of(box, {3, 3, 1}), {std::sqrt(5.0)});
  expect_distances(minima_of(box, {3, 3, 5}), {3});
}

TEST(LocalMinima, OfASphereIsTheNearestPointAloneAndOfItsCentreAllOfIt) {
  const NurbsSurface sphere = test::unit_sphere();
  expect_distances(minima_of(sphere, {0.1, 0.2, 0.3}), {1 - std::sqrt(0.14)});
  expect_distances(minima_of(sphere, {3, 0, 0}), {2});
  // On the axis: a pole.
  const LocalMinima at_pole = minima_of(sphere, {0, 0, 0.5});
  expect_distances(at_pole, {0.5});
  EXPECT_LT(length(at_pole.point[0] - Vec3<double>{0, 0, 1}), 1e-14);
  EXPECT_LT(length(at_pole.normal[0] - Vec3<double>{0, 0, 1}), 1e-12);
  // Beside the axis, by as little as counts and less.
  for (const double off : {1e-3, 1e-6, 1e-9, 1e-12, 1e-15}) {
    expect_distances(minima_of(sphere, {off, 0, -0.5}), {1 - std::hypot(off, 0.5)});
  }
  const LocalMinima centre = minima_of(sphere, {0, 0, 0});
  EXPECT_EQ(status_of(centre), Status::converged);
  ASSERT_FALSE(centre.distance.empty());
  for (std::size_t i = 0; i < centre.distance.size(); ++i) {
    EXPECT_NEAR(centre.distance[i], 1, 1e-14);
    EXPECT_EQ(centre.continuum[i], 1) << i;
  }
}

TEST(LocalMinima, OfAnEllipsoidAreTheFeetOfItsNormals) {
  // Half axes 1, 0.8, 0.1: near the middle there are two, one on each side.
  const Mat3<double> stretch{{1, 0, 0, 0, 0.8, 0, 0, 0, 0.1}};
  const NurbsSurface flat = transformed(test::unit_sphere(), stretch, {0, 0, 0});
  const LocalMinima found = minima_of(flat, {0.2, 0.1, 0.01});
  EXPECT_EQ(status_of(found), Status::converged);
  ASSERT_EQ(found.distance.size(), 2U);
  for (std::size_t i = 0; i < 2; ++i) {
    // (x_k) = a_k^2 p_k / (a_k^2 + t), on the surface: the point's normal leads to p.
    const Vec3<double> x = found.point[i];
    EXPECT_NEAR(x.x * x.x + x.y * x.y / 0.64 + x.z * x.z / 0.01, 1, 1e-12);
    const Vec3<double> away = Vec3<double>{0.2, 0.1, 0.01} - x, normal{x.x, x.y / 0.64, x.z / 0.01};
    EXPECT_LT(length(cross(away, normal)), 1e-11 * length(normal));
  }
  EXPECT_GT(found.point[0].z, 0);
  EXPECT_LT(found.point[1].z, 0);
}

TEST(LocalMinima, OfATorus) {
  const NurbsSurface ring = test::torus(2, 0.5);
  // In its plane inside of the hole, the far side is a saddle.
  expect_distances(minima_of(ring, {0.5, 0, 0}), {1});
  // From within the tube, and outside.
  expect_distances(minima_of(ring, {2.2, 0, 0}), {0.3});
  expect_distances(minima_of(ring, {0, 5, 0}), {2.5});
  // On the axis: a circle, of which there are some.
  const LocalMinima circle = minima_of(ring, {0, 0, 1});
  EXPECT_EQ(status_of(circle), Status::converged);
  ASSERT_FALSE(circle.distance.empty());
  for (std::size_t i = 0; i < circle.distance.size(); ++i) {
    EXPECT_NEAR(circle.distance[i], std::sqrt(5.0) - 0.5, 1e-13);
    EXPECT_EQ(circle.continuum[i], 1);
  }
}

TEST(LocalMinima, BetweenTheSheetsOfAHairpinAreBothSheets) {
  const LocalMinima found = minima_of(test::hairpin(0.2), {0.4, 0.02, 0.5});
  expect_distances(found, {0.08, 0.12});
  EXPECT_EQ(found.continuum[0], 0);
}

TEST(LocalMinima, OfAWaveIsOneAnArch) {
  // z = cos(3 pi x) over -1 to 1, from far above: the three crests; from far below: the two troughs and the two ends
  // (at x = -1 and 1 it is low as well).
  NurbsCurve wave{{3, {}}, {}};
  constexpr int count = 40;
  for (int i = 0; i < count + 4; ++i) wave.u.knots.push_back(std::clamp(i - 3, 0, count - 3));
  for (int i = 0; i < count; ++i) {
    const double x = 2.0 * i / (count - 1) - 1;
    wave.points.push_back({x, std::cos(3 * pi * x)});
  }
  const NurbsSurface sheet = test::extruded(wave);  // along z, the wave in the plane of x and y
  const LocalMinima above = minima_of(sheet, {0, 6, 0.5}), below = minima_of(sheet, {0, -6, 0.5});
  EXPECT_EQ(status_of(above), Status::converged);
  EXPECT_EQ(status_of(below), Status::converged);
  EXPECT_EQ(above.distance.size(), 3U);
  EXPECT_EQ(below.distance.size(), 4U);
  for (std::size_t i = 0; i < above.distance.size(); ++i) EXPECT_NEAR(above.point[i].z, 0.5, 1e-12);
}

TEST(LocalMinima, WithinADistanceAreThoseThatAreNoFarther) {
  const NurbsSurface box = box_surface({1, 2, 3});
  expect_distances(minima_of(box, {0.25, 0.5, -1}, {.within = 1.6}), {0.75, 1.25, 1.5});
  expect_distances(minima_of(box, {0.25, 0.5, -1}, {.within = 0}), {});
  expect_distances(minima_of(box, {3, 0.5, 1}, {.within = 1}), {});
}

TEST(LocalMinima, AtAKinkedPoleTheTipIsOne) {
  // A cone, its tip up; from above the tip alone, beside it the foot on the flank.
  const NurbsSurface cone = test::revolved({{1, {0, 0, 1, 1}}, {{0, 1}, {1, 0}}});
  const LocalMinima tip = minima_of(cone, {0.05, 0.02, 2});
  expect_distances(tip, {std::sqrt(1 + 0.05 * 0.05 + 0.02 * 0.02)});
  EXPECT_LT(length(tip.point[0] - Vec3<double>{0, 0, 1}), 1e-14);
  const LocalMinima flank = minima_of(cone, {1, 0, 1});
  EXPECT_EQ(status_of(flank), Status::converged);
  EXPECT_NEAR(flank.distance[0], std::sqrt(0.5), 1e-13);
}

TEST(LocalMinima, TheNearestIsThatOfClosestPointsAndOthersFollowInOrder) {
  const test::ClosestPointBatch batch = test::closest_point_batch(5, 12, 300);
  const LocalMinima found = find_local_minima(Cpu{2}, batch.surfaces, batch.queries());
  const ClosestPoints<double> nearest = find_closest_points<double>(Cpu{2}, batch.surfaces, batch.queries());
  for (std::size_t i = 0; i < batch.points.size(); ++i) {
    ASSERT_LT(found.offsets[i], found.offsets[i + 1]) << i;
    EXPECT_EQ(found.status[i], static_cast<std::uint8_t>(Status::converged)) << i;
    const SurfaceView<double>& view = batch.surfaces.views<double>()[batch.which[i]];
    const double size = std::ldexp(view.size, view.exponent);
    EXPECT_NEAR(found.distance[found.offsets[i]], nearest.distance[i], 1e-13 * (size + nearest.distance[i])) << i;
    for (std::size_t k = found.offsets[i]; k + 1 < found.offsets[i + 1]; ++k) {
      EXPECT_LE(found.distance[k], found.distance[k + 1]);
    }
  }
}

TEST(LocalMinima, OfEveryKindOfSurfaceAllAreFoundTheNearestFirst) {
  test::Random random(3);
  for (int kind = 0; kind < static_cast<int>(test::SurfaceKind::count); ++kind) {
    for (int k = 0; k < 4; ++k) {
      const NurbsSurface surface = test::surface_of_kind(random, static_cast<test::SurfaceKind>(kind));
      SurfaceSet surfaces;
      surfaces.add(surface);
      std::vector<Vec3<double>> points;
      for (int i = 0; i < 12; ++i) points.push_back(test::point_for(random, surface));
      const std::vector<std::uint32_t> which(points.size(), 0);
      const LocalMinima found = find_local_minima(Cpu{1}, surfaces, {which, points});
      const ClosestPoints<double> nearest = find_closest_points<double>(Cpu{1}, surfaces, {which, points});
      for (std::size_t i = 0; i < points.size(); ++i) {
        const std::string at = std::string(test::name_of(static_cast<test::SurfaceKind>(kind))) + " " +
                               std::to_string(k) + ", " + std::to_string(i);
        EXPECT_EQ(found.status[i], static_cast<std::uint8_t>(Status::converged)) << at;
        ASSERT_LT(found.offsets[i], found.offsets[i + 1]) << at;
        EXPECT_NEAR(found.distance[found.offsets[i]], nearest.distance[i], 1e-12 * (1 + nearest.distance[i])) << at;
      }
    }
  }
}

/// Samples of a surface, and the lowest places that are found from each sample that no neighbour is below.
std::vector<test::LowPlace> sampled_minima(const NurbsSurface& surface, const Vec3<double>& p, int side) {
  const auto f = [&](double u, double v) { return length(point_at(surface, u, v).point - p); };
  const double u0 = surface.u.begin(), v0 = surface.v.begin();
  const double du = (surface.u.end() - u0) / side, dv = (surface.v.end() - v0) / side;
  std::vector<double> d;
  for (int i = 0; i <= side; ++i) {
    for (int j = 0; j <= side; ++j) d.push_back(f(u0 + i * du, v0 + j * dv));
  }
  const auto at = [&](int i, int j) { return d[static_cast<std::size_t>(i * (side + 1) + j)]; };
  std::vector<test::LowPlace> out;
  for (int i = 0; i <= side; ++i) {
    for (int j = 0; j <= side; ++j) {
      bool low = true;
      for (int a = std::max(i - 1, 0); a <= std::min(i + 1, side) && low; ++a) {
        for (int b = std::max(j - 1, 0); b <= std::min(j + 1, side) && low; ++b) low = !(at(a, b) < at(i, j));
      }
      if (!low) continue;
      // Beside a kink steps of one length may find nothing lower.
      test::LowPlace place{at(i, j), u0 + i * du, v0 + j * dv};
      for (const double part : {1.0, 0.1, 0.03}) {
        place = test::descend(f, place, part * du, part * dv, {u0, surface.u.end(), v0, surface.v.end()});
      }
      out.push_back(place);
    }
  }
  return out;
}

TEST(LocalMinima, BruteForceFindsNoOtherAndAllOfThemAreMinima) {
  test::Random random(11);
  int searches = 0, all_found = 0, minima = 0;
  for (int k = 0; k < 60; ++k) {
    const auto kind = static_cast<test::SurfaceKind>(k % 6);  // wild to near a pole: open ones
    const NurbsSurface surface = test::surface_of_kind(random, kind);
    SurfaceSet surfaces;
    surfaces.add(surface);
    for (int i = 0; i < 3; ++i) {
      const Vec3<double> p = random.in_cube() * 1.5;
      const LocalMinima found = minima_of(surface, p);
      ++searches;
      if (status_of(found) != Status::converged) continue;
      ++all_found;
      minima += static_cast<int>(found.distance.size());
      for (const test::LowPlace& low : sampled_minima(surface, p, 60)) {
        const Vec3<double> x = point_at(surface, low.u, low.v).point;
        double gap = everywhere;
        for (const Vec3<double>& y : found.point) gap = std::min(gap, length(x - y));
        EXPECT_LT(gap, 1e-3) << test::name_of(kind) << ", " << k << ", " << i << ": " << low.value;
      }
      for (std::size_t n = 0; n < found.distance.size(); ++n) {
        for (int t = 0; t < 64; ++t) {
          const double r = t % 2 == 0 ? 1e-5 : 1e-6, angle = 2 * pi * t / 64;
          const double du = r * std::cos(angle) * (surface.u.end() - surface.u.begin());
          const double dv = r * std::sin(angle) * (surface.v.end() - surface.v.begin());
          const double beside = length(point_at(surface, found.u[n] + du, found.v[n] + dv).point - p);
          EXPECT_GT(beside, found.distance[n] - 1e-14) << test::name_of(kind) << ", " << k << ", " << i << ": " << n;
        }
      }
    }
  }
  EXPECT_EQ(all_found, searches);
  EXPECT_GT(minima, 2 * searches);
}

TEST(LocalMinima, OfABallWithBumpsAreInAccordWithItsNormals) {
  test::Random random(12);
  std::size_t minima = 0;
  for (std::uint64_t seed = 0; seed < 6; ++seed) {
    const NurbsSurface ball = test::lumpy_ball(seed, 3);
    const Vec3<double> p = random.in_cube() * 0.3;
    const LocalMinima found = minima_of(ball, p);
    EXPECT_EQ(status_of(found), Status::converged) << seed;
    minima += found.distance.size();
    for (const test::LowPlace& low : sampled_minima(ball, p, 96)) {
      const Vec3<double> x = point_at(ball, low.u, low.v).point;
      // Beside the seam and the poles a sample has neighbours that it does not know of.
      if (low.v < 0.1 || low.v > 7.9 || low.u < 0.1 || low.u > 4.9) continue;
      double gap = everywhere;
      for (const Vec3<double>& y : found.point) gap = std::min(gap, length(x - y));
      EXPECT_LT(gap, 1e-4) << seed;
    }
    for (std::size_t n = 0; n < found.distance.size(); ++n) {
      EXPECT_LT(length(cross(found.normal[n], p - found.point[n])), 1e-9) << seed;
    }
  }
  EXPECT_GT(minima, 10U);
}

TEST(LocalMinima, DoNotDependOnThreads) {
  const test::ClosestPointBatch batch = test::closest_point_batch(6, 5, 100);
  const LocalMinima one = find_local_minima(Cpu{1}, batch.surfaces, batch.queries());
  const LocalMinima two = find_local_minima(Cpu{2}, batch.surfaces, batch.queries());
  EXPECT_EQ(one.offsets, two.offsets);
  EXPECT_EQ(one.distance, two.distance);
  EXPECT_EQ(one.u, two.u);
  EXPECT_EQ(one.v, two.v);
  EXPECT_EQ(one.rectangles, two.rectangles);
}

TEST(LocalMinima, ASearchThatGivesUpSaysSo) {
  const LocalMinima found = minima_of(box_surface({1, 2, 3}), {0.25, 0.5, -1}, {.rectangles = 2});
  EXPECT_EQ(status_of(found), Status::iteration_limit);
  EXPECT_LE(found.rectangles[0], 2U);
}

TEST(LocalMinima, OfPointsThatAreNotFiniteThereAreNoneAndOthersAreUnharmed) {
  SurfaceSet surfaces;
  surfaces.add(test::flat_square(2));
  const std::vector<std::uint32_t> which = {0, 0, 0};
  const std::vector<Vec3<double>> points = {{1, 1, 1}, {std::nan(""), 0, 0}, {1, 1, 2}};
  const LocalMinima found = find_local_minima(Cpu{1}, surfaces, {which, points});
  EXPECT_EQ(found.offsets, (std::vector<std::uint64_t>{0, 1, 1, 2}));
  EXPECT_EQ(found.status[1], static_cast<std::uint8_t>(Status::invalid_pose));
  EXPECT_NEAR(found.distance[1], 2, 1e-14);
}

std::string message_of(const std::vector<std::uint32_t>& which, const LocalMinimaOptions& options) {
  SurfaceSet surfaces;
  surfaces.add(test::flat_square(2));
  const std::vector<Vec3<double>> points = {{1, 1, 1}};
  try {
    find_local_minima(Cpu{1}, surfaces, {which, points}, options);
  } catch (const InvalidInput& e) {
    return e.what();
  }
  return "";
}

TEST(LocalMinima, NameWhatIsNotAllowed) {
  EXPECT_EQ(message_of({0}, {.within = -1}), "find_local_minima: within is -1; allowed are 0 and more");
  EXPECT_EQ(message_of({0}, {.within = std::nan("")}), "find_local_minima: within is nan; allowed are 0 and more");
  EXPECT_EQ(message_of({0}, {.rectangles = 0}), "find_local_minima: rectangles is 0; allowed is 1 or more");
  EXPECT_EQ(message_of({1}, {}), "find_local_minima: point 0 has surface 1; allowed is less than 1");
  EXPECT_EQ(message_of({0, 0}, {}), "find_local_minima: 1 points have 2 surfaces; allowed is one each");
}

}  // namespace
}  // namespace abut
