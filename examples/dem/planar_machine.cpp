#include "examples/dem/planar_machine.h"

#include <utility>

#include "examples/dem/planar_place.h"

namespace dem {

PlanarMachine::PlanarMachine(int threads, PlanarPoint point) : CoreMachine(threads), point_(point), finder_(cpu_) {}

void PlanarMachine::start(const Scene& scene, const Snapshot& from, bool volumes) {
  begin(scene, from);
  pairs_ = from.pairs, caches_ = from.caches, springs_ = from.springs;
  contacts_ = abut::Contacts<double>(pairs_.size());
  take_pairs(pairs_.size(), pairs_, arrays());
  groups_.assign(scene.size(), 1), meets_.assign(scene.size(), 3);
  for (std::uint32_t i = 0; i < scene.walls; ++i) groups_[i] = 2, meets_[i] = 1;
  shapes_ = &scene.plane;
  reads_volumes_ = volumes;
  finder_.reset();
  bodies_.resize(scene.size());
  for (std::uint32_t i = 0; i < scene.size(); ++i) bodies_[i].shape = i;
}

void PlanarMachine::detect(std::uint32_t born) {
  with_threads([&] { detect_here(born); });
}

void PlanarMachine::detect_here(std::uint32_t born) {
  for_each(born, PlaceInPlane{states_.data(), bodies_.data()});
  const std::span<const abut::PlanarBody> bodies(bodies_.data(), born);
  const std::span<const abut::Pair> found =
      finder_.find(*shapes_, bodies, 0, {{groups_.data(), born}, {meets_.data(), born}});
  carry_along(found);
  const bool patches = point_ == PlanarPoint::patch;
  records_.resize(pairs_.size()), patches_.resize(patches ? pairs_.size() : 0);
  overlaps_.resize(reads_volumes_ ? pairs_.size() : 0), volumes_.resize(overlaps_.size());
  abut::PlanarQueryOptions options;
  options.alert_distance = 0;
  options.cache = caches_.data();
  abut::query_planar_pairs<double>(cpu_, *shapes_, bodies, pairs_, options, {records_, patches_, overlaps_});
  for_each(pairs_.size(), [&](std::uint64_t i) {
    const abut::PlanarContact<double>& r = records_[i];
    const abut::Vec2<double> point = patches ? patches_[i].point : r.point;
    contacts_.separation[i] = r.separation;
    contacts_.normal_x[i] = r.normal.x, contacts_.normal_y[i] = r.normal.y, contacts_.normal_z[i] = 0;
    contacts_.point_x[i] = point.x, contacts_.point_y[i] = point.y, contacts_.point_z[i] = 0;
    contacts_.status[i] = r.status;
    if (reads_volumes_) volumes_[i] = shared_volume(overlaps_[i]);
  });
  take_pairs(pairs_.size(), pairs_, arrays());
}

void PlanarMachine::carry_along(std::span<const abut::Pair> found) {
  std::swap(pairs_, pairs_before_), std::swap(caches_, caches_before_), std::swap(springs_, springs_before_);
  pairs_.assign(found.begin(), found.end());
  caches_.resize(pairs_.size()), springs_.resize(pairs_.size());
  contacts_.resize(pairs_.size());
  const std::vector<std::uint32_t> places = abut::match_pairs(cpu_, pairs_before_, pairs_);
  abut::carry<abut::CachedPolytope>(cpu_, places, caches_before_, caches_);
  abut::carry<Spring>(cpu_, places, springs_before_, springs_);
}

PairArrays PlanarMachine::arrays() { return contact_arrays(contacts_, volumes_in(volumes_.data()), springs_); }

Snapshot PlanarMachine::snapshot() const {
  Snapshot out;
  out.states = states_, out.pairs = pairs_, out.caches = caches_, out.springs = springs_;
  return out;
}

}  // namespace dem
