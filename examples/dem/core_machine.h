// What machines on the cores of this computer have in common (simulation.h says what a machine is): states, and the
// forces of pairs. Finding pairs, querying them and what is kept of them is each one's own.
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
  PairArrays pairs() const { return arrays_; }
  Incidence incidence(std::uint32_t born);
  std::vector<BodyState> states() const { return states_; }
  void set_states(const std::vector<BodyState>& states) { states_ = states; }
  std::vector<PairForce> forces() const { return forces_; }
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
  /// Takes over what a step has left: of so many candidates pairs of parts, which stay where they are, and their
  /// arrays, whose pairs, number and forces are filled in here.
  void take_pairs(std::uint64_t candidates, std::span<const abut::Pair> queried, const PairArrays& arrays);

  /// Of contacts that a machine has put into arrays; without pairs, their number and forces.
  static PairArrays contact_arrays(const abut::Contacts<double>& contacts, const abut::PatchesView<double>& volumes,
                                   std::vector<Spring>& springs);

  abut::Cpu cpu_;
  tbb::task_arena arena_;
  std::vector<BodyState> states_;
  std::vector<BodyConstants> constants_;
  std::vector<std::uint32_t> part_body_, first_part_;
  std::vector<PairForce> forces_;

 private:
  bool single_parts_ = true;            ///< each body has one part
  std::vector<abut::Pair> body_pairs_;  ///< else of bodies, where those that are queried are of their parts
  PairArrays arrays_{};
  std::uint64_t candidate_count_ = 0, pair_count_ = 0;
  std::vector<std::uint64_t> row_;
  std::vector<std::uint32_t> row_pairs_;
};

}  // namespace dem
