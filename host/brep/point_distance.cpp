#include "host/brep/point_distance.h"

#include <algorithm>
#include <limits>

#include "host/brep/tree_pairs.h"

namespace abut::host {
std::optional<double> signed_distance(const ContactFeatures& features, const FeatureTree& tree,
                                      const Vec3<double>& point) {
  thread_local std::vector<NodePair> nodes;
  thread_local BitSet seen;
  nodes.clear(), seen.resize(features.features().size());
  thread_local std::vector<NodePair> later;  // what is free-form: it takes longer
  later.clear();
  const auto all = tree.nodes();
  NearestFeature nearest;
  double unsolved = std::numeric_limits<double>::infinity();
  const auto push = [&](std::uint32_t n) {
    const double bound = distance_to(all[n].box, point);
    if (bound > nearest.distance) return;
    nodes.push_back({bound, n, 0});
    std::push_heap(nodes.begin(), nodes.end());
  };
  if (!all.empty()) push(0);
  while (!nodes.empty()) {
    std::pop_heap(nodes.begin(), nodes.end());
    const NodePair p = nodes.back();
    nodes.pop_back();
    if (p.bound > nearest.distance) break;
    if (!is_leaf(all[p.a])) {
      push(p.a + 1), push(all[p.a].second);
      continue;
    }
    const std::uint32_t feature = all[p.a].feature;
    const ContactFeature& f = features.features()[feature];
    if (!f.carrier && !f.shape) {
      unsolved = p.bound;  // as near as all that follows
      break;
    }
    if (!seen.add(feature)) continue;
    if (!f.carrier) {
      later.push_back({p.bound, feature, 0});
    } else {
      features.see(feature, point, nearest);
    }
  }
  for (const NodePair& p : later) {
    if (p.bound <= nearest.distance && !features.see(p.a, point, nearest)) unsolved = std::min(unsolved, p.bound);
  }
  if (!(nearest.distance < unsolved)) return std::nullopt;
  return nearest.inside ? -nearest.distance : nearest.distance;
}

}  // namespace abut::host
