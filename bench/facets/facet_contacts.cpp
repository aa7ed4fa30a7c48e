// How much does a tree a grain save of the time of facet contacts, beside all pairs of facets and beside one tree over
// all facets?
//
//   bench_facets_facet_contacts [--grains N] [--repeat R] [--threads N] [--rounds N]
//
// Real grains of 1,280 facets, packed; alert distance 1 % of their size. Milliseconds of the processor's time (of all
// threads together), medians of R runs. All
// three ways give the same pairs of facets with the same bits of separation, which is checked. `one tree`: every facet
// is a part with a triangle as its shape, and the library's own search finds the pairs whose boxes overlap, anew at
// every step, as Montanari 2017 (4.6, 5.4) has it for his reference. `brute force` is timed on a sample of pairs.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "bench/facets/packing.h"
#include "bench/options.h"
#include "host/exec/instruction_set.h"
#include "host/facets/placed_pair.h"

namespace {

using namespace abut;

int grains = 200, repeat = 3, threads = 1, rounds = 40;
constexpr double alert = 0.01;  // of a grain's size, which is 1

double ms(const std::function<void()>& run) {
  std::vector<double> times;
  for (int k = 0; k <= repeat; ++k) {  // after one to warm up
    const double start = bench::cpu_ms();
    run();
    if (k > 0) times.push_back(bench::cpu_ms() - start);
  }
  std::sort(times.begin(), times.end());
  return times[times.size() / 2];
}

/// A pair of bodies, facets of both, and their separation.
using Row = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t, std::uint32_t, double>;

std::vector<Row> rows_of(const std::vector<Pair>& pairs, const FacetContacts<double>& found) {
  std::vector<Row> rows;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    for (std::size_t k = found.offsets[i]; k < found.offsets[i + 1]; ++k) {
      rows.push_back({pairs[i].a, pairs[i].b, found.facet_a[k], found.facet_b[k], found.separation[k]});
    }
  }
  std::sort(rows.begin(), rows.end());
  return rows;
}

/// Every facet as a part of its own.
class OneTree {
 public:
  OneTree(const bench::Packing& p, const FacetTrees& trees) : p_(p), trees_(trees) {
    std::vector<std::vector<Part>> of_shape;
    for (std::uint32_t s = 0; s < p.shapes.size(); ++s) {
      of_shape.emplace_back();
      const Mesh& mesh = p.meshes[s];
      for (const auto& t : mesh.triangles) {
        of_shape[s].push_back({triangles_.add_triangle(mesh.vertices[t[0]], mesh.vertices[t[1]], mesh.vertices[t[2]])});
      }
      // Where facet i of the caller's is in the surface; of a shape that no grain has, nowhere.
      places_.emplace_back();
      if (!trees.has(s)) continue;
      const FacetSurfaceView<double> view = trees.view(s);
      places_[s].resize(view.facet_count);
      for (std::uint32_t i = 0; i < view.facet_count; ++i) places_[s][view.facets[i].id] = i;
    }
    const PartsView parts = p.bodies.parts();
    for (std::uint32_t b = 0; b < p.bodies.size(); ++b) {
      bodies_.add(p.bodies.pose(b), of_shape[parts.shape[b]]);
    }
  }

  std::uint64_t candidates = 0;
  double finding = 0;  ///< ms of the last run

  std::vector<Row> run() {
    const double start = bench::cpu_ms();
    for (std::uint32_t b = 0; b < bodies_.size(); ++b) bodies_.set_pose(b, p_.bodies.pose(b));
    const ShapeSetView<double> view = triangles_.view<double>();
    const PartsView of_facets = bodies_.parts(), of_bodies = p_.bodies.parts();
    const std::vector<Pair> pairs = find_pairs(Cpu{threads}, {view.headers, view.count}, of_facets, alert);
    finding = bench::cpu_ms() - start;
    candidates = pairs.size();
    std::vector<Row> rows;
    std::map<std::pair<std::uint32_t, std::uint32_t>, host::PlacedPair> placed;
    std::pair<std::uint32_t, std::uint32_t> last{~0u, ~0u};
    host::PlacedPair* at = nullptr;
    for (const Pair& pair : pairs) {
      const std::pair<std::uint32_t, std::uint32_t> both{of_facets.body[pair.a], of_facets.body[pair.b]};
      if (both != last) {
        const auto [found, is_new] = placed.try_emplace(both);
        at = &found->second, last = both;
        if (is_new) {
          at->pair.a = trees_.view(of_bodies.shape[both.first]), at->pair.b = trees_.view(of_bodies.shape[both.second]);
          host::place_pair(of_bodies, {both.first, both.second}, alert, 1e-6, *at);
        }
      }
      const std::uint32_t ia = pair.a - bodies_.first_part(both.first), ib = pair.b - bodies_.first_part(both.second);
      const std::uint32_t fa = places_[of_bodies.shape[both.first]][ia], fb = places_[of_bodies.shape[both.second]][ib];
      const Facet<double> a = facet_at(at->pair.a, fa), b = facet_of_b(at->pair, fb);
      if (beyond_zone(a, b, at->pair.frame.reach) || beyond_zone(b, a, at->pair.frame.reach)) continue;
      FacetContact<double> c;
      c.facet_a = fa, c.facet_b = fb;
      if (facet_pair_record(at->pair, a, b, c))
        rows.push_back({both.first, both.second, ia, ib, c.separation * at->unit});
    }
    return rows;
  }

 private:
  const bench::Packing& p_;
  const FacetTrees& trees_;
  ShapeSet triangles_;
  BodySet bodies_;
  std::vector<std::vector<std::uint32_t>> places_;
};

/// Milliseconds a pair of bodies, all pairs of facets; also counts what is found.
double brute_force_ms(const bench::Packing& p, const FacetTrees& trees, const std::vector<Pair>& pairs,
                      std::uint64_t& found) {
  const PartsView parts = p.bodies.parts();
  const FacetSearchTable& table = facet_search_table(chosen_instruction_set());
  const double start = bench::cpu_ms();
  for (const Pair& pair : pairs) {
    host::PlacedPair at;
    at.pair.a = trees.view(parts.shape[pair.a]), at.pair.b = trees.view(parts.shape[pair.b]);
    host::place_pair(parts, pair, alert, 1e-6, at);
    FacetSearchCounts counts;
    table.brute_force(at.pair, counts,
                      {&found, [](void* to, const FacetContact<double>&) { ++*static_cast<std::uint64_t*>(to); }});
  }
  return (bench::cpu_ms() - start) / static_cast<double>(pairs.size());
}

int run() {
  const bench::Packing p = bench::packed_grains(ABUT_EXAMPLE_DATA "/grains", grains, rounds);
  const PartsView parts = p.bodies.parts();
  std::vector<Pair> near;
  const double of_hulls = ms([&] { near = bench::near_pairs(p, alert, threads); });
  if (near.empty()) {
    std::fprintf(stderr, "no two grains are near: ask for more grains\n");
    return 1;
  }
  FacetTrees trees;
  for (std::uint32_t s = 0; s < p.shapes.size(); ++s) trees.set_mesh(p.shapes, s, p.meshes[s]);
  const double start = bench::cpu_ms();
  const std::size_t built = trees.build(Cpu{threads}, p.shapes, parts, bench::every_part(p));
  const double building = bench::cpu_ms() - start;
  std::size_t facets = 0, own = 0;
  for (const Mesh& m : p.meshes) own += m.triangles.size();
  for (std::uint32_t b = 0; b < p.bodies.size(); ++b) facets += p.meshes[parts.shape[b]].triangles.size();
  FacetContacts<double> all, contacts;
  const FacetPairs<double> pairs{near};
  const double of_all = ms([&] {
    all = find_facet_contacts<double>(Cpu{threads}, trees, parts, pairs, {.alert_distance = alert, .contacts = false});
  });
  const double of_contacts =
      ms([&] { contacts = find_facet_contacts<double>(Cpu{threads}, trees, parts, pairs, {.alert_distance = alert}); });
  OneTree one(p, trees);
  std::vector<Row> rows;
  const double of_one = ms([&] { rows = one.run(); });
  std::sort(rows.begin(), rows.end());
  const std::size_t sampled = std::min<std::size_t>(near.size(), 4);
  const std::vector<Pair> sample(near.begin(), near.begin() + static_cast<std::ptrdiff_t>(sampled));
  std::uint64_t in_sample = 0;
  const double brute = brute_force_ms(p, trees, sample, in_sample) * static_cast<double>(near.size());
  const auto per_pair = [&](std::uint64_t n) { return static_cast<double>(n) / static_cast<double>(near.size()); };

  std::printf("%d grains, %zu facets, %zu pairs of hulls within the alert distance, %d thread(s), %s\n", grains, facets,
              near.size(), threads, name_of(chosen_instruction_set()));
  std::printf("trees of %zu shapes: %.1f ms, %.0f bytes a facet\n\n", built, building,
              static_cast<double>(trees.bytes()) / static_cast<double>(own));
  std::printf("%-44s %10s %8s\n", "", "ms", "ratio");
  const auto line = [&](const char* what, double time, double to) {
    std::printf("%-44s %10.2f %8.2f\n", what, time, to);
  };
  const double step = of_hulls + of_all;
  line("pairs of hulls, by boxes and distances", of_hulls, of_hulls / step);
  line("a tree a grain: all pairs of facets", of_all, of_all / step);
  line("a tree a grain: contacts of features", of_contacts, of_contacts / step);
  line("hulls, and a tree a grain: all", step, 1);
  line("one tree over all facets", of_one, of_one / step);
  line("  of it the pairs of boxes", one.finding, one.finding / step);
  line("hulls, and all pairs of facets (brute force)", of_hulls + brute, (of_hulls + brute) / step);
  std::printf(
      "\na pair of grains: %.0f pairs of boxes, %.0f of zones, %.1f distances; %.2f pairs of facets, %.2f contacts\n",
      per_pair(all.counts.box_pairs), per_pair(all.counts.facet_pairs), per_pair(all.counts.distances),
      per_pair(all.size()), per_pair(contacts.size()));
  std::printf("one tree: %llu pairs of boxes of facets\n", static_cast<unsigned long long>(one.candidates));
  const bool same = rows == rows_of(near, all);
  const bool same_sample = in_sample == all.offsets[sampled];
  std::printf("the same pairs of facets and bits: %s; by brute force: %s\n", same ? "yes" : "NO",
              same_sample ? "yes" : "NO");
  return same && same_sample ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  bench::Options("bench_facets_facet_contacts", "How much does a tree a grain save of the time of facet contacts?")
      .number("--grains", grains, 1, 1000000)
      .number("--repeat", repeat, 1, 1000000)
      .number("--threads", threads, 1, 65536)
      .number("--rounds", rounds, 1, 1000000)
      .read_or_exit(argc, argv);
  return run();
}
