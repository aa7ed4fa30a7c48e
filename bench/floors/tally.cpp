#include "bench/floors/tally.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace floors {

std::uint64_t Tally::operations() const {
  std::uint64_t sum = 0;
  for (const std::uint64_t n : single) sum += n;
  for (const std::uint64_t n : wide) sum += n;
  return sum;
}

void Tally::operator+=(const Tally& other) {
  for (int k = 0; k < op_kinds; ++k) {
    single[k] += other.single[k];
    wide[k] += other.wide[k];
  }
  shuffles += other.shuffles;
  atomics += other.atomics;
}

namespace {

constexpr std::uintptr_t sector = 32;

/// Which bytes of an array have been touched in a step: a bit each; and each sector's last warp.
class Touched {
 public:
  explicit Touched(std::size_t bytes) : words_(bytes / 64 + 1), warps_(bytes / sector + 2) {}

  void add(std::uintptr_t first, std::uintptr_t last) {
    for (std::uintptr_t at = first; at < last; ++at) {
      std::uint64_t& word = words_[at / 64];
      if (word == 0) used_.push_back(at / 64);
      word |= std::uint64_t{1} << at % 64;
    }
  }
  /// Returns whether the warp had not.
  bool add_sector(std::uintptr_t which, std::uint64_t warp) { return std::exchange(warps_[which], warp) != warp; }
  /// How many bytes; forgets them.
  std::uint64_t take() {
    std::uint64_t sum = 0;
    for (const std::size_t k : used_) sum += static_cast<std::uint64_t>(std::popcount(std::exchange(words_[k], 0)));
    used_.clear();
    return sum;
  }

 private:
  std::vector<std::uint64_t> words_, warps_;
  std::vector<std::size_t> used_;
};

struct Watched {
  std::uintptr_t begin, end;
  int group;
  Touched read, written;

  void touch(std::uintptr_t first, std::uintptr_t last, bool write, std::uint64_t warp, Traffic& traffic) {
    Touched& touched = write ? written : read;
    touched.add(first - begin, last - begin);
    // On a device arrays begin with a sector.
    for (std::uintptr_t at = (first - begin) / sector; at <= (last - 1 - begin) / sector; ++at) {
      traffic.sectors += touched.add_sector(at, warp) ? 1 : 0;
    }
  }
};

Tally* lane = nullptr;
std::uint64_t warp_now = 0, warp_of_count = 0;  ///< the second never comes again
std::vector<Watched> arrays;
std::vector<Traffic> traffic_now;

void touch(const void* at, std::size_t bytes, bool write) {
  if (lane == nullptr) return;
  auto first = reinterpret_cast<std::uintptr_t>(at);
  const std::uintptr_t last = first + bytes;
  auto found = std::upper_bound(arrays.begin(), arrays.end(), first,
                                [](std::uintptr_t x, const Watched& w) { return x < w.end; });
  for (; found != arrays.end() && found->begin < last; ++found) {
    first = std::max(first, found->begin);
    found->touch(first, std::min(last, found->end), write, warp_now,
                 traffic_now[static_cast<std::size_t>(found->group)]);
  }
}

}  // namespace

void count_for(Tally* to, std::uint64_t warp) {
  lane = to;
  warp_now = warp_of_count + warp + 1;
}

void set_arrays(const std::vector<Array>& named, int groups) {
  arrays.clear();
  for (const Array& a : named) {
    if (a.begin == nullptr || a.bytes == 0) continue;
    const auto begin = reinterpret_cast<std::uintptr_t>(a.begin);
    arrays.push_back({begin, begin + a.bytes, a.group, Touched(a.bytes), Touched(a.bytes)});
  }
  std::sort(arrays.begin(), arrays.end(), [](const Watched& a, const Watched& b) { return a.begin < b.begin; });
  traffic_now.assign(static_cast<std::size_t>(groups), Traffic{});
}

std::vector<Traffic> take_traffic() {
  std::vector<Traffic> out = traffic_now;
  for (Watched& w : arrays) {
    Traffic& group = out[static_cast<std::size_t>(w.group)];
    group.read += w.read.take();
    group.written += w.written.take();
  }
  std::fill(traffic_now.begin(), traffic_now.end(), Traffic{});
  warp_of_count = std::max(warp_of_count, warp_now);
  lane = nullptr;
  return out;
}

void note(bool wide, Op op) {
  if (lane != nullptr) ++(wide ? lane->wide : lane->single)[op];
}
void note_shuffles(int count) {
  if (lane != nullptr) lane->shuffles += static_cast<std::uint64_t>(count);
}
void note_copy(const void* to, const void* from, std::size_t bytes) {
  touch(from, bytes, false);
  touch(to, bytes, true);
}

namespace {

void touch_atomic(const volatile void* at, std::size_t bytes) {
  if (lane == nullptr) return;
  ++lane->atomics;
  touch(const_cast<const void*>(at), bytes, true);
}

}  // namespace
}  // namespace floors

// The hooks, as g++ calls them.
extern "C" {

void __tsan_init() {}
void __tsan_func_entry(void*) {}
void __tsan_func_exit() {}
void __tsan_vptr_read(void**) {}
void __tsan_vptr_update(void**, void*) {}
void __tsan_read_range(void* at, std::size_t bytes) { floors::touch(at, bytes, false); }
void __tsan_write_range(void* at, std::size_t bytes) { floors::touch(at, bytes, true); }

#define ABUT_HOOKS(bytes)                                                          \
  void __tsan_read##bytes(void* at) { floors::touch(at, bytes, false); }           \
  void __tsan_write##bytes(void* at) { floors::touch(at, bytes, true); }           \
  void __tsan_unaligned_read##bytes(void* at) { floors::touch(at, bytes, false); } \
  void __tsan_unaligned_write##bytes(void* at) { floors::touch(at, bytes, true); }
ABUT_HOOKS(1)
ABUT_HOOKS(2)
ABUT_HOOKS(4)
ABUT_HOOKS(8)
ABUT_HOOKS(16)
#undef ABUT_HOOKS

std::uint32_t __tsan_atomic32_exchange(volatile std::uint32_t* at, std::uint32_t value, int) {
  floors::touch_atomic(at, sizeof(value));
  return __atomic_exchange_n(at, value, __ATOMIC_SEQ_CST);
}
std::uint64_t __tsan_atomic64_fetch_add(volatile std::uint64_t* at, std::uint64_t value, int) {
  floors::touch_atomic(at, sizeof(value));
  return __atomic_fetch_add(at, value, __ATOMIC_SEQ_CST);
}
std::uint64_t __tsan_atomic64_load(const volatile std::uint64_t* at, int) {
  floors::touch(const_cast<const std::uint64_t*>(at), sizeof(*at), false);
  return __atomic_load_n(at, __ATOMIC_SEQ_CST);
}
int __tsan_atomic64_compare_exchange_weak(volatile std::uint64_t* at, std::uint64_t* expected, std::uint64_t value, int,
                                          int) {
  floors::touch_atomic(at, sizeof(value));
  return __atomic_compare_exchange_n(at, expected, value, true, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST) ? 1 : 0;
}
}
