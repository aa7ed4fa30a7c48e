// A batch of pair queries in stages, so that the threads of a warp do one kind of work:
//
//   1. Pairs are sorted, stably, by what answers them: a closed form, or GJK by tiles of threads that suit the larger
//   of
//      two vertex sets, or neither.
//   2. Closed forms, and GJK by tiles; then the records of what GJK found apart, a thread a pair (abut/narrow/apart.h).
//      What overlaps, and what is left in doubt, goes to a list each.
//   3. Overlaps get EPA in little room.
//   4. All that is left is answered in full: first by many threads with little memory, what runs out of it by few with
//      much.
//
// Every stage is enqueued whatever the batch holds: its numbers stay on the device. Lists are filled in any order; an
// answer does not depend on its place.
#pragma once

#include "abut/core/workspace.h"
#include "abut/narrow/apart.h"
#include "abut/narrow/batch.h"
#include "kernels/narrow/tile_scan.h"
#include "kernels/support/atomics.h"
#include "kernels/support/queue.h"

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

/// Positions in the order of the batch, and how many. Data only.
struct IndexList {
  std::uint32_t* index;
  std::uint64_t* count;

  ABUT_HD void append(std::uint64_t i) const { index[Atomics{}.add(count, 1)] = static_cast<std::uint32_t>(i); }
};

/// What EPA has in the last stage: so many threads with room for so many vertices each.
struct FullRoom {
  std::uint32_t threads, vertices;
};
/// About half of what a large device runs at once with 255 registers a thread; then few, with all the room there is.
inline constexpr FullRoom little_room{16384, 16}, much_room{256, 2048};

/// Measured on grains: few overlapping pairs that EPA's little room does not finish need more than 16 vertices.
inline constexpr std::uint32_t overlap_vertices = 16;

/// What a batch needs besides its arrays. Data only.
template <class T>
struct QueryScratch {
  ApartState<T>* apart;  ///< by place in the sorted order
  std::uint8_t *bin, *spare_bin;
  std::uint32_t *order, *spare_order;
  std::uint64_t* bin_begin;  ///< one more than there are bins
  std::uint64_t* counts;     ///< of the lists
  IndexList overlaps, rest, hard;
  unsigned char* room;
  unsigned char* temporary;
  std::size_t temporary_bytes;

  template <class Queue>
  QueryScratch(Workspace& w, const Queue& queue, std::uint64_t pairs)
      : apart(w.take<ApartState<T>>(pairs)),
        bin(w.take<std::uint8_t>(pairs)),
        spare_bin(w.take<std::uint8_t>(pairs)),
        order(w.take<std::uint32_t>(pairs)),
        spare_order(w.take<std::uint32_t>(pairs)),
        bin_begin(w.take<std::uint64_t>(bin_count + 1)),
        counts(w.take<std::uint64_t>(3)),
        overlaps{w.take<std::uint32_t>(pairs), counts},
        rest{w.take<std::uint32_t>(pairs), counts + 1},
        hard{w.take<std::uint32_t>(pairs), counts + 2},
        room(w.take<unsigned char>(room_bytes())),
        temporary_bytes(queue.template sort_bytes<std::uint8_t, std::uint32_t>(pairs)) {
    temporary = w.take<unsigned char>(temporary_bytes);
  }

  /// A float query that is in doubt is answered in double in the same memory.
  static std::size_t bytes_a_thread(const FullRoom& r) {
    return (polytope_bytes<double>(r.vertices) + Workspace::alignment - 1) / Workspace::alignment *
           Workspace::alignment;
  }
  static std::size_t room_bytes() {
    const std::size_t little = little_room.threads * bytes_a_thread(little_room);
    const std::size_t much = much_room.threads * bytes_a_thread(much_room);
    return little > much ? little : much;
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

template <class T>
struct Classify {
  QueryBatch<T> batch;
  const std::uint64_t* count;  ///< null, or how many pairs there are; more than the batch holds: none
  QueryScratch<T> s;
  ABUT_HD void operator()(std::uint64_t i) const {
    s.order[i] = static_cast<std::uint32_t>(i);
    const bool there = count == nullptr || (i < *count && *count <= batch.pair_count);
    Bin bin = Bin::none;
    if (there) {
      const Pair shapes = shapes_of(batch, i);
      bin = bin_of(batch.shapes.headers[shapes.a], batch.shapes.headers[shapes.b]);
    }
    s.bin[i] = static_cast<std::uint8_t>(bin);
  }
};

/// Where each bin begins in the sorted order.
struct FindBins {
  const std::uint8_t* bin;
  std::uint64_t pairs;
  std::uint64_t* begin;
  ABUT_HD void operator()(std::uint64_t i) const {
    std::uint64_t lo = 0, hi = pairs;
    while (lo < hi) {
      const std::uint64_t middle = lo + (hi - lo) / 2;
      if (bin[middle] < i) {
        lo = middle + 1;
      } else {
        hi = middle;
      }
    }
    begin[i] = lo;
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

/// Marks a place whose pair needs no `AnswerApart`: no simplex has no point.
template <class T>
ABUT_HD inline void set_nothing_apart(ApartState<T>& s) {
  s.used = s.farther = 0;
}

/// GJK on pairs of two vertex sets. `Vertices<Tile>`: how a tile looks at one.
template <class T, template <class> class Vertices>
struct SearchApart {
  QueryBatch<T> batch;
  const std::uint32_t* order;
  ApartState<T>* apart;
  IndexList overlaps, rest;

  template <class Tile>
  ABUT_HD void operator()(std::uint64_t slot, const Tile& tile) const {
    const std::uint64_t i = order[slot];
    const bool first = tile.rank() == 0;
    ApartState<T> found;
    set_nothing_apart(found);
    BatchPair pair;
    PairProblem<T> problem;
    Left left = Left::nothing;
    if (load_problem(batch, i, first, pair, problem)) {
      const TileDifference<T, Vertices<Tile>, Tile> support(problem.a.vertices, problem.b.vertices, problem.pose, tile);
      left = search_apart(problem, support, batch.cache != nullptr ? batch.cache + i : nullptr, found);
    }
    if (!first) return;
    apart[slot] = found;
    if (left != Left::nothing) (left == Left::overlap ? overlaps : rest).append(i);
  }
};

/// The support mapping of a problem that stays in memory: registers are for what is done with its points.
template <class T>
struct SupportInMemory {
  using KeptPoints = KeepIds;
  const PairProblem<T>& problem;
  const RelativePose<T>& pose;

  ABUT_HD SupportPoint<T> operator()(Vec3<T> u) const { return vertex_difference<LinearScan>(problem)(u); }
  ABUT_HD SupportPoint<T> point(std::uint32_t id_a, std::uint32_t id_b) const {
    return vertex_difference<LinearScan>(problem).point(id_a, id_b);
  }
};

/// The records of what GJK found apart.
template <class T>
struct AnswerApart {
  static constexpr unsigned threads_per_block = 128;
  QueryBatch<T> batch;
  const std::uint32_t* order;
  const ApartState<T>* apart;
  IndexList overlaps, rest;

  ABUT_HD void operator()(std::uint64_t slot) const {
    const ApartState<T> found = apart[slot];
    if (found.used == 0 && found.farther == 0) return;
    const std::uint64_t i = order[slot];
    PairProblem<T> problem;
    {
      BatchPair pair;
      load_problem(batch, i, false, pair, problem);
    }
    QueryResult<T> result;
    const Left left = answer_apart(problem, SupportInMemory<T>{problem, problem.pose}, found,
                                   batch.cache != nullptr ? batch.cache + i : nullptr, result);
    if (left != Left::nothing) return (left == Left::overlap ? overlaps : rest).append(i);
    store_result(batch, i, load_pair(batch, i), problem.pose, result);
  }
};

template <class T, int per_lane>
struct KeptBy {
  template <class Tile>
  using Vertices = KeptVertices<T, per_lane, Tile>;
};
template <class T>
struct ReadBy {
  template <class Tile>
  using Vertices = ReadVertices<T, Tile>;
};

/// Pairs with a closed form.
template <class T>
struct ClosedPairs {
  QueryBatch<T> batch;
  const std::uint32_t* order;
  IndexList rest;

  ABUT_HD void operator()(std::uint64_t slot) const {
    using namespace query_detail;
    const std::uint64_t i = order[slot];
    BatchPair pair;
    PairProblem<T> problem;
    if (!load_problem(batch, i, true, pair, problem)) return;
    CoreSearch<T> found{no_answer<T>(), false, false, 0, 0};
    if (!closed_answer(problem, found)) return rest.append(i);
    const QueryResult<T> result = record_of(problem, found);
    if (sizeof(T) < sizeof(double) && result.doubtful) return rest.append(i);
    store_result(batch, i, pair, problem.pose, result);
    if (batch.cache != nullptr) clear(batch.cache[i]);
  }
};

struct AppendRest {
  const std::uint32_t* order;
  IndexList rest;
  ABUT_HD void operator()(std::uint64_t slot) const { rest.append(order[slot]); }
};

template <class T>
struct OverlappingPairs {
  static constexpr unsigned threads_per_block = 128;
  QueryBatch<T> batch;
  IndexList overlaps, rest;
  ABUT_HD void operator()(std::uint64_t k) const {
    alignas(16) unsigned char memory[polytope_bytes<T>(overlap_vertices)];
    const std::uint64_t i = overlaps.index[k];
    if (!answer_pair<T, LinearScan, Effort::quick>(batch, i, EpaMemory{memory, overlap_vertices})) rest.append(i);
  }
};

/// Thread `t` of `room.threads` answers every so many of the list in full. `left`: for what runs out of memory; without
/// one its record says so.
template <class T>
struct FullAnswers {
  static constexpr unsigned threads_per_block = 32;
  QueryBatch<T> batch;
  IndexList list, left;
  unsigned char* memory;
  std::size_t bytes_a_thread;
  FullRoom room;
  ABUT_HD void operator()(std::uint64_t t) const {
    const EpaMemory mine{memory + t * bytes_a_thread, room.vertices};
    for (std::uint64_t k = t; k < *list.count; k += room.threads) {
      const std::uint64_t i = list.index[k];
      const bool done = answer_pair<T, LinearScan, Effort::full>(batch, i, mine);
      if (!done && left.index != nullptr) left.append(i);
    }
  }
};

}  // namespace stages_detail

/// Answers `batch`, all of which lies in the queue's memory. `count`: null, or how many of its pairs there are, in that
/// memory too; more than `batch.pair_count` are none.
template <class T, class Queue>
void query_batch(Queue& queue, const QueryBatch<T>& batch, const std::uint64_t* count, const QueryScratch<T>& s) {
  using namespace stages_detail;
  const std::uint64_t n = batch.pair_count;
  queue.fill(s.counts, 3, 0);
  queue.for_each(n, Classify<T>{batch, count, s});
  SortBuffers<std::uint8_t, std::uint32_t> binned{s.bin, s.spare_bin, s.order, s.spare_order, n, 4};
  queue.sort(binned, s.temporary, s.temporary_bytes);
  queue.for_each(bin_count + 1, FindBins{binned.keys, n, s.bin_begin});
  const std::uint32_t* const order = binned.values;
  const auto range = [&](Bin bin) { return s.bin_begin + static_cast<int>(bin); };

  const ClosedPairs<T> closed{batch, order, s.rest};
  for (const Bin bin : {Bin::two_points, Bin::two_segments, Bin::point_and_solid}) {
    queue.for_each_between(range(bin), range(bin) + 1, n, closed);
  }
  // Vertices that a lane keeps: 96 registers' worth of both shapes.
  constexpr int kept = sizeof(T) < sizeof(double) ? 16 : 8;
  const SearchApart<T, KeptBy<T, 8>::template Vertices> eight{batch, order, s.apart, s.overlaps, s.rest};
  const SearchApart<T, KeptBy<T, kept>::template Vertices> more{batch, order, s.apart, s.overlaps, s.rest};
  const SearchApart<T, ReadBy<T>::template Vertices> many{batch, order, s.apart, s.overlaps, s.rest};
  queue.template for_each_tile<1>(range(Bin::up_to_8), range(Bin::up_to_8) + 1, n, eight);
  queue.template for_each_tile<16 / kept>(range(Bin::up_to_16), range(Bin::up_to_16) + 1, n, more);
  queue.template for_each_tile<32 / kept>(range(Bin::up_to_32), range(Bin::up_to_32) + 1, n, more);
  queue.template for_each_tile<64 / kept>(range(Bin::up_to_64), range(Bin::up_to_64) + 1, n, more);
  queue.template for_each_tile<128 / kept>(range(Bin::up_to_128), range(Bin::up_to_128) + 1, n, more);
  queue.template for_each_tile<32>(range(Bin::larger), range(Bin::larger) + 1, n, many);
  // Bins from here to `rest` follow one another.
  queue.for_each_between(range(Bin::up_to_8), range(Bin::rest), n,
                         AnswerApart<T>{batch, order, s.apart, s.overlaps, s.rest});
  queue.for_each_between(range(Bin::rest), range(Bin::none), n, AppendRest{order, s.rest});

  queue.for_each_of(s.overlaps.count, n, OverlappingPairs<T>{batch, s.overlaps, s.rest});
  const auto full = [&](const FullRoom& room, const IndexList& list, const IndexList& left) {
    queue.for_each(room.threads,
                   FullAnswers<T>{batch, list, left, s.room, QueryScratch<T>::bytes_a_thread(room), room});
  };
  full(little_room, s.rest, s.hard);
  full(much_room, s.hard, IndexList{nullptr, nullptr});
}

}  // namespace abut::device
