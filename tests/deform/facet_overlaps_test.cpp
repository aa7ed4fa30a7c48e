// Overlaps of the facets of bodies: what flush bodies share, and forces of a penalty energy against its differences.
#include "abut/deform/facet_overlaps.h"

#include <gtest/gtest.h>

#include <cstring>
#include <limits>
#include <string>

#include "tests/deform/scenes.h"
#include "tests/support/complaint.h"

namespace abut {
namespace {

using test::Nodes;

/// Bodies, and the pairs of their facets. Data only.
struct Scene {
  Nodes nodes;
  DeformingBodies bodies;
  std::vector<FacetCorners> pairs;

  void find(double alert) {
    bodies.move(Cpu{}, nodes);
    pairs = pair_corners(bodies, find_deforming_pairs(Cpu{}, bodies, {.alert_distance = alert}));
  }
  std::vector<FacetOverlap<double>> overlaps(GapRange<double> range, const Cpu& cpu = {}) const {
    std::vector<FacetOverlap<double>> out(pairs.size());
    facet_overlaps(cpu, nodes, pairs, range, out);
    return out;
  }
};

/// Two blocks, of other elements each, of which one is shifted and has gone 0.01 into the other.
Scene blocks() {
  Scene in;
  in.bodies.add(test::cube(3, false, {0, 0, 0}, in.nodes));
  in.bodies.add(test::cube(2, true, {0.25, 0.375, 0.99}, in.nodes));
  in.find(0.02);
  return in;
}

TEST(FacetOverlaps, OfFlushBlocksAddUpToWhatTheyShareWhateverTheirMeshes) {
  const Scene in = blocks();
  double area = 0, volume = 0;
  Vec3<double> middle{0, 0, 0};
  const std::vector<FacetOverlap<double>> found = in.overlaps({-0.1, 0.02});
  for (std::size_t k = 0; k < found.size(); ++k) {
    const FacetOverlap<double>& o = found[k];
    if (o.area == 0) continue;
    area += o.area, volume += o.area * o.gap;
    EXPECT_NEAR(o.gap, -0.01, 1e-15);
    EXPECT_NEAR(o.normal.z, -1, 1e-15) << "from the upper block, which is b, to the lower";
    for (std::size_t i = 0; i < 3; ++i) middle = middle + in.nodes[in.pairs[k][i]] * (o.weight[i] * o.area);
  }
  EXPECT_NEAR(area, 0.75 * 0.625, 1e-14);
  EXPECT_NEAR(volume, -0.01 * 0.75 * 0.625, 1e-15);
  EXPECT_LT(length(middle * (1 / area) - Vec3<double>{0.625, 0.6875, 1}), 1e-14);
}

/// A penalty energy, and its derivative by every node.
double energy_of(const Scene& in, GapRange<double> range, Nodes* slope) {
  double energy = 0;
  const std::vector<FacetOverlap<double>> found = in.overlaps(range);
  std::vector<OverlapSlopes<double>> by(found.size());
  for (std::size_t k = 0; k < found.size(); ++k) {
    energy += 0.5 * found[k].moment[2] * found[k].facing;
    by[k].moment[2] = 0.5 * found[k].facing, by[k].facing = 0.5 * found[k].moment[2];
  }
  if (slope == nullptr) return energy;
  std::vector<FacetGradient> gradients(found.size());
  facet_overlap_gradients(Cpu{}, in.nodes, in.pairs, range, by, gradients);
  slope->assign(in.nodes.size(), {0, 0, 0});
  for (std::size_t k = 0; k < found.size(); ++k) {
    for (std::size_t i = 0; i < 6; ++i) (*slope)[in.pairs[k][i]] = (*slope)[in.pairs[k][i]] + gradients[k][i];
  }
  return energy;
}

TEST(FacetOverlapGradients, AreTheForcesOfAPenaltyEnergyOfBodies) {
  Scene in = blocks();
  test::Random random(23);
  for (Vec3<double>& p : in.nodes) p = p + random.in_cube() * 0.01;
  in.find(0.05);
  Nodes slope;
  EXPECT_GT(energy_of(in, {-0.1, 0}, &slope), 1e-6);
  Vec3<double> sum{0, 0, 0};
  int moved = 0;
  for (std::size_t i = 0; i < in.nodes.size(); ++i) {
    sum = sum + slope[i];
    if (max_abs(slope[i]) < 1e-5) continue;
    for (double Vec3<double>::*axis : {&Vec3<double>::x, &Vec3<double>::y, &Vec3<double>::z}) {
      constexpr double step = 1e-6;
      const double at = in.nodes[i].*axis;
      in.nodes[i].*axis = at + step;
      const double up = energy_of(in, {-0.1, 0}, nullptr);
      in.nodes[i].*axis = at - step;
      EXPECT_NEAR(slope[i].*axis, (up - energy_of(in, {-0.1, 0}, nullptr)) / (2 * step), 1e-9) << "node " << i;
      in.nodes[i].*axis = at;
    }
    ++moved;
  }
  EXPECT_GE(moved, 15);
  EXPECT_LT(length(sum), 1e-16);
}

TEST(FacetOverlaps, DoNotDependOnThreadsAndAre0OfCornersThatAreNotFinite) {
  Scene in = blocks();
  const auto one = in.overlaps({-0.1, 0.02}, Cpu{1}), two = in.overlaps({-0.1, 0.02}, Cpu{2});
  EXPECT_EQ(std::memcmp(one.data(), two.data(), one.size() * sizeof(one[0])), 0);
  const std::uint32_t bad = in.pairs[0][0];
  in.nodes[bad].y = std::numeric_limits<double>::quiet_NaN();
  const auto without = in.overlaps({-0.1, 0.02});
  for (std::size_t k = 0; k < one.size(); ++k) {
    const bool has = std::find(in.pairs[k].begin(), in.pairs[k].end(), bad) != in.pairs[k].end();
    EXPECT_EQ(without[k].area, has ? 0 : one[k].area);
  }
}

TEST(FacetOverlaps, RefuseWhatDoesNotFit) {
  Scene in = blocks();
  const std::string count = std::to_string(in.pairs.size()), nodes = std::to_string(in.nodes.size());
  std::vector<FacetOverlap<double>> out(in.pairs.size());
  std::vector<OverlapSlopes<double>> by(in.pairs.size());
  std::vector<FacetGradient> gradients(in.pairs.size());
  EXPECT_EQ(test::complaint([&] {
              facet_overlaps({}, in.nodes, in.pairs, {-1, 1}, std::span(out).first(2));
            }),
            "facet_overlaps: out has 2 entries; allowed is " + count + ", as many as there are pairs");
  EXPECT_EQ(test::complaint([&] {
              facet_overlap_gradients({}, in.nodes, in.pairs, {-1, 1}, std::span(by).first(1), gradients);
            }),
            "facet_overlap_gradients: by has 1 entries; allowed is " + count + ", as many as there are pairs");
  EXPECT_EQ(test::complaint([&] {
              facet_overlaps({}, in.nodes, in.pairs, {0, 0}, out);
            }),
            "facet_overlaps: range is from 0 to 0; allowed is a least gap below the most");
  EXPECT_NE(test::complaint([&] { (void)in.overlaps({std::numeric_limits<double>::quiet_NaN(), 0}); }), "");
  in.pairs[3][4] = 1000;
  EXPECT_EQ(test::complaint([&] {
              facet_overlap_gradients({}, in.nodes, in.pairs, {-1, 1}, by, gradients);
            }),
            "facet_overlap_gradients: pair 3 has corner 1000; allowed is less than " + nodes);
  EXPECT_EQ(test::complaint([&] {
              facet_overlaps(Cpu{-1}, in.nodes, {}, {-1, 1}, {});
            }),
            "cpu.threads is -1; allowed are 0 (all cores) and more");
  DeformingPairs pairs = find_deforming_pairs({}, in.bodies, {.alert_distance = 0.02});
  pairs.facets[1].b = 500;
  EXPECT_EQ(test::complaint([&] { (void)pair_corners(in.bodies, pairs); }),
            "pair_corners: pair 1 has facet 500 of body 1; allowed is less than 48");
  pairs.offsets.back() += 1;
  EXPECT_EQ(test::complaint([&] { (void)pair_corners(in.bodies, pairs); }),
            "pair_corners: offsets do not run from 0 to " + count +
                ", the number of pairs, in as many steps as there are pairs of bodies");
}

}  // namespace
}  // namespace abut
