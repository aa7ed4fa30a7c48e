// The penalty energy of two facets, against sums over many points and closed forms.
#include "examples/fem/facet_overlap.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

namespace fem::testing {
namespace {

using Corners = std::array<Vector, 6>;

/// A and B facing each other at random, B's plane within A's reach.
Corners random_pair(std::mt19937& random) {
  std::uniform_real_distribution<double> about(-0.3, 0.3), height(-0.25, 0.1);
  Corners x{Vector{0, 0, 0},     Vector{1, 0, 0},   Vector{0.3, 1, 0},
            Vector{0.1, 0.1, 0}, Vector{0.4, 1, 0}, Vector{1, 0.2, 0}};
  for (std::size_t k = 0; k < 6; ++k) {
    x[k] = x[k] + Vector{about(random), about(random), k < 3 ? 0.3 * about(random) : height(random)};
  }
  return x;
}

/// By many points of A, each projected on B: shares no code with cutting.
double sampled(const Corners& x, double depth) {
  const Vector na = abut::unit_vector(abut::cross(x[1] - x[0], x[2] - x[0]));
  const Vector area_b = abut::cross(x[4] - x[3], x[5] - x[3]), nb = abut::unit_vector(area_b);
  const double facing = -abut::dot(na, nb);
  if (facing <= 0) return 0;
  const Vector n = abut::unit_vector(na - nb);
  const double projected = 0.5 * abut::dot(abut::cross(x[1] - x[0], x[2] - x[0]), n);
  const int rows = 400;
  double sum = 0;
  for (int i = 0; i < rows; ++i) {
    for (int j = 0; j < rows - i; ++j) {
      for (const double shift : {1.0 / 3, 2.0 / 3}) {
        const double u = (i + shift) / rows, v = (j + shift) / rows;
        if (shift > 0.5 && j == rows - i - 1) continue;  // the squares along the long side are halves
        const Vector p = x[0] + (x[1] - x[0]) * u + (x[2] - x[0]) * v;
        const double gap = abut::dot(x[3] - p, nb) / abut::dot(n, nb);
        const Vector q = p + n * gap;
        const double l = abut::dot(abut::cross(x[4] - q, x[5] - q), area_b),
                     m = abut::dot(abut::cross(x[5] - q, x[3] - q), area_b),
                     r = abut::dot(abut::cross(x[3] - q, x[4] - q), area_b);
        if (l < 0 || m < 0 || r < 0 || gap >= 0) continue;
        if (gap > -depth) sum += 0.5 * gap * gap * std::pow(1 - gap * gap / (depth * depth), 2);
      }
    }
  }
  return sum * projected / (rows * rows) * facing * facing;
}

TEST(FacetOverlap, TheEnergyIsTheIntegralOverWhatTheyCover) {
  std::mt19937 random(5);
  int with = 0;
  for (int k = 0; k < 60; ++k) {
    const Corners x = random_pair(random);
    for (const double depth : {10.0, 0.1}) {
      const double energy = overlap_energy(x, depth), expected = sampled(x, depth);
      EXPECT_NEAR(energy, expected, (2e-6 + 0.01 * expected) * std::min(1.0, depth)) << k;
      with += expected > 1e-5;
    }
  }
  EXPECT_GT(with, 60);
}

// Two squares of two triangles each, cut along different diagonals, one beyond the other by a tenth of the depth.
TEST(FacetOverlap, FlushSquaresHaveTheirClosedFormHoweverTheyAreCut) {
  const Vector a{0, 0, 0}, b{1, 0, 0}, c{1, 1, 0}, e{0, 1, 0}, down{0, 0, -0.01};
  const std::array<std::array<Vector, 3>, 2> lower{{{a, b, c}, {a, c, e}}};
  for (const bool other : {false, true}) {
    std::array<std::array<Vector, 3>, 2> upper{{{c, b, a}, {e, c, a}}};
    if (other) upper = {{{e, b, a}, {e, c, b}}};
    double sum = 0;
    for (const auto& l : lower) {
      for (const auto& u : upper)
        sum += overlap_energy(Corners{l[0], l[1], l[2], u[0] + down, u[1] + down, u[2] + down}, 0.1);
    }
    EXPECT_NEAR(sum, 0.5e-4 * 0.99 * 0.99, 1e-18);
  }
}

TEST(FacetOverlap, BothOrdersGiveTheSame) {
  std::mt19937 random(6);
  for (int k = 0; k < 200; ++k) {
    const Corners x = random_pair(random);
    const double energy = overlap_energy(x, 10.0),
                 other = overlap_energy(Corners{x[3], x[4], x[5], x[0], x[1], x[2]}, 10.0);
    EXPECT_NEAR(energy, other, 1e-14);
  }
}

TEST(FacetOverlap, ThoseApartBesideBehindOrOnOppositeSidesHaveNone) {
  const Corners facing{Vector{0, 0, 0},     Vector{1, 0, 0},     Vector{0, 1, 0},
                       Vector{0, 1, -0.01}, Vector{1, 0, -0.01}, Vector{0, 0, -0.01}};
  EXPECT_GT(overlap_energy(facing, 0.1), 0);
  const auto moved = [&](Vector by) {
    Corners x = facing;
    for (std::size_t k = 3; k < 6; ++k) x[k] = x[k] + by;
    return x;
  };
  EXPECT_EQ(overlap_energy(moved({0, 0, 0.02}), 0.1), 0);
  EXPECT_EQ(overlap_energy(moved({2, 0, 0}), 0.1), 0);
  EXPECT_EQ(overlap_energy(moved({0, 0, -0.5}), 0.1), 0);
  Corners behind = facing;
  std::swap(behind[3], behind[4]);
  EXPECT_EQ(overlap_energy(behind, 0.1), 0);
  Corners flat = facing;
  flat[2] = {2, 0, 0};
  EXPECT_EQ(overlap_energy(flat, 0.1), 0);
}

TEST(FacetOverlap, DerivativesAreDifferencesAndMoveNoMomentum) {
  std::mt19937 random(8);
  for (int k = 0; k < 100; ++k) {
    const Corners x = random_pair(random);
    const OverlapSlope overlap = overlap_slope(x, 0.5);
    EXPECT_TRUE(may_overlap(x) || overlap.energy < 1e-20);
    EXPECT_NEAR(overlap.energy, overlap_energy(x, 0.5), 1e-16);
    Vector sum{0, 0, 0}, moment{0, 0, 0};
    for (std::size_t i = 0; i < 6; ++i) {
      const Vector slope = overlap.slope[i];
      sum = sum + slope, moment = moment + abut::cross(x[i], slope);
      for (double Vector::*axis : {&Vector::x, &Vector::y, &Vector::z}) {
        Corners up = x, down = x;
        up[i].*axis += 1e-6, down[i].*axis -= 1e-6;
        EXPECT_NEAR(slope.*axis, (overlap_energy(up, 0.5) - overlap_energy(down, 0.5)) / 2e-6, 1e-8);
      }
    }
    EXPECT_LT(abut::length(sum), 1e-14);
    EXPECT_LT(abut::length(moment), 1e-14);
  }
}

}  // namespace
}  // namespace fem::testing
