// Pair queries with curved kinds or Minkowski sums by packs of lanes: as pack_query.h does for vertex sets. Overlapping
// lanes are finished by themselves.
#pragma once

#include "host/exec/isa/pack_curved_support.h"
#include "host/exec/isa/pack_lane.h"
#include "host/exec/isa/parked_lanes.h"

namespace abut {
inline namespace ABUT_ISA {

inline constexpr std::uint32_t most_curved_groups = 64;
/// So few pairs are asked one at a time.
inline constexpr std::uint32_t too_few_for_pack = 2;
/// So many lanes or fewer, when the others have ended, go on in another pack.
template <class R>
inline constexpr std::uint32_t few_lanes = Pack<R>::width / 4;

/// Pairs of a range that share packs, by group: all of one have the same kinds on each side.
struct CurvedPairs {
  WaitingPairs pairs;
  std::uint8_t group[most_in_range];      ///< of each of these pairs
  std::uint64_t key[most_curved_groups];  ///< of each group; 0: none yet
  std::uint32_t size[most_curved_groups];
  CurvedPairs() {
    for (std::uint32_t g = 0; g < most_curved_groups; ++g) key[g] = size[g] = 0;
  }
};

namespace curved_detail {

/// What cores of one pack have in common. 0: not for packs.
ABUT_INLINE std::uint32_t leaf_class(const ShapeHeader& h) {
  switch (h.kind) {
    case ShapeKind::ellipsoid: return 1;
    case ShapeKind::cylinder: return 2;
    case ShapeKind::cone: return 3;
    case ShapeKind::minkowski_sum: return 0;
    default: return h.vertex_count == 0 ? 0 : 4 + size_class(h.vertex_count);
  }
}
template <class T>
ABUT_INLINE std::uint32_t core_class(const ShapeSetView<T>& shapes, const ShapeHeader& h) {
  if (h.kind != ShapeKind::minkowski_sum) return leaf_class(h);
  if (h.term_count == 0 || h.term_count > most_pack_terms) return 0;
  std::uint32_t all = 1;  // so that no sum is taken for one leaf
  for (std::uint32_t k = 0; k < h.term_count; ++k) {
    const std::uint32_t one = leaf_class(shapes.headers[shapes.terms[h.term_offset + k].shape]);
    if (one == 0) return 0;
    all = 16 * all + one;
  }
  return all;
}

/// What pairs of one pack have in common, of those that have no closed form and do not join two vertex sets. 0: not for
/// packs.
template <class T>
ABUT_INLINE std::uint64_t pair_class(const ShapeSetView<T>& shapes, Pair pair) {
  const ShapeHeader& a = shapes.headers[pair.a];
  const ShapeHeader& b = shapes.headers[pair.b];
  const std::uint64_t of_a = core_class(shapes, a), of_b = core_class(shapes, b);
  return of_a == 0 || of_b == 0 ? 0 : of_a << 32 | of_b;
}

}  // namespace curved_detail

/// Adds pair i of the batch if it is for these packs. Returns whether.
template <class R>
ABUT_INLINE bool add_curved(const QueryBatch<R>& batch, std::uint64_t i, std::uint64_t begin, CurvedPairs& out) {
  const std::uint64_t key = curved_detail::pair_class(batch.shapes, shapes_of(batch, i));
  if (key == 0) return false;
  std::uint32_t group = static_cast<std::uint32_t>((key ^ key >> 32) * 37) % most_curved_groups;
  for (std::uint32_t tried = 0; out.key[group] != key && out.key[group] != 0; ++tried) {
    if (tried == most_curved_groups) return false;
    group = (group + 1) % most_curved_groups;
  }
  out.key[group] = key;
  ++out.size[group];
  out.group[out.pairs.count] = static_cast<std::uint8_t>(group);
  out.pairs.number[out.pairs.count++] = static_cast<std::uint16_t>(i - begin);
  return true;
}

namespace curved_detail {

template <class R>
using CurvedAnswer = PackAnswer<R, SimplexPoints<Pack<R>>>;

/// A group of pairs on its way. `pack`: the one that is being answered.
template <class R>
struct CurvedGroup {
  const QueryBatch<R>& batch;
  std::uint64_t begin;  ///< pairs are counted from here
  GrowingEpaMemory& memory;
  WaitingPairs for_double;
  ParkedLanes<R, SimplexPoints<R>> parked;
  PackProblem<R> pack;
  std::uint32_t resumed;  ///< parked lanes that the pack is made of; 0: none, all are new
};

/// GJK of the pack and what it says at once, but for lanes that were parked, which are returned: `few` or fewer.
template <class R>
ABUT_PHASE std::uint32_t search_curved(CurvedGroup<R>& g, std::uint32_t few, PackCores<R, R>& support,
                                       CurvedAnswer<R>& answer) {
  PackProblem<R>& p = g.pack;
  if (g.resumed != 0) {
    gather_taken(g.parked, g.resumed, answer.state);
  } else {
    gjk_start(answer.state, -support.pose.translation, mask_of_bits<R>(p.valid));
  }
  const Pack<R> cutoff = query_detail::cutoff_of(p.alert, p.rounding_a + p.rounding_b, p.size);
  const std::uint32_t open = search_until_few(few, cutoff, support, answer.state);
  park(answer.state, p.index, open, g.parked);
  answer_search(p.valid & ~open, p.size, support, answer);
  return open;
}

/// Answers the pairs of the group's pack and stores their records, but for float answers in doubt and lanes that are
/// parked, `few` or fewer.
template <class R>
ABUT_PHASE void answer_curved_pack(CurvedGroup<R>& g, std::uint32_t few) {
  CoreRows<R> rows[2];
  PackCores<R, R> support;
  CurvedAnswer<R> answer;
  const QueryBatch<R>& batch = g.batch;
  PackProblem<R>& p = g.pack;
  load_pack(batch, p);
  set_cores(batch.shapes, p, rows, support);
  const std::uint32_t open = search_curved(g, few, support, answer);
  std::uint32_t needs_double = 0;
  const std::uint32_t stored = store_pack(batch, p, answer, needs_double, R(support.a.terms + support.b.terms));
  for (int l = 0; l < p.count; ++l) {
    if ((open >> l & 1) != 0) continue;
    CachedPolytope kept{};  // these kinds leave it empty
    if ((stored >> l & 1) != 0) {
      if (batch.cache != nullptr) clear(batch.cache[p.index[l]]);
    } else if ((p.valid >> l & 1) == 0) {
      answer_alone(batch, p.index[l], g.memory);
    } else if ((needs_double >> l & 1) != 0 || !answer_lane(batch, p, answer, l, g.memory, kept)) {
      g.for_double.number[g.for_double.count++] = static_cast<std::uint16_t>(p.index[l] - g.begin);
    }
  }
}

/// Answers float pairs in double: the lanes of the first half of `p`, all of which can be asked.
ABUT_PHASE void answer_curved_in_double(const QueryBatch<float>& batch, PackProblem<float>& p,
                                        GrowingEpaMemory& memory) {
  CoreRows<double> rows[2];
  PackCores<double, float> support;
  CurvedAnswer<double> answer;
  load_pack(batch, p);
  set_cores(batch.shapes, p, rows, support);
  CachedPolytope kept[Pack<double>::width] = {};  // these kinds leave it empty
  search_in_double(p, nullptr, support, answer);
  finish_in_double(batch, p, answer, memory, batch.cache != nullptr ? kept : nullptr);
}

/// Answers the pairs of one group.
template <class R>
ABUT_PHASE void answer_group(const QueryBatch<R>& batch, std::uint64_t begin, const std::uint16_t* number,
                             std::uint32_t count, GrowingEpaMemory& memory) {
  constexpr int width = Pack<R>::width;
  CurvedGroup<R> g{batch, begin, memory, {}, {}, {}, 0};
  PackProblem<R>& pack = g.pack;
  for (std::uint32_t k = 0; k < count || g.parked.count > 0;) {
    pack.count = 0;
    g.resumed = 0;
    if (g.parked.count >= width || k == count) {
      g.resumed = take_parked(batch, g.parked, pack);
    } else if (count - k <= too_few_for_pack && g.parked.count == 0) {
      answer_alone(batch, begin + number[k++], memory);
      continue;
    } else {
      k += fill_pack(batch, begin, number + k, count - k, width, pack);
    }
    const bool last = k == count && g.parked.count + pack.count <= width;
    answer_curved_pack(g, last ? 0 : few_lanes<R>);
  }
  if constexpr (sizeof(R) < sizeof(double)) {
    const WaitingPairs& list = g.for_double;
    for (std::uint32_t k = 0; k < list.count;) {
      k += fill_pack(batch, begin, list.number + k, list.count - k, Pack<double>::width, pack);
      answer_curved_in_double(batch, pack, memory);
    }
  }
}

}  // namespace curved_detail

/// Answers the pairs that were added, counted from pair `begin`.
template <class R>
ABUT_PHASE void answer_curved(const QueryBatch<R>& batch, std::uint64_t begin, const CurvedPairs& curved,
                              GrowingEpaMemory& memory) {
  if (curved.pairs.count == 0) return;
  std::uint16_t sorted[most_in_range];
  std::uint32_t next[most_curved_groups];
  std::uint32_t at = 0;
  for (std::uint32_t g = 0; g < most_curved_groups; ++g) next[g] = at, at += curved.size[g];
  for (std::uint32_t k = 0; k < curved.pairs.count; ++k) sorted[next[curved.group[k]]++] = curved.pairs.number[k];
  for (std::uint32_t g = 0; g < most_curved_groups; ++g) {
    if (curved.size[g] == 0) continue;
    curved_detail::answer_group(batch, begin, sorted + (next[g] - curved.size[g]), curved.size[g], memory);
  }
}

}  // namespace ABUT_ISA
}  // namespace abut
