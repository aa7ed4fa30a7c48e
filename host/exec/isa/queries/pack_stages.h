// The stages of a query by packs of lanes: the table of abut/narrow/stages.h, each row for all lanes that it is for.
// What no stage here answers goes on by itself (`finish_lane`) from where the pack has left it, or is deferred.
#pragma once

#include "host/exec/isa/queries/deferred_pairs.h"
#include "host/exec/isa/queries/pack_curved_support.h"
#include "host/exec/isa/queries/pack_lane.h"
#include "host/exec/isa/queries/pack_overlap.h"

namespace abut {
inline namespace ABUT_ISA {

/// Packs of two vertex sets. Overlapping lanes are deferred to `small_epa` where they are few: EPA of a pack takes
/// hardly less time where lanes are idle. They wait for those of any other pack.
struct VertexSetPacks {
  static constexpr Stage deferred_to = Stage::small_epa;
  static constexpr bool mixed = true;
  template <class R>
  static constexpr int few = Pack<R>::width * 5 / 8;  ///< measured on mixes; a half and three quarters gained less
  template <class R>
  using SimplexData = SimplexVertices<Pack<R>>;
  template <class R>
  using LaneData = SimplexIds;

  template <class R, class Stored>
  struct Lanes {
    LaneVertices<R> rows[2];
    PackDifference<R, Stored> support;
    static constexpr int terms() { return 0; }
    ABUT_INLINE void load(const ShapeSetView<Stored>& shapes, PackProblem<Stored>& p) {
      set_lanes(
          shapes, p, [](int l) { return l; }, [](const Pack<Stored>& x) { return first_lanes<R>(x); }, support);
      interleave_if_few(rows, support.a);
      interleave_if_few(rows + 1, support.b);
    }
  };
};

/// Packs with curved kinds or sums, of the same kinds on each side. Lanes whose GJK takes longer than that of most are
/// deferred; they wait for others of the same kinds.
struct CurvedPacks {
  static constexpr Stage deferred_to = Stage::gjk;
  static constexpr bool mixed = false;
  template <class R>
  static constexpr int few = Pack<R>::width / 4;
  template <class R>
  using SimplexData = SimplexPoints<Pack<R>>;
  template <class R>
  using LaneData = SimplexPoints<R>;

  template <class R, class Stored>
  struct Lanes {
    CoreRows<R> rows[2];
    PackCores<R, Stored> support;
    int terms() const { return support.a.terms + support.b.terms; }
    ABUT_INLINE void load(const ShapeSetView<Stored>& shapes, PackProblem<Stored>& p) {
      set_cores(shapes, p, rows, support);
    }
  };
};

/// A range of a batch on its way.
template <class R, class Packs>
struct RangeInPacks {
  using LaneState = GjkState<R, typename Packs::template LaneData<R>>;
  const QueryBatch<R>& batch;
  std::uint64_t begin;  ///< pairs are counted from here
  GrowingEpaMemory& memory;
  PackProblem<R>& pack;                               ///< the one that is being answered
  DeferredPairs<CachedPolytope, 128> to_double;       ///< float pairs, and what a cache keeps of their search in float
  DeferredPairs<LaneState, 2 * Pack<R>::width> slow;  ///< to the stage that these packs defer to
  int few = 0;                                        ///< so many lanes or fewer are deferred to it
  RangeInPacks(const QueryBatch<R>& of, std::uint64_t first, GrowingEpaMemory& epa_memory, PackProblem<R>& problem)
      : batch(of), begin(first), memory(epa_memory), pack(problem) {}
};

/// A pack on its way. Data only.
template <class R, class Packs>
struct PackState {
  PackAnswer<R, typename Packs::template SimplexData<R>> answer;
  CachedPolytope kept[Pack<R>::width];  ///< what a cache keeps of each lane, where there is one
  bool resumed = false;                 ///< its lanes were deferred, and have GJK's state
  std::uint32_t stored = 0;             ///< lanes that have their records
  std::uint32_t needs_double = 0;       ///< float lanes that have to be asked in double
  std::uint32_t deferred = 0;
};

/// A stage for a pack's lanes. No member `is_for`: lanes that need it are finished one at a time.
template <Stage stage>
struct PackStep {
  template <class Packs>
  static constexpr bool is_for = false;
};

namespace pack_stages_detail {

/// Defers these lanes to the stage for which the packs wait.
template <class R, class Packs>
ABUT_INLINE void defer_lanes(RangeInPacks<R, Packs>& range, std::uint32_t lanes, PackState<R, Packs>& pack) {
  for_lanes(lanes,
            [&](int l) { defer(range.slow, range.pack.index[l] - range.begin) = state_of_lane(pack.answer.state, l); });
  pack.deferred |= lanes;
}

/// Counts these lanes as answered. `needs_double`: of them.
template <class R, class Packs>
ABUT_INLINE void close_lanes(std::uint32_t stored, std::uint32_t needs_double, PackState<R, Packs>& pack) {
  pack.stored |= stored;
  pack.needs_double |= needs_double;
}

/// What a cache keeps of the lanes whose GJK was enough.
template <class R>
ABUT_INLINE void keep_simplices(const PackAnswer<R>& answer, std::uint32_t lanes, CachedPolytope* kept) {
  LaneSimplices<R> simplices;
  set_simplices(answer.state.simplex, simplices);
  for_lanes(lanes, [&](int l) { keep_simplex(simplices, l, kept[l]); });
}
template <class R>
ABUT_INLINE void keep_simplices(const PackAnswer<R, SimplexPoints<Pack<R>>>&, std::uint32_t, CachedPolytope*) {}

/// The lanes whose simplex has three vertices or more.
template <class R>
ABUT_INLINE std::uint32_t with_three_vertices(const Simplex<Pack<R>>& simplex) {
  std::uint32_t used[4];
  for (int k = 0; k < 4; ++k) used[k] = bits_of(simplex.used[k]);
  return (used[0] & used[1] & (used[2] | used[3])) | (used[2] & used[3] & (used[0] | used[1]));
}

}  // namespace pack_stages_detail

template <>
struct PackStep<Stage::cached_overlap> {
  template <class Packs>
  static constexpr bool is_for = __is_same(Packs, VertexSetPacks);

  template <class R>
  ABUT_INLINE static void run(RangeInPacks<R, VertexSetPacks>& range, std::uint32_t,
                              PackState<R, VertexSetPacks>& pack) {
    if (range.batch.cache == nullptr) return;
    pack.stored = answer_kept_overlaps(range.batch, range.pack, pack.answer, pack.kept, pack.needs_double);
  }
};

/// With `beyond_cutoff` and `separation`, which need the same support mapping: one store of their records.
template <>
struct PackStep<Stage::gjk> {
  template <class Packs>
  static constexpr bool is_for = true;

  template <class R, class Packs>
  ABUT_PHASE static void run(RangeInPacks<R, Packs>& range, std::uint32_t asked, PackState<R, Packs>& pack) {
    using namespace pack_stages_detail;
    PackProblem<R>& p = range.pack;
    const bool cached = range.batch.cache != nullptr;
    typename Packs::template Lanes<R, R> lanes;
    lanes.load(range.batch.shapes, p);
    asked &= p.valid;
    const Pack<R> cutoff = query_detail::cutoff_of(p.alert, p.rounding_a + p.rounding_b, p.size);
    if constexpr (Packs::deferred_to == Stage::gjk) {
      if (!pack.resumed) gjk_start(pack.answer.state, -lanes.support.pose.translation, mask_of_bits<R>(asked));
      const std::uint32_t slow =
          search_until_few(static_cast<std::uint32_t>(range.few), cutoff, lanes.support, pack.answer.state);
      defer_lanes(range, slow, pack);
      answer_search(asked & ~slow, p.size, lanes.support, pack.answer);
    } else {
      search_pack(asked, p.size, cutoff, cached ? pack.kept : nullptr, lanes.support, pack.answer);
    }
    std::uint32_t needs_double = 0;
    const std::uint32_t stored = store_pack(range.batch, p, pack.answer, needs_double, R(lanes.terms()));
    if (cached) keep_simplices(pack.answer, stored | needs_double, pack.kept);
    close_lanes(stored, needs_double, pack);
  }
};

template <>
struct PackStep<Stage::box_widths> {
  template <class Packs>
  static constexpr bool is_for = __is_same(Packs, VertexSetPacks);

  template <class R>
  ABUT_RARE static void run(RangeInPacks<R, VertexSetPacks>& range, std::uint32_t lanes,
                            PackState<R, VertexSetPacks>& pack) {
    using namespace pack_stages_detail;
    std::uint32_t needs_double = 0;
    const std::uint32_t stored = answer_box_overlaps(range.batch, range.pack, lanes, pack.answer, needs_double);
    if (range.batch.cache != nullptr) {
      keep_simplices(pack.answer, stored | needs_double, pack.kept);
      for_lanes(stored | needs_double, [&](int l) {
        query_detail::remember_normal(pack.kept + l, widen(lane(pack.answer.answer.normal, l)));
      });
    }
    close_lanes(stored, needs_double, pack);
  }
};

template <>
struct PackStep<Stage::small_epa> {
  template <class Packs>
  static constexpr bool is_for = __is_same(Packs, VertexSetPacks);

  template <class R>
  ABUT_RARE static void run(RangeInPacks<R, VertexSetPacks>& range, std::uint32_t lanes,
                            PackState<R, VertexSetPacks>& pack) {
    using namespace pack_stages_detail;
    lanes &= with_three_vertices(pack.answer.state.simplex);
    if (lanes == 0) return;
    if (__builtin_popcount(lanes) <= range.few) return defer_lanes(range, lanes, pack);
    std::uint32_t needs_double = 0;
    const std::uint32_t stored = answer_overlaps(range.batch, range.pack, lanes, pack.answer, pack.kept, needs_double);
    close_lanes(stored, needs_double, pack);
  }
};

namespace pack_stages_detail {

/// The lanes that a row of the table is for.
template <class R, class Packs>
ABUT_INLINE std::uint32_t lanes_for(Cores cores, const PackProblem<R>& p, const PackState<R, Packs>& pack) {
  const std::uint32_t open = p.valid & ~(pack.stored | pack.needs_double | pack.deferred);
  return cores == Cores::overlapping && open != 0 ? open & bits_of(pack.answer.state.overlap) : open;
}

/// Asks the stages of row k and of those below it.
template <class Order, int k, class R, class Packs>
ABUT_INLINE void run_rows(RangeInPacks<R, Packs>& range, PackState<R, Packs>& pack) {
  if constexpr (k < Order::count) {
    using Step = PackStep<Order::row[k].stage>;
    if constexpr (Step::template is_for<Packs>) {
      const std::uint32_t lanes = lanes_for(Order::row[k].cores, range.pack, pack);
      if (lanes != 0) Step::run(range, lanes, pack);
    }
    run_rows<Order, k + 1>(range, pack);
  }
}

/// Ends the lanes that are not deferred: what has no record yet gets it, but for float answers that need double.
template <class R, class Packs>
ABUT_PHASE void finish_pack(RangeInPacks<R, Packs>& range, PackState<R, Packs>& pack) {
  const QueryBatch<R>& batch = range.batch;
  const PackProblem<R>& p = range.pack;
  const bool cached = batch.cache != nullptr;
  const auto has = [](std::uint32_t lanes, int l) { return (lanes >> l & 1) != 0; };
  for (int l = 0; l < p.count; ++l) {
    CachedPolytope& kept = pack.kept[l];
    if (has(pack.deferred, l)) continue;
    if (has(pack.stored, l)) {
      if (cached) copy_kept(kept, batch.cache[p.index[l]]);
    } else if (!has(p.valid, l)) {
      answer_alone(batch, p.index[l], range.memory);
    } else if (has(pack.needs_double, l) || !answer_lane(batch, p, pack.answer, l, range.memory, kept)) {
      if (cached && kept.face_count != 0) {
        answer_alone(batch, p.index[l], range.memory);  // an overlap: not for packs of doubles
        continue;
      }
      CachedPolytope& of_pair = defer(range.to_double, p.index[l] - range.begin);
      if (cached) copy_kept(kept, of_pair);
    }
  }
}

/// Answers a pack of float pairs in double: the first lanes of the range's pack, all of which can be asked.
template <class Packs>
ABUT_PHASE void answer_pack_in_double(RangeInPacks<float, Packs>& range) {
  typename Packs::template Lanes<double, float> lanes;
  PackAnswer<double, typename Packs::template SimplexData<double>> answer;
  CachedPolytope* const of_pairs =
      take_deferred(range.batch, range.begin, Pack<double>::width, range.to_double, range.pack);
  load_pack(range.batch, range.pack);
  lanes.load(range.batch.shapes, range.pack);
  CachedPolytope* const kept = range.batch.cache != nullptr ? of_pairs : nullptr;
  search_in_double(range.pack, kept, lanes.support, answer);
  finish_in_double(range.batch, range.pack, answer, range.memory, kept);
}

}  // namespace pack_stages_detail

/// Answers the pairs of the range's pack from `first` on, but for those that it defers. `from`: what they go on from,
/// or null where they are new.
template <Stage first, class R, class Packs>
ABUT_PHASE void answer_pack(RangeInPacks<R, Packs>& range,
                            const typename RangeInPacks<R, Packs>::LaneState* from = nullptr) {
  using namespace pack_stages_detail;
  PackProblem<R>& p = range.pack;
  PackState<R, Packs> pack;
  pack.resumed = from != nullptr;
  if (from != nullptr) gather_states(from, p.count, pack.answer.state);
  if (range.batch.cache != nullptr) {
    for (int l = 0; l < p.count; ++l) {
      clear(pack.kept[l]);  // curved kinds leave it empty
      if constexpr (Packs::mixed) copy_kept(range.batch.cache[p.index[l]], pack.kept[l]);
    }
  }
  load_pack(range.batch, p);
  run_rows<QueryOrder, row_of(first)>(range, pack);
  finish_pack(range, pack);
}

/// Answers what needs double; all of it, or where a pack more might be too many.
template <class Packs>
ABUT_PHASE void answer_in_double(RangeInPacks<float, Packs>& range, bool all) {
  using List = decltype(range.to_double);
  if (!all && range.to_double.count + Pack<float>::width <= List::most) return;
  while (range.to_double.count > 0) pack_stages_detail::answer_pack_in_double(range);
}
template <class Packs>
ABUT_INLINE void answer_in_double(RangeInPacks<double, Packs>&, bool) {}

/// Answers a pack of deferred pairs.
template <class R, class Packs>
ABUT_RARE void answer_deferred(RangeInPacks<R, Packs>& range, int few) {
  const auto* const from = take_deferred(range.batch, range.begin, Pack<R>::width, range.slow, range.pack);
  range.few = few;
  answer_pack<Packs::deferred_to>(range, from);
  answer_in_double(range, false);
}

}  // namespace ABUT_ISA
}  // namespace abut
