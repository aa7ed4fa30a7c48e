// How long do quasi-LMD queries take over a tight insertion, with the hierarchy of 5D+1 and with one of 5D, at two
// tessellations? (Merlhiot 2007, Table 3)
//
//   bench_papers_quasi_lmd [--quick]
//
// A query: all 25 pairs of the moving mechanism with what is fixed.
#include <algorithm>
#include <chrono>
#include <cstdio>

#include "bench/options.h"
#include "bench/papers/insertion.h"

namespace {

using namespace abut;
using namespace abut::papers;

struct Times {
  double sum = 0, least = HUGE_VAL, most = 0, contacts = 0, most_contacts = 0, nodes = 0, simplices = 0;
};

Times follow(Insertion& scene, int steps, int threads) {
  Times t;
  const auto moving = static_cast<std::uint32_t>(scene.bodies.size() - 1);
  std::vector<double> all;
  for (int k = 0; k <= steps; ++k) {
    scene.bodies.set_pose(moving, insertion_pose(static_cast<double>(k) / steps));
    const PartsView parts = scene.bodies.parts();
    const QuasiLmdOptions asked{.alert_distance = 1, .theta = 0.02, .crossings = false};
    const auto begin = std::chrono::steady_clock::now();
    const QuasiLmds<double> found = find_quasi_lmds<double>(Cpu{threads}, scene.complexes, parts, scene.pairs, asked);
    const double ms = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
    t.sum += ms, t.least = std::min(t.least, ms), t.most = std::max(t.most, ms);
    t.contacts += static_cast<double>(found.size()),
        t.most_contacts = std::max(t.most_contacts, static_cast<double>(found.size()));
    if (getenv("PER_STEP"))
      std::printf("%d %.3f ms %zu contacts %.0f nodes %.0f leaves\n", k, ms, found.size(),
                  double(found.counts.node_pairs), double(found.counts.simplex_pairs));
    t.nodes += static_cast<double>(found.counts.node_pairs),
        t.simplices += static_cast<double>(found.counts.simplex_pairs);
  }
  return t;
}

}  // namespace

int main(int argc, char** argv) {
  bool quick = false;
  int steps = 500, threads = 2;
  bench::Options options("bench_papers_quasi_lmd", "How long do quasi-LMD queries take over a tight insertion?");
  options.flag("--quick", quick, "coarse, and few steps: does it run?")
      .number("--steps", steps, 1, 100000)
      .number("--threads", threads, 1, 1024);
  options.read_or_exit(argc, argv);
  if (quick) steps = 20;
  std::printf("%-30s %10s %10s %9s %9s %9s %9s %9s %10s %10s\n", "hierarchy, longest edge", "simplices", "triangles",
              "least ms", "mean ms", "most ms", "contacts", "most", "nodes", "leaves");
  const double n = steps + 1;
  for (const double most : quick ? std::vector{12.0} : std::vector{3.4, 2.1}) {
    for (const ComplexHierarchy h : {ComplexHierarchy::positions, ComplexHierarchy::full}) {
      const auto begin = std::chrono::steady_clock::now();
      Insertion scene = insertion(most, h);
      const double built = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
      const Times t = follow(scene, steps, threads);
      std::printf("%-5s %4.1f mm, built in %6.2f s %10.0f %10.0f %9.3f %9.3f %9.3f %9.1f %9.0f %10.0f %10.0f\n",
                  h == ComplexHierarchy::full ? "5D+1" : "5D", most, built, static_cast<double>(scene.simplices),
                  static_cast<double>(scene.triangles), t.least, t.sum / n, t.most, t.contacts / n, t.most_contacts,
                  t.nodes / n, t.simplices / n);
    }
  }
}
