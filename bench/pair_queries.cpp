// How long does one pair query take on one core, by hull size, regime and precision?
//
//   bench_pair_queries [--pairs N] [--repeat R] [--edge E]
//
// Random hulls of points on ellipsoids, relative poses given, cold start; nanoseconds a query, medians of R runs in
// turn. A sample of each set is held against the reference. At the end, how many times as fast all cores are as one, by
// wall-clock time, and E^3 bodies with their neighbours, numbered in the order of space and at random.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "bench/options.h"
#include "host/exec/instruction_set.h"
#include "host/reference/reference.h"
#include "tests/support/shapes.h"

namespace {

using namespace abut;
using test::Regime;
using test::ShapePairs;

struct Row {
  double nanoseconds = 0, gjk = 0, epa = 0;
  double largest_error = 0;
};

template <class T>
double largest_error(const ShapeSet& shapes, const ShapePairs& in, const Contacts<T>& out) {
  std::vector<reference::Core> cores;
  for (std::uint32_t s = 0; s < shapes.size(); ++s) cores.push_back(reference::core_of(shapes.view<T>(), s));
  const reference::Reference reference(std::move(cores));
  double largest = 0;
  for (std::size_t i = 0; i < std::min<std::size_t>(200, in.pairs.size()); ++i) {
    const auto [a, b] = in.pairs[i];
    const double* m = in.poses.data() + 12 * i;
    const auto centre = [&](std::uint32_t s) {
      const ShapeHeader& h = shapes.header(s);
      return Vec3<double>{h.centre[0], h.centre[1], h.centre[2]};
    };
    RelativePose<double> pose = relative_pose(
        Pose{}, {{m[3], m[7], m[11]}, {{m[0], m[1], m[2], m[4], m[5], m[6], m[8], m[9], m[10]}}}, centre(a), centre(b));
    for (double& r : pose.rotation.m) r = static_cast<double>(round_to<T>(r));
    Vec3<double>& t = pose.translation;
    t = {static_cast<double>(round_to<T>(t.x)), static_cast<double>(round_to<T>(t.y)),
         static_cast<double>(round_to<T>(t.z))};
    const double truth = reference.query(a, b, pose).separation;
    const double size = shapes.header(a).size + shapes.header(b).size;
    largest = std::max(largest, std::abs(static_cast<double>(out.separation[i]) - truth) / (size + std::abs(truth)));
  }
  return largest;
}

template <class Run>
double median_seconds(int repeat, const Run& run) {
  std::vector<double> times;
  for (int k = 0; k <= repeat; ++k) {
    const auto start = std::chrono::steady_clock::now();
    run();
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    if (k > 0) times.push_back(seconds);  // the first run warms up
  }
  std::sort(times.begin(), times.end());
  return times[times.size() / 2];
}

/// Nanoseconds a query, the median of `repeat` runs.
template <class T>
double time_of(const ShapeSet& shapes, const ShapePairs& in, Cpu cpu, int repeat, Contacts<T>& out) {
  out = Contacts<T>(in.pairs.size());
  const auto view = shapes.view<T>();
  const double seconds = median_seconds(repeat, [&] {
    query_shape_pairs<T>(cpu, view, in.pairs, {in.poses.data(), 12}, {}, out.view());
  });
  return seconds / static_cast<double>(in.pairs.size()) * 1e9;
}

template <class T>
Row measure(const ShapeSet& shapes, const ShapePairs& in, int repeat) {
  Contacts<T> out;
  Row row;
  row.nanoseconds = time_of(shapes, in, Cpu{1}, repeat, out);
  for (std::size_t i = 0; i < out.size(); ++i) {
    row.gjk += out.gjk_iterations[i];
    row.epa += out.epa_iterations[i];
  }
  row.gjk /= static_cast<double>(out.size());
  row.epa /= static_cast<double>(out.size());
  row.largest_error = largest_error(shapes, in, out);
  return row;
}

ShapeSet hulls(int vertices) {
  test::Random random(static_cast<std::uint64_t>(vertices));
  ShapeSet shapes;
  for (int k = 0; k < 64; ++k) shapes.add_hull(test::ellipsoid_points(random, vertices));
  return shapes;
}

void print_scaling(const char* name, Regime regime, int pairs, int repeat) {
  const ShapeSet shapes = hulls(16);
  const ShapePairs in = test::random_pairs(shapes, pairs, regime, 1);
  Contacts<float> out;
  const double one = time_of(shapes, in, Cpu{1}, repeat, out);
  std::printf("%-10s %8d | %9.2f\n", name, 16, one / time_of(shapes, in, Cpu{}, repeat, out));
}

/// Hulls on a jittered lattice; numbered in its order or, `mixed`, at random.
BodySet lattice(const ShapeSet& shapes, std::uint32_t edge, bool mixed) {
  test::Random random(7);
  std::vector<std::pair<Pose, std::uint32_t>> placed;
  for (std::uint32_t c = 0; c < edge * edge * edge; ++c) {
    const Vec3<double> at{0.8 * (c % edge), 0.8 * (c / edge % edge), 0.8 * (c / edge / edge)};
    const auto shape = static_cast<std::uint32_t>(random.bits() % shapes.size());
    placed.push_back({{at + random.in_cube() * 0.3, random.rotation()}, shape});
  }
  for (std::size_t i = placed.size(); mixed && i > 1; --i) std::swap(placed[i - 1], placed[random.bits() % i]);
  BodySet bodies;
  for (const auto& [pose, shape] : placed) bodies.add(pose, shape);
  return bodies;
}

/// Neighbours of many bodies: what a body's place in memory costs, with its pose in one row and without.
void print_bodies(bool mixed, std::uint32_t edge, int repeat) {
  const ShapeSet shapes = hulls(16);
  const BodySet bodies = lattice(shapes, edge, mixed);
  const auto view = shapes.view<float>();
  const std::vector<Pair> pairs = find_pairs(Cpu{}, {view.headers, view.count}, bodies.parts(), 0);
  Contacts<float> out(pairs.size());
  // A batch of fewer pairs than there are parts is answered without rows.
  const auto nanoseconds = [&](std::size_t batch) {
    const double seconds = median_seconds(repeat, [&] {
      for (std::size_t i = 0; i < pairs.size(); i += batch) {
        const auto some = std::span(pairs).subspan(i, std::min(batch, pairs.size() - i));
        query_pairs<float>(Cpu{1}, view, bodies.parts(), some, {}, out.view());
      }
    });
    return seconds / static_cast<double>(pairs.size()) * 1e9;
  };
  const double with = nanoseconds(pairs.size()), without = nanoseconds(bodies.part_count() - 1);
  std::printf("%-10s %9u %9zu | %9.0f %9.0f | %6.2f\n", mixed ? "at random" : "in order", bodies.part_count(),
              pairs.size(), with, without, without / with);
}

}  // namespace

int main(int argc, char** argv) {
  int pairs = 20000;
  int repeat = 5;
  int edge = 100;
  bench::Options("bench_pair_queries",
                 "How long does one pair query take on one core, by hull size, regime and precision?")
      .number("--pairs", pairs, 1, 10000000)
      .number("--repeat", repeat, 1, 1000000)
      .number("--edge", edge, 2, 200)
      .read_or_exit(argc, argv);
  std::printf("%s, 1 thread, %d pairs a set, median of %d runs\n\n", name_of(chosen_instruction_set()), pairs, repeat);
  std::printf("%-10s %8s | %9s %9s | %5s %5s | %9s %9s\n", "regime", "vertices", "f32 ns", "f64 ns", "GJK", "EPA",
              "f32 error", "f64 error");
  const std::pair<const char*, Regime> regimes[] = {
      {"separated", Regime::separated}, {"near", Regime::near}, {"shallow", Regime::shallow}, {"deep", Regime::deep}};
  for (const auto& [name, regime] : regimes) {
    for (const int vertices : {5, 8, 16, 32, 128, 512}) {
      const ShapeSet shapes = hulls(vertices);
      const ShapePairs in = test::random_pairs(shapes, pairs, regime, 1);
      const Row f32 = measure<float>(shapes, in, repeat);
      const Row f64 = measure<double>(shapes, in, repeat);
      std::printf("%-10s %8d | %9.0f %9.0f | %5.1f %5.1f | %9.1e %9.1e\n", name, vertices, f32.nanoseconds,
                  f64.nanoseconds, f64.gjk, f64.epa, f32.largest_error, f64.largest_error);
      std::fflush(stdout);
    }
  }
  std::printf("\n%-10s %8s | all %u cores / one, f32, %d pairs\n", "regime", "vertices",
              std::thread::hardware_concurrency(), 20 * pairs);
  for (const auto& [name, regime] : regimes) print_scaling(name, regime, 20 * pairs, repeat);
  std::printf("\n%-10s %9s %9s | %9s %9s | ratio, f32, 1 thread\n", "bodies", "count", "pairs", "ns", "no rows");
  for (const bool mixed : {false, true}) print_bodies(mixed, static_cast<std::uint32_t>(edge), repeat);
}
