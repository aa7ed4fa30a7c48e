// Pairs that a pack defers: they wait for others at a stage of the table, and go on together from what they have found.
// On curved kinds these are the lanes whose GJK takes longer (the slowest of 8 takes 1.7 times as many steps as their
// mean), of vertex sets the overlapping ones, which need EPA; of float pairs those that need double.
#pragma once

#include "host/exec/isa/queries/pack_search.h"

namespace abut {
inline namespace ABUT_ISA {

/// Numbers of pairs in their range, and what each goes on `from`. In by `defer`, out by `take_deferred`.
template <class From, int capacity>
struct DeferredPairs {
  static constexpr int most = capacity;
  std::uint16_t number[capacity];
  From from[capacity];
  int count = 0;
};

/// Defers a pair. Returns where to put what it goes on from.
template <class From, int capacity>
ABUT_INLINE From& defer(DeferredPairs<From, capacity>& list, std::uint64_t number) {
  list.number[list.count] = static_cast<std::uint16_t>(number);
  return list.from[list.count++];
}

/// Makes a pack of the pairs that were deferred last, `most` or all there are. Returns what they go on from, which
/// holds until the next is deferred. `number` counts from pair `begin`.
template <class R, class From, int capacity>
ABUT_INLINE From* take_deferred(const QueryBatch<R>& batch, std::uint64_t begin, int most,
                                DeferredPairs<From, capacity>& list, PackProblem<R>& pack) {
  const int lanes = list.count < most ? list.count : most;
  list.count -= lanes;
  pack.count = 0;
  for (int l = 0; l < lanes; ++l) add_lane(batch, begin + list.number[list.count + l], pack);
  return list.from + list.count;
}

namespace deferred_detail {

/// `get` of each lane's state, as a pack. Lanes from `count` on repeat the first.
template <class R, class SimplexData>
struct LaneGather {
  const GjkState<R, SimplexData>* lanes;
  int count;

  template <class Get>
  ABUT_INLINE Pack<R> number(const Get& get) const {
    alignas(64) R row[Pack<R>::width];
    for (int l = 0; l < Pack<R>::width; ++l) row[l] = get(lanes[l < count ? l : 0]);
    return Pack<R>::load(row);
  }
  template <class Get>
  ABUT_INLINE Vec3<Pack<R>> vector(const Get& get) const {
    return {number([&](const auto& s) { return get(s).x; }), number([&](const auto& s) { return get(s).y; }),
            number([&](const auto& s) { return get(s).z; })};
  }
  template <class Get>
  ABUT_INLINE PackIndex<R> index(const Get& get) const {
    alignas(64) std::uint32_t row[Pack<R>::width];
    for (int l = 0; l < Pack<R>::width; ++l) row[l] = get(lanes[l < count ? l : 0]);
    return PackIndex<R>::of(Lanes<R>::load_index(row));
  }
  template <class Get>
  ABUT_INLINE PackMask<R> mask(const Get& get) const {
    std::uint32_t bits = 0;
    for (int l = 0; l < count; ++l) bits |= static_cast<std::uint32_t>(get(lanes[l])) << l;
    return mask_of_bits<R>(bits);
  }
};

template <class R>
ABUT_INLINE void gather_data(const LaneGather<R, SimplexPoints<R>>& from, SimplexPoints<Pack<R>>& out) {
  for (int k = 0; k < 4; ++k) {
    out.a[k] = from.vector([k](const auto& s) { return s.data.a[k]; });
    out.b[k] = from.vector([k](const auto& s) { return s.data.b[k]; });
  }
}
/// A GJK that has ended needs them no more.
template <class R>
ABUT_INLINE void gather_data(const LaneGather<R, SimplexIds>&, SimplexVertices<Pack<R>>&) {}

/// The states of lanes as a pack's; the converse of `state_of_lane`. None is farther than the cut-off.
template <class R, class SimplexData, class PackSimplexData>
ABUT_PHASE void gather_state(const LaneGather<R, SimplexData>& from, GjkState<Pack<R>, PackSimplexData>& out) {
  for (int k = 0; k < 4; ++k) {
    out.simplex.w[k] = from.vector([k](const auto& s) { return s.simplex.w[k]; });
    out.simplex.id_a[k] = from.index([k](const auto& s) { return s.simplex.id_a[k]; });
    out.simplex.id_b[k] = from.index([k](const auto& s) { return s.simplex.id_b[k]; });
    out.simplex.lambda[k] = from.number([k](const auto& s) { return s.simplex.lambda[k]; });
    out.simplex.used[k] = from.mask([k](const auto& s) { return s.simplex.used[k]; });
  }
  gather_data(from, out.data);
  out.v = from.vector([](const auto& s) { return s.v; });
  out.vv = from.number([](const auto& s) { return s.vv; });
  out.vw = from.number([](const auto& s) { return s.vw; });
  out.ww_max = from.number([](const auto& s) { return s.ww_max; });
  out.active = from.mask([](const auto& s) { return s.active; });
  out.overlap = from.mask([](const auto& s) { return s.overlap; });
  out.farther = mask_of_bits<R>(0);
  out.stalls = from.index([](const auto& s) { return s.stalls; });
  out.iterations = from.index([](const auto& s) { return s.iterations; });
}

}  // namespace deferred_detail

/// The states of `count` lanes as a pack's.
template <class R, class SimplexData, class PackSimplexData>
ABUT_INLINE void gather_states(const GjkState<R, SimplexData>* lanes, int count,
                               GjkState<Pack<R>, PackSimplexData>& out) {
  deferred_detail::gather_state(deferred_detail::LaneGather<R, SimplexData>{lanes, count}, out);
}

/// How many steps any of the lanes of `lanes` may take before one is at the cap.
template <class R>
ABUT_INLINE std::uint32_t steps_to_cap(const PackIndex<R>& iterations, std::uint32_t lanes) {
  alignas(64) std::uint32_t taken[Pack<R>::width];
  Lanes<R>::store_index(taken, iterations.v);
  std::uint32_t most = 0;
  for_lanes(lanes, [&](int l) { most = taken[l] > most ? taken[l] : most; });
  return gjk_iteration_cap - most;
}

/// Takes GJK's steps until no more than `few` lanes are active. Returns those: they have not ended. Lanes at the cap
/// stay active, as `gjk` leaves them.
template <class R, class SimplexData, class Support>
ABUT_PHASE std::uint32_t search_until_few(std::uint32_t few, Pack<R> cutoff, Support& support,
                                          GjkState<Pack<R>, SimplexData>& s) {
  using T = Pack<R>;
  const GjkExits<T> exits{cutoff, T(R(0)), T(R(0))};
  std::uint32_t capped = 0;
  std::uint32_t open = bits_of(s.active);
  while (static_cast<std::uint32_t>(__builtin_popcount(open)) > few) {
    std::uint32_t steps = steps_to_cap(s.iterations, open);
    if (steps == 0) {
      const std::uint32_t below = bits_of(s.iterations < PackIndex<R>(gjk_iteration_cap));
      capped |= open & ~below;
      open &= below;
      s.active = mask_of_bits<R>(open);
      continue;
    }
    for (; steps > 0 && static_cast<std::uint32_t>(__builtin_popcount(open)) > few; --steps) {
      support.live = open;
      gjk_step(s, support, exits);
      open = bits_of(s.active);
    }
  }
  s.active = mask_of_bits<R>(open | capped);
  return open;
}

}  // namespace ABUT_ISA
}  // namespace abut
