// How long do a refit and all pairs of facets take of a sheet that folds and twists, every node moving, and do its
// trees stay as good as fresh ones?
//
//   bench_deform_refit_and_pairs [--cells N] [--steps N] [--threads N] [--every N]
//
// Facets are 2 N^2. The floor of the refit is a copy of as many bytes as it has to read and write, in the same run.
// Ends with 1 where the tree costs more than 1.3 times a fresh one, or pairs of a sample of facets are not those of all
// pairs.
#include <oneapi/tbb/parallel_for.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <set>
#include <vector>

#include "abut/deform/deforming_contacts.h"
#include "abut/deform/facet_pair.h"
#include "bench/deform/folding_sheet.h"
#include "bench/options.h"

namespace abut::bench {
namespace {

struct Asked {
  std::uint32_t cells = 224, steps = 1000, every = 50;
  int threads = 2;
};

template <class Work>
double ms_of(const Work& work) {
  const auto begin = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
}

double median(std::vector<double> times) {
  if (times.empty()) return 0;
  std::nth_element(times.begin(), times.begin() + std::ptrdiff_t(times.size() / 2), times.end());
  return times[times.size() / 2];
}

/// A copy of half as many bytes reads and writes them all.
double floor_ms(std::size_t bytes) {
  std::vector<char> from(bytes / 2, 1), to(bytes / 2, 2);
  std::vector<double> times;
  for (int k = 0; k < 21; ++k) {
    times.push_back(ms_of([&] {
      const std::size_t part = from.size() / 16;
      tbb::parallel_for(0, 16, [&](int i) { std::memcpy(&to[i * part], &from[i * part], part); });
    }));
  }
  return median(times);
}

/// Facets of a sample whose partners are not those that all facets with all have.
int wrong_of(const DeformingBodies& bodies, const DeformingPairs& pairs, double alert) {
  std::set<std::pair<std::uint32_t, std::uint32_t>> found;
  for (const Pair& p : pairs.facets) found.insert({p.a, p.b});
  const auto facets = bodies.facets(0);
  const auto at = [&](std::uint32_t i) {
    return Facet<double>{{bodies.nodes()[facets[i][0]], bodies.nodes()[facets[i][1]], bodies.nodes()[facets[i][2]]}};
  };
  int wrong = 0;
  for (std::uint32_t k = 0; k < 40; ++k) {
    const auto f = std::uint32_t(std::uint64_t{k} * facets.size() / 40);
    for (std::uint32_t g = 0; g < facets.size(); ++g) {
      const bool shared = std::any_of(facets[f].begin(), facets[f].end(), [&](std::uint32_t v) {
        return std::find(facets[g].begin(), facets[g].end(), v) != facets[g].end();
      });
      const bool near = !shared && facets_meet(at(f), at(g), alert).within;
      wrong += near != (found.count(std::minmax(f, g)) > 0) ? 1 : 0;
    }
  }
  return wrong;
}

/// Of a run, in ms. Data only.
struct Times {
  std::vector<double> moves, searches, contacts, both;
  std::vector<double> with_build;  ///< those of `both` in which the tree was built
};

double most(const std::vector<double>& times) { return *std::max_element(times.begin(), times.end()); }

void print(const Times& times, const DeformingBodies& bodies) {
  const std::size_t nodes = bodies.node_count(), facets = bodies.facet_count();
  // Positions read twice and written once, points written and read; tree nodes read and written, leaf facets read.
  const std::size_t bytes = nodes * (3 * 24 + 2 * 16) + bodies.tree(0).node_count * std::size_t{64} + facets * 16;
  const double floor = floor_ms(bytes);
  const auto slow = std::count_if(times.both.begin(), times.both.end(), [](double t) { return t > 50; });
  std::printf("refit          %8.2f ms median, %8.2f worst; floor %.2f ms (%zu bytes): %.1f times\n",
              median(times.moves), most(times.moves), floor, bytes, median(times.moves) / floor);
  std::printf("pairs          %8.2f ms median, %8.2f worst\n", median(times.searches), most(times.searches));
  std::printf("refit + pairs  %8.2f ms median, %8.2f worst; over 50 ms: %td steps of %zu\n", median(times.both),
              most(times.both), slow, times.both.size());
  std::printf("with a build   %8.2f ms median of %zu steps\n", median(times.with_build), times.with_build.size());
  std::printf("contacts       %8.2f ms median, with their pairs\n", median(times.contacts));
}

int run(const Asked& asked) {
  const Cpu cpu{.threads = asked.threads};
  FoldingSheet sheet(asked.cells);
  DeformingBodies bodies;
  bodies.add(sheet.mesh);
  const double alert = 0.3 / asked.cells;
  Times times;
  double worst = 0;
  std::uint32_t builds = 0;
  std::size_t most_pairs = 0, most_contacts = 0;
  int wrong = 0;
  for (std::uint32_t step = 0; step <= asked.steps; ++step) {
    sheet.move(double(step) / asked.steps);
    DeformingPairs pairs;
    const double move = ms_of([&] { bodies.move(cpu, sheet.nodes); });
    const double search = ms_of([&] { pairs = find_deforming_pairs(cpu, bodies, {.alert_distance = alert}); });
    if (step > 0) {
      times.moves.push_back(move), times.searches.push_back(search), times.both.push_back(move + search);
      if (bodies.quality(0).builds > builds) times.with_build.push_back(move + search);
    }
    builds = bodies.quality(0).builds;
    most_pairs = std::max(most_pairs, pairs.facets.size());
    if (step % asked.every != 0) continue;
    DeformingContacts found;
    times.contacts.push_back(ms_of([&] { found = find_deforming_contacts(cpu, bodies, {.alert_distance = alert}); }));
    most_contacts = std::max(most_contacts, found.contacts.size());
    worst = std::max(worst, bodies.quality(0).cost / bodies.fresh_cost(0));
    if (step % (asked.every * 10) == 0) wrong += wrong_of(bodies, pairs, alert);
  }
  std::printf("%u facets, %u nodes, %u steps, %d threads, alert distance 0.3 of a cell\n", bodies.facet_count(),
              bodies.node_count(), asked.steps, asked.threads);
  print(times, bodies);
  std::printf("at most        %zu pairs, %zu contacts\n", most_pairs, most_contacts);
  std::printf("tree           %8.3f of a fresh one's cost at worst, built %u times\n", worst, builds);
  std::printf("sample         %d facet pairs that differ from all with all\n", wrong);
  return worst > 1.3 || wrong > 0 ? 1 : 0;
}

}  // namespace
}  // namespace abut::bench

int main(int argc, char** argv) {
  abut::bench::Asked asked;
  abut::bench::Options options("bench_deform_refit_and_pairs", "Refit and facet pairs of a sheet that folds.");
  options.number("--cells", asked.cells, 4u, 2000u)
      .number("--steps", asked.steps, 1u, 100000u)
      .number("--every", asked.every, 1u, 100000u)
      .number("--threads", asked.threads, 1, 1024);
  options.read_or_exit(argc, argv);
  return abut::bench::run(asked);
}
