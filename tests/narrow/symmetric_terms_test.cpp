// Cores as terms about a plane: what circles of directions see of them, against support points.
#include "abut/narrow/symmetric_terms.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/narrow/symmetric_pairs.h"

namespace abut {
namespace {

using namespace symmetric_detail;
using test::Random;
using test::SymmetricPair;

TEST(SymmetricTerms, OfEachKindHaveItsExtentsAndItsAxis) {
  ShapeSet shapes;
  shapes.add_box({1, 2, 3});
  shapes.add_cylinder(0.5, 2);
  shapes.add_cone(0.25, 1);
  shapes.add_ellipsoid({1, 2, 2});
  shapes.add_ellipsoid({1, 1, 1});
  shapes.add_ellipsoid({1, 2, 3});
  shapes.add_segment({0, 0, 0}, {0, 0, 4});
  const auto view = shapes.view<double>();
  SymmetricTerm t[7];
  Vec3<double> centre;
  for (std::uint32_t k = 0; k < 7; ++k) ASSERT_TRUE(term_of(core_of<double>(view, k, 0), t[k], centre)) << k;
  EXPECT_EQ(t[0].kind, Kind::lines);
  EXPECT_EQ(t[0].extent[2], 3);
  EXPECT_EQ(t[0].spin, -1);
  EXPECT_EQ(t[1].spin, 2);
  EXPECT_EQ(t[1].extent[0], 0.5);
  EXPECT_EQ(t[1].extent[2], 2);
  EXPECT_EQ(t[2].kind, Kind::cone);
  EXPECT_EQ(t[3].spin, 0) << "turned about x";
  EXPECT_EQ(t[4].spin, 3) << "about any";
  EXPECT_EQ(t[5].spin, -1) << "about none";
  EXPECT_EQ(t[6].extent[0], 2);
  EXPECT_EQ(std::abs(t[6].axis[0].z), 1);
  const std::uint32_t triangle = shapes.add_triangle({0, 0, 0}, {1, 0, 0}, {0, 1, 0});
  const auto more = shapes.view<double>();
  EXPECT_FALSE(term_of(core_of<double>(more, triangle, 0), t[0], centre)) << "a polytope";
}

TEST(SymmetricTerms, TurningTellsHowFarAMatrixIsFromARotation) {
  Random random(1);
  SymmetricTerm t{Kind::cylinder, 2, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {0.5, 0.5, 2}};
  const Mat3<double> r = random.rotation();
  SymmetricTerm turned = t;
  EXPECT_LT(turn_term(r, turned), 1e-14);
  EXPECT_LT(length(turned.axis[2] - rotate(r, Vec3<double>{0, 0, 1})), 1e-15);
  EXPECT_NEAR(turned.extent[2], 2, 1e-14);
  SymmetricTerm stretched = t;
  const Mat3<double> by{{1 + 1e-6, 0, 0, 0, 1, 0, 0, 0, 1}};
  EXPECT_NEAR(turn_term(by, stretched), 2 * 1e-6 * 2, 1e-11) << "the cross-section is a circle no more";
  EXPECT_NEAR(stretched.extent[0], 0.5 * (1 + 0.5e-6), 1e-12);
}

TEST(SymmetricTerms, ACirclesWidthsAreThoseOfTheSupportPoints) {
  Random random(2);
  int seen = 0, cones = 0;
  for (int k = 0; k < 400; ++k) {
    const SymmetricPair pair(random, k);
    const SymmetricDifference& d = pair.d;
    ASSERT_LT(d.off, 1e-13) << k;
    for (int i = 0; i < 40; ++i) {
      const double z = random.uniform(), angle = random.uniform(0, 2 * M_PI);
      const PlaneVector u{std::cos(angle), std::sin(angle)};
      const double r = std::sqrt(1 - z * z);
      std::uint32_t past = 0;
      double pole = d.pole - d.apart;
      for (int c = 0; c < d.upright_count; ++c) {
        const bool apex = z > d.upright[c].apex_sine;
        past |= apex ? 1u << c : 0u;
        pole += apex ? d.upright[c].half : -d.upright[c].half;
      }
      cones += d.upright_count;
      const Vec3<double> n = d.normal * z + (d.e1 * u.x + d.e2 * u.y) * r;
      const PlanarSum sum = circle_sum(d, z, past);
      const double width = arc_detail::smooth_sum(sum, u).at(u).h + pole * z;
      EXPECT_NEAR(width, pair.width(n), 1e-13) << k << " z " << z;
      ++seen;
    }
  }
  EXPECT_GT(seen, 10000);
  EXPECT_GT(cones, 100);
}

TEST(SymmetricTerms, AConesSideHasItsNormal) {
  const PlaneVector side = side_normal(3, 2);
  EXPECT_NEAR(side.x, 0.6, 2e-16);  // the side runs from (3, -2) to (0, 2): across (-3, 4)
  EXPECT_NEAR(side.y, 0.8, 2e-16);
  EXPECT_EQ(side_normal(0, 0).x, 1) << "a point";
  bool along;
  EXPECT_EQ(off_normal({0, 0, 1}, {0, 0, 1}, along), 0);
  EXPECT_TRUE(along);
  EXPECT_NEAR(off_normal(unit_vector(Vec3<double>{1, 0, 1e-3}), {0, 0, 1}, along), 1e-3, 1e-8);
  EXPECT_FALSE(along);
}

TEST(SymmetricTerms, MoreOutlinesThanAreLookedAtAreOff) {
  SymmetricTerms t{};
  t.count = 4;
  for (int k = 0; k < 4; ++k) {
    t.term[k] = {Kind::lines, -1, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {1, 1, 1}};
  }
  EXPECT_EQ(difference_about(t, {0, 0, 1}, {0, 0, 0}).off, Huge<double>::value);
  t.count = 2;
  const SymmetricDifference d = difference_about(t, {0, 0, 1}, {0, 0, 0.5});
  EXPECT_EQ(d.off, 0);
  EXPECT_EQ(d.count, 4);
  EXPECT_EQ(d.pole, 2);
  EXPECT_EQ(d.apart, 0.5);
}

}  // namespace
}  // namespace abut
