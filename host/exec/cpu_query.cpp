// The `Cpu` executor of pair queries: arguments checked, poses in rows, oneTBB over ranges of the batch.
#include <tbb/blocked_range.h>
#include <tbb/enumerable_thread_specific.h>
#include <tbb/parallel_for.h>
#include <tbb/parallel_reduce.h>

#include <algorithm>
#include <memory>
#include <new>

#include "abut/core/error.h"
#include "abut/detect.h"
#include "host/exec/arena.h"
#include "host/exec/batches.h"
#include "host/exec/checks.h"
#include "host/exec/instruction_set.h"

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
  tbb::task_arena arena(threads);
  tbb::enumerable_thread_specific<ThreadEpaMemory> memories;
  // Queries differ in cost by a factor of a hundred: several ranges a thread keep the cores evenly busy. Within a range
  // like pairs share packs, so it should not be small.
  const std::uint64_t part = batch.pair_count / (8 * static_cast<std::uint64_t>(threads));
  const std::uint64_t grain = std::clamp<std::uint64_t>(part, 64, 1024);
  arena.execute([&] {
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

/// The first of `count` elements that is not good, or `count`. Elements are tried in parallel.
template <class IsGood>
std::size_t first_bad(const Cpu& cpu, std::size_t count, const IsGood& is_good) {
  using Range = tbb::blocked_range<std::size_t>;
  constexpr std::size_t grain = 8192;
  const auto first_of = [&](const Range& range, std::size_t found) {
    for (std::size_t i = range.begin(); i < range.end() && i < found; ++i) {
      if (!is_good(i)) return i;
    }
    return found;
  };
  const auto lower = [](std::size_t a, std::size_t b) { return std::min(a, b); };
  if (count <= grain) return first_of(Range(0, count), count);
  tbb::task_arena arena(host::thread_count(cpu));
  return arena.execute([&] { return tbb::parallel_reduce(Range(0, count, grain), count, first_of, lower); });
}

void check_pairs(const Cpu& cpu, const char* function, std::uint32_t shape_count, const PartsView& parts,
                 std::span<const Pair> pairs) {
  const auto has_shape = [&](std::size_t part) { return parts.shape[part] < shape_count; };
  // Where parts are met more than once they are looked at in their own order.
  const bool all_have = pairs.size() >= parts.count && first_bad(cpu, parts.count, has_shape) == parts.count;
  const auto is_good = [&](std::size_t i) {
    const Pair pair = pairs[i];
    if (pair.a >= parts.count || pair.b >= parts.count) return false;
    return all_have || (has_shape(pair.a) && has_shape(pair.b));
  };
  const std::size_t bad = first_bad(cpu, pairs.size(), is_good);
  if (bad == pairs.size()) return;
  const std::string of_part = std::string(function) + ", shape of a part";
  for (const std::uint32_t part : {pairs[bad].a, pairs[bad].b}) {
    host::check_index(function, bad, part, parts.count);
    host::check_index(of_part.c_str(), bad, parts.shape[part], shape_count);
  }
}

/// A row a part where parts are met more than once and packs read them, else null; null too where memory is short: rows
/// save time only.
std::unique_ptr<PartRow[]> part_rows(const Cpu& cpu, const PartsView& parts, std::size_t pair_count) {
  if (pair_count < parts.count || chosen_instruction_set() == InstructionSet::scalar) return nullptr;
  std::unique_ptr<PartRow[]> rows(new (std::nothrow) PartRow[parts.count]);
  if (rows == nullptr) return rows;
  tbb::task_arena arena(host::thread_count(cpu));
  arena.execute([&] {
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
  check_pairs(cpu, "query_pairs", shapes.count, parts, pairs);
  const std::unique_ptr<PartRow[]> rows = part_rows(cpu, parts, pairs.size());
  QueryBatch<T> batch = host::batch_of_parts(shapes, parts, pairs, options, out);
  batch.rows = rows.get();
  run(cpu, batch);
}

template <class T>
void query_shape_pairs(const Cpu& cpu, const ShapeSetView<T>& shapes, std::span<const Pair> shape_pairs,
                       const RelativePosesView& poses, const QueryOptions& options, const ContactsView<T>& out) {
  host::check_alert_distance(options.alert_distance);
  if (poses.m == nullptr && !shape_pairs.empty()) throw InvalidInput("query_shape_pairs: poses.m is null");
  const auto is_good = [&](std::size_t i) {
    return shape_pairs[i].a < shapes.count && shape_pairs[i].b < shapes.count;
  };
  const std::size_t bad = first_bad(cpu, shape_pairs.size(), is_good);
  if (bad < shape_pairs.size()) {
    host::check_index("query_shape_pairs", bad, shape_pairs[bad].a, shapes.count);
    host::check_index("query_shape_pairs", bad, shape_pairs[bad].b, shapes.count);
  }
  run(cpu, host::batch_of_shapes(shapes, shape_pairs, poses, options, out));
}

template <class T>
void intersect_pairs(const Cpu& cpu, const ShapeSetView<T>& shapes, const PartsView& parts, std::span<const Pair> pairs,
                     std::span<std::uint8_t> out) {
  check_pairs(cpu, "intersect_pairs", shapes.count, parts, pairs);
  host::check_output_size("intersect_pairs", out.size(), pairs.size());
  const QueryBatch<T> batch = host::batch_of_parts<T>(shapes, parts, pairs);
  const QueryRangeTable& table = query_range_table(chosen_instruction_set());
  tbb::task_arena arena(host::thread_count(cpu));
  arena.execute([&] {
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
