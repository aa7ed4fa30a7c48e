// What GJK ends with on a device, in few bytes: the stages that follow run in other kernels, which look points up
// again.
#pragma once

#include "abut/narrow/query_stages.h"

namespace abut::device {

/// How GJK ended.
enum class GjkEnd : std::uint8_t {
  no_problem,  ///< the pair cannot be asked
  cached,      ///< it was not run: the pair has a cached polytope, which is asked first
  capped,      ///< too many steps
  beyond,
  apart,
  overlap,
};

/// For sets of fewer than 2^16 vertices. Data only.
template <class T>
struct alignas(16) GjkResult {
  Vec3<T> v;  ///< this and the next three only where it ended `beyond` or `apart`
  T vv, vw, ww_max;
  std::uint16_t id_a[4], id_b[4];
  std::uint8_t used;  ///< bit k: slot k of the simplex is
  GjkEnd end;
  std::uint8_t iterations;
};

/// GJK on two vertex sets. `cache`: null, or what to start from.
template <class T, class Stored, class Support>
ABUT_INLINE void search_gjk(const PairProblem<T, Stored>& p, const Support& support, const CachedPolytope* cache,
                            GjkResult<T>& out) {
  out.end = GjkEnd::cached;
  if (cache != nullptr && cache->face_count != 0) return;
  GjkState<T> s;
  query_detail::start(s, support, cache, -p.pose.translation);
  const GjkExits<T> exits{query_detail::cutoff_of(p), T(0), T(0)};
  for (std::uint32_t i = 0; i < gjk_iteration_cap && s.active; ++i) gjk_step(s, support, exits);
  out.end = GjkEnd::capped;
  if (s.active) return;
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
  out.end = s.overlap ? GjkEnd::overlap : s.farther ? GjkEnd::beyond : GjkEnd::apart;
  out.iterations = static_cast<std::uint8_t>(s.iterations);
}

namespace gjk_result_detail {

template <class T>
ABUT_INLINE void take_simplex(const GjkResult<T>& in, GjkEndState<T, SimplexIds>& q) {
  Simplex<T>& simplex = q.gjk.simplex;
  for (int k = 0; k < 4; ++k) {
    simplex.id_a[k] = in.id_a[k];
    simplex.id_b[k] = in.id_b[k];
    simplex.used[k] = (in.used >> k & 1) != 0;
  }
  q.found.gjk_iterations = in.iterations;
}

}  // namespace gjk_result_detail

/// The state of a query that ended `beyond` or `apart`, for stages that keep no more than ids.
template <class T>
ABUT_INLINE void take_separation(const GjkResult<T>& in, T size, GjkEndState<T, SimplexIds>& q) {
  gjk_start(q.gjk, in.v, true);
  q.gjk.v = in.v;
  q.gjk.vv = in.vv;
  q.gjk.vw = in.vw;
  q.gjk.ww_max = in.ww_max;
  gjk_result_detail::take_simplex(in, q);
  const T good = query_detail::good_enough(in.ww_max, size);
  q.good2 = good * good;
  q.found.farther = in.end == GjkEnd::beyond;
  q.cores = q.found.farther ? Cores::beyond : Cores::unproved;
}

/// The state of a query that ended with an `overlap`.
template <class T>
ABUT_INLINE void take_overlap(const GjkResult<T>& in, GjkEndState<T, SimplexIds>& q) {
  gjk_result_detail::take_simplex(in, q);
  q.gjk.overlap = true;
  q.cores = Cores::overlapping;
}

}  // namespace abut::device
