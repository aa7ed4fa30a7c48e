// Packs of the next pairs of a range, and lanes that are finished one at a time.
#pragma once

#include "host/exec/isa/queries/pack_record.h"
#include "host/exec/isa/queries/single_pair.h"

namespace abut {
inline namespace ABUT_ISA {

inline constexpr std::uint64_t most_in_range = 1024;

/// Makes a pack of the next pairs, `most` or as many as `count` has; `number` counts from pair `begin`. Returns how
/// many.
template <class R>
ABUT_INLINE std::uint32_t fill_pack(const QueryBatch<R>& batch, std::uint64_t begin, const std::uint16_t* number,
                                    std::uint32_t count, int most, PackProblem<R>& pack) {
  pack.count = 0;
  std::uint32_t k = 0;
  while (k < count && pack.count < most) add_lane(batch, begin + number[k++], pack);
  return k;
}

/// Ends lane l: makes the result of `finish_lane` with as much memory as it takes. `kept`: see there.
template <class R, class SimplexData, class Stored>
ABUT_INLINE QueryResult<R> finish_with_memory(const PackAnswer<R, SimplexData>& in, int l,
                                              const PairProblem<R, Stored>& p, GrowingEpaMemory& memory,
                                              CachedPolytope* kept) {
  QueryResult<R> result;
  do {
    result = finish_lane(in, l, p, memory.memory, kept);
  } while (result.unfinished_here && memory.grow(&memory));
  return result;
}

/// A lane that the pack has left to be finished by itself. Returns false if rounding left its answer in doubt.
template <class R, class SimplexData>
ABUT_PHASE bool answer_lane(const QueryBatch<R>& batch, const PackProblem<R>& pack,
                            const PackAnswer<R, SimplexData>& in, int l, GrowingEpaMemory& memory,
                            CachedPolytope& kept) {
  const BatchPair pair = load_pair(batch, pack.index[l]);
  PairProblem<R> p;
  make_problem(batch.shapes, pair.shape_a, pair.shape_b, pair.pose, pair.alert, p);
  const QueryResult<R> result = finish_with_memory(in, l, p, memory, batch.cache != nullptr ? &kept : nullptr);
  if (sizeof(R) < sizeof(double) && result.needs_double && !result.unfinished_here) return false;
  store_result(batch, pack.index[l], pair, p.pose, result);
  if (batch.cache != nullptr && !result.unfinished_here) copy_kept(kept, batch.cache[pack.index[l]]);
  return true;
}

/// GJK in double of float pairs: the lanes of the first half of `p`, all of which can be asked. `kept`: to start from,
/// or null.
template <class Support, class SimplexData>
ABUT_INLINE void search_in_double(const PackProblem<float>& p, const CachedPolytope* kept, Support& support,
                                  PackAnswer<double, SimplexData>& answer) {
  using D = Pack<double>;
  const D size = half_of(p.size, 0);
  const D rounding = half_of(p.rounding_a, 0) + half_of(p.rounding_b, 0);
  const D given = half_of(p.alert, 0);
  const D alert = select(given < D(static_cast<double>(Huge<float>::value)), given, D(Huge<double>::value));
  search_pack(p.valid, size, query_detail::cutoff_of(alert, rounding, size), kept, support, answer);
}

/// Finishes these lanes and stores their records. `kept`: what their search in float has left for a cache, one a lane,
/// or null.
template <class SimplexData>
ABUT_PHASE void finish_in_double(const QueryBatch<float>& batch, const PackProblem<float>& p,
                                 const PackAnswer<double, SimplexData>& answer, GrowingEpaMemory& memory,
                                 CachedPolytope* kept) {
  for (int l = 0; l < p.count; ++l) {
    const BatchPair pair = load_pair(batch, p.index[l]);
    PairProblem<float> problem;
    make_problem(batch.shapes, pair.shape_a, pair.shape_b, pair.pose, pair.alert, problem);
    CachedPolytope* const of_lane = kept != nullptr ? kept + l : nullptr;
    const QueryResult<double> result = finish_with_memory(answer, l, widened(problem), memory, of_lane);
    store_result(batch, p.index[l], pair, problem.pose, narrowed(result, problem));
    if (of_lane != nullptr && !result.unfinished_here) copy_kept(*of_lane, batch.cache[p.index[l]]);
  }
}

}  // namespace ABUT_ISA
}  // namespace abut
