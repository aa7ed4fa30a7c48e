// The stages of a pair query, in the order in which they are tried: the one place that says so.
//
// A stage is one template, `StageStep<stage>` (abut/narrow/query_stages.h): in go the problem and the state that the
// stages before have left, out comes an `Outcome`. Three schedulers walk this table: one pair at a time
// (abut/narrow/query.h), lanes of a pack together (host/exec/isa/queries/pack_stages.h), and a device's lists of pairs
// (kernels/narrow/query_stages.h). They group pairs, gather them, and defer what they cannot answer; the order is the
// table's. docs/explanation/stages.md prints it.
#pragma once

#include <cstdint>

#include "abut/core/isa.h"

namespace abut {

/// Parts of a query that can answer it.
enum class Stage : std::uint8_t {
  closed_form,
  cached_overlap,
  gjk,
  beyond_cutoff,
  separation,
  refined_separation,
  separated_directions,
  box_widths,
  small_epa,
  symmetry,
  eroded_core,
  needs_double,
  first_epa,
  revolved_axis,
  symmetric_search,
  part_directions,
  epa,
};

/// What a stage leads to.
enum class Outcome : std::uint8_t {
  done,            ///< the state holds the answer
  next,            ///< the next stage that is for these cores is asked
  needs_double,    ///< the answer is not worth more in this scalar: ask in double
  needs_capacity,  ///< EPA ran out of memory: ask again with more
};

/// What is known of the cores. Decides which stages are asked.
enum class Cores : std::uint8_t {
  unknown,      ///< nothing
  beyond,       ///< GJK proved them farther apart than the cut-off
  unproved,     ///< GJK has ended; nothing is proved
  apart,        ///< proved, and the bounds may be open
  overlapping,  ///< or nothing proves the contrary
};

/// One row of the table. Data only.
struct StageRow {
  Stage stage;
  Cores cores;        ///< the stage is asked while this is known
  bool together;      ///< lanes of a pack, and threads of a device, are asked together; else one pair at a time
  bool own_function;  ///< it begins a function of device code: one copy, and a stack frame of its own
  const char* name;
  const char* pairs;   ///< which pairs it is for
  const char* answer;  ///< what it finds
  const char* reason;  ///< why it stands where it does
};

/// The order of stages. Rows with the same `cores` follow one another. A test adds a row to a copy of it.
struct QueryOrder {
  static constexpr StageRow row[] = {
      {Stage::closed_form, Cores::unknown, true, false, "closed_form", "points and segments; a point and a solid",
       "the distance or the depth in closed form", "it is exact to rounding and takes a few dozen operations"},
      {Stage::cached_overlap, Cores::unknown, true, false, "cached_overlap", "vertex sets with a cached polytope",
       "the depth, from the cached faces", "a pair in lasting contact needs no GJK"},
      {Stage::gjk, Cores::unknown, true, false, "gjk", "all", "nearest points, a simplex around the origin, or a bound",
       "its end decides which stages below are asked"},
      {Stage::beyond_cutoff, Cores::beyond, true, true, "beyond_cutoff", "all", "GJK's lower bound",
       "no caller asks for more"},
      {Stage::separation, Cores::unproved, true, false, "separation", "all",
       "the nearest points of GJK's feature, polished along its own direction", "most separated pairs end here"},
      {Stage::refined_separation, Cores::apart, false, false, "refined_separation", "all, in double",
       "Newton's method on curved kinds, then GJK with exact signs",
       "GJK is slow on smooth shapes, and rounded signs fail on vertices that nearly coincide"},
      {Stage::separated_directions, Cores::apart, false, false, "separated_directions", "curved kinds, in double",
       "the widest of the directions that edges and axes suggest", "they close the bounds next to edges and flat ends"},
      {Stage::box_widths, Cores::overlapping, true, false, "box_widths", "two boxes", "the narrowest of fifteen widths",
       "it is a closed form, cheaper than EPA"},
      {Stage::small_epa, Cores::overlapping, true, false, "small_epa", "vertex sets",
       "the depth, by EPA of few vertices in float whose faces are checked in double",
       "few vertices are enough for most overlaps"},
      {Stage::symmetry, Cores::overlapping, false, false, "symmetry", "curved kinds with common axes, in double",
       "the depth, in closed form or by a search over one angle", "EPA would refine a continuum of directions"},
      {Stage::eroded_core, Cores::overlapping, false, false, "eroded_core", "curved kinds with a ball as a summand",
       "the distance of the cores without their balls", "a shallow overlap of them is a separation of these"},
      {Stage::needs_double, Cores::overlapping, false, false, "needs_double", "curved kinds, in float",
       "nothing; the query is asked in double", "nine of ten answers of EPA in float would be asked again"},
      {Stage::first_epa, Cores::overlapping, false, true, "first_epa", "curved kinds, in double",
       "the depth, by EPA of 256 vertices",
       "that is enough for most; where it is not, the four stages below are asked"},
      {Stage::revolved_axis, Cores::overlapping, false, false, "revolved_axis",
       "a solid of revolution and polytopes, in double", "the depth, by a search over all directions about one axis",
       "a circle of directions is nearly as short"},
      {Stage::symmetric_search, Cores::overlapping, false, false, "symmetric_search",
       "curved kinds that a plane mirrors, in double", "the depth, by a search over two angles",
       "the same is so about several axes"},
      {Stage::part_directions, Cores::overlapping, false, false, "part_directions",
       "sums of polytopes and solids, in double", "the depth, by the directions of their parts",
       "edges meet rims there"},
      {Stage::epa, Cores::overlapping, false, false, "epa", "all",
       "the depth, by EPA with all its capacity, settled exactly",
       "it ends only when the bounds meet or the memory is full"},
  };
  static constexpr int count = static_cast<int>(sizeof(row) / sizeof(row[0]));
};

inline namespace ABUT_ISA {

/// The row of `stage`; -1: none.
template <class Order = QueryOrder>
ABUT_HD constexpr int row_of(Stage stage) {
  for (int k = 0; k < Order::count; ++k) {
    if (Order::row[k].stage == stage) return k;
  }
  return -1;
}

template <class Order = QueryOrder>
ABUT_HD constexpr const StageRow& info_of(Stage stage) {
  return Order::row[row_of<Order>(stage)];
}

/// What a stage does. Specialised in abut/narrow/query_stages.h, each as
///   template <class T, class Support> static constexpr bool is_for;   // queries in T with such a support mapping
///   template <class Policy, ...> static Outcome run(problem, support, state);
template <Stage stage>
struct StageStep;

namespace stages_detail {

/// The first row from `k` on whose stages are asked while something else is known.
template <class Order>
ABUT_HD constexpr int next_group(int k) {
  int end = k;
  while (end < Order::count && Order::row[end].cores == Order::row[k].cores) ++end;
  return end;
}

template <class Order>
ABUT_HD constexpr bool begins_group(int k) {
  return k == 0 || Order::row[k - 1].cores != Order::row[k].cores;
}

}  // namespace stages_detail

template <class Order, class Policy, int k, int end, class Problem, class Support, class State>
ABUT_INLINE Outcome run_stages(const Problem& p, const Support& support, State& state);

/// Asks one stage.
template <class Policy, Stage stage, class Problem, class Support, class State>
ABUT_INLINE Outcome run_stage(const Problem& p, const Support& support, State& state) {
  return StageStep<stage>::template run<Policy>(p, support, state);
}

namespace stages_detail {

/// The rows from k on, inlined.
template <class Order, class Policy, int k, int end, class Problem, class Support, class State>
ABUT_INLINE Outcome run_rows(const Problem& p, const Support& support, State& state) {
  using Step = StageStep<Order::row[k].stage>;
  if constexpr (begins_group<Order>(k)) {
    if (state.cores != Order::row[k].cores) {
      return run_stages<Order, Policy, next_group<Order>(k), end>(p, support, state);
    }
  }
  if constexpr (Step::template is_for<typename State::Scalar, Support>) {
    const Outcome outcome = Step::template run<Policy>(p, support, state);
    if (outcome != Outcome::next) return outcome;
  }
  return run_stages<Order, Policy, k + 1, end>(p, support, state);
}

template <class Order, class Policy, int k, int end, class Problem, class Support, class State>
ABUT_PHASE Outcome run_function(const Problem& p, const Support& support, State& state) {
  return run_rows<Order, Policy, k, end>(p, support, state);
}

}  // namespace stages_detail

/// Asks the stages of rows k to `end` - 1, one after another, until one has an outcome; `next`: none has. Cores that
/// are proved to be apart have their answer at the latest then.
template <class Order, class Policy, int k, int end, class Problem, class Support, class State>
ABUT_INLINE Outcome run_stages(const Problem& p, const Support& support, State& state) {
  using namespace stages_detail;
  if constexpr (k >= end) {
    return state.cores == Cores::apart ? Outcome::done : Outcome::next;
  } else if constexpr (Order::row[k].own_function &&
                       StageStep<Order::row[k].stage>::template is_for<typename State::Scalar, Support>) {
    return run_function<Order, Policy, k, end>(p, support, state);
  } else {
    return run_rows<Order, Policy, k, end>(p, support, state);
  }
}

}  // namespace ABUT_ISA
}  // namespace abut
