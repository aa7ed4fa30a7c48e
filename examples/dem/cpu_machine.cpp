#include "examples/dem/cpu_machine.h"

#include <algorithm>
#include <utility>

namespace dem {

namespace {

/// Bodies' poses to where the parts' arrays have them.
struct Place {
  const BodyState* states;
  double* position[3];
  double* rotation[9];
  void operator()(std::uint64_t i) const {
    const BodyState& s = states[i];
    position[0][i] = s.position.x, position[1][i] = s.position.y, position[2][i] = s.position.z;
    const abut::Mat3<double> r = rotation_of(s);
    for (int k = 0; k < 9; ++k) rotation[k][i] = r.m[k];
  }
};

}  // namespace

CpuMachine::CpuMachine(int threads)
    : cpu_{threads}, arena_(threads == 0 ? tbb::task_arena::automatic : threads), finder_(cpu_) {}

void CpuMachine::start(const Scene& scene, const Snapshot& from, bool volumes) {
  const std::uint32_t count = scene.size();
  shapes_ = scene.shapes.view<double>();
  constants_ = scene.constants;
  reads_volumes_ = volumes;
  states_ = from.states;
  pairs_ = from.pairs, caches_ = from.caches, springs_ = from.springs;
  pair_count_ = pairs_.size();
  forces_.assign(pair_count_, {});
  contacts_.resize(pair_count_);
  finder_.reset();
  own_number_.resize(count);
  for (std::uint32_t i = 0; i < count; ++i) own_number_[i] = i;
  // Walls meet bodies, and not each other.
  groups_.assign(count, 1), meets_.assign(count, 3);
  for (std::uint32_t i = 0; i < scene.walls; ++i) groups_[i] = 2, meets_[i] = 1;
  self_contact_.assign(count, 0);
  for (auto& p : position_) p.resize(count);
  for (auto& r : rotation_) r.resize(count);
}

abut::PartsView CpuMachine::parts(std::uint32_t born) const {
  abut::PartsView view;
  view.count = born;
  view.shape = view.body = own_number_.data();
  view.px = view.body_x = position_[0].data();
  view.py = view.body_y = position_[1].data();
  view.pz = view.body_z = position_[2].data();
  for (int k = 0; k < 9; ++k) view.r[k] = rotation_[k].data();
  view.groups = groups_.data();
  view.meets = meets_.data();
  view.self_contact = self_contact_.data();
  return view;
}

void CpuMachine::detect(std::uint32_t born) {
  Place place{states_.data(), {}, {}};
  for (int k = 0; k < 3; ++k) place.position[k] = position_[k].data();
  for (int k = 0; k < 9; ++k) place.rotation[k] = rotation_[k].data();
  for_each(born, place);
  const abut::PartsView view = parts(born);
  std::swap(pairs_, pairs_before_), std::swap(caches_, caches_before_), std::swap(springs_, springs_before_);
  const std::span<const abut::Pair> found = finder_.find(shapes_.headers, shapes_.count, view, 0);
  pairs_.assign(found.begin(), found.end());
  pair_count_ = pairs_.size();
  caches_.resize(pair_count_), springs_.resize(pair_count_), forces_.resize(pair_count_);
  contacts_.resize(pair_count_);
  const std::vector<std::uint32_t> places = abut::match_pairs(cpu_, pairs_before_, pairs_);
  abut::carry<abut::CachedPolytope>(cpu_, places, caches_before_, caches_);
  abut::carry<Spring>(cpu_, places, springs_before_, springs_);
  abut::QueryOptions options;
  options.alert_distance = 0;
  options.cache = caches_.data();
  abut::ContactsView<double> wanted, all = contacts_.view();
  wanted.separation = all.separation, wanted.normal = all.normal, wanted.point = all.point, wanted.status = all.status;
  abut::query_pairs<double>(cpu_, shapes_, view, pairs_, options, wanted);
  if (reads_volumes_) find_volumes(view);
}

void CpuMachine::find_volumes(const abut::PartsView& view) {
  volumes_.resize(pair_count_);
  constexpr std::ptrdiff_t stride = sizeof(SharedVolume) / sizeof(double);
  const auto strided = [](Vector& v) { return abut::StridedVec3<double>{&v.x, &v.y, &v.z, stride}; };
  abut::PatchesView<double> out;
  if (pair_count_ > 0) {
    SharedVolume& first = volumes_.front();
    out.volume = {&first.volume, stride};
    out.volume_centre = strided(first.centre), out.volume_normal = strided(first.normal);
    out.volume_moment = strided(first.moment);
  }
  abut::find_patches<double>(cpu_, shapes_, view, pairs_, contacts_.view(), {}, out);
}

PairArrays CpuMachine::pairs() {
  const abut::Contacts<double>& c = contacts_;
  return {pairs_.data(),     &pair_count_,      pair_count_,      c.separation.data(), c.normal_x.data(),
          c.normal_y.data(), c.normal_z.data(), c.point_x.data(), c.point_y.data(),    c.point_z.data(),
          c.status.data(),   volumes_.data(),   springs_.data(),  forces_.data()};
}

Incidence CpuMachine::incidence(std::uint32_t born) {
  row_.assign(born + 1, 0);
  for (const abut::Pair& p : pairs_) ++row_[p.a], ++row_[p.b];
  std::uint64_t sum = 0;
  for (std::uint64_t& r : row_) r = std::exchange(sum, sum + r);
  row_pairs_.resize(2 * pairs_.size());
  // Each row's end moves on as it is filled and is then the next one's begin.
  for (std::uint32_t i = 0; i < pairs_.size(); ++i) {
    row_pairs_[row_[pairs_[i].a]++] = i;
    row_pairs_[row_[pairs_[i].b]++] = i;
  }
  std::copy_backward(row_.begin(), row_.end() - 1, row_.end());
  row_[0] = 0;
  return {row_.data(), row_.data() + 1, row_pairs_.data()};
}

Snapshot CpuMachine::snapshot() const {
  Snapshot out;
  out.states = states_, out.pairs = pairs_, out.caches = caches_, out.springs = springs_;
  return out;
}

PairTotals CpuMachine::totals() const {
  return totals_of(pairs_.size(), contacts_.status.data(), contacts_.separation.data(), forces_.data());
}

}  // namespace dem
