// All pairs of carriers, anywhere and in special positions, against Newton's method on the squared distance.
#include "abut/brep/stationary_pairs.h"

#include <gtest/gtest.h>

#include "tests/brep/pair_check.h"

namespace abut {
namespace {

using namespace test;

template <class T>
class StationaryPairsOf : public ::testing::Test {};
using Scalars = ::testing::Types<float, double>;
TYPED_TEST_SUITE(StationaryPairsOf, Scalars);

CarrierKind kind(int k) { return static_cast<CarrierKind>(k); }

TYPED_TEST(StationaryPairsOf, RandomCarriersAreAllThatTheReferenceFinds) {
  for (int i = 0; i < carrier_kinds; ++i) {
    for (int k = i; k < carrier_kinds; ++k) {
      Random random(static_cast<std::uint64_t>(100 + 10 * i + k));
      Compared all;
      for (int n = 0; n < 24; ++n) {
        const Carrier<double> a = random_carrier(kind(i), random), b = random_carrier(kind(k), random);
        all += expect_pairs<TypeParam>(a, b, reference_pairs(a, b, density_for(a, b)));
      }
      SCOPED_TRACE(std::string(name_of(kind(i))) + " and " + name_of(kind(k)) + ", seed " +
                   std::to_string(100 + 10 * i + k));
      EXPECT_LE(all.degenerate * 50, all.references);
      EXPECT_LE(all.unseen * 50, all.found) << "the reference has too few starts";
      EXPECT_EQ(all.undecided, 0);
    }
  }
}

/// `degenerate` references that are near no pair of the list are a continuum: then the list has to say so.
template <class T>
void expect_continua_told(const Carrier<double>& a, const Carrier<double>& b,
                          const std::vector<ReferencePair>& reference) {
  StationaryPairs<T> out;
  stationary_pairs(cast<T>(a), cast<T>(b), out);
  int far = 0;
  for (const ReferencePair& r : reference) {
    bool near = r.sensitivity <= degenerate;
    for (std::uint32_t i = 0; i < out.count; ++i) near = near || distance_to(out.pairs[i], r) < 0.02;
    far += near ? 0 : 1;
  }
  EXPECT_TRUE(out.not_isolated || far < 3) << words(a) << " and " << words(b) << ": " << far;
}

TYPED_TEST(StationaryPairsOf, SpecialPositionsLoseNothing) {
  for (int i = 0; i < carrier_kinds; ++i) {
    for (int k = i; k < carrier_kinds; ++k) {
      Random random(static_cast<std::uint64_t>(500 + 10 * i + k));
      for (int n = 0; n < 24; ++n) {
        const Carrier<double> a = special_carrier(kind(i), random), b = special_carrier(kind(k), random);
        const std::vector<ReferencePair> reference = reference_pairs(a, b, density_for(a, b));
        expect_pairs<TypeParam>(a, b, reference, 1e6);
        expect_continua_told<TypeParam>(a, b, reference);
      }
    }
  }
}

Carrier<double> scaled(Carrier<double> c, double factor) {
  c.origin = c.origin * factor;
  c.radius *= factor;
  c.minor_radius *= factor;
  return c;
}

Carrier<double> moved(Carrier<double> c, const Mat3<double>& m, Vec3<double> by) {
  c.origin = rotate(m, c.origin) + by;
  c.x = rotate(m, c.x);
  c.y = rotate(m, c.y);
  c.z = rotate(m, c.z);
  return c;
}

TYPED_TEST(StationaryPairsOf, ScaledMovedAndSwappedCarriersHaveTheScaledMovedAndSwappedPairs) {
  Random random(7);
  for (int n = 0; n < 300; ++n) {
    const Carrier<double> a = random_carrier(kind(n % 9), random), b = random_carrier(kind(n / 9 % 9), random);
    const std::vector<ReferencePair> reference = reference_pairs(a, b, density_for(a, b));
    std::vector<ReferencePair> swapped = reference;
    for (ReferencePair& r : swapped) std::swap(r.a, r.b);
    expect_pairs<TypeParam>(b, a, swapped);
    for (const double factor : {1e-6, 1e6}) {
      std::vector<ReferencePair> larger = reference;
      for (ReferencePair& r : larger) r.a = r.a * factor, r.b = r.b * factor, r.gap *= factor;
      expect_pairs<TypeParam>(scaled(a, factor), scaled(b, factor), larger);
    }
    const Mat3<double> m = random.rotation();
    const Vec3<double> by = random.in_cube();
    std::vector<ReferencePair> turned = reference;
    for (ReferencePair& r : turned) r.a = rotate(m, r.a) + by, r.b = rotate(m, r.b) + by;
    expect_pairs<TypeParam>(moved(a, m, by), moved(b, m, by), turned);
  }
}

TYPED_TEST(StationaryPairsOf, FarAndTinyCarriersAreFoundToo) {
  Random random(8);
  for (int n = 0; n < 162; ++n) {
    const Carrier<double> a = random_carrier(kind(n % 9), random);
    Carrier<double> b = random_carrier(kind(n / 9 % 9), random);
    if (n % 2 == 0) {
      b.origin = b.origin + random.direction() * 1000.0;
    } else if (b.kind != CarrierKind::cone) {
      b.radius *= 1e-3, b.minor_radius *= 1e-3;
    }
    expect_pairs<TypeParam>(a, b, reference_pairs(a, b, density_for(a, b)));
  }
}

TYPED_TEST(StationaryPairsOf, ConformalCarriersAreSaidToBe) {
  using T = TypeParam;
  const Vec3<T> o{}, x{T(1), T(0), T(0)}, y{T(0), T(1), T(0)}, z{T(0), T(0), T(1)}, up = z * T(3);
  const T h = sqrt_half<T>;
  const Carrier<T> pairs[][2] = {
      {line_carrier(o, z), line_carrier(x, -z)},
      {cylinder_carrier(o, z, T(1)), cylinder_carrier(o, z, T(-2))},
      {cylinder_carrier(o, z, T(1)), line_carrier(x * T(3), z)},
      {cylinder_carrier(o, z, T(1)), plane_carrier(x * T(3), -x)},
      {plane_carrier(o, z), plane_carrier(up, -z)},
      {point_carrier(up), circle_carrier(o, z, T(1))},
      {sphere_carrier(up, T(1)), torus_carrier(o, z, T(2), T(0.5))},
      {sphere_carrier(o, T(1)), sphere_carrier(o, T(-2))},
      {sphere_carrier(up, T(1)), cylinder_carrier(o, z, T(-2))},
      {point_carrier(up), cone_carrier(o, z, h, h, T(1))},
      {circle_carrier(o, z, T(1)), circle_carrier(up, z, T(2))},
      {circle_carrier(o, z, T(1)), line_carrier(up, z)},
      {circle_carrier(o, z, T(1)), cone_carrier(up, z, h, h, T(1))},
      {circle_carrier(o, z, T(1)), plane_carrier(up, -z)},
      {torus_carrier(o, z, T(2), T(0.5)), torus_carrier(o, z, T(2), T(-0.75))},
      {ellipse_carrier(o, x, y, T(2), T(1)), ellipse_carrier(up, x, y, T(2), T(1))},
      {ellipse_carrier(o, x, y, T(1), T(1)), circle_carrier(up, z, T(2))},
      {cone_carrier(o, z, h, h, T(1)), line_carrier(x * T(2), (x + z) * h)},
      {cone_carrier(o, z, h, h, T(1)), cone_carrier(up, z, h, h, T(-1))},
      {cone_carrier(o, z, h, h, T(1)), plane_carrier(x * T(2), (x - z) * h)},
  };
  for (const Carrier<T>(&p)[2] : pairs) {
    StationaryPairs<T> out;
    stationary_pairs(p[0], p[1], out);
    EXPECT_TRUE(out.not_isolated) << name_of(p[0].kind) << " and " << name_of(p[1].kind);
    stationary_pairs(p[1], p[0], out);
    EXPECT_TRUE(out.not_isolated) << name_of(p[1].kind) << " and " << name_of(p[0].kind);
  }
}

}  // namespace
}  // namespace abut
