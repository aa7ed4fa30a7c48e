// The cores of this machine (simulation.h says what a machine is).
#pragma once

#include <memory>
#include <vector>

#include "abut/abut.h"
#include "examples/dem/simulation.h"
#include "tbb/blocked_range.h"
#include "tbb/parallel_for.h"
#include "tbb/task_arena.h"

namespace dem {

class CpuMachine {
 public:
  /// `threads`: 0 for all cores.
  explicit CpuMachine(int threads = 0);

  void start(const Scene& scene, const Snapshot& from, bool volumes);
  BodyState* bodies() { return states_.data(); }
  const BodyConstants* constants() const { return constants_.data(); }
  void detect(std::uint32_t born);
  PairArrays pairs();
  Incidence incidence(std::uint32_t born);
  std::vector<BodyState> states() const { return states_; }
  void set_states(const std::vector<BodyState>& states) { states_ = states; }
  Snapshot snapshot() const;
  PairTotals totals() const;
  void wait() {}

  template <class Body>
  void for_each(std::uint64_t count, const Body& body) {
    arena_.execute([&] {
      tbb::parallel_for(tbb::blocked_range<std::uint64_t>(0, count, 256), [&](const auto& range) {
        for (std::uint64_t i = range.begin(); i < range.end(); ++i) body(i);
      });
    });
  }

 private:
  abut::PartsView parts(std::uint32_t born) const;
  void find_volumes(const abut::PartsView& view);

  abut::Cpu cpu_;
  tbb::task_arena arena_;
  abut::ShapeSetView<double> shapes_;
  abut::PairFinder finder_;
  std::vector<BodyState> states_;
  std::vector<BodyConstants> constants_;
  std::vector<std::uint32_t> own_number_, groups_, meets_;
  std::vector<std::uint8_t> self_contact_;
  std::vector<double> position_[3], rotation_[9];
  std::vector<abut::Pair> pairs_, pairs_before_;
  std::vector<abut::CachedPolytope> caches_, caches_before_;
  std::vector<Spring> springs_, springs_before_;
  std::vector<PairForce> forces_;
  bool reads_volumes_ = false;
  std::vector<SharedVolume> volumes_;  // empty unless they are read
  abut::Contacts<double> contacts_;
  std::uint64_t pair_count_ = 0;
  std::vector<std::uint64_t> row_;
  std::vector<std::uint32_t> row_pairs_;
};

}  // namespace dem
