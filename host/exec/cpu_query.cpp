// The `Cpu` executor of pair queries: arguments checked, poses in rows, oneTBB over ranges of the batch.
#include <tbb/blocked_range.h>
#include <tbb/enumerable_thread_specific.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <memory>
#include <new>

#include "abut/core/error.h"
#include "abut/detect.h"
#include "host/exec/arena.h"
#include "host/exec/batches.h"
#include "host/exec/instruction_set.h"
#include "host/exec/pair_checks.h"

namespace abut {
namespace {

/// One thread's memory for EPA. Most pairs need room for some tens of vertices.
class ThreadEpaMemory {
 public:
  static constexpr std::uint32_t first_capacity = 256;

  GrowingEpaMemory growing() {
    if (capacity_ == 0) resize(first_capacity);
    return {{data_.get(), capacity_}, &ThreadEpaMemory::grow, this};
  }

 private:
  static bool grow(GrowingEpaMemory* memory) {
    auto* self = static_cast<ThreadEpaMemory*>(memory->owner);
    if (self->capacity_ >= max_polytope_vertices) return false;
    self->resize(self->capacity_ * 2);
    memory->memory = {self->data_.get(), self->capacity_};
    return true;
  }
  void resize(std::uint32_t capacity) {
    data_ = std::make_unique<std::byte[]>(polytope_bytes<double>(capacity));
    capacity_ = capacity;
  }
  std::unique_ptr<std::byte[]> data_;
  std::uint32_t capacity_ = 0;
};

template <class T>
void run(const Cpu& cpu, const QueryBatch<T>& batch) {
  const QueryRangeTable& table = query_range_table(chosen_instruction_set());
  const int threads = host::thread_count(cpu);
  tbb::enumerable_thread_specific<ThreadEpaMemory> memories;
  // Queries differ in cost by a factor of a hundred: several ranges a thread keep the cores evenly busy. Within a range
  // like pairs share packs, so it should not be small.
  const std::uint64_t part = batch.pair_count / (8 * static_cast<std::uint64_t>(threads));
  const std::uint64_t grain = std::clamp<std::uint64_t>(part, 64, 1024);
  host::in_arena(threads, [&] {
    tbb::parallel_for(tbb::blocked_range<std::uint64_t>(0, batch.pair_count, grain), [&](const auto& range) {
      GrowingEpaMemory memory = memories.local().growing();
      if constexpr (std::is_same_v<T, float>) {
        table.f32(batch, range.begin(), range.end(), memory);
      } else {
        table.f64(batch, range.begin(), range.end(), memory);
      }
    });
  });
}

/// A row a part where parts are met more than once and packs read them, else null; null too where memory is short: rows
/// save time only.
std::unique_ptr<PartRow[]> part_rows(const Cpu& cpu, const PartsView& parts, std::size_t pair_count) {
  if (pair_count < parts.count || chosen_instruction_set() == InstructionSet::scalar) return nullptr;
  std::unique_ptr<PartRow[]> rows(new (std::nothrow) PartRow[parts.count]);
  if (rows == nullptr) return rows;
  host::in_arena(cpu, [&] {
    tbb::parallel_for(tbb::blocked_range<std::uint32_t>(0, parts.count, 4096), [&](const auto& range) {
      for (std::uint32_t i = range.begin(); i < range.end(); ++i) rows[i] = part_row(parts, i);
    });
  });
  return rows;
}

}  // namespace

template <class T>
void query_pairs(const Cpu& cpu, const ShapeSetView<T>& shapes, const PartsView& parts, std::span<const Pair> pairs,
                 const QueryOptions& options, const ContactsView<T>& out) {
  host::check_alert_distance(options.alert_distance);
  host::check_pairs(cpu, "query_pairs", shapes.count, parts, pairs);
  const std::unique_ptr<PartRow[]> rows = part_rows(cpu, parts, pairs.size());
  QueryBatch<T> batch = host::batch_of_parts(shapes, parts, pairs, options, out);
  batch.rows = rows.get();
  run(cpu, batch);
}

template <class T>
void query_shape_pairs(const Cpu& cpu, const ShapeSetView<T>& shapes, std::span<const Pair> shape_pairs,
                       const RelativePosesView& poses, const QueryOptions& options, const ContactsView<T>& out) {
  host::check_alert_distance(options.alert_distance);
  host::check_shape_pairs(cpu, "query_shape_pairs", shapes.count, shape_pairs, poses);
  run(cpu, host::batch_of_shapes(shapes, shape_pairs, poses, options, out));
}

template <class T>
void intersect_pairs(const Cpu& cpu, const ShapeSetView<T>& shapes, const PartsView& parts, std::span<const Pair> pairs,
                     std::span<std::uint8_t> out) {
  host::check_pairs(cpu, "intersect_pairs", shapes.count, parts, pairs);
  host::check_output_size("intersect_pairs", out.size(), pairs.size());
  const QueryBatch<T> batch = host::batch_of_parts<T>(shapes, parts, pairs);
  const QueryRangeTable& table = query_range_table(chosen_instruction_set());
  host::in_arena(cpu, [&] {
    tbb::parallel_for(tbb::blocked_range<std::uint64_t>(0, pairs.size(), 64), [&](const auto& range) {
      if constexpr (std::is_same_v<T, float>) {
        table.intersects_f32(batch, range.begin(), range.end(), out.data());
      } else {
        table.intersects_f64(batch, range.begin(), range.end(), out.data());
      }
    });
  });
}

template void intersect_pairs<float>(const Cpu&, const ShapeSetView<float>&, const PartsView&, std::span<const Pair>,
                                     std::span<std::uint8_t>);
template void intersect_pairs<double>(const Cpu&, const ShapeSetView<double>&, const PartsView&, std::span<const Pair>,
                                      std::span<std::uint8_t>);
template void query_pairs<float>(const Cpu&, const ShapeSetView<float>&, const PartsView&, std::span<const Pair>,
                                 const QueryOptions&, const ContactsView<float>&);
template void query_pairs<double>(const Cpu&, const ShapeSetView<double>&, const PartsView&, std::span<const Pair>,
                                  const QueryOptions&, const ContactsView<double>&);
template void query_shape_pairs<float>(const Cpu&, const ShapeSetView<float>&, std::span<const Pair>,
                                       const RelativePosesView&, const QueryOptions&, const ContactsView<float>&);
template void query_shape_pairs<double>(const Cpu&, const ShapeSetView<double>&, std::span<const Pair>,
                                        const RelativePosesView&, const QueryOptions&, const ContactsView<double>&);

}  // namespace abut
