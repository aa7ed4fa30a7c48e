// Lanes that need something else than the others of their pack: they are parked, and go on together in packs of their
// own. On curved kinds these are the lanes whose GJK takes longer (the slowest of 8 takes 1.7 times as many steps as
// their mean), of vertex sets the overlapping ones, which need EPA.
#pragma once

#include "host/exec/isa/pack_search.h"

namespace abut {
inline namespace ABUT_ISA {

/// `SimplexData`: as a scalar query stores the points.
template <class R, class SimplexData>
struct ParkedLanes {
  static constexpr int width = Pack<R>::width;
  GjkState<R, SimplexData> state[2 * width];
  std::uint64_t index[2 * width];  ///< of the pairs in the batch
  int count = 0;
};

namespace parked_detail {

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

}  // namespace parked_detail

/// Parks the lanes of `lanes`; their pairs are `index`.
template <class R, class PackSimplexData, class SimplexData>
ABUT_PHASE void park(const GjkState<Pack<R>, PackSimplexData>& s, const std::uint64_t* index, std::uint32_t lanes,
                     ParkedLanes<R, SimplexData>& parked) {
  for_lanes(lanes, [&](int l) {
    parked.state[parked.count] = state_of_lane(s, l);
    parked.index[parked.count++] = index[l];
  });
}

/// Makes a pack of the pairs that were parked last. Returns how many.
template <class R, class SimplexData>
ABUT_INLINE std::uint32_t take_parked(const QueryBatch<R>& batch, ParkedLanes<R, SimplexData>& parked,
                                      PackProblem<R>& pack) {
  const int lanes = parked.count < Pack<R>::width ? parked.count : Pack<R>::width;
  parked.count -= lanes;
  pack.count = 0;
  for (int l = 0; l < lanes; ++l) add_lane(batch, parked.index[parked.count + l], pack);
  return static_cast<std::uint32_t>(lanes);
}

/// The states of those that were taken.
template <class R, class SimplexData, class PackSimplexData>
ABUT_INLINE void gather_taken(const ParkedLanes<R, SimplexData>& parked, std::uint32_t lanes,
                              GjkState<Pack<R>, PackSimplexData>& out) {
  const parked_detail::LaneGather<R, SimplexData> from{parked.state + parked.count, static_cast<int>(lanes)};
  parked_detail::gather_state(from, out);
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
