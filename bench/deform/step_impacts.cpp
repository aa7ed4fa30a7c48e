// How long do all impacts of a step of facets take, and does it matter how far the bodies fly in it?
//
//   bench_deform_step_impacts [--cells N] [--threads N] [--repeat N]
//
// Two sheets of 2 N^2 facets each that fold, one above the other, over a hundredth of the fold. Together they also fly
// by 100 of their sizes, or one of them flies past the other. Ends with 1 where the common flight makes more queries.
#include <cstdio>
#include <vector>

#include "abut/deform/impacts.h"
#include "bench/deform/folding_sheet.h"
#include "bench/median_ns.h"
#include "bench/options.h"

namespace abut::bench {
namespace {

struct Asked {
  std::uint32_t cells = 100;
  int threads = 2, repeat = 5;
};

/// Nodes of the lower sheet, then of the upper one.
struct Scene {
  std::vector<Vec3<double>> before, after;
  std::vector<std::array<std::uint32_t, 3>> facets;
};

Scene folding(std::uint32_t cells) {
  FoldingSheet sheet(cells);
  Scene out;
  for (int upper = 0; upper < 2; ++upper) {
    const Vec3<double> lift{0, 0, 0.6 * upper};
    const auto first = static_cast<std::uint32_t>(out.before.size());
    for (const auto& f : sheet.mesh.triangles) out.facets.push_back({first + f[0], first + f[1], first + f[2]});
    sheet.move(0.3);
    for (const Vec3<double>& p : sheet.nodes) out.before.push_back(p + lift);
    sheet.move(0.31);
    for (const Vec3<double>& p : sheet.nodes) out.after.push_back(p + lift);
  }
  return out;
}

Scene flying(Scene scene, const Vec3<double>& lower, const Vec3<double>& upper) {
  const std::size_t half = scene.after.size() / 2;
  for (std::size_t i = 0; i < scene.after.size(); ++i) scene.after[i] = scene.after[i] + (i < half ? lower : upper);
  return scene;
}

/// Of the median of the repeats. Data only.
struct Measured {
  double ms = 0;
  std::uint64_t queries = 0;
};

Measured measure(const char* name, const Scene& scene, const Asked& asked) {
  Measured out;
  StepImpacts<double> found;
  const auto ms_with = [&](int threads) {
    return 1e-6 * median_ns(1, asked.repeat, [&] {
             found = find_step_impacts<double>(Cpu{threads}, {scene.before, scene.after}, scene.facets);
           });
  };
  const double one = ms_with(1);
  out.ms = ms_with(asked.threads), out.queries = found.candidates;
  std::printf("%-28s %9.1f %9.1f %12llu %9.0f %10zu   %.4f\n", name, one, out.ms,
              static_cast<unsigned long long>(found.candidates), 1e6 * one / double(found.candidates),
              found.impacts.size(), found.first_time);
  return out;
}

int run(const Asked& asked) {
  const Scene still = folding(asked.cells);
  std::printf(
      "%zu facets; ms a step: on 1 core, on %d threads; features asked, ns each on 1 core; impacts, the first\n",
      still.facets.size(), asked.threads);
  const Measured rest = measure("fold", still, asked);
  const Measured fly = measure("fold and fly 100 sizes", flying(still, {70, 60, 40}, {70, 60, 40}), asked);
  measure("one past the other", flying(still, {0, 0, 0}, {70, 60, 40}), asked);
  std::printf("the common flight: %.2f times the time, %.3f times the features\n", fly.ms / rest.ms,
              double(fly.queries) / double(rest.queries));
  return double(fly.queries) > 1.01 * double(rest.queries) ? 1 : 0;
}

}  // namespace
}  // namespace abut::bench

int main(int argc, char** argv) {
  abut::bench::Asked asked;
  abut::bench::Options options("bench_deform_step_impacts", "All impacts of a step of facets that fold and fly.");
  options.number("--cells", asked.cells, 4u, 2000u)
      .number("--threads", asked.threads, 1, 1024)
      .number("--repeat", asked.repeat, 1, 1000);
  options.read_or_exit(argc, argv);
  return abut::bench::run(asked);
}
