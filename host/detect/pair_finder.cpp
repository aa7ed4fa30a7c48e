#include "abut/pairs/pair_finder.h"

#include "host/detect/kept_pairs.h"
#include "host/detect/part_boxes.h"
#include "host/exec/arena.h"

namespace abut {

struct PairFinder::State {
  int threads;
  Buffer<Box<double>> boxes;
  KeptPairs kept;
  Buffer<Pair> pairs;
};

PairFinder::PairFinder(const Cpu& cpu) : state_(new State{host::thread_count(cpu), {}, {}, {}}) {}
PairFinder::~PairFinder() = default;
PairFinder::PairFinder(PairFinder&&) noexcept = default;
PairFinder& PairFinder::operator=(PairFinder&&) noexcept = default;

std::span<const Pair> PairFinder::find(const ShapeHeader* headers, std::uint32_t shape_count, const PartsView& parts,
                                       double alert_distance) {
  State& s = *state_;
  std::size_t count = 0;
  tbb::task_arena(s.threads).execute([&] {
    try {
      check_parts(headers, shape_count, parts, "parts", alert_distance);
      make_part_boxes(headers, parts, alert_distance, s.boxes);
      count = s.kept.find(s.boxes.data(), parts);
      // An eighth more than is needed: the number of pairs goes up and down.
      if (count > s.pairs.capacity()) s.pairs.resize(count + count / 8);
      s.kept.write(s.pairs.data());
    } catch (...) {
      s.kept.reset();
      throw;
    }
  });
  return {s.pairs.data(), count};
}

void PairFinder::reset() { state_->kept.reset(); }

std::uint64_t PairFinder::searches() const { return state_->kept.searches(); }

std::size_t PairFinder::memory() const {
  const State& s = *state_;
  return sizeof(Box<double>) * s.boxes.capacity() + s.kept.capacity() + sizeof(Pair) * s.pairs.capacity();
}

}  // namespace abut
