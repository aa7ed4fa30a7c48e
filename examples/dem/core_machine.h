// What machines on the cores of this computer have in common (simulation.h says what a machine is): states, pairs and
// what is kept of pairs. Placing bodies, finding pairs and querying them is each one's own.
#pragma once

#include <vector>

#include "abut/abut.h"
#include "examples/dem/simulation.h"
#include "tbb/blocked_range.h"
#include "tbb/parallel_for.h"
#include "tbb/task_arena.h"

namespace dem {

class CoreMachine {
 public:
  BodyState* bodies() { return states_.data(); }
  const BodyConstants* constants() const { return constants_.data(); }
  PairArrays pairs();
  Incidence incidence(std::uint32_t born);
  std::vector<BodyState> states() const { return states_; }
  void set_states(const std::vector<BodyState>& states) { states_ = states; }
  std::vector<PairForce> forces() const { return forces_; }
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

 protected:
  /// `threads`: 0 for all cores.
  explicit CoreMachine(int threads);

  /// Runs `body` in the machine's arena, where Abut's functions then stay.
  template <class Body>
  void with_threads(const Body& body) {
    arena_.execute(body);
  }

  void begin(const Scene& scene, const Snapshot& from);
  /// Takes the pairs of this step that are to be queried, of so many candidates, carries caches and springs along and
  /// makes room for contacts and forces.
  void take_pairs(std::uint64_t candidates, std::span<const abut::Pair> queried);

  /// Pairs of bodies, where those that are queried are of their parts.
  const std::vector<abut::Pair>& body_pairs() const { return single_parts_ ? pairs_ : body_pairs_; }

  abut::Cpu cpu_;
  tbb::task_arena arena_;
  std::vector<BodyState> states_;
  std::vector<BodyConstants> constants_;
  std::vector<std::uint32_t> part_body_, first_part_;
  std::vector<std::uint32_t> groups_, meets_;  ///< of parts: walls meet bodies, and not each other
  std::vector<abut::Pair> pairs_, pairs_before_;
  std::vector<abut::CachedPolytope> caches_, caches_before_;
  std::vector<Spring> springs_, springs_before_;
  std::vector<PairForce> forces_;
  abut::Contacts<double> contacts_;
  std::vector<SharedVolume> volumes_;  ///< empty unless the law reads them

 private:
  void find_body_pairs();

  bool single_parts_ = true;  ///< each body has one part
  std::vector<abut::Pair> body_pairs_;
  std::uint64_t candidate_count_ = 0, pair_count_ = 0;
  std::vector<std::uint64_t> row_;
  std::vector<std::uint32_t> row_pairs_;
};

}  // namespace dem
