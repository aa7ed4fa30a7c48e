// GJK and the first answer of a pack of pairs, in lockstep: what `query_detail::search` begins with, to the bit. Lanes
// that are not done after that (overlapping ones, and those whose bounds stay open) go on by themselves, from the state
// that they were left in. `SimplexData`: `SimplexVertices` for vertex sets, `SimplexPoints` for other kinds.
#pragma once

#include "abut/narrow/query.h"
#include "host/exec/isa/queries/pack_carriers.h"
#include "host/exec/isa/queries/pack_warm_start.h"

namespace abut {
inline namespace ABUT_ISA {

template <class T>
ABUT_INLINE const SimplexPoints<T>& points_of(const SimplexVertices<T>& data) {
  return data.points;
}
template <class T>
ABUT_INLINE const SimplexPoints<T>& points_of(const SimplexPoints<T>& data) {
  return data;
}

/// The feature that supports v: the slots in use, in order. Lanes with none have slot 0.
template <class T, class SimplexData>
ABUT_INLINE NearestFeature<T> supporting_feature(const GjkState<T, SimplexData>& s) {
  using M = MaskOf<T>;
  const SimplexPoints<T>& data = points_of(s.data);
  const auto slot = [&](int k) {
    return SupportPoint<T>{s.simplex.w[k], data.a[k], data.b[k], s.simplex.id_a[k], s.simplex.id_b[k]};
  };
  const auto choose = [](M m, const SupportPoint<T>& a, const SupportPoint<T>& b) {
    return SupportPoint<T>{select<T>(m, a.w, b.w), select<T>(m, a.a, b.a), select<T>(m, a.b, b.b),
                           select(m, a.id_a, b.id_a), select(m, a.id_b, b.id_b)};
  };
  NearestFeature<T> f;
  f.point[0] = slot(0);
  M one = s.simplex.used[0];
  f.two = f.three = mask_and(one, mask_not(one));
  for (int k = 1; k < 4; ++k) {
    const M used = s.simplex.used[k];
    const SupportPoint<T> p = slot(k);
    const M third = mask_and(used, f.two, mask_not(f.three));
    const M second = mask_and(used, one, mask_not(f.two));
    const M first = mask_and(used, mask_not(one));
    f.point[2] = choose(third, p, f.point[2]);
    f.point[1] = choose(second, p, f.point[1]);
    f.point[0] = choose(first, p, f.point[0]);
    f.three = mask_or(f.three, third);
    f.two = mask_or(f.two, second);
    one = mask_or(one, used);
  }
  f.point[1] = choose(f.two, f.point[1], f.point[0]);
  f.point[2] = choose(f.three, f.point[2], f.point[0]);
  return f;
}

/// What a scalar query stores of the points, where a pack has `SimplexData`.
template <class R>
ABUT_INLINE SimplexIds data_of_lane(const SimplexVertices<Pack<R>>&, int) {
  return {};
}
template <class R>
ABUT_INLINE SimplexPoints<R> data_of_lane(const SimplexPoints<Pack<R>>& data, int l) {
  SimplexPoints<R> out;
  for (int k = 0; k < 4; ++k) {
    out.a[k] = lane(data.a[k], l);
    out.b[k] = lane(data.b[k], l);
  }
  return out;
}

/// GJK's state of one lane as a scalar query has it.
template <class R, class SimplexData>
ABUT_INLINE auto state_of_lane(const GjkState<Pack<R>, SimplexData>& s, int l) {
  const auto bit = [&](PackMask<R> m) { return (bits_of(m) >> l & 1) != 0; };
  GjkState<R, decltype(data_of_lane<R>(s.data, l))> out;
  out.data = data_of_lane<R>(s.data, l);
  for (int k = 0; k < 4; ++k) {
    out.simplex.w[k] = lane(s.simplex.w[k], l);
    out.simplex.id_a[k] = lane(s.simplex.id_a[k], l);
    out.simplex.id_b[k] = lane(s.simplex.id_b[k], l);
    out.simplex.lambda[k] = lane(s.simplex.lambda[k], l);
    out.simplex.used[k] = bit(s.simplex.used[k]);
  }
  out.v = lane(s.v, l);
  out.vv = lane(s.vv, l);
  out.vw = lane(s.vw, l);
  out.ww_max = lane(s.ww_max, l);
  out.active = bit(s.active);
  out.overlap = bit(s.overlap);
  out.farther = bit(s.farther);
  out.stalls = lane(s.stalls, l);
  out.iterations = lane(s.iterations, l);
  return out;
}

/// The answers of a pack: lanes of `done` have one. Data only.
template <class R, class SimplexData = SimplexVertices<Pack<R>>>
struct PackAnswer {
  GjkState<Pack<R>, SimplexData> state;
  NearestFeature<Pack<R>> feature;
  FeatureAnswer<Pack<R>> answer;
  PackIndex<R> epa_iterations;
  std::uint32_t done;
};

/// The answer of the lanes that met the cut-off: as in `finish`.
template <class R, class SimplexData, class Support>
ABUT_INLINE void farther_answer(Support& support, PackAnswer<R, SimplexData>& out) {
  using T = Pack<R>;
  const auto& s = out.state;
  const T inverse = T(R(1)) / length(s.v);
  support.live = bits_of(s.farther);
  FeatureAnswer<T> answer = out.answer;
  answer.normal = s.v * -inverse;
  answer.separation = answer.lower = s.vw * inverse;
  answer.bound_gap = answer.witness.residual2 = T(R(0));
  answer.witness.a = support(-s.v).a;
  replace(s.farther, out.answer, answer);
}

/// What GJK's last state says at once, in the lanes of `asked`.
template <class R, class SimplexData, class Support>
ABUT_INLINE void answer_search(std::uint32_t asked, Pack<R> size, Support& support, PackAnswer<R, SimplexData>& out) {
  out.epa_iterations = PackIndex<R>(0);
  out.feature = supporting_feature(out.state);
  // A lane at the cap goes on by itself.
  const PackMask<R> open = mask_not(mask_or(out.state.active, out.state.overlap, out.state.farther));
  const PackMask<R> done = query_detail::first_separation(out.state, out.feature, support, size, open, out.answer);
  if (any(out.state.farther)) farther_answer(support, out);
  out.done = (bits_of(done) | bits_of(out.state.farther)) & asked;
}

/// GJK, and what it says at once, in the lanes of `asked`. `cache`: simplices to start from, one a lane, or null.
template <class R, class SimplexData, class Support>
ABUT_PHASE void search_pack(std::uint32_t asked, Pack<R> size, Pack<R> cutoff, const CachedPolytope* cache,
                            Support& support, PackAnswer<R, SimplexData>& out) {
  using T = Pack<R>;
  auto& s = out.state;
  gjk_start(s, -support.pose.translation, mask_of_bits<R>(asked));
  if (cache != nullptr) add_cached(s, support, cache, asked);
  const GjkExits<T> exits{cutoff, T(R(0)), T(R(0))};
  for (std::uint32_t i = 0; i < gjk_iteration_cap && any(s.active); ++i) {
    support.live = bits_of(s.active);
    gjk_step(s, support, exits);
  }
  answer_search(asked, size, support, out);
}

/// What carries the witness points of a pack's answers.
template <class R, class SimplexData>
ABUT_INLINE PackCarriers<R> carriers_of(const PackAnswer<R, SimplexData>& in) {
  return {in.feature.point, in.answer.witness.used, in.state.farther};
}

/// What lane l answers, as a scalar search does.
template <class R, class SimplexData>
ABUT_INLINE query_detail::CoreSearch<R> search_of_lane(const PackAnswer<R, SimplexData>& in, int l) {
  query_detail::CoreSearch<R> out{no_answer<R>(), (bits_of(in.state.farther) >> l & 1) != 0, false,
                                  lane(in.state.iterations, l), 0};
  out.core.normal = lane(in.answer.normal, l);
  out.core.separation = lane(in.answer.separation, l);
  out.core.lower = lane(in.answer.lower, l);
  out.core.bound_gap = lane(in.answer.bound_gap, l);
  out.core.witness.a = lane(in.answer.witness.a, l);
  out.core.witness.residual2 = lane(in.answer.witness.residual2, l);
  const PackCarriers<R> carriers = carriers_of(in);
  out.core.carrier_a = carriers.a.of(l);
  out.core.carrier_b = carriers.b.of(l);
  return out;
}

/// The support mapping of a scalar query that stores points so.
template <class R, class Stored>
ABUT_INLINE auto difference_for(const SimplexIds&, const PairProblem<R, Stored>& p) {
  return vertex_difference<WideScan>(p);
}
template <class R, class Stored>
ABUT_INLINE auto difference_for(const SimplexPoints<R>&, const PairProblem<R, Stored>& p) {
  return core_difference<WideScan>(p);
}

/// Lane l from where the pack left it, by itself. A float answer may be in doubt. `kept`: what a cache keeps of it, or
/// null.
template <class R, class SimplexData, class Stored>
ABUT_INLINE QueryResult<R> finish_lane(const PackAnswer<R, SimplexData>& in, int l, const PairProblem<R, Stored>& p,
                                       const EpaMemory& memory, CachedPolytope* kept) {
  query_detail::CoreSearch<R> found = query_detail::no_search<R>();
  QueryState<R, decltype(data_of_lane<R>(in.state.data, l))> q(memory, kept, found);
  q.gjk = state_of_lane(in.state, l);
  if ((in.done >> l & 1) != 0) {
    query_detail::remember(q.gjk, kept);
    return query_detail::record_of(p, search_of_lane(in, l));
  }
  const auto support = difference_for(q.gjk.data, p);
  if (q.gjk.active) q.gjk.vw = dot(q.gjk.v, support(-q.gjk.v).w);  // at the cap, as `gjk` ends
  return query_detail::record_of(p, query_detail::finish(p, support, q));
}

}  // namespace ABUT_ISA
}  // namespace abut
