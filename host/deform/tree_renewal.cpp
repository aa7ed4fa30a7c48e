#include "host/deform/tree_renewal.h"

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/parallel_for.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "host/bvh/lbvh.h"
#include "host/deform/body_tree.h"
#include "host/exec/instruction_set.h"

namespace abut::host {
namespace {

/// A tree that was built is kept if its cost is less than this part of that of the one there was.
constexpr double better = 0.98;
/// Steps between two tries of a body whose cost changes little: fewer where the last one was of use.
constexpr std::uint32_t most_wait = 16;
/// A change of the cost by less is rounding: the body is at rest, or is shifted as a whole.
constexpr double no_change = 1e-3;
/// From here on trees are never built again.
constexpr double most_rebuild_at = 1e6;

/// What is there of the body's tree is that, or the tree built, if it is better. Returns whether it is.
bool take(DeformBody& body, BodyTree& built, double cost) {
  const bool is_better = body.tree.nodes.empty() || cost < better * body.quality.cost;
  body.wait = is_better ? std::max(body.wait / 2, 1u) : std::min(2 * body.wait, most_wait);
  body.since_tried = 0;
  if (is_better) {
    body.tree = std::move(built);
    body.quality = {cost, cost, body.quality.builds + 1};
  }
  body.tried_cost = body.quality.cost;
  return is_better;
}

}  // namespace

void set_frame(DeformingBodies::State& state, const std::vector<Box<double>>& boxes) {
  const auto count = static_cast<std::uint32_t>(boxes.size());
  state.frame = count > 0 ? tree_frame(scene_of(boxes.data(), count)) : TreeFrame{{0, 0, 0}, 1};
}

void place_points(DeformingBodies::State& state, std::size_t begin, std::size_t end) {
  const DeformSearchTable& table = deform_search_table(chosen_instruction_set());
  tbb::parallel_for(tbb::blocked_range<std::size_t>(begin, end, 4096), [&](const auto& r) {
    table.place(state.frame, state.nodes.data() + r.begin(), state.points.data() + r.begin(), r.size());
  });
}

void refit(const DeformingBodies::State& state, const std::vector<BodyTree*>& trees, std::vector<double>& costs) {
  std::vector<DeformTree> views;
  for (BodyTree* tree : trees) views.push_back(state.view(*tree));
  refit_trees(views, trees, costs);
}

bool is_due(const DeformingOptions& options, DeformBody& body, double cost) {
  body.quality.cost = cost;
  const double tried = body.tried_cost, change = std::abs(cost - tried);
  ++body.since_tried;
  if (options.rebuild_at > most_rebuild_at) return false;
  return change > options.rebuild_at * tried || (change > no_change * tried && body.since_tried >= body.wait);
}

std::vector<DeformBody*> rebuild(DeformingBodies::State& state, const std::vector<DeformBody*>& bodies) {
  std::vector<BodyTree> built(bodies.size());
  tbb::parallel_for(std::size_t{0}, bodies.size(), [&](std::size_t i) {
    built[i] = build_body_tree(*bodies[i], state.nodes.data() + bodies[i]->node_begin);
  });
  std::vector<BodyTree*> trees;
  for (BodyTree& tree : built) trees.push_back(&tree);
  std::vector<double> costs;
  refit(state, trees, costs);
  std::vector<DeformBody*> taken;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    if (take(*bodies[i], built[i], costs[i])) taken.push_back(bodies[i]);
  }
  return taken;
}

}  // namespace abut::host
