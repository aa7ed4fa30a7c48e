#include "abut/pairs/pair_finder.h"

#include "host/bvh/part_boxes.h"
#include "host/exec/arena.h"
#include "host/pairs/moving_boxes.h"

namespace abut {

struct PairFinder::State : MovingBoxes {
  explicit State(int count) : threads(count) {}
  int threads;
};

PairFinder::PairFinder(const Cpu& cpu) : state_(new State(host::thread_count(cpu))) {}
PairFinder::~PairFinder() = default;
PairFinder::PairFinder(PairFinder&&) noexcept = default;
PairFinder& PairFinder::operator=(PairFinder&&) noexcept = default;

std::span<const Pair> PairFinder::find(std::span<const ShapeHeader> headers, const PartsView& parts,
                                       double alert_distance) {
  return host::in_arena(state_->threads, [&] {
    return state_->find(parts, [&](Buffer<Box<double>>& boxes) {
      check_parts(headers, parts, "parts", alert_distance);
      make_part_boxes(headers.data(), parts, alert_distance, boxes);
    });
  });
}

void PairFinder::reset() { state_->neighbours.reset(); }

std::uint64_t PairFinder::searches() const { return state_->neighbours.searches(); }

std::size_t PairFinder::memory() const { return state_->capacity(); }

}  // namespace abut
