// Bounds where a cone's apex takes over from its rim: against every sampled direction of the band and of the strip.
#include "abut/narrow/symmetric_bands.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/narrow/symmetric_pairs.h"

namespace abut {
namespace {

using namespace symmetric_detail;
using test::Random;
using test::SymmetricPair;

constexpr double tolerance = 1e-15;

Vec3<double> direction_at(const SymmetricDifference& d, double z, PlaneVector u) {
  const double r = std::sqrt((1 - z) * (1 + z));
  return d.normal * z + (d.e1 * u.x + d.e2 * u.y) * r;
}

/// Calls f(pair, zone, k, z1, z2) for stretches of z in which cone k, which lies across the plane's normal, changes and
/// no other one does.
template <class F>
int for_each_cone(std::uint64_t seed, double longest, const F& f) {
  Random random(seed);
  int count = 0;
  for (int kinds = 0; kinds < 384; ++kinds) {
    const SymmetricPair pair(random, kinds);
    const SymmetricDifference& d = pair.d;
    if (d.upright_count > 0) continue;
    int cones = 0, cone = -1;
    for (int k = 0; k < d.count; ++k) {
      if (d.term[k].is_cone) ++cones, cone = k;
    }
    if (cones != 1) continue;
    const double z1 = random.uniform(0, 0.9) * d.term[cone].apex_sine, z2 = z1 + random.uniform(1e-3, longest);
    if (z2 > 0.95) continue;
    const Zone zone = zone_of(d, 0.5 * (z1 + z2), tolerance);
    f(pair, zone, cone, z1, z2);
    ++count;
  }
  return count;
}

TEST(SymmetricBands, APointOfATermReachesAsFarAsTheTerm) {
  Random random(1);
  CircleTerm t{};
  for (int k = 0; k < 500; ++k) {
    const double angle = random.uniform(0, 7);
    t.axis = {std::cos(angle), std::sin(angle)};
    t.half = random.uniform(0, 1);
    t.along2 = random.uniform(0, 1), t.across2 = random.uniform(0, 1), t.pole2 = random.uniform(0, 1);
    const Vec3<double> n = random.direction();
    const double c = t.axis.x * n.x + t.axis.y * n.y, s = t.axis.x * n.y - t.axis.y * n.x;
    const double reach = t.half * std::abs(c) + std::sqrt(t.along2 * c * c + t.across2 * s * s + t.pole2 * n.z * n.z);
    EXPECT_NEAR(dot(n, farthest_of_term(t, n, false)), reach, 1e-15 * 4) << k;
  }
  t.is_cone = true;
  EXPECT_NEAR(length(farthest_of_term(t, {0, 0, 1}, true)), t.half, 1e-15) << "the apex";
}

TEST(SymmetricBands, ABandHoldsTheDirectionsThatChange) {
  const int seen = for_each_cone(2, 0.2, [](const SymmetricPair&, const Zone& zone, int k, double z1, double z2) {
    const CircleTerm& t = zone.d.term[k];
    const Band band = band_of(t, z1, z2);
    ASSERT_FALSE(band.empty);
    EXPECT_NEAR(band.near.x * band.near.x + band.near.y * band.near.y, 1, 1e-13);
    EXPECT_NEAR(band.far.x * band.far.x + band.far.y * band.far.y, 1, 1e-13);
    for (int i = 0; i < 180; ++i) {
      const double angle = i * M_PI / 180;  // to the cone's axis
      const auto apex = [&](double z) { return std::sqrt((1 - z) * (1 + z)) * std::cos(angle) > t.apex_cosine; };
      if (apex(z1) == apex(z2)) continue;
      EXPECT_LE(std::cos(angle), band.near.x + 1e-12);
      EXPECT_GE(std::cos(angle), band.far.x - 1e-12);
    }
  });
  EXPECT_GT(seen, 30);
  CircleTerm t{};
  t.apex_cosine = 0.6, t.apex_sine = 0.8;
  EXPECT_TRUE(band_of(t, 0.8, 0.9).empty) << "past the apex everywhere";
}

TEST(SymmetricBands, NoDirectionOfABandIsNarrowerThanItsBound) {
  const int seen = for_each_cone(3, 0.05, [](const SymmetricPair& pair, const Zone& zone, int k, double z1, double z2) {
    const Band band = band_of(zone.d.term[k], z1, z2);
    const Circle a = look_at(zone, z1), b = look_at(zone, z2);
    for (const double side : {-1.0, 1.0}) {
      const double of_band = band_bound(zone, {k, side}, band, a, b), of_strip = strip_bound(zone, {k, side}, a, b);
      const PlaneVector axis = zone.d.term[k].axis;
      for (int i = 0; i <= 20; ++i) {
        for (int j = 0; j <= 20; ++j) {
          const double cosine = band.far.x + (band.near.x - band.far.x) * i / 20;
          const double sine = side * std::sqrt(std::fmax(1 - cosine * cosine, 0.0));
          const PlaneVector u{cosine * axis.x - sine * axis.y, cosine * axis.y + sine * axis.x};
          const double width = pair.width(direction_at(zone.d, z1 + (z2 - z1) * j / 20, u));
          EXPECT_GE(width, of_band - 1e-12);
          EXPECT_GE(width, of_strip - 1e-12);
        }
      }
    }
  });
  EXPECT_GT(seen, 30);
}

TEST(SymmetricBands, TheLeastBandCountsAndTheSearchEndsWhereOneIsTooLittle) {
  int bands = 0;
  for_each_cone(4, 0.05, [&](const SymmetricPair&, const Zone& zone, int, double z1, double z2) {
    const Circle a = look_at(zone, z1), b = look_at(zone, z2);
    int calls = 0;
    const auto of = [&](double value) {
      return [&, value](const ConeSide& of_cone, const Band&) { return ++calls, value + of_cone.side; };
    };
    EXPECT_EQ(least_of_bands(zone, a, b, 100, 0, of(50)), 49) << "both sides";
    EXPECT_EQ(calls, 2);
    EXPECT_EQ(least_of_bands(zone, a, b, 3, 0, of(50)), 3) << "what was known is less";
    bands += calls;
  });
  EXPECT_GT(bands, 60);
}

TEST(SymmetricBands, ShareIsThatOfTheCrossSectionThatIsTouched) {
  // A cone with its axis along e1, alone: rim and apex at +-half, the origin between them on the side.
  SymmetricTerms t{};
  t.count = 1;
  t.term[0] = {Kind::cone, 2, {{0, 1, 0}, {0, 0, 1}, {1, 0, 0}}, {0.75, 0.75, 0.5}};
  const SymmetricDifference d = difference_about(t, {0, 0, 1}, {0, 0, 0});
  ASSERT_EQ(d.count, 1);
  const Zone zone = zone_of(d, 0, tolerance);
  const CircleTerm& cone = d.term[0];
  const PlaneVector u = arc_detail::turned_by(cone.axis, cone.apex_cosine, cone.apex_sine);
  // In the plane: the foot of the origin on the line from the rim (-1/2, 3/4) to the apex (1/2, 0).
  const double foot = -(-0.5 * 1 + 0.75 * -0.75) / (1 + 0.75 * 0.75);
  EXPECT_NEAR(touched_share(zone, 0, 0, u), foot, 1e-14);
}

}  // namespace
}  // namespace abut
