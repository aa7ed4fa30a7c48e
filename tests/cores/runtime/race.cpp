// Data races of a launch by happens-before: each thread has a clock, and a view of the clocks of others that it has
// heard of.
//
// A fence followed by an atomic publishes the view of before the fence; an atomic followed by a fence takes over what
// was published there. __syncthreads and __syncwarp join the views of who takes part; shuffles and votes order nothing.
// Two accesses to one place, one of them a store and not both atomic, of which neither is in the view of the other are
// a race.
//
// What it may miss, it never invents: a place remembers two readers and one writer; a fence takes over all that was
// published at a location until then, also after the thread read it; scopes are not told apart (a fence of the block
// counts as one of the device).
#include "race.h"

#include <sys/mman.h>

#include <algorithm>

namespace cores {
namespace {

uint32_t launch_base = 0, launch_threads = 0;
RaceCell* device_cells = nullptr;
std::unordered_map<uint64_t, std::unordered_map<uint32_t, uint32_t>>
    published;  // by location: what its atomics publish

constexpr uint64_t cell_bytes = arena_size / 4 * sizeof(RaceCell);

void merge(std::vector<Epoch>& all) {
  std::sort(all.begin(), all.end(),
            [](Epoch a, Epoch b) { return a.thread != b.thread ? a.thread < b.thread : a.clock > b.clock; });
  all.erase(std::unique(all.begin(), all.end(), [](Epoch a, Epoch b) { return a.thread == b.thread; }), all.end());
}

bool before(const RaceThread& now, RaceEntry then) {
  if (then.thread <= launch_base || then.thread == now.id) return true;  // of an earlier launch, or its own
  if (!now.view) return false;
  const auto at = std::lower_bound(now.view->begin(), now.view->end(), then.thread,
                                   [](Epoch e, uint32_t thread) { return e.thread < thread; });
  return at != now.view->end() && at->thread == then.thread && at->clock >= then.clock;
}

void set(RaceEntry& entry, const RaceThread& thread, uint32_t mask) {
  const bool same = entry.thread == thread.id && entry.clock == thread.clock;
  entry.thread = thread.id;
  entry.clock = thread.clock & 0xfffffff;
  entry.mask = (same ? entry.mask | mask : mask) & 15;
}

const char* conflict(const RaceThread& thread, const RaceCell& cell, uint32_t mask, int kind) {
  const auto meets = [&](RaceEntry entry) { return (entry.mask & mask) && !before(thread, entry); };
  const bool load = kind == access_load, store = kind == access_store, strong = !load && !store;
  if (meets(cell.write)) {
    return load    ? "race: load after another thread's store"
           : store ? "race: store after another thread's store"
                   : "race: atomic after another thread's plain store";
  }
  if (!strong && meets(cell.atomic)) {
    return load ? "race: plain load after another thread's atomic" : "race: plain store after another thread's atomic";
  }
  if (kind != access_load && kind != access_strong_load && (meets(cell.read) || meets(cell.other_read))) {
    return store ? "race: store after another thread's load" : "race: atomic after another thread's plain load";
  }
  return nullptr;
}

void record(const RaceThread& thread, RaceCell& cell, uint32_t mask, int kind) {
  if (kind == access_load) {
    if (cell.read.thread != thread.id) cell.other_read = cell.read;
    set(cell.read, thread, mask);
  } else if (kind == access_store) {
    set(cell.write, thread, mask);
  } else if (kind != access_strong_load) {
    set(cell.atomic, thread, mask);
  }
}

/// What an atomic publishes and hears of.
void exchange_views(RaceThread& thread, uint64_t location, int kind) {
  if (kind != access_strong_load) {
    auto& there = published[location];
    if (kind == access_strong_store) there.clear();
    if (thread.released) {
      for (const Epoch e : *thread.released) {
        uint32_t& clock = there[e.thread];
        clock = std::max(clock, e.clock);
      }
    }
  }
  if (kind != access_strong_store &&
      std::find(thread.read_from.begin(), thread.read_from.end(), location) == thread.read_from.end()) {
    thread.read_from.push_back(location);
  }
}

}  // namespace

void race_begin_launch(uint64_t threads) {
  if (!device_cells) device_cells = reinterpret_cast<RaceCell*>(map_memory(cell_bytes));
  published.clear();
  const uint64_t next = static_cast<uint64_t>(launch_base) + launch_threads;
  if (next + threads > 0xfffffff0ull) {
    madvise(device_cells, cell_bytes, MADV_DONTNEED);
    launch_base = 0;
  } else {
    launch_base = static_cast<uint32_t>(next);
  }
  launch_threads = static_cast<uint32_t>(threads);
}

void race_begin_thread(RaceThread& thread, uint32_t index, RaceCell* shared, uint64_t shared_begin) {
  thread = RaceThread();
  thread.id = launch_base + 1 + index;
  thread.shared = shared;
  thread.shared_begin = shared_begin;
}

void race_access(Ctx* c, uint64_t address, uint32_t size, int kind, int line) {
  RaceThread& thread = *c->race;
  const uint64_t offset = address - reinterpret_cast<uint64_t>(cores_arena);
  RaceCell* cells = nullptr;
  uint64_t at = 0;
  if (offset < arena_size) {
    cells = device_cells;
    at = offset;
  } else if (thread.shared && address >= thread.shared_begin &&
             address < thread.shared_begin + smem_first + c->smem_size) {
    cells = thread.shared;
    at = address - thread.shared_begin;
  } else {
    return;
  }
  if (kind >= access_atomic) exchange_views(thread, address, kind);
  const char* what = nullptr;
  for (uint64_t byte = at; byte < at + size;) {
    const uint64_t end = std::min(at + size, (byte / 4 + 1) * 4);
    const uint32_t mask = ((1u << (end - byte)) - 1) << (byte % 4);
    RaceCell& cell = cells[byte / 4];
    if (!what) what = conflict(thread, cell, mask, kind);
    record(thread, cell, mask, kind);
    byte = end;
  }
  if (what) note(what, line, c, address, size);
}

void race_fence(Ctx* c) {
  RaceThread& thread = *c->race;
  std::vector<Epoch> all;
  if (thread.view) all = *thread.view;
  for (const uint64_t location : thread.read_from) {
    for (const auto& [id, clock] : published[location]) all.push_back({id, clock});
  }
  thread.read_from.clear();
  all.push_back({thread.id, thread.clock++});
  merge(all);
  thread.view = std::make_shared<const std::vector<Epoch>>(std::move(all));
  thread.released = thread.view;
}

void race_join(const std::vector<RaceThread*>& threads) {
  std::vector<Epoch> all;
  std::vector<const void*> seen;
  for (RaceThread* thread : threads) {
    all.push_back({thread->id, thread->clock++});
    if (!thread->view || std::find(seen.begin(), seen.end(), thread->view.get()) != seen.end()) continue;
    seen.push_back(thread->view.get());
    all.insert(all.end(), thread->view->begin(), thread->view->end());
  }
  merge(all);
  const View view = std::make_shared<const std::vector<Epoch>>(std::move(all));
  for (RaceThread* thread : threads) thread->view = view;
}

RaceCell* race_shared_cells(Block& block) {
  block.race_cells.assign(block.shared.size() / 4 + 1, RaceCell());
  return block.race_cells.data();
}

}  // namespace cores
