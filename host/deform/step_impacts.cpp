// All impacts of a step: pairs of facets whose ways come near, and the features of each pair that belong to its facets.
#include <algorithm>

#include "abut/deform/impacts.h"
#include "host/deform/impact_checks.h"
#include "host/deform/swept_facets.h"
#include "host/exec/arena.h"

namespace abut {
namespace {

using Facets = std::span<const std::array<std::uint32_t, 3>>;
using Quad = std::array<std::uint32_t, 4>;

/// Which corners and edges (from corner k to the next) belong to each facet: those that no facet before it has, of
/// those that have a box. Bits 0 to 2 and 3 to 5.
std::vector<std::uint8_t> owned_features(Facets facets, std::size_t node_count, const std::vector<bool>& usable) {
  std::vector<std::uint8_t> owned(facets.size(), 0);
  std::vector<std::uint8_t> seen(node_count, 0);
  struct Side {
    std::uint32_t low, high, facet, bit;
  };
  std::vector<Side> sides;
  sides.reserve(3 * facets.size());
  for (std::uint32_t f = 0; f < facets.size(); ++f) {
    if (!usable[f]) continue;
    for (std::uint32_t k = 0; k < 3; ++k) {
      const std::uint32_t a = facets[f][k], b = facets[f][(k + 1) % 3];
      if (seen[a] == 0) owned[f] = static_cast<std::uint8_t>(owned[f] | 1u << k), seen[a] = 1;
      sides.push_back({std::min(a, b), std::max(a, b), f, 3 + k});
    }
  }
  const auto order = [](const Side& x) { return std::array{x.low, x.high, x.facet, x.bit}; };
  std::sort(sides.begin(), sides.end(), [&](const Side& x, const Side& y) { return order(x) < order(y); });
  for (std::size_t i = 0; i < sides.size(); ++i) {
    const Side& s = sides[i];
    if (i > 0 && sides[i - 1].low == s.low && sides[i - 1].high == s.high) continue;
    owned[s.facet] = static_cast<std::uint8_t>(owned[s.facet] | 1u << s.bit);
  }
  return owned;
}

bool has_twice(const Quad& q) {
  // The two features' nodes: one and three, or two and two; equal nodes of one feature are its own affair.
  return q[0] == q[2] || q[0] == q[3] || q[1] == q[2] || q[1] == q[3];
}

struct Candidate {
  Pair facets;
  Quad nodes;
};

/// Vertices of `a` that belong to it, with `b`.
void add_vertices(Facets facets, std::uint8_t owned, std::uint32_t a, std::uint32_t b, std::vector<Candidate>& out) {
  const auto& f = facets[b];
  for (std::uint32_t k = 0; k < 3; ++k) {
    const std::uint32_t v = facets[a][k];
    if ((owned >> k & 1) == 0 || v == f[0] || v == f[1] || v == f[2]) continue;
    out.push_back({{std::min(a, b), std::max(a, b)}, {v, f[0], f[1], f[2]}});
  }
}

void add_edges(Facets facets, const std::vector<std::uint8_t>& owned, const Pair& p, std::vector<Candidate>& out) {
  for (std::uint32_t i = 0; i < 3; ++i) {
    if ((owned[p.a] >> (3 + i) & 1) == 0) continue;
    for (std::uint32_t j = 0; j < 3; ++j) {
      if ((owned[p.b] >> (3 + j) & 1) == 0) continue;
      const Quad q{facets[p.a][i], facets[p.a][(i + 1) % 3], facets[p.b][j], facets[p.b][(j + 1) % 3]};
      if (!has_twice(q)) out.push_back({p, q});
    }
  }
}

template <class T>
void append(const Cpu& cpu, ImpactKind kind, const StepNodes<T>& nodes, const std::vector<Candidate>& candidates,
            const ImpactOptions<T>& options, StepImpacts<T>& out) {
  std::vector<Quad> queries(candidates.size());
  for (std::size_t i = 0; i < queries.size(); ++i) queries[i] = candidates[i].nodes;
  const std::vector<Impact<T>> answers = find_impacts<T>(cpu, kind, nodes, queries, options);
  for (std::size_t i = 0; i < queries.size(); ++i) {
    if (answers[i].status == ImpactStatus::none) continue;
    const Candidate& c = candidates[i];
    out.impacts.push_back({c.facets.a, c.facets.b, kind, c.nodes, answers[i]});
  }
  out.candidates += queries.size();
}

/// In order, and the earliest.
template <class T>
void sort_impacts(StepImpacts<T>& out) {
  std::stable_sort(out.impacts.begin(), out.impacts.end(), [](const StepImpact<T>& x, const StepImpact<T>& y) {
    return std::array{x.facet_a, x.facet_b, std::uint32_t(x.kind)} <
           std::array{y.facet_a, y.facet_b, std::uint32_t(y.kind)};
  });
  for (std::uint32_t i = 0; i < out.impacts.size(); ++i) {
    const T time = out.impacts[i].impact.time;
    if (i == 0 || time < out.first_time) out.first_time = time, out.first = i;
  }
}

/// What is between the pairs of facets. A block of them at a time, as their features take a hundred times the memory.
template <class T>
void append_all(const Cpu& cpu, const StepNodes<T>& nodes, Facets facets, std::span<const Pair> pairs,
                const std::vector<std::uint8_t>& owned, const ImpactOptions<T>& options, StepImpacts<T>& out) {
  constexpr std::size_t block = 1 << 14;
  std::vector<Candidate> vertices, edges;
  for (std::size_t begin = 0; begin < pairs.size(); begin += block) {
    vertices.clear(), edges.clear();
    for (const Pair& p : pairs.subspan(begin, std::min(block, pairs.size() - begin))) {
      add_vertices(facets, owned[p.a], p.a, p.b, vertices);
      add_vertices(facets, owned[p.b], p.b, p.a, vertices);
      add_edges(facets, owned, p, edges);
    }
    append(cpu, ImpactKind::vertex_triangle, nodes, vertices, options, out);
    append(cpu, ImpactKind::edge_edge, nodes, edges, options, out);
  }
}

}  // namespace

template <class T>
StepImpacts<T> find_step_impacts(const Cpu& cpu, const StepNodes<T>& nodes, Facets facets,
                                 const ImpactOptions<T>& options) {
  host::check_impact_options("find_step_impacts", options);
  host::check_impact_nodes("find_step_impacts", nodes, "facet", facets);
  if (facets.size() > std::uint64_t{1} << 31) {
    throw InvalidInput("find_step_impacts: facets are " + std::to_string(facets.size()) + "; allowed are up to 2^31");
  }
  StepImpacts<T> out;
  host::in_arena(cpu, [&] {
    const std::vector<bool> usable = host::usable_facets(nodes, facets);
    for (std::uint32_t f = 0; f < facets.size(); ++f) {
      if (!usable[f]) out.unusable.push_back(f);
    }
    const double margin = 0.5 * static_cast<double>(options.distance) * (1 + 0x1p-50);
    const std::vector<Pair> pairs = host::swept_pairs(nodes, facets, usable, margin);
    append_all<T>(cpu, nodes, facets, pairs, owned_features(facets, nodes.before.size(), usable), options, out);
  });
  sort_impacts(out);
  return out;
}

template StepImpacts<float> find_step_impacts<float>(const Cpu&, const StepNodes<float>&, Facets,
                                                     const ImpactOptions<float>&);
template StepImpacts<double> find_step_impacts<double>(const Cpu&, const StepNodes<double>&, Facets,
                                                       const ImpactOptions<double>&);

}  // namespace abut
