// A batch of pair queries in stages, so that the threads of a warp do one kind of work:
//
//   0. If there is memory for them, poses are copied into rows, one a part: a pair reads them at three stages, and of
//      arrays that lie apart each number is 32 bytes of traffic where parts are met in no order.
//   1. Pairs are sorted, stably, by what answers them: a closed form, or GJK by tiles of threads that suit the larger
//      of two vertex sets, or neither.
//   2. Closed forms, and GJK by tiles; then the records of what GJK found apart, a thread a pair
//      (kernels/narrow/gjk_result.h). What overlaps, and what is left in doubt, goes to a list each.
//   3. Records of pairs apart that rounding in float left in doubt, in double.
//   4. Overlaps, from where GJK ended: boxes by their widths, all else by EPA, first with a capacity of eight vertices,
//      then in more.
//   5. All that remains is answered in full: first by many threads with little memory, what runs out of it by fewer
//      with more, twice.
//
// Every stage is enqueued whatever the batch holds: its numbers stay on the device. Lists are filled in any order; an
// answer does not depend on its place.
#pragma once

#include "abut/core/atomic.h"
#include "abut/core/bisection.h"
#include "abut/narrow/batch.h"
#include "kernels/narrow/gjk_result.h"
#include "kernels/narrow/tile_scan.h"
#include "kernels/narrow/tiny_capacity.h"
#include "kernels/support/index_list.h"
#include "kernels/support/sort_scratch.h"

namespace abut::device {

/// What answers a pair, first. Of vertex sets: the larger one's number of vertices.
enum class Bin : std::uint8_t {
  two_points,
  two_segments,
  point_and_solid,
  up_to_8,
  up_to_16,
  up_to_32,
  up_to_64,
  up_to_128,
  larger,
  rest,  ///< curved kinds, sums, hulls that are climbed
  none,  ///< no pair at all
};
inline constexpr int bin_count = 11;

/// What EPA has in the last stage: so many threads with a capacity of so many vertices each, `lanes` of them a warp:
/// these answers differ in what they do and up to a million times in how long they take, and a warp waits for its last.
struct FullCapacity {
  std::uint32_t threads, vertices, lanes;
};
/// A large device runs about a thousand warps at once with 255 registers a thread. The second is for what curved kinds
/// try first (`first_curved_vertices`), the last has all the capacity there is.
inline constexpr FullCapacity low_capacity{16384, 16, 16}, middle_capacity{2048, first_curved_vertices, 1},
    high_capacity{256, 2048, 1};

/// What a batch needs besides its arrays. Data only.
template <class T>
struct QueryScratch {
  static constexpr int counters = 10;
  GjkResult<T>* gjk;                                ///< by place in the sorted order
  SortScratch<std::uint8_t, std::uint32_t> binned;  ///< pairs by their bins
  std::uint64_t* bin_begin;                         ///< where each bin begins
  std::uint64_t* counts;                            ///< of the lists, and of what full answers have taken of them
  IndexList boxes, shallow, deeper;  ///< overlaps, by place: of boxes, all others, those that need more capacity
  IndexList rest, hard;              ///< pairs: all that remains, and what runs out of little memory
  IndexList hardest;                 ///< what runs out of more; `rest` is answered by then
  IndexList doubtful;                ///< pairs apart, in float alone
  PartRow* rows;                     ///< null: poses stay where they are
  unsigned char* epa_memory;

  /// `row_count`: of the parts whose poses are copied into rows, or 0.
  template <class Queue>
  QueryScratch(Workspace& w, const Queue& queue, std::uint64_t pairs, std::uint32_t row_count)
      : gjk(w.take<GjkResult<T>>(pairs)),
        binned(w, queue, pairs),
        bin_begin(w.take<std::uint64_t>(bin_count)),
        counts(w.take<std::uint64_t>(counters)),
        boxes{w.take<std::uint32_t>(pairs), counts},
        shallow{w.take<std::uint32_t>(pairs), counts + 1},
        deeper{w.take<std::uint32_t>(pairs), counts + 2},
        rest{w.take<std::uint32_t>(pairs), counts + 3},
        hard{w.take<std::uint32_t>(pairs), counts + 4},
        hardest{rest.index, counts + 6},
        doubtful{w.take<std::uint32_t>(sizeof(T) < sizeof(double) ? pairs : 0), counts + 5},
        rows(row_count > 0 ? w.take<PartRow>(row_count) : nullptr),
        epa_memory(w.take<unsigned char>(epa_bytes())) {}

  /// A float query that is in doubt is answered in double in the same memory.
  static std::size_t bytes_a_thread(const FullCapacity& r) {
    return (polytope_bytes<double>(r.vertices) + Workspace::alignment - 1) / Workspace::alignment *
           Workspace::alignment;
  }
  static std::size_t epa_bytes() {
    std::size_t most = 0;
    for (const FullCapacity& r : {low_capacity, middle_capacity, high_capacity}) {
      const std::size_t bytes = r.threads * bytes_a_thread(r);
      most = most > bytes ? most : bytes;
    }
    return most;
  }
};

namespace stages_detail {

inline ABUT_HD Bin bin_of_vertices(std::uint32_t most) {
  if (most <= 8) return Bin::up_to_8;
  if (most <= 16) return Bin::up_to_16;
  if (most <= 32) return Bin::up_to_32;
  if (most <= 64) return Bin::up_to_64;
  if (most <= 128) return Bin::up_to_128;
  return most < min_climb_vertices ? Bin::larger : Bin::rest;
}

inline ABUT_HD Bin bin_of(const ShapeHeader& a, const ShapeHeader& b) {
  switch (closed_form_of(a, b)) {
    case ClosedForm::two_points: return Bin::two_points;
    case ClosedForm::two_segments: return Bin::two_segments;
    case ClosedForm::point_and_solid: return Bin::point_and_solid;
    case ClosedForm::none: break;
  }
  if (!is_vertex_set(a.kind) || !is_vertex_set(b.kind)) return Bin::rest;
  return bin_of_vertices(a.vertex_count > b.vertex_count ? a.vertex_count : b.vertex_count);
}

/// Two numbers of a row a thread: a warp writes whole rows that lie side by side.
struct CopyPoses {
  static constexpr unsigned threads_a_row = PartRow::size / 2;
  const double* from[PartRow::size];
  PartRow* rows;

  CopyPoses(const PartsView& parts, PartRow* out) : rows(out) {
    for (int k = 0; k < PartRow::size; ++k) from[k] = row_source(parts, k);
  }
  ABUT_HD void operator()(std::uint64_t i) const {
    const std::uint64_t part = i / threads_a_row;
    const auto k = static_cast<unsigned>(i % threads_a_row) * 2;
    const double* const last = from[k + 1];
    rows[part].number[k] = from[k][part];
    rows[part].number[k + 1] = last != nullptr ? last[part] : 0;
  }
};

template <class T>
struct Classify {
  QueryBatch<T> batch;
  const std::uint64_t* count;  ///< null, or how many pairs there are; more than the batch holds: none
  QueryScratch<T> s;
  ABUT_HD void operator()(std::uint64_t i) const {
    s.binned.values[i] = static_cast<std::uint32_t>(i);
    const bool there = count == nullptr || (i < *count && *count <= batch.pair_count);
    Bin bin = Bin::none;
    if (there) {
      const Pair shapes = shapes_of(batch, i);
      bin = bin_of(batch.shapes.headers[shapes.a], batch.shapes.headers[shapes.b]);
    }
    s.binned.keys[i] = static_cast<std::uint8_t>(bin);
  }
};

/// Where each bin begins in the sorted order.
struct FindBins {
  const std::uint8_t* bin;
  std::uint64_t pairs;
  std::uint64_t* begin;
  ABUT_HD void operator()(std::uint64_t i) const {
    begin[i] = first_not_before(pairs, [&](std::uint64_t k) { return bin[k] < i; });
  }
};

/// A pair's problem. Returns whether there is one; else the record is stored by who `stores`.
template <class T>
ABUT_HD inline bool load_problem(const QueryBatch<T>& batch, std::uint64_t i, bool stores, BatchPair& pair,
                                 PairProblem<T>& problem) {
  pair = load_pair(batch, i);
  const Status status = make_problem(batch.shapes, pair.shape_a, pair.shape_b, pair.pose, pair.alert, problem);
  if (status == Status::converged) return true;
  if (stores) batch_detail::store(batch.out, i, query_detail::empty_contact<T>(status));
  return false;
}

/// The sorted order, GJK's results in it, and the lists of deferred pairs: by their slot in the order those that go on
/// from GJK's result, by their number those that are asked again. Data only.
template <class T>
struct Deferred {
  const std::uint32_t* order;
  GjkResult<T>* gjk;
  IndexList boxes, shallow, deeper, rest, doubtful;
};

template <class T>
ABUT_INLINE CachedPolytope* cache_of(const QueryBatch<T>& batch, std::uint64_t i) {
  return batch.cache != nullptr ? batch.cache + i : nullptr;
}

/// GJK on pairs of two vertex sets. `Vertices<Tile>`: how a tile looks at one.
template <class T, template <class> class Vertices>
struct SearchGjk {
  QueryBatch<T> batch;
  Deferred<T> lists;

  template <class Tile>
  ABUT_HD void operator()(std::uint64_t slot, const Tile& tile) const {
    const std::uint64_t i = lists.order[slot];
    const bool first = tile.rank() == 0;
    GjkResult<T> found;
    found.end = GjkEnd::no_problem;
    BatchPair pair;
    PairProblem<T> problem;
    if (load_problem(batch, i, first, pair, problem)) {
      const TileDifference<T, Vertices<Tile>, Tile> support(problem.a.vertices, problem.b.vertices, problem.pose, tile);
      search_gjk(problem, support, cache_of(batch, i), found);
    }
    if (!first) return;
    lists.gjk[slot] = found;
    if (found.end == GjkEnd::capped) return lists.rest.append(i);
    if (found.end != GjkEnd::cached && found.end != GjkEnd::overlap) return;
    const bool boxes = problem.a.header->kind == ShapeKind::box && problem.b.header->kind == ShapeKind::box;
    (boxes ? lists.boxes : lists.shallow).append(slot);
  }
};

/// The support mapping of a problem that stays in memory: registers are for what is done with its points.
template <class T>
struct SupportInMemory {
  using SimplexData = SimplexIds;
  const PairProblem<T>& problem;
  const RelativePose<T>& pose;

  ABUT_HD SupportPoint<T> operator()(Vec3<T> u) const { return vertex_difference<LinearScan>(problem)(u); }
  ABUT_HD SupportPoint<T> point(std::uint32_t id_a, std::uint32_t id_b) const {
    return vertex_difference<LinearScan>(problem).point(id_a, id_b);
  }
};

/// Goes on with pair `i` by `ask(problem, cache, state)`, which sets the state and asks a stage, and stores the record
/// of an answer. A float answer that rounding left open is none.
template <class T, class Ask>
ABUT_INLINE Outcome go_on(const QueryBatch<T>& batch, std::uint64_t i, const Ask& ask) {
  PairProblem<T> problem;
  {
    BatchPair pair;
    load_problem(batch, i, false, pair, problem);
  }
  query_detail::CoreSearch<T> found = query_detail::no_search<T>();
  GjkEndState<T, SimplexIds> q(found, nullptr);
  const Outcome outcome = ask(problem, q);
  if (outcome != Outcome::done) return outcome;
  const QueryResult<T> result = query_detail::record_of(problem, found);
  if (sizeof(T) < sizeof(double) && result.needs_double) return Outcome::needs_double;
  CachedPolytope* const cache = cache_of(batch, i);
  if (q.kept != nullptr) {
    copy_kept(*q.kept, *cache);
  } else {
    query_detail::remember(q.gjk, cache);
    if (q.cores == Cores::overlapping) query_detail::remember_normal(cache, widen(q.found.core.normal));
  }
  store_result(batch, i, load_pair(batch, i), problem.pose, result);
  return Outcome::done;
}

/// Pairs that GJK found apart, or farther apart than the cut-off.
template <class T>
struct AnswerApart {
  static constexpr unsigned threads_per_block = 64;
  QueryBatch<T> batch;
  Deferred<T> lists;

  ABUT_HD void operator()(std::uint64_t slot) const {
    const GjkResult<T>& gjk = lists.gjk[slot];  // a copy would read what is not written: padding
    if (gjk.end != GjkEnd::apart && gjk.end != GjkEnd::beyond) return;
    const std::uint64_t i = lists.order[slot];
    const Outcome outcome = go_on(batch, i, [&](const PairProblem<T>& p, GjkEndState<T, SimplexIds>& q) {
      const SupportInMemory<T> support{p, p.pose};
      take_separation(gjk, p.size, q);
      return q.found.farther ? run_stage<FirstAttempt<>, Stage::beyond_cutoff>(p, support, q)
                             : run_stage<FirstAttempt<>, Stage::separation>(p, support, q);
    });
    // What the search in float has left in a cache is what the one in double starts from: that is for one thread.
    const bool in_double = outcome == Outcome::needs_double && sizeof(T) < sizeof(double) && batch.cache == nullptr;
    if (outcome != Outcome::done) (in_double ? lists.doubtful : lists.rest).append(i);
  }
};

/// Pairs apart whose record in float is in doubt: in double from the start, as far as the stage of pairs apart.
struct AnswerInDouble {
  static constexpr unsigned threads_per_block = 64;
  QueryBatch<float> batch;
  IndexList doubtful, rest;

  ABUT_HD void operator()(std::uint64_t k) const {
    const std::uint64_t i = doubtful.index[k];
    BatchPair pair;
    PairProblem<float> problem;
    load_problem(batch, i, false, pair, problem);
    const PairProblem<double, float> wide = widened(problem);
    const auto support = vertex_difference<LinearScan>(wide);
    GjkResult<double> gjk;
    search_gjk(wide, support, nullptr, gjk);
    if (gjk.end != GjkEnd::apart && gjk.end != GjkEnd::beyond) return rest.append(i);
    query_detail::CoreSearch<double> found = query_detail::no_search<double>();
    GjkEndState<double, SimplexIds> q(found, nullptr);
    take_separation(gjk, wide.size, q);
    const Outcome outcome = q.found.farther ? run_stage<FirstAttempt<>, Stage::beyond_cutoff>(wide, support, q)
                                            : run_stage<FirstAttempt<>, Stage::separation>(wide, support, q);
    if (outcome != Outcome::done) return rest.append(i);
    const QueryResult<float> result = narrowed(query_detail::record_of(wide, found), problem);
    store_result(batch, i, pair, problem.pose, result);
  }
};

/// Overlapping boxes.
template <class T>
struct AnswerBoxes {
  static constexpr unsigned threads_per_block = 64;
  QueryBatch<T> batch;
  Deferred<T> lists;

  ABUT_HD void operator()(std::uint64_t k) const {
    const std::uint32_t slot = lists.boxes.index[k];
    const std::uint64_t i = lists.order[slot];
    const Outcome outcome = go_on(batch, i, [&](const PairProblem<T>& p, GjkEndState<T, SimplexIds>& q) {
      if (lists.gjk[slot].end != GjkEnd::overlap) return Outcome::next;
      take_overlap(lists.gjk[slot], q);
      return run_stage<FirstAttempt<>, Stage::box_widths>(p, vertex_difference<LinearScan>(p), q);
    });
    if (outcome == Outcome::next) return lists.shallow.append(slot);
    if (outcome != Outcome::done) lists.rest.append(i);
  }
};

/// Overlaps by EPA in `Capacity`: those of `shallow` in the tiny one, those of `deeper` in the small one, which cached
/// polytopes need.
template <class T, class Capacity>
struct AnswerShallow {
  static constexpr unsigned threads_per_block = 64;
  static_assert(threads_per_block <= TinyCapacity::threads);
  static constexpr bool tiny = Capacity::vertices < CachedPolytope::most_vertices;
  QueryBatch<T> batch;
  Deferred<T> lists;

  ABUT_HD void operator()(std::uint64_t k) const {
    const std::uint32_t slot = (tiny ? lists.shallow : lists.deeper).index[k];
    const std::uint64_t i = lists.order[slot];
    CachedPolytope kept;  // written back only with the last word: whoever asks again starts from the same
    const Outcome outcome = go_on(batch, i, [&](const PairProblem<T>& p, GjkEndState<T, SimplexIds>& q) {
      const auto support = vertex_difference<LinearScan>(p);
      const bool overlaps = lists.gjk[slot].end == GjkEnd::overlap;
      if (tiny && !overlaps) return Outcome::next;
      if (batch.cache != nullptr) {
        copy_kept(batch.cache[i], kept);
        q.kept = &kept;
      }
      if (overlaps) {
        take_overlap(lists.gjk[slot], q);
        return run_stage<FirstAttempt<Capacity>, Stage::small_epa>(p, support, q);
      }
      if constexpr (tiny) {
        return Outcome::next;
      } else {
        return run_stage<FirstAttempt<Capacity>, Stage::cached_overlap>(p, support, q);
      }
    });
    if (outcome == Outcome::next && tiny) return lists.deeper.append(slot);
    if (outcome != Outcome::done) lists.rest.append(i);
  }
};

template <class T, int per_lane>
struct InRegisters {
  template <class Tile>
  using Vertices = RegisterVertices<T, per_lane, Tile>;
};
template <class T>
struct ReadBy {
  template <class Tile>
  using Vertices = ReadVertices<T, Tile>;
};

/// Pairs with a closed form.
template <class T>
struct ClosedPairs {
  static constexpr unsigned threads_per_block = 64;
  QueryBatch<T> batch;
  const std::uint32_t* order;
  IndexList rest;

  ABUT_HD void operator()(std::uint64_t slot) const {
    using namespace query_detail;
    const std::uint64_t i = order[slot];
    BatchPair pair;
    PairProblem<T> problem;
    if (!load_problem(batch, i, true, pair, problem)) return;
    CoreSearch<T> found;
    if (!closed_answer(problem, found)) return rest.append(i);
    const QueryResult<T> result = record_of(problem, found);
    if (sizeof(T) < sizeof(double) && result.needs_double) return rest.append(i);
    store_result(batch, i, pair, problem.pose, result);
    if (batch.cache != nullptr) clear(batch.cache[i]);
  }
};

/// Whether pairs intersect, and nothing else.
template <class T>
struct Intersects {
  static constexpr unsigned threads_per_block = 64;
  QueryBatch<T> batch;
  std::uint8_t* out;
  ABUT_HD void operator()(std::uint64_t i) const { out[i] = pair_intersects<T, LinearScan>(batch, i); }
};

struct AppendRest {
  const std::uint32_t* order;
  IndexList rest;
  ABUT_HD void operator()(std::uint64_t slot) const { rest.append(order[slot]); }
};

/// Threads answer the pairs of a list in full: one each, and who is free takes the next. `remaining`: for what runs out
/// of memory; without one its record says so.
template <class T>
struct FullAnswers {
  static constexpr unsigned threads_per_block = 32;
  QueryBatch<T> batch;
  IndexList list, remaining;
  std::uint64_t* taken;  ///< of the list, after each thread's first
  unsigned char* memory;
  std::size_t bytes_a_thread;
  FullCapacity capacity;

  /// Of how many threads, most of which may have no work.
  std::uint64_t count() const { return std::uint64_t{threads_per_block} * (capacity.threads / capacity.lanes); }
  ABUT_HD void operator()(std::uint64_t t) const {
    const auto lane = static_cast<std::uint32_t>(t % threads_per_block);
    if (lane >= capacity.lanes) return;
    const std::uint64_t thread = t / threads_per_block * capacity.lanes + lane;
    const EpaMemory mine{memory + thread * bytes_a_thread, capacity.vertices};
    for (std::uint64_t k = thread; k < *list.count; k = capacity.threads + atomic_add(taken, 1)) {
      const std::uint64_t i = list.index[k];
      const bool done = answer_pair<T, LinearScan>(batch, i, mine);
      if (!done && remaining.index != nullptr) remaining.append(i);
    }
  }
};

}  // namespace stages_detail

/// Answers `given`, all of which lies in the queue's memory. `count`: null, or how many of its pairs there are, in that
/// memory too; more than `given.pair_count` are none.
template <class T, class Queue>
void query_batch(Queue& queue, const QueryBatch<T>& given, const std::uint64_t* count, const QueryScratch<T>& s) {
  using namespace stages_detail;
  QueryBatch<T> batch = given;
  const std::uint64_t n = batch.pair_count;
  if (s.rows != nullptr && n >= batch.parts.count) {  // else most would be read once, as they are now
    queue.for_each(std::uint64_t{CopyPoses::threads_a_row} * batch.parts.count, CopyPoses(batch.parts, s.rows));
    batch.rows = s.rows;
  }
  queue.fill(s.counts, QueryScratch<T>::counters, 0);
  queue.for_each(n, Classify<T>{batch, count, s});
  const auto binned = sort(queue, s.binned, n, 4);
  queue.for_each(bin_count, FindBins{binned.keys, n, s.bin_begin});
  const std::uint32_t* const order = binned.values;
  const auto range = [&](Bin bin) { return s.bin_begin + static_cast<int>(bin); };

  const ClosedPairs<T> closed{batch, order, s.rest};
  for (const Bin bin : {Bin::two_points, Bin::two_segments, Bin::point_and_solid}) {
    queue.for_each_between(range(bin), range(bin) + 1, n, closed);
  }
  // Vertices that a lane has in registers: 96 registers' worth of both shapes.
  constexpr int per_lane = sizeof(T) < sizeof(double) ? 16 : 8;
  const Deferred<T> deferred{order, s.gjk, s.boxes, s.shallow, s.deeper, s.rest, s.doubtful};
  const SearchGjk<T, InRegisters<T, 8>::template Vertices> eight{batch, deferred};
  const SearchGjk<T, InRegisters<T, per_lane>::template Vertices> more{batch, deferred};
  const SearchGjk<T, ReadBy<T>::template Vertices> many{batch, deferred};
  queue.template for_each_tile<1>(range(Bin::up_to_8), range(Bin::up_to_8) + 1, n, eight);
  queue.template for_each_tile<16 / per_lane>(range(Bin::up_to_16), range(Bin::up_to_16) + 1, n, more);
  queue.template for_each_tile<32 / per_lane>(range(Bin::up_to_32), range(Bin::up_to_32) + 1, n, more);
  queue.template for_each_tile<64 / per_lane>(range(Bin::up_to_64), range(Bin::up_to_64) + 1, n, more);
  queue.template for_each_tile<128 / per_lane>(range(Bin::up_to_128), range(Bin::up_to_128) + 1, n, more);
  queue.template for_each_tile<32>(range(Bin::larger), range(Bin::larger) + 1, n, many);
  // Bins from here to `rest` follow one another.
  queue.for_each_between(range(Bin::up_to_8), range(Bin::rest), n, AnswerApart<T>{batch, deferred});
  queue.for_each_between(range(Bin::rest), range(Bin::none), n, AppendRest{order, s.rest});
  if constexpr (sizeof(T) < sizeof(double)) {
    if (batch.cache == nullptr) queue.for_each_of(s.doubtful.count, n, AnswerInDouble{batch, s.doubtful, s.rest});
  }

  queue.for_each_of(s.boxes.count, n, AnswerBoxes<T>{batch, deferred});
  queue.for_each_of(s.shallow.count, n, AnswerShallow<T, TinyCapacity>{batch, deferred});
  queue.for_each_of(s.deeper.count, n, AnswerShallow<T, SmallCapacity>{batch, deferred});
  std::uint64_t* taken = s.counts + 7;
  const auto full = [&](const FullCapacity& capacity, const IndexList& list, const IndexList& remaining) {
    const std::size_t bytes = QueryScratch<T>::bytes_a_thread(capacity);
    const FullAnswers<T> body{batch, list, remaining, taken++, s.epa_memory, bytes, capacity};
    queue.for_each(body.count(), body);
  };
  full(low_capacity, s.rest, s.hard);
  full(middle_capacity, s.hard, s.hardest);
  full(high_capacity, s.hardest, IndexList{nullptr, nullptr});
}

/// Sets `out` to 1 for each pair that intersects, to 0 for the others.
template <class T, class Queue>
void intersect_batch(Queue& queue, const QueryBatch<T>& batch, std::uint8_t* out) {
  queue.for_each(batch.pair_count, stages_detail::Intersects<T>{batch, out});
}

}  // namespace abut::device
