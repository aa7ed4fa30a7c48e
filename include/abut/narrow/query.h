// One pair query: the stages of abut/narrow/stages.h, one after another, and the contact record. For one pair at a
// time; lanes of a pack and a device's threads that these stages leave unanswered come here too.
#pragma once

#include "abut/narrow/query_stages.h"

namespace abut {
inline namespace ABUT_ISA {
namespace query_detail {

/// The stages after GJK, from its last state in `q`.
template <class T, class Stored, class Support, class State>
ABUT_INLINE const CoreSearch<T>& finish(const PairProblem<T, Stored>& p, const Support& support, State& q) {
  end_gjk(p, support, q);
  run_stages<QueryOrder, AllAttempts, row_of(Stage::beyond_cutoff), QueryOrder::count>(p, support, q);
  return q.found;
}

/// All stages that need a support mapping.
template <class T, class Stored, class Support>
ABUT_PHASE CoreSearch<T> search(const PairProblem<T, Stored>& p, const Support& support, const EpaMemory& memory,
                                CachedPolytope* cache = nullptr) {
  CoreSearch<T> found = no_search<T>();
  QueryState<T, typename Support::SimplexData> q(memory, cache, found);
  run_stages<QueryOrder, AllAttempts, row_of(Stage::cached_overlap), QueryOrder::count>(p, support, q);
  return found;
}

/// The closed form's answer, if there is one.
template <class T, class Stored>
ABUT_INLINE bool closed_answer(const PairProblem<T, Stored>& p, CoreSearch<T>& found) {
  found = no_search<T>();
  ClosedState<T> q{found};
  return run_stage<AllAttempts, Stage::closed_form>(p, NoSupport{}, q) == Outcome::done;
}

}  // namespace query_detail

/// Answers `p` if it has a closed form or joins two vertex sets: all that a kernel for simple pairs has to hold.
template <class T, class Scan, class Stored>
ABUT_HD inline bool query_simple_pair(const PairProblem<T, Stored>& p, const EpaMemory& memory, QueryResult<T>& out,
                                      CachedPolytope* cache = nullptr) {
  using namespace query_detail;
  CoreSearch<T> found;
  if constexpr (is_observed<Scan>) ObserverOf<Scan>::see(seen::QueryBegins{}, p);
  if (closed_answer(p, found)) {
    if constexpr (is_observed<Scan>)
      ObserverOf<Scan>::see(seen::Answered{Stage::closed_form, Outcome::done}, found.core);
    if (cache != nullptr) clear(*cache);
  } else if (joins_vertex_sets(p)) {
    found = search(p, vertex_difference<Scan>(p), memory, cache);
  } else {
    return false;
  }
  out = record_of(p, found);
  return true;
}

/// Answers `p` with arithmetic in `T` alone; in float what overlaps of curved kinds needs EPA is left in doubt. The
/// contact is in A's box-centre frame (add A's box centre for A's own) and in the caller's unit; `key` and features are
/// left 0 (`topological_feature` makes them of the carriers). `cache`, if given, is started from and left for the next
/// query of the pair; it changes an answer within rounding error only.
template <class T, class Scan = LinearScan, class Stored = T>
ABUT_HD inline QueryResult<T> query_pair(const PairProblem<T, Stored>& p, const EpaMemory& memory,
                                         CachedPolytope* cache = nullptr) {
  QueryResult<T> result;
  if (query_simple_pair<T, Scan>(p, memory, result, cache)) return result;
  return query_detail::record_of(p, query_detail::search(p, core_difference<Scan>(p), memory, cache));
}

/// Answers a float query that rounding left in doubt in double, from the same input.
template <class Scan, class T>
ABUT_HD inline void resolve_doubt(const PairProblem<T>& p, const EpaMemory& memory, CachedPolytope* cache,
                                  QueryResult<T>& result) {
  if constexpr (sizeof(T) < sizeof(double)) {
    if (!result.needs_double || result.unfinished_here) return;
    if constexpr (is_observed<Scan>) ObserverOf<Scan>::see(seen::InDouble{});
    result = narrowed(query_pair<double, Scan>(widened(p), memory, cache), p);
  }
}

/// As `query_pair`; a float query that rounding leaves in doubt is answered in double from the same input. This is what
/// the batch functions answer.
template <class T, class Scan = LinearScan>
ABUT_HD inline QueryResult<T> query_pair_fully(const PairProblem<T>& p, const EpaMemory& memory,
                                               CachedPolytope* cache = nullptr) {
  QueryResult<T> result = query_pair<T, Scan>(p, memory, cache);
  resolve_doubt<Scan>(p, memory, cache, result);
  return result;
}

}  // namespace ABUT_ISA
}  // namespace abut
