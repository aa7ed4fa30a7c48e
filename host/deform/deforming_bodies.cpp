#include "abut/deform/deforming_bodies.h"

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/parallel_for.h>

#include <atomic>
#include <string>

#include "abut/core/error.h"
#include "host/deform/bodies_state.h"
#include "host/deform/body_faults.h"
#include "host/deform/body_tree.h"
#include "host/deform/tree_renewal.h"
#include "host/exec/arena.h"
#include "host/number_text.h"

namespace abut {
namespace {

using host::BodyTree;
using host::DeformBody;

using State = DeformingBodies::State;

std::uint64_t next_edition() {
  static std::atomic<std::uint64_t> last = 0;
  return ++last;
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
  host::refit(state, trees, costs);
  for (std::size_t i = 0; i < there.size(); ++i) {
    if (host::is_due(state.options, *there[i], costs[i])) wanted.push_back(there[i]);
  }
  host::rebuild(state, wanted);
}

/// The first number of a list of rows.
template <class Rows>
const std::uint32_t* flat(const Rows& rows) {
  return rows.empty() ? nullptr : rows.front().data();
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
  if (!moved || !body.has_usable_nodes()) return {};
  return view(const_cast<BodyTree&>(body.tree));  // whoever searches it writes nothing
}

DeformTree DeformingBodies::State::view(BodyTree& tree) const {
  return {tree.nodes.data(), tree.facets.data(), points.data(), static_cast<std::uint32_t>(tree.nodes.size()), frame};
}

DeformBodyView DeformingBodies::State::view(const DeformBody& body) const {
  const host::DeformTopology& t = body.topology;
  DeformBodyView view;
  view.nodes = nodes.data(), view.node_begin = body.node_begin, view.solid = t.solid, view.closed = t.closed;
  view.facets = flat(t.facets), view.facet_edges = flat(t.facet_edges), view.edges = flat(t.edges);
  view.tetrahedra = flat(t.tetrahedra), view.hexahedra = flat(t.hexahedra);
  view.tetrahedron_count = static_cast<std::uint32_t>(t.tetrahedra.size());
  view.node_offsets = t.facets_of_node.offsets.data(), view.node_facets = t.facets_of_node.items.data();
  view.edge_offsets = t.facets_of_edge.offsets.data(), view.edge_facets = t.facets_of_edge.items.data();
  return view;
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
  const auto facets = static_cast<std::uint32_t>(body->topology.facets.size());
  state_->bodies.push_back(std::move(body));
  state_->node_count += mesh.node_count, state_->facet_count += facets;
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
    state.moved = false;  // until all of it is done: what throws leaves no trees of other nodes
    state.nodes.resize(nodes.size()), state.points.resize(nodes.size());
    tbb::parallel_for(tbb::blocked_range<std::size_t>(0, nodes.size(), 4096), [&](const auto& r) {
      for (std::size_t i = r.begin(); i != r.end(); ++i) state.nodes[i] = nodes[i];
    });
    std::vector<Box<double>> boxes;
    host::set_faults(state, host::find_faults(state), boxes);
    host::set_frame(state, boxes), host::place_points(state, 0, nodes.size());
    renew_trees(state, boxes);
    state.moved = true;
  });
}

std::span<const Vec3<double>> DeformingBodies::nodes() const { return {state_->nodes.data(), state_->nodes.size()}; }
DeformingBodyStatus DeformingBodies::status(std::uint32_t body) const { return state_->at(body).status(); }
std::span<const DeformingBodyStatus> DeformingBodies::faults(std::uint32_t body) const {
  return state_->at(body).faults;
}
const TreeQuality& DeformingBodies::quality(std::uint32_t body) const { return state_->at(body).quality; }
const TreeFrame& DeformingBodies::frame() const { return state_->frame; }
DeformTree DeformingBodies::tree(std::uint32_t body) const { return state_->tree(state_->at(body)); }

double DeformingBodies::fresh_cost(std::uint32_t body) const {
  const DeformBody& of = state_->at(body);
  if (state_->tree(of).nodes == nullptr) return 0;
  BodyTree built = host::build_body_tree(of, state_->nodes.data() + of.node_begin);
  std::vector<double> costs;
  host::refit(*state_, {&built}, costs);
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
