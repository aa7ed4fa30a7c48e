// The least width about a plane: closed forms, bounds against sampled directions, and directions that are polished.
#include "abut/narrow/symmetric_search.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/narrow/symmetric_pairs.h"

namespace abut {
namespace {

using namespace symmetric_detail;
using test::Random;
using test::SymmetricPair;

Narrowest search(const SymmetricPair& pair, int circles = 400) {
  Narrowest best{{0, 0, 1}, Huge<double>::value, 0, 2};
  const SearchEffort effort{2 * Epsilon<double>::value * pair.problem().size, circles};
  narrowest_symmetric({pair.terms, pair.between}, Vec3<double>{0, 0, 1}, pair.support(), effort, best);
  return best;
}

TEST(SymmetricSearch, DirectionsLieOnTheirCircle) {
  Random random(7);
  const SymmetricPair pair(random, 1);
  for (int k = 0; k < 200; ++k) {
    const double z = random.uniform(), angle = random.uniform(0, 7);
    const Vec3<double> n = direction_on(pair.d, {std::cos(angle), std::sin(angle)}, z);
    EXPECT_NEAR(length(n), 1, 4e-16);
    EXPECT_NEAR(dot(n, pair.d.normal), z, 4e-16);
    EXPECT_NEAR(dot(n, pair.d.e1), std::sqrt(1 - z * z) * std::cos(angle), 4e-16);
  }
}

TEST(SymmetricSearch, BoundsMeetAtTheNarrowestOfAllDirections) {
  Random random(1);
  int met = 0, all = 0;
  for (int kinds = 0; kinds < 96; ++kinds) {
    const SymmetricPair pair(random, kinds);
    const Narrowest found = search(pair);
    ++all;
    EXPECT_NEAR(length(found.normal), 1, 4e-16) << kinds;
    EXPECT_NEAR(found.width, pair.width(found.normal), 1e-14) << kinds;
    EXPECT_LE(found.lower, found.width + 1e-14) << kinds;
    double least = HUGE_VAL;
    for (int i = 0; i < 5000; ++i) least = std::fmin(least, pair.width(random.direction()));
    EXPECT_LE(found.lower, least + 1e-13) << kinds;
    EXPECT_LE(found.width, least + 1e-13) << kinds;
    met += found.width - found.lower < 1e-13 ? 1 : 0;
  }
  EXPECT_GT(met, all * 9 / 10);
}

TEST(SymmetricSearch, FewerCirclesLeaveBoundsOpenAndRight) {
  Random random(2);
  int open = 0;
  for (int kinds = 0; kinds < 96; ++kinds) {
    const SymmetricPair pair(random, kinds);
    const Narrowest few = search(pair, 3), many = search(pair);
    EXPECT_LE(few.lower, many.width + 1e-13) << kinds;
    EXPECT_GE(few.width, many.lower - 1e-13) << kinds;
    open += few.width - few.lower > 1e-9 ? 1 : 0;
  }
  EXPECT_GT(open, 10);
}

TEST(SymmetricSearch, AStretchOfNoLengthHasItsFirstBound) {
  Random random(3);
  const SymmetricPair pair(random, 1);
  const Zone zone = zone_of(pair.d, 0.3, 1e-15);
  const Circle a = look_at(zone, 0.3);
  const double least = a.width + zone.pole * 0.3;
  EXPECT_NEAR(bound_between(zone, a, a, 10.0), least, 1e-15);
  const Circle b = look_at(zone, 0.4);
  const double bound = bound_between(zone, a, b, 10.0);
  EXPECT_LE(bound, std::fmin(least, b.width + zone.pole * 0.4)) << "not enough: what costs nothing";
}

TEST(SymmetricSearch, PolishingFindsWhereTheWidthIsStationary) {
  Random random(4);
  int polished = 0;
  for (int kinds = 5; kinds < 384; kinds += 16) {  // two ellipsoids each: smooth
    const SymmetricPair pair(random, kinds);
    const Narrowest found = search(pair);
    if (!(found.z > 0.05 && found.z < 0.95)) continue;
    const auto beside = [&](Vec3<double> n) {
      const Vec3<double> w = pair.support()(n).w;
      return length(w - n * dot(n, w));
    };
    Narrowest off = found;
    off.z = found.z + 1e-5;
    const Zone zone = zone_of(pair.d, off.z, 2 * Epsilon<double>::value * pair.problem().size);
    off.normal = direction_on(zone.d, look_at(zone, off.z).u, off.z);
    off.width = pair.width(off.normal);
    const double before = beside(off.normal);
    polish(zone, pair.support(), {0, 1}, off);
    EXPECT_LT(beside(off.normal), 1e-3 * before + 1e-12) << kinds;
    EXPECT_NEAR(off.width, found.width, 1e-14) << kinds;
    ++polished;
  }
  EXPECT_GT(polished, 0);
}

}  // namespace
}  // namespace abut
