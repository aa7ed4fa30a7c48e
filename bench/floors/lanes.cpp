#include "bench/floors/lanes.h"

namespace floors {

void Lanes::start(unsigned high, unsigned low) {
  auto* self = reinterpret_cast<Lanes*>(static_cast<std::uintptr_t>(high) << 32 | low);
  Lane& lane = self->lanes_[static_cast<std::size_t>(self->now_)];
  (*self->body_)(self->now_);
  lane.ended = true;
  swapcontext(&lane.context, &self->caller_);
}

void Lanes::run(int lanes, Tally* tallies, std::uint64_t warp, const std::function<void(int)>& body) {
  if (lanes_.size() < static_cast<std::size_t>(lanes)) lanes_ = std::vector<Lane>(static_cast<std::size_t>(lanes));
  body_ = &body;
  const auto self = reinterpret_cast<std::uintptr_t>(this);
  for (int k = 0; k < lanes; ++k) {
    Lane& lane = lanes_[static_cast<std::size_t>(k)];
    lane.turn = 0;
    lane.ended = false;
    getcontext(&lane.context);
    lane.context.uc_stack.ss_sp = lane.stack.data();
    lane.context.uc_stack.ss_size = stack_bytes;
    lane.context.uc_link = nullptr;
    makecontext(&lane.context, reinterpret_cast<void (*)()>(start), 2, static_cast<unsigned>(self >> 32),
                static_cast<unsigned>(self));
  }
  for (bool running = true; running;) {
    running = false;
    for (now_ = 0; now_ < lanes; ++now_) {
      Lane& lane = lanes_[static_cast<std::size_t>(now_)];
      if (lane.ended) continue;
      count_for(tallies + now_, warp);
      swapcontext(&caller_, &lane.context);
      running = running || !lane.ended;
    }
  }
  count_for(nullptr, warp);
}

void Lanes::exchange(int lane, int from, const void* mine, void* other, std::size_t bytes) {
  Lane& here = lanes_[static_cast<std::size_t>(lane)];
  const int turn = here.turn++ % 2;
  std::memcpy(here.given[turn], mine, bytes);
  swapcontext(&here.context, &caller_);
  std::memcpy(other, lanes_[static_cast<std::size_t>(from)].given[turn], bytes);
}

}  // namespace floors
