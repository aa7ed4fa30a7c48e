// One pair query: scale, GJK, EPA where the cores overlap, witness points, the contact record.
//
// Everything happens in A's box-centre frame and in the pair's own unit (abut/narrow/problem.h). Rounded shapes query
// their cores and touch EPA only when those overlap.
#pragma once

#include "abut/core/contact.h"
#include "abut/narrow/box_overlap.h"
#include "abut/narrow/closed_form.h"
#include "abut/narrow/eroded_core.h"
#include "abut/narrow/parts_overlap.h"
#include "abut/narrow/penetration.h"
#include "abut/narrow/problem.h"
#include "abut/narrow/revolved_axis_search.h"
#include "abut/narrow/separation.h"
#include "abut/narrow/smooth_separation.h"
#include "abut/narrow/symmetric_overlap.h"

namespace abut {

/// Result of one query. Data only.
template <class T>
struct QueryResult {
  Contact<T> contact;
  CarrierIds carrier_a, carrier_b;  ///< which support points of A and B carry the witness points
  bool unfinished_here;             ///< EPA ran out of capacity: asked with more, it goes on
  bool needs_double;                ///< rounding in `T` left bounds or witness points apart by more than a few units
};

inline namespace ABUT_ISA {
namespace query_detail {

template <class T>
ABUT_HD inline Contact<T> empty_contact(Status status) {
  Contact<T> c;
  c.separation = c.lower_bound = c.bound_gap = T(0);
  c.normal = {T(1), T(0), T(0)};
  c.witness_a = c.witness_b = c.point = {T(0), T(0), T(0)};
  c.feature_a = c.feature_b = Feature{0};
  c.status = static_cast<std::uint8_t>(static_cast<std::uint8_t>(status) | normal_undefined_flag);
  c.gjk_iterations = c.epa_iterations = 0;
  c.key = 0;
  return c;
}

ABUT_INLINE std::uint8_t count8(std::uint32_t n) { return static_cast<std::uint8_t>(n < 255 ? n : 255); }

/// The cores' answer with the search that found it.
template <class T>
struct CoreSearch {
  CoreAnswer<T> core;
  bool farther, unfinished_here;
  std::uint32_t gjk_iterations, epa_iterations;
  T rounding_error = Epsilon<T>::value;  ///< a `bound_gap_units`th of how far bounds and witness points may be apart
};

/// How far apart cores are of no interest any more. Pairs that may be touching the alert distance are answered in full.
template <class T>
ABUT_INLINE T cutoff_of(T alert, T rounding, T size) {
  using R = RealOf<T>;
  return select(alert < T(Huge<R>::value),
                (alert + rounding) + T(R(touching_units) * Epsilon<R>::value) * (size + alert), T(NoCutoff<R>::value));
}
template <class T, class Stored>
ABUT_INLINE T cutoff_of(const PairProblem<T, Stored>& p) {
  return cutoff_of(p.alert, p.rounding_a + p.rounding_b, p.size);
}

/// Starts GJK from the caller's cache, if there is one for these cores.
template <class T, class Support>
ABUT_INLINE void start(GjkState<T, SimplexIds>& s, const Support& support, const CachedPolytope* cache,
                       Vec3<T> direction) {
  if (cache != nullptr) {
    gjk_start_cached(s, support, *cache, direction);
  } else {
    gjk_start(s, direction, true);
  }
}
template <class T, class Support>
ABUT_INLINE void start(GjkState<T, SimplexPoints<T>>& s, const Support&, const CachedPolytope*, Vec3<T> direction) {
  gjk_start(s, direction, true);
}
/// Keeps in the cache what GJK ended with, and says where EPA may do the same.
template <class T>
ABUT_INLINE CachedPolytope* remember(const GjkState<T>& s, CachedPolytope* cache) {
  if (cache != nullptr) keep_simplex(s, *cache);
  return cache;
}
template <class T>
ABUT_INLINE CachedPolytope* remember(const GjkState<T, SimplexPoints<T>>&, CachedPolytope* cache) {
  if (cache != nullptr) clear(*cache);
  return nullptr;
}

/// How near bounds and witness points have to come: a support point's own rounding error.
template <class T>
ABUT_INLINE T good_enough(T ww_max, T size) {
  using R = RealOf<T>;
  return T(R(2) * Epsilon<R>::value) * max(sqrt(ww_max), size);
}

/// Overlaps of curved kinds have no EPA in float: on what is smooth nine answers in ten would be in doubt, and double
/// would be asked anyway.
template <class T, class SimplexData>
inline constexpr bool is_deferred_to_double = sizeof(T) < sizeof(double) && !ids_tell_points<SimplexData>;

/// How near the bounds of such cores have to come in double, in units of their size: a sixteenth of their rounding.
/// Sixteen times as far apart they still count as met.
template <class T, class Stored, class SimplexData>
inline constexpr double open_goal = sizeof(Stored) < sizeof(T) && !ids_tell_points<SimplexData>
                                        ? static_cast<double>(Epsilon<Stored>::value) / 16
                                        : 0;

/// Where EPA works, what it leaves for the next query of the pair (or null), and the normal of the last. Data only.
struct OverlapMemory {
  EpaMemory epa;
  CachedPolytope* cache;
  LastNormal last;
};

/// Makes the depth the width along the answer's own normal. Where EPA ended with bounds that are apart, it may be that
/// of another face.
template <class T, class Support>
ABUT_HD inline void take_own_width(const Support& support, T size, CoreAnswer<T>& out) {
  const T width = dot(out.normal, support(out.normal).w), depth = -out.separation;
  const T off = abs(width - depth);
  if (!(off > T(touching_units) * Epsilon<T>::value * size)) return;
  out.bound_gap = max(width - (depth - out.bound_gap), T(0));
  out.separation = out.lower = -width;
  const T residual = sqrt(out.witness.residual2) + off;
  out.witness.residual2 = residual * residual;
}

/// EPA of so many vertices at most, and what it left open. `out.core`: what GJK says of cores that may be apart.
template <class T, class Stored, class SimplexData, class Support>
ABUT_PHASE void answer_by_epa(const PairProblem<T, Stored>& p, const Support& support, GjkState<T, SimplexData>& s,
                              const OverlapMemory& memory, std::uint32_t most_vertices, CoreSearch<T>& out) {
  CoreAnswer<T>& core = out.core;
  const CoreAnswer<T> apart = core;
  const double open = open_goal<T, Stored, SimplexData> * static_cast<double>(p.size);
  const T good = max(good_enough(s.ww_max, p.size), T(2) * static_cast<T>(open));
  const OverlapOptions<T> options{good * good, memory.epa, memory.cache, memory.last, open, most_vertices};
  out.unfinished_here = !overlapping_answer(p, s, support, options, core, out.epa_iterations);
  if constexpr (is_observed<Support>)
    ObserverOf<Support>::see(seen::Answered{out.unfinished_here ? AnsweredBy::epa_out_of_capacity : AnsweredBy::epa},
                             core);
  if (out.unfinished_here) return;
  if (core.separation > T(0) && meet_in_between(s, support, good * good, apart, core)) {
    if constexpr (is_observed<Support>) ObserverOf<Support>::see(seen::Answered{AnsweredBy::epa_plane}, core);
    return;
  }
  settle(p, support, memory.epa, good * good, core);
  if constexpr (!ids_tell_points<SimplexData>) take_own_width(support, p.size, core);
  const bool touches = abs(core.separation) <= T(touching_units) * Epsilon<T>::value * p.size;
  if (touches && core.witness.residual2 > good * good) common_point(s, support, core);
  if (memory.cache != nullptr) keep_normal(*memory.cache, narrowed<float>(widen(core.normal)));
}

/// The depth of curved cores: EPA of few vertices, what knows of their symmetry, EPA of many.
template <class T, class Stored, class SimplexData, class Support>
ABUT_PHASE void answer_curved_overlap(const PairProblem<T, Stored>& p, const Support& support,
                                      GjkState<T, SimplexData>& s, const OverlapMemory& memory, CoreSearch<T>& out) {
  const CoreAnswer<T> apart = out.core;
  const GjkState<T, SimplexData> before = s;
  answer_by_epa(p, support, s, memory, first_curved_vertices, out);
  if (out.unfinished_here) return;
  const T met = T(bound_gap_units / 2) * out.rounding_error * p.size;
  if (open2(out.core) <= met * met) return;
  CoreAnswer<T> tried = out.core;
  if (revolved_axis_search(p, support, tried)) {
    out.core = tried;
    if constexpr (is_observed<Support>) ObserverOf<Support>::see(seen::Answered{AnsweredBy::all_directions}, out.core);
    return;
  }
  CoreAnswer<T> symmetric = apart;
  if (symmetric_overlap(p, support, SymmetricEffort::search, symmetric)) {
    out.core = symmetric;
    if constexpr (is_observed<Support>) ObserverOf<Support>::see(seen::Answered{AnsweredBy::symmetric}, out.core);
    return;
  }
  if (parts_overlap(p, support, tried)) {
    out.core = tried;
    if constexpr (is_observed<Support>) ObserverOf<Support>::see(seen::Answered{AnsweredBy::all_directions}, out.core);
    return;
  }
  s = before;
  out.core = apart;
  answer_by_epa(p, support, s, memory, max_curved_vertices, out);
}

/// Separated curved cores that are still open, by the directions of least width that are known otherwise.
template <class T, class Stored, class Support>
ABUT_HD inline void separated_by_directions(const PairProblem<T, Stored>& p, const Support& support,
                                            CoreAnswer<T>& core) {
  CoreAnswer<T> tried = core;
  const bool found =
      revolved_axis_search(p, support, tried) || symmetric_overlap(p, support, SymmetricEffort::search, tried);
  if (found && tried.separation > T(0) && open2(tried) < open2(core)) core = tried;
}

/// What is known of cores beyond the cut-off.
template <class T, class SimplexData, class Support>
ABUT_INLINE void set_farther(const GjkState<T, SimplexData>& s, const Support& support, CoreAnswer<T>& core) {
  const T inverse = T(1) / length(s.v);
  core.normal = s.v * -inverse;
  core.lower = s.vw * inverse;
  core.separation = core.lower;
  core.witness.a = support(-s.v).a;
}

/// What GJK's last state leads to; EPA where nothing proves the cores separated.
template <class T, class Stored, class SimplexData, class Support>
ABUT_PHASE CoreSearch<T> finish(const PairProblem<T, Stored>& p, const Support& support, GjkState<T, SimplexData>& s,
                                const EpaMemory& memory, CachedPolytope* cache) {
  constexpr T eps = Epsilon<T>::value;
  const LastNormal last = last_normal(s, support, cache);
  CachedPolytope* const kept = remember(s, cache);
  const T good = good_enough(s.ww_max, p.size);
  CoreSearch<T> out{no_answer<T>(), s.farther, false, 0, 0};
  CoreAnswer<T>& core = out.core;
  out.gjk_iterations = s.iterations;
  if (s.farther) {
    set_farther(s, support, core);
    if constexpr (is_observed<Support>) ObserverOf<Support>::see(seen::Answered{AnsweredBy::farther}, core);
  } else if (separated_answer(s, support, good * good, core)) {
    if constexpr (is_observed<Support>) ObserverOf<Support>::see(seen::Answered{AnsweredBy::separated}, core);
    if constexpr (sizeof(T) == sizeof(double)) {  // a float answer in doubt is given up for one in double
      const T doubt = T(tolerance_units<T>) * eps * (p.size + core.separation);
      if (open2(core) > doubt * doubt) nearest_by_newton(support, good * good, core);
      if (open2(core) > doubt * doubt) separated_exactly(s, support, good * good, core);
      const T met = T(bound_gap_units / 2) * eps * (p.size + core.separation);
      if (open2(core) > met * met) separated_by_directions(p, support, core);
    }
  } else {
    // Overlap, or nothing that proves the contrary.
    if (box_overlap(p, support, s, core)) {
      if (kept != nullptr) keep_normal(*kept, narrowed<float>(widen(core.normal)));
      if constexpr (is_observed<Support>) ObserverOf<Support>::see(seen::Answered{AnsweredBy::box_widths}, core);
      return out;
    }
    if (small_overlap(p, support, s, kept, core, out.epa_iterations)) {
      if constexpr (is_observed<Support>) ObserverOf<Support>::see(seen::Answered{AnsweredBy::small_epa}, core);
      return out;
    }
    out.rounding_error =
        max(out.rounding_error, T(16) / bound_gap_units * static_cast<T>(open_goal<T, Stored, SimplexData>));
    if (symmetric_overlap(p, support, SymmetricEffort::closed, core)) {
      if constexpr (is_observed<Support>) ObserverOf<Support>::see(seen::Answered{AnsweredBy::symmetric}, core);
      return out;
    }
    if (eroded_overlap(p, support, core, out.gjk_iterations)) {
      if constexpr (is_observed<Support>) ObserverOf<Support>::see(seen::Answered{AnsweredBy::eroded}, core);
      return out;
    }
    if constexpr (is_deferred_to_double<T, SimplexData>) {
      core.witness.residual2 = Huge<T>::value;
      if constexpr (is_observed<Support>) {
        ObserverOf<Support>::see(seen::Answered{AnsweredBy::deferred_to_double}, core);
      }
      return out;
    } else if constexpr (ids_tell_points<SimplexData>) {
      answer_by_epa(p, support, s, OverlapMemory{memory, kept, last}, 0xffffffffu, out);
    } else {
      answer_curved_overlap(p, support, s, OverlapMemory{memory, kept, last}, out);
    }
  }
  return out;
}

/// What the cache shows to overlap; else GJK, and what its last state leads to.
template <class T, class Stored, class Support>
ABUT_PHASE CoreSearch<T> search(const PairProblem<T, Stored>& p, const Support& support, const EpaMemory& memory,
                                CachedPolytope* cache = nullptr) {
  CoreSearch<T> known{no_answer<T>(), false, false, 0, 0};
  if (kept_overlap(p, support, cache, known.core, known.epa_iterations)) return known;
  GjkState<T, typename Support::SimplexData> s;
  start(s, support, cache, -p.pose.translation);
  gjk(s, support, cutoff_of(p));
  return finish(p, support, s, memory, cache);
}

/// The closed form's answer, if there is one. `found` was made by `no_answer`.
template <class T, class Stored>
ABUT_INLINE bool closed_answer(const PairProblem<T, Stored>& p, CoreSearch<T>& found) {
  if (!closed_form(p, found.core)) return false;
  found.farther = found.core.lower > cutoff_of(p);
  if (found.farther) found.core.carrier_a.count = found.core.carrier_b.count = 0;
  return true;
}

/// A record's lengths and vectors, and what they say of its status. Over a scalar or a pack of lanes. Data only.
template <class T>
struct RecordNumbers {
  T separation, lower_bound, bound_gap;
  Vec3<T> witness_a, witness_b, point;
  MaskOf<T> open;          ///< bounds or witness points too far apart
  MaskOf<T> touching;      ///< if not open
  MaskOf<T> needs_double;  ///< rounding left them apart by more than a few units
};

/// What a record is made of: the cores' answer, the radii, the pair's size, and the caller's unit. Data only.
template <class T>
struct RecordInput {
  Vec3<T> normal;
  T separation, lower, bound_gap;
  Vec3<T> witness;
  T residual2;
  T rounding_a, rounding_b, size, unit;
  T terms;  ///< of both shapes
  MaskOf<T> farther;
  RealOf<T> rounding_error =
      Epsilon<RealOf<T>>::value;  ///< a `bound_gap_units`th of how far bounds and witness points may be apart
};

/// Radii added, in the caller's unit.
template <class T>
ABUT_HD inline RecordNumbers<T> record_numbers(const RecordInput<T>& in) {
  using R = RealOf<T>;
  constexpr R eps = Epsilon<R>::value;
  RecordNumbers<T> out;
  const T rounding = in.rounding_a + in.rounding_b;
  const T exact = in.separation - rounding;
  const T reach = in.size + abs(exact);
  // The bound holds for the rounded support points; their rounding is taken off, and that of each term of a sum.
  const T units = T(R(touching_units)) + in.terms;
  const T bound = (in.lower - rounding) - units * T(eps) * reach;
  const T separation = select(in.farther, bound, exact);
  const Vec3<T> witness_a = multiply_add(in.normal, in.rounding_a, in.witness);
  const Vec3<T> between = in.normal * separation;
  out.separation = separation * in.unit;
  out.witness_a = witness_a * in.unit;
  out.witness_b = (witness_a + between) * in.unit;
  out.point = multiply_add(between, T(R(0.5)), witness_a) * in.unit;
  out.lower_bound = bound * in.unit;
  const T open = T(R(bound_gap_units) * in.rounding_error) * reach;
  out.open = mask_or(in.bound_gap > open, in.residual2 > open * open);
  // Witness points that do not meet leave the distance open by as much.
  out.bound_gap = select(out.open, max(in.bound_gap, sqrt(in.residual2)), in.bound_gap) * in.unit;
  out.touching = abs(separation) <= T(R(touching_units) * eps) * reach;
  const T doubt = T(R(tolerance_units<R>) * eps) * reach;
  out.needs_double = mask_and(mask_not(in.farther), in.bound_gap * in.bound_gap + in.residual2 > doubt * doubt);
  return out;
}

ABUT_INLINE Status record_status(bool farther, bool open, bool touching) {
  if (farther) return Status::farther_than_alert;
  if (open) return Status::iteration_limit;
  return touching ? Status::touching : Status::converged;
}

/// The record.
template <class T, class Stored>
ABUT_PHASE QueryResult<T> record_of(const PairProblem<T, Stored>& p, const CoreSearch<T>& found) {
  const CoreAnswer<T>& core = found.core;
  const RecordNumbers<T> n = record_numbers(RecordInput<T>{
      core.normal, core.separation, core.lower, core.bound_gap, core.witness.a, core.witness.residual2, p.rounding_a,
      p.rounding_b, p.size, power_of_two<T>(p.exponent),
      static_cast<T>(p.a.header->term_count + p.b.header->term_count), found.farther, found.rounding_error});
  QueryResult<T> result;
  result.unfinished_here = found.unfinished_here;
  result.needs_double = n.needs_double;
  result.carrier_a = core.carrier_a;
  result.carrier_b = core.carrier_b;
  Contact<T>& c = result.contact;
  c = empty_contact<T>(Status::converged);
  c.gjk_iterations = count8(found.gjk_iterations);
  c.epa_iterations = count8(found.epa_iterations);
  c.separation = n.separation;
  c.normal = core.normal;
  c.witness_a = n.witness_a;
  c.witness_b = n.witness_b;
  c.point = n.point;
  c.bound_gap = n.bound_gap;
  c.lower_bound = n.lower_bound;
  const Status status = record_status(found.farther, found.unfinished_here || n.open, n.touching);
  c.status = static_cast<std::uint8_t>(static_cast<std::uint8_t>(status) |
                                       (core.normal_undefined ? normal_undefined_flag : 0));
  return result;
}

}  // namespace query_detail

/// Answers `p` if it has a closed form or joins two vertex sets: all that a kernel for simple pairs has to hold.
template <class T, class Scan, class Stored>
ABUT_HD inline bool query_simple_pair(const PairProblem<T, Stored>& p, const EpaMemory& memory, QueryResult<T>& out,
                                      CachedPolytope* cache = nullptr) {
  using namespace query_detail;
  CoreSearch<T> found{no_answer<T>(), false, false, 0, 0};
  if constexpr (is_observed<Scan>) ObserverOf<Scan>::see(seen::QueryBegins{}, p);
  if (closed_answer(p, found)) {
    if constexpr (is_observed<Scan>) ObserverOf<Scan>::see(seen::Answered{AnsweredBy::closed_form}, found.core);
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

/// Rounds a contact to `T`.
template <class T>
ABUT_HD inline Contact<T> narrowed(const Contact<double>& c) {
  Contact<T> out;
  out.separation = round_to<T>(c.separation);
  out.normal = narrowed<T>(c.normal);
  out.witness_a = narrowed<T>(c.witness_a);
  out.witness_b = narrowed<T>(c.witness_b);
  out.point = narrowed<T>(c.point);
  out.feature_a = c.feature_a;
  out.feature_b = c.feature_b;
  // Rounding to nearest may lift the bound: one unit down again.
  out.lower_bound = round_to<T>(c.lower_bound) - Epsilon<T>::value * abs(round_to<T>(c.lower_bound));
  if (status_of(c.status) == Status::farther_than_alert) out.separation = out.lower_bound;
  out.bound_gap = round_to<T>(c.bound_gap);
  out.status = c.status;
  out.gjk_iterations = c.gjk_iterations;
  out.epa_iterations = c.epa_iterations;
  out.key = c.key;
  return out;
}

/// What counts as touching is a matter of `T`, not of the arithmetic that answered.
template <class T>
ABUT_HD inline void mark_touching(Contact<T>& c, T size) {
  const T distance = abs(c.separation);
  if (status_of(c.status) == Status::converged &&
      distance <= T(touching_units) * Epsilon<T>::value * (size + distance)) {
    c.status = static_cast<std::uint8_t>(static_cast<std::uint8_t>(Status::touching) | (c.status & 0xf0));
  }
}

/// The answer of `widened(p)` as that of `p`.
template <class T>
ABUT_HD inline QueryResult<T> narrowed(const QueryResult<double>& wide, const PairProblem<T>& p) {
  QueryResult<T> result{narrowed<T>(wide.contact), wide.carrier_a, wide.carrier_b, wide.unfinished_here,
                        wide.needs_double};
  mark_touching(result.contact, p.size * power_of_two<T>(p.exponent));
  return result;
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
