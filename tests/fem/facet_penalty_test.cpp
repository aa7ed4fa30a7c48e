// The penalty energy of facets, against closed forms and differences.
#include "examples/fem/facet_penalty.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "tests/deform/facet_pairs.h"

namespace fem::testing {
namespace {

using Vector = abut::Vec3<double>;
using Facet = abut::Facet<double>;
using Pair = abut::test::FacetPair<double>;

double energy_of(const Pair& of, double depth) {
  return penalty_energy(abut::facet_overlap(of.a, of.b, penalty_range(depth)), depth);
}

// Two squares of two triangles each, cut along different diagonals, one beyond the other by a tenth of the depth.
TEST(FacetPenalty, OfFlushSquaresHasItsClosedFormHoweverTheyAreCut) {
  for (const bool other : {false, true}) {
    double sum = 0;
    for (const Pair& of : abut::test::square_pairs(other, 0.01)) sum += energy_of(of, 0.1);
    EXPECT_NEAR(sum, 0.5e-4 * 0.99 * 0.99, 1e-18);
  }
}

TEST(FacetPenalty, VanishesSmoothlyAtTheDepthAndAtARightAngle) {
  const Facet a{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}};
  const auto deep = [&](double by) { return energy_of({a, {{{0, 1, -by}, {1, 0, -by}, {0, 0, -by}}}}, 0.1); };
  EXPECT_NEAR(deep(0.05), 0.5 * 0.5 * 0.0025 * 0.75 * 0.75, 1e-17);
  EXPECT_LT(deep(0.0999), 1e-4 * deep(0.05));
  EXPECT_EQ(deep(0.1001), 0);
  const auto turned = [&](double angle) {
    const double s = std::sin(angle), c = std::cos(angle);
    return energy_of({a, {{{0.2, 0.2, -0.02}, {0.2, 0.2 + 0.3 * c, -0.02 + 0.3 * s}, {0.5, 0.2, -0.02}}}}, 0.1);
  };
  ASSERT_GT(turned(0), 1e-6);
  EXPECT_LT(turned(std::acos(1e-3)), 1e-5 * turned(0));
  EXPECT_EQ(turned(std::acos(-1e-3)), 0);
}

TEST(FacetPenalty, SlopesGiveTheDifferencesByAllCorners) {
  abut::test::Random random(8);
  int with = 0;
  for (int k = 0; k < 100; ++k) {
    const Pair x = abut::test::facing_pair(random);
    const abut::FacetOverlap<double> overlap = abut::facet_overlap(x.a, x.b, penalty_range(0.5));
    std::array<Vector, 6> slope;
    abut::facet_overlap_gradient(x.a, x.b, penalty_range(0.5), penalty_slopes(overlap, 0.5), slope.data());
    for (std::size_t i = 0; i < 6; ++i) {
      for (double Vector::*axis : {&Vector::x, &Vector::y, &Vector::z}) {
        Pair up = x, down = x;
        (i < 3 ? up.a : up.b).v[i % 3].*axis += 1e-6, (i < 3 ? down.a : down.b).v[i % 3].*axis -= 1e-6;
        EXPECT_NEAR(slope[i].*axis, (energy_of(up, 0.5) - energy_of(down, 0.5)) / 2e-6, 1e-8);
      }
    }
    with += overlap.area > 0.01 ? 1 : 0;
  }
  EXPECT_GT(with, 50);
}

}  // namespace
}  // namespace fem::testing
