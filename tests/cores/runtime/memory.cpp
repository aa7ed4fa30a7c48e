// Device memory: blocks of one large mapping, with a shadow byte for each byte: 1 may be accessed, 2 was written, and 4
// alone lies between two arrays of a block, where calls may copy and fill, and kernels may not go.
//
// Blocks have a gap behind them, and freed ones are not given out again for a while, so that an index off by one and a
// use after free are seen.
#include <sys/mman.h>

#include <algorithm>
#include <cstring>
#include <deque>
#include <map>
#include <utility>

#include "arrays.h"
#include "runtime.h"

extern "C" {
uint8_t* cores_arena = nullptr;
uint8_t* cores_shadow = nullptr;
}

namespace cores {
namespace {

struct Extent {
  uint64_t offset, size;
};
std::map<uint64_t, uint64_t> used, unused;  // offset -> size
std::deque<Extent> quarantine;
uint64_t taken = 0, quarantined = 0;
constexpr uint64_t gap = 512, most_quarantined = 256u << 20;
constexpr uint8_t between = 4;
thread_local std::vector<ArrayEnd> untold;

uint64_t with_gap(uint64_t bytes) { return (bytes + 255) / 256 * 256 + gap; }

void give_back(Extent e) {
  const auto next = unused.lower_bound(e.offset);
  if (next != unused.end() && e.offset + e.size == next->first) {
    e.size += next->second;
    unused.erase(next);
  }
  const auto after = unused.lower_bound(e.offset);
  if (after != unused.begin()) {
    const auto before = std::prev(after);
    if (before->first + before->second == e.offset) {
      before->second += e.size;
      return;
    }
  }
  unused[e.offset] = e.size;
}

void release_oldest() {
  const Extent e = quarantine.front();
  quarantine.pop_front();
  quarantined -= e.size;
  give_back(e);
}

uint64_t offset_of(const void* p) { return static_cast<uint64_t>(static_cast<const uint8_t*>(p) - cores_arena); }

void mark_written(uint64_t offset, uint64_t n) {
  for (uint8_t* s = cores_shadow + offset; n > 0; ++s, --n) *s = *s == between ? between : 3;
}

/// The block that an offset is in or behind.
const std::pair<const uint64_t, uint64_t>* block_before(uint64_t offset) {
  const auto after = used.upper_bound(offset);
  return after == used.begin() ? nullptr : &*std::prev(after);
}

}  // namespace

std::vector<ArrayEnd> take_array_ends() { return std::exchange(untold, {}); }

void tell_array_ends(const std::vector<ArrayEnd>& ends) {
  for (const ArrayEnd& a : ends) {
    uint8_t* const shadow = cores_shadow + a.offset;
    for (uint64_t i = 0; i < a.bytes; ++i) shadow[i] = shadow[i] == between ? 1 : shadow[i];
    std::memset(shadow + a.bytes, between, a.behind);
  }
}

uint8_t* map_memory(uint64_t bytes) {
  void* p = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (p == MAP_FAILED) {
    std::fprintf(stderr, "cores: no address space for %lu bytes\n", bytes);
    std::abort();
  }
  return static_cast<uint8_t*>(p);
}

void map_arena() {
  if (cores_arena) return;
  cores_arena = map_memory(arena_size);
  cores_shadow = map_memory(arena_size);
  unused[4096] = arena_size - 8192;
}

void* device_alloc(uint64_t bytes, bool counted) {
  map_arena();
  const uint64_t need = with_gap(bytes);
  if (counted && taken + bytes > config.memory) return nullptr;
  for (;; release_oldest()) {
    for (auto it = unused.begin(); it != unused.end(); ++it) {
      if (it->second < need) continue;
      const uint64_t offset = it->first, size = it->second;
      unused.erase(it);
      if (size > need) unused[offset + need] = size - need;
      used[offset] = bytes;
      if (counted) taken += bytes;
      std::memset(cores_shadow + offset, 1, bytes);
      if (bytes <= (256u << 20)) std::memset(cores_arena + offset, config.fill, bytes);
      return cores_arena + offset;
    }
    if (quarantine.empty()) return nullptr;
  }
}

bool device_free(void* p) {
  const uint64_t offset = offset_of(p);
  const auto it = used.find(offset);
  if (it == used.end()) return false;
  const uint64_t bytes = it->second;
  std::erase_if(untold, [&](const ArrayEnd& a) { return a.offset - offset < bytes; });
  used.erase(it);
  taken -= bytes;
  std::memset(cores_shadow + offset, 0, bytes);
  quarantine.push_back({offset, with_gap(bytes)});
  quarantined += with_gap(bytes);
  while (quarantined > most_quarantined) release_oldest();
  return true;
}

bool in_arena(const void* p) { return cores_arena && offset_of(p) < arena_size; }

bool is_device_block(const void* p) {
  if (!in_arena(p)) return false;
  const auto* block = block_before(offset_of(p));
  return block && offset_of(p) < block->first + std::max<uint64_t>(block->second, 1);
}

uint64_t device_bytes_taken() { return taken; }

std::string describe_address(uint64_t address) {
  const void* p = reinterpret_cast<const void*>(address);
  if (!in_arena(p)) return "";
  for (const Extent e : quarantine) {
    if (offset_of(p) - e.offset < e.size) return "; in a block that was freed";
  }
  const auto* block = block_before(offset_of(p));
  if (!block) return "";
  return "; " + std::to_string(offset_of(p) - block->first) + " after the start of a block of " +
         std::to_string(block->second) + (cores_shadow[offset_of(p)] == between ? ", between two of its arrays" : "");
}

bool range_ok(const void* p, size_t n, bool write, const char* what) {
  const uint64_t offset = offset_of(p);
  for (size_t i = 0; i < n; ++i) {
    if (cores_shadow[offset + i] & (1 | between)) continue;
    note(what, 0, nullptr, reinterpret_cast<uint64_t>(p) + i, static_cast<uint32_t>(n));
    return false;
  }
  if (write) mark_written(offset, n);
  return true;
}

void copy_bytes(void* to, const void* from, size_t n) {
  const bool to_device = in_arena(to), from_device = in_arena(from);
  if (from_device && !range_ok(from, n, false, "copy from outside of device memory")) return;
  std::vector<uint8_t> written;
  if (from_device) written.assign(cores_shadow + offset_of(from), cores_shadow + offset_of(from) + n);
  if (to_device && !range_ok(to, n, true, "copy to outside of device memory")) return;
  for (size_t i = 0; i < written.size() && to_device; ++i) {
    uint8_t& shadow = cores_shadow[offset_of(to) + i];
    if (shadow != between) shadow = written[i] == between ? 1 : written[i];
  }
  std::memmove(to, from, n);
}

}  // namespace cores

extern "C" void cores_array(void* begin, size_t bytes, size_t behind) {
  const std::lock_guard lock(global_lock);
  if (!is_device_block(begin)) return;
  const uint64_t offset = offset_of(begin);
  const auto* block = block_before(offset);
  const uint64_t left = block->first + block->second - offset;
  if (bytes <= left) untold.push_back({offset, bytes, std::min<uint64_t>(behind, left - bytes)});
}
