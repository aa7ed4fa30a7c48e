#include "examples/dem/core_machine.h"

#include <algorithm>
#include <utility>

namespace dem {

CoreMachine::CoreMachine(int threads) : cpu_{threads}, arena_(threads == 0 ? tbb::task_arena::automatic : threads) {}

void CoreMachine::begin(const Scene& scene, const Snapshot& from) {
  constants_ = scene.constants;
  part_body_ = scene.part_body, first_part_ = scene.first_part;
  single_parts_ = scene.parts() == scene.size();
  states_ = from.states;
  pairs_ = from.pairs, caches_ = from.caches, springs_ = from.springs;
  candidate_count_ = std::max(from.candidates.size(), from.pairs.size());
  pair_count_ = pairs_.size();
  forces_.assign(pair_count_, {});
  contacts_.resize(pair_count_);
  groups_.assign(scene.parts(), 1), meets_.assign(scene.parts(), 3);
  for (std::uint32_t i = 0; i < scene.first_part[scene.walls]; ++i) groups_[i] = 2, meets_[i] = 1;
  find_body_pairs();
}

void CoreMachine::find_body_pairs() {
  if (single_parts_) return;
  body_pairs_.resize(pairs_.size());
  for (std::size_t i = 0; i < pairs_.size(); ++i) body_pairs_[i] = {part_body_[pairs_[i].a], part_body_[pairs_[i].b]};
}

void CoreMachine::take_pairs(std::uint64_t candidates, std::span<const abut::Pair> queried) {
  std::swap(pairs_, pairs_before_), std::swap(caches_, caches_before_), std::swap(springs_, springs_before_);
  pairs_.assign(queried.begin(), queried.end());
  candidate_count_ = candidates;
  pair_count_ = pairs_.size();
  caches_.resize(pair_count_), springs_.resize(pair_count_), forces_.resize(pair_count_);
  contacts_.resize(pair_count_);
  const std::vector<std::uint32_t> places = abut::match_pairs(cpu_, pairs_before_, pairs_);
  abut::carry<abut::CachedPolytope>(cpu_, places, caches_before_, caches_);
  abut::carry<Spring>(cpu_, places, springs_before_, springs_);
  find_body_pairs();
}

PairArrays CoreMachine::pairs() {
  const abut::Contacts<double>& c = contacts_;
  return {body_pairs().data(), &pair_count_,      pair_count_,      c.separation.data(), c.normal_x.data(),
          c.normal_y.data(),   c.normal_z.data(), c.point_x.data(), c.point_y.data(),    c.point_z.data(),
          c.status.data(),     volumes_.data(),   springs_.data(),  forces_.data()};
}

Incidence CoreMachine::incidence(std::uint32_t born) {
  row_.assign(born + 1, 0);
  const std::vector<abut::Pair>& pairs = body_pairs();
  for (const abut::Pair& p : pairs) ++row_[p.a], ++row_[p.b];
  std::uint64_t sum = 0;
  for (std::uint64_t& r : row_) r = std::exchange(sum, sum + r);
  row_pairs_.resize(2 * pairs.size());
  // Each row's end moves on as it is filled and is then the next one's begin.
  for (std::uint32_t i = 0; i < pairs.size(); ++i) {
    row_pairs_[row_[pairs[i].a]++] = i;
    row_pairs_[row_[pairs[i].b]++] = i;
  }
  std::copy_backward(row_.begin(), row_.end() - 1, row_.end());
  row_[0] = 0;
  return {row_.data(), row_.data() + 1, row_pairs_.data()};
}

Snapshot CoreMachine::snapshot() const {
  Snapshot out;
  out.states = states_, out.pairs = pairs_, out.caches = caches_, out.springs = springs_;
  return out;
}

PairTotals CoreMachine::totals() const {
  return totals_of(candidate_count_, pairs_.size(), contacts_.status.data(), contacts_.separation.data(),
                   forces_.data());
}

}  // namespace dem
