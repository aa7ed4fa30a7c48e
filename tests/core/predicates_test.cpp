#include "abut/core/predicates.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "tests/support/exact.h"
#include "tests/support/random.h"

namespace abut {
namespace {

using test::ExactVector;
using test::Integer;
using test::Random;

template <class T>
class Predicates : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(Predicates, Scalars);

/// The six polynomials of four points, as exact integers with the signs that the predicates must have.
struct Truth {
  Integer dot, determinant, segment, triangle, orient2d, orient3d;
};

template <class T>
Truth truth_of(const Vec3<T>* points) {
  test::CommonShift shift;
  for (int k = 0; k < 4; ++k) shift.see(points[k]);
  ExactVector p[4];
  for (int k = 0; k < 4; ++k) p[k] = test::exact(points[k], shift.shift());
  const auto determinant = [](const ExactVector& a, const ExactVector& b, const ExactVector& c) {
    return test::exact_inner(a, test::exact_cross_product(b, c));
  };
  const ExactVector e = test::exact_minus(p[1], p[0]), f = test::exact_minus(p[2], p[0]);
  Truth t;
  t.dot = test::exact_inner(p[0], p[1]);
  t.determinant = determinant(p[0], p[1], p[2]);
  t.segment = -test::exact_inner(p[0], e);
  // by Gram's determinants, another way than the predicate's
  t.triangle =
      test::exact_inner(p[0], e) * test::exact_inner(e, f) - test::exact_inner(p[0], f) * test::exact_inner(e, e);
  t.orient2d = e.x * f.y - e.y * f.x;
  t.orient3d = determinant(test::exact_minus(p[0], p[3]), test::exact_minus(p[1], p[3]), test::exact_minus(p[2], p[3]));
  return t;
}

/// How often plain arithmetic has another sign than the truth: a test of easy cases alone would prove nothing.
struct Naive {
  int wrong2d = 0, wrong3d = 0, wrong_determinant = 0, wrong_triangle = 0;
};

template <class T>
void expect_exact(const Vec3<T>* p, Naive& naive) {
  const Truth t = truth_of(p);
  ASSERT_EQ(dot_sign(p[0], p[1]), test::sign(t.dot));
  ASSERT_EQ(determinant_sign(p[0], p[1], p[2]), test::sign(t.determinant));
  ASSERT_EQ(segment_cofactor_sign(p[0], p[1]), test::sign(t.segment));
  ASSERT_EQ(triangle_cofactor_sign(p[0], p[1], p[2]), test::sign(t.triangle));
  ASSERT_EQ(orient2d(p[0].x, p[0].y, p[1].x, p[1].y, p[2].x, p[2].y), test::sign(t.orient2d));
  ASSERT_EQ(orient3d(p[0], p[1], p[2], p[3]), test::sign(t.orient3d));
  const auto sign = [](T x) { return (x > 0) - (x < 0); };
  const Vec3<T> e = p[1] - p[0], f = p[2] - p[0];
  naive.wrong2d += sign(e.x * f.y - e.y * f.x) != test::sign(t.orient2d);
  naive.wrong3d += sign(dot(p[0] - p[3], cross(p[1] - p[3], p[2] - p[3]))) != test::sign(t.orient3d);
  naive.wrong_determinant += sign(dot(p[0], cross(p[1], p[2]))) != test::sign(t.determinant);
  naive.wrong_triangle += sign(dot(cross(e, f), cross(p[0], e))) != test::sign(t.triangle);
}

template <class T>
Vec3<T> rounded(Vec3<double> v) {
  return {static_cast<T>(v.x), static_cast<T>(v.y), static_cast<T>(v.z)};
}

/// Each coordinate up or down by a few units in the last place (zero: of 1), or not at all.
template <class T>
Vec3<T> nudged(Vec3<T> v, Random& random) {
  for (T* c : {&v.x, &v.y, &v.z}) {
    const T away = random.below(2) == 0 ? T(-2) : T(2);
    for (std::uint32_t k = random.below(3); k > 0; --k) {
      *c = std::abs(*c) < Epsilon<T>::value ? *c + Epsilon<T>::value * away : std::nextafter(*c, away * T(100));
    }
  }
  return v;
}

TYPED_TEST(Predicates, RandomPointsHaveTheSignsOfExactArithmetic) {
  using T = TypeParam;
  Random random(1);
  Naive naive;
  for (int i = 0; i < 20000; ++i) {
    Vec3<T> p[4];
    for (auto& q : p) q = rounded<T>(random.in_ball());
    expect_exact(p, naive);
    if (this->HasFatalFailure()) return;
  }
}

TYPED_TEST(Predicates, NearlyDependentPointsHaveTheSignsOfExactArithmetic) {
  using T = TypeParam;
  Random random(2);
  Naive naive;
  const auto whole = [&] { return static_cast<double>(random.below(7)) - 3; };
  for (int i = 0; i < 40000; ++i) {
    // points of a line or plane, through the origin or not, and grid points: then a few units in the last place off
    const double third = i % 2 == 0 ? 1.0 / 3 : 1.0, rank = i / 2 % 3;
    const Vec3<double> a = Vec3<double>{whole(), whole(), whole()} * third, d = random.in_ball();
    const Vec3<double> g = rank == 2 ? Vec3<double>{whole(), whole(), whole()} : random.in_ball();
    Vec3<T> p[4];
    for (auto& q : p) {
      const Vec3<double> along = d * (random.below(2) == 0 ? whole() : random.uniform(-1, 1));
      const Vec3<double> across = g * (rank == 0 ? 0.0 : whole());
      q = rounded<T>((i / 6 % 2 == 0 ? a : Vec3<double>{0, 0, 0}) + along + across);
      if (i % 5 != 0) q = nudged(q, random);
    }
    expect_exact(p, naive);
    if (this->HasFatalFailure()) return;
  }
  EXPECT_GT(naive.wrong2d, 100);
  EXPECT_GT(naive.wrong3d, 100);
  EXPECT_GT(naive.wrong_determinant, 100);
  EXPECT_GT(naive.wrong_triangle, 100);
}

TYPED_TEST(Predicates, CoordinatesOfVeryDifferentSizesHaveTheSignsOfExactArithmetic) {
  using T = TypeParam;
  Random random(3);
  Naive naive;
  for (int i = 0; i < 20000; ++i) {
    Vec3<T> p[4];
    for (auto& q : p) {
      const auto coordinate = [&] {
        return random.uniform(-1, 1) * std::ldexp(1.0, -static_cast<int>(random.below(60)));
      };
      q = rounded<T>({coordinate(), coordinate(), coordinate()});
      if (i % 3 == 0) q = p[0] + q * static_cast<T>(std::ldexp(1.0, -30));
    }
    expect_exact(p, naive);
    if (this->HasFatalFailure()) return;
  }
}

TYPED_TEST(Predicates, SignsFollowTheRightHandRule) {
  using T = TypeParam;
  const Vec3<T> o{0, 0, 0}, x{1, 0, 0}, y{0, 1, 0}, z{0, 0, 1};
  EXPECT_EQ(orient2d<T>(0, 0, 1, 0, 0, 1), 1);
  EXPECT_EQ(orient2d<T>(0, 0, 0, 1, 1, 0), -1);
  EXPECT_EQ(orient2d<T>(0, 0, 1, 1, 2, 2), 0);
  EXPECT_EQ(orient3d(o, x, y, -z), 1);
  EXPECT_EQ(orient3d(o, x, y, z), -1);
  EXPECT_EQ(orient3d(o, x, y, x + y), 0);
  EXPECT_EQ(determinant_sign(x, y, z), 1);
  EXPECT_EQ(segment_cofactor_sign(-x + y, x + y), 1);
  EXPECT_EQ(segment_cofactor_sign(x + y, x + x + y), -1);
  EXPECT_EQ(segment_cofactor_sign(x, x), 0);
  EXPECT_EQ(triangle_cofactor_sign(z - x - y, z + x - y, z + y), 1);
  EXPECT_EQ(triangle_cofactor_sign(z - x, z + x, z + y), 0);
  EXPECT_EQ(triangle_cofactor_sign(z - x + y, z + x + y, z + y + y), -1);
}

// Signs do not change when coordinates are scaled by a power of two, so the range at its ends is held against the
// middle.
TEST(PredicatesRange, TheSignsAreThoseOfTheMiddleAtBothEndsOfTheRange) {
  Random random(4);
  const auto small = [&](int digits) { return std::floor(random.uniform(-1, 1) * std::ldexp(1.0, digits)); };
  for (int i = 0; i < 30000; ++i) {
    // integers of 1 to 53 digits: scaled by 2^-256 they are multiples of it, by 2^197 they reach 2^250
    const int digits = i % 3 == 0 ? 3 : i % 3 == 1 ? 30 : 53;
    Vec3<double> p[4];
    for (auto& q : p) q = {small(digits), small(digits), small(digits)};
    if (i % 2 == 0) p[2] = p[1] * 2.0 - p[0], p[2].z += small(2);
    if (i % 4 == 0) p[3] = p[2] * 2.0 - p[0];
    for (auto& q : p) {
      for (double* c : {&q.x, &q.y, &q.z}) *c = std::fmod(*c, 0x1p53);
    }
    const Truth t = truth_of(p);
    const auto expect = [&](int degree, int exponent) {
      Vec3<double> q[4];
      for (int k = 0; k < 4; ++k) q[k] = p[k] * std::ldexp(1.0, exponent);
      if (degree == 4) {
        ASSERT_EQ(triangle_cofactor_sign(q[0], q[1], q[2]), test::sign(t.triangle));
      } else if (degree == 3) {
        ASSERT_EQ(determinant_sign(q[0], q[1], q[2]), test::sign(t.determinant));
        ASSERT_EQ(orient3d(q[0], q[1], q[2], q[3]), test::sign(t.orient3d));
      } else {
        ASSERT_EQ(dot_sign(q[0], q[1]), test::sign(t.dot));
        ASSERT_EQ(segment_cofactor_sign(q[0], q[1]), test::sign(t.segment));
        ASSERT_EQ(orient2d(q[0].x, q[0].y, q[1].x, q[1].y, q[2].x, q[2].y), test::sign(t.orient2d));
      }
    };
    for (const int exponent : {-256, 0, 250 - 53}) expect(4, exponent);
    for (const int exponent : {-341, 0, 333 - 53}) expect(3, exponent);
    for (const int exponent : {-512, 0, 500 - 53}) expect(2, exponent);
    if (this->HasFatalFailure()) return;
  }
}

// The lowest bit and the highest in one polynomial.
TEST(PredicatesRange, TheWholeRangeFitsIntoOnePolynomial) {
  Random random(5);
  Naive naive;
  for (int i = 0; i < 5000; ++i) {
    Vec3<double> p[4];
    for (auto& q : p) {
      const auto coordinate = [&] {
        const double digits = random.below(2) == 0 ? 1 : random.uniform(0.5, 1);
        const double x = std::ldexp(digits, static_cast<int>(random.below(454)) - 203);
        return random.below(2) == 0 ? x : -x;
      };
      q = {coordinate(), coordinate(), coordinate()};
    }
    p[0].x = 0x1p-256, p[1].y = 0x1p250;
    if (i % 2 == 0) p[2] = p[1], p[2].x += 0x1p-256;
    expect_exact(p, naive);
    if (this->HasFatalFailure()) return;
  }
}

TEST(PredicatesRange, EveryFiniteFloatIsAllowed) {
  Random random(6);
  Naive naive;
  const float extremes[] = {0,
                            0x1p-149f,
                            3 * 0x1p-149f,
                            std::numeric_limits<float>::min(),
                            std::numeric_limits<float>::max(),
                            std::nextafter(std::numeric_limits<float>::max(), 0.0f),
                            1};
  for (int i = 0; i < 20000; ++i) {
    Vec3<float> p[4];
    for (auto& q : p) {
      const auto coordinate = [&] { return extremes[random.below(7)] * (random.below(2) == 0 ? 1.0f : -1.0f); };
      q = {coordinate(), coordinate(), coordinate()};
    }
    expect_exact(p, naive);
    if (this->HasFatalFailure()) return;
  }
}

// Values that are asked for with digits have them.
TEST(PredicatesValues, TheRelativeErrorIsWhatWasAskedFor) {
  Random random(7);
  for (int i = 0; i < 5000; ++i) {
    Vec3<double> p[4];
    const Vec3<double> a = random.in_ball(), d = random.in_ball(), g = random.in_ball();
    const double thin = random.magnitude(1e-16, 1);
    for (auto& q : p) q = a + d * random.uniform(-1, 1) + g * (thin * random.uniform(-1, 1));
    test::CommonShift shift;
    for (const auto& q : p) shift.see(q);
    const Truth t = truth_of(p);
    const auto expect_near = [&](double value, const Integer& truth, int degree) {
      if (truth == 0) {
        ASSERT_EQ(value, 0);
        return;
      }
      const test::WideReal expected = ldexp(test::WideReal(truth), -degree * shift.shift());
      ASSERT_LE(abs(test::WideReal(value) / expected - 1), 0x1p-44 + 0x1p-51) << degree;
    };
    const double trust = 0x1p44;
    expect_near(adaptive_dot(p[0], p[1], trust), t.dot, 2);
    expect_near(adaptive_segment_cofactor(p[0], p[1], trust), t.segment, 2);
    expect_near(adaptive_orient2d(in_plane(p[0]), in_plane(p[1]), in_plane(p[2]), trust), t.orient2d, 2);
    expect_near(adaptive_determinant(p[0], p[1], p[2], trust), t.determinant, 3);
    expect_near(adaptive_orient3d(p[0], p[1], p[2], p[3], trust), t.orient3d, 3);
    expect_near(adaptive_triangle_cofactor(p[0], p[1], p[2], trust), t.triangle, 4);
    if (this->HasFatalFailure()) return;
  }
}

}  // namespace
}  // namespace abut
