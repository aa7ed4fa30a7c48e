// How many nearest points of a NURBS surface does one core find in a second, with the proof that there is no nearer
// one?
//
//   bench_surfaces_closest_points [--surfaces N] [--points N] [--steps N]
//
// Wavy sheets of 10 x 10 bicubic patches, polynomial and rational, size about 1. Points within 0.03 of the surface, as
// in contact, within 0.3, and anywhere within 1. Cold: each point alone. Warm: each point moves by 1e-4 a step, and a
// search starts from what the one before has left. All: every local minimum within the reach, of some of the points, in
// double; the first one has to be the nearest point. OpenCASCADE's GeomAPI_ProjectPointOnSurf, where it is installed,
// answers some of the same points on the same core. What it finds is never nearer than the proved bound, or the program
// fails; it finds nothing where the nearest point is on the border, as it looks for feet of perpendiculars. Counted is
// what it misses elsewhere. Processor time of one thread.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "abut/surface/closest_points.h"
#include "abut/surface/local_minima.h"
#include "bench/cpu_ms.h"
#include "bench/options.h"
#include "bench/surfaces/sheets.h"
#include "host/exec/instruction_set.h"

#if defined(ABUT_HAVE_OPENCASCADE)
#include "bench/surfaces/opencascade.h"
#endif

namespace {

using namespace abut;

int surface_count = 10, point_count = 1000, steps = 50;
using Workload = bench::SheetQueries;

struct Row {
  double cold = 0, warm = 0;  ///< answers a second
  std::uint64_t unproved = 0;
};

template <class T>
Row measure(const Workload& w) {
  Row row;
  ClosestPoints<T> out;
  out.resize(w.points.size());
  const double begin = bench::cpu_ms();
  find_closest_points<T>(Cpu{1}, w.surfaces, {w.which, w.points}, {}, out.view());
  row.cold = 1e3 * static_cast<double>(w.points.size()) / (bench::cpu_ms() - begin);
  for (const std::uint8_t s : out.status) row.unproved += s != static_cast<std::uint8_t>(Status::converged);
  std::vector<ClosestPointCache<T>> caches(w.points.size(), ClosestPointCache<T>{});
  std::vector<Vec3<double>> points = w.points;
  double spent = 0;
  for (int k = 0; k <= steps; ++k) {
    const double start = bench::cpu_ms();
    find_closest_points<T>(Cpu{1}, w.surfaces, {w.which, points}, {}, out.view(), caches.data());
    if (k > 0) spent += bench::cpu_ms() - start;  // after one that fills the caches
    for (std::size_t i = 0; i < points.size(); ++i) points[i] = points[i] + w.ways[i];
    for (const std::uint8_t s : out.status) row.unproved += s != static_cast<std::uint8_t>(Status::converged);
  }
  row.warm = 1e3 * static_cast<double>(w.points.size()) * steps / spent;
  return row;
}

/// How many points a second get all their minima within the reach. Few points: it takes long.
double all_minima(const Workload& w, double reach) {
  std::vector<std::uint32_t> which;
  std::vector<Vec3<double>> points;
  for (std::size_t i = 0; i < w.points.size(); i += 10) which.push_back(w.which[i]), points.push_back(w.points[i]);
  const double begin = bench::cpu_ms();
  const LocalMinima found = find_local_minima(Cpu{1}, w.surfaces, {which, points}, {.within = reach});
  const double spent = bench::cpu_ms() - begin;
  const ClosestPoints<double> nearest = find_closest_points<double>(Cpu{1}, w.surfaces, {which, points});
  for (std::size_t i = 0; i < points.size(); ++i) {
    const bool is_there = found.offsets[i] < found.offsets[i + 1];
    const double distance = is_there ? found.distance[found.offsets[i]] : reach;
    const double expected = std::min(nearest.distance[i], reach);
    if (std::abs(distance - expected) <= 1e-12 && found.status[i] == static_cast<std::uint8_t>(Status::converged))
      continue;
    std::printf("the first minimum of point %zu is at %.17g, its nearest point at %.17g\n", i, distance, expected);
    std::exit(1);
  }
  return 1e3 * static_cast<double>(points.size()) / spent;
}

#if defined(ABUT_HAVE_OPENCASCADE)
/// Answers a second, and how often it has missed the nearest point. Few points: it takes long.
void print_opencascade(const Workload& w) {
  const std::size_t count = std::min<std::size_t>(static_cast<std::size_t>(point_count) / 5 + 1, w.points.size());
  const std::vector<double> found =
      bench::opencascade_distances(w.surfaces.surface(0), std::span(w.points).first(count));
  const double spent = bench::opencascade_ms();
  const ClosestPoints<double> ours = find_closest_points<double>(
      Cpu{1}, w.surfaces, {std::span(w.which).first(count), std::span(w.points).first(count)});
  const auto is_inside = [](double x) { return x > 0 && x < 1; };
  std::size_t missed = 0, inside = 0;
  for (std::size_t i = 0; i < count; ++i) {
    if (found[i] < ours.lower_bound[i] - 1e-9) {
      std::printf("OpenCASCADE has a point at %.17g, nearer than what was proved: %.17g\n", found[i],
                  ours.lower_bound[i]);
      std::exit(1);
    }
    if (!is_inside(ours.u[i]) || !is_inside(ours.v[i])) continue;
    ++inside, missed += found[i] > ours.distance[i] + 1e-7;
  }
  std::printf("  %9.0f  %5.1f %%", 1e3 * static_cast<double>(count) / spent,
              100 * static_cast<double>(missed) / static_cast<double>(std::max<std::size_t>(inside, 1)));
}
#endif

void print(bool rational, double reach) {
  const Workload w = bench::sheet_queries(surface_count, point_count, rational, reach);
  const Row single = measure<float>(w), full = measure<double>(w);
  std::printf("%-10s  %5.2f  %10.0f %10.0f  %10.0f %10.0f  %3llu, %3llu  %8.0f", rational ? "rational" : "polynomial",
              reach, single.cold, single.warm, full.cold, full.warm, static_cast<unsigned long long>(single.unproved),
              static_cast<unsigned long long>(full.unproved), all_minima(w, reach));
#if defined(ABUT_HAVE_OPENCASCADE)
  print_opencascade(w);
#endif
  std::printf("\n");
}

}  // namespace

int main(int argc, char** argv) {
  abut::bench::Options("bench_surfaces_closest_points",
                       "How many nearest points of a NURBS surface does one core find in a second?")
      .number("--surfaces", surface_count, 1, 1000)
      .number("--points", point_count, 1, 1'000'000)
      .number("--steps", steps, 1, 100'000)
      .read_or_exit(argc, argv);
  std::printf("%d sheets of %d x %d bicubic patches, %d points each, one thread, %s; answers a second\n\n",
              surface_count, bench::sheet_patches, bench::sheet_patches, point_count,
              name_of(chosen_instruction_set()));
  std::printf("%-10s  %5s  %21s  %21s  %8s  %8s", "", "", "float", "double", "not", "all");
#if defined(ABUT_HAVE_OPENCASCADE)
  std::printf("  %9s  %7s", "OpenCAS-", "it");
#endif
  std::printf("\n%-10s  %5s  %10s %10s  %10s %10s  %8s  %8s", "surfaces", "reach", "cold", "warm", "cold", "warm",
              "proved", "minima");
#if defined(ABUT_HAVE_OPENCASCADE)
  std::printf("  %9s  %7s", "CADE", "misses");
#endif
  std::printf("\n");
  for (const bool rational : {false, true}) {
    for (const double reach : {0.03, 0.3, 1.0}) print(rational, reach);
  }
  return 0;
}
