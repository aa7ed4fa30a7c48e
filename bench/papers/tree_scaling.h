// Bodies that all touch each other (Montanari 2017, 4.6): how many nodes are built and visited by one tree over all
// facets, and by a tree a body.
#pragma once

#include <cmath>
#include <utility>
#include <vector>

#include "abut/facet_contacts.h"
#include "abut/facets/placed_pair.h"
#include "bench/papers/sphere_pairs.h"
#include "host/facets/tree_build.h"

namespace abut::papers {

/// Up to five spheres that all touch each other, which is as many as can (Descartes): four of radius 1 about a small
/// one.
inline std::pair<Vec3<double>, double> mutual_sphere(int k) {
  const double h = std::sqrt(0.5);
  const Vec3<double> corners[4] = {{h, h, h}, {h, -h, -h}, {-h, h, -h}, {-h, -h, h}};  // 2 apart
  if (k < 4) return {corners[k], 1};
  return {{0, 0, 0}, std::sqrt(1.5) - 1};
}

/// What a search has done. Data only.
struct TreeCosts {
  std::uint64_t nodes = 0;    ///< of the trees
  std::uint64_t sorted = 0;   ///< facets that were sorted into nodes: one for each node above it
  std::uint64_t visited = 0;  ///< pairs of boxes compared
  std::uint64_t found = 0;    ///< pairs of facets of two bodies whose boxes may be within the distance
};

/// Facets under each node of a tree, summed: what building looks at, were each level to look at each facet once.
inline std::uint64_t facets_sorted(const FacetNode* nodes, std::uint32_t count) {
  std::vector<std::uint64_t> under(count);
  std::uint64_t sum = 0;
  for (std::uint32_t i = count; i-- > 0;) {  // children come behind
    under[i] = nodes[i].count > 0 ? nodes[i].count : under[i + 1] + under[nodes[i].first];
    sum += under[i];
  }
  return sum;
}

class MutualSpheres {
 public:
  /// Each of 20 * 4^splits facets, turned in its own way. The alert distance is twice what facets lie below the sphere,
  /// or a little more: every two spheres have facets within it, as many with small facets as with large ones.
  MutualSpheres(int count, int splits) : alert_(0.8 * std::pow(0.25, splits)) {
    const std::vector<Vec3<double>> points = icosphere(splits);
    test::Random random(7);
    for (int k = 0; k < count; ++k) {
      const auto [centre, radius] = mutual_sphere(k);
      std::vector<Vec3<double>> scaled = points;
      for (Vec3<double>& p : scaled) p = p * (2 * radius);
      bodies_.add({centre, random.rotation()}, shapes_.add_hull(scaled));
    }
    for (std::uint32_t a = 0; a < bodies_.size(); ++a) {
      for (std::uint32_t b = a + 1; b < bodies_.size(); ++b) pairs_.push_back({a, b});
    }
    trees_.build(Cpu{1}, shapes_, bodies_.parts(), pairs_);
    for (std::uint32_t k = 0; k < bodies_.size(); ++k) add_boxes(k);
  }

  std::size_t facets() const { return boxes_.size(); }
  std::size_t pairs() const { return pairs_.size(); }

  /// A tree a body, built once in its own frame; every pair of bodies searched.
  TreeCosts tree_a_body() const {
    TreeCosts costs;
    const PartsView parts = bodies_.parts();
    for (std::uint32_t k = 0; k < bodies_.size(); ++k) {
      const FacetSurfaceView<double> view = trees_.view(parts.shape[k]);
      costs.nodes += view.node_count, costs.sorted += facets_sorted(view.nodes, view.node_count);
    }
    for (const Pair& p : pairs_) {
      PlacedPair at{};
      at.pair.a = trees_.view(parts.shape[p.a]), at.pair.b = trees_.view(parts.shape[p.b]);
      place_pair(parts, p, alert_, 1e-6, at);
      traverse_facet_trees(
          at.pair.a.nodes, at.pair.b.nodes, at.pair.frame,
          [&](const FacetNode& a, const FacetNode& b) { costs.found += std::uint64_t{a.count} * b.count; },
          [&] { ++costs.visited; });
    }
    return costs;
  }

  /// One tree over all facets where they are, of the same kind; every facet goes down it, as facets are looked up in an
  /// alternating digital tree. Facets of its own body are found too, and left out.
  TreeCosts one_tree() const {
    TreeCosts costs;
    const host::BuiltTree tree = host::build_facet_tree(boxes_);
    costs.nodes = tree.nodes.size();
    costs.sorted = facets_sorted(tree.nodes.data(), static_cast<std::uint32_t>(tree.nodes.size()));
    std::vector<std::uint32_t> stack;
    for (std::uint32_t f = 0; f < boxes_.size(); ++f) {
      const Box<double>& box = boxes_[f];
      const auto is_near = [&](const FacetNode& n) {
        ++costs.visited;
        const auto apart = [&](double lo, double hi, double centre, double half) {
          return lo - alert_ > centre + half || hi + alert_ < centre - half;
        };
        return !apart(box.lo.x, box.hi.x, static_cast<double>(n.centre.x), static_cast<double>(n.half.x)) &&
               !apart(box.lo.y, box.hi.y, static_cast<double>(n.centre.y), static_cast<double>(n.half.y)) &&
               !apart(box.lo.z, box.hi.z, static_cast<double>(n.centre.z), static_cast<double>(n.half.z));
      };
      if (is_near(tree.nodes[0])) stack.push_back(0);
      while (!stack.empty()) {
        const std::uint32_t i = stack.back();
        stack.pop_back();
        const FacetNode& n = tree.nodes[i];
        for (std::uint32_t k = 0; k < n.count; ++k) {
          const std::uint32_t other = tree.order[n.first + k];
          if (f < other && body_[f] != body_[other]) ++costs.found;
        }
        if (n.count > 0) continue;
        if (is_near(tree.nodes[i + 1])) stack.push_back(i + 1);
        if (is_near(tree.nodes[n.first])) stack.push_back(n.first);
      }
    }
    return costs;
  }

  /// Pairs of facets of two bodies within the distance: none may be missing from what a search finds.
  std::uint64_t within() const {
    const FacetContacts<double> found = find_facet_contacts<double>(Cpu{1}, trees_, bodies_.parts(), {pairs_},
                                                                    {.alert_distance = alert_, .contacts = false});
    return found.size();
  }

 private:
  /// Of all facets of a body, in the world.
  void add_boxes(std::uint32_t body) {
    const FacetSurfaceView<double> view = trees_.view(bodies_.parts().shape[body]);
    const Pose pose = bodies_.pose(body);
    for (std::uint32_t i = 0; i < view.facet_count; ++i) {
      Box<double> box = empty_box<double>();
      for (const Vec3<double> v : facet_at(view, i).v) {
        const Vec3<double> own = v * std::ldexp(1.0, view.exponent) + centre_of(view);
        const Vec3<double> p = rotate(pose.rotation, own) + pose.position;
        box = unite(box, Box<double>{p, p});
      }
      boxes_.push_back(box);
      body_.push_back(body);
    }
  }

  double alert_;
  ShapeSet shapes_;
  BodySet bodies_;
  FacetTrees trees_;
  std::vector<Pair> pairs_;
  std::vector<Box<double>> boxes_;   ///< of all facets, in the world
  std::vector<std::uint32_t> body_;  ///< of each
};

}  // namespace abut::papers
