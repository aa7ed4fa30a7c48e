// What each stage of a query does: the templates that abut/narrow/stages.h puts in order.
//
// Everything happens in A's box-centre frame and in the pair's own unit (abut/narrow/problem.h). Rounded shapes query
// their cores and need EPA only where those overlap.
#pragma once

#include "abut/narrow/box_overlap.h"
#include "abut/narrow/closed_form.h"
#include "abut/narrow/eroded_core.h"
#include "abut/narrow/parts_overlap.h"
#include "abut/narrow/penetration.h"
#include "abut/narrow/record.h"
#include "abut/narrow/revolved_axis_search.h"
#include "abut/narrow/separation.h"
#include "abut/narrow/smooth_separation.h"
#include "abut/narrow/stages.h"
#include "abut/narrow/symmetric_overlap.h"

namespace abut {
inline namespace ABUT_ISA {

/// How much the stages of a scheduler try. `Capacity`: of EPA in float.
struct AllAttempts {
  using Capacity = SmallCapacity;
  static constexpr bool first_only = false;
};
/// For lanes and threads that go on together: what the first attempt does not answer is deferred.
template <class OfEpa = SmallCapacity>
struct FirstAttempt {
  using Capacity = OfEpa;
  static constexpr bool first_only = true;
};

/// The support mapping of the stages that need none.
struct NoSupport {
  using SimplexData = SimplexIds;
};

template <class Support>
inline constexpr bool is_curved = !ids_tell_points<typename Support::SimplexData>;

/// What the first stage needs of a state. Data only.
template <class T>
struct ClosedState {
  using Scalar = T;
  query_detail::CoreSearch<T>& found;
};

/// What GJK has ended with, and what the stages that are asked together hand on.
template <class T, class SimplexData>
struct GjkEndState {
  using Scalar = T;
  query_detail::CoreSearch<T>& found;  ///< where the answer goes
  CachedPolytope* kept;                ///< where stages of an overlap leave what the next query starts from, or null
  Cores cores = Cores::unknown;
  T good2;  ///< square of how near bounds and witness points have to come
  GjkState<T, SimplexData> gjk;

  ABUT_INLINE GjkEndState(query_detail::CoreSearch<T>& out, CachedPolytope* keep_in) : found(out), kept(keep_in) {}
};

/// What stages before have found of curved cores and not proved. Data only.
template <class T, class SimplexData>
struct TriedAnswer {
  CoreAnswer<T> tried;
};
template <class T>
struct TriedAnswer<T, SimplexIds> {};

/// What all stages of a query hand on.
template <class T, class SimplexData>
struct QueryState : GjkEndState<T, SimplexData>, TriedAnswer<T, SimplexData> {
  EpaMemory memory;
  CachedPolytope* cache;  ///< the caller's, or null
  LastNormal last;        ///< of the last query

  ABUT_INLINE QueryState(const EpaMemory& epa, CachedPolytope* given, query_detail::CoreSearch<T>& out)
      : GjkEndState<T, SimplexData>(out, given), memory(epa), cache(given) {}
};

namespace query_detail {

/// How far apart cores are of no interest any more. Pairs that may be touching the alert distance are answered in full.
template <class T>
ABUT_INLINE T cutoff_of(T alert, T dilation, T size) {
  using R = RealOf<T>;
  return select(alert < T(Huge<R>::value),
                (alert + dilation) + T(R(touching_units) * Epsilon<R>::value) * (size + alert), T(NoCutoff<R>::value));
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

ABUT_INLINE void remember_normal(CachedPolytope* cache, Vec3<double> normal) {
  if (cache != nullptr) keep_normal(*cache, narrowed<float>(normal));
}

/// How near bounds and witness points have to come: a support point's own rounding.
template <class T>
ABUT_INLINE T good_enough(T ww_max, T size) {
  using R = RealOf<T>;
  return T(R(2) * Epsilon<R>::value) * max(sqrt(ww_max), size);
}

/// How near the bounds of overlapping curved cores have to come in double, in units of their size: a sixteenth of their
/// rounding. Sixteen times as far apart they still count as met.
template <class T, class Stored, class SimplexData>
inline constexpr double open_goal = sizeof(Stored) < sizeof(T) && !ids_tell_points<SimplexData>
                                        ? static_cast<double>(Epsilon<Stored>::value) / 16
                                        : 0;

/// Takes bounds that meet to the goal as met.
template <class Stored, class T>
ABUT_INLINE void accept_goal(CoreSearch<T>& found) {
  constexpr double goal = open_goal<T, Stored, SimplexPoints<T>>;
  found.rounding_error = max(found.rounding_error, T(16) / bound_gap_units * static_cast<T>(goal));
}

/// Square of how far bounds may be apart that rounding has not left open.
template <class T>
ABUT_INLINE T tolerance2_of(T reach) {
  using R = RealOf<T>;
  const T tolerance = T(R(tolerance_units<R>) * Epsilon<R>::value) * reach;
  return tolerance * tolerance;
}
/// Square of how far they may be apart and count as met.
template <class T>
ABUT_INLINE T met2_of(T tolerance, T reach) {
  const T met = T(bound_gap_units / 2) * tolerance * reach;
  return met * met;
}

/// Tells an observer that `stage` has answered. Returns `outcome`.
template <class Support, class T>
ABUT_INLINE Outcome answered(Stage stage, const Support&, const CoreAnswer<T>& core, Outcome outcome = Outcome::done) {
  if constexpr (is_observed<Support>) ObserverOf<Support>::see(seen::Answered{stage, outcome}, core);
  (void)stage;
  (void)core;
  return outcome;
}

/// What GJK has ended with, for the stages that follow.
template <class T, class Stored, class Support, class State>
ABUT_INLINE void end_gjk(const PairProblem<T, Stored>& p, const Support& support, State& q) {
  q.last = last_normal(q.gjk, support, q.cache);
  q.kept = remember(q.gjk, q.cache);
  const T good = good_enough(q.gjk.ww_max, p.size);
  q.good2 = good * good;
  q.found.farther = q.gjk.farther;
  q.found.gjk_iterations = q.gjk.iterations;
  q.cores = q.gjk.farther ? Cores::beyond : Cores::unproved;
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

/// The answer of GJK's feature `f` where asked, or along the feature's own direction if only that is good. Returns
/// where it is good and proves that the cores are apart. Over a scalar or a pack of lanes.
template <class T, class SimplexData, class Support>
ABUT_INLINE MaskOf<T> first_separation(const GjkState<T, SimplexData>& s, const NearestFeature<T>& f, Support& support,
                                       T size, MaskOf<T> asked, FeatureAnswer<T>& answer) {
  using M = MaskOf<T>;
  const T good = good_enough(s.ww_max, size), good2 = good * good, good_gap = sqrt(good2);
  answer = answer_of(s, f, support.pose, good2);
  M done = mask_and(asked, is_good(answer, good_gap, good2));
  const M rest = mask_and(asked, mask_not(done));
  if (any(rest)) {
    set_live(support, rest);
    FeatureAnswer<T> polished = answer;
    const M found = polished_answer(f, s.v, support, good2, polished);
    const M better = mask_and(rest, found, open2(polished) < open2(answer));
    const M taken = mask_and(better, is_good(polished, good_gap, good2));
    replace(taken, answer, polished);
    done = mask_or(done, taken);
  }
  answer.bound_gap = max(answer.separation - answer.lower, T(RealOf<T>(0)));
  done = mask_and(done, proves_separation(answer.lower, s.ww_max));
  if constexpr (sizeof(RealOf<T>) == sizeof(double)) {  // what is open beyond that is asked with exact signs
    done = mask_and(done, open2(answer) <= tolerance2_of(size + answer.separation));
  }
  return done;
}

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

/// EPA of so many vertices at most, settled exactly. `out.core`: what GJK says of cores that may be apart.
template <class T, class Stored, class SimplexData, class Support>
ABUT_PHASE void answer_by_epa(const PairProblem<T, Stored>& p, const Support& support, GjkState<T, SimplexData>& s,
                              const QueryState<T, SimplexData>& q, std::uint32_t most_vertices, CoreSearch<T>& out) {
  CoreAnswer<T>& core = out.core;
  const CoreAnswer<T> apart = core;
  const double open = open_goal<T, Stored, SimplexData> * static_cast<double>(p.size);
  const T good = max(good_enough(s.ww_max, p.size), T(2) * static_cast<T>(open));
  const OverlapOptions<T> options{good * good, q.memory, q.kept, q.last, open, most_vertices};
  out.unfinished_here = !overlapping_answer(p, s, support, options, core, out.epa_iterations);
  answered(Stage::epa, support, core, out.unfinished_here ? Outcome::needs_capacity : Outcome::done);
  if (out.unfinished_here) return;
  if (core.separation > T(0) && meet_in_between(s, support, good * good, apart, core)) {
    answered(Stage::epa, support, core, Outcome::next);
    return;
  }
  settle(p, support, q.memory, good * good, core);
  if constexpr (!ids_tell_points<SimplexData>) take_own_width(support, p.size, core);
  const bool touches = abs(core.separation) <= T(touching_units) * Epsilon<T>::value * p.size;
  if (touches && core.witness.residual2 > good * good) common_point(s, support, core);
  remember_normal(q.kept, widen(core.normal));
}

}  // namespace query_detail

// Which queries a stage is for.
struct ForAll {
  template <class T, class Support>
  static constexpr bool is_for = true;
};
struct ForVertexSets {
  template <class T, class Support>
  static constexpr bool is_for = !is_curved<Support>;
};
struct ForCurved {
  template <class T, class Support>
  static constexpr bool is_for = is_curved<Support>;
};
struct ForCurvedInDouble {
  template <class T, class Support>
  static constexpr bool is_for = is_curved<Support> && sizeof(T) == sizeof(double);
};

template <>
struct StageStep<Stage::closed_form> {
  template <class T, class Support>
  static constexpr bool is_for = __is_same(Support, NoSupport);

  template <class Policy>
  ABUT_INLINE static Outcome run(const auto& p, const NoSupport&, auto& q) {
    auto& core = q.found.core;
    if (!closed_form(p, core)) return Outcome::next;
    q.found.farther = core.lower > query_detail::cutoff_of(p);
    if (q.found.farther) core.carrier_a.count = core.carrier_b.count = 0;
    return Outcome::done;
  }
};

template <>
struct StageStep<Stage::cached_overlap> : ForVertexSets {
  template <class Policy>
  ABUT_INLINE static Outcome run(const auto& p, const auto& support, auto& q) {
    return kept_overlap(p, support, q.kept, q.found.core, q.found.epa_iterations) ? Outcome::done : Outcome::next;
  }
};

template <>
struct StageStep<Stage::gjk> : ForAll {
  template <class Policy>
  ABUT_INLINE static Outcome run(const auto& p, const auto& support, auto& q) {
    query_detail::start(q.gjk, support, q.cache, -p.pose.translation);
    gjk(q.gjk, support, query_detail::cutoff_of(p));
    query_detail::end_gjk(p, support, q);
    return Outcome::next;
  }
};

template <>
struct StageStep<Stage::beyond_cutoff> : ForAll {
  template <class Policy>
  ABUT_INLINE static Outcome run(const auto&, const auto& support, auto& q) {
    query_detail::set_farther(q.gjk, support, q.found.core);
    return query_detail::answered(Stage::beyond_cutoff, support, q.found.core);
  }
};

template <>
struct StageStep<Stage::separation> : ForAll {
  template <class Policy, class State>
  ABUT_INLINE static Outcome run(const auto& p, const auto& support, State& q) {
    auto& core = q.found.core;
    if constexpr (Policy::first_only) {
      const auto feature = supporting_feature(q.gjk, support);
      FeatureAnswer<typename State::Scalar> answer;
      if (!query_detail::first_separation(q.gjk, feature, support, p.size, true, answer)) return Outcome::next;
      separated_detail::take(core, answer, feature);
      return Outcome::done;
    } else {
      const bool apart = separated_answer(q.gjk, support, q.good2, core);
      q.cores = apart ? Cores::apart : Cores::overlapping;
      if (apart) query_detail::answered(Stage::separation, support, core);
      return Outcome::next;
    }
  }
};

/// Both go by the distance as `separation` left it.
template <>
struct StageStep<Stage::refined_separation> {
  template <class T, class Support>
  static constexpr bool is_for = sizeof(T) == sizeof(double);  // a float answer that is open is asked in double

  template <class Policy>
  ABUT_INLINE static Outcome run(const auto& p, const auto& support, auto& q) {
    auto& core = q.found.core;
    const auto tolerance2 = query_detail::tolerance2_of(p.size + core.separation);
    if (open2(core) > tolerance2) nearest_by_newton(support, q.good2, core);
    if (open2(core) > tolerance2) separated_exactly(q.gjk, support, q.good2, core);
    return Outcome::next;
  }
};

template <>
struct StageStep<Stage::separated_directions> : ForCurvedInDouble {
  template <class Policy, class T, class Stored>
  ABUT_INLINE static Outcome run(const PairProblem<T, Stored>& p, const auto& support, auto& q) {
    auto& core = q.found.core;
    if (!(open2(core) > query_detail::met2_of(Epsilon<double>::value, p.size + core.separation))) return Outcome::next;
    auto tried = core;
    const bool found = revolved_axis_search(p, support, tried) ||
                       symmetric_overlap(p, support, SymmetricEffort::search, tried) ||
                       parts_overlap(p, support, tried);
    if (found && tried.separation > 0 && open2(tried) < open2(core)) core = tried;
    query_detail::accept_goal<Stored>(q.found);
    return Outcome::next;
  }
};

template <>
struct StageStep<Stage::box_widths> : ForVertexSets {
  template <class Policy>
  ABUT_INLINE static Outcome run(const auto& p, const auto& support, auto& q) {
    if (!box_overlap(p, support, q.gjk, q.found.core)) return Outcome::next;
    query_detail::remember_normal(q.kept, widen(q.found.core.normal));
    return query_detail::answered(Stage::box_widths, support, q.found.core);
  }
};

template <>
struct StageStep<Stage::small_epa> : ForVertexSets {
  template <class Policy>
  ABUT_INLINE static Outcome run(const auto& p, const auto& support, auto& q) {
    auto& found = q.found;
    using Capacity = typename Policy::Capacity;
    if (!small_overlap<Capacity>(p, support, q.gjk, q.kept, found.core, found.epa_iterations)) return Outcome::next;
    return query_detail::answered(Stage::small_epa, support, found.core);
  }
};

template <>
struct StageStep<Stage::symmetry> : ForCurvedInDouble {
  template <class Policy, class T, class Stored>
  ABUT_INLINE static Outcome run(const PairProblem<T, Stored>& p, const auto& support, auto& q) {
    query_detail::accept_goal<Stored>(q.found);
    if (!symmetric_overlap(p, support, SymmetricEffort::closed, q.found.core)) return Outcome::next;
    return query_detail::answered(Stage::symmetry, support, q.found.core);
  }
};

template <>
struct StageStep<Stage::eroded_core> : ForCurved {
  template <class Policy>
  ABUT_INLINE static Outcome run(const auto& p, const auto& support, auto& q) {
    if (!eroded_overlap(p, support, q.found.core, q.found.gjk_iterations)) return Outcome::next;
    return query_detail::answered(Stage::eroded_core, support, q.found.core);
  }
};

template <>
struct StageStep<Stage::needs_double> {
  template <class T, class Support>
  static constexpr bool is_for = is_curved<Support> && sizeof(T) < sizeof(double);

  template <class Policy>
  ABUT_INLINE static Outcome run(const auto& p, const auto& support, auto& q) {
    q.found.core.witness.residual2 = Huge<decltype(p.size + p.size)>::value;
    return query_detail::answered(Stage::needs_double, support, q.found.core, Outcome::needs_double);
  }
};

template <>
struct StageStep<Stage::first_epa> : ForCurvedInDouble {
  template <class Policy>
  ABUT_INLINE static Outcome run(const auto& p, const auto& support, auto& q) {
    auto& found = q.found;
    auto gjk = q.gjk;  // `epa` starts where this does
    const auto apart = found.core;
    query_detail::answer_by_epa(p, support, gjk, q, first_curved_vertices, found);
    if (found.unfinished_here) return Outcome::needs_capacity;
    if (open2(found.core) <= query_detail::met2_of(found.rounding_error, p.size)) return Outcome::done;
    q.tried = found.core;
    found.core = apart;
    return Outcome::next;
  }
};

template <>
struct StageStep<Stage::revolved_axis> : ForCurvedInDouble {
  template <class Policy>
  ABUT_INLINE static Outcome run(const auto& p, const auto& support, auto& q) {
    if (!revolved_axis_search(p, support, q.tried)) return Outcome::next;
    q.found.core = q.tried;
    return query_detail::answered(Stage::revolved_axis, support, q.found.core);
  }
};

template <>
struct StageStep<Stage::symmetric_search> : ForCurvedInDouble {
  template <class Policy>
  ABUT_INLINE static Outcome run(const auto& p, const auto& support, auto& q) {
    auto symmetric = q.found.core;
    if (!symmetric_overlap(p, support, SymmetricEffort::search, symmetric)) return Outcome::next;
    q.found.core = symmetric;
    return query_detail::answered(Stage::symmetric_search, support, q.found.core);
  }
};

template <>
struct StageStep<Stage::part_directions> : ForCurvedInDouble {
  template <class Policy>
  ABUT_INLINE static Outcome run(const auto& p, const auto& support, auto& q) {
    if (!parts_overlap(p, support, q.tried)) return Outcome::next;
    q.found.core = q.tried;
    return query_detail::answered(Stage::part_directions, support, q.found.core);
  }
};

template <>
struct StageStep<Stage::epa> {
  template <class T, class Support>
  static constexpr bool is_for = !is_curved<Support> || sizeof(T) == sizeof(double);

  template <class Policy, class Support>
  ABUT_INLINE static Outcome run(const auto& p, const Support& support, auto& q) {
    const std::uint32_t most = is_curved<Support> ? max_curved_vertices : 0xffffffffu;
    query_detail::answer_by_epa(p, support, q.gjk, q, most, q.found);
    return q.found.unfinished_here ? Outcome::needs_capacity : Outcome::done;
  }
};

}  // namespace ABUT_ISA
}  // namespace abut
