#include "examples/dem/facet_machine.h"

#include <algorithm>
#include <utility>

#include "abut/contacts/matching.h"
#include "abut/core/error.h"
#include "examples/dem/scene_pipeline.h"

namespace dem {

namespace {

/// Contacts of a pair are the same one where points, over the zone, and normals differ by less. A corner over the
/// border of a face is found over the face and over the edge there, within the tolerance of normal cones, 1e-6.
constexpr double same_place = 1e-5;

}  // namespace

FacetMachine::FacetMachine(int threads) : CoreMachine(threads), pair_finder_(cpu_), contact_finder_(cpu_) {}

void FacetMachine::start(const Scene& scene, const Snapshot& from, bool) {
  if (from.keys.size() != from.pairs.size()) throw abut::InvalidInput("the restart file has contacts without keys");
  begin(scene, from);
  pairs_ = from.pairs, keys_ = from.keys, springs_ = from.springs;
  contacts_ = abut::Contacts<double>(pairs_.size());
  take_pairs(pairs_.size(), pairs_, arrays());
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
  carry_along();
  take_pairs(candidates.size(), pairs_, arrays());
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
  std::swap(pairs_, pairs_before_), std::swap(keys_, keys_before_), std::swap(springs_, springs_before_);
  pairs_.clear(), keys_.clear(), contacts_.resize(found.size());
  const std::span<const abut::Pair> near = contact_finder_.pairs();
  for (std::size_t i = 0; i < near.size(); ++i) {
    for (std::uint64_t k = found.offsets[i]; k < ends_[i]; ++k) {
      const std::uint64_t from = order_[k];
      const std::size_t to = pairs_.size();
      const Vector &n = found.normal[from], &p = found.point[from];
      pairs_.push_back(near[i]), keys_.push_back(found.key[from]);
      contacts_.separation[to] = found.separation[from] - zone_;
      contacts_.normal_x[to] = n.x, contacts_.normal_y[to] = n.y, contacts_.normal_z[to] = n.z;
      contacts_.point_x[to] = p.x, contacts_.point_y[to] = p.y, contacts_.point_z[to] = p.z;
      contacts_.status[to] = static_cast<std::uint8_t>(abut::Status::converged);
    }
  }
  contacts_.resize(pairs_.size());
}

/// What springs hold goes along with pair and key; both lists are in that order. Of contacts with the same key the
/// first is the first, and so on.
void FacetMachine::carry_along() {
  springs_.assign(pairs_.size(), Spring{});
  std::size_t old = 0;
  for (std::size_t k = 0; k < pairs_.size(); ++k) {
    const auto is_before = [&](std::size_t at) {
      const abut::Pair pair = pairs_before_[at];
      if (!abut::same_pair(pair, pairs_[k])) return abut::comes_before(pair, pairs_[k]);
      return keys_before_[at] < keys_[k];
    };
    while (old < pairs_before_.size() && is_before(old)) ++old;
    if (old == pairs_before_.size()) break;
    if (abut::same_pair(pairs_before_[old], pairs_[k]) && keys_before_[old] == keys_[k]) {
      springs_[k] = springs_before_[old++];
    }
  }
}

PairArrays FacetMachine::arrays() { return contact_arrays(contacts_, {}, springs_); }

Snapshot FacetMachine::snapshot() const {
  Snapshot out;
  out.states = states_, out.pairs = pairs_, out.keys = keys_, out.springs = springs_;
  return out;
}

PairTotals FacetMachine::totals() const {
  PairTotals out = CoreMachine::totals();
  out.pairs = contact_finder_.pairs().size();
  for (const double separation : contacts_.separation) out.failures += separation < -zone_;
  return out;
}

}  // namespace dem
