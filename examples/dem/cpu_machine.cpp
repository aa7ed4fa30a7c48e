#include "examples/dem/cpu_machine.h"

namespace dem {

namespace {

/// Bodies' poses, which are their parts' too, to where the parts' arrays have them.
struct Place {
  const BodyState* states;
  const std::uint32_t* body;
  double* position[3];
  double* rotation[9];
  void operator()(std::uint64_t i) const {
    const BodyState& s = states[body[i]];
    position[0][i] = s.position.x, position[1][i] = s.position.y, position[2][i] = s.position.z;
    const abut::Mat3<double> r = rotation_of(s);
    for (int k = 0; k < 9; ++k) rotation[k][i] = r.m[k];
  }
};

}  // namespace

CpuMachine::CpuMachine(int threads) : CoreMachine(threads), finder_(cpu_), filter_(cpu_) {}

void CpuMachine::start(const Scene& scene, const Snapshot& from, bool volumes) {
  begin(scene, from);
  const std::uint32_t count = scene.parts(), born = first_part_[from.at.born];
  shapes_ = scene.shapes.view<double>();
  reads_volumes_ = volumes;
  finder_.reset();
  own_number_.resize(count);
  for (std::uint32_t i = 0; i < count; ++i) own_number_[i] = i;
  self_contact_.assign(count, 0);
  for (auto& p : position_) p.resize(count);
  for (auto& r : rotation_) r.resize(count);
  with_threads([&] {
    place(born);
    filter_.restore(shapes_.headers, shapes_.count, parts(born), from.candidates, from.clearances);
  });
}

Snapshot CpuMachine::snapshot() const {
  Snapshot out = CoreMachine::snapshot();
  out.candidates.assign(filter_.pairs().begin(), filter_.pairs().end());
  out.clearances.assign(filter_.clearances().begin(), filter_.clearances().end());
  return out;
}

abut::PartsView CpuMachine::parts(std::uint32_t parts_born) const {
  abut::PartsView view;
  view.count = parts_born;
  view.shape = own_number_.data();
  view.body = part_body_.data();
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
  with_threads([&] { detect_here(first_part_[born]); });
}

void CpuMachine::place(std::uint32_t parts_born) {
  Place place{states_.data(), part_body_.data(), {}, {}};
  for (int k = 0; k < 3; ++k) place.position[k] = position_[k].data();
  for (int k = 0; k < 9; ++k) place.rotation[k] = rotation_[k].data();
  for_each(parts_born, place);
}

/// Separated pairs are asked for all of their distance: they are then not asked again before their bodies have moved by
/// as much.
void CpuMachine::detect_here(std::uint32_t parts_born) {
  place(parts_born);
  const abut::PartsView view = parts(parts_born);
  const std::span<const abut::Pair> candidates = finder_.find(shapes_.headers, shapes_.count, view, 0);
  take_pairs(candidates.size(), filter_.filter(shapes_.headers, shapes_.count, view, candidates, 0));
  abut::QueryOptions options;
  options.cache = caches_.data();
  abut::ContactsView<double> wanted, all = contacts_.view();
  wanted.separation = all.separation, wanted.normal = all.normal, wanted.point = all.point, wanted.status = all.status;
  wanted.lower_bound = all.lower_bound;
  abut::query_pairs<double>(cpu_, shapes_, view, pairs_, options, wanted);
  filter_.learn<double>(contacts_.lower_bound);
  if (reads_volumes_) find_volumes(view);
}

void CpuMachine::find_volumes(const abut::PartsView& view) {
  volumes_.resize(pairs_.size());
  abut::find_patches<double>(cpu_, shapes_, view, pairs_, contacts_.view(), {}, volumes_in(volumes_.data()));
}

}  // namespace dem
