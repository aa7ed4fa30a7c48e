// Overlaps of facets through the C interface: those of the library, and what is refused.
#include "abut/deform/facet_overlaps.h"

#include <gtest/gtest.h>

#include <cstring>

#include "tests/capi/deforming_bodies.h"
#include "tests/capi/refused.h"

namespace abut::test {
namespace {

/// Bodies, and the pairs of their facets in both interfaces.
struct BothPairs {
  BothDeforming in;
  DeformingPairs found = find_deforming_pairs(Cpu{}, in.bodies, {0.05});
  std::vector<FacetCorners> corners = pair_corners(in.bodies, found);
  abut_facet_pair_list list{sizeof list, &in.nodes[0].x, in.nodes.size(), corners[0].data(), corners.size(), -0.1,
                            0.05};
  abut_pairs bodies{sizeof bodies, reinterpret_cast<const abut_pair*>(found.bodies.data()), found.bodies.size()};
  const abut_pair* facets() const { return reinterpret_cast<const abut_pair*>(found.facets.data()); }
};

TEST(CFacetOverlaps, AreThoseOfTheLibraryWithTheirDerivatives) {
  const BothPairs of;
  const std::size_t count = of.corners.size();
  std::vector<FacetCorners> corners(count);
  ASSERT_OK(abut_pair_corners(of.in.c, &of.bodies, of.found.offsets.data(), of.facets(), corners[0].data()));
  EXPECT_EQ(corners, of.corners);
  std::vector<abut_facet_overlap> c(count);
  std::vector<FacetOverlap<double>> cpp(count);
  ASSERT_OK(abut_facet_overlaps(1, &of.list, c.data()));
  facet_overlaps(Cpu{}, of.in.nodes, of.corners, {-0.1, 0.05}, cpp);
  EXPECT_EQ(std::memcmp(c.data(), cpp.data(), count * sizeof c[0]), 0);
  std::size_t with = 0;
  std::vector<abut_overlap_slopes> by(count);
  for (std::size_t k = 0; k < count; ++k) {
    with += c[k].area > 0 ? 1 : 0;
    by[k].moments[2] = 1 + 1e-3 * double(k), by[k].facing = c[k].moments[2];
  }
  EXPECT_GT(with, 20u);
  std::vector<FacetGradient> gradients(count), wanted(count);
  ASSERT_OK(abut_facet_overlap_gradients(1, &of.list, by.data(), &gradients[0][0].x));
  facet_overlap_gradients(Cpu{}, of.in.nodes, of.corners, {-0.1, 0.05},
                          {reinterpret_cast<const OverlapSlopes<double>*>(by.data()), count}, wanted);
  EXPECT_EQ(std::memcmp(gradients.data(), wanted.data(), count * sizeof wanted[0]), 0);
}

TEST(CFacetOverlaps, RefuseBadInputInOneLine) {
  const BothPairs of;
  std::vector<abut_facet_overlap> out(of.corners.size());
  std::vector<abut_overlap_slopes> by(of.corners.size());
  std::vector<FacetGradient> gradients(of.corners.size());
  abut_facet_pair_list list = of.list;
  list.most_gap = -1;
  EXPECT_INPUT(abut_facet_overlaps(1, &list, out.data()), "facet_overlaps: range is from -0.1 to -1; allowed is");
  list = of.list, list.node_count = 3;
  EXPECT_INPUT(abut_facet_overlap_gradients(1, &list, by.data(), &gradients[0][0].x),
               "facet_overlap_gradients: pair 0 has corner ");
  list = of.list, list.corners = nullptr;
  EXPECT_INPUT(abut_facet_overlaps(1, &list, out.data()), "pairs->corners is null");
  list = of.list, list.nodes = nullptr;
  EXPECT_INPUT(abut_facet_overlaps(1, &list, out.data()), "pairs->nodes is null");
  EXPECT_INPUT(abut_facet_overlaps(1, &of.list, nullptr), "overlaps is null");
  EXPECT_INPUT(abut_facet_overlap_gradients(1, &of.list, nullptr, &gradients[0][0].x), "by is null");
  EXPECT_INPUT(abut_facet_overlap_gradients(1, &of.list, by.data(), nullptr), "gradients is null");
  EXPECT_INPUT(abut_facet_overlaps(-1, &of.list, out.data()), "cpu.threads is -1");
  expect_structure_is_checked("pairs", of.list,
                              [&](const abut_facet_pair_list* l) { return abut_facet_overlaps(1, l, out.data()); });
  list = of.list, list.count = 0, list.corners = nullptr;
  EXPECT_OK(abut_facet_overlaps(1, &list, nullptr));
}

TEST(CFacetOverlaps, CornersOfWhatIsNotThereAreRefused) {
  const BothPairs of;
  std::vector<FacetCorners> corners(of.corners.size());
  const auto ask = [&](const std::uint64_t* offsets, const abut_pair* facets, std::uint32_t* to) {
    return abut_pair_corners(of.in.c, &of.bodies, offsets, facets, to);
  };
  EXPECT_INPUT(ask(nullptr, of.facets(), corners[0].data()), "offsets is null");
  EXPECT_INPUT(ask(of.found.offsets.data(), nullptr, corners[0].data()), "facets is null");
  EXPECT_INPUT(ask(of.found.offsets.data(), of.facets(), nullptr), "corners is null");
  std::vector<std::uint64_t> offsets = of.found.offsets;
  offsets[0] = 1;
  EXPECT_INPUT(ask(offsets.data(), of.facets(), corners[0].data()), "offsets do not begin with 0, or descend");
  offsets[0] = 0, offsets[1] = std::uint64_t{1} << 40;
  EXPECT_INPUT(ask(offsets.data(), of.facets(), corners[0].data()), "offsets do not begin with 0, or descend");
  std::vector<Pair> facets = of.found.facets;
  facets[0].a = 5000;
  EXPECT_INPUT(ask(of.found.offsets.data(), reinterpret_cast<const abut_pair*>(facets.data()), corners[0].data()),
               "pair_corners: pair 0 has facet 5000 of body ");
  EXPECT_HANDLE(abut_pair_corners(nullptr, &of.bodies, of.found.offsets.data(), of.facets(), corners[0].data()),
                "bodies");
  const abut_pairs none{sizeof none, nullptr, 0};
  EXPECT_OK(abut_pair_corners(of.in.c, &none, nullptr, nullptr, nullptr));
}

}  // namespace
}  // namespace abut::test
