// Contact patches of a batch of pairs, in stages:
//
//   1. Many threads with a little memory each find the patches of all pairs. What runs out of it goes to a list.
//   2. Few threads with much memory answer the list; what runs out even there is counted.
//   3. The numbers of points are summed up, and the points, which were put together in any order, go where they belong.
//
// Every stage is enqueued whatever the batch holds: its numbers stay on the device.
#pragma once

#include "abut/contacts/matching.h"
#include "abut/contacts/patch_batch.h"
#include "abut/core/atomic.h"
#include "abut/core/workspace.h"
#include "kernels/support/index_list.h"

namespace abut::device {

/// So many threads with a capacity of so many corners, facets or edges each.
struct PatchStage {
  std::uint32_t threads, capacity;
};
/// About half of what a large device runs at once with 255 registers a thread; boxes and most hulls need no more.
inline constexpr PatchStage first_patches{16384, 24};
inline constexpr std::uint32_t last_patch_threads = 256;

/// What a batch needs besides its arrays. Data only.
template <class T>
struct PatchScratch {
  PatchSizes sizes;
  std::uint64_t* counts;  ///< of the list and of the points found
  IndexList hard;         ///< pairs that run out of little memory
  std::uint64_t* found_at;
  PatchPoint<T>* found;  ///< points of all pairs: those of pair i from found_at[i] on
  std::size_t temporary_bytes;
  unsigned char* temporary;
  unsigned char* memory;

  template <class Queue>
  PatchScratch(Workspace& w, const Queue& queue, const PatchSizes& of)
      : sizes(of),
        counts(w.take<std::uint64_t>(2)),
        hard{w.take<std::uint32_t>(of.pairs), counts},
        found_at(w.take<std::uint64_t>(of.pairs)),
        found(w.take<PatchPoint<T>>(of.points)),
        temporary_bytes(queue.scan_bytes(of.pairs + 1)),
        temporary(w.take<unsigned char>(temporary_bytes)),
        memory(w.take<unsigned char>(memory_bytes(of))) {}

  static PatchStage few_enough(PatchStage stage, std::uint64_t pairs) {
    if (pairs < stage.threads) stage.threads = static_cast<std::uint32_t>(pairs);
    return stage;
  }
  static std::size_t bytes_of_stage(PatchStage stage, const PatchSizes& of) {
    stage = few_enough(stage, of.pairs);
    return stage.threads * patch_scratch_bytes<T>(stage.capacity, of.overlap);
  }
  static std::size_t memory_bytes(const PatchSizes& of) {
    const std::size_t first = bytes_of_stage(first_patches, of),
                      last = bytes_of_stage({last_patch_threads, of.capacity}, of);
    return first > last ? first : last;
  }
};

namespace patches_detail {

/// Thread `t` of `stage.threads` finds every so many patches: of all pairs, or of those in the list.
template <class T, bool last>
struct FindPatches {
  static constexpr unsigned threads_per_block = 64;
  QueryBatch<T> batch;
  const std::uint64_t* count;
  PatchRequest request;
  bool move_points;
  PatchesView<T> out;
  PatchStage stage;
  IndexList hard;
  std::uint64_t* found_at;
  PatchPoint<T>* found;
  std::uint64_t* found_count;
  std::uint64_t found_capacity;
  unsigned char* memory;
  std::size_t bytes_a_thread;

  /// Where points do not fit, the caller's array is too short too.
  ABUT_HD void store_points(std::uint64_t i, const PatchPoint<T>* points, std::uint32_t n) const {
    if (out.offsets == nullptr) return;
    out.offsets[i] = n;
    if (found_capacity == 0) return;
    const std::uint64_t at = atomic_add(found_count, n);
    found_at[i] = at;
    if (at + n > found_capacity) return;
    for (std::uint32_t k = 0; k < n; ++k) found[at + k] = points[k];
  }
  ABUT_HD void operator()(std::uint64_t t) const {
    const PairPatchScratch<T> scratch =
        patch_scratch_in<T>(memory + t * bytes_a_thread, stage.capacity, request.overlap);
    const std::uint64_t n = last ? *hard.count : listed(count, batch.pair_count);
    for (std::uint64_t k = t; k < n; k += stage.threads) {
      const std::uint64_t i = last ? hard.index[k] : k;
      PatchRecord<T> patch;
      const bool answered = answer_patch(batch, i, request, scratch, patch);
      if (!answered && !last) {
        hard.append(i);
        continue;
      }
      if (!answered) {
        patch = unanswered_patch<T>();
        if (out.unanswered != nullptr) atomic_add(out.unanswered, 1);
      }
      store_patch(batch, out, i, move_points, patch);
      store_points(i, scratch.points, patch.count);
    }
  }
};

/// The points of one pair to their places.
template <class T>
struct PlacePoints {
  PatchesView<T> out;
  std::uint64_t pairs;
  const std::uint64_t* found_at;
  const PatchPoint<T>* found;
  ABUT_HD void operator()(std::uint64_t i) const {
    if (out.offsets[pairs] > out.capacity) return;
    const std::uint64_t begin = out.offsets[i], n = out.offsets[i + 1] - begin;
    for (std::uint64_t k = 0; k < n; ++k) store_point(out, begin + k, found[found_at[i] + k]);
  }
};

/// A pair with a shape that has no volume.
template <class T>
struct FindNoVolume {
  QueryBatch<T> batch;
  const std::uint64_t* count;
  std::uint64_t* lowest;
  ABUT_HD void operator()(std::uint64_t i) const {
    if (i >= listed(count, batch.pair_count)) return;
    const Pair shapes = shapes_of(batch, i);
    const ShapeHeader* const headers = batch.shapes.headers;
    if (!has_volume(headers[shapes.a]) || !has_volume(headers[shapes.b])) atomic_lower(lowest, i);
  }
};

}  // namespace patches_detail

/// The patches of `batch`, whose records are in `batch.out`; all of it lies in the queue's memory. `count`: null, or
/// how many of its pairs there are, in that memory too; more than `batch.pair_count` are none.
template <class T, class Queue>
void find_patches(Queue& queue, const QueryBatch<T>& batch, const std::uint64_t* count, const PatchOptions& options,
                  const PatchesView<T>& out, const PatchScratch<T>& s) {
  using namespace patches_detail;
  const std::uint64_t n = batch.pair_count;
  queue.fill(s.counts, 2, 0);
  if (out.unanswered != nullptr) queue.fill(out.unanswered, 1, 0);
  if (out.offsets != nullptr) queue.fill(out.offsets, n + 1, 0);
  const PatchRequest request{options.margin, options.most_points, wants_overlap(out)};
  const auto find = [&]<bool last>(PatchStage stage) {
    stage = PatchScratch<T>::few_enough(stage, n);
    queue.for_each(stage.threads, FindPatches<T, last>{batch, count, request, options.move_points, out, stage, s.hard,
                                                       s.found_at, s.found, s.counts + 1, s.sizes.points, s.memory,
                                                       patch_scratch_bytes<T>(stage.capacity, request.overlap)});
  };
  find.template operator()<false>(first_patches);
  find.template operator()<true>({last_patch_threads, options.capacity});
  if (out.offsets != nullptr) queue.scan(out.offsets, n + 1, s.temporary, s.temporary_bytes);
  if (out.needed != nullptr) queue.copy(out.needed, out.offsets + n, 1);
  if (s.sizes.points > 0) queue.for_each(n, PlacePoints<T>{out, n, s.found_at, s.found});
}

}  // namespace abut::device
