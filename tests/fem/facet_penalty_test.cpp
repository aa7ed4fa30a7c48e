// The penalty energy of facets, against closed forms and differences.
#include "examples/fem/facet_penalty.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <random>

namespace fem::testing {
namespace {

using Vector = abut::Vec3<double>;
using Facet = abut::Facet<double>;

double energy_of(const Facet& a, const Facet& b, double depth) {
  return penalty_energy(abut::facet_overlap(a, b, penalty_range(depth)), depth);
}

// Two squares of two triangles each, cut along different diagonals, one beyond the other by a tenth of the depth.
TEST(FacetPenalty, OfFlushSquaresHasItsClosedFormHoweverTheyAreCut) {
  const Vector a{0, 0, 0}, b{1, 0, 0}, c{1, 1, 0}, e{0, 1, 0};
  const std::array<Facet, 2> lower{{{{a, b, c}}, {{a, c, e}}}};
  for (const bool other : {false, true}) {
    std::array<Facet, 2> upper{{{{c, b, a}}, {{e, c, a}}}};
    if (other) upper = {{{{e, b, a}}, {{e, c, b}}}};
    double sum = 0;
    for (const Facet& l : lower) {
      for (Facet u : upper) {
        for (Vector& v : u.v) v.z -= 0.01;
        sum += energy_of(l, u, 0.1);
      }
    }
    EXPECT_NEAR(sum, 0.5e-4 * 0.99 * 0.99, 1e-18);
  }
}

TEST(FacetPenalty, VanishesSmoothlyAtTheDepthAndAtARightAngle) {
  const Facet a{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}};
  const auto deep = [&](double by) { return energy_of(a, {{{0, 1, -by}, {1, 0, -by}, {0, 0, -by}}}, 0.1); };
  EXPECT_NEAR(deep(0.05), 0.5 * 0.5 * 0.0025 * 0.75 * 0.75, 1e-17);
  EXPECT_LT(deep(0.0999), 1e-4 * deep(0.05));
  EXPECT_EQ(deep(0.1001), 0);
  const auto turned = [&](double angle) {
    const double s = std::sin(angle), c = std::cos(angle);
    return energy_of(a, {{{0.2, 0.2, -0.02}, {0.2, 0.2 + 0.3 * c, -0.02 + 0.3 * s}, {0.5, 0.2, -0.02}}}, 0.1);
  };
  ASSERT_GT(turned(0), 1e-6);
  EXPECT_LT(turned(std::acos(1e-3)), 1e-5 * turned(0));
  EXPECT_EQ(turned(std::acos(-1e-3)), 0);
}

TEST(FacetPenalty, SlopesGiveTheDifferencesByAllCorners) {
  std::mt19937 random(8);
  std::uniform_real_distribution<double> about(-0.3, 0.3), height(-0.25, 0.1);
  int with = 0;
  for (int k = 0; k < 100; ++k) {
    std::array<Facet, 2> x{{{{{0, 0, 0}, {1, 0, 0}, {0.3, 1, 0}}}, {{{0.1, 0.1, 0}, {0.4, 1, 0}, {1, 0.2, 0}}}}};
    for (Vector& v : x[0].v) v = v + Vector{about(random), about(random), 0.3 * about(random)};
    for (Vector& v : x[1].v) v = v + Vector{about(random), about(random), height(random)};
    const abut::FacetOverlap<double> overlap = abut::facet_overlap(x[0], x[1], penalty_range(0.5));
    std::array<Vector, 6> slope;
    abut::facet_overlap_gradient(x[0], x[1], penalty_range(0.5), penalty_slopes(overlap, 0.5), slope.data());
    for (std::size_t i = 0; i < 6; ++i) {
      for (double Vector::*axis : {&Vector::x, &Vector::y, &Vector::z}) {
        std::array<Facet, 2> up = x, down = x;
        up[i / 3].v[i % 3].*axis += 1e-6, down[i / 3].v[i % 3].*axis -= 1e-6;
        EXPECT_NEAR(slope[i].*axis, (energy_of(up[0], up[1], 0.5) - energy_of(down[0], down[1], 0.5)) / 2e-6, 1e-8);
      }
    }
    with += overlap.area > 0.01 ? 1 : 0;
  }
  EXPECT_GT(with, 50);
}

}  // namespace
}  // namespace fem::testing
