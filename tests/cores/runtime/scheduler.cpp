// Blocks whose threads are fibers: some blocks at a time, the threads of one in turn until all wait or have ended.
#include <algorithm>
#include <numeric>

#include "count.h"
#include "race.h"

namespace cores {
namespace {

std::vector<std::unique_ptr<Block>> resident_blocks;

class Scheduler {
 public:
  Scheduler(Launch& launch, const KernelInfo& kernel, uint32_t threads, uint64_t blocks)
      : launch_(launch), kernel_(kernel), threads_(threads), blocks_(blocks), turn_order_(threads) {
    const size_t resident = static_cast<size_t>(std::min<uint64_t>(blocks, static_cast<uint64_t>(config.resident)));
    while (resident_blocks.size() < resident) resident_blocks.push_back(std::make_unique<Block>());
    busy_.assign(resident, false);
    std::iota(turn_order_.begin(), turn_order_.end(), 0u);
    if (config.order == Order::reverse) std::reverse(turn_order_.begin(), turn_order_.end());
  }

  void run() {
    for (size_t s = 0; s < busy_.size(); ++s) start_block(s);
    for (size_t turn = 0; std::find(busy_.begin(), busy_.end(), true) != busy_.end(); ++turn) {
      const bool any = config.order == Order::random && busy_.size() > 1;
      const size_t s = (any ? random_bits() : turn) % busy_.size();
      if (!busy_[s]) continue;
      const bool moved = run_ready(*resident_blocks[s]);
      if (resident_blocks[s]->alive > 0 && moved) continue;
      if (resident_blocks[s]->alive > 0) report_deadlock(*resident_blocks[s]);
      end_block(*resident_blocks[s]);
      busy_[s] = false;
      start_block(s);
    }
  }

 private:
  void start_block(size_t s) {
    if (next_ == blocks_) return;
    Block& block = *resident_blocks[s];
    uint64_t index = next_++;
    // Blocks of kernels that look back at earlier ones start in order.
    if (!kernel_.has_sync && config.order == Order::reverse) index = blocks_ - 1 - index;
    const uint32_t shared = kernel_.smem + launch_.dynamic;
    block.threads = block.alive = threads_;
    block.warps.assign((threads_ + 31) / 32, Warp());
    for (Barrier& barrier : block.barriers) barrier = Barrier();
    block.shared.assign(smem_first + shared + 64, static_cast<uint8_t>(config.fill));
    block.shared_written.assign(smem_first + shared + 64, 0);
    RaceCell* cells = config.race ? race_shared_cells(block) : nullptr;
    while (block.fibers.size() < threads_) block.fibers.push_back(new_fiber());
    for (uint32_t t = 0; t < threads_; ++t) start_thread(block, index, t, shared, cells);
    busy_[s] = true;
  }

  void start_thread(Block& block, uint64_t index, uint32_t t, uint32_t shared, RaceCell* cells) {
    Fiber& fiber = *block.fibers[t];
    Ctx& c = fiber.context;
    begin_launch(c, launch_);
    begin_thread(c, launch_, index, t);
    c.smem_size = shared;
    c.smem = reinterpret_cast<uint64_t>(block.shared.data());
    c.smem_init = block.shared_written.data();
    c.preempt = static_cast<uint32_t>(config.preempt);
    c.fiber = &fiber;
    c.watch = (config.race ? 1u : 0u) | (config.count ? 2u : 0u);
    c.race = fiber.race.get();
    c.count = fiber.count.get();
    if (c.race) race_begin_thread(*c.race, static_cast<uint32_t>(index * threads_ + t), cells, c.smem);
    if (c.count) count_begin_thread(*c.count, launch_.kernel, reinterpret_cast<uint64_t>(fiber.stack + (512 << 10)));
    fiber.warp = &block.warps[t / 32];
    fiber.warp->alive |= 1u << (t % 32);
    fiber.warp->started = fiber.warp->alive;
    fiber.block = &block;
    fiber.kernel = &kernel_;
    start_fiber(fiber);
  }

  /// Each thread that can run does, until it waits. False: none could.
  bool run_ready(Block& block) {
    bool moved = false;
    if (config.order == Order::random) std::shuffle(turn_order_.begin(), turn_order_.end(), random_bits);
    for (const uint32_t t : turn_order_) {
      Fiber& fiber = *block.fibers[t];
      if (fiber.state != State::ready) continue;
      moved = true;
      current_thread = &fiber.context;
      cores_switch(&scheduler_sp, fiber.sp);
      current_thread = nullptr;
      if (fiber.state == State::ended || fiber.state == State::trapped) end_thread(block, fiber);
    }
    return moved;
  }

  void end_thread(Block& block, Fiber& fiber) {
    fiber.state = State::none;
    Warp& warp = *fiber.warp;
    warp.alive &= ~(1u << fiber.context.lane);
    --block.alive;
    for (int lane = 0; lane < 32; ++lane) {
      if (warp.waiting >> lane & 1 && complete_warp(block, warp, lane)) wake_warp(block, warp);
    }
    for (int id = 0; id < 16; ++id) check_barrier(block, id);
  }

  void report_deadlock(Block& block) {
    int shown = 0;
    for (uint32_t t = 0; t < threads_ && shown < 8; ++t) {
      const Fiber& fiber = *block.fibers[t];
      if (fiber.state != State::in_warp && fiber.state != State::at_barrier) continue;
      const bool in_warp = fiber.state == State::in_warp;
      note(in_warp ? "deadlock: waits for its warp" : "deadlock: waits at a barrier", fiber.wait_line, &fiber.context,
           in_warp ? fiber.warp->mask[fiber.context.lane] : 0, 0);
      ++shown;
    }
  }

  void end_block(Block& block) {
    for (uint32_t t = 0; t < threads_; ++t) block.fibers[t]->state = State::none;
    if (!config.count) return;
    for (uint32_t first = 0; first < threads_; first += 32) {
      std::vector<CountThread*> lanes;
      for (uint32_t t = first; t < std::min(first + 32, threads_); ++t) lanes.push_back(block.fibers[t]->count.get());
      count_end_warp(launch_.kernel, lanes);
    }
  }

  Launch& launch_;
  const KernelInfo& kernel_;
  uint32_t threads_;
  uint64_t blocks_, next_ = 0;
  std::vector<uint32_t> turn_order_;
  std::vector<bool> busy_;
};

}  // namespace

void run_fibers(Launch& launch, const KernelInfo& kernel, uint32_t threads, uint64_t blocks) {
  Scheduler(launch, kernel, threads, blocks).run();
}

}  // namespace cores
