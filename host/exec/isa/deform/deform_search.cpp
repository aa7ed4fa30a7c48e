// Compiled once per instruction set: see AbutInstructionSets.cmake.
#include "host/exec/isa/deform/deform_search.h"

#include "host/exec/isa/lanes/upper_halves.h"

namespace abut {
inline namespace ABUT_ISA {

extern const DeformSearchTable deform_search_table_of_isa;

namespace deform_search_detail {

void place(const TreeFrame& frame, const Vec3<double>* nodes, TreePoint* points, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) points[i] = tree_point(frame, nodes[i]);
}

void areas(const DeformBodyView& body, std::uint32_t begin, std::uint32_t end, double* out) {
  for (std::uint32_t i = begin; i < end; ++i) out[i] = facet_area(body, i);
}

TreeSums refit(const DeformTree& tree, std::uint32_t begin, std::uint32_t end) { return refit_nodes(tree, begin, end); }

void search(const DeformPair& pair, DeformNodes from, float reach, const DeformSink& sink) {
  search_deform_trees(pair.a->tree.nodes, pair.b->tree.nodes, from, reach,
                      [&](const DeformNode& na, const DeformNode& nb) {
                        meet_leaves(pair, na, nb, reach, [&](std::uint64_t word) { sink.put(sink.to, word); });
                      });
}

void filter(const DeformPair& pair, const std::uint64_t* words, std::size_t count, const DeformSink& sink) {
  for (std::size_t k = 0; k < count; ++k) {
    const std::uint32_t f = facet_a_of(words[k]), g = facet_b_of(words[k]);
    const FacetsMeet meet = facets_meet(facet_of(*pair.a, f), facet_of(*pair.b, g), pair.alert);
    if (meet.within) sink.put(sink.to, facet_word(f, g, meet.crossing));
  }
}

void gaps(const DeformPair& pair, const std::uint64_t* words, std::size_t count, const GapSink& sink) {
  for (std::size_t k = 0; k < count; ++k) {
    pair_gaps(pair, words[k], [&](std::uint64_t order, const FacetGap<double>& gap) { sink.put(sink.to, order, gap); });
  }
}

Facet<double> facet_at(const OverlapRun& run, std::size_t k, std::size_t first) {
  const std::array<std::uint32_t, 6>& c = run.corners[k];
  return {{run.nodes[c[first]], run.nodes[c[first + 1]], run.nodes[c[first + 2]]}};
}

void overlaps(const OverlapRun& run, FacetOverlap<double>* out) {
  for (std::size_t k = 0; k < run.count; ++k) {
    out[k] = facet_overlap(facet_at(run, k, 0), facet_at(run, k, 3), run.range);
  }
}

void overlap_gradients(const OverlapRun& run, const OverlapSlopes<double>* by, std::array<Vec3<double>, 6>* out) {
  for (std::size_t k = 0; k < run.count; ++k) {
    facet_overlap_gradient(facet_at(run, k, 0), facet_at(run, k, 3), run.range, by[k], out[k].data());
  }
}

}  // namespace deform_search_detail

const DeformSearchTable deform_search_table_of_isa = {
    cleared<deform_search_detail::place>,    cleared<deform_search_detail::areas>,
    cleared<deform_search_detail::refit>,    cleared<deform_search_detail::search>,
    cleared<deform_search_detail::filter>,   cleared<deform_search_detail::gaps>,
    cleared<deform_search_detail::overlaps>, cleared<deform_search_detail::overlap_gradients>};

}  // namespace ABUT_ISA
}  // namespace abut
