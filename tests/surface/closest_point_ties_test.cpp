#include "abut/surface/closest_point.h"

#include <gtest/gtest.h>

#include "tests/surface/surface_cases.h"

namespace abut {
namespace {

using test::Random;
using test::Searched;

template <class T>
class ClosestPointTies : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(ClosestPointTies, Scalars);

/// That there is another place, as far away, and not the same.
template <class T>
void expect_tie(const Searched<T>& s, const Vec3<double>& p, double apart) {
  const ClosestPoint<T> out = s.nearest(p);
  ASSERT_TRUE(out.tie);
  const Vec3<double> other = s.up(out.other);
  const double distance = static_cast<double>(out.nearest.distance) * s.unit();
  EXPECT_NEAR(length(other - p), distance, (sizeof(T) == 4 ? 1e-4 : 1e-9) * s.size());
  EXPECT_GT(length(other - s.up(out.nearest.point)), apart);
}

TYPED_TEST(ClosestPointTies, TheMiddleBetweenTwoPlanesHasTwoNearestPoints) {
  using T = TypeParam;
  const Searched<T> hairpin(test::hairpin(0.25));
  for (const double x : {0.1, 0.3, 0.55, 0.8}) expect_tie(hairpin, {x, 0, 0.4}, 0.2);
  expect_tie(hairpin, {0.5, 0, 0}, 0.2);  // straight between two control points
  for (const double off : {0.01, 0.05, -0.02}) EXPECT_FALSE(hairpin.nearest({0.3, off, 0.4}).tie);
}

TYPED_TEST(ClosestPointTies, CentresAndAxesHaveMany) {
  using T = TypeParam;
  expect_tie(Searched<T>(test::unit_sphere()), {0, 0, 0}, 0.03);
  expect_tie(Searched<T>(test::cylinder(2)), {0, 0, 1}, 0.03);
  expect_tie(Searched<T>(test::torus(1, 0.3)), {0, 0, 0}, 0.03);
  expect_tie(Searched<T>(test::torus(1, 0.3)), {1, 0, 0}, 0.03);
}

TYPED_TEST(ClosestPointTies, SymmetricSurfacesHaveTwoInTheirPlane) {
  using T = TypeParam;
  Random random(81);
  // Graphs of even functions, symmetric by x -> -x: from above a trough, on its plane of symmetry.
  for (int k = 0; k < 20; ++k) {
    const double a = random.uniform(0.8, 1.2);
    NurbsSurface trough = test::graph(random, 3, 6, 0, [&](double x, double) { return a * x * x; });
    const Searched<T> s(trough);
    expect_tie(s, {0, random.uniform(-0.5, 0.5), 1.5 * a}, 0.1);
  }
}

TYPED_TEST(ClosestPointTies, TheHingeOfARoofHasTwoSides) {
  using T = TypeParam;
  const NurbsSurface roof{
      {1, {0, 0, 1, 2, 2}}, {1, {0, 0, 1, 1}}, {{-1, 0, 0}, {-1, 1, 0}, {0, 0, 1}, {0, 1, 1}, {1, 0, 0}, {1, 1, 0}}};
  const Searched<T> s(roof);
  expect_tie(s, {0, 0.5, 0.25}, 0.5);
  EXPECT_FALSE(s.nearest({0, 0.5, 2}).tie);  // outside, the hinge itself
  EXPECT_FALSE(s.nearest({0.1, 0.5, 0.25}).tie);
}

TEST(ClosestPointNoTies, BesideAnEndOfAPieceTheNextOneHasNoMinimumOfItsOwn) {
  const Searched<double> tube(test::cylinder(2));
  for (int k = 0; k < 16; ++k) {
    for (const double off : {-1e-5, 1e-5}) {
      const double angle = k * std::atan(1.0) / 2 + off;
      EXPECT_FALSE(tube.nearest({1.5 * std::cos(angle), 1.5 * std::sin(angle), 0.7}).tie) << k << " " << off;
    }
  }
}

TYPED_TEST(ClosestPointTies, ElsewhereThereAreNone) {
  using T = TypeParam;
  Random random(82);
  int ties = 0;
  const auto look = [&](const NurbsSurface& surface) {
    const Searched<T> s(surface);
    for (int i = 0; i < 40; ++i) ties += s.nearest(random.in_cube() * 1.5).tie;
    for (int i = 0; i < 40; ++i) {  // on it, where it is smooth and where its patches meet
      const double u =
          i % 2 == 0 ? surface.u.knots[surface.u.degree + 1] : random.uniform(surface.u.begin(), surface.u.end());
      const double v = random.uniform(surface.v.begin(), surface.v.end());
      ties += s.nearest(point_at(surface, u, v).point).tie;
    }
  };
  for (int k = 0; k < 12; ++k) look(test::surface_of_kind(random, test::SurfaceKind::waves));
  look(test::unit_sphere()), look(test::torus(1, 0.3)), look(test::cylinder(1.5)), look(test::flat_square(2));
  // In float whatever is within 2^-14 of the size is a tie: a few of random points are.
  EXPECT_LE(ties, sizeof(T) == 4 ? 4 : 0);
}

}  // namespace
}  // namespace abut
