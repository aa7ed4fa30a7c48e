// Exact signs and normals against integers of any length, in each range that they are decided in: behind the filter, in
// short integers, in long ones.
#include <gtest/gtest.h>

#include <array>

#include "host/reference/exact.h"
#include "tests/reference/cases.h"
#include "tests/support/exact.h"

namespace abut::reference::test {
namespace {

using abut::test::ExactVector;
using abut::test::WideReal;
using Corners = std::array<Vec3<double>, 4>;

/// (b - a) x (c - a) of the first three, and d - a; all times one power of two.
struct ExactPlane {
  ExactVector normal, to_last;

  explicit ExactPlane(const Corners& p) {
    abut::test::CommonShift shift;
    for (const auto& v : p) shift.see(v);
    std::array<ExactVector, 4> e;
    for (std::size_t i = 0; i < 4; ++i) e[i] = abut::test::exact(p[i], shift.shift());
    using abut::test::exact_minus;
    normal = abut::test::exact_cross_product(exact_minus(e[1], e[0]), exact_minus(e[2], e[0]));
    to_last = exact_minus(e[3], e[0]);
  }
  int side() const { return abut::test::exact_inner(normal, to_last).sign(); }
  bool flat() const { return normal.x == 0 && normal.y == 0 && normal.z == 0; }
};

int side(const Corners& p) { return orient3d(p[0], p[1], p[2], p[3]); }

/// How often each sign came.
struct Signs {
  std::array<int, 3> seen{};
  void see(int sign) { ++seen[static_cast<std::size_t>(sign + 1)]; }
  void expect_each(int least) const {
    for (const int count : seen) EXPECT_GE(count, least);
  }
};

void nudge(Random& random, double& x) {
  for (int k = random.integer(-2, 2); k != 0; k += k < 0 ? 1 : -1) x = std::nextafter(x, k < 0 ? -HUGE_VAL : HUGE_VAL);
}

TEST(ExactSigns, OfPointsRoundedOntoAPlaneAreThoseOfIntegers) {
  Random random(51);
  for (const int exponent : {0, -100, 100, -320, 320, -900, -1020, 900, 1020}) {
    Signs signs;
    for (int i = 0; i < 400; ++i) {
      Corners p;
      for (int k = 0; k < 3; ++k) p[k] = random.direction();
      if (i % 2 == 0) p[0].z = p[1].z = p[2].z = 0.5;
      const double s = random.uniform(0, 1), t = random.uniform(0, 1);
      p[3] = p[0] + (p[1] - p[0]) * s + (p[2] - p[0]) * t;
      if (i % 2 == 0) p[3].z = 0.5;
      nudge(random, p[3].z);
      for (auto& v : p) v = {std::ldexp(v.x, exponent), std::ldexp(v.y, exponent), std::ldexp(v.z, exponent)};
      const int truth = ExactPlane(p).side();
      EXPECT_EQ(side(p), truth) << exponent << ' ' << i;
      signs.see(truth);
    }
    signs.expect_each(20);
  }
}

TEST(ExactSigns, OfCoordinatesOfAnyMagnitudeAreThoseOfIntegers) {
  Random random(52);
  const auto any = [&] { return std::ldexp(random.uniform(-1, 1), random.integer(-1080, 1024)); };
  for (int i = 0; i < 2000; ++i) {
    Corners p;
    for (auto& v : p) v = {any(), any(), any()};
    // The same coordinate twice takes away what would outweigh the rest.
    p[1].x = p[0].x;
    p[2].y = i % 2 ? p[0].y : p[1].y;
    if (i % 3 == 0) p[3].z = p[2].z;
    EXPECT_EQ(side(p), ExactPlane(p).side()) << i;
    EXPECT_EQ(orient2d(p[0].x, p[0].y, p[1].x, p[1].y, p[2].x, p[2].y), ExactPlane(p).normal.z.sign()) << i;
  }
}

/// A vector whose coordinates are integers below 2^26, times these powers of two.
Vec3<double> spread_vector(Random& random, int x, int y, int z) {
  const auto any = [&](int exponent) { return std::ldexp(random.integer(-(1 << 26), 1 << 26), exponent); };
  return {any(x), any(y), any(z)};
}

TEST(ExactSigns, OfCoordinatesFarApartInTheirExponentsAreThoseOfIntegers) {
  // Through the end of the short integers' range: a fourth point in the plane of the others, or off it by one unit.
  Random random(53);
  for (int spread = 40; spread <= 300; spread += spread < 60 || (spread > 90 && spread < 110) ? 1 : 10) {
    Signs signs;
    for (int i = 0; i < 60; ++i) {
      // Along z more than along x; or all along all, but for the unit, as long as a product of three can be.
      const bool even = i % 2 == 0;
      const auto any = [&] { return spread_vector(random, even ? spread : 0, even ? spread : spread / 2, spread); };
      const Vec3<double> u = any(), v = any(), from = even ? Vec3<double>{0, 0, 0} : any();
      Corners p{from, from + u, from + v, from + (u + v)};
      p[even ? 0 : 3].x += random.integer(-1, 1);
      const int truth = ExactPlane(p).side();
      EXPECT_EQ(side(p), truth) << spread << ' ' << i;
      signs.see(truth);
    }
    signs.expect_each(5);
  }
}

TEST(ExactSigns, OfAllOrdersOfFourPointsGoWithTheOrdersParity) {
  const Corners p{{{0.1, 0.2, 0.3}, {0.4, 0.6, 0.3}, {0.9, 0.1, 0.3}, {0.5, 0.3, std::nextafter(0.3, 0.0)}}};
  std::array<std::size_t, 4> order{0, 1, 2, 3};
  int orders = 0;
  do {
    int parity = 1;
    for (int i = 0; i < 4; ++i) {
      for (int j = 0; j < i; ++j) parity = order[j] > order[i] ? -parity : parity;
    }
    EXPECT_EQ(side({p[order[0]], p[order[1]], p[order[2]], p[order[3]]}), parity * side(p));
    ++orders;
  } while (std::next_permutation(order.begin(), order.end()));
  EXPECT_EQ(orders, 24);
  EXPECT_NE(side(p), 0);
}

TEST(ExactSigns, OfTurnsOfPointsOnALineAreThoseOfIntegers) {
  Random random(54);
  for (const int exponent : {0, -200, -540, -1000, 400, 1000}) {
    Signs signs;
    for (int i = 0; i < 500; ++i) {
      const double slope = random.integer(1, 9) / 3.0;
      double x[3], y[3];
      for (int k = 0; k < 3; ++k) {
        x[k] = std::ldexp(random.integer(-30, 30), exponent);
        y[k] = slope * x[k];
      }
      nudge(random, y[i % 3]);
      const int truth = ExactPlane({{{x[0], y[0], 0}, {x[1], y[1], 0}, {x[2], y[2], 0}, {}}}).normal.z.sign();
      EXPECT_EQ(orient2d(x[0], y[0], x[1], y[1], x[2], y[2]), truth) << exponent << ' ' << i;
      signs.see(truth);
    }
    signs.expect_each(20);
  }
}

TEST(ExactSigns, PointsAreOnOneLineExactlyWhereTheIntegersSaySo) {
  Random random(55);
  int on_line = 0, beside = 0;
  for (int i = 0; i < 3000; ++i) {
    // Multiples of one vector; of every second one a coordinate is off by a unit in its last place.
    const Vec3<double> from{random.integer(-9, 9) * 0.125, random.integer(-9, 9) * 0x1p-30,
                            random.integer(-9, 9) * 1.0};
    Vec3<double> along{random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)};
    (i % 5 == 0 ? along.x : along.y) = 0;
    if (i % 7 == 0) along.z = 0;
    Corners p{from,
              from + along * static_cast<double>(random.integer(-4, 4)),
              from + along * static_cast<double>(random.integer(-4, 4)),
              {}};
    if (i % 2 == 0) nudge(random, i % 4 == 0 ? p[1].z : p[2].x);
    const bool truth = ExactPlane(p).flat();
    EXPECT_EQ(collinear(p[0], p[1], p[2]), truth) << i;
    EXPECT_EQ(collinear(p[2], p[0], p[1]), truth) << i;
    ++(truth ? on_line : beside);
  }
  EXPECT_GT(on_line, 300);
  EXPECT_GT(beside, 300);
}

WideReal real(Wide x) {
  WideReal sum = 0;
  for (int part = 0; part < 3; ++part) {
    const double d = static_cast<double>(x);
    sum += d;
    x -= static_cast<Wide>(d);
  }
  return sum;
}

/// Largest difference of a coordinate from the normal of the integers.
double error_of(const Vec3<Wide>& normal, const ExactVector& exact) {
  const WideReal n[3] = {WideReal(exact.x), WideReal(exact.y), WideReal(exact.z)};
  const WideReal length = sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
  const Wide found[3] = {normal.x, normal.y, normal.z};
  WideReal worst = 0;
  for (int i = 0; i < 3; ++i) worst = std::max(worst, WideReal(abs(real(found[i]) - n[i] / length)));
  return static_cast<double>(worst);
}

TEST(ExactNormals, OfTrianglesOfAnyThicknessAreRightToTheirLastPlaces) {
  const double promised = std::max(0x1p-74, 16 * wide_epsilon);
  Random random(56);
  for (int thin = 0; thin <= 130; thin += 2) {
    for (int i = 0; i < 20; ++i) {
      // Two edges all but along each other: what is across is 2^-thin, as far as the places of a double go.
      const Vec3<double> from = random.direction() * (i % 2 ? 1.0 : std::ldexp(1.0, -thin)), u = random.direction();
      Corners p{from, from + u, from + u * 2.0, {}};
      p[2] = p[2] + random.direction() * std::ldexp(1.0, -thin);
      const ExactPlane exact(p);
      const Vec3<Wide> n = triangle_normal(p[0], p[1], p[2]);
      if (exact.flat()) {
        EXPECT_EQ(static_cast<double>(inner(n, n)), 0) << thin;
      } else {
        EXPECT_LE(error_of(n, exact.normal), promised) << thin << ' ' << i;
      }
    }
  }
}

TEST(ExactNormals, OfTrianglesWithCornersOfAnyMagnitudeAreRightToTheirLastPlaces) {
  const double promised = std::max(0x1p-74, 16 * wide_epsilon);
  Random random(57);
  const auto any = [&] { return std::ldexp(random.uniform(-1, 1), random.integer(-400, 400)); };
  for (int i = 0; i < 500; ++i) {
    Corners p;
    for (auto& v : p) v = {any(), any(), any()};
    const ExactPlane exact(p);
    ASSERT_FALSE(exact.flat());
    EXPECT_LE(error_of(triangle_normal(p[0], p[1], p[2]), exact.normal), promised) << i;
    EXPECT_LE(error_of(-triangle_normal(p[1], p[0], p[2]), exact.normal), promised) << i;
  }
}

}  // namespace
}  // namespace abut::reference::test
