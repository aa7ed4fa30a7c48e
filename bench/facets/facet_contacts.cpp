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
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <vector>

#include "abut/facet_contact_finder.h"
#include "abut/facets/placed_pair.h"
#include "abut/pairs/pair_finder.h"
#include "bench/cpu_ms.h"
#include "bench/facets/one_tree.h"
#include "bench/facets/packing.h"
#include "bench/options.h"
#include "host/exec/instruction_set.h"

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

/// The least, by the clock.
double clock_ms(const std::function<void()>& run) {
  using Clock = std::chrono::steady_clock;
  double least = 1e300;
  for (int k = 0; k <= repeat; ++k) {
    const Clock::time_point start = Clock::now();
    run();
    least = std::min(least, std::chrono::duration<double, std::milli>(Clock::now() - start).count());
  }
  return least;
}

/// Milliseconds a pair of bodies, all pairs of facets; also counts what is found.
double brute_force_ms(const bench::Packing& p, const FacetTrees& trees, const std::vector<Pair>& pairs,
                      std::uint64_t& found) {
  const PartsView parts = p.bodies.parts();
  const FacetSearchTable& table = facet_search_table(chosen_instruction_set());
  const double start = bench::cpu_ms();
  for (const Pair& pair : pairs) {
    PlacedPair at;
    at.pair.a = trees.view(parts.shape[pair.a]), at.pair.b = trees.view(parts.shape[pair.b]);
    place_pair(parts, pair, alert, 1e-6, at);
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
  FacetContactFinder finder(Cpu{threads});
  PairFinder pair_finder(Cpu{threads});
  const auto step = [&](bool features) {
    const std::span<const Pair> candidates = pair_finder.find(p.shapes.headers(), parts, alert);
    return finder.find<double>(p.shapes, trees, parts, candidates, {.alert_distance = alert, .contacts = features});
  };
  FacetContacts<double> kept;
  const double of_kept = ms([&] { kept = step(false); });
  const double of_kept_clock = clock_ms([&] { kept = step(false); });
  std::vector<bench::FacetRow> rows_kept = bench::facet_rows(finder.pairs(), kept);
  const double of_kept_contacts = ms([&] { (void)step(true); });
  bench::OneTree one(p.bodies, trees, p.shapes.size());
  std::vector<bench::FacetRow> rows;
  double finding = 0;
  const double of_one = ms([&] {
    const double begin = bench::cpu_ms();
    const std::vector<Pair> boxes = one.find(p.bodies, alert, threads);
    finding = bench::cpu_ms() - begin;
    rows = one.rows(p.bodies, boxes, alert);
  });
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
  const double step_ms = of_hulls + of_all;
  line("pairs of hulls, by boxes and distances", of_hulls, of_hulls / step_ms);
  line("a tree a grain: all pairs of facets", of_all, of_all / step_ms);
  line("a tree a grain: contacts of features", of_contacts, of_contacts / step_ms);
  line("hulls, and a tree a grain: all", step_ms, 1);
  line("nothing has moved: a finder, all", of_kept, of_kept / step_ms);
  line("  by the clock", of_kept_clock, of_kept_clock / step_ms);
  line("nothing has moved: a finder, contacts", of_kept_contacts, of_kept_contacts / step_ms);
  line("one tree over all facets", of_one, of_one / step_ms);
  line("  of it the pairs of boxes", finding, finding / step_ms);
  line("hulls, and all pairs of facets (brute force)", of_hulls + brute, (of_hulls + brute) / step_ms);
  std::printf(
      "\na pair of grains: %.0f pairs of boxes, %.0f of zones, %.1f distances; %.2f pairs of facets, %.2f contacts\n",
      per_pair(all.counts.box_pairs), per_pair(all.counts.facet_pairs), per_pair(all.counts.distances),
      per_pair(all.size()), per_pair(contacts.size()));
  std::printf("one tree: %llu pairs of boxes of facets\n", static_cast<unsigned long long>(one.candidates));
  std::vector<bench::FacetRow> rows_of_all = bench::facet_rows(near, all);
  std::sort(rows_of_all.begin(), rows_of_all.end());
  std::sort(rows_kept.begin(), rows_kept.end());
  const bool same = rows == rows_of_all && rows == rows_kept;
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
