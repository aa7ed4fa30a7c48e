// How often must the distance of falling grains be computed, and does the bound in between hold? (Montanari 2017, 4.4,
// Fig. 4.15 to 4.17)
//
//   bench_papers_falling_grains [--quick]
//
// The scene is in bench/papers/falling_grains.h. Beside the run the exact distance of every pair is computed at every
// step, to hold the bound against it; that does not count.
#include "bench/papers/falling_grains.h"

#include "bench/options.h"
#include "bench/papers/report.h"

namespace {

using namespace abut;
using namespace abut::papers;

constexpr const char* names[] = {"lower grain, plate", "upper grain, plate", "both grains"};

void print_history(const FallingPair& p, const char* name) {
  std::printf("\n%s: exact distance and bound, mm\n\n  %8s  %10s  %10s\n", name, "time, s", "distance", "bound");
  for (const auto& [time, distance, bound] : p.history) std::printf("  %8.3f  %10.6f  %10.6f\n", time, distance, bound);
}

/// What a run has asked for, of all pairs. Data only.
struct Sum {
  std::uint64_t steps = 0, apart = 0, calls = 0;
  double slack = HUGE_VAL;
  double fewer() const { return 1 - static_cast<double>(calls) / static_cast<double>(steps); }
  double fewer_apart() const { return 1 - static_cast<double>(calls) / static_cast<double>(apart); }
};

Sum print_pairs(const std::vector<FallingPair>& pairs, const char* title) {
  using Number = unsigned long long;
  Sum sum;
  std::printf("\n%s\n\n  %-20s  %8s  %10s  %8s  %11s  %12s\n", title, "pair, steps", "apart", "in contact", "narrow",
              "exact calls", "least slack");
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const FallingPair& p = pairs[i];
    std::printf("  %-20s  %8llu  %10llu  %8llu  %11llu  %12.2e\n", names[i], static_cast<Number>(p.apart),
                static_cast<Number>(p.in_contact), static_cast<Number>(p.narrow), static_cast<Number>(p.exact_calls),
                p.least_slack);
    sum.steps += p.apart + p.in_contact;
    sum.apart += p.apart;
    sum.calls += p.exact_calls;
    sum.slack = std::min(sum.slack, p.least_slack);
  }
  std::printf("\n  %llu exact calls: %.2f %% fewer than one per pair and step, %.2f %% fewer than one per step apart\n",
              static_cast<Number>(sum.calls), 100 * sum.fewer(), 100 * sum.fewer_apart());
  return sum;
}

}  // namespace

int main(int argc, char** argv) {
  bool quick = false;
  bench::Options("bench_papers_falling_grains", "Two grains fall on a plate (Montanari 2017, 4.4)")
      .flag("--quick", quick, "a moment of little use, to see that it works")
      .read_or_exit(argc, argv);
  const std::uint64_t steps = quick ? 1500 : 45000;
  std::printf("Two grains fall on a plate (Montanari 2017, 4.4): %llu steps\n", static_cast<unsigned long long>(steps));
  print_machine();
  const std::string folder = ABUT_EXAMPLE_DATA "/grains/";
  const auto run = [&](const FallingGrains& scene) {
    FallingGrainsRun grains(scene, folder + "A-anm-00001.ply", folder + "B-anm-00001.ply");
    for (std::uint64_t k = 0; k < steps; ++k) grains.step(steps / 30);
    return grains.pairs;
  };
  FallingGrains broad_alone;
  broad_alone.zone = 0;
  const std::vector<FallingPair> alone = run(broad_alone), both = run({});
  const Sum without = print_pairs(alone, "Broad search alone: a pair that touches is asked at every step");
  const Sum sum = print_pairs(both, "With the narrow search for pairs that touch (Algorithm 6)");
  print_history(alone[1], "Upper grain and plate (Fig. 4.17 a)");
  print_history(alone[2], "Both grains (Fig. 4.17 b)");
  const double slack = std::min(sum.slack, without.slack);
  Trends trends;
  trends.add(slack >= 0, "the inequality d >= d~ is always verified", format("least d - d~ %.1e mm", slack));
  trends.add(sum.fewer_apart() >= 0.95, "it invokes GJK only 2769 times of 60734, reducing the number of calls by 95%",
             format("%llu, %.2f %% fewer than one per step apart", static_cast<unsigned long long>(sum.calls),
                    100 * sum.fewer_apart()));
  return slack >= 0 && (quick || sum.fewer() >= 0.97) ? 0 : 1;
}
