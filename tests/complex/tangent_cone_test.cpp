// Polars of tangent cones against their closed forms, and against the definition at random directions.
#include "host/complex/tangent_cone.h"

#include <gtest/gtest.h>

#include <chrono>

#include "abut/complex/simplicial_complex.h"
#include "tests/support/random.h"

namespace abut {
namespace {

using host::Polar;
using host::polar_of;
using host::TangentCone;
using Directions = std::vector<Vec3<double>>;

constexpr double pi = 3.14159265358979323846;
const Vec3<double> x{1, 0, 0}, y{0, 1, 0}, z{0, 0, 1};

Polar of_vertex(const Directions& into, double flatness = 1e-6) {
  return polar_of({.dimension = 0, .into = into, .flatness = flatness});
}
Polar of_edge(const Directions& into) { return polar_of({.dimension = 1, .along = z, .into = into}); }
Polar of_triangle(const Directions& into) { return polar_of({.dimension = 2, .along = z, .into = into}); }
Polar of_solid(int dimension, const Directions& into, const Vec3<double>& outward) {
  return polar_of({.dimension = dimension, .along = z, .into = into, .solid = true, .outward = outward});
}

Vec3<double> at_angle(double angle, double height = 0) {
  return unit_vector(Vec3<double>{std::cos(angle), std::sin(angle), height});
}
/// Around z, all as high.
Directions spokes(int count, double height) {
  Directions out;
  for (int k = 0; k < count; ++k) out.push_back(at_angle(2 * pi * k / count, height));
  return out;
}
double half_angle(const Polar& p) { return std::atan2(p.cone.sine, p.cone.cosine); }
bool holds(const PolarCone<double>& cone, const Vec3<double>& n, double tolerance) {
  const double d = dot(cone.axis, n);
  return std::max(d, cone.two_sided ? -d : -1) >= cone.cosine - tolerance;
}

void expect_polar(const Polar& p, int dimension, const Vec3<double>& axis, double angle) {
  EXPECT_EQ(p.dimension, dimension);
  EXPECT_FALSE(p.cone.two_sided);
  EXPECT_NEAR(length(p.cone.axis - axis), 0, 1e-9);
  EXPECT_NEAR(half_angle(p), angle, 1e-9);
}
void expect_line(const Polar& p, const Vec3<double>& axis) {
  EXPECT_EQ(p.dimension, 1);
  EXPECT_TRUE(p.cone.two_sided);
  EXPECT_NEAR(std::abs(dot(p.cone.axis, axis)), 1, 1e-12);
  EXPECT_EQ(p.cone.cosine, 1);
}

TEST(TangentCone, OfAPointAloneIsTouchedFromEverywhere) {
  EXPECT_EQ(of_vertex({}).dimension, 3);
  EXPECT_EQ(of_vertex({}).cone.cosine, -1);
}

TEST(TangentCone, OfAWiresEndIsAHalfSpaceAndOfAStraightWireThePlaneAcross) {
  expect_polar(of_vertex({x}), 3, -x, pi / 2);
  expect_polar(of_vertex({x, x}), 3, -x, pi / 2);
  const Polar straight = of_vertex({x, -x});
  EXPECT_EQ(straight.dimension, 2);
  EXPECT_EQ(straight.cone.cosine, -1);
}

TEST(TangentCone, OfABentWireIsAWedgeThatHoldsTheNormalOfItsPlane) {
  for (const double bend : {0.01, 0.5, 2.0, 3.0}) {  // between the two pieces
    const Polar p = of_vertex({at_angle(0), at_angle(bend)});
    expect_polar(p, 3, -at_angle(bend / 2), pi / 2);
  }
}

TEST(TangentCone, OfDirectionsInOnePlaneHasTheLineAcrossIt) {
  expect_line(of_vertex(spokes(3, 0)), z);
  expect_line(of_vertex(spokes(1000, 0)), z);
  expect_line(of_vertex({x, y, -x, -y}), z);
  expect_polar(of_vertex({x, y, -x}), 2, -y, pi / 2);  // on a straight side of a plane: a half-plane
  expect_polar(of_vertex({x, unit_vector(x + y), y}), 3, -unit_vector(x + y), pi / 2);
}

TEST(TangentCone, OfACornerIsAboutItsDiagonal) {
  const Vec3<double> diagonal = unit_vector(Vec3<double>{-1, -1, -1});
  expect_polar(of_vertex({x, y, z}), 3, diagonal, std::acos(1 / std::sqrt(3.0)));
  const Vec3<double> inside = unit_vector(x + y + z);
  expect_polar(of_vertex({x, y, z, inside}), 3, diagonal, std::acos(1 / std::sqrt(3.0)));
}

/// A cone's tip of many sides: generators are the sides' normals, whose angle with the axis is the slope.
TEST(TangentCone, OfATipIsAboutTheAxisByTheAngleOfTheSides) {
  for (const int sides : {3, 4, 6, 31, 32, 33, 100, 1000}) {
    for (const double height : {0.01, 1.0, 100.0}) {  // of the spokes of length 1
      SCOPED_TRACE(std::to_string(sides) + " sides, height " + std::to_string(height));
      const double inner = std::cos(pi / sides);  // of the sides' middles
      expect_polar(of_vertex(spokes(sides, height)), 3, -z, std::atan2(height, inner));
    }
  }
}

TEST(TangentCone, OfACreasesVertexIsTheFanBetweenTheTwoNormals) {
  const Vec3<double> left = unit_vector(x + z), right = unit_vector(x - z);
  expect_polar(of_vertex({y, -y, left, right}), 2, -x, pi / 4);
  expect_polar(of_vertex({y, -y, left, right, unit_vector(left + y), unit_vector(right - y * 3.0)}), 2, -x, pi / 4);
}

TEST(TangentCone, OfASaddleIsNothingAndOfAStarOfWiresToo) {
  EXPECT_EQ(of_vertex({unit_vector(x + z), unit_vector(z - x), unit_vector(y - z), unit_vector(-y - z)}).dimension, 0);
  EXPECT_EQ(of_vertex({x, y, z, -x, -y, -z}).dimension, 0);
  EXPECT_EQ(of_vertex({unit_vector(x * 2.0 + z), unit_vector(y * 2.0 - x + z), -z, unit_vector(-x - y)}).dimension, 0);
}

/// A plane with a wire on it is touched from the other side.
TEST(TangentCone, OfAPlaneWithAWireOnItIsARay) {
  Directions into = spokes(6, 0);
  into.push_back(unit_vector(z + x));
  expect_polar(of_vertex(into), 1, -z, 0);
}

TEST(TangentCone, OfAnEdgeIsAcrossIt) {
  EXPECT_EQ(of_edge({}).dimension, 2);
  EXPECT_EQ(of_edge({}).cone.cosine, -1);
  expect_polar(of_edge({x}), 2, -x, pi / 2);
  expect_polar(of_edge({x, y}), 2, -unit_vector(x + y), pi / 4);
  expect_line(of_edge({x, -x}), y);
  expect_polar(of_edge({x, -x, y}), 1, -y, 0);
  EXPECT_EQ(of_edge({x, at_angle(2 * pi / 3), at_angle(4 * pi / 3)}).dimension, 0);
  for (const double angle : {1e-4, 1.0, 3.0, 3.14}) {
    expect_polar(of_edge({at_angle(1), at_angle(1 + angle)}), 2, -at_angle(1 + angle / 2), (pi - angle) / 2);
  }
}

TEST(TangentCone, OfATriangleIsTheSidesThatNoTetrahedronHas) {
  expect_line(of_triangle({}), z);
  expect_polar(of_triangle({z}), 1, -z, 0);
  expect_polar(of_triangle({-z}), 1, z, 0);
  EXPECT_EQ(of_triangle({z, -z}).dimension, 0);
}

TEST(TangentCone, OfASolidIsItsOutsideAlone) {
  const Vec3<double> both = unit_vector(x + y);
  expect_polar(of_solid(1, {x, y}, -both), 2, -both, pi / 4);
  EXPECT_EQ(of_solid(1, {x, y}, both).dimension, 0) << "a reflex edge";
  expect_polar(of_solid(1, {x, -x}, y), 1, y, 0);
  expect_polar(of_solid(1, {x, -x}, -y), 1, -y, 0);
  expect_polar(of_solid(2, {}, z), 1, z, 0);
  expect_polar(of_solid(0, spokes(5, 0), -z), 1, -z, 0);
  expect_polar(of_solid(0, spokes(5, 1), -z), 3, -z, std::atan2(1, std::cos(pi / 5)));
  EXPECT_EQ(of_solid(0, spokes(5, 1), z).dimension, 0) << "a dent";
  EXPECT_EQ(of_solid(0, {y, -y, unit_vector(x + z), unit_vector(x - z)}, x).dimension, 0) << "on a reflex edge";
}

/// By the definition: a direction that is in the polar is in the cone; where many random ones are, its dimension is 3,
/// where none is within any cone about a candidate, it is less.
TEST(TangentCone, HoldsTheWholePolarWhateverItsAngle) {
  test::Random random(5);
  int in = 0, wide = 0, flat = 0;
  for (int round = 0; round < 400; ++round) {
    Directions into;
    const Vec3<double> middle = random.direction();
    const double spread = random.magnitude(1e-3, 3);
    for (std::uint32_t k = 3 + random.below(round % 20 == 0 ? 60 : 6); k > 0; --k) {
      into.push_back(unit_vector(middle + random.in_ball() * spread));
    }
    const Polar p = of_vertex(into);
    int found = 0;
    for (int k = 0; k < 3000; ++k) {
      const Vec3<double> n = random.direction();
      double most = -1;
      for (const Vec3<double>& u : into) most = std::max(most, dot(u, n));
      if (most > 0) continue;
      ++found;
      ASSERT_TRUE(holds(p.cone, n, 2e-6)) << "round " << round << ": " << dot(p.cone.axis, n) << ' ' << p.cone.cosine;
    }
    EXPECT_TRUE(found == 0 || p.dimension == 3) << "round " << round;
    in += found, wide += p.dimension == 3 && p.cone.cosine < 0, flat += p.dimension == 0;
  }
  EXPECT_GT(in, 50000);
  EXPECT_GT(wide, 20);
  EXPECT_GT(flat, 5);
}

/// Long wedges: the mean of three generators is far from the middle, and what is between two of them is farther off.
TEST(TangentCone, OfMoreThanARightAngleHoldsWhatIsBetweenItsGenerators) {
  test::Random random(6);
  int beyond = 0;
  for (int round = 0; round < 300; ++round) {
    const double a = random.magnitude(1e-3, 1), b = random.magnitude(1e-3, 1);
    const Directions into{unit_vector(z + x * a), unit_vector(z - x * a + y * b), unit_vector(z - x * a - y * b)};
    const Polar p = of_vertex(into);
    ASSERT_EQ(p.dimension, 3);
    for (int k = 0; k < 2000; ++k) {
      const Vec3<double> n = random.direction();
      if (dot(n, into[0]) > 0 || dot(n, into[1]) > 0 || dot(n, into[2]) > 0) continue;
      beyond += dot(p.cone.axis, n) < 0;
      ASSERT_TRUE(holds(p.cone, n, 1e-9)) << "round " << round;
    }
  }
  EXPECT_GT(beyond, 100);
}

TEST(TangentCone, OfThousandsOfSpokesTakesNoTime) {
  Directions saddle;
  for (int k = 0; k < 300; ++k) saddle.push_back(at_angle(2 * pi * k / 300, 0.3 * std::cos(4 * pi * k / 300)));
  const auto start = std::chrono::steady_clock::now();
  EXPECT_EQ(of_vertex(saddle).dimension, 0);
  Directions flagged = spokes(1000, 0);
  flagged.push_back(z);
  EXPECT_EQ(of_vertex(flagged).dimension, 1);
  EXPECT_EQ(of_vertex(spokes(1000, 0)).dimension, 1);
  EXPECT_EQ(of_vertex(spokes(1000, 1e-4)).dimension, 3);
  EXPECT_EQ(of_vertex(spokes(1000, 1)).dimension, 3);
  EXPECT_LT(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(), 5);
}

TEST(TangentCone, IsWhatItWasWithNoiseBelowTheFlatness) {
  test::Random random(7);
  for (int round = 0; round < 200; ++round) {
    const auto noisy = [&](Directions into) {
      for (Vec3<double>& u : into) u = unit_vector(u + random.in_cube() * 2e-7);
      return into;
    };
    EXPECT_EQ(of_vertex(noisy(spokes(6, 0))).dimension, 1);
    EXPECT_TRUE(of_vertex(noisy(spokes(6, 0))).cone.two_sided);
    EXPECT_EQ(of_vertex(noisy({x, -x})).dimension, 2);
    EXPECT_EQ(of_vertex(noisy({x, y, -x})).dimension, 2);
    EXPECT_EQ(of_vertex(noisy({x, y, z})).dimension, 3);
    EXPECT_EQ(of_vertex(noisy({y, -y, unit_vector(x + z), unit_vector(x - z)})).dimension, 2);
    EXPECT_EQ(of_edge(noisy({x, -x})).dimension, 1);
    EXPECT_EQ(of_edge(noisy({x, -x, y})).dimension, 1);
  }
}

TEST(TangentCone, OfANeedlesTipIsNearlyAHalfSpaceHoweverThinItIs) {
  for (const double height : {1e3, 1e4, 1e5, 1e6, 1e7, 1e9}) {
    for (const int sides : {3, 8, 64, 1000}) {
      const Polar p = of_vertex(spokes(sides, height));
      EXPECT_EQ(p.dimension, 3) << sides << " sides, height " << height;
      EXPECT_NEAR(half_angle(p), pi / 2, 2.1e-3);
    }
  }
}

TEST(TangentCone, OfATipOfManySidesIsThereWithTheLargestFlatness) {
  for (const double flatness : {1e-4, 1e-3, ComplexOptions::most_flatness}) {
    for (const int sides : {3, 30, 100, 1000, 3000}) {
      const Polar p = of_vertex(spokes(sides, 1), flatness);
      EXPECT_EQ(p.dimension, 3) << sides << " sides, flatness " << flatness;
      EXPECT_NEAR(half_angle(p), std::atan2(1, std::cos(pi / sides)), 3 * flatness);
    }
  }
}

}  // namespace
}  // namespace abut
