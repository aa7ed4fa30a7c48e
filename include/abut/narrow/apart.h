// The part of a query that most pairs end with: two vertex sets that GJK finds apart, and whose nearest points are good
// at once. What it answers has the bits of `query_pair_fully`; without EPA and second attempts it suits a GPU's
// threads.
//
// In two steps, of which the first needs the vertices at hand and the second little of them: `search_apart` is GJK,
// `answer_apart` makes the record of what GJK ended with.
#pragma once

#include "abut/narrow/query.h"

namespace abut {

/// What is left to do for a pair: nothing; its overlap; or all of it again, by whoever can do more.
enum class Left : std::uint8_t { nothing, overlap, all };

/// What GJK ended with, as the second step needs it: points are looked up again. For sets of fewer than 2^16 vertices.
/// Data only.
template <class T>
struct alignas(16) ApartState {
  Vec3<T> v;
  T vv, vw, ww_max;
  std::uint16_t id_a[4], id_b[4];
  std::uint8_t used;  ///< bit k: slot k of the simplex is
  std::uint8_t farther;
  std::uint8_t iterations;
};

inline namespace ABUT_ISA {

/// GJK on two vertex sets. `cache` as in `query_pair`, to start from. `out` says something if nothing is left but
/// `answer_apart`.
template <class T, class Support>
ABUT_INLINE Left search_apart(const PairProblem<T>& p, const Support& support, const CachedPolytope* cache,
                              ApartState<T>& out) {
  using namespace query_detail;
  if (cache != nullptr && cache->face_count != 0) return Left::overlap;
  GjkState<T> s;
  start(s, support, cache, -p.pose.translation);
  const GjkExits<T> exits{cutoff_of(p), T(0), T(0)};
  for (std::uint32_t i = 0; i < gjk_iteration_cap && s.active; ++i) gjk_step(s, support, exits);
  if (s.active) return Left::all;
  if (s.overlap) return Left::overlap;
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
  out.farther = s.farther ? 1 : 0;
  out.iterations = static_cast<std::uint8_t>(s.iterations);
  return Left::nothing;
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

/// The record of what `search_apart` ended with. `cache`, which may be null, gets what the next query starts from,
/// unless something is left to do.
template <class T, class Support>
ABUT_INLINE Left answer_apart(const PairProblem<T>& p, const Support& support, const ApartState<T>& in,
                              CachedPolytope* cache, QueryResult<T>& result) {
  using namespace query_detail;
  GjkState<T> s;
  gjk_start(s, in.v, true);
  s.v = in.v;
  s.vv = in.vv;
  s.vw = in.vw;
  s.ww_max = in.ww_max;
  for (int k = 0; k < 4; ++k) {
    s.simplex.id_a[k] = in.id_a[k];
    s.simplex.id_b[k] = in.id_b[k];
    s.simplex.used[k] = (in.used >> k & 1) != 0;
  }
  CoreSearch<T> found{no_answer<T>(), in.farther != 0, false, in.iterations, 0};
  CoreAnswer<T>& core = found.core;
  if (found.farther) {
    set_farther(s, support, core);
  } else {
    const T good = good_enough(s.ww_max, p.size);
    const T good2 = good * good;
    const NearestFeature<T> f = supporting_feature(s, support);
    FeatureAnswer<T> answer = answer_of(s, f, support.pose, good2);
    if (!is_good(answer, sqrt(good2), good2) && !polish(f, s.v, support, good, answer)) return Left::all;
    separated_detail::take(core, answer, f);
    core.gap = max(core.separation - core.lower, T(0));
    if (!proves_separation(core.lower, s.ww_max)) return Left::overlap;
    const T doubt = T(doubtful_units<T>) * Epsilon<T>::value * (p.size + core.separation);
    if (sizeof(T) == sizeof(double) && open2(core) > doubt * doubt) return Left::all;
  }
  result = record_of(p, found);
  if (sizeof(T) < sizeof(double) && result.doubtful) return Left::all;
  remember(s, cache);
  return Left::nothing;
}

}  // namespace ABUT_ISA
}  // namespace abut
