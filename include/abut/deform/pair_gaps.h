// The gaps that a pair of facets of deforming bodies tells of. A node and a facet, or two edges, are part of several
// pairs: the first of those that are searched tells. Of a closed solid with itself those that go through its own wall
// are left out.
#pragma once

#include "abut/deform/facet_gap.h"
#include "abut/deform/near_facets.h"
#include "abut/deform/own_wall.h"

namespace abut {
inline namespace ABUT_ISA {

/// What gaps of two bodies are sorted by: nodes with facets of B, nodes of B with facets, edges (kind 0 to 2); the
/// first and the second, in 31 bits each.
ABUT_INLINE std::uint64_t gap_order(std::uint32_t kind, std::uint32_t first, std::uint32_t second) {
  return std::uint64_t{kind} << 62 | std::uint64_t{first} << 31 | second;
}
ABUT_INLINE std::uint32_t gap_kind_of(std::uint64_t order) { return static_cast<std::uint32_t>(order >> 62); }
ABUT_INLINE std::uint32_t gap_first_of(std::uint64_t order) {
  return static_cast<std::uint32_t>(order >> 31) & 0x7fffffffu;
}
ABUT_INLINE std::uint32_t gap_second_of(std::uint64_t order) { return static_cast<std::uint32_t>(order) & 0x7fffffffu; }

/// Of the features that meet, of body a and of body b: the contact's key.
ABUT_INLINE std::uint64_t gap_key(Pair bodies, std::uint64_t order) {
  const std::uint32_t first = gap_first_of(order), second = gap_second_of(order);
  if (gap_kind_of(order) == 2) {
    return contact_key(bodies, make_feature(FeatureKind::edge, first), make_feature(FeatureKind::edge, second));
  }
  const Feature node = make_feature(FeatureKind::vertex, first), facet = make_feature(FeatureKind::face, second);
  return gap_kind_of(order) == 0 ? contact_key(bodies, node, facet) : contact_key(bodies, facet, node);
}

/// The contact's share of the surface: of the node; of two edges, half of what both have.
ABUT_HD inline double gap_area(const DeformPair& pair, std::uint64_t order) {
  const std::uint32_t first = gap_first_of(order);
  if (gap_kind_of(order) == 2) {
    return 0.5 * (area_of_edge(*pair.a, first) + area_of_edge(*pair.b, gap_second_of(order)));
  }
  return area_of_node(gap_kind_of(order) == 1 ? *pair.b : *pair.a, first);
}

namespace pair_gaps_detail {

/// Whether a pair of facets is searched: in one body, whether they share no node.
ABUT_INLINE bool is_searched(const DeformPair& pair, std::uint32_t f, std::uint32_t g) {
  return !pair.same || !shares_node(row_of<3>(pair.a->facets, f), row_of<3>(pair.b->facets, g));
}

/// A node, a facet that has it, and the facet that it meets. Data only.
struct NodeOfFacet {
  std::uint32_t node, of, facet;
};

/// Of all facets that have the node and are searched with the one that it meets, `of` is the first.
ABUT_HD inline bool is_first_of_node(const DeformPair& pair, const DeformBodyView& from, const NodeOfFacet& at) {
  for (std::uint32_t k = from.node_offsets[at.node]; k < from.node_offsets[at.node + 1]; ++k) {
    const std::uint32_t f = from.node_facets[k];
    if (f >= at.of) return true;
    if (!pair.same || is_searched(pair, f, at.facet)) return false;
  }
  return true;
}

/// Of all pairs of facets that have the edges and are searched, `of` is the first, by the lower facet and then the
/// other in one body.
ABUT_HD inline bool is_first_of_edges(const DeformPair& pair, std::uint32_t e, std::uint32_t h, DeformNodes of) {
  const DeformBodyView &a = *pair.a, &b = *pair.b;
  for (std::uint32_t k = a.edge_offsets[e]; k < a.edge_offsets[e + 1]; ++k) {
    for (std::uint32_t l = b.edge_offsets[h]; l < b.edge_offsets[h + 1]; ++l) {
      std::uint32_t f = a.edge_facets[k], g = b.edge_facets[l];
      if (pair.same && g < f) {
        const std::uint32_t lower = g;
        g = f, f = lower;
      }
      const bool before = f < of.a || (f == of.a && g < of.b);
      if (before && is_searched(pair, f, g)) return false;
    }
  }
  return true;
}

/// Of a node and a facet of one body, which is closed: whether their gap goes through its own wall.
ABUT_HD inline bool is_own_wall(const DeformPair& pair, const FacetGap<double>& gap, std::uint32_t node,
                                const Facet<double>& f) {
  const Vec3<double> p = node_of(*pair.a, node);
  const Vec3<double> foot = f.v[0] * -gap.weight[1] - f.v[1] * gap.weight[2] - f.v[2] * gap.weight[3];
  const Vec3<double> way = unit_or_zero(foot - p);
  if (!goes_into_facet(f, -way) || !goes_into_node(*pair.a, node, way)) return false;
  return goes_through_own_wall(*pair.a, {p, outward_of_node(*pair.a, node)}, {foot, area_normal(f)});
}

/// Likewise, of edges e and f, whose nodes are p and q.
ABUT_HD inline bool is_own_wall(const DeformPair& pair, const FacetGap<double>& gap, DeformNodes edges,
                                const Vec3<double>* p, const Vec3<double>* q) {
  const Vec3<double> from = p[0] * gap.weight[0] + p[1] * gap.weight[1];
  const Vec3<double> to = q[0] * -gap.weight[2] - q[1] * gap.weight[3], way = unit_or_zero(to - from);
  if (!goes_into_edge(*pair.a, edges.a, way) || !goes_into_edge(*pair.a, edges.b, -way)) return false;
  return goes_through_own_wall(*pair.a, {from, outward_of_edge(*pair.a, edges.a)},
                               {to, outward_of_edge(*pair.a, edges.b)});
}

template <class Put>
ABUT_HD inline void put_node_gap(const DeformPair& pair, bool of_b, std::uint32_t node, std::uint32_t facet,
                                 Put&& put) {
  const DeformBodyView &from = of_b ? *pair.b : *pair.a, &to = of_b ? *pair.a : *pair.b;
  const Vec3<double> p = node_of(from, node);
  const Facet<double> f = facet_of(to, facet);
  FacetGap<double> gap;
  node_facet_gap(p, f, GapSides<double>{}, gap);
  if (!(gap.gap <= pair.alert)) return;
  if (pair.same && to.closed && is_own_wall(pair, gap, node, f)) return;
  if (to.solid && gap.support == 15) node_facet_gap(p, f, {true, outward_of_node(from, node), {}}, gap);
  gap.node_of_b = of_b;
  gap.node[0] = from.node_begin + node;
  for (int k = 0; k < 3; ++k) gap.node[k + 1] = to.node_begin + row_of<3>(to.facets, facet)[k];
  put(gap_order(of_b ? 1 : 0, node, facet), gap);
}

template <class Put>
ABUT_HD inline void put_edge_gap(const DeformPair& pair, std::uint32_t e, std::uint32_t f, Put&& put) {
  const DeformBodyView &a = *pair.a, &b = *pair.b;
  FacetGap<double> gap;
  Vec3<double> p[2], q[2];
  for (int k = 0; k < 2; ++k) {
    gap.node[k] = a.node_begin + row_of<2>(a.edges, e)[k], gap.node[k + 2] = b.node_begin + row_of<2>(b.edges, f)[k];
    p[k] = a.nodes[gap.node[k]], q[k] = b.nodes[gap.node[k + 2]];
  }
  edge_edge_gap(p, q, GapSides<double>{}, gap);
  if (!(gap.gap <= pair.alert)) return;
  if (pair.same && a.closed && is_own_wall(pair, gap, DeformNodes{e, f}, p, q)) return;
  if (a.solid && b.solid && gap.support == 15) {
    edge_edge_gap(p, q, {true, outward_of_edge(a, e), outward_of_edge(b, f)}, gap);
  }
  gap.node_of_b = false;
  put(gap_order(2, e, f), gap);
}

}  // namespace pair_gaps_detail

/// Calls `put(order, gap)` for the gaps within the alert distance of which this pair of facets, a word of
/// near_facets.h, is the first that has them.
template <class Put>
ABUT_HD inline void pair_gaps(const DeformPair& pair, std::uint64_t word, Put&& put) {
  using namespace pair_gaps_detail;
  const DeformBodyView &a = *pair.a, &b = *pair.b;
  const std::uint32_t f = facet_a_of(word), g = facet_b_of(word);
  // One loop each, and one call in it: kernels have one copy of what is called.
  for (int i = 0; i < 6; ++i) {
    const bool of_b = i >= 3;
    const DeformBodyView& from = of_b ? b : a;
    const std::uint32_t of = of_b ? g : f, facet = of_b ? f : g;
    const std::uint32_t node = row_of<3>(from.facets, of)[of_b ? i - 3 : i];
    if (is_first_of_node(pair, from, {node, of, facet})) put_node_gap(pair, of_b && !pair.same, node, facet, put);
  }
  for (int i = 0; i < 9; ++i) {
    const std::uint32_t e = row_of<3>(a.facet_edges, f)[i / 3], h = row_of<3>(b.facet_edges, g)[i % 3];
    if (!is_first_of_edges(pair, e, h, {f, g})) continue;
    put_edge_gap(pair, pair.same && h < e ? h : e, pair.same && h < e ? e : h, put);
  }
}

}  // namespace ABUT_ISA
}  // namespace abut
