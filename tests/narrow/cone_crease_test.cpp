// Creases of cones: derivatives of widths along them against the widths in closed form, bounds beside them against
// sampled widths, and where two of them cross.
#include "abut/narrow/cone_crease.h"

#include <gtest/gtest.h>

#include "tests/narrow/parts_pairs.h"

namespace abut {
namespace {

using namespace revolved_axis_detail;
using symmetric_detail::Kind;
using test::ConeAndCorner;
using test::Cones;
using test::direction_near;
using test::NearlyCoaxialCones;
using test::Random;
using test::width_of;

SymmetricTerm random_term(Random& random, Kind kind) {
  SymmetricTerm t{};
  t.kind = kind;
  const Mat3<double> turn = random.rotation();
  for (int k = 0; k < 3; ++k) {
    t.axis[k] = rotate(turn, {k == 0 ? 1.0 : 0.0, k == 1 ? 1.0 : 0.0, k == 2 ? 1.0 : 0.0});
    t.extent[k] = random.uniform(0.2, 1);
  }
  if (kind != Kind::ellipsoid) t.extent[1] = t.extent[0];
  return t;
}

TEST(ConeCrease, HasApexAndRimAtEqualHeights) {
  Random random(1);
  for (int i = 0; i < 1000; ++i) {
    SymmetricTerm cone = random_term(random, Kind::cone);
    if (i % 2 == 1) cone.extent[2] = random.magnitude(1e-7, 1);  // flat: the crease is next to the axis
    const Vec3<double> from = random.direction();
    const ConeCrease crease = crease_of(cone, from);
    const Vec3<double> n = crease.direction();
    EXPECT_NEAR(height_of_apex(cone, n), 0, 1e-15);
    EXPECT_NEAR(length(n), 1, 1e-15);
    EXPECT_NEAR(dot(n, crease.along), 0, 1e-15);
    // No direction of the crease is nearer.
    for (int k = 0; k < 8; ++k) {
      const double angle = 0.8 * k;
      const Vec3<double> other = crease.axis * crease.height +
                                 (crease.start * std::cos(angle) + crease.along * std::sin(angle)) * crease.radius;
      EXPECT_NEAR(height_of_apex(cone, other), 0, 2e-15);
      EXPECT_LE(dot(other, from), dot(n, from) + 1e-15);
    }
  }
  SymmetricTerm upright{};
  upright.kind = Kind::cone;
  for (int k = 0; k < 3; ++k)
    upright.extent[k] = 0.5, upright.axis[k] = {k == 0 ? 1.0 : 0, k == 1 ? 1.0 : 0, k == 2 ? 1.0 : 0};
  EXPECT_EQ(crease_of(upright, {0, 0, 1}).radius, 0);  // nothing is next to the axis
}

/// The width of an ellipsoid, or of a disc.
double smooth_width(const SymmetricTerm& t, Vec3<double> n) {
  if (t.kind == Kind::ellipsoid) return width_of(t, n);
  return t.extent[0] * std::hypot(dot(t.axis[0], n), dot(t.axis[1], n));
}

TEST(WidthAlongCrease, IsKnownToTheFourthPower) {
  Random random(2);
  int bounded = 0;
  for (int i = 0; i < 4000; ++i) {
    SymmetricTerm cone = random_term(random, Kind::cone);
    SymmetricTerm t = random_term(random, i % 2 == 0 ? Kind::ellipsoid : Kind::cylinder);
    if (i % 4 == 2) t.extent[0] = random.magnitude(1e-3, 1), t.extent[1] = random.magnitude(1e-3, 1);
    if (i % 3 == 0) t.axis[0] = cone.axis[0], t.axis[1] = cone.axis[1], t.axis[2] = cone.axis[2];
    const ConeCrease crease = crease_of(cone, random.direction());
    const Vec3<double> point = random.in_ball();
    const double reach = random.magnitude(1e-3, 0.3);
    WidthAlongCrease width;
    add_along(crease, reach, t, width);
    add_along(crease, point, width);
    if (!(width.fourth * std::pow(reach, 4) < 1)) continue;
    ++bounded;
    for (int k = 0; k < 12; ++k) {
      const double angle = reach * (k < 2 ? 2 * k - 1 : random.uniform(-1, 1));
      const Vec3<double> n = crease.axis * crease.height +
                             (crease.start * std::cos(angle) + crease.along * std::sin(angle)) * crease.radius;
      const double a2 = angle * angle,
                   taylor = width.value + angle * width.first + a2 / 2 * width.second + a2 * angle / 6 * width.third;
      EXPECT_NEAR(taylor, smooth_width(t, n) + dot(point, n), width.fourth * a2 * a2 / 24 + 4e-15) << i << ' ' << reach;
    }
  }
  EXPECT_GT(bounded, 3000);
}

TEST(WidthAlongCrease, OfSlenderEllipsoidsAlmostAcrossIsRight) {
  // The square of the width is small beside its terms; its root is told to a rounding all the same.
  Random random(6);
  for (int i = 0; i < 2000; ++i) {
    const SymmetricTerm cone = random_term(random, Kind::cone);
    const ConeCrease crease = crease_of(cone, random.direction());
    SymmetricTerm t{};
    t.kind = Kind::ellipsoid;
    const double slender = random.magnitude(1e-6, 1e-1);
    t.extent[0] = t.extent[1] = slender;
    t.extent[2] = 1;
    const Vec3<double> n = crease.direction(), rough = random.direction();
    t.axis[2] = unit_vector(cross(n, rough) * (1 / length(cross(n, rough))) + n * (slender * random.uniform(-1, 1)));
    t.axis[0] = unit_vector(cross(t.axis[2], rough));
    t.axis[1] = cross(t.axis[2], t.axis[0]);
    WidthAlongCrease width;
    add_along(crease, 1e-9 * slender, t, width);
    long double square = 0;
    for (int k = 0; k < 3; ++k) {
      const auto product = [&](double a, double b) { return static_cast<long double>(a) * b; };
      const Vec3<double> a = t.axis[k];
      const long double along =
          (product(a.x, crease.axis.x) + product(a.y, crease.axis.y) + product(a.z, crease.axis.z)) * crease.height +
          (product(a.x, crease.start.x) + product(a.y, crease.start.y) + product(a.z, crease.start.z)) * crease.radius;
      square += along * t.extent[k] * along * t.extent[k];
    }
    EXPECT_NEAR(width.value, static_cast<double>(std::sqrt(square)), 4e-16) << slender;
  }
}

TEST(WidthAlongCrease, OfWhatIsCoaxialIsConstant) {
  Random random(3);
  for (int i = 0; i < 100; ++i) {
    const SymmetricTerm cone = random_term(random, Kind::cone);
    SymmetricTerm t = cone;
    t.kind = i % 2 == 0 ? Kind::ellipsoid : Kind::cylinder;
    WidthAlongCrease width;
    add_along(crease_of(cone, random.direction()), 0.1, t, width);
    add_along(crease_of(cone, random.direction()), cone.axis[2] * 0.3, width);
    for (const double d : {width.first, width.second, width.third}) EXPECT_NEAR(d, 0, 2e-15);
    EXPECT_LT(width.fourth, 1e-14);
  }
}

TEST(BoundAtCrease, IsBelowAllWidthsAndNearTheLeast) {
  Random random(4);
  int close = 0, met = 0;
  for (int i = 0; i < 3000; ++i) {
    const NearlyCoaxialCones pair(random, random.magnitude(1e-9, 0.1), static_cast<Cones>(i % 3));
    const ConeCrease crease = crease_of(pair.parts.solids.term[i % 2], random.direction());
    const double reach = random.magnitude(1e-6, 1e-2);
    const DirectionCap cap{direction_near(random, crease.direction(), reach), reach};
    int measured = 0;
    const auto measure = [&](Vec3<double> n) {
      ++measured;
      return pair.support()(n).w;
    };
    const double bound = bound_at_crease(pair.parts, cap, measure);
    double least = pair.width(cap.middle);
    for (int k = 0; k < 60; ++k) least = std::min(least, pair.width(direction_near(random, cap.middle, cap.reach)));
    EXPECT_LE(bound, least + 1e-14) << i;
    EXPECT_GT(measured, 0);
    if (!(bound > -10)) continue;
    ++met;
    // Widths rise from the crease by as much as the cap's size; the bound is of a higher order, and of the arc's slope.
    close += least - bound < 3 * reach;
  }
  EXPECT_GT(met, 1000);
  EXPECT_GT(close, met * 9 / 10);
}

TEST(BoundAtCrease, WithTwoCreasesIsOffByLessThanTheyAreApart) {
  Random random(8);
  int met = 0, close = 0;
  for (int i = 0; i < 2000; ++i) {
    constexpr double tilt = 1e-6, reach = 1e-4;
    const NearlyCoaxialCones pair(random, tilt, Cones::equal);
    ConeCrease crease = crease_of(pair.parts.solids.term[i % 2], random.direction());
    const DirectionCap cap{crease.direction(), reach};
    const double bound = bound_at_crease(pair.parts, cap, [&](Vec3<double> n) { return pair.support()(n).w; });
    if (!(bound > -10)) continue;
    ++met;
    double least = HUGE_VAL;  // it lies on a crease
    for (int k = -10; k <= 10; ++k) {
      const Vec3<double> near = multiply_add(crease.along, 0.1 * k * reach, cap.middle);
      for (int j = 0; j < 2; ++j) {
        least = std::min(least, pair.width(crease_of(pair.parts.solids.term[j], near).direction()));
      }
    }
    EXPECT_LE(bound, least + 1e-15) << i;
    close += least - bound < 1e-9;
  }
  EXPECT_GT(met, 1990) << "whether the apex or the rim of the other cone counts there";
  EXPECT_EQ(close, met);
}

TEST(BoundAtCrease, AroundAConesSideIsExact) {
  const ConeAndCorner c(0.05);
  const double side = std::hypot(0.8, 0.6);
  const Vec3<double> n{-0.8 / side, 0, 0.6 / side};
  // B is subtracted: its corner's height along n, and the side's distance from the cone's centre.
  const double depth = (0.4 * 0.6 - 0.05 * 0.6) / side;
  Vec3<double> crease;
  const auto measure = [&](Vec3<double> at) {
    crease = at;
    return core_difference<LinearScan>(c.problem)(at).w;
  };
  for (const double reach : {1e-2, 1e-3, 1e-4}) {
    EXPECT_NEAR(bound_at_crease(c.parts, {n, reach}, measure) * c.unit, depth, 1e-14) << reach;
    EXPECT_NEAR(length(crease - n), 0, 1e-15);
  }
  const Vec3<double> off = unit_vector(Vec3<double>{-0.8 / side + 0.1, 0, 0.6 / side});
  EXPECT_LT(bound_at_crease(c.parts, {off, 1e-2}, measure), -1e100);
}

TEST(Crossings, LieOnBothCreases) {
  Random random(5);
  int crossed = 0;
  for (int i = 0; i < 2000; ++i) {
    const NearlyCoaxialCones pair(random, random.magnitude(1e-9, 1), i % 2 == 0 ? Cones::equal : Cones::apart);
    const auto& solids = pair.parts.solids;
    int count = 0;
    for_crossings(solids, [&](Vec3<double> n) {
      ++count;
      EXPECT_NEAR(length(n), 1, 1e-15);
      for (int k = 0; k < 2; ++k) EXPECT_NEAR(height_of_apex(solids.term[k], n), 0, 2e-15) << i;
    });
    // Heights of the second apex along the first crease change their sign where these cross.
    const ConeCrease first = crease_of(solids.term[0], random.direction());
    int signs = 0;
    for (int k = 0; k < 256; ++k) {
      const auto height = [&](int at) {
        const double angle = at * 6.283185307179586 / 256;
        return height_of_apex(
            solids.term[1],
            first.axis * first.height + (first.start * std::cos(angle) + first.along * std::sin(angle)) * first.radius);
      };
      signs += (height(k) > 0) != (height(k + 1) > 0);
    }
    if (signs > 0) {
      EXPECT_EQ(count, 2) << i;
    }
    crossed += signs > 0;
  }
  EXPECT_GT(crossed, 300);
}

}  // namespace
}  // namespace abut
