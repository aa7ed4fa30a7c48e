// The `Cpu` executor of pair queries: oneTBB over ranges of the batch, one query at a time.
#include <tbb/blocked_range.h>
#include <tbb/enumerable_thread_specific.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <memory>

#include "abut/core/error.h"
#include "abut/detect.h"
#include "host/exec/arena.h"
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

void check_pairs(const char* function, std::uint32_t shape_count, const PartsView& parts, std::span<const Pair> pairs) {
  const std::string of_part = std::string(function) + ", shape of a part";
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    for (const std::uint32_t part : {pairs[i].a, pairs[i].b}) {
      host::check_index(function, i, part, parts.count);
      host::check_index(of_part.c_str(), i, parts.shape[part], shape_count);
    }
  }
}

}  // namespace

template <class T>
void query_pairs(const Cpu& cpu, const ShapeSetView<T>& shapes, const PartsView& parts, std::span<const Pair> pairs,
                 const QueryOptions& options, const ContactsView<T>& out) {
  host::check_alert_distance(options.alert_distance);
  check_pairs("query_pairs", shapes.count, parts, pairs);
  run(cpu,
      QueryBatch<T>{shapes, parts, nullptr, 0, pairs.data(), pairs.size(), options.alert_distance, out, options.cache});
}

template <class T>
void query_shape_pairs(const Cpu& cpu, const ShapeSetView<T>& shapes, std::span<const Pair> shape_pairs,
                       const RelativePosesView& poses, const QueryOptions& options, const ContactsView<T>& out) {
  host::check_alert_distance(options.alert_distance);
  if (poses.m == nullptr && !shape_pairs.empty()) throw InvalidInput("query_shape_pairs: poses.m is null");
  for (std::size_t i = 0; i < shape_pairs.size(); ++i) {
    host::check_index("query_shape_pairs", i, shape_pairs[i].a, shapes.count);
    host::check_index("query_shape_pairs", i, shape_pairs[i].b, shapes.count);
  }
  run(cpu, QueryBatch<T>{shapes,
                         {},
                         poses.m,
                         poses.stride,
                         shape_pairs.data(),
                         shape_pairs.size(),
                         options.alert_distance,
                         out,
                         options.cache});
}

template <class T>
void intersect_pairs(const Cpu& cpu, const ShapeSetView<T>& shapes, const PartsView& parts, std::span<const Pair> pairs,
                     std::span<std::uint8_t> out) {
  check_pairs("intersect_pairs", shapes.count, parts, pairs);
  if (out.size() != pairs.size()) {
    throw InvalidInput("intersect_pairs: out has " + std::to_string(out.size()) + " elements; there are " +
                       std::to_string(pairs.size()) + " pairs");
  }
  QueryBatch<T> batch{};
  batch.shapes = shapes;
  batch.parts = parts;
  batch.pairs = pairs.data();
  batch.pair_count = pairs.size();
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
