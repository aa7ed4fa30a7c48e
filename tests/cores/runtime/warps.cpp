// What threads do together: shuffles, votes, matches and sums of a warp, and barriers of a block.
//
// A thread that comes to a warp operation waits until all lanes of its mask that still run have come to one of the same
// kind with the same mask; the last one does the work of all.
#include <unistd.h>

#include <algorithm>

#include "count.h"
#include "race.h"

namespace cores {
namespace {

template <class F>
void each_lane(uint32_t mask, const F& f) {
  for (int lane = 0; lane < 32; ++lane) {
    if (mask >> lane & 1) f(lane);
  }
}

void shuffle(Warp& w, uint32_t members, int op) {
  each_lane(members, [&](int lane) {
    const int b = static_cast<int>(w.b[lane] & 31), clamp = static_cast<int>(w.c[lane] & 31);
    const int segment = static_cast<int>(w.c[lane] >> 8 & 31);
    const int last = (lane & segment) | (clamp & ~segment), first = lane & segment;
    int from = op == W_UP ? lane - b : op == W_DOWN ? lane + b : op == W_BFLY ? lane ^ b : first | (b & ~segment);
    const bool inside = op == W_UP ? from >= last : from <= last;
    if (!inside) from = lane;
    if (!(members >> from & 1)) {
      note("shuffle reads a lane that takes no part", w.line[lane], nullptr, static_cast<uint64_t>(from), 0);
      w.out[lane] = 0xdeadbeef;
    } else {
      w.out[lane] = w.value[from];
    }
    w.predicate[lane] = inside;
  });
}

void match(Warp& w, uint32_t members, int lane, bool any) {
  bool all = true;
  each_lane(members, [&](int l) { all = all && w.value[l] == w.value[lane]; });
  each_lane(members, [&](int l) {
    uint32_t same = 0;
    each_lane(members, [&](int k) { same |= w.value[k] == w.value[l] ? 1u << k : 0; });
    w.out[l] = any ? same : all ? members : 0;
    w.predicate[l] = all;
  });
}

uint32_t combined(const Warp& w, uint32_t members, int op) {
  uint32_t ballot = 0, sum = 0, least = ~0u, most = 0, conjunction = ~0u, disjunction = 0, parity = 0;
  int32_t signed_least = INT32_MAX, signed_most = INT32_MIN;
  each_lane(members, [&](int lane) {
    const uint32_t v = static_cast<uint32_t>(w.value[lane]);
    const int32_t s = static_cast<int32_t>(v);
    ballot |= (v & 1) << lane;
    sum += v, least = std::min(least, v), most = std::max(most, v);
    conjunction &= v, disjunction |= v, parity ^= v;
    signed_least = std::min(signed_least, s), signed_most = std::max(signed_most, s);
  });
  switch (op) {
    case W_BALLOT: return ballot;
    case W_ANY: return ballot != 0;
    case W_ALL: return ballot == members;
    case W_UNI: return ballot == members || ballot == 0;
    case W_RADD: return sum;
    case W_RMINU: return least;
    case W_RMAXU: return most;
    case W_RMINS: return static_cast<uint32_t>(signed_least);
    case W_RMAXS: return static_cast<uint32_t>(signed_most);
    case W_RAND: return conjunction;
    case W_ROR: return disjunction;
    case W_RXOR: return parity;
    default: return 0;
  }
}

size_t first_thread(const Block& block, const Warp& warp) {
  return static_cast<size_t>(&warp - block.warps.data()) * 32;
}

}  // namespace

bool complete_warp(Block& block, Warp& w, int lane) {
  const uint32_t mask = w.mask[lane], members = mask & w.alive;
  if ((w.waiting & members) != members) return false;
  bool same = true;
  const int op = w.op[lane];
  each_lane(members, [&](int l) { same = same && w.op[l] == op && w.mask[l] == mask; });
  if (!same) return false;
  if (mask != members) note("warp operation names lanes that have ended", w.line[lane], nullptr, mask, 0);
  if (op <= W_IDX) {
    shuffle(w, members, op);
  } else if (op == W_MATCH_ANY || op == W_MATCH_ALL) {
    match(w, members, lane, op == W_MATCH_ANY);
  } else {
    const uint32_t result = combined(w, members, op);
    each_lane(members, [&](int l) { w.out[l] = result; });
  }
  if (config.race && op == W_SYNC) {
    std::vector<RaceThread*> together;
    each_lane(members, [&](int l) { together.push_back(block.fibers[first_thread(block, w) + l]->race.get()); });
    race_join(together);
  }
  if (config.count && members == w.started) {  // where some have ended they may have run before all that the others do
    std::vector<CountThread*> together;
    each_lane(members, [&](int l) { together.push_back(block.fibers[first_thread(block, w) + l]->count.get()); });
    count_join(current->kernel, together);
  }
  w.waiting &= ~members;
  return true;
}

void wake_warp(Block& block, Warp& warp) {
  const size_t first = first_thread(block, warp);
  for (size_t i = first; i < first + 32 && i < block.threads; ++i) {
    Fiber& fiber = *block.fibers[i];
    if (fiber.state == State::in_warp && !(warp.waiting >> (i - first) & 1)) fiber.state = State::ready;
  }
}

void check_barrier(Block& block, int id) {
  Barrier& barrier = block.barriers[id];
  const uint32_t wanted = barrier.wanted ? barrier.wanted : block.alive;
  if (!barrier.arrived || barrier.arrived < wanted) return;
  barrier.result = barrier.combined;
  barrier.arrived = barrier.wanted = 0;
  std::vector<RaceThread*> together;
  for (uint32_t i = 0; i < block.threads; ++i) {
    Fiber& fiber = *block.fibers[i];
    if (fiber.state != State::at_barrier || fiber.wait_barrier != id) continue;
    fiber.state = State::ready;
    together.push_back(fiber.race.get());
    const Fiber& first = *block.fibers[i / 32 * 32];
    if (first.wait_barrier == id && first.wait_line != fiber.wait_line && first.warp->alive & 1) {
      note("lanes of a warp wait at different barriers", fiber.wait_line, &fiber.context, 0, 0);
    }
  }
  if (config.race) race_join(together);
}

}  // namespace cores

using namespace cores;

extern "C" {

uint64_t cores_warp(Ctx* c, int op, uint32_t mask, uint64_t a, uint32_t b, uint32_t cc, bool* p, int line) {
  Fiber& fiber = *c->fiber;
  Warp& w = *fiber.warp;
  const int lane = static_cast<int>(c->lane);
  if (!(mask >> lane & 1)) {
    note("lane not in its own member mask", line, c, mask, 0);
    return a;
  }
  w.value[lane] = a, w.b[lane] = b, w.c[lane] = cc;
  w.mask[lane] = mask, w.op[lane] = op, w.line[lane] = line;
  w.waiting |= 1u << lane;
  if (complete_warp(*fiber.block, w, lane)) {
    wake_warp(*fiber.block, w);
  } else {
    fiber.state = State::in_warp;
    fiber.wait_line = line;
    to_scheduler(fiber);
  }
  if (p) *p = w.predicate[lane];
  return w.out[lane];
}

uint32_t cores_bar(Ctx* c, uint32_t id, uint32_t count, int reduction, bool p, int line) {
  Fiber& fiber = *c->fiber;
  const int which = static_cast<int>(id & 15);
  Barrier& barrier = fiber.block->barriers[which];
  if (barrier.arrived == 0) barrier.combined = reduction == 1 ? 1 : 0, barrier.wanted = count;
  if (reduction == 1) barrier.combined &= p ? 1u : 0u;
  if (reduction == 2) barrier.combined |= p ? 1u : 0u;
  if (reduction == 3) barrier.combined += p ? 1u : 0u;
  ++barrier.arrived;
  fiber.state = State::at_barrier;
  fiber.wait_barrier = which;
  fiber.wait_line = line;
  check_barrier(*fiber.block, which);
  if (fiber.state == State::at_barrier) to_scheduler(fiber);
  return barrier.result;
}

void cores_yield(Ctx* c) {
  if (!c->fiber || (config.preempt && (random_bits() & 3) != 0)) return;
  to_scheduler(*c->fiber);
}

void cores_trap(Ctx* c, int line) {
  note("trap", line, c, 0, 0);
  if (!c->fiber) {
    finish();  // does not return unless the trap is explained
    _exit(70);
  }
  c->fiber->state = State::trapped;
  to_scheduler(*c->fiber);
}

void cores_exit(Ctx* c) {
  if (!c->fiber) {
    std::fprintf(stderr, "cores: exit in a function of a kernel without barriers is not supported\n");
    _exit(70);
  }
  c->fiber->state = State::ended;
  to_scheduler(*c->fiber);
}

}  // extern "C"
