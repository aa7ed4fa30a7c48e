#include "abut/surface/rectangle_verdict.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "tests/surface/patch_cases.h"

namespace abut {
namespace {

using test::OwnPatch;
using test::PatchShape;

constexpr std::uint32_t all_borders = end_at_u0 | end_at_u1 | end_at_v0 | end_at_v1;

using Verdict = MinimumVerdict;

/// On all of a patch.
Verdict verdict(const OwnPatch<double>& patch, const Vec3<double>& p, std::uint32_t ends) {
  std::vector<double> numbers(most_slope_numbers + slope_scratch_numbers + verdict_scratch_numbers);
  NumberRoom<double> room{numbers.data()};
  const PatchPoles poles = poles_of(patch.view());
  const SlopeRectangle<double> all{
      {0, 1, 0, 1}, slope_nets(patch.view(), p, poles, room), ends, poles, any_pole(poles)};
  return verdict_on(all, room);
}

/// z = a x^2 + b y^2 over the square from -1 to 1.
OwnPatch<double> bowl(double a, double b) {
  return test::patch_from<double>(
      2, 2, false,
      [&](double s, double t) {
        const auto square = [](double x) { return x == 0.5 ? -1.0 : 1.0; };  // control points of (2 s - 1)^2
        return Vec3<double>{2 * s - 1, 2 * t - 1, a * square(s) + b * square(t)};
      },
      [] { return 1; });
}

TEST(RectangleVerdict, AFlatSquareHasOneAboveIt) {
  const OwnPatch<double> square = test::unit_square<double>(1);
  EXPECT_EQ(verdict(square, {0.3, 0.6, 1}, 0), Verdict::one);
  EXPECT_EQ(verdict(square, {0.3, 0.6, 1}, all_borders), Verdict::one);
}

TEST(RectangleVerdict, BesideItABorderOrACornerIsOneIfTheSurfaceEndsThere) {
  const OwnPatch<double> square = test::unit_square<double>(1);
  EXPECT_EQ(verdict(square, {-1, 0.6, 0}, 0), Verdict::none);
  EXPECT_EQ(verdict(square, {-1, 0.6, 0}, end_at_u0), Verdict::one);
  EXPECT_EQ(verdict(square, {-1, 0.6, 0}, end_at_u1 | end_at_v0 | end_at_v1), Verdict::none);
  EXPECT_EQ(verdict(square, {0.3, 2, 0}, end_at_v1), Verdict::one);
  EXPECT_EQ(verdict(square, {0.3, 2, 0}, end_at_v0), Verdict::none);
  EXPECT_EQ(verdict(square, {2, 2, 0}, all_borders), Verdict::one);
  EXPECT_EQ(verdict(square, {2, 2, 0}, end_at_u1), Verdict::none);
  EXPECT_EQ(verdict(square, {2, 2, 0}, end_at_u1 | end_at_v0), Verdict::none);
}

TEST(RectangleVerdict, SaddlesAndMaximaAreNone) {
  // From above the crest of a dome bent more than the way to it, seen from below its centre of curvature.
  EXPECT_EQ(verdict(bowl(-0.5, -0.5), {0, 0, -8}, 0), Verdict::none);
  EXPECT_EQ(verdict(bowl(-0.5, 0.5), {0, 0, -8}, 0), Verdict::none);
  EXPECT_EQ(verdict(bowl(0.5, -0.5), {0, 0, -8}, 0), Verdict::none);
  EXPECT_EQ(verdict(bowl(0.5, 0.5), {0, 0, -8}, 0), Verdict::one);
  // Their borders may have minima.
  EXPECT_NE(verdict(bowl(-0.5, -0.5), {0, 0, -8}, all_borders), Verdict::none);
}

TEST(RectangleVerdict, ASaddleAskewIsNoneThoughItGrowsAlongBothParameters) {
  // z = -c x y turned by 45 degrees: along x and y alone the distance grows.
  const double c = 0.6;
  const OwnPatch<double> saddle = test::patch_from<double>(
      1, 1, false,
      [&](double s, double t) {
        const double x = 0.4 * s - 0.2, y = 0.4 * t - 0.2;
        return Vec3<double>{x, y, c * x * y};
      },
      [] { return 1; });
  EXPECT_EQ(verdict(saddle, {0, 0, 4}, 0), Verdict::none);
  EXPECT_EQ(verdict(saddle, {0, 0, 1}, 0), Verdict::one);
}

TEST(RectangleVerdict, AtTheCentreOfAnArcAllIsAsNear) {
  // A quarter of a cylinder about the axis of z.
  const double w = std::sqrt(0.5);
  OwnPatch<double> arc{2, 1, true, {}};
  for (const auto& c : {Vec3<double>{1, 0, 1}, Vec3<double>{1, 1, w}, Vec3<double>{0, 1, 1}}) {
    for (const double z : {0.0, 1.0}) {
      for (const double x : {c.x * c.z, c.y * c.z, z * c.z, c.z}) arc.points.push_back(x);
    }
  }
  EXPECT_EQ(verdict(arc, {0, 0, 0.3}, 0), Verdict::flat);
  EXPECT_EQ(verdict(arc, {0, 0, 2}, 0), Verdict::none);
  EXPECT_EQ(verdict(arc, {0, 0, 2}, end_at_v1), Verdict::flat);
  EXPECT_EQ(verdict(arc, {0.3, 0.3, 0.3}, 0), Verdict::one);
}

TEST(RectangleVerdict, APoleIsNoMinimumOfItsRectangles) {
  // A flat fan about the origin, its pole at s = 0.
  const OwnPatch<double> fan = test::patch_from<double>(
      1, 1, false,
      [](double s, double t) {
        return Vec3<double>{s, s * (t - 0.5), 0};
      },
      [] { return 1; });
  EXPECT_EQ(verdict(fan, {0, 0, 1}, 0), Verdict::none);   // its foot is the pole
  EXPECT_EQ(verdict(fan, {-1, 0, 1}, 0), Verdict::none);  // the pole is nearest
  EXPECT_NE(verdict(fan, {0.5, 0.05, 1}, 0), Verdict::none);
}

TEST(RectangleVerdict, NothingIsDeniedThatSamplesShow) {
  test::Random random(5);
  int denied = 0, one = 0;
  for (int k = 0; k < 400; ++k) {
    const OwnPatch<double> patch =
        test::random_patch<double>(random, 1 + static_cast<int>(random.below(4)), 1 + static_cast<int>(random.below(4)),
                                   k % 2 == 0, static_cast<PatchShape>(random.below(5)));
    const Vec3<double> p = random.in_cube() * random.magnitude(0.1, 10);
    const Verdict v = verdict(patch, p, all_borders);
    denied += v == Verdict::none, one += v == Verdict::one;
    // With all its borders some place of it is the nearest one.
    EXPECT_NE(v, Verdict::none) << k;
    if (v != Verdict::one) continue;
    int lows = 0;
    constexpr int side = 24;
    const auto at = [&](int i, int j) { return length(test::place_on(patch, double(i) / side, double(j) / side) - p); };
    for (int i = 0; i <= side; ++i) {
      for (int j = 0; j <= side; ++j) {
        bool low = true;
        for (int a = std::max(i - 1, 0); a <= std::min(i + 1, side) && low; ++a) {
          for (int b = std::max(j - 1, 0); b <= std::min(j + 1, side) && low; ++b) low = !(at(a, b) < at(i, j));
        }
        lows += low;
      }
    }
    EXPECT_LE(lows, 2) << k;  // neighbours across a narrow valley
  }
  EXPECT_EQ(denied, 0);
  EXPECT_GT(one, 100);
}

}  // namespace
}  // namespace abut
