// Cells of seeds: volumes, neighbours, exact sides, moves, bad seeds.
#include "examples/polycrystal/laguerre.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include "abut/core/error.h"
#include "examples/polycrystal/exact_side.h"

namespace polycrystal::testing {
namespace {

std::vector<Seed> random_seeds(std::uint32_t count, double weight, std::uint64_t start) {
  std::mt19937_64 random(start);
  std::uniform_real_distribution<double> unit(0, 1);
  std::vector<Seed> out;
  for (std::uint32_t i = 0; i < count; ++i) {
    out.push_back({{unit(random), unit(random), unit(random)}, weight * unit(random)});
  }
  return out;
}

/// Every corner of these cells has eight cells or more about it, or planes that meet in a line.
std::vector<Seed> lattice(int n, bool centred) {
  std::vector<Seed> out;
  for (int k = 0; k < n * n * n; ++k) {
    const double x = k % n, y = k / n % n, z = k / (n * n);
    out.push_back({{x / n, y / n, z / n}, 0.25});
    if (centred) out.push_back({{(x + 0.5) / n, (y + 0.5) / n, (z + 0.5) / n}, 0.25});
  }
  return out;
}

double sum_of_volumes(const Tessellation& t) {
  double sum = 0;
  for (std::uint32_t i = 0; i < t.size(); ++i) sum += volume(t.cell(i));
  return sum;
}

void expect_two_sides_of_each_face(const Tessellation& t) {
  for (std::uint32_t i = 0; i < t.size(); ++i) {
    for (const Cell::Face& face : t.cell(i).faces) {
      if (is_of_box(face.beyond)) continue;
      const std::vector<Cell::Face>& there = t.cell(static_cast<std::uint32_t>(face.beyond)).faces;
      const auto back = std::find_if(there.begin(), there.end(),
                                     [&](const Cell::Face& f) { return f.beyond == static_cast<Side>(i); });
      ASSERT_NE(back, there.end()) << i << " and " << face.beyond;
      EXPECT_EQ(back->corners.size(), face.corners.size());
    }
  }
}

class Seeds : public ::testing::TestWithParam<std::vector<Seed>> {};

TEST_P(Seeds, CellsFillTheBoxAndNeighboursAreMutual) {
  const Tessellation t(Box{}, GetParam());
  EXPECT_NEAR(sum_of_volumes(t), 1, 1e-13);
  expect_two_sides_of_each_face(t);
}

TEST_P(Seeds, PointsAreInTheCellOfTheLeastPowerDistanceAndInNoOther) {
  const Tessellation t(Box{}, GetParam());
  for (const Seed& point : random_seeds(200, 0, 17)) {
    const std::uint32_t own = cell_at(t.seeds(), point.place);
    for (std::uint32_t i = 0; i < t.size(); ++i) {
      bool inside = !t.cell(i).vanished();
      for (const Cell::Face& face : t.cell(i).faces) {
        const Vector a = t.cell(i).points[face.corners[0]], b = t.cell(i).points[face.corners[1]],
                     c = t.cell(i).points[face.corners[2]];
        inside = inside && abut::dot(abut::cross(b - a, c - a), point.place - a) < 0;
      }
      EXPECT_EQ(inside, i == own) << i;
    }
  }
}

// Planes of all other seeds, in rationals, at every corner: none is cut off that should not be, none is missing.
TEST_P(Seeds, NoCornerLiesBeyondAnyBisector) {
  const Tessellation t(Box{}, GetParam());
  for (std::uint32_t i = 0; i < t.size(); i += 7) {
    for (const Corner& corner : t.cell(i).corners) {
      for (std::uint32_t j = 0; j < t.size(); j += 3) {
        if (j == i) continue;
        EXPECT_LE(t.side_of(i, corner, static_cast<Side>(j)), 0) << i << ' ' << j;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, Seeds,
                         ::testing::Values(random_seeds(100, 0, 1), random_seeds(150, 0.1, 2), lattice(4, false),
                                           lattice(3, true), random_seeds(1, 0, 3), random_seeds(2, 0.3, 4)));

TEST(Laguerre, TheFaceOfTwoSeedsIsWhereWeightsPutIt) {
  // |x - 1/4|^2 - 0.04 = |x - 3/4|^2 - 0.01: x = 1/2 + 0.03.
  const Tessellation t(Box{}, {{{0.25, 0.5, 0.5}, 0.2}, {{0.75, 0.5, 0.5}, 0.1}});
  EXPECT_NEAR(volume(t.cell(0)), 0.53, 1e-15);
  EXPECT_NEAR(volume(t.cell(1)), 0.47, 1e-15);
}

TEST(Laguerre, ACellOfACubicLatticeIsACubeThoughEightCellsMeetAtACorner) {
  const Tessellation t(Box{{-1, -1, -1}, {2, 2, 2}}, [] {
    std::vector<Seed> seeds = lattice(3, false);
    for (Seed& s : seeds) s.place = s.place * 3.0 - Vector{0.5, 0.5, 0.5};
    return seeds;
  }());
  for (std::uint32_t i = 0; i < t.size(); ++i) {
    EXPECT_EQ(t.cell(i).faces.size(), 6u);
    EXPECT_EQ(t.cell(i).corners.size(), 8u);
    EXPECT_NEAR(volume(t.cell(i)), 1, 1e-14);
  }
}

TEST(Laguerre, ATruncatedOctahedronIsTheInnerCellOfACentredLattice) {
  const Tessellation t(Box{}, lattice(3, true));
  const auto at = std::find_if(t.seeds().begin(), t.seeds().end(), [](const Seed& s) {
    return std::abs(s.place.x - 0.5) + std::abs(s.place.y - 0.5) + std::abs(s.place.z - 0.5) < 1e-12;
  });
  const Cell& cell = t.cell(static_cast<std::uint32_t>(at - t.seeds().begin()));
  EXPECT_NEAR(volume(cell), 1.0 / 54, 1e-15);
  // 8 hexagons; squares where the sixths of coordinates, which are rounded, let them be.
  EXPECT_EQ(
      std::count_if(cell.faces.begin(), cell.faces.end(), [](const Cell::Face& f) { return f.corners.size() >= 5; }),
      8);
}

TEST(Laguerre, ACellThatOthersDominateVanishesAndTheBoxIsStillFull) {
  const Tessellation t(Box{}, {{{0.5, 0.5, 0.5}, 0.1}, {{0.52, 0.5, 0.5}, 2}, {{0.1, 0.1, 0.1}, 2}});
  EXPECT_EQ(vanished(t), std::vector<std::uint32_t>{0});
  EXPECT_NEAR(sum_of_volumes(t), 1, 1e-14);
}

TEST(Laguerre, RoundedSidesThatAreTrustedAreTheExactOnes) {
  std::mt19937_64 random(5);
  int told = 0, asked = 0;
  for (int turn = 0; turn < 3000; ++turn) {
    // Places on a coarse grid, moved by nothing or by a few units in the last place: signs hang on roundings.
    std::vector<Seed> seeds;
    for (int k = 0; k < 5; ++k) {
      const auto grid = [&] {
        double x = static_cast<double>(random() % 5) / 8;
        for (std::uint64_t n = random() % 3; n > 0; --n) x = std::nextafter(x, 2.0);
        return x;
      };
      seeds.push_back({{grid(), grid(), grid()}, grid()});
    }
    const Corner corner{1, 2, 3};
    Plane planes[5];
    for (Side s = 1; s < 5; ++s) planes[s] = plane_of(Box{}, seeds, 0, s);
    const Meeting at = meeting(planes[1], planes[2], planes[3]);
    if (!std::isfinite(at.error)) continue;
    ++asked;
    const int rounded = rounded_side(at, planes[4]);
    if (rounded == 0) continue;
    ++told;
    EXPECT_EQ(rounded, exact_side(Box{}, seeds, 0, corner, 4)) << turn;
  }
  EXPECT_GT(told, 500);
  EXPECT_GT(asked - told, 20);  // and there are some that rounding does not tell
}

TEST(Laguerre, MovedSeedsHaveTheCellsThatFreshOnesHave) {
  std::vector<Seed> seeds = random_seeds(80, 0.1, 6);
  Tessellation moved(Box{}, seeds);
  std::mt19937_64 random(7);
  for (int turn = 0; turn < 60; ++turn) {
    for (std::uint64_t n = random() % 4; n > 0; --n) {
      Seed& s = seeds[random() % seeds.size()];
      s.place.x += static_cast<double>(random() % 100) / 1000 - 0.05;
      s.weight = static_cast<double>(random() % 400) / 1000;
    }
    moved.move(seeds);
    const Tessellation fresh(Box{}, seeds);
    for (std::uint32_t i = 0; i < fresh.size(); ++i) ASSERT_EQ(moved.cell(i).corners, fresh.cell(i).corners) << turn;
  }
}

std::string refusal(const Box& box, const std::vector<Seed>& seeds) {
  try {
    Tessellation t(box, seeds);
  } catch (const abut::InvalidInput& e) {
    return e.what();
  }
  return "";
}

TEST(Laguerre, WhatIsNoTessellationIsRefusedInALine) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const Seed good{{0.5, 0.5, 0.5}, 0.1};
  EXPECT_EQ(refusal({}, {good, {{0.1, 0.2, 0.3}, nan}}), "seeds[1].weight is nan: finite");
  EXPECT_EQ(refusal({}, {good, {{0.1, nan, 0.3}, 0}}), "seeds[1].place is (0.1, nan, 0.3): finite");
  EXPECT_EQ(refusal({}, {good, {{0.1, 0.2, 0.3}, 0}, {{0.5, 0.5, 0.5}, 0.3}}),
            "seeds[0] and seeds[2] are both at (0.5, 0.5, 0.5): seeds are at different places");
  EXPECT_EQ(refusal({{0, 0, 0}, {1, 0, 1}}, {good}),
            "box is (0, 0, 0) to (1, 0, 1): finite, and longer than 0 in every direction");
  Tessellation t(Box{}, {good});
  EXPECT_THROW(t.move(std::vector<Seed>(2, good)), abut::InvalidInput);
}

}  // namespace
}  // namespace polycrystal::testing
