#include "examples/dem/core_machine.h"

#include <algorithm>
#include <span>
#include <utility>

namespace dem {

CoreMachine::CoreMachine(int threads) : cpu_{threads}, arena_(threads == 0 ? tbb::task_arena::automatic : threads) {}

void CoreMachine::begin(const Scene& scene, const Snapshot& from) {
  constants_ = scene.constants;
  part_body_ = scene.part_body, first_part_ = scene.first_part;
  single_parts_ = scene.parts() == scene.size();
  states_ = from.states;
  forces_.clear();
}

void CoreMachine::take_pairs(std::uint64_t candidates, std::span<const abut::Pair> queried, const PairArrays& arrays) {
  candidate_count_ = candidates, pair_count_ = queried.size();
  forces_.resize(queried.size());
  if (!single_parts_) {
    body_pairs_.resize(queried.size());
    for (std::size_t i = 0; i < queried.size(); ++i) {
      body_pairs_[i] = {part_body_[queried[i].a], part_body_[queried[i].b]};
    }
  }
  arrays_ = arrays;
  arrays_.pairs = single_parts_ ? queried.data() : body_pairs_.data();
  arrays_.count = &pair_count_, arrays_.capacity = pair_count_;
  arrays_.forces = forces_.data();
}

PairArrays CoreMachine::contact_arrays(const abut::Contacts<double>& c, const abut::PatchesView<double>& volumes,
                                       std::vector<Spring>& springs) {
  return {nullptr,
          nullptr,
          0,
          c.separation.data(),
          c.normal_x.data(),
          c.normal_y.data(),
          c.normal_z.data(),
          c.point_x.data(),
          c.point_y.data(),
          c.point_z.data(),
          c.status.data(),
          volumes,
          springs.data(),
          nullptr};
}

Incidence CoreMachine::incidence(std::uint32_t born) {
  row_.assign(born + 1, 0);
  const std::span<const abut::Pair> pairs(arrays_.pairs, pair_count_);
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

PairTotals CoreMachine::totals() const {
  return totals_of(candidate_count_, pair_count_, arrays_.status, arrays_.separation, forces_.data());
}

}  // namespace dem
