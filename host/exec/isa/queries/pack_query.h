// Pair queries by packs of lanes: pairs of one bin together, stage by stage. The answers are those of `answer_pair`, to
// the bit.
#pragma once

#include "host/exec/isa/queries/pack_closed_form.h"
#include "host/exec/isa/queries/pack_curved_groups.h"
#include "host/exec/isa/queries/pack_stages.h"

namespace abut {
inline namespace ABUT_ISA {

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

/// So few pairs that share packs with no others are asked one at a time.
inline constexpr std::uint32_t too_few_for_pack = 2;

/// Answers the pairs of one bin; deferred ones too, unless they may wait for those of other bins.
template <class R, class Packs>
ABUT_PHASE void answer_bin(RangeInPacks<R, Packs>& range, const std::uint16_t* number, std::uint32_t count) {
  constexpr int width = Pack<R>::width, few = Packs::template few<R>;
  std::uint32_t k = 0;
  while (k < count || (!Packs::mixed && range.slow.count > 0)) {
    const int waiting = range.slow.count;
    if (waiting >= width || k == count) {
      const bool last = k == count && waiting <= width;
      answer_deferred(range, Packs::mixed || last ? 0 : few);
    } else if (!Packs::mixed && count - k <= too_few_for_pack && waiting == 0) {
      answer_alone(range.batch, range.begin + number[k++], range.memory);
    } else {
      k += fill_pack(range.batch, range.begin, number + k, count - k, width, range.pack);
      const bool last = !Packs::mixed && k == count && waiting + range.pack.count <= width;
      range.few = last ? 0 : few;
      answer_pack<Stage::cached_overlap>(range);
      answer_in_double(range, false);
    }
  }
  if (!Packs::mixed) answer_in_double(range, true);
}

/// Answers the pairs of curved kinds, group by group.
template <class R>
ABUT_PHASE void answer_curved(const QueryBatch<R>& batch, std::uint64_t begin, const CurvedPairs& curved,
                              GrowingEpaMemory& memory, PackProblem<R>& pack) {
  if (curved.count == 0) return;
  std::uint16_t sorted[most_in_range];
  std::uint32_t next[most_curved_groups];
  std::uint32_t at = 0;
  for (std::uint32_t g = 0; g < most_curved_groups; ++g) next[g] = at, at += curved.size[g];
  for (std::uint32_t k = 0; k < curved.count; ++k) sorted[next[curved.group[k]]++] = curved.number[k];
  RangeInPacks<R, CurvedPacks> range(batch, begin, memory, pack);
  for (std::uint32_t g = 0; g < most_curved_groups; ++g) {
    answer_bin(range, sorted + (next[g] - curved.size[g]), curved.size[g]);
  }
}

/// Answers pairs begin to end of a batch, at most `most_in_range`.
template <class R>
ABUT_PHASE void answer_range_in_packs(const QueryBatch<R>& batch, std::uint64_t begin, std::uint64_t end,
                                      GrowingEpaMemory& memory) {
  SortedPairs sorted;
  PackProblem<R> pack;
  sort_into_bins(batch, begin, end, memory, sorted);
  const std::uint32_t* const first = sorted.first;
  for (int b = search_bins; b < bin_count; ++b) {
    for (std::uint32_t k = first[b]; k < first[b + 1];) {
      k += fill_pack(batch, begin, sorted.number + k, first[b + 1] - k, Pack<R>::width, pack);
      answer_closed_forms(batch, pack, b - search_bins, memory);
    }
  }
  answer_curved(batch, begin, sorted.curved, memory, pack);
  RangeInPacks<R, VertexSetPacks> range(batch, begin, memory, pack);
  for (int b = 0; b < search_bins; ++b) answer_bin(range, sorted.number + first[b], first[b + 1] - first[b]);
  while (range.slow.count > 0) answer_deferred(range, 0);
  answer_in_double(range, true);
}

}  // namespace ABUT_ISA
}  // namespace abut
