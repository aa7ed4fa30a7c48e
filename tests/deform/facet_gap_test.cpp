// Gaps against closed forms, and their derivatives against differences in extended precision.
#include "abut/deform/facet_gap.h"

#include <gtest/gtest.h>

#include <array>

#include "tests/deform/brute_force.h"
#include "tests/support/random.h"

namespace abut {
namespace {

using Positions = std::array<Vec3<double>, 4>;
using WidePositions = std::array<test::WideVec, 4>;

FacetGap<double> gap_of(GapKind kind, const Positions& x) {
  FacetGap<double> gap;
  if (kind == GapKind::node_facet) {
    node_facet_gap(x[0], Facet<double>{{x[1], x[2], x[3]}}, GapSides<double>{}, gap);
  } else {
    edge_edge_gap(&x[0], &x[2], GapSides<double>{}, gap);
  }
  return gap;
}

test::Wide reference(GapKind kind, const WidePositions& x) {
  return kind == GapKind::node_facet ? test::point_facet(x[0], {x[1], x[2], x[3]})
                                     : test::edge_edge(x[0], x[1], x[2], x[3]);
}

/// The reference's central difference by coordinate `r` of node `i`.
template <class Of>
test::Wide slope(const WidePositions& x, int i, int r, test::Wide step, const Of& of) {
  WidePositions up = x, down = x;
  up[std::size_t(i)][std::size_t(r)] += step, down[std::size_t(i)][std::size_t(r)] -= step;
  return (of(up) - of(down)) / (2 * step);
}

WidePositions wide_of(const Positions& x) {
  return {test::wide(x[0]), test::wide(x[1]), test::wide(x[2]), test::wide(x[3])};
}

Positions random_positions(test::Random& random) {
  return {random.in_cube(), random.in_cube(), random.in_cube(), random.in_cube()};
}

TEST(FacetGap, IsTheDistanceAndItsGradientIsThatOfDifferences) {
  test::Random random(21);
  int of_support[16] = {};
  for (int trial = 0; trial < 4000; ++trial) {
    const GapKind kind = trial % 2 == 0 ? GapKind::node_facet : GapKind::edge_edge;
    const Positions x = random_positions(random);
    const WidePositions wide = wide_of(x);
    const FacetGap<double> gap = gap_of(kind, x);
    ++of_support[gap.support];
    ASSERT_NEAR(gap.gap, double(reference(kind, wide)), 1e-13);
    for (int i = 0; i < 4; ++i) {
      const Vec3<double> g = gap_gradient(gap, i);
      const double by[3] = {g.x, g.y, g.z};
      for (int r = 0; r < 3; ++r) {
        const test::Wide d = slope(wide, i, r, 1e-7L, [&](const WidePositions& p) { return reference(kind, p); });
        ASSERT_NEAR(by[r], double(d), 1e-5 / gap.gap) << "trial " << trial << " node " << i << " axis " << r;
      }
    }
  }
  int kinds = 0;
  for (const int n : of_support) kinds += n > 20 ? 1 : 0;
  EXPECT_EQ(kinds, 10) << "faces, edges and corners of all kinds";
}

TEST(FacetGap, HasTheSecondDerivativesOfDifferences) {
  test::Random random(22);
  int compared = 0, faces = 0;
  for (int trial = 0; trial < 3000; ++trial) {
    const GapKind kind = trial % 2 == 0 ? GapKind::node_facet : GapKind::edge_edge;
    const Positions x = random_positions(random);
    const FacetGap<double> gap = gap_of(kind, x);
    const WidePositions wide = wide_of(x);
    double least = 1;  // near another feature differences have both
    for (const double w : gap.weight) least = w != 0 ? std::min(least, std::abs(w)) : least;
    if (least < 0.1 || gap.gap < 0.1) continue;
    bool alike = true;
    double worst = 0, largest = 0;
    for (int i = 0; i < 4; ++i) {
      for (int j = 0; j < 4; ++j) {
        const Mat3<double> h = gap_hessian(gap, x.data(), i, j);
        for (int r = 0; r < 3; ++r) {
          for (int c = 0; c < 3; ++c) {
            const test::Wide step = 1e-5L;
            const test::Wide d = slope(wide, i, r, step, [&](const WidePositions& p) {
              return slope(p, j, c, step, [&](const WidePositions& q) {
                for (int k = 0; k < 4; ++k) alike = alike && std::isfinite(double(q[std::size_t(k)][0]));
                return reference(kind, q);
              });
            });
            worst = std::max(worst, std::abs(h.m[3 * r + c] - double(d)));
            largest = std::max(largest, std::abs(h.m[3 * r + c]));
          }
        }
      }
    }
    // Another feature within the step: the foot's distance from a border is at least 0.1 of an edge, but where a corner
    // or an edge is nearest, its neighbours' borders may be anywhere.
    if (gap.support == 15) {
      ASSERT_LT(worst, 1e-5 * (1 + largest) * (1 + largest)) << "trial " << trial;
      ++faces;
    }
    compared += worst < 1e-5 * (1 + largest) * (1 + largest) ? 1 : 0;
  }
  EXPECT_GT(faces, 150);
  EXPECT_GT(compared, 900);
}

TEST(FacetGap, IsSignedOnASolidAndNotBeyondWhatLooksTheSameWay) {
  const Facet<double> f{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}};
  FacetGap<double> gap;
  node_facet_gap({0.2, 0.2, -0.1}, f, GapSides<double>{}, gap);
  EXPECT_DOUBLE_EQ(gap.gap, 0.1);
  EXPECT_DOUBLE_EQ(gap.normal.z, -1);
  node_facet_gap({0.2, 0.2, -0.1}, f, GapSides<double>{true, {0, 0, -1}, {}}, gap);
  EXPECT_DOUBLE_EQ(gap.gap, -0.1);
  EXPECT_DOUBLE_EQ(gap.normal.z, 1);
  node_facet_gap({0.2, 0.2, -0.1}, f, GapSides<double>{true, {0, 0, 1}, {}}, gap);
  EXPECT_DOUBLE_EQ(gap.gap, 0.1);
  node_facet_gap({0.2, 0.2, 0}, f, GapSides<double>{}, gap);
  EXPECT_EQ(gap.gap, 0);
  EXPECT_DOUBLE_EQ(gap.normal.z, 1);
}

TEST(FacetGap, OfEdgesThatHaveGoneThroughEachOtherIsNegative) {
  const Vec3<double> p[2] = {{-1, 0, -0.1}, {1, 0, -0.1}}, q[2] = {{0, -1, 0}, {0, 1, 0}};
  FacetGap<double> gap;
  edge_edge_gap(p, q, GapSides<double>{true, {0, 0, -1}, {0, 0, 1}}, gap);
  EXPECT_DOUBLE_EQ(gap.gap, -0.1);
  EXPECT_DOUBLE_EQ(gap.normal.z, 1);
  edge_edge_gap(p, q, GapSides<double>{true, {0, 0, 1}, {0, 0, 1}}, gap);
  EXPECT_DOUBLE_EQ(gap.gap, 0.1);
}

TEST(FacetGap, OfCollapsedFacetsAndParallelEdgesIsStillADistance) {
  FacetGap<double> gap;
  node_facet_gap({0, 0, 3}, Facet<double>{{{0, 0, 0}, {0, 0, 0}, {0, 0, 0}}}, GapSides<double>{}, gap);
  EXPECT_EQ(gap.gap, 3);
  const Vec3<double> p[2] = {{0, 0, 0}, {1, 0, 0}}, q[2] = {{0.25, 0, 2}, {1.25, 0, 2}};
  edge_edge_gap(p, q, GapSides<double>{}, gap);
  EXPECT_DOUBLE_EQ(gap.gap, 2);
  const Vec3<double> x[4] = {p[0], p[1], q[0], q[1]};
  for (int i = 0; i < 4; ++i) {
    for (int j = 0; j < 4; ++j) {
      for (const double h : gap_hessian(gap, x, i, j).m) EXPECT_TRUE(std::isfinite(h));
    }
  }
}

}  // namespace
}  // namespace abut
