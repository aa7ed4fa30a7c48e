// How much time do trees for each part save where sand is packed, and with how many others is a grain in contact?
// (Montanari 2017, 5.4, Fig. 5.12 and 5.13, Table 5.4)
//
//   bench_papers_packing [--grains N] [--coarsest L] [--finest L] [--threads N] [--frictionless] [--quick]
//
// The scene is in bench/papers/packing.h: six grains of tomography in three sizes, with 20 * 4^L facets each, fall into
// a box under a lid. From time to time the pairs of facets are also found by one tree over all facets, built anew, and
// have to be the same to the last bit of the separation. Times of searches are of the processor, all threads together,
// but for those at the end, which are the clock's.
#include "bench/papers/packing.h"

#include <chrono>
#include <ctime>

#include "bench/facets/one_tree.h"
#include "bench/options.h"
#include "bench/papers/report.h"
#include "examples/dem/mutual_contacts.h"

namespace {

using namespace abut;
using namespace abut::papers;
using Number = unsigned long long;

int grains = 100, coarsest = 2, finest = 4, threads = 0;
bool quick = false, frictionless = false;

double processor_ms() { return 1e3 * static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }
double wall_ms() { return 1e-6 * static_cast<double>(std::chrono::steady_clock::now().time_since_epoch().count()); }

/// What a run has taken and come to. Data only.
struct Result {
  int level = 0;
  std::size_t facets = 0;  ///< of a grain
  double candidates = 0, near = 0, one_tree = 0,
         beside = 0;  ///< ms a step; `beside`: `candidates` and `near` where the one tree was built
  double at_rest = 0, at_rest_features = 0;  ///< ms of the clock
  double hulls = 0, listed = 0, apart = 0;   ///< of the candidates, shares
  bool same = true;
  std::uint64_t compared = 0;
  double void_ratio = 0, energy = 0;
  std::vector<Pair> contacts;  ///< of grains
};

/// At these poses, by one tree over all facets.
void compare(PackingRun& run, bench::OneTree& tree, Result& r) {
  const double start = processor_ms(), zone = run.scene().zone;
  const std::vector<Pair> pairs = tree.find(run.bodies(), zone, threads);
  std::vector<bench::FacetRow> one = tree.rows(run.bodies(), pairs, zone);
  r.one_tree += processor_ms() - start;
  std::vector<bench::FacetRow> near = bench::facet_rows(run.pairs(), run.contacts);
  std::sort(one.begin(), one.end()), std::sort(near.begin(), near.end());
  r.same = r.same && one == near;
  r.compared += near.size();
  r.beside += run.times.candidates + run.times.facets;
}

/// A full step of detection at rest, by the clock: what the bodies do, and contacts of features on the same poses.
void measure_at_rest(PackingRun& run, Result& r) {
  const int steps = quick ? 5 : 51;
  FacetContactFinder finder(Cpu{threads});
  PairFinder pairs(Cpu{threads});
  run.set_clock(wall_ms);
  std::vector<double> all, features;
  for (int k = 0; k < steps; ++k) {
    run.search();
    all.push_back(run.times.candidates + run.times.facets);
    const double start = wall_ms(), zone = run.scene().zone;
    const PartsView parts = run.bodies().parts();
    const std::span<const Pair> candidates = pairs.find(run.shapes().headers(), parts, zone);
    finder.find<double>(run.shapes(), run.trees(), parts, candidates, {.alert_distance = zone});
    features.push_back(wall_ms() - start);
    run.advance();
  }
  r.at_rest = median(all), r.at_rest_features = median(features);
}

Result pack(int level) {
  PackingScene scene;
  scene.grains = grains, scene.level = level, scene.threads = threads;
  if (frictionless) scene.friction = 0;
  const std::string folder = ABUT_EXAMPLE_DATA "/grains/";
  std::vector<std::string> files;
  for (const char* name : {"A", "B", "C", "D", "E", "F"}) files.push_back(folder + name + "-anm-00001.ply");
  if (quick) files.resize(1);
  PackingRun run(scene, files);
  run.set_clock(processor_ms);
  run.search();  // the lid falls all the way, and then it takes a while
  std::vector<Pair> every;
  for (std::uint32_t b = 0; b < run.bodies().size(); ++b) every.push_back({b, b});
  run.trees().build(Cpu{threads}, run.shapes(), run.bodies().parts(), every);
  bench::OneTree tree(run.bodies(), run.trees(), run.shapes().size());
  const double duration = run.lid_height() / scene.fastest + 6;
  const auto steps = static_cast<std::uint64_t>(duration / scene.step), part = steps / 10;
  Result r;
  r.level = level, r.facets = 20u << (2 * level);
  std::uint64_t compared = 0, candidates = 0, apart = 0, hulls = 0, listed = 0;
  for (std::uint64_t k = 1; k <= steps; ++k) {
    run.search();
    r.candidates += run.times.candidates, r.near += run.times.facets;
    const FacetStepCounts& c = run.counts();
    candidates += c.candidates, apart += c.apart, hulls += c.hulls, listed += c.listed;
    if (k % part == 0) compare(run, tree, r), ++compared;
    run.advance();
  }
  const auto per = [](double sum, std::uint64_t count) { return sum / static_cast<double>(count); };
  r.candidates = per(r.candidates, steps), r.near = per(r.near, steps);
  r.one_tree = per(r.one_tree, compared), r.beside = per(r.beside, compared);
  r.apart = per(static_cast<double>(apart), candidates), r.hulls = per(static_cast<double>(hulls), candidates);
  r.listed = per(static_cast<double>(listed), candidates);
  measure_at_rest(run, r);
  r.void_ratio = run.void_ratio(), r.energy = run.kinetic_energy();
  for (const Pair& p : run.pairs()) {
    if (p.a < run.grains() && p.b < run.grains()) r.contacts.push_back(p);
  }
  return r;
}

void print_results(const std::vector<Result>& results) {
  std::printf("\nMilliseconds of the processor a step, over the whole run (Fig. 5.13)\n\n");
  std::printf("  %6s  %10s  %8s  %22s  %8s  %6s  %9s\n", "facets", "candidates", "contacts", "at ten steps: contacts",
              "one tree", "saved", "same bits");
  for (const Result& r : results) {
    std::printf("  %6zu  %10.3f  %8.3f  %22.2f  %8.1f  %4.1f %%  %9s\n", r.facets, r.candidates, r.near, r.beside,
                r.one_tree, 100 * (1 - r.beside / r.one_tree), r.same ? "yes" : "NO");
  }
  std::printf(
      "\nOf the candidates, %% (a step); at rest: milliseconds of the clock a step, and what has come of it\n\n");
  std::printf("  %6s  %6s  %6s  %6s  %15s  %8s  %5s  %5s  %14s\n", "facets", "apart", "hulls", "trees",
              "pairs of facets", "features", "Z", "void", "kinetic energy");
  for (const Result& r : results) {
    std::printf("  %6zu  %6.1f  %6.3f  %6.3f  %15.2f  %8.2f  %5.2f  %5.2f  %14.2e\n", r.facets, 100 * r.apart,
                100 * r.hulls, 100 * r.listed, r.at_rest, r.at_rest_features,
                2.0 * static_cast<double>(r.contacts.size()) / grains, r.void_ratio, r.energy);
  }
}

}  // namespace

int main(int argc, char** argv) {
  bench::Options("bench_papers_packing", "Sand is packed under a lid (Montanari 2017, 5.4)")
      .number("--grains", grains, 8, 100000)
      .number("--coarsest", coarsest, 1, 5)
      .number("--finest", finest, 1, 5)
      .number("--threads", threads, 0, 65536)
      .flag("--frictionless", frictionless, "as in the thesis, instead of a coefficient of 0.3")
      .flag("--quick", quick, "a moment of little use, to see that it works")
      .read_or_exit(argc, argv);
  if (quick) grains = 12, coarsest = finest = 2;
  std::printf("Sand is packed under a lid (Montanari 2017, 5.4): %d grains%s\n", grains,
              frictionless ? ", without friction" : "");
  print_machine(threads);
  std::vector<Result> results;
  for (int level = coarsest; level <= finest; ++level) results.push_back(pack(level));
  print_results(results);
  if (results.empty()) return 1;
  const dem::MutualContacts m = dem::mutual_contacts(static_cast<std::uint32_t>(grains), results.back().contacts);
  std::printf("\nOf the finest mesh (Fig. 5.12)\n\n");
  dem::print_mutual_contacts(m);
  Trends trends;
  bool same = true;
  double least = 1, most = 0;
  for (const Result& r : results) {
    same = same && r.same && r.compared > 0;
    const double saved = 1 - r.beside / r.one_tree;
    least = std::min(least, saved), most = std::max(most, saved);
  }
  const auto share = [](const std::vector<std::uint64_t>& counts, std::size_t from) {
    double sum = 0;
    for (std::size_t n = from; n < counts.size(); ++n) sum += static_cast<double>(counts[n]);
    return sum / grains;
  };
  trends.add(least >= 0.35, "the CPU time reduction is, for all cases, between 35% and 60%",
             format("%.1f to %.1f %%", 100 * least, 100 * most));
  trends.add(share(m.rows, 5) < 0.05, "less than 5% of the particles involved are mutually in contact with five or six",
             format("%.1f %% touch five or more with a larger number, %.1f %% any five, %.1f %% are in a set of five",
                    100 * share(m.rows, 5), 100 * share(m.touched, 5), 100 * share(m.sets, 5)));
  return same ? 0 : 1;
}
