#include "abut/surface/slope_nets.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/surface/own_nets.h"
#include "tests/surface/patch_cases.h"

namespace abut::host {
namespace {

using Four = FourScalars<double>;
using test::OwnPatch;
using test::PatchShape;

Vec3<float> to_float(const Vec3<double>& p) {
  return {static_cast<float>(p.x), static_cast<float>(p.y), static_cast<float>(p.z)};
}

/// Exactly at (s, t), by cuts of a rectangle.
double value_near(BernsteinNet f, double s, double t) {
  for (int k = 0; k < 52; ++k) {
    auto by_s = halves_by_s(f);
    f = s < 0.5 ? std::move(by_s.first) : std::move(by_s.second);
    s = s < 0.5 ? 2 * s : 2 * s - 1;
    auto by_t = halves_by_t(f);
    f = t < 0.5 ? std::move(by_t.first) : std::move(by_t.second);
    t = t < 0.5 ? 2 * t : 2 * t - 1;
  }
  return value_in_the_middle(f);
}

TEST(SlopeNets, AreTheSlopesOfTheSquaredDistanceTimesTheCubeOfTheWeight) {
  test::Random random(1);
  for (int k = 0; k < 60; ++k) {
    const bool rational = k % 2 == 0;
    const OwnPatch<double> patch =
        test::random_patch<double>(random, 1 + static_cast<int>(random.below(5)), 1 + static_cast<int>(random.below(5)),
                                   rational, static_cast<PatchShape>(random.below(5)));
    const Vec3<double> p = random.in_cube() * random.magnitude(0.1, 10);
    const test::OwnSlopes nets = test::own_slopes(patch.view(), p, {false, false, false, false});
    EXPECT_EQ(nets.s.n, nets.t.n);
    EXPECT_EQ(nets.s.m, nets.t.m);
    for (int i = 0; i < 10; ++i) {
      const double s = random.uniform(), t = random.uniform();
      const HomogeneousPoint<Four> h = homogeneous_point<Four>(patch.view(), s, t);
      const SurfaceJet<double> at = point_on<Four>(patch.view(), s, t);
      const double cube = rational ? std::pow(h.point.weight(), 3) : 1;
      const Vec3<double> r = at.point - p;
      // The place is one of 2^-52, and the slope changes there by no more than its derivatives say.
      const double off_s = 0x1p-50 * largest_magnitude(nets.s) * 64 + nets.noise_s;
      const double off_t = 0x1p-50 * largest_magnitude(nets.t) * 64 + nets.noise_t;
      EXPECT_NEAR(value_near(nets.s, s, t), cube * dot(r, at.u), off_s) << k;
      EXPECT_NEAR(value_near(nets.t, s, t), cube * dot(r, at.v), off_t) << k;
    }
  }
}

TEST(SlopeNets, NoiseIsALittlePartOfThem) {
  test::Random random(2);
  for (int k = 0; k < 40; ++k) {
    const OwnPatch<double> patch = test::random_patch<double>(random, 3, 3, k % 2 == 0, PatchShape::bent);
    const test::OwnSlopes nets = test::own_slopes(patch.view(), random.in_cube(), {false, false, false, false});
    EXPECT_LT(nets.noise_s, 1e-10 * largest_magnitude(nets.s));
    EXPECT_LT(nets.noise_t, 1e-10 * largest_magnitude(nets.t));
    EXPECT_GT(nets.noise_s, 0);
    EXPECT_GT(nets.noise_t, 0);
  }
}

TEST(SlopeNets, AtAPoleTheSlopeAlongItIsDividedByTheWayToIt) {
  test::Random random(3);
  for (int k = 0; k < 40; ++k) {
    const OwnPatch<double> patch = test::random_patch<double>(random, 3, 2, k % 2 == 0, PatchShape::pole);
    const PatchPoles poles = poles_of(patch.view());
    EXPECT_TRUE(poles.s0);
    EXPECT_FALSE(poles.s1 || poles.t0 || poles.t1);
    const Vec3<double> p = random.in_cube();
    const test::OwnSlopes whole = test::own_slopes(patch.view(), p, {false, false, false, false});
    const test::OwnSlopes divided = test::own_slopes(patch.view(), p, poles);
    EXPECT_LT(largest_magnitude(along(whole.t, NetEnd::s0)), whole.noise_t);
    EXPECT_GT(largest_magnitude(along(divided.t, NetEnd::s0)), 1e3 * whole.noise_t);
    for (int i = 0; i < 10; ++i) {
      const double s = random.uniform(0.1, 1), t = random.uniform();
      EXPECT_NEAR(value_near(divided.t, s, t) * s, value_near(whole.t, s, t), 1e-12 * largest_magnitude(whole.t));
      EXPECT_NEAR(value_near(divided.s, s, t), value_near(whole.s, s, t), 1e-12 * largest_magnitude(whole.s));
    }
  }
}

TEST(SlopeNets, PolesAreEndsThatAreOnePoint) {
  const OwnPatch<double> square = test::unit_square<double>(2);
  EXPECT_FALSE(any_pole(poles_of(square.view())));
  test::Random random(4);
  const OwnPatch<double> point = test::random_patch<double>(random, 2, 3, true, PatchShape::point);
  const PatchPoles all = poles_of(point.view());
  EXPECT_TRUE(all.s0 && all.s1 && all.t0 && all.t1);
}

TEST(SlopeNets, TakeNoMoreNumbersThanTheySayAndInFloatAreThoseInDoubleToTheirNoise) {
  test::Random random(5);
  for (int k = 0; k < 20; ++k) {
    const OwnPatch<double> patch = test::random_patch<double>(random, 7, 7, k % 4 != 0, PatchShape::bent);
    OwnPatch<float> single{7, 7, patch.rational, {}};
    for (const double x : patch.points) single.points.push_back(static_cast<float>(x));
    const Vec3<double> p = random.in_cube();
    const auto filled = [](auto nothing) {
      return std::vector<decltype(nothing)>(most_slope_numbers + slope_scratch_numbers + 1, nothing);
    };
    std::vector<double> full = filled(-7.0);
    std::vector<float> half = filled(-7.0f);
    NumberRoom<double> room{full.data()};
    NumberRoom<float> half_room{half.data()};
    const PatchPoles poles{k % 3 == 0, k % 3 == 1, k % 5 == 0, k % 5 == 1};  // more room than none, whether or not
    const abut::SlopeNets<double> f = slope_nets(patch.view(), p, poles, room);
    const abut::SlopeNets<float> g = slope_nets(single.view(), to_float(p), poles, half_room);
    EXPECT_LE(room.next - full.data(), most_slope_numbers);
    EXPECT_EQ(full.back(), -7) << "behind all of them";
    EXPECT_EQ(half.back(), -7);
    if (any_pole(poles)) continue;
    for (int i = 0; i < size_of(f.s); ++i) {
      EXPECT_NEAR(static_cast<double>(g.s.c[i]), f.s.c[i], static_cast<double>(g.noise_s)) << k;
      EXPECT_NEAR(static_cast<double>(g.t.c[i]), f.t.c[i], static_cast<double>(g.noise_t)) << k;
    }
  }
}

}  // namespace
}  // namespace abut::host
