// Pair queries by packs of lanes: pairs of one bin together, GJK and the first answer in lockstep; what that leaves
// open goes on from where it stands, one pair at a time. The answers are those of `answer_pair`, to the bit.
#pragma once

#include "host/exec/isa/pack_closed_form.h"
#include "host/exec/isa/pack_curved_query.h"
#include "host/exec/isa/pack_overlap.h"

namespace abut {
inline namespace ABUT_ISA {

inline constexpr std::uint32_t most_doubtful = 128;

/// Float pairs that rounding has left in doubt: their numbers within a range, and what a cache keeps of their search in
/// float.
struct DoubtfulPairs {
  std::uint16_t number[most_doubtful];
  CachedPolytope kept[most_doubtful];
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

/// Searches the lanes of `asked` and stores their records where that is enough. Returns which it stored; `in_doubt`
/// gets float answers that have to be asked in double, `kept` what a cache keeps of both, one a lane.
template <class R>
ABUT_PHASE std::uint32_t search_and_store(const QueryBatch<R>& batch, const PackProblem<R>& p, std::uint32_t asked,
                                          PackAnswer<R>& answer, CachedPolytope* kept, std::uint32_t& in_doubt) {
  LaneVertices<R> rows[2];
  PackDifference<R, R> support;
  set_difference(batch.shapes, p, rows, support);
  const bool cached = batch.cache != nullptr;
  const Pack<R> cutoff = query_detail::cutoff_of(p.alert, p.rounding_a + p.rounding_b, p.size);
  search_pack(asked, p.size, cutoff, cached ? kept : nullptr, support, answer);
  std::uint32_t apart_in_doubt = 0, boxes_in_doubt = 0, overlaps_in_doubt = 0;
  std::uint32_t stored = store_pack(batch, p, answer, apart_in_doubt);
  if (cached) keep_simplices(answer, stored | apart_in_doubt, kept);
  std::uint32_t overlapping = bits_of(answer.state.overlap) & asked;
  if (overlapping != 0) {
    const std::uint32_t boxes = answer_box_overlaps(batch, p, overlapping, answer, boxes_in_doubt);
    if (cached) keep_simplices(answer, boxes | boxes_in_doubt, kept);
    stored |= boxes;
    overlapping &= ~(boxes | boxes_in_doubt) & with_three_vertices(answer.state.simplex);
    if (overlapping != 0) stored |= answer_overlaps(batch, p, overlapping, answer, kept, overlaps_in_doubt);
  }
  in_doubt |= apart_in_doubt | boxes_in_doubt | overlaps_in_doubt;
  return stored;
}

/// Answers the pairs of one pack and stores their records, but for float answers in doubt: those are added to
/// `doubtful`, counted from pair `begin`.
template <class R>
ABUT_PHASE void answer_pack(const QueryBatch<R>& batch, PackProblem<R>& p, GrowingEpaMemory& memory,
                            std::uint64_t begin, DoubtfulPairs& doubtful) {
  PackAnswer<R> answer;
  const bool cached = batch.cache != nullptr;
  CachedPolytope kept[Pack<R>::width];
  if (cached) {
    for (int l = 0; l < p.count; ++l) copy_kept(batch.cache[p.index[l]], kept[l]);
  }
  load_pack(batch, p);
  std::uint32_t in_doubt = 0;
  std::uint32_t stored = cached ? answer_kept_overlaps(batch, p, answer, kept, in_doubt) : 0;
  const std::uint32_t rest = p.valid & ~(stored | in_doubt);
  if (rest != 0) stored |= search_and_store(batch, p, rest, answer, kept, in_doubt);
  for (int l = 0; l < p.count; ++l) {
    if ((stored >> l & 1) != 0) {
      if (cached) copy_kept(kept[l], batch.cache[p.index[l]]);
    } else if ((p.valid >> l & 1) == 0) {
      answer_alone(batch, p.index[l], memory);
    } else if ((in_doubt >> l & 1) != 0 || !answer_lane(batch, p, answer, l, memory, kept[l])) {
      if (cached && kept[l].face_count != 0) {
        answer_alone(batch, p.index[l], memory);  // an overlap: not for packs of doubles
        continue;
      }
      if (cached) copy_kept(kept[l], doubtful.kept[doubtful.count]);
      doubtful.number[doubtful.count++] = static_cast<std::uint16_t>(p.index[l] - begin);
    }
  }
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

/// Answers what rounding has left in doubt.
ABUT_PHASE void answer_doubtful(const QueryBatch<float>& batch, std::uint64_t begin, PackProblem<float>& pack,
                                GrowingEpaMemory& memory, DoubtfulPairs& doubtful) {
  for (std::uint32_t k = 0; k < doubtful.count;) {
    CachedPolytope* const kept = doubtful.kept + k;
    k += fill_pack(batch, begin, doubtful.number + k, doubtful.count - k, Pack<double>::width, pack);
    answer_pack_in_double(batch, pack, memory, kept);
  }
  doubtful.count = 0;
}
ABUT_INLINE void answer_doubtful(const QueryBatch<double>&, std::uint64_t, PackProblem<double>&, GrowingEpaMemory&,
                                 DoubtfulPairs&) {}

/// Answers pairs begin to end of a batch, at most `most_in_range`.
template <class R>
ABUT_PHASE void answer_range_in_packs(const QueryBatch<R>& batch, std::uint64_t begin, std::uint64_t end,
                                      GrowingEpaMemory& memory) {
  SortedPairs sorted;
  DoubtfulPairs doubtful;
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
      answer_pack(batch, pack, memory, begin, doubtful);
      if (doubtful.count + Pack<R>::width > most_doubtful) answer_doubtful(batch, begin, pack, memory, doubtful);
    }
  }
  answer_doubtful(batch, begin, pack, memory, doubtful);
}

}  // namespace ABUT_ISA
}  // namespace abut
