// Matrices of second derivatives against differences of the gradients that the gaps of moved nodes have.
#include "abut/deform/gap_hessians.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "abut/deform/deforming_contacts.h"
#include "tests/deform/scenes.h"
#include "tests/support/complaint.h"

namespace abut {
namespace {

using Gaps = std::vector<FacetGap<double>>;

/// The same two features with other positions.
FacetGap<double> found_again(FacetGap<double> gap, const test::Nodes& nodes) {
  Vec3<double> x[4];
  for (int i = 0; i < 4; ++i) x[i] = nodes[gap.node[i]];
  if (gap.kind == GapKind::node_facet) {
    node_facet_gap(x[0], Facet<double>{{x[1], x[2], x[3]}}, GapSides<double>{}, gap);
  } else {
    edge_edge_gap(&x[0], &x[2], GapSides<double>{}, gap);
  }
  return gap;
}

double& coordinate(Vec3<double>& v, int r) { return r == 0 ? v.x : r == 1 ? v.y : v.z; }

/// Two sheets, one above the other, shaken.
struct Sheets {
  test::Nodes nodes;
  Gaps gaps;
  Sheets() {
    test::Random random(41);
    DeformingBodies bodies;
    for (int k = 0; k < 2; ++k) {
      test::Nodes of;
      bodies.add(test::sheet(4, of));
      for (const Vec3<double>& p : of)
        nodes.push_back(p + Vec3<double>{0.07, 0.04, 0.1} * double(k) + random.in_cube() * 0.02);
    }
    bodies.move({}, nodes);
    gaps = find_deforming_contacts({}, bodies, {.alert_distance = 0.12}).contacts;
  }
};

TEST(GapHessians, AreDifferencesOfGradients) {
  Sheets in;
  std::vector<GapMatrix> all(in.gaps.size());
  gap_hessians({}, in.gaps, in.nodes, all);
  ASSERT_GT(in.gaps.size(), 100u);
  constexpr double step = 1e-6;
  std::size_t compared = 0;
  for (std::size_t k = 0; k < in.gaps.size(); ++k) {
    for (int j = 0; j < 4; ++j) {
      for (int c = 0; c < 3; ++c) {
        test::Nodes up = in.nodes, down = in.nodes;
        coordinate(up[in.gaps[k].node[j]], c) += step, coordinate(down[in.gaps[k].node[j]], c) -= step;
        const FacetGap<double> a = found_again(in.gaps[k], up), b = found_again(in.gaps[k], down);
        if (a.support != in.gaps[k].support || b.support != in.gaps[k].support) continue;  // a kink lies between
        for (int i = 0; i < 4; ++i) {
          Vec3<double> slope = (gap_gradient(a, i) - gap_gradient(b, i)) * (0.5 / step);
          for (int r = 0; r < 3; ++r, ++compared) {
            const double h = all[k][std::size_t(12 * (3 * i + r) + 3 * j + c)];
            ASSERT_NEAR(h, coordinate(slope, r), 1e-5) << "gap " << k << " node " << i << " by " << j;
          }
        }
      }
    }
  }
  EXPECT_GT(compared, 100 * in.gaps.size());
}

TEST(GapHessians, AreSymmetricAndDoNotDependOnThreads) {
  const Sheets in;
  std::vector<GapMatrix> all(in.gaps.size()), again(in.gaps.size());
  gap_hessians(Cpu{1}, in.gaps, in.nodes, all);
  gap_hessians(Cpu{2}, in.gaps, in.nodes, again);
  EXPECT_EQ(all, again);
  for (const GapMatrix& h : all) {
    for (std::size_t p = 0; p < 12; ++p) {
      for (std::size_t q = 0; q < p; ++q) ASSERT_NEAR(h[12 * p + q], h[12 * q + p], 1e-12);
    }
  }
}

TEST(GapHessians, RefuseWhatDoesNotFit) {
  Sheets in;
  std::vector<GapMatrix> all(in.gaps.size());
  EXPECT_EQ(test::complaint([&] { gap_hessians({}, in.gaps, in.nodes, std::span(all).first(3)); }),
            "gap_hessians: out has room for 3 matrices; allowed is " + std::to_string(in.gaps.size()) +
                ", as many as there are gaps");
  in.gaps[1].node[2] = 50;
  EXPECT_EQ(test::complaint([&] { gap_hessians({}, in.gaps, in.nodes, all); }),
            "gap_hessians: gap 1 has node 50; allowed is less than 50");
  EXPECT_EQ(test::complaint([&] { gap_hessians(Cpu{-1}, {}, in.nodes, {}); }),
            "cpu.threads is -1; allowed are 0 (all cores) and more");
}

}  // namespace
}  // namespace abut
