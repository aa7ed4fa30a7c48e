#include "host/deform/gap_list.h"

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/parallel_sort.h>

#include <algorithm>

#include "host/exec/instruction_set.h"

namespace abut::host {
namespace {

constexpr std::size_t chunk_size = 1024;  ///< pairs of facets that a thread takes at a time

/// A gap and its place in the order of two bodies. Data only.
struct OrderedGap {
  std::uint64_t order;
  FacetGap<double> gap;
};
/// What is sorted. Data only.
struct GapPlace {
  std::uint64_t order;
  std::uint32_t chunk, at;
};
/// Pairs of facets of one pair of bodies, first to last. Data only.
struct GapChunk {
  std::size_t pair, begin, end;
};

void append(void* to, std::uint64_t order, const FacetGap<double>& gap) {
  static_cast<std::vector<OrderedGap>*>(to)->push_back({order, gap});
}

std::vector<GapChunk> chunks_of(const std::vector<NearFacets>& near) {
  std::vector<GapChunk> chunks;
  for (std::size_t p = 0; p < near.size(); ++p) {
    for (std::size_t k = 0; k < near[p].words.size(); k += chunk_size) {
      chunks.push_back({p, k, std::min(k + chunk_size, near[p].words.size())});
    }
  }
  return chunks;
}

/// The contacts of all pairs of bodies, one after the other: each a run of what is sorted. Data only.
struct SortedGaps {
  std::vector<std::vector<OrderedGap>> found;  ///< by chunk
  std::vector<GapPlace> places;
  std::vector<std::uint64_t> offsets;  ///< by pair of bodies
};

SortedGaps find_gaps(const std::vector<DeformBodyView>& views, const std::vector<NearFacets>& near, double alert) {
  const DeformSearchTable& table = deform_search_table(chosen_instruction_set());
  const std::vector<GapChunk> chunks = chunks_of(near);
  SortedGaps out;
  out.found.resize(chunks.size());
  tbb::parallel_for(std::size_t{0}, chunks.size(), [&](std::size_t i) {
    const NearFacets& of = near[chunks[i].pair];
    const DeformPair pair{&views[of.bodies.a], &views[of.bodies.b], of.bodies.a == of.bodies.b, alert};
    table.gaps(pair, of.words.data() + chunks[i].begin, chunks[i].end - chunks[i].begin, {&out.found[i], append});
  });
  out.offsets.assign(near.size() + 1, 0);
  for (std::size_t i = 0; i < chunks.size(); ++i) {
    for (std::uint32_t k = 0; k < out.found[i].size(); ++k) {
      out.places.push_back({out.found[i][k].order, static_cast<std::uint32_t>(i), k});
    }
    out.offsets[chunks[i].pair + 1] = out.places.size();
  }
  tbb::parallel_for(std::size_t{0}, near.size(), [&](std::size_t p) {
    const auto begin = out.places.begin() + static_cast<std::ptrdiff_t>(out.offsets[p]);
    const auto end = out.places.begin() + static_cast<std::ptrdiff_t>(out.offsets[p + 1]);
    // No two are equal: the order is one, whoever sorts.
    tbb::parallel_sort(begin, end, [](const GapPlace& a, const GapPlace& b) { return a.order < b.order; });
  });
  return out;
}

void count_crossings(const std::vector<NearFacets>& near, DeformingContacts& out) {
  for (const NearFacets& of : near) {
    const auto count = std::count_if(of.words.begin(), of.words.end(), [](std::uint64_t w) { return crosses(w); });
    if (count == 0) continue;
    out.crossing_bodies.push_back(of.bodies);
    out.crossing_pairs.push_back(static_cast<std::uint64_t>(count));
  }
}

}  // namespace

DeformingAreas areas_of(const DeformingBodies::State& state, const std::vector<DeformBodyView>& views) {
  const DeformSearchTable& table = deform_search_table(chosen_instruction_set());
  DeformingAreas out;
  out.of_nodes.assign(state.node_count, 0), out.of_edges.resize(views.size());
  tbb::parallel_for(std::size_t{0}, views.size(), [&](std::size_t b) {
    const DeformTopology& t = state.bodies[b]->topology;
    const auto count = static_cast<std::uint32_t>(t.facets.size());
    std::vector<double> areas(count);
    tbb::parallel_for(tbb::blocked_range<std::uint32_t>(0, count, 4096),
                      [&](const auto& r) { table.areas(views[b], r.begin(), r.end(), areas.data()); });
    std::vector<double>& of_edges = out.of_edges[b];
    of_edges.assign(t.edges.size(), 0);
    for (std::uint32_t f = 0; f < count; ++f) {
      for (std::size_t k = 0; k < 3; ++k) {
        out.of_nodes[views[b].node_begin + t.facets[f][k]] += areas[f] / 3;
        of_edges[t.facet_edges[f][k]] += areas[f] / 3;
      }
    }
  });
  return out;
}

DeformingContacts contacts_of(const DeformingBodies::State& state, const std::vector<DeformBodyView>& views,
                              const std::vector<NearFacets>& near, double alert) {
  DeformingContacts out;
  const SortedGaps sorted = find_gaps(views, near, alert);
  const std::size_t count = sorted.places.size();
  out.contacts.resize(count), out.keys.resize(count), out.areas.resize(count);
  if (count == 0) {
    out.offsets.push_back(0);
    count_crossings(near, out);
    return out;
  }
  const DeformingAreas areas = areas_of(state, views);
  for (std::size_t p = 0; p < near.size(); ++p) {
    if (sorted.offsets[p] == sorted.offsets[p + 1]) continue;
    out.bodies.push_back(near[p].bodies), out.offsets.push_back(sorted.offsets[p]);
  }
  out.offsets.push_back(count);
  tbb::parallel_for(std::size_t{0}, out.bodies.size(), [&](std::size_t p) {
    const Pair of = out.bodies[p];
    tbb::parallel_for(out.offsets[p], out.offsets[p + 1], [&](std::uint64_t i) {
      const GapPlace& place = sorted.places[i];
      out.contacts[i] = sorted.found[place.chunk][place.at].gap;
      out.keys[i] = gap_key(of, place.order);
      out.areas[i] = out.contacts[i].kind == GapKind::node_facet
                         ? areas.of_nodes[out.contacts[i].node[0]]
                         : 0.5 * (areas.of_edges[of.a][gap_first_of(place.order)] +
                                  areas.of_edges[of.b][gap_second_of(place.order)]);
    });
  });
  count_crossings(near, out);
  return out;
}

}  // namespace abut::host
