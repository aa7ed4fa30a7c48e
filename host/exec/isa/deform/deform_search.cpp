// Compiled once per instruction set: see AbutInstructionSets.cmake.
#include "host/exec/isa/deform/deform_search.h"

#include "abut/deform/facet_pair.h"
#include "host/exec/isa/deform/gap_owner.h"
#include "host/exec/isa/lanes/upper_halves.h"

namespace abut {
inline namespace ABUT_ISA {

extern const DeformSearchTable deform_search_table_of_isa;

namespace deform_search_detail {

void place(const TreeFrame& frame, const Vec3<double>* nodes, TreePoint* points, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) points[i] = tree_point(frame, nodes[i]);
}

void refit(const DeformTree& tree, std::uint32_t begin, std::uint32_t end, TreeSums& sums) {
  refit_nodes(tree, begin, end, sums);
}

Facet<double> facet_of(const DeformBodyView& body, const LeafFacet& f) {
  return {{body.nodes[f.node[0]], body.nodes[f.node[1]], body.nodes[f.node[2]]}};
}

Facet<double> facet_of(const DeformBodyView& body, std::uint32_t i) {
  const auto& f = body.facets[i];
  const Vec3<double>* nodes = body.nodes + body.node_begin;
  return {{nodes[f[0]], nodes[f[1]], nodes[f[2]]}};
}

void areas(const DeformBodyView& body, std::uint32_t begin, std::uint32_t end, double* out) {
  for (std::uint32_t i = begin; i < end; ++i) out[i] = length(area_normal(facet_of(body, i))) / 2;
}

void put_pair(const DeformPair& pair, const LeafFacet& f, const LeafFacet& g, const DeformSink& sink) {
  if (pair.same && shares_node(f.node, g.node)) return;
  const FacetsMeet meet = facets_meet(facet_of(*pair.a, f), facet_of(*pair.b, g), pair.alert);
  if (!meet.within) return;
  const bool turned = pair.same && g.id < f.id;
  sink.put(sink.to, turned ? facet_word(g.id, f.id, meet.crossing) : facet_word(f.id, g.id, meet.crossing));
}

/// The facets of a leaf with their boxes.
struct OpenLeaf {
  static constexpr std::uint32_t most = 8;
  std::uint32_t count = 0;
  LeafFacet facets[most];
  Box<float> boxes[most];

  /// Those of `of` that are within reach of the box.
  OpenLeaf(const DeformTree& tree, const DeformNode& of, const Box<float>& box, float reach) {
    for (std::uint32_t i = of.first; i < of.first + of.count && count < most; ++i) {
      facets[count] = tree.facets[i];
      boxes[count] = tree_box(tree.points, facets[count]);
      if (within_reach(boxes[count], box, reach)) ++count;
    }
  }
};
static_assert(OpenLeaf::most >= most_deform_leaf);

void search(const DeformPair& pair, DeformNodes from, float reach, const DeformSink& sink) {
  const DeformTree &a = pair.a->tree, &b = pair.b->tree;
  search_deform_trees(a.nodes, b.nodes, from, reach, [&](const DeformNode& na, const DeformNode& nb) {
    const bool itself = pair.same && na.first == nb.first;
    const OpenLeaf f(a, na, box_of(nb), reach);
    if (f.count == 0) return;
    const OpenLeaf g(b, nb, box_of(na), reach);
    for (std::uint32_t i = 0; i < f.count; ++i) {
      for (std::uint32_t j = itself ? i + 1 : 0; j < g.count; ++j) {
        if (within_reach(f.boxes[i], g.boxes[j], reach)) put_pair(pair, f.facets[i], g.facets[j], sink);
      }
    }
  });
}

void filter(const DeformPair& pair, const std::uint64_t* words, std::size_t count, const DeformSink& sink) {
  for (std::size_t k = 0; k < count; ++k) {
    const std::uint32_t f = facet_a_of(words[k]), g = facet_b_of(words[k]);
    const FacetsMeet meet = facets_meet(facet_of(*pair.a, f), facet_of(*pair.b, g), pair.alert);
    if (meet.within) sink.put(sink.to, facet_word(f, g, meet.crossing));
  }
}

/// The sum of the unit normals of some facets.
Vec3<double> outward(const DeformBodyView& body, const std::uint32_t* facets, std::uint32_t count) {
  Vec3<double> sum{0, 0, 0};
  for (std::uint32_t k = 0; k < count; ++k) sum = sum + unit_or_zero(area_normal(facet_of(body, facets[k])));
  return sum;
}

Vec3<double> outward_of_node(const DeformBodyView& body, std::uint32_t node) {
  if (!body.solid) return {0, 0, 0};
  const std::uint32_t begin = body.node_offsets[node];
  return outward(body, body.node_facets + begin, body.node_offsets[node + 1] - begin);
}

Vec3<double> outward_of_edge(const DeformBodyView& body, std::uint32_t edge) {
  const std::uint32_t begin = body.edge_offsets[edge];
  return outward(body, body.edge_facets + begin, body.edge_offsets[edge + 1] - begin);
}

void put_node_gap(const DeformPair& pair, bool of_b, std::uint32_t node, std::uint32_t facet, const GapSink& sink) {
  const DeformBodyView &from = of_b ? *pair.b : *pair.a, &to = of_b ? *pair.a : *pair.b;
  const Vec3<double> p = from.nodes[from.node_begin + node];
  const Facet<double> f = facet_of(to, facet);
  FacetGap<double> gap;
  node_facet_gap(p, f, GapSides<double>{}, gap);
  if (!(gap.gap <= pair.alert)) return;
  if (to.solid && gap.support == 15) node_facet_gap(p, f, {true, outward_of_node(from, node), {}}, gap);
  gap.node_of_b = of_b;
  gap.node[0] = from.node_begin + node;
  for (std::size_t k = 0; k < 3; ++k) gap.node[k + 1] = to.node_begin + to.facets[facet][k];
  sink.put(sink.to, gap_order(of_b ? 1 : 0, node, facet), gap);
}

void put_edge_gap(const DeformPair& pair, std::uint32_t e, std::uint32_t f, const GapSink& sink) {
  const DeformBodyView &a = *pair.a, &b = *pair.b;
  FacetGap<double> gap;
  Vec3<double> p[2], q[2];
  for (std::size_t k = 0; k < 2; ++k) {
    gap.node[k] = a.node_begin + a.edges[e][k], gap.node[k + 2] = b.node_begin + b.edges[f][k];
    p[k] = a.nodes[gap.node[k]], q[k] = b.nodes[gap.node[k + 2]];
  }
  edge_edge_gap(p, q, GapSides<double>{}, gap);
  if (!(gap.gap <= pair.alert)) return;
  if (a.solid && b.solid && gap.support == 15) {
    edge_edge_gap(p, q, {true, outward_of_edge(a, e), outward_of_edge(b, f)}, gap);
  }
  gap.node_of_b = false;
  sink.put(sink.to, gap_order(2, e, f), gap);
}

void gaps(const DeformPair& pair, const std::uint64_t* words, std::size_t count, const GapSink& sink) {
  for (std::size_t k = 0; k < count; ++k) {
    const std::uint32_t f = facet_a_of(words[k]), g = facet_b_of(words[k]);
    for (std::size_t i = 0; i < 3; ++i) {
      const std::uint32_t v = pair.a->facets[f][i], w = pair.b->facets[g][i];
      if (is_first_of_node(pair, *pair.a, {v, f, g})) put_node_gap(pair, false, v, g, sink);
      if (is_first_of_node(pair, *pair.b, {w, g, f})) put_node_gap(pair, !pair.same, w, f, sink);
    }
    for (std::size_t i = 0; i < 3; ++i) {
      for (std::size_t j = 0; j < 3; ++j) {
        const std::uint32_t e = pair.a->facet_edges[f][i], h = pair.b->facet_edges[g][j];
        if (!is_first_of_edges(pair, e, h, {f, g})) continue;
        put_edge_gap(pair, pair.same && h < e ? h : e, pair.same && h < e ? e : h, sink);
      }
    }
  }
}

}  // namespace deform_search_detail

const DeformSearchTable deform_search_table_of_isa = {
    cleared<deform_search_detail::place>,  cleared<deform_search_detail::areas>,  cleared<deform_search_detail::refit>,
    cleared<deform_search_detail::search>, cleared<deform_search_detail::filter>, cleared<deform_search_detail::gaps>};

}  // namespace ABUT_ISA
}  // namespace abut
