// Overlaps of facets, and their derivatives.
#include "abut/deform/facet_overlaps.h"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "host/capi/convert.h"

using namespace abut::capi;

namespace {

static_assert(sizeof(abut_facet_overlap) == sizeof(abut::FacetOverlap<double>) &&
              offsetof(abut_facet_overlap, weights) == offsetof(abut::FacetOverlap<double>, weight));
static_assert(sizeof(abut_overlap_slopes) == sizeof(abut::OverlapSlopes<double>));

/// The caller's pairs, checked. Data only.
struct FacetPairs {
  std::span<const abut::Vec3<double>> nodes;
  std::span<const abut::FacetCorners> corners;
  abut::GapRange<double> range;
};

FacetPairs pairs_of(const abut_facet_pair_list* pairs) {
  const abut_facet_pair_list list = given("pairs", pairs);
  need_array_field("pairs", "nodes", list.nodes, list.node_count);
  return {points3("pairs->nodes", list.nodes, list.node_count),
          rows_of<6>("pairs", "corners", list.corners, list.count),
          {list.least_gap, list.most_gap}};
}

}  // namespace

int abut_pair_corners(const abut_deforming_bodies* bodies, const abut_pairs* body_pairs, const uint64_t* offsets,
                      const abut_pair* facets, uint32_t* corners) {
  return guarded("abut_pair_corners", [&] {
    const auto held = object(bodies, "bodies");
    const abut_pairs of = given("body_pairs", body_pairs);
    need_array_field("body_pairs", "pairs", of.pairs, of.count);
    if (of.count == 0) return;
    need_array("offsets", offsets, of.count + 1);
    abut::DeformingPairs pairs;
    pairs.offsets.assign(offsets, offsets + of.count + 1);
    if (offsets[0] != 0 || !std::is_sorted(pairs.offsets.begin(), pairs.offsets.end())) {
      throw abut::InvalidInput("offsets do not begin with 0, or descend");
    }
    need_array("facets", facets, pairs.offsets.back());
    need_array("corners", corners, pairs.offsets.back());
    pairs.bodies.assign(pairs_in(of.pairs), pairs_in(of.pairs) + of.count);
    pairs.facets.assign(pairs_in(facets), pairs_in(facets) + pairs.offsets.back());
    const std::vector<abut::FacetCorners> found = abut::pair_corners(*held, pairs);
    for (std::size_t i = 0; i < found.size(); ++i) std::copy(found[i].begin(), found[i].end(), corners + 6 * i);
  });
}

int abut_facet_overlaps(int threads, const abut_facet_pair_list* pairs, abut_facet_overlap* overlaps) {
  return guarded("abut_facet_overlaps", [&] {
    const FacetPairs of = pairs_of(pairs);
    need_array("overlaps", overlaps, of.corners.size());
    abut::facet_overlaps(abut::Cpu{threads}, of.nodes, of.corners, of.range,
                         {reinterpret_cast<abut::FacetOverlap<double>*>(overlaps), of.corners.size()});
  });
}

int abut_facet_overlap_gradients(int threads, const abut_facet_pair_list* pairs, const abut_overlap_slopes* by,
                                 double* gradients) {
  return guarded("abut_facet_overlap_gradients", [&] {
    const FacetPairs of = pairs_of(pairs);
    const std::size_t count = of.corners.size();
    need_array("by", by, count), need_array("gradients", gradients, count);
    abut::facet_overlap_gradients(abut::Cpu{threads}, of.nodes, of.corners, of.range,
                                  {reinterpret_cast<const abut::OverlapSlopes<double>*>(by), count},
                                  {reinterpret_cast<abut::FacetGradient*>(gradients), count});
  });
}
