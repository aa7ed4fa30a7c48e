#include "examples/dem/facet_machine.h"

#include <algorithm>

#include "examples/dem/scene_pipeline.h"

namespace dem {

namespace {

/// Contacts of a pair are the same one where points, over the zone, and normals differ by less. A corner over the
/// border of a face is found over the face and over the edge there, within the tolerance of normal cones, 1e-6.
constexpr double same_place = 1e-5;

}  // namespace

FacetMachine::FacetMachine(int threads) : CoreMachine(threads), pair_finder_(cpu_), contact_finder_(cpu_) {}

void FacetMachine::start(const Scene& scene, const Snapshot& from, bool) {
  contacts_.start(from);
  begin(scene, from);
  take_pairs(contacts_.pairs().size(), contacts_.pairs(),
             contact_arrays(contacts_.contacts(), {}, contacts_.springs()));
  shapes_ = &scene.shapes, zone_ = scene.settings.zone;
  bodies_ = bodies_of(scene);
  trees_ = {};
  for (std::uint32_t i = 0; i < scene.size(); ++i) {
    const abut::Mesh* const mesh = scene.facets_of(i);
    if (mesh != nullptr) trees_.set_mesh(scene.shapes, scene.first_part[i], *mesh, {.flatness = facet_flatness});
  }
  pair_finder_.reset(), contact_finder_.reset();
}

void FacetMachine::detect(std::uint32_t born) {
  with_threads([&] { detect_here(born); });
}

void FacetMachine::detect_here(std::uint32_t born) {
  for (std::uint32_t i = 0; i < born; ++i) bodies_.set_pose(i, {states_[i].position, rotation_of(states_[i])});
  abut::PartsView parts = bodies_.parts();
  parts.count = born;  // a part for each body: the others are not there
  const std::span<const abut::Pair> candidates = pair_finder_.find(shapes_->headers(), parts, zone_);
  const auto found =
      contact_finder_.find<double>(*shapes_, trees_, parts, candidates, {.alert_distance = zone_, .contacts = true});
  put_in_order(found);
  take(found);
  take_pairs(candidates.size(), contacts_.pairs(), contact_arrays(contacts_.contacts(), {}, contacts_.springs()));
}

/// By key, those with the same one as they were found, and without those that are in another's place.
void FacetMachine::put_in_order(const abut::FacetContacts<double>& found) {
  order_.resize(found.size()), ends_.resize(contact_finder_.pairs().size());
  const double near = same_place * zone_;
  const auto in_place_of = [&](std::uint64_t x, std::uint64_t y) {
    return abut::max_abs(found.point[x] - found.point[y]) <= near &&
           abut::max_abs(found.normal[x] - found.normal[y]) <= same_place;
  };
  for_each(ends_.size(), [&](std::uint64_t i) {
    const std::uint64_t begin = found.offsets[i], end = found.offsets[i + 1];
    std::uint64_t* const first = order_.data();
    for (std::uint64_t k = begin; k < end; ++k) first[k] = k;
    std::sort(first + begin, first + end, [&](std::uint64_t x, std::uint64_t y) {
      return found.key[x] != found.key[y] ? found.key[x] < found.key[y] : x < y;
    });
    std::uint64_t kept = begin;
    for (std::uint64_t k = begin; k < end; ++k) {
      const std::uint64_t at = first[k];
      if (std::none_of(first + begin, first + kept, [&](std::uint64_t other) { return in_place_of(at, other); })) {
        first[kept++] = at;
      }
    }
    ends_[i] = kept;
  });
}

void FacetMachine::take(const abut::FacetContacts<double>& found) {
  contacts_.begin_step();
  const std::span<const abut::Pair> near = contact_finder_.pairs();
  for (std::size_t i = 0; i < near.size(); ++i) {
    for (std::uint64_t k = found.offsets[i]; k < ends_[i]; ++k) {
      const std::uint64_t from = order_[k];
      contacts_.add(near[i], found.key[from], found.separation[from] - zone_, found.normal[from], found.point[from]);
    }
  }
  contacts_.end_step();
}

Snapshot FacetMachine::snapshot() const {
  Snapshot out;
  out.states = states_;
  contacts_.save(out);
  return out;
}

PairTotals FacetMachine::totals() const {
  PairTotals out = CoreMachine::totals();
  out.pairs = contact_finder_.pairs().size();
  for (const double separation : contacts_.contacts().separation) out.failures += separation < -zone_;
  return out;
}

}  // namespace dem
