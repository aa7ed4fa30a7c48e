#include "examples/time_stepping/quasi_lmd_contacts.h"

#include "abut/complex/contact_clusters.h"
#include "abut/pairs/find_pairs.h"
#include "examples/dem/rotation.h"

namespace time_stepping {

namespace {

/// What moves is in group 1 and meets all, what does not is in group 2 and meets what moves.
abut::BodyOptions groups_of(bool moving) { return {.groups = moving ? 1u : 2u, .meets = moving ? 3u : 1u}; }

}  // namespace

abut::Pose pose_of(const dem::BodyState& state) { return {state.position, dem::rotation_of(state)}; }

FoundContact contact_of(const abut::LmdArrays<double>& found, std::uint64_t i, abut::Pair pair, const States& states) {
  // Points are relative to A's body, normals lead from A to B.
  const Vector point = states[pair.a].position + found.point[i];
  return {pair.a, pair.b, found.normal[i], point, found.separation[i], found.key[i]};
}

QuasiLmdContacts::QuasiLmdContacts(const Scene& scene, int threads, std::optional<double> reduce)
    : cpu_{threads}, reduce_(reduce) {
  options_.alert_distance = scene.reach, options_.theta = scene.theta;
  for (const SceneBody& body : scene.bodies) {
    const std::uint32_t shape = shapes_.add_hull(body.complex.vertices, body.options.dilation);
    simplices_ += complexes_.set(shapes_, shape, body.complex, body.options).simplices;
    bodies_.add(pose_of(body.start), shape, groups_of(moves(body.constants)));
  }
}

void QuasiLmdContacts::find(const States& states, FoundContacts& found) {
  for (std::uint32_t b = 0; b < bodies_.size(); ++b) bodies_.set_pose(b, pose_of(states[b]));
  const abut::PartsView parts = bodies_.parts();
  const std::vector<abut::Pair> pairs = abut::find_pairs(cpu_, shapes_.headers(), parts, options_.alert_distance);
  const auto lmds = abut::find_quasi_lmds<double>(cpu_, complexes_, parts, pairs, options_);
  found.contacts.clear();
  found.crossings = 0;
  const auto add = [&](abut::Pair pair, std::uint64_t i) {
    found.contacts.push_back(contact_of(lmds, i, pair, states));
  };
  const abut::ContactClusters reduced =
      reduce_ ? abut::reduce_contacts(lmds, {.lost = *reduce_}) : abut::ContactClusters{};
  for (std::size_t k = 0; k < pairs.size(); ++k) {
    found.crossings += lmds.crossing[k] != 0 ? 1 : 0;
    if (reduce_) {
      for (std::uint64_t i = reduced.offsets[k]; i < reduced.offsets[k + 1]; ++i) add(pairs[k], reduced.kept[i]);
    } else {
      for (std::uint64_t i = lmds.offsets[k]; i < lmds.offsets[k + 1]; ++i) add(pairs[k], i);
    }
  }
}

}  // namespace time_stepping
