#include "host/deform/body_pairs.h"

#include <algorithm>

#include "host/facets/tree_build.h"

namespace abut::host {
namespace {

Box<double> wide(const Box<float>& b) {
  return {{double(b.lo.x), double(b.lo.y), double(b.lo.z)}, {double(b.hi.x), double(b.hi.y), double(b.hi.z)}};
}

/// A tree of which each leaf is a body, by its place in `order`.
std::vector<DeformNode> tree_of_bodies(const BuiltTree& built, const std::vector<Box<double>>& boxes) {
  std::vector<DeformNode> nodes(built.nodes.size());
  for (std::size_t k = nodes.size(); k-- > 0;) {
    const FacetNode& from = built.nodes[k];
    Box<float> box;
    if (is_leaf(from)) {
      const Box<double>& b = boxes[built.order[from.first]];  // floats, widened: nothing is rounded
      box = {{float(b.lo.x), float(b.lo.y), float(b.lo.z)}, {float(b.hi.x), float(b.hi.y), float(b.hi.z)}};
    } else {
      box = unite(box_of(nodes[k + 1]), box_of(nodes[from.first]));
    }
    nodes[k] = {box.lo, from.first, box.hi, from.count};
  }
  return nodes;
}

}  // namespace

std::vector<Pair> near_bodies(const std::vector<DeformBodyView>& views, float reach) {
  std::vector<Box<double>> boxes;
  std::vector<std::uint32_t> bodies;
  for (std::uint32_t b = 0; b < views.size(); ++b) {
    if (views[b].tree.nodes == nullptr) continue;
    boxes.push_back(wide(box_of(views[b].tree.nodes[0])));
    bodies.push_back(b);
  }
  std::vector<Pair> pairs;
  if (bodies.size() < 2) return pairs;
  const BuiltTree built = build_facet_tree(boxes, 1);
  const std::vector<DeformNode> nodes = tree_of_bodies(built, boxes);
  search_deform_trees(nodes.data(), nodes.data(), {0, 0}, reach, [&](const DeformNode& na, const DeformNode& nb) {
    if (na.first == nb.first) return;
    const std::uint32_t a = bodies[built.order[na.first]], b = bodies[built.order[nb.first]];
    pairs.push_back({std::min(a, b), std::max(a, b)});
  });
  std::sort(pairs.begin(), pairs.end(), [](Pair p, Pair q) { return p.a != q.a ? p.a < q.a : p.b < q.b; });
  return pairs;
}

}  // namespace abut::host
