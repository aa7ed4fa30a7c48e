#include "host/deform/bodies_on_device.h"

#include <algorithm>
#include <utility>

#include "host/deform/body_faults.h"
#include "host/deform/contact_checks.h"
#include "host/deform/deform_layout.h"
#include "host/deform/pair_search.h"
#include "host/deform/tree_renewal.h"
#include "host/exec/list_checks.h"
#include "host/exec/more_room.h"
#include "host/exec/staged_copy.h"

namespace abut::host {
namespace {

template <class E>
std::vector<E> array_of(const DeformDevice& device, const E* from, std::uint64_t count) {
  std::vector<E> out(count);
  if (count > 0) device.to_host(out.data(), from, count * sizeof(E));
  return out;
}

bool fits(const DeformRoom& needed, const DeformRoom& room) {
  return needed.node_pairs <= room.node_pairs && needed.leaf_pairs <= room.leaf_pairs &&
         needed.facet_pairs <= room.facet_pairs && needed.contacts <= room.contacts;
}

DeformRoom grown(const DeformRoom& room, const DeformRoom& needed) {
  return {more_room(room.node_pairs, needed.node_pairs), more_room(room.leaf_pairs, needed.leaf_pairs),
          more_room(room.facet_pairs, needed.facet_pairs), more_room(room.contacts, needed.contacts)};
}

/// Each node's parent, and how many nodes the longest path has.
std::vector<std::uint32_t> parents_of(const std::vector<DeformNode>& nodes, std::uint32_t& depth) {
  std::vector<std::uint32_t> parents(nodes.size(), 0), depths(nodes.size(), 1);
  depth = 1;
  for (std::uint32_t k = 0; k < nodes.size(); ++k) {
    depth = std::max(depth, depths[k]);
    if (is_leaf(nodes[k])) continue;
    for (const std::uint32_t child : {k + 1, nodes[k].first}) parents[child] = k, depths[child] = depths[k] + 1;
  }
  return parents;
}

/// What a search has left, but for what it is about. Data only.
struct SearchedPairs {
  std::vector<Pair> bodies;
  std::vector<std::uint64_t> offsets, crossings;
};

SearchedPairs searched_pairs(const DeformDevice& device, const std::vector<Pair>& pairs, const DeformFound& found) {
  return {pairs, array_of(device, found.offsets, pairs.size() + 1), array_of(device, found.crossings, pairs.size())};
}

/// Pairs of bodies that have something, and where it begins.
void put_offsets(const SearchedPairs& of, std::vector<Pair>& bodies, std::vector<std::uint64_t>& offsets) {
  for (std::size_t p = 0; p < of.bodies.size(); ++p) {
    if (of.offsets[p] == of.offsets[p + 1]) continue;
    bodies.push_back(of.bodies[p]), offsets.push_back(of.offsets[p]);
  }
  offsets.push_back(of.offsets.back());
}

}  // namespace

BodiesOnDevice::BodiesOnDevice(const DeformDevice& device, DeformingBodies bodies, const DeformRoom& room)
    : bodies_(std::move(bodies)), room_(room) {
  state().moved = false;
  state().nodes.resize(state().node_count), state().points.resize(state().node_count);
  Workspace counting;
  const LaidOutBodies sizes = lay_out_bodies(state(), counting, [](auto*, const auto*, std::size_t) {});
  bytes_ = counting.bytes();
  memory_ = device.memory(bytes_);
  LaidOutBodies laid = stage_and_copy(
      memory_.get(), sizes.filled,
      [&](Workspace& arrays, const auto& copy) { return lay_out_bodies(state(), arrays, copy); },
      [&](const unsigned char* staged) {
        device.to_device(memory_.get(), staged, sizes.filled);
        device.wait();
      });
  batch_ = laid.batch, views_ = std::move(laid.views), trees_ = std::move(laid.trees);
  device.to_device(batch_.bodies, views_.data(), views_.size() * sizeof(DeformBodyView));
  for (std::uint32_t b = 0; b < views_.size(); ++b) {
    if (!state().bodies[b]->tree.nodes.empty()) copy_tree(device, b);
  }
  device.wait();
}

bool BodiesOnDevice::is_there(std::uint32_t body) { return state().bodies[body]->has_usable_nodes(); }

void BodiesOnDevice::copy_views(const DeformDevice& device) {
  for (std::uint32_t b = 0; b < views_.size(); ++b) {
    const BodyTree& tree = state().bodies[b]->tree;
    views_[b].tree = {};
    if (tree.nodes.empty() || !is_there(b)) continue;
    views_[b].tree = {batch_.tree_nodes + trees_[b].slot, batch_.leaf_facets + trees_[b].facet, batch_.points,
                      static_cast<std::uint32_t>(tree.nodes.size()), state().frame};
  }
  device.to_device(batch_.bodies, views_.data(), views_.size() * sizeof(DeformBodyView));
}

void BodiesOnDevice::copy_tree(const DeformDevice& device, std::uint32_t body) {
  const BodyTree& tree = state().bodies[body]->tree;
  const std::vector<std::uint32_t> parents = parents_of(tree.nodes, trees_[body].depth);
  device.to_device(batch_.tree_nodes + trees_[body].slot, tree.nodes.data(), tree.nodes.size() * sizeof(DeformNode));
  device.to_device(batch_.parents + trees_[body].slot, parents.data(), parents.size() * sizeof(std::uint32_t));
  device.to_device(batch_.leaf_facets + trees_[body].facet, tree.facets.data(), tree.facets.size() * sizeof(LeafFacet));
  device.wait();
}

/// Of views it needs all but the trees, which alone change.
void BodiesOnDevice::find_faults(const DeformDevice& device) {
  device.find_body_faults(batch_);
  const std::vector<BodyFindings> findings = array_of(device, batch_.findings, batch_.body_count);
  device.wait();
  std::vector<Box<double>> boxes;
  set_faults(state(), findings, boxes);
  set_frame(state(), boxes);
}

/// Returns the bodies of which trees are to be built.
std::vector<DeformBody*> BodiesOnDevice::refit(const DeformDevice& device) {
  copy_views(device);
  device.refit_bodies(batch_, state().frame);
  const std::vector<FittedBody> fitted = array_of(device, batch_.fitted, batch_.body_count);
  device.wait();
  std::vector<DeformBody*> wanted;
  for (std::uint32_t b = 0; b < views_.size(); ++b) {
    DeformBody& body = *state().bodies[b];
    if (!is_there(b)) continue;
    if (!body.tree.nodes.empty()) {
      body.tree.nodes[0].lo = fitted[b].lo, body.tree.nodes[0].hi = fitted[b].hi;
      if (!is_due(state().options, body, cost_of(fitted[b].sums))) continue;
    }
    wanted.push_back(&body);
  }
  return wanted;
}

void BodiesOnDevice::rebuild(const DeformDevice& device, const std::vector<DeformBody*>& wanted) {
  if (wanted.empty()) return;
  Vec3<double>* const nodes = state().nodes.data();
  for (const DeformBody* body : wanted) {
    const std::size_t begin = body->node_begin, count = body->topology.node_count;
    device.to_host(nodes + begin, batch_.nodes + begin, count * sizeof(Vec3<double>));
  }
  device.wait();
  for (const DeformBody* body : wanted) {
    place_points(state(), body->node_begin, std::size_t{body->node_begin} + body->topology.node_count);
  }
  const std::vector<DeformBody*> taken = host::rebuild(state(), wanted);  // in the order of bodies
  auto next = taken.begin();
  for (std::uint32_t b = 0; b < views_.size() && next != taken.end(); ++b) {
    if (state().bodies[b].get() == *next) copy_tree(device, b), ++next;
  }
  copy_views(device);
  device.wait();
}

void BodiesOnDevice::move(const DeformDevice& device, const Vec3<double>* nodes, bool on_device) {
  moved_ = false;
  if (batch_.body_count > 0) {
    const std::size_t bytes = batch_.node_count * sizeof(Vec3<double>);
    if (!on_device) {
      device.to_device(batch_.nodes, nodes, bytes);
    } else if (nodes != batch_.nodes) {
      device.on_device(batch_.nodes, nodes, bytes);
    }
    find_faults(device);
    rebuild(device, refit(device));
  }
  moved_ = true;
}

std::vector<Pair> BodiesOnDevice::near_bodies(float reach) {
  std::vector<DeformBodyView> views(views_.size());
  for (std::uint32_t b = 0; b < views_.size(); ++b) {
    if (views_[b].tree.nodes != nullptr) views[b].tree = state().view(state().bodies[b]->tree);
  }
  return all_body_pairs(state(), views, reach);
}

std::uint64_t BodiesOnDevice::levels_of(const std::vector<Pair>& pairs) const {
  std::uint64_t levels = 1;
  for (const Pair p : pairs) levels = std::max<std::uint64_t>(levels, trees_[p.a].depth + trees_[p.b].depth - 1);
  return levels;
}

/// Calls `read(pairs of bodies, found)` with what a search with enough room has left. Room that there is no memory for
/// is not kept: a search that needs less still finds its own.
template <class Read>
void BodiesOnDevice::search(const DeformDevice& device, DeformSearch search, const Read& read) {
  search.reach = reach_in(state().frame, search.facet_alert);
  const std::vector<Pair> pairs = near_bodies(search.reach);
  const char* const function = search.contacts ? "find_deforming_contacts" : "find_deforming_pairs";
  if (pairs.empty()) return;
  check_count(function, "the list of pairs of bodies", pairs.size());
  const std::shared_ptr<void> list = device.memory(pairs.size() * sizeof(Pair));
  device.to_device(list.get(), pairs.data(), pairs.size() * sizeof(Pair));
  search.bodies = batch_.bodies, search.pairs = static_cast<const Pair*>(list.get()), search.pair_count = pairs.size();
  search.levels = levels_of(pairs);
  for (search.room = room_;;) {
    const std::shared_ptr<void> workspace = device.memory(device.find_deforming_workspace(search));
    const DeformFound found = device.find_deforming(search, workspace.get());
    DeformRoom needed;
    device.to_host(&needed, found.needed, sizeof(needed));
    device.wait();
    if (fits(needed, search.room)) {
      room_ = search.room;
      read(pairs, found);
      return;
    }
    check_count(function, "the list of pairs of facets", needed.facet_pairs);
    check_count(function, "the list of contacts", needed.contacts);
    search.room = grown(search.room, needed);
  }
}

DeformingPairs BodiesOnDevice::find_pairs(const DeformDevice& device, double alert) {
  DeformSearch asked;
  asked.facet_alert = alert;
  DeformingPairs out;
  out.offsets = {0};
  search(device, asked, [&](const std::vector<Pair>& pairs, const DeformFound& found) {
    const SearchedPairs of = searched_pairs(device, pairs, found);
    device.wait();
    const std::vector<std::uint64_t> words = array_of(device, found.words, of.offsets.back());
    device.wait();
    out.offsets.clear();
    put_offsets(of, out.bodies, out.offsets);
    for (const std::uint64_t word : words) {
      out.facets.push_back({facet_a_of(word), facet_b_of(word)});
      out.crossing.push_back(crosses(word) ? 1 : 0);
    }
  });
  return out;
}

DeformingContacts BodiesOnDevice::find_contacts(const DeformDevice& device, double alert) {
  DeformSearch asked;
  asked.facet_alert = with_rounding(alert), asked.contact_alert = alert, asked.contacts = true;
  DeformingContacts out;
  out.offsets = {0};
  search(device, asked, [&](const std::vector<Pair>& pairs, const DeformFound& found) {
    const SearchedPairs of = searched_pairs(device, pairs, found);
    device.wait();
    const std::uint64_t count = of.offsets.back();
    out.contacts = array_of(device, found.contacts, count);
    out.keys = array_of(device, found.keys, count), out.areas = array_of(device, found.areas, count);
    device.wait();
    out.offsets.clear();
    put_offsets(of, out.bodies, out.offsets);
    for (std::size_t p = 0; p < pairs.size(); ++p) {
      if (of.crossings[p] == 0) continue;
      out.crossing_bodies.push_back(pairs[p]), out.crossing_pairs.push_back(of.crossings[p]);
    }
  });
  return out;
}

}  // namespace abut::host
