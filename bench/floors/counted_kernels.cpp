// Everything of Abut that this file includes is compiled a second time, in a namespace of its own, with numbers that
// count in place of float and double, and with the compiler's hooks at its loads and stores.
#include <cxxabi.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <numeric>
#include <span>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <typeinfo>
#include <utility>
#include <vector>

#include "bench/floors/groups.h"
#include "bench/floors/lanes.h"
#include "bench/floors/number.h"

#define abut abut_counted
#define float ::floors::Float
#define double ::floors::Double
#define __builtin_memcpy ::floors::copy_bytes
#define __builtin_fmaf ::floors::fused_of
#define __builtin_fma ::floors::fused_of
#define __builtin_sqrtf ::floors::root_of
#define __builtin_sqrt ::floors::root_of
#define __builtin_fabsf ::floors::magnitude_of
#define __builtin_fabs ::floors::magnitude_of
#include "abut/core/vec3.h"
namespace floors {  // where a literal is a factor, and `T` is deduced from both
inline abut_counted::Vec3<Double> operator*(abut_counted::Vec3<Double> a, Built<Double>::Type s) {
  return a * Double(s);
}
inline abut_counted::Vec3<Double> multiply_add(abut_counted::Vec3<Double> a, Built<Double>::Type s,
                                               abut_counted::Vec3<Double> b) {
  return multiply_add(a, Double(s), b);
}
}  // namespace floors
#include "abut/narrow/witness.h"
namespace floors {
inline auto witness_on_triangle(const abut_counted::SupportPoint<Double>* points, abut_counted::Vec3<Double> target,
                                const abut_counted::RelativePose<Double>& pose, Built<Double>::Type good2) {
  return witness_on_triangle(points, target, pose, Double(good2));
}
}  // namespace floors
#include "kernels/bvh/search_tree.h"
#include "kernels/narrow/query_stages.h"
#include "tests/support/sort_stably.h"
#undef __builtin_fabs
#undef __builtin_fabsf
#undef __builtin_sqrt
#undef __builtin_sqrtf
#undef __builtin_fma
#undef __builtin_fmaf
#undef __builtin_memcpy
#undef double
#undef float
#undef abut

namespace floors {
namespace {

namespace device = abut_counted::device;

constexpr int warp_size = 32;

/// A type's name as kernels/budget.txt has it.
std::string readable(const std::type_info& type) {
  int status = 0;
  const std::unique_ptr<char, void (*)(void*)> name(abi::__cxa_demangle(type.name(), nullptr, nullptr, &status),
                                                    std::free);
  std::string out = name.get();
  const auto replace = [&](const std::string& from, const std::string& to) {
    for (std::size_t at = 0; (at = out.find(from, at)) != std::string::npos;) {
      out.replace(at, from.size(), to);
    }
  };
  replace("floors::Number<float>", "float");
  replace("floors::Number<double>", "double");
  replace(" >", ">");
  // Without namespaces: what stands before a `::` and begins with a small letter.
  for (std::size_t at = 0; (at = out.find("::", at)) != std::string::npos;) {
    std::size_t begin = at;
    while (begin > 0 && (std::isalnum(static_cast<unsigned char>(out[begin - 1])) != 0 || out[begin - 1] == '_'))
      --begin;
    if (begin < at && std::islower(static_cast<unsigned char>(out[begin])) != 0) {
      out.erase(begin, at + 2 - begin);
      at = begin;
    } else {
      at += 2;
    }
  }
  return out;
}

/// One lane of a tile.
template <int lanes>
class CountedTile {
 public:
  static constexpr int size = lanes, held = 1;
  CountedTile(Lanes& all, int rank) : all_(&all), rank_(rank) {}
  int rank() const { return rank_; }
  template <class T>
  device::Farthest<T> best(const device::Farthest<T>* mine) const {
    device::Farthest<T> found = *mine;
    for (int step = 1; step < lanes; step *= 2) {
      device::Farthest<T> other;
      all_->exchange(rank_, rank_ ^ step, &found, &other, sizeof(other));
      note_shuffles(static_cast<int>(sizeof(T) / sizeof(std::uint32_t)) + 1);
      found = device::farther_of(found, other);
    }
    return found;
  }

 private:
  Lanes* all_;
  int rank_;
};

/// The Queue of kernels/support/queue.h that counts.
class CountingQueue {
 public:
  std::vector<Step> steps;

  template <class Body>
  void for_each(std::uint64_t count, const Body& body) {
    each("for_each<" + readable(typeid(Body)) + ">", 0, count, body);
  }
  template <class Body>
  void for_each_of(const std::uint64_t* number, std::uint64_t most, const Body& body) {
    each("for_each_of<" + readable(typeid(Body)) + ">", 0, std::min(*number, most), body);
  }
  template <class Body>
  void for_each_between(const std::uint64_t* begin, const std::uint64_t* end, std::uint64_t, const Body& body) {
    each("for_each_between<" + readable(typeid(Body)) + ">", *begin, *end, body);
  }
  template <int lanes, class Body>
  void for_each_tile(const std::uint64_t* begin, const std::uint64_t* end, std::uint64_t, const Body& body) {
    tiles<lanes>("for_each_tile<" + std::to_string(lanes) + ", " + readable(typeid(Body)) + ">", *begin, *end,
                 [&](std::uint64_t i, int rank) { body(i, CountedTile<lanes>(lanes_, rank)); });
  }
  template <class E>
  void fill(E* data, std::uint64_t count, int byte) {
    std::memset(static_cast<void*>(data), byte, count * sizeof(E));
    whole("fill", count, 0, sizeof(E));
  }
  template <class E>
  void copy(E* to, const E* from, std::uint64_t count) {
    std::copy_n(from, count, to);
    whole("copy", count, sizeof(E), sizeof(E));
  }

  template <class Key, class Value>
  std::size_t sort_bytes(std::uint64_t count) const {
    return count + 1;
  }
  /// As a radix sort moves them: keys are read once for all digits, then keys and values both ways for each of 8 bits.
  template <class Key, class Value>
  void sort(device::SortBuffers<Key, Value>& s, void*, std::size_t) {
    abut_counted::test::sort_stably(s);
    constexpr bool values = !std::is_same_v<Value, device::NoValue>;
    const auto passes = static_cast<std::size_t>((s.bits + 7) / 8);
    const std::size_t element = sizeof(Key) + (values ? sizeof(Value) : 0);
    whole("sort of " + std::to_string(s.bits) + " bits", s.count, sizeof(Key) + passes * element, passes * element);
  }

  template <class Reduction>
  std::size_t reduce_bytes(std::uint64_t count) const {
    return count + 1;
  }
  template <class Reduction>
  void reduce(std::uint64_t count, const Reduction& reduction, typename Reduction::Value* out, void*, std::size_t) {
    auto all = Reduction::neutral();
    each("reduce<" + readable(typeid(Reduction)) + ">", 0, count,
         [&](std::uint64_t i) { all = Reduction::join(all, reduction.of(i)); });
    *out = all;
  }

 private:
  template <class Body>
  void each(std::string name, std::uint64_t begin, std::uint64_t end, const Body& body) {
    Step step;
    step.name = std::move(name);
    step.items = end - begin;
    if constexpr (requires { Body::threads_per_block; }) step.block = static_cast<int>(Body::threads_per_block);
    std::uint64_t slots = 0;
    for (std::uint64_t first = begin; first < end; first += warp_size) {
      std::uint64_t most = 0;
      for (std::uint64_t i = first; i < std::min(first + warp_size, end); ++i) {
        Tally mine;
        count_for(&mine, first / warp_size);
        body(i);
        count_for(nullptr, first / warp_size);
        take(mine, step, most);
      }
      slots += warp_size * most;
    }
    finish(step, slots);
  }

  template <int lanes, class Body>
  void tiles(std::string name, std::uint64_t begin, std::uint64_t end, const Body& body) {
    constexpr std::uint64_t in_warp = warp_size / lanes;
    Step step;
    step.name = std::move(name);
    step.items = end - begin;
    step.lanes = lanes;
    step.block = static_cast<int>(device::tile_block_size);
    std::uint64_t slots = 0;
    for (std::uint64_t first = begin; first < end; first += in_warp) {
      std::uint64_t most = 0;
      for (std::uint64_t i = first; i < std::min(first + in_warp, end); ++i) {
        Tally of_lane[lanes];
        lanes_.run(lanes, of_lane, first / in_warp, [&](int rank) { body(i, rank); });
        for (const Tally& mine : of_lane) take(mine, step, most);
      }
      slots += warp_size * most;
    }
    step.working /= lanes;
    finish(step, slots);
  }

  static void take(const Tally& mine, Step& step, std::uint64_t& most) {
    step.all += mine;
    step.working += mine.operations() > 0 ? 1 : 0;
    most = std::max(most, mine.operations());
  }
  void finish(Step& step, std::uint64_t slots) {
    if (slots > 0) step.busy = static_cast<double>(step.all.operations()) / static_cast<double>(slots);
    step.traffic = take_traffic();
    steps.push_back(std::move(step));
  }
  /// Whole arrays of what lies between steps, so many bytes an element.
  void whole(std::string name, std::uint64_t count, std::size_t read, std::size_t written) {
    Step step;
    step.name = std::move(name);
    step.items = count;
    step.traffic = take_traffic();
    step.traffic[between] = {count * read, count * written, count * (read + written) / 32};
    steps.push_back(std::move(step));
  }

  Lanes lanes_;
};

/// `Layout` of these sizes in memory that counts as what lies between steps, and `run(queue, layout)`.
template <class Layout, class Run, class... Sizes>
std::vector<Step> counted(std::vector<Array> arrays, const Run& run, const Sizes&... sizes) {
  CountingQueue queue;
  const std::size_t bytes = abut_counted::bytes_of<Layout>(queue, sizes...);
  std::vector<unsigned char> memory(bytes + 256);
  auto* aligned = reinterpret_cast<unsigned char*>((reinterpret_cast<std::uintptr_t>(memory.data()) + 255) / 256 * 256);
  arrays.push_back({aligned, bytes, between});
  set_arrays(arrays, groups);
  abut_counted::Workspace workspace(aligned);
  run(queue, Layout(workspace, queue, sizes...));
  set_arrays({}, groups);
  return std::move(queue.steps);
}

template <class S>
S read(const void* bytes) {
  S out;
  std::memcpy(static_cast<void*>(&out), bytes, sizeof(S));
  return out;
}

template <class T>
std::vector<Step> queries(const void* bytes, std::size_t size, std::vector<Array> arrays) {
  using Batch = abut_counted::QueryBatch<T>;
  if (size != sizeof(Batch)) throw std::logic_error("counted numbers have another layout");
  const auto batch = read<Batch>(bytes);
  return counted<device::QueryScratch<T>>(
      std::move(arrays),
      [&](CountingQueue& queue, const device::QueryScratch<T>& s) { device::query_batch(queue, batch, nullptr, s); },
      batch.pair_count, 0u);  // poses are read where they are
}

}  // namespace

namespace bytes {

std::vector<Step> queries_in_float(const void* batch, std::size_t size, std::vector<Array> arrays) {
  return queries<Float>(batch, size, std::move(arrays));
}
std::vector<Step> queries_in_double(const void* batch, std::size_t size, std::vector<Array> arrays) {
  return queries<Double>(batch, size, std::move(arrays));
}

std::vector<Step> build(const void* parts, const void* tree, std::vector<Array> arrays) {
  const auto in = read<abut_counted::BoxedParts>(parts);
  return counted<device::TreeScratch>(
      std::move(arrays),
      [&](CountingQueue& queue, const auto& s) {
        device::build_tree(queue, in, read<abut_counted::PartTree>(tree), s);
      },
      in.parts.count);
}
std::vector<Step> refit(const void* parts, const void* tree, std::vector<Array> arrays) {
  const auto in = read<abut_counted::BoxedParts>(parts);
  return counted<device::RefitScratch>(
      std::move(arrays),
      [&](CountingQueue& queue, const auto& s) {
        device::refit_tree(queue, in, read<abut_counted::PartTree>(tree), s);
      },
      in.parts.count);
}
std::vector<Step> search(const void* tree, const void* parts, const void* out, std::vector<Array> arrays) {
  const auto list = read<abut_counted::PairList>(out);
  return counted<device::SearchScratch>(
      std::move(arrays),
      [&](CountingQueue& queue, const auto& s) {
        device::find_pairs(queue, read<abut_counted::PartTree>(tree), read<abut_counted::PartsView>(parts), false, list,
                           s);
      },
      list.capacity);
}

}  // namespace bytes
}  // namespace floors
