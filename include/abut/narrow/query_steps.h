// A query of two vertex sets in steps, for a GPU's threads: what a step answers has the bits of `query_pair_fully`, and
// what it cannot answer, without second attempts and with a small capacity, is left to a later one.
//
// `search_gjk` needs the vertices at hand. Of what it ends with `answer_apart` makes the record where the nearest
// points are good at once, which most pairs end with, `answer_boxes` and `answer_shallow` where the cores overlap.
#pragma once

#include "abut/narrow/query.h"

namespace abut {

/// What remains to do for a pair: nothing; its overlap; or all of it again, by whoever can do more.
enum class Remaining : std::uint8_t { nothing, overlap, all };

/// How GJK ended: `none` where it did not run or did not end.
enum class GjkEnd : std::uint8_t { none, apart, farther, overlap };

/// What GJK ended with, as the next step needs it: points are looked up again. For sets of fewer than 2^16 vertices.
/// Data only.
template <class T>
struct alignas(16) GjkResult {
  Vec3<T> v;  ///< this and the next three not where it ended with an overlap
  T vv, vw, ww_max;
  std::uint16_t id_a[4], id_b[4];
  std::uint8_t used;  ///< bit k: slot k of the simplex is
  GjkEnd end;
  std::uint8_t iterations;
};

inline namespace ABUT_ISA {

/// GJK on two vertex sets. `cache` as in `query_pair`, to start from; with a kept polytope, which `answer_shallow`
/// looks at first, GJK does not run. What remains: `nothing` but `answer_apart`, an `overlap`, or all.
template <class T, class Support>
ABUT_INLINE Remaining search_gjk(const PairProblem<T>& p, const Support& support, const CachedPolytope* cache,
                                 GjkResult<T>& out) {
  using namespace query_detail;
  out.end = GjkEnd::none;
  if (cache != nullptr && cache->face_count != 0) return Remaining::overlap;
  GjkState<T> s;
  start(s, support, cache, -p.pose.translation);
  const GjkExits<T> exits{cutoff_of(p), T(0), T(0)};
  for (std::uint32_t i = 0; i < gjk_iteration_cap && s.active; ++i) gjk_step(s, support, exits);
  if (s.active) return Remaining::all;
  out.v = s.v;
  out.vv = s.vv;
  out.vw = s.vw;
  out.ww_max = s.ww_max;
  out.used = 0;
  for (int k = 0; k < 4; ++k) {
    out.id_a[k] = static_cast<std::uint16_t>(s.simplex.id_a[k]);
    out.id_b[k] = static_cast<std::uint16_t>(s.simplex.id_b[k]);
    out.used = static_cast<std::uint8_t>(out.used | (s.simplex.used[k] ? 1 << k : 0));
  }
  out.end = s.overlap ? GjkEnd::overlap : s.farther ? GjkEnd::farther : GjkEnd::apart;
  out.iterations = static_cast<std::uint8_t>(s.iterations);
  return s.overlap ? Remaining::overlap : Remaining::nothing;
}

/// The simplex of a result, for who needs no more.
template <class T>
ABUT_INLINE void set_simplex(const GjkResult<T>& in, Simplex<T>& out) {
  for (int k = 0; k < 4; ++k) {
    out.id_a[k] = in.id_a[k];
    out.id_b[k] = in.id_b[k];
    out.used[k] = (in.used >> k & 1) != 0;
  }
}

/// Takes the answer along the feature's own direction if that is good. Returns whether.
template <class T, class Support>
ABUT_INLINE bool polish(const NearestFeature<T>& f, Vec3<T> v, const Support& support, T good,
                        FeatureAnswer<T>& answer) {
  FeatureAnswer<T> polished = answer;
  const bool better = polished_answer(f, v, support, good * good, polished) && open2(polished) < open2(answer);
  if (!better || !is_good(polished, sqrt(good * good), good * good)) return false;
  answer = polished;
  return true;
}

/// The record of cores that `search_gjk` found apart. `cache`, which may be null, gets what the next query starts from,
/// unless something is left to do.
template <class T, class Support>
ABUT_INLINE Remaining answer_apart(const PairProblem<T>& p, const Support& support, const GjkResult<T>& in,
                                   CachedPolytope* cache, QueryResult<T>& result) {
  using namespace query_detail;
  GjkState<T> s;
  gjk_start(s, in.v, true);
  s.v = in.v;
  s.vv = in.vv;
  s.vw = in.vw;
  s.ww_max = in.ww_max;
  set_simplex(in, s.simplex);
  CoreSearch<T> found{no_answer<T>(), in.end == GjkEnd::farther, false, in.iterations, 0};
  CoreAnswer<T>& core = found.core;
  if (found.farther) {
    set_farther(s, support, core);
  } else {
    const T good = good_enough(s.ww_max, p.size);
    const T good2 = good * good;
    const NearestFeature<T> f = supporting_feature(s, support);
    FeatureAnswer<T> answer = answer_of(s, f, support.pose, good2);
    if (!is_good(answer, sqrt(good2), good2) && !polish(f, s.v, support, good, answer)) return Remaining::all;
    separated_detail::take(core, answer, f);
    core.bound_gap = max(core.separation - core.lower, T(0));
    if (!proves_separation(core.lower, s.ww_max)) return Remaining::all;
    const T doubt = T(tolerance_units<T>) * Epsilon<T>::value * (p.size + core.separation);
    if (sizeof(T) == sizeof(double) && open2(core) > doubt * doubt) return Remaining::all;
  }
  result = record_of(p, found);
  if (sizeof(T) < sizeof(double) && result.needs_double) return Remaining::all;
  remember(s, cache);
  return Remaining::nothing;
}

namespace overlap_detail {

/// What GJK ended with in an overlap, as far as it is used.
template <class T>
ABUT_INLINE void set_overlap(const GjkResult<T>& in, GjkState<T>& s) {
  set_simplex(in, s.simplex);
  s.overlap = true;
}

/// The record of an overlap that was found; floats in doubt are left.
template <class T>
ABUT_INLINE Remaining finish(const PairProblem<T>& p, const query_detail::CoreSearch<T>& found,
                             QueryResult<T>& result) {
  result = query_detail::record_of(p, found);
  return sizeof(T) < sizeof(double) && result.needs_double ? Remaining::all : Remaining::nothing;
}

}  // namespace overlap_detail

/// The record of two boxes that `search_gjk` found overlapping. Left as an `overlap`: boxes that lie along each other.
/// `cache`, which may be null, gets GJK's simplex.
template <class T, class Scan>
ABUT_INLINE Remaining answer_boxes(const PairProblem<T>& p, const DifferenceSupport<T, Scan, T>& support,
                                   const GjkResult<T>& in, CachedPolytope* cache, QueryResult<T>& result) {
  using namespace query_detail;
  GjkState<T> s;
  overlap_detail::set_overlap(in, s);
  CoreSearch<T> found{no_answer<T>(), false, false, in.iterations, 0};
  if (in.end != GjkEnd::overlap || !box_overlap(p, support, s, found.core)) return Remaining::overlap;
  const Remaining remaining = overlap_detail::finish(p, found, result);
  if (remaining == Remaining::nothing && cache != nullptr) {
    remember(s, cache);
    keep_normal(*cache, narrowed<float>(widen(found.core.normal)));
  }
  return remaining;
}

/// The record of what `search_gjk` left as an overlap, by EPA in `Capacity`. Left as an `overlap`: what more
/// capacity may answer. `cache`, which may be null, gets the polytope.
template <class Capacity, class T, class Scan>
ABUT_INLINE Remaining answer_shallow(const PairProblem<T>& p, const DifferenceSupport<T, Scan, T>& support,
                                     const GjkResult<T>& in, CachedPolytope* cache, QueryResult<T>& result) {
  using namespace query_detail;
  CachedPolytope kept;  // written back only with the last word: whoever asks again starts from the same
  if (cache != nullptr) copy_kept(*cache, kept);
  CachedPolytope* const mine = cache != nullptr ? &kept : nullptr;
  CoreSearch<T> found{no_answer<T>(), false, false, 0, 0};
  if (in.end == GjkEnd::overlap) {
    GjkState<T> s;
    overlap_detail::set_overlap(in, s);
    found.gjk_iterations = in.iterations;
    if (!small_overlap<Capacity>(p, support, s, mine, found.core, found.epa_iterations)) return Remaining::overlap;
  } else if constexpr (Capacity::vertices < CachedPolytope::most_vertices) {
    return Remaining::overlap;
  } else if (!kept_overlap(p, support, mine, found.core, found.epa_iterations)) {
    return Remaining::all;
  }
  const Remaining remaining = overlap_detail::finish(p, found, result);
  if (remaining == Remaining::nothing && cache != nullptr) copy_kept(kept, *cache);
  return remaining;
}

}  // namespace ABUT_ISA
}  // namespace abut
