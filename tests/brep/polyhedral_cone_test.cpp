// The antipodal test against the clearance of the generators in long double, against the paper's Algorithm 1, and float
// against double.
#include "abut/brep/polyhedral_cone.h"

#include <gtest/gtest.h>

#include "host/brep/cone_hull.h"
#include "tests/brep/cone_reference.h"

namespace abut {
namespace {

using test::Cone;
using test::Directions;
using test::generators_of;

template <class T>
class PolyhedralConeOf : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(PolyhedralConeOf, Scalars);

template <class T>
Mat3<T> narrowed_matrix(const Mat3<double>& m) {
  Mat3<T> out;
  for (int k = 0; k < 9; ++k) out.m[k] = static_cast<T>(m.m[k]);
  return out;
}

Cone of(const Directions& directions) { return host::cone_of(directions); }
Vec3<double> around_z(double angle) { return {std::cos(angle), std::sin(angle), 0}; }

/// A pair of cones in some position: at random, or touching but for a small turn.
struct Pair {
  Cone a, b;
  Mat3<double> b_in_a;
};
Pair random_pair(test::Random& random, const std::vector<Cone>& cones) {
  Pair out{cones[random.below(static_cast<std::uint32_t>(cones.size()))],
           cones[random.below(static_cast<std::uint32_t>(cones.size()))], random.rotation()};
  if (random.below(3) != 0) out.b_in_a = test::nearly_touching(random, out.a, out.b, random.magnitude(1e-17, 1));
  return out;
}
std::vector<Cone> random_cones(test::Random& random, int count) {
  std::vector<Cone> out;
  for (int k = 0; k < count; ++k) out.push_back(test::random_cone(random));
  return out;
}

TYPED_TEST(PolyhedralConeOf, ConeHoldsItsMembersAndNothingBeyondASide) {
  using T = TypeParam;
  test::Random random(1);
  for (int round = 0; round < 2000; ++round) {
    const Cone cone = test::random_cone(random);
    const PolyhedralCone<T> c = narrowed<T>(cone);
    for (int k = 0; k < 10; ++k) {
      const Vec3<double> in = test::random_member(random, cone);
      ASSERT_TRUE(in_polyhedral_cone(c, narrowed<T>(in), cone_rounding<T>)) << "round " << round;
      ASSERT_FALSE(in_polyhedral_cone(c, narrowed<T>(-in), cone_rounding<T>)) << "round " << round;
      const std::uint32_t i = random.below(4);
      const double beyond = random.magnitude(1e-5, 1);
      const Vec3<double> out = unit_vector(in + cone.normals[i] * (beyond - dot(in, cone.normals[i])));
      ASSERT_FALSE(in_polyhedral_cone(c, narrowed<T>(out), cone_rounding<T>)) << "round " << round;
    }
  }
}

TEST(PolyhedralCone, ArraysThatAreFilledKeepWhatTheTestRestsOn) {
  test::Random random(2);
  int of_count[5] = {};
  for (int round = 0; round < 20000; ++round) {
    const Cone c = test::random_cone(random);
    ++of_count[c.count];
    EXPECT_NEAR(squared_length(c.axis), 1, 1e-14);
    for (std::uint32_t i = 0; i < 4; ++i) {
      EXPECT_NEAR(squared_length(c.normals[i]), 1, 1e-14);
      EXPECT_NEAR(squared_length(c.generators[i]), 1, 1e-14);
      EXPECT_GE(dot(c.axis, c.generators[i]), c.cosine - 1e-15);
      for (std::uint32_t k = 0; k < 4; ++k) EXPECT_LE(dot(c.normals[i], c.generators[k]), 1e-12) << "round " << round;
      // Sides before and behind a corner turn about it.
      const Vec3<double> turn = cross(c.normals[(i + 3) % 4], c.normals[i]);
      EXPECT_GE(dot(turn, c.generators[i]), length(turn) - 1e-9) << "round " << round << ", count " << c.count;
    }
  }
  for (int count = 1; count <= 4; ++count) EXPECT_GT(of_count[count], 500) << count;
}

TEST(PolyhedralCone, NothingIsOppositeToAnEmptyConeAndSomethingIsToOneWithAll) {
  const Cone none = host::empty_cone(), all = host::cone_with_all(), some = of({{0, 0, 1}});
  for (const Cone& c : {none, all, some}) {
    EXPECT_FALSE(may_be_antipodal(none, c));
    EXPECT_FALSE(may_be_antipodal(c, none));
    EXPECT_EQ(may_be_antipodal(all, c), !is_empty(c));
    EXPECT_EQ(may_be_antipodal(c, all), !is_empty(c));
  }
  EXPECT_TRUE(in_polyhedral_cone(all, {0, 0, -1}, 0.0));
  EXPECT_FALSE(in_polyhedral_cone(none, {0, 0, 1}, 1.0));
}

TYPED_TEST(PolyhedralConeOf, RaysAndArcsOfOneCircleMeetWhereAnglesSaySo) {
  using T = TypeParam;
  test::Random random(3);
  const double pi = std::acos(-1.0), least = 64 * double(Epsilon<T>::value);
  for (int round = 0; round < 20000; ++round) {
    const double a0 = random.uniform(0, 2 * pi), a = random.below(3) == 0 ? 0 : random.uniform(0, 3),
                 b = random.below(3) == 0 ? 0 : random.uniform(0, 3);
    // -B begins so much behind A's end, or at random.
    const double gap = random.below(2) == 0 ? random.uniform(-3, 3) : random.magnitude(4 * least, 1);
    const double b0 = a0 + a + gap + pi, around = std::remainder(b0 - pi - a0, 2 * pi);
    const bool meets = (around >= 0 ? around <= a : around >= -b) || around + 2 * pi <= a || around - 2 * pi >= -b;
    const double near =
        std::min({std::abs(std::remainder(around - a, 2 * pi)), std::abs(std::remainder(around + b, 2 * pi))});
    if (near < 2 * least) continue;
    const Mat3<double> r = random.rotation();
    const auto put = [&](double angle) { return rotate(r, around_z(angle)); };
    const PolyhedralCone<T> ca = narrowed<T>(of({put(a0), put(a0 + a)})), cb = narrowed<T>(of({put(b0), put(b0 + b)}));
    ASSERT_EQ(may_be_antipodal(ca, cb), meets) << "round " << round << ": " << a << " " << b << " " << around;
  }
}

/// False rejections of 10^6 pairs: none. False acceptances: how many, and of which clearance at most.
TEST(PolyhedralCone, RejectsNoPairThatMeetsAndKeepsNoneThatIsClearlyApart) {
  test::Random random(4);
  const std::vector<Cone> cones = random_cones(random, 5000);
  int met = 0, rejected = 0, kept = 0, by_paper = 0;
  long double widest = 0;
  for (int round = 0; round < 1000000; ++round) {
    const Pair p = random_pair(random, cones);
    const Directions a = generators_of(p.a), b = test::rotated(p.b_in_a, generators_of(p.b));
    const bool may = may_be_antipodal(p.a, p.b, p.b_in_a);
    const long double m = test::clearance(a, b, may ? 2 : 0);
    met += m <= 0, rejected += !may;
    if (!may) {
      ASSERT_GT(m, 0) << "round " << round;
    } else if (m > 0) {
      ++kept, widest = std::max(widest, m);
      by_paper += !test::paper_test(a, b);
    }
  }
  RecordProperty("met", met), RecordProperty("rejected", rejected), RecordProperty("kept", kept);
  std::printf("meet: %d, rejected: %d, kept though apart: %d (Algorithm 1 rejects %d of them), clearance up to %Lg\n",
              met, rejected, kept, by_paper, widest);
  EXPECT_GT(met, 100000);
  EXPECT_GT(rejected, 100000);
  EXPECT_LT(widest, 16 * Epsilon<double>::value);
}

/// Many products are 0 there, and count for neither side.
TEST(PolyhedralCone, TellsTurnedPartsOfOneBodyApartWhereverTheyTouchNot) {
  Directions axes{{1, 0, 0}, {0, 1, 0},  {0, 0, 1},  {1, 1, 0},  {1, -1, 0},
                  {1, 1, 1}, {-1, 1, 1}, {1, -1, 1}, {-1, -1, 1}};
  test::Random random(8);
  std::vector<Cone> cones;
  while (cones.size() < 400) {
    Directions d;
    for (std::uint32_t k = 1 + random.below(4); k > 0; --k) d.push_back(axes[random.below(9)]);
    const double angles[] = {0, 1e-3, 0.1};
    const Cone cone = host::dilated(of(d), angles[random.below(3)]);
    if (!has_all(cone)) cones.push_back(cone);
  }
  int met = 0, rejected = 0;
  for (int round = 0; round < 100000; ++round) {
    const Cone &a = cones[random.below(400)], &b = cones[random.below(400)];
    Mat3<double> r = test::turn_about({0, 0, 1}, random.below(8) * std::acos(-1.0) / 4);
    r = times(r, test::turn_about({1, 0, 0}, random.below(8) * std::acos(-1.0) / 4));
    r = times(r, test::turn_about({0, 1, 0}, random.below(8) * std::acos(-1.0) / 4));
    const bool may = may_be_antipodal(a, b, r);
    const long double m = test::clearance(generators_of(a), test::rotated(r, generators_of(b)), may ? 2 : 1e-9L);
    if (std::abs(m) < 1e-12L) continue;
    ASSERT_EQ(may, m < 0) << "round " << round;
    met += may, rejected += !may;
  }
  EXPECT_GT(met, 10000);
  EXPECT_GT(rejected, 10000);
}

TEST(PolyhedralCone, AgreesWithThePapersAlgorithmWhereNeitherIsNearToTouching) {
  test::Random random(5);
  int wide = 0;
  for (int round = 0; round < 100000; ++round) {
    const Cone a = test::random_cone(random), b = test::random_cone(random);
    if (a.count < 3 || b.count < 3) continue;
    const long double m = test::clearance(generators_of(a), generators_of(b));
    if (std::abs(m) < 1e-9L) continue;
    EXPECT_EQ(may_be_antipodal(a, b), m < 0) << "round " << round;
    EXPECT_EQ(test::paper_test(generators_of(a), generators_of(b)), m < 0) << "round " << round;
    wide += m > 0;
  }
  EXPECT_GT(wide, 1000);
}

TEST(PolyhedralCone, TwoWidePyramidsAreToldApartByCornersAlone) {
  // Sides of neither have all of the other behind them: each has its corners beyond the other's sides.
  Directions up, down;
  const double high = 0.2, pi = std::acos(-1.0);
  for (int k = 0; k < 4; ++k) {
    const double at = k * pi / 2;
    up.push_back(unit_vector(around_z(at) + Vec3<double>{0, 0, high}));
    down.push_back(unit_vector(around_z(at + pi / 4) - Vec3<double>{0, 0, high}));
  }
  const Cone a = of(up), b_opposite = of(down), b = of({-down[0], -down[1], -down[2], -down[3]});
  ASSERT_EQ(a.count, 4u);
  EXPECT_FALSE(may_be_antipodal(a, b));
  EXPECT_TRUE(may_be_antipodal(a, b_opposite));
  using namespace polyhedral_cone_detail;
  EXPECT_TRUE(sides_or_corners_part(
      a, [&](std::uint32_t j) { return b.generators[j]; }, [&](std::uint32_t j) { return b.normals[j]; }));
  for (std::uint32_t i = 0; i < 4; ++i) {
    double most_b = -1, most_a = -1;
    for (std::uint32_t k = 0; k < 4; ++k) {
      most_b = std::max(most_b, dot(a.normals[i], b.generators[k]));
      most_a = std::max(most_a, dot(b.normals[i], a.generators[k]));
    }
    EXPECT_GT(most_a, 0.01);
    EXPECT_GT(most_b, 0.01);
  }
}

TEST(PolyhedralCone, FloatRejectsNothingThatDoubleKeeps) {
  test::Random random(6);
  const std::vector<Cone> cones = random_cones(random, 5000);
  int kept = 0, more = 0;
  long double widest = 0;
  for (int round = 0; round < 1000000; ++round) {
    const Pair p = random_pair(random, cones);
    const bool fine = may_be_antipodal(p.a, p.b, p.b_in_a);
    const bool coarse = may_be_antipodal(narrowed<float>(p.a), narrowed<float>(p.b), narrowed_matrix<float>(p.b_in_a));
    ASSERT_TRUE(coarse || !fine) << "round " << round;
    kept += fine;
    if (fine || !coarse) continue;
    ++more;
    widest = std::max(widest, test::clearance(generators_of(p.a), test::rotated(p.b_in_a, generators_of(p.b))));
  }
  std::printf("double keeps %d, float %d more, clearance up to %Lg\n", kept, more, widest);
  EXPECT_LT(widest, 16 * Epsilon<float>::value);
  EXPECT_GT(kept, 100000);
}

TYPED_TEST(PolyhedralConeOf, SwappedOrRotatedPairsHaveTheSameAnswer) {
  using T = TypeParam;
  test::Random random(7);
  for (int round = 0; round < 50000; ++round) {
    const Cone a = test::random_cone(random), b = test::random_cone(random);
    const long double m = test::clearance(generators_of(a), generators_of(b));
    const bool may = may_be_antipodal(narrowed<T>(a), narrowed<T>(b));
    EXPECT_EQ(may_be_antipodal(narrowed<T>(b), narrowed<T>(a)), may) << "round " << round;
    if (std::abs(m) < 1e-3L) continue;
    const Mat3<double> r = random.rotation();
    EXPECT_EQ(may_be_antipodal(narrowed<T>(rotated(r, a)), narrowed<T>(rotated(r, b))), may) << "round " << round;
    EXPECT_EQ(may_be_antipodal(narrowed<T>(a), rotated(narrowed_matrix<T>(r), narrowed<T>(b))),
              may_be_antipodal(narrowed<T>(a), narrowed<T>(b), narrowed_matrix<T>(r)));
  }
}

}  // namespace
}  // namespace abut
