// Which tree over a grain's facets takes the fewest steps?
//
//   bench_facets_tree_choice [--grains N] [--rounds N]
//
// The packing of facet_contacts.cpp; for each pair of grains within the alert distance, pairs of boxes and of facets
// that a search looks at, and the time, by: the surface area heuristic with leaves of 1, 2, 4 and 8 facets, and a
// linear tree (splits where Morton codes differ first), as the part trees of a device are, with leaves of 1 and 2.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <string>

#include "abut/bvh/tree_frame.h"
#include "abut/facets/placed_pair.h"
#include "bench/cpu_ms.h"
#include "bench/facets/packing.h"
#include "bench/options.h"
#include "host/exec/instruction_set.h"
#include "host/facets/tree_build.h"

namespace {

using namespace abut;

int grains = 100, rounds = 40;
constexpr double alert = 0.01;

/// A surface's facets in the order of another tree. Data only.
struct OtherTree {
  std::vector<FacetNode> nodes;
  std::vector<SurfaceFacet> facets;
};

class Linear {
 public:
  Linear(const std::vector<Box<double>>& boxes, std::uint32_t most) : boxes_(boxes), most_(most) {
    Box<double> all = empty_box<double>();
    for (const auto& b : boxes) all = unite(all, b);
    const TreeFrame frame = tree_frame(all);
    for (const auto& b : boxes) codes_.push_back(morton_code(frame, b));
    out_.order.resize(boxes.size());
    std::iota(out_.order.begin(), out_.order.end(), 0u);
    std::stable_sort(out_.order.begin(), out_.order.end(),
                     [&](std::uint32_t i, std::uint32_t j) { return codes_[i] < codes_[j]; });
    build(0, static_cast<std::uint32_t>(boxes.size()));
  }
  host::BuiltTree out_;

 private:
  std::uint32_t build(std::uint32_t first, std::uint32_t count) {
    Box<double> box = empty_box<double>();
    for (std::uint32_t k = first; k < first + count; ++k) box = unite(box, boxes_[out_.order[k]]);
    const auto self = static_cast<std::uint32_t>(out_.nodes.size());
    // One box makes the node that holds it, rounded as the other trees' are.
    out_.nodes.push_back(host::build_facet_tree({box}).nodes[0]);
    if (count <= most_) {
      out_.nodes[self].first = first, out_.nodes[self].count = count;
      return self;
    }
    const std::uint64_t low = codes_[out_.order[first]], high = codes_[out_.order[first + count - 1]];
    std::uint32_t left = count / 2;
    if (low != high) {
      const int bit = 63 - __builtin_clzll(low ^ high);
      left = 0;
      while ((codes_[out_.order[first + left]] >> bit & 1) == (low >> bit & 1)) ++left;
    }
    build(first, left);
    const std::uint32_t right = build(first + left, count - left);
    out_.nodes[self].first = right, out_.nodes[self].count = 0;
    return self;
  }
  const std::vector<Box<double>>& boxes_;
  std::uint32_t most_;
  std::vector<std::uint64_t> codes_;
};

std::vector<Box<double>> boxes_of(const FacetSurfaceView<double>& s) {
  std::vector<Box<double>> boxes;
  for (std::uint32_t i = 0; i < s.facet_count; ++i) {
    const Facet<double> f = facet_at(s, i);
    Box<double> b = empty_box<double>();
    for (const auto& v : f.v) b = unite(b, Box<double>{v, v});
    boxes.push_back(b);
  }
  return boxes;
}

OtherTree reordered(const FacetSurfaceView<double>& s, const host::BuiltTree& tree) {
  OtherTree out;
  out.nodes = tree.nodes;
  for (const std::uint32_t i : tree.order) out.facets.push_back(s.facets[i]);
  return out;
}

void measure(const char* name, const bench::Packing& p, const FacetTrees& trees, const std::vector<Pair>& pairs,
             const std::vector<OtherTree>& other) {
  const PartsView parts = p.bodies.parts();
  const FacetSearchTable& table = facet_search_table(chosen_instruction_set());
  FacetSearchCounts counts;
  std::uint64_t found = 0;
  double best = 1e30;
  for (int k = 0; k < 3; ++k) {
    counts = {}, found = 0;
    const double start = bench::cpu_ms();
    for (const Pair& pair : pairs) {
      PlacedPair at;
      const auto of = [&](std::uint32_t part) {
        FacetSurfaceView<double> view = trees.view(parts.shape[part]);
        view.nodes = other[parts.shape[part]].nodes.data(), view.facets = other[parts.shape[part]].facets.data();
        return view;
      };
      at.pair.a = of(pair.a), at.pair.b = of(pair.b);
      place_pair(parts, pair, alert, 1e-6, at);
      table.all(at.pair, nullptr, counts,
                {&found, [](void* to, const FacetContact<double>&) { ++*static_cast<std::uint64_t*>(to); }});
    }
    best = std::min(best, 1e3 * (bench::cpu_ms() - start));
  }
  std::size_t bytes = 0, facets = 0;
  for (const OtherTree& t : other) bytes += t.nodes.size() * sizeof(FacetNode), facets += t.facets.size();
  const auto n = static_cast<double>(pairs.size());
  std::printf("%-34s %10.0f %10.0f %10.1f %10.2f %8.1f %8.1f\n", name, static_cast<double>(counts.box_pairs) / n,
              static_cast<double>(counts.facet_pairs) / n, static_cast<double>(counts.distances) / n,
              static_cast<double>(found) / n, best / n, static_cast<double>(bytes) / static_cast<double>(facets));
}

void run() {
  const bench::Packing p = bench::packed_grains(ABUT_EXAMPLE_DATA "/grains", grains, rounds);
  const std::vector<Pair> near = bench::near_pairs(p, alert);
  FacetTrees trees;
  for (std::uint32_t s = 0; s < p.shapes.size(); ++s) trees.set_mesh(p.shapes, s, p.meshes[s]);
  trees.build(Cpu{}, p.shapes, p.bodies.parts(), bench::every_part(p));
  std::printf("%d grains, %zu pairs, %s; each number for one pair\n\n%-34s %10s %10s %10s %10s %8s %8s\n", grains,
              near.size(), name_of(chosen_instruction_set()), "", "boxes", "zones", "distances", "found", "us",
              "B/facet");
  // Of each shape; empty of those that no grain has.
  const auto measure_trees = [&](const std::string& name, const auto& tree_of) {
    std::vector<OtherTree> other;
    for (std::uint32_t s = 0; s < p.shapes.size(); ++s) {
      if (!trees.has(s)) {
        other.emplace_back();
        continue;
      }
      const FacetSurfaceView<double> v = trees.view(s);
      other.push_back(reordered(v, tree_of(boxes_of(v))));
    }
    measure(name.c_str(), p, trees, near, other);
  };
  for (const std::uint32_t leaf : {1u, 2u, 4u, 8u}) {
    measure_trees("surface area, leaves of " + std::to_string(leaf),
                  [&](const auto& boxes) { return host::build_facet_tree(boxes, leaf); });
  }
  for (const std::uint32_t leaf : {1u, 2u}) {
    measure_trees("linear, leaves of " + std::to_string(leaf),
                  [&](const auto& boxes) { return Linear(boxes, leaf).out_; });
  }
}

}  // namespace

int main(int argc, char** argv) {
  bench::Options("bench_facets_tree_choice", "Which tree over a grain's facets takes the fewest steps?")
      .number("--grains", grains, 1, 1000000)
      .number("--rounds", rounds, 1, 1000000)
      .read_or_exit(argc, argv);
  run();
}
