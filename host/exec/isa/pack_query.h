// Pair queries by packs of lanes: pairs of one bin together, GJK and the first answer in lockstep; what that leaves
// open goes on from where it stands, one pair at a time. The answers are those of `answer_pair`, to the bit.
#pragma once

#include "host/exec/isa/pack_closed_form.h"
#include "host/exec/isa/pack_curved_query.h"
#include "host/exec/isa/pack_overlap.h"

namespace abut {
inline namespace ABUT_ISA {

inline constexpr std::uint32_t most_for_double = 128;

/// Float pairs that need double: their numbers within a range, and what a cache keeps of their search in
/// float.
struct PairsForDouble {
  std::uint16_t number[most_for_double];
  CachedPolytope kept[most_for_double];
  std::uint32_t count = 0;
};

/// The support mapping of the first lanes of `p`, in R. `rows`: room for both sides.
template <class R, class Stored>
ABUT_INLINE void set_difference(const ShapeSetView<Stored>& shapes, const PackProblem<Stored>& p, LaneVertices<R>* rows,
                                PackDifference<R, Stored>& out) {
  set_lanes(
      shapes, p, [](int l) { return l; }, [](const Pack<Stored>& x) { return first_lanes<R>(x); }, out);
  interleave_if_few(rows, out.a);
  interleave_if_few(rows + 1, out.b);
}

/// What a cache keeps of the lanes whose GJK was enough.
template <class R>
ABUT_INLINE void keep_simplices(const PackAnswer<R>& answer, std::uint32_t lanes, CachedPolytope* kept) {
  LaneSimplices<R> simplices;
  set_simplices(answer.state.simplex, simplices);
  for_lanes(lanes, [&](int l) { keep_simplex(simplices, l, kept[l]); });
}

/// The lanes whose simplex has three vertices or more.
template <class R>
ABUT_INLINE std::uint32_t with_three_vertices(const Simplex<Pack<R>>& simplex) {
  std::uint32_t used[4];
  for (int k = 0; k < 4; ++k) used[k] = bits_of(simplex.used[k]);
  return (used[0] & used[1] & (used[2] | used[3])) | (used[2] & used[3] & (used[0] | used[1]));
}

/// A range of a batch on its way.
template <class R>
struct RangeInPacks {
  const QueryBatch<R>& batch;
  std::uint64_t begin;  ///< pairs are counted from here
  GrowingEpaMemory& memory;
  PairsForDouble for_double;
  ParkedLanes<R, SimplexIds> overlaps;  ///< of any layout: EPA does not interleave vertices
  RangeInPacks(const QueryBatch<R>& of, std::uint64_t first, GrowingEpaMemory& epa_memory)
      : batch(of), begin(first), memory(epa_memory) {}
};

/// A pack of its pairs, and what has become of them.
template <class R>
struct PackInRange {
  PackProblem<R>& p;
  PackAnswer<R> answer;
  CachedPolytope kept[Pack<R>::width];  ///< what a cache keeps, where there is one
  std::uint32_t stored = 0;             ///< lanes that have their records
  std::uint32_t needs_double = 0;       ///< float answers that have to be asked in double
  std::uint32_t parked = 0;
  explicit PackInRange(PackProblem<R>& problem) : p(problem) {}
};

/// So few overlapping lanes wait for those of other packs: EPA of a pack takes hardly less time where lanes are idle.
/// Measured on mixes; a half and three quarters gained less.
template <class R>
inline constexpr int few_overlaps = Pack<R>::width * 5 / 8;

/// Stores the records of the overlapping lanes that are proved at once, or parks them.
template <class R>
ABUT_RARE void store_or_park_overlaps(RangeInPacks<R>& range, std::uint32_t overlapping, PackInRange<R>& pack) {
  const QueryBatch<R>& batch = range.batch;
  std::uint32_t boxes_need_double = 0;
  const std::uint32_t boxes = answer_box_overlaps(batch, pack.p, overlapping, pack.answer, boxes_need_double);
  if (batch.cache != nullptr) {
    keep_simplices(pack.answer, boxes | boxes_need_double, pack.kept);
    for_lanes(boxes | boxes_need_double,
              [&](int l) { keep_normal(pack.kept[l], narrowed<float>(widen(lane(pack.answer.answer.normal, l)))); });
  }
  pack.stored |= boxes;
  pack.needs_double |= boxes_need_double;
  const auto& state = pack.answer.state;
  const std::uint32_t rest = overlapping & ~(boxes | boxes_need_double) & with_three_vertices(state.simplex);
  if (rest == 0) return;
  if (__builtin_popcount(rest) <= few_overlaps<R>) {
    park(state, pack.p.index, rest, range.overlaps);
    pack.parked = rest;
  } else {
    std::uint32_t needs_double = 0;  // of these lanes; others may have been before
    pack.stored |= answer_overlaps(batch, pack.p, rest, pack.answer, pack.kept, needs_double);
    pack.needs_double |= needs_double;
  }
}

/// Searches the lanes of `asked` and stores their records where that is enough.
template <class R>
ABUT_PHASE void search_and_store(RangeInPacks<R>& range, std::uint32_t asked, PackInRange<R>& pack) {
  const QueryBatch<R>& batch = range.batch;
  const PackProblem<R>& p = pack.p;
  PackAnswer<R>& answer = pack.answer;
  LaneVertices<R> rows[2];
  PackDifference<R, R> support;
  set_difference(batch.shapes, p, rows, support);
  const bool cached = batch.cache != nullptr;
  const Pack<R> cutoff = query_detail::cutoff_of(p.alert, p.rounding_a + p.rounding_b, p.size);
  search_pack(asked, p.size, cutoff, cached ? pack.kept : nullptr, support, answer);
  std::uint32_t apart_need_double = 0;
  const std::uint32_t apart = store_pack(batch, p, answer, apart_need_double);
  if (cached) keep_simplices(answer, apart | apart_need_double, pack.kept);
  pack.stored |= apart;
  pack.needs_double |= apart_need_double;
  const std::uint32_t overlapping = bits_of(answer.state.overlap) & asked;
  if (overlapping != 0) store_or_park_overlaps(range, overlapping, pack);
}

/// Ends the lanes that are not parked: what has no record yet gets it, but for float answers in doubt, which are added
/// to the range's.
template <class R>
ABUT_PHASE void finish_pack(RangeInPacks<R>& range, PackInRange<R>& pack) {
  const QueryBatch<R>& batch = range.batch;
  const PackProblem<R>& p = pack.p;
  const bool cached = batch.cache != nullptr;
  const auto has = [](std::uint32_t lanes, int l) { return (lanes >> l & 1) != 0; };
  for (int l = 0; l < p.count; ++l) {
    CachedPolytope& kept = pack.kept[l];
    if (has(pack.parked, l)) continue;
    if (has(pack.stored, l)) {
      if (cached) copy_kept(kept, batch.cache[p.index[l]]);
    } else if (!has(p.valid, l)) {
      answer_alone(batch, p.index[l], range.memory);
    } else if (has(pack.needs_double, l) || !answer_lane(batch, p, pack.answer, l, range.memory, kept)) {
      if (cached && kept.face_count != 0) {
        answer_alone(batch, p.index[l], range.memory);  // an overlap: not for packs of doubles
        continue;
      }
      PairsForDouble& for_double = range.for_double;
      if (cached) copy_kept(kept, for_double.kept[for_double.count]);
      for_double.number[for_double.count++] = static_cast<std::uint16_t>(p.index[l] - range.begin);
    }
  }
}

template <class R>
ABUT_INLINE void load_with_kept(const QueryBatch<R>& batch, PackInRange<R>& pack) {
  if (batch.cache != nullptr) {
    for (int l = 0; l < pack.p.count; ++l) copy_kept(batch.cache[pack.p.index[l]], pack.kept[l]);
  }
  load_pack(batch, pack.p);
}

/// Answers the pairs of one pack and stores their records, but for float answers in doubt and lanes that are parked.
template <class R>
ABUT_PHASE void answer_pack(RangeInPacks<R>& range, PackProblem<R>& p) {
  const QueryBatch<R>& batch = range.batch;
  PackInRange<R> pack(p);
  load_with_kept(batch, pack);
  if (batch.cache != nullptr) {
    pack.stored = answer_kept_overlaps(batch, p, pack.answer, pack.kept, pack.needs_double);
  }
  const std::uint32_t rest = p.valid & ~(pack.stored | pack.needs_double);
  if (rest != 0) search_and_store(range, rest, pack);
  finish_pack(range, pack);
}

/// Answers a pack of overlapping lanes that were parked.
template <class R>
ABUT_RARE void answer_parked_overlaps(RangeInPacks<R>& range, PackProblem<R>& p) {
  const QueryBatch<R>& batch = range.batch;
  PackInRange<R> pack(p);
  const std::uint32_t taken = take_parked(batch, range.overlaps, p);
  gather_taken(range.overlaps, taken, pack.answer.state);
  load_with_kept(batch, pack);
  pack.stored = answer_overlaps(batch, p, p.valid, pack.answer, pack.kept, pack.needs_double);
  finish_pack(range, pack);
}

/// Answers float pairs in double: the lanes of the first half of `p`, all of which can be asked. `kept`: what their
/// search in float has left for a cache, one a lane.
ABUT_PHASE void answer_pack_in_double(const QueryBatch<float>& batch, PackProblem<float>& p, GrowingEpaMemory& memory,
                                      CachedPolytope* kept) {
  LaneVertices<double> rows[2];
  PackDifference<double, float> support;
  PackAnswer<double> answer;
  load_pack(batch, p);
  set_difference(batch.shapes, p, rows, support);
  CachedPolytope* const cached = batch.cache != nullptr ? kept : nullptr;
  search_in_double(p, cached, support, answer);
  finish_in_double(batch, p, answer, memory, cached);
}

inline constexpr int layouts = size_classes * size_classes;
inline constexpr int search_bins = 2 * layouts;
inline constexpr int bin_count = search_bins + closed_form_bins;

/// Which layout a pair of vertex sets gets. -1: none.
ABUT_INLINE int layout_of(const ShapeHeader& a, const ShapeHeader& b) {
  if (!is_vertex_set(a.kind) || !is_vertex_set(b.kind) || a.vertex_count == 0 || b.vertex_count == 0) return -1;
  return static_cast<int>(size_classes * size_class(a.vertex_count) + size_class(b.vertex_count));
}

/// Pairs of one bin share packs: those of one layout, of these what has a kept polytope to start from by itself, and
/// those of one closed form. -1: none, the pair is asked by itself.
template <class T>
ABUT_INLINE int bin_of(const QueryBatch<T>& batch, std::uint64_t i) {
  const Pair shapes = shapes_of(batch, i);
  const ShapeHeader& a = batch.shapes.headers[shapes.a];
  const ShapeHeader& b = batch.shapes.headers[shapes.b];
  const int form = closed_form_bin(a, b);
  if (form >= 0) return search_bins + form;
  const int layout = layout_of(a, b);
  const bool kept = layout >= 0 && batch.cache != nullptr && batch.cache[i].face_count != 0;
  return kept ? layouts + layout : layout;
}

/// The pairs of a range sorted by bin, in order within each, and those of curved kinds. Bin b begins at `first[b]`.
struct SortedPairs {
  std::uint16_t number[most_in_range];
  std::uint32_t first[bin_count + 1];
  CurvedPairs curved;
};

/// Pairs of no bin that are not curved are answered at once.
template <class R>
ABUT_PHASE void sort_into_bins(const QueryBatch<R>& batch, std::uint64_t begin, std::uint64_t end,
                               GrowingEpaMemory& memory, SortedPairs& sorted) {
  std::int8_t bin[most_in_range];
  std::uint32_t* const first = sorted.first;
  for (int b = 0; b <= bin_count; ++b) first[b] = 0;
  for (std::uint64_t i = begin; i < end; ++i) {
    const int b = bin_of(batch, i);
    bin[i - begin] = static_cast<std::int8_t>(b);
    if (b >= 0) {
      ++first[b + 1];
    } else if (!add_curved(batch, i, begin, sorted.curved)) {
      answer_alone(batch, i, memory);
    }
  }
  for (int b = 0; b < bin_count; ++b) first[b + 1] += first[b];
  std::uint32_t next[bin_count];
  for (int b = 0; b < bin_count; ++b) next[b] = first[b];
  for (std::uint64_t k = 0; k < end - begin; ++k) {
    if (bin[k] >= 0) sorted.number[next[bin[k]]++] = static_cast<std::uint16_t>(k);
  }
}

/// Answers the pairs that need double.
ABUT_PHASE void answer_in_double(RangeInPacks<float>& range, PackProblem<float>& pack) {
  PairsForDouble& for_double = range.for_double;
  for (std::uint32_t k = 0; k < for_double.count;) {
    CachedPolytope* const kept = for_double.kept + k;
    k += fill_pack(range.batch, range.begin, for_double.number + k, for_double.count - k, Pack<double>::width, pack);
    answer_pack_in_double(range.batch, pack, range.memory, kept);
  }
  for_double.count = 0;
}
ABUT_INLINE void answer_in_double(RangeInPacks<double>&, PackProblem<double>&) {}

/// Answers parked lanes until fewer than `enough` are left, and what is in doubt where a pack more might be too many.
template <class R>
ABUT_INLINE void answer_waiting(RangeInPacks<R>& range, int enough, PackProblem<R>& pack) {
  const auto answer_if_many = [&] {
    if (range.for_double.count + Pack<R>::width > most_for_double) answer_in_double(range, pack);
  };
  answer_if_many();
  while (range.overlaps.count >= enough) {
    answer_parked_overlaps(range, pack);
    answer_if_many();
  }
}

/// Answers pairs begin to end of a batch, at most `most_in_range`.
template <class R>
ABUT_PHASE void answer_range_in_packs(const QueryBatch<R>& batch, std::uint64_t begin, std::uint64_t end,
                                      GrowingEpaMemory& memory) {
  SortedPairs sorted;
  RangeInPacks<R> range(batch, begin, memory);
  sort_into_bins(batch, begin, end, memory, sorted);
  answer_curved(batch, begin, sorted.curved, memory);
  const std::uint32_t* const first = sorted.first;
  PackProblem<R> pack;
  for (int b = 0; b < bin_count; ++b) {
    for (std::uint32_t k = first[b]; k < first[b + 1];) {
      k += fill_pack(batch, begin, sorted.number + k, first[b + 1] - k, Pack<R>::width, pack);
      if (b >= search_bins) {
        answer_closed_forms(batch, pack, b - search_bins, memory);
        continue;
      }
      answer_pack(range, pack);
      answer_waiting(range, Pack<R>::width, pack);
    }
  }
  answer_waiting(range, 1, pack);
  answer_in_double(range, pack);
}

}  // namespace ABUT_ISA
}  // namespace abut
