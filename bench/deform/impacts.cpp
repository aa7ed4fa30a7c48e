// How many pairs of moving features does a machine ask for their first impact in a second, and how many are told that
// only come near?
//
//   bench_deform_impacts [--pairs N] [--slow N] [--repeat N]
//
// Vertices with triangles and edges with edges of size 1: far ones, as a broad phase hands them over, of which few
// meet; fast ones, which move by 100 sizes; and such as meet for certain, at a time that is known. Beside them, in the
// same run, the plain interval search that they are to replace: boxes of time and two parameters, halved along the
// longest side of their image, in the order of time (Wang et al. 2021 without its refinements), to 1e-6; and
// Tight-Inclusion, their own library, where the build has it (CMake's ABUT_PEERS_TIGHT_INCLUSION). Where one says none,
// another may say an impact only within its tolerance; for those that meet all have to say one.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "abut/deform/impacts.h"
#include "bench/deform/interval_search.h"
#include "bench/deform/tight_inclusion.h"
#include "bench/median_ns.h"
#include "bench/options.h"
#include "tests/support/random.h"

namespace {

using namespace abut;

int pair_count = 1000000, slow_count = 20000, repeat = 3;

struct Workload {
  const char* name;
  ImpactKind kind;
  bool meet;
  std::vector<Vec3<double>> before, after;
  std::vector<std::array<std::uint32_t, 4>> queries;
};

Workload workload(const char* name, ImpactKind kind, double speed, bool meet) {
  test::Random random(33);
  Workload w{name, kind, meet, {}, {}, {}};
  for (int i = 0; i < pair_count; ++i) {
    Vec3<double> at[4];
    for (Vec3<double>& p : at) p = random.in_cube() * 0.5;
    const double time = random.uniform(), s = random.uniform(0, 0.5), t = random.uniform(0, 0.5);
    const bool edges = kind == ImpactKind::edge_edge;
    if (meet && edges) {
      at[2] = at[0] + (at[1] - at[0]) * s;
      const Vec3<double> half = at[3] - at[2];
      at[3] = at[2] + half * 0.5, at[2] = at[2] - half * 0.5;
    } else if (meet) {
      at[0] = at[1] + (at[2] - at[1]) * s + (at[3] - at[1]) * t;
    }
    const Vec3<double> common = random.in_cube() * speed;
    const auto first = static_cast<std::uint32_t>(w.before.size());
    for (int k = 0; k < 4; ++k) {
      const Vec3<double> way = random.in_cube() * 0.1 + (k < (edges ? 2 : 1) ? common : Vec3<double>{0, 0, 0});
      w.before.push_back(at[k] - way * time), w.after.push_back(at[k] + way * (1 - time));
    }
    w.queries.push_back({first, first + 1, first + 2, first + 3});
  }
  return w;
}

double millions(const Workload& w, int threads, std::vector<Impact<double>>& out) {
  out.resize(w.queries.size());
  const double ns = bench::median_ns(static_cast<int>(w.queries.size()), repeat, [&] {
    find_impacts<double>(Cpu{threads}, w.kind, {w.before, w.after}, w.queries, {0, 1e-6}, out);
  });
  return 1e3 / ns;
}

MovingNodes<double> nodes_of(const Workload& w, std::size_t i) {
  MovingNodes<double> n;
  for (int k = 0; k < 4; ++k) n.start[k] = w.before[w.queries[i][k]], n.end[k] = w.after[w.queries[i][k]];
  return n;
}

/// Whether Tight-Inclusion misses none of those that meet.
bool measure_tight_inclusion(const Workload& w, const std::vector<Impact<double>>& ours, double millions_here) {
  std::vector<MovingNodes<double>> scene;
  for (std::size_t i = 0; i < w.queries.size(); ++i) scene.push_back(nodes_of(w, i));
  const bench::TightInclusion peer(w.kind, scene);
  scene.resize(std::min<std::size_t>(scene.size(), static_cast<std::size_t>(slow_count)));
  std::vector<bool> told(scene.size());
  const double ns = bench::median_ns(static_cast<int>(scene.size()), repeat, [&] {
    for (std::size_t i = 0; i < scene.size(); ++i) told[i] = peer.tells(scene[i], 1e-6);
  });
  std::size_t only_here = 0, only_there = 0, missed = 0;
  for (std::size_t i = 0; i < scene.size(); ++i) {
    const bool here = ours[i].status != ImpactStatus::none;
    only_here += here && !told[i], only_there += !here && told[i], missed += w.meet && !told[i];
  }
  const double n = static_cast<double>(scene.size());
  std::printf("%-28s %17s %9.4f %7.1fx %26s | %.3f%% %.3f%%\n", "  Tight-Inclusion", "", 1e3 / ns,
              millions_here * ns / 1e3, "", 100 * static_cast<double>(only_here) / n,
              100 * static_cast<double>(only_there) / n);
  return missed == 0;
}

/// Whether nothing is told that cannot be.
bool measure(const Workload& w) {
  std::vector<Impact<double>> one, two;
  const double on_one = millions(w, 1, one), on_two = millions(w, 2, two);
  const std::size_t slow = std::min<std::size_t>(w.queries.size(), static_cast<std::size_t>(slow_count));
  std::vector<bench::IntervalAnswer> peer(slow);
  const double ns = bench::median_ns(static_cast<int>(slow), 1, [&] {
    for (std::size_t i = 0; i < slow; ++i) peer[i] = bench::interval_search(w.kind, nodes_of(w, i), 1e-6, 100000);
  });
  std::size_t impacts = 0, rounds = 0, limits = 0, only_here = 0, only_there = 0, gave_up = 0;
  bool good = true;
  for (std::size_t i = 0; i < one.size(); ++i) {
    const bool told = one[i].status != ImpactStatus::none;
    impacts += told, rounds += one[i].iterations, limits += one[i].status == ImpactStatus::iteration_limit;
    good = good && (told || !w.meet) && one[i].time == two[i].time;
    if (i >= slow) continue;
    only_here += told && !peer[i].found, only_there += !told && peer[i].found, gave_up += peer[i].gave_up;
  }
  const double n = static_cast<double>(one.size());
  std::printf("%-28s %8.2f %8.2f %9.4f %7.1fx %8.2f%% %7.2f %7zu | %.3f%% %.3f%% %zu\n", w.name, on_one, on_two,
              1e3 / ns, on_one * ns / 1e3, 100 * static_cast<double>(impacts) / n, static_cast<double>(rounds) / n,
              limits, 100 * static_cast<double>(only_here) / static_cast<double>(slow),
              100 * static_cast<double>(only_there) / static_cast<double>(slow), gave_up);
  if (bench::TightInclusion::version() != nullptr && !measure_tight_inclusion(w, one, on_one)) {
    std::fprintf(stderr, "Tight-Inclusion misses impacts\n");
  }
  return good;
}

}  // namespace

int main(int argc, char** argv) {
  bench::Options("bench_deform_impacts", "First impacts of moving vertices, triangles and edges.")
      .number("--pairs", pair_count, 1, 10000000)
      .number("--slow", slow_count, 1, 10000000)
      .number("--repeat", repeat, 1, 100)
      .read_or_exit(argc, argv);
  std::printf(
      "double, tolerance 1e-6; millions a second: on 1 core, on 2, the interval search on 1, ratio on 1; pairs told,\n"
      "rounds, at the limit | of those also searched by intervals: told here alone, there alone, given up there\n");
  if (const char* const version = bench::TightInclusion::version()) {
    std::printf("Tight-Inclusion %s, of as many: millions a second on 1 core, ratio | told here alone, there alone\n",
                version);
  }
  bool good = true;
  for (const ImpactKind kind : {ImpactKind::vertex_triangle, ImpactKind::edge_edge}) {
    const bool edges = kind == ImpactKind::edge_edge;
    good = measure(workload(edges ? "edges, near" : "vertex and triangle, near", kind, 1, false)) && good;
    good = measure(workload(edges ? "edges, fast" : "vertex and triangle, fast", kind, 100, false)) && good;
    good = measure(workload(edges ? "edges that meet" : "vertex and triangle that meet", kind, 1, true)) && good;
  }
  if (!good) std::fprintf(stderr, "an impact was missed, or answers depend on threads\n");
  return good ? 0 : 1;
}
