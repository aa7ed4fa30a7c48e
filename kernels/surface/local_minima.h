// All local minima of the distance to surfaces, in stages: each of some threads takes every so many queries, searches
// and counts; the numbers are summed; the threads search again and write. What a search keeps is too much for a
// thread's own memory, so each thread has a part of the workspace.
#pragma once

#include "kernels/backend.h"
#include "kernels/support/queue.h"

namespace abut::device {

/// Threads at most.
inline constexpr std::uint64_t most_minima_threads = 4096;
inline constexpr std::uint32_t most_open_places = 64;

/// What a batch needs besides its arrays.
template <class T>
struct MinimaScratch {
  std::uint64_t threads;
  FoundMinimum<T>* minima;  ///< `most` a thread
  Vec3<T>* open;
  T* numbers;
  std::size_t temporary_bytes;
  unsigned char* temporary;

  template <class Queue>
  MinimaScratch(Workspace& w, const Queue& queue, std::uint64_t count, std::uint32_t most)
      : threads(count < most_minima_threads ? count : most_minima_threads),
        minima(w.take<FoundMinimum<T>>(threads * most)),
        open(w.take<Vec3<T>>(threads * most_open_places)),
        numbers(w.take<T>(threads * std::uint64_t{most_search_numbers})),
        temporary_bytes(queue.scan_bytes(count + 1)),
        temporary(w.take<unsigned char>(temporary_bytes)) {}
};

namespace minima_stage_detail {

/// The queries of one thread.
template <class T>
struct MinimaThreads {
  backend::LocalMinimaSearch<T> search;
  MinimaScratch<T> scratch;

  ABUT_HD MinimaRoom<T> room_of(std::uint64_t thread) const {
    const std::uint32_t most = search.options.most;
    return {scratch.minima + thread * most, most, scratch.open + thread * most_open_places, most_open_places,
            scratch.numbers + thread * std::uint64_t{most_search_numbers}};
  }
  ABUT_HD MinimaFound ask(std::uint64_t i, const MinimaRoom<T>& room) const {
    const std::uint32_t k = search.queries.surfaces[i];
    if (k >= search.surfaces.count) return {0, Status::degenerate_shape, false, 0};
    return answer_minima_query<FourScalars<T>>(search.surfaces.of[k], search.queries.points[i], search.options, room);
  }
};

template <class T>
struct CountMinima {
  static constexpr unsigned threads_per_block = 64;  // as `FindClosestPoint`
  MinimaThreads<T> of;
  ABUT_HD void operator()(std::uint64_t thread) const {
    using batch_detail::put;
    const LocalMinimaView<T>& out = of.search.out;
    const MinimaRoom<T> room = of.room_of(thread);
    for (std::uint64_t i = thread; i < of.search.queries.count; i += of.scratch.threads) {
      const MinimaFound found = of.ask(i, room);
      out.offsets[i] = found.count;
      put(out.status, i, static_cast<std::uint8_t>(found.status)), put(out.rectangles, i, found.rectangles);
    }
  }
};

template <class T>
struct WriteMinima {
  static constexpr unsigned threads_per_block = 64;
  MinimaThreads<T> of;
  ABUT_HD void operator()(std::uint64_t thread) const {
    const LocalMinimaView<T>& out = of.search.out;
    if (out.offsets[of.search.queries.count] > out.capacity) return;
    const MinimaRoom<T> room = of.room_of(thread);
    for (std::uint64_t i = thread; i < of.search.queries.count; i += of.scratch.threads) {
      if (out.offsets[i + 1] == out.offsets[i]) continue;
      const MinimaFound found = of.ask(i, room);
      const SurfaceView<T>& surface = of.search.surfaces.of[of.search.queries.surfaces[i]];
      for (std::uint32_t k = 0; k < found.count; ++k) put_minimum(surface, room.minima[k], out, out.offsets[i] + k);
    }
  }
};

}  // namespace minima_stage_detail

template <class T, class Queue>
void find_local_minima(Queue& queue, const backend::LocalMinimaSearch<T>& search, const MinimaScratch<T>& s) {
  using namespace minima_stage_detail;
  const std::uint64_t count = search.queries.count;
  queue.fill(search.out.offsets, count + 1, 0);
  queue.for_each(s.threads, CountMinima<T>{{search, s}});
  queue.scan(search.out.offsets, count + 1, s.temporary, s.temporary_bytes);
  queue.for_each(s.threads, WriteMinima<T>{{search, s}});
}

}  // namespace abut::device
