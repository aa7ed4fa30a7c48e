// How long do quasi-LMD queries take over a tight insertion, with the hierarchy of 5D+1 and with one of 5D, at two
// tessellations? (Merlhiot 2007, Table 3)
//
//   bench_papers_quasi_lmd [--quick] [--steps N] [--threads N]
//
// A query: all 25 pairs of the moving mechanism with what is fixed (bench/papers/insertion.h), gaps up to 1 mm, theta
// 0.02. "crossings": the same with a look at whether complexes meet. Both hierarchies have to find the same contacts.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>

#include "bench/options.h"
#include "bench/papers/insertion.h"
#include "bench/papers/report.h"

namespace {

using namespace abut;
using namespace abut::papers;
using Clock = std::chrono::steady_clock;

double ms_since(Clock::time_point begin) {
  return std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
}

struct Band {
  double sum = 0, least = HUGE_VAL, most = 0;
  int count = 0;

  void add(double x) { sum += x, ++count, least = std::min(least, x), most = std::max(most, x); }
  double mean() const { return sum / count; }
};

struct Trajectory {
  Band ms, with_crossings, contacts, nodes, leaves;
  std::uint64_t keys = 0;  ///< of all contacts
  int crossed = 0;
};

Trajectory follow(Insertion& scene, int steps, int threads) {
  Trajectory t;
  const auto moving = static_cast<std::uint32_t>(scene.bodies.size() - 1);
  for (int k = 0; k <= steps; ++k) {
    scene.bodies.set_pose(moving, insertion_pose(static_cast<double>(k) / steps));
    const PartsView parts = scene.bodies.parts();
    QuasiLmdOptions asked{.alert_distance = 1, .theta = 0.02, .crossings = false};
    const auto ask = [&] { return find_quasi_lmds<double>(Cpu{threads}, scene.complexes, parts, scene.pairs, asked); };
    const Clock::time_point begin = Clock::now();
    const QuasiLmds<double> found = ask();
    t.ms.add(ms_since(begin));
    asked.crossings = true;
    const Clock::time_point again = Clock::now();
    const QuasiLmds<double> crossing = ask();
    t.with_crossings.add(ms_since(again));
    t.crossed += std::count(crossing.crossing.begin(), crossing.crossing.end(), 1) > 0 ? 1 : 0;
    t.contacts.add(static_cast<double>(found.size()));
    t.nodes.add(static_cast<double>(found.counts.node_pairs));
    t.leaves.add(static_cast<double>(found.counts.simplex_pairs));
    for (const std::uint64_t key : found.key) t.keys = t.keys * 31 + key;
  }
  return t;
}

void print(const char* name, const Insertion& scene, const Trajectory& t, double built) {
  std::printf("%-5s %10.0f %7.1f %8.2f %8.2f %8.2f %8.2f %8.2f %9.1f %6.0f %9.0f %8.0f %7d\n", name,
              static_cast<double>(scene.simplices), built, t.ms.mean(), t.ms.least, t.ms.most, t.with_crossings.mean(),
              t.with_crossings.most, t.contacts.mean(), t.contacts.most, t.nodes.mean(), t.leaves.mean(), t.crossed);
}

}  // namespace

int main(int argc, char** argv) {
  bool quick = false;
  int steps = 500, threads = 2;
  bench::Options("bench_papers_quasi_lmd", "Quasi-LMD queries over a tight insertion (Merlhiot 2007, Table 3)")
      .flag("--quick", quick, "coarse, and few steps: does it run?")
      .number("--steps", steps, 1, 1000000)
      .number("--threads", threads, 1, 1024)
      .read_or_exit(argc, argv);
  if (quick) steps = std::min(steps, 20);
  std::printf("Quasi-LMD queries over a tight insertion (Merlhiot 2007, Table 3), %d threads, %d steps\n", threads,
              steps);
  print_machine();
  std::printf(
      "in print: 5D 15.42 ms (0.16 to 142.58), 5D+1 14.00 ms (0.30 to 45.04) with 1,577,453 simplices; 5D+1 10.06 "
      "ms (0.41 to 29.18) with 4,091,987\n\n");
  bool same = true;
  for (const double most : quick ? std::vector{12.0} : std::vector{3.4, 2.1}) {
    std::printf("edges up to %.1f mm\n%-5s %10s %7s %8s %8s %8s %8s %8s %9s %6s %9s %8s %7s\n", most, "", "simplices",
                "built s", "mean ms", "least", "most", "crossing", "most", "contacts", "most", "nodes", "leaves",
                "crossed");
    std::uint64_t keys = 0;
    for (const auto& [name, hierarchy] :
         {std::pair{"5D", ComplexHierarchy::positions}, std::pair{"5D+1", ComplexHierarchy::full}}) {
      const Clock::time_point begin = Clock::now();
      Insertion scene = insertion(most, hierarchy);
      const double built = ms_since(begin) / 1000;
      const Trajectory t = follow(scene, steps, threads);
      print(name, scene, t, built);
      same = same && (keys == 0 || keys == t.keys) && t.crossed == 0;
      keys = t.keys;
    }
  }
  std::printf("\n%s\n", same ? "both hierarchies find the same contacts, and nothing crosses"
                             : "FAULT: contacts differ, or complexes cross");
  return same ? EXIT_SUCCESS : EXIT_FAILURE;
}
