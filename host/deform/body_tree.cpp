#include "host/deform/body_tree.h"

#include <oneapi/tbb/parallel_for.h>

#include <algorithm>
#include <utility>

#include "host/exec/instruction_set.h"
#include "host/facets/tree_build.h"

namespace abut::host {
namespace {

/// Nodes of a run, at most: what a thread takes at a time.
constexpr std::uint32_t most_in_run = 2048;

Box<double> box_of_facet(const Vec3<double>* nodes, const std::array<std::uint32_t, 3>& f) {
  Box<double> box = empty_box<double>();
  for (const std::uint32_t v : f) box = unite(box, Box<double>{nodes[v], nodes[v]});
  return box;
}

/// Cuts the tree into runs. What is above them is found from the root on, parents before children.
void cut_into_runs(BodyTree& tree) {
  std::vector<TreeRun> open{{0, static_cast<std::uint32_t>(tree.nodes.size())}};
  while (!open.empty()) {
    const TreeRun run = open.back();
    open.pop_back();
    if (run.end - run.begin <= most_in_run) {
      tree.runs.push_back(run);
      continue;
    }
    tree.above.push_back(run.begin);
    const std::uint32_t right = tree.nodes[run.begin].first;
    open.push_back({right, run.end});
    open.push_back({run.begin + 1, right});
  }
  // A child comes behind its parent in the array.
  std::reverse(tree.above.begin(), tree.above.end());
  tree.sums.resize(tree.runs.size());
}

/// Refits the nodes above the runs; returns the root's sums. What comes behind in the array comes first.
TreeSums refit_above(const DeformTree& view, const BodyTree& tree) {
  std::vector<TreeSums> open;  // of nodes whose parents are still to come
  std::size_t run = tree.runs.size();
  for (const std::uint32_t node : tree.above) {
    for (; run > 0 && tree.runs[run - 1].begin > node; --run) open.push_back(tree.sums[run - 1]);
    const TreeSums left = open.back();
    open.pop_back();
    open.back() = fit_inner(view, node, left, open.back());
  }
  return open.empty() ? tree.sums.at(0) : open.back();
}

}  // namespace

BodyTree build_body_tree(const DeformBody& body, const Vec3<double>* nodes) {
  const auto& facets = body.topology.facets;
  std::vector<Box<double>> boxes(facets.size());
  for (std::size_t i = 0; i < facets.size(); ++i) boxes[i] = box_of_facet(nodes, facets[i]);
  const BuiltTree built = build_facet_tree(boxes, most_deform_leaf, TreeThreads::arena);
  BodyTree tree;
  tree.nodes.resize(built.nodes.size());
  for (std::size_t i = 0; i < built.nodes.size(); ++i) {
    tree.nodes[i].first = built.nodes[i].first, tree.nodes[i].count = built.nodes[i].count;
  }
  tree.facets.reserve(facets.size());
  for (const std::uint32_t id : built.order) {
    const auto& f = facets[id];
    tree.facets.push_back({{body.node_begin + f[0], body.node_begin + f[1], body.node_begin + f[2]}, id});
  }
  cut_into_runs(tree);
  return tree;
}

void refit_trees(const std::vector<DeformTree>& views, const std::vector<BodyTree*>& trees,
                 std::vector<double>& costs) {
  const DeformSearchTable& table = deform_search_table(chosen_instruction_set());
  std::vector<std::pair<std::uint32_t, std::uint32_t>> runs;  // tree, run of it
  for (std::uint32_t t = 0; t < trees.size(); ++t) {
    for (std::uint32_t r = 0; r < trees[t]->runs.size(); ++r) runs.emplace_back(t, r);
  }
  tbb::parallel_for(std::size_t{0}, runs.size(), [&](std::size_t i) {
    const auto [t, r] = runs[i];
    const TreeRun run = trees[t]->runs[r];
    trees[t]->sums[r] = table.refit(views[t], run.begin, run.end);
  });
  costs.resize(trees.size());
  tbb::parallel_for(std::size_t{0}, trees.size(),
                    [&](std::size_t t) { costs[t] = cost_of(refit_above(views[t], *trees[t])); });
}

}  // namespace abut::host
