#include "abut/deform/deforming_bodies.h"

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/parallel_for.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <string>

#include "abut/core/error.h"
#include "host/bvh/lbvh.h"
#include "host/deform/bodies_state.h"
#include "host/deform/body_faults.h"
#include "host/deform/body_tree.h"
#include "host/exec/arena.h"
#include "host/exec/instruction_set.h"
#include "host/number_text.h"

namespace abut {
namespace {

using host::BodyTree;
using host::DeformBody;

/// A tree that was built is kept if its cost is less than this part of that of the one there was.
constexpr double better = 0.98;
/// Steps between two tries of a body whose cost changes little: fewer where the last one was of use.
constexpr std::uint32_t most_wait = 16;
/// A change of the cost by less is rounding: the body is at rest, or moves as a whole.
constexpr double no_change = 1e-3;
/// From here on trees are never built again.
constexpr double most_rebuild_at = 1e6;

using State = DeformingBodies::State;

std::uint64_t next_edition() {
  static std::atomic<std::uint64_t> last = 0;
  return ++last;
}

DeformTree view_of(const State& state, BodyTree& tree) {
  return {tree.nodes.data(), tree.facets.data(), state.points.data(), static_cast<std::uint32_t>(tree.nodes.size())};
}

/// Sets the boxes of trees of these bodies.
void refit(const State& state, const std::vector<BodyTree*>& trees, std::vector<double>& costs) {
  std::vector<DeformTree> views;
  for (BodyTree* tree : trees) views.push_back(view_of(state, *tree));
  host::refit_trees(views, trees, costs);
}

/// Builds trees of these bodies, and takes those that are better, or the first.
void rebuild(State& state, const std::vector<DeformBody*>& bodies) {
  std::vector<BodyTree> built(bodies.size());
  tbb::parallel_for(std::size_t{0}, bodies.size(), [&](std::size_t i) {
    built[i] = host::build_body_tree(*bodies[i], state.nodes.data() + bodies[i]->node_begin);
  });
  std::vector<BodyTree*> trees;
  for (BodyTree& tree : built) trees.push_back(&tree);
  std::vector<double> costs;
  refit(state, trees, costs);
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    DeformBody& body = *bodies[i];
    const bool is_better = body.tree.nodes.empty() || costs[i] < better * body.quality.cost;
    body.wait = is_better ? std::max(body.wait / 2, 1u) : std::min(2 * body.wait, most_wait);
    body.since_tried = 0;
    if (is_better) {
      body.tree = std::move(built[i]);
      body.quality = {costs[i], costs[i], body.quality.builds + 1};
    }
    body.tried_cost = body.quality.cost;
  }
}

/// Whether a build is to be tried at this step.
bool is_due(const DeformingOptions& options, DeformBody& body) {
  const double tried = body.tried_cost, change = std::abs(body.quality.cost - tried);
  ++body.since_tried;
  if (options.rebuild_at > most_rebuild_at) return false;
  return change > options.rebuild_at * tried || (change > no_change * tried && body.since_tried >= body.wait);
}

/// Refits all trees of bodies that have a box, and builds those that there are not, or that have become bad.
void renew_trees(State& state, const std::vector<Box<double>>& boxes) {
  std::vector<DeformBody*> there, wanted;
  std::vector<BodyTree*> trees;
  for (std::size_t b = 0; b < boxes.size(); ++b) {
    DeformBody& body = *state.bodies[b];
    if (is_empty(boxes[b])) continue;
    if (body.tree.nodes.empty()) {
      wanted.push_back(&body);
    } else {
      there.push_back(&body), trees.push_back(&body.tree);
    }
  }
  std::vector<double> costs;
  refit(state, trees, costs);
  for (std::size_t i = 0; i < there.size(); ++i) {
    there[i]->quality.cost = costs[i];
    if (is_due(state.options, *there[i])) wanted.push_back(there[i]);
  }
  rebuild(state, wanted);
}

void place_points(State& state, const std::vector<Box<double>>& boxes) {
  const auto count = static_cast<std::uint32_t>(boxes.size());
  state.frame = count > 0 ? tree_frame(scene_of(boxes.data(), count)) : TreeFrame{{0, 0, 0}, 1};
  const DeformSearchTable& table = deform_search_table(chosen_instruction_set());
  tbb::parallel_for(tbb::blocked_range<std::size_t>(0, state.nodes.size(), 4096), [&](const auto& r) {
    table.place(state.frame, state.nodes.data() + r.begin(), state.points.data() + r.begin(), r.size());
  });
}

}  // namespace

const DeformBody& DeformingBodies::State::at(std::uint32_t body) const {
  if (body >= bodies.size()) {
    throw InvalidInput("DeformingBodies: body is " + std::to_string(body) + "; allowed is less than " +
                       std::to_string(bodies.size()));
  }
  return *bodies[body];
}

DeformTree DeformingBodies::State::tree(const DeformBody& body) const {
  if (!moved || body.status.fault == BodyFault::unusable_node) return {};
  return view_of(*this, const_cast<BodyTree&>(body.tree));  // whoever searches it writes nothing
}

DeformingBodies::DeformingBodies(const DeformingOptions& options) : state_(new State) {
  if (!(options.rebuild_at > 0)) {
    throw InvalidInput("DeformingBodies: rebuild_at is " + host::number_text(options.rebuild_at) +
                       "; allowed is above 0");
  }
  state_->options = options;
  state_->edition = next_edition();
}
DeformingBodies::~DeformingBodies() = default;
DeformingBodies::DeformingBodies(DeformingBodies&&) noexcept = default;
DeformingBodies& DeformingBodies::operator=(DeformingBodies&&) noexcept = default;

std::uint32_t DeformingBodies::add(const DeformingMesh& mesh) {
  constexpr std::uint64_t most_nodes = std::uint64_t{1} << 31;
  if (std::uint64_t{state_->node_count} + mesh.node_count > most_nodes) {
    throw InvalidInput("DeformingBodies::add: there are " +
                       std::to_string(std::uint64_t{state_->node_count} + mesh.node_count) +
                       " nodes in all; allowed are up to 2147483648");
  }
  auto body = std::make_unique<DeformBody>();
  body->topology = host::deform_topology(mesh);
  body->node_begin = state_->node_count;
  state_->node_count += mesh.node_count;
  state_->facet_count += static_cast<std::uint32_t>(body->topology.facets.size());
  state_->bodies.push_back(std::move(body));
  state_->moved = false;
  state_->edition = next_edition();
  return body_count() - 1;
}

std::uint32_t DeformingBodies::body_count() const { return static_cast<std::uint32_t>(state_->bodies.size()); }
std::uint32_t DeformingBodies::node_count() const { return state_->node_count; }
std::uint32_t DeformingBodies::facet_count() const { return state_->facet_count; }
std::uint32_t DeformingBodies::node_begin(std::uint32_t body) const { return state_->at(body).node_begin; }
std::span<const std::array<std::uint32_t, 3>> DeformingBodies::facets(std::uint32_t body) const {
  return state_->at(body).topology.facets;
}
std::span<const FacetOrigin> DeformingBodies::origins(std::uint32_t body) const {
  return state_->at(body).topology.origins;
}
std::span<const std::array<std::uint32_t, 2>> DeformingBodies::edges(std::uint32_t body) const {
  return state_->at(body).topology.edges;
}
bool DeformingBodies::is_solid(std::uint32_t body) const { return state_->at(body).topology.solid; }
bool DeformingBodies::has_self_contact(std::uint32_t body) const { return state_->at(body).topology.self_contact; }

void DeformingBodies::move(const Cpu& cpu, std::span<const Vec3<double>> nodes) {
  if (nodes.size() != node_count()) {
    throw InvalidInput("DeformingBodies::move: nodes has " + std::to_string(nodes.size()) + " positions; there are " +
                       std::to_string(node_count()) + " nodes");
  }
  host::in_arena(cpu, [&] {
    State& state = *state_;
    state.nodes.resize(nodes.size()), state.points.resize(nodes.size());
    tbb::parallel_for(tbb::blocked_range<std::size_t>(0, nodes.size(), 4096), [&](const auto& r) {
      for (std::size_t i = r.begin(); i != r.end(); ++i) state.nodes[i] = nodes[i];
    });
    std::vector<Box<double>> boxes;
    host::find_faults(state.bodies, state.nodes.data(), boxes);
    place_points(state, boxes);
    renew_trees(state, boxes);
    state.moved = true;
  });
}

std::span<const Vec3<double>> DeformingBodies::nodes() const { return {state_->nodes.data(), state_->nodes.size()}; }
const DeformingBodyStatus& DeformingBodies::status(std::uint32_t body) const { return state_->at(body).status; }
const TreeQuality& DeformingBodies::quality(std::uint32_t body) const { return state_->at(body).quality; }
const TreeFrame& DeformingBodies::frame() const { return state_->frame; }
DeformTree DeformingBodies::tree(std::uint32_t body) const { return state_->tree(state_->at(body)); }

double DeformingBodies::fresh_cost(std::uint32_t body) const {
  const DeformBody& of = state_->at(body);
  if (state_->tree(of).nodes == nullptr) return 0;
  BodyTree built = host::build_body_tree(of, state_->nodes.data() + of.node_begin);
  std::vector<double> costs;
  refit(*state_, {&built}, costs);
  return costs[0];
}

std::size_t DeformingBodies::bytes() const {
  const auto of = [](const auto& v) { return v.capacity() * sizeof(v[0]); };
  std::size_t sum = of(state_->nodes) + of(state_->points);
  for (const auto& body : state_->bodies) {
    const host::DeformTopology& t = body->topology;
    sum += sizeof(DeformBody) + of(t.facets) + of(t.origins) + of(t.edges) + of(t.facet_edges) + of(t.tetrahedra) +
           of(t.hexahedra) + of(t.facets_of_node.offsets) + of(t.facets_of_node.items) + of(t.facets_of_edge.offsets) +
           of(t.facets_of_edge.items) + of(body->tree.nodes) + of(body->tree.facets) + of(body->tree.runs);
  }
  return sum;
}

}  // namespace abut
