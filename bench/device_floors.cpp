// What do the kernels do and move, and how fast can a device be at that at most?
//
//   bench_device_floors [--pairs N] [--edge E] [--budget FILE]
//
// No device is needed: the steps run on cores, with numbers that count and with the compiler's hooks at loads and
// stores (bench/floors/). N pairs a set, each of two bodies of its own among 64 hulls; at the end E^3 hulls that touch
// their neighbours, numbered in the order of space and at random. --edge 100 is a million: two minutes, 2 GB.
//
// A line is a kernel (those that move less than a byte a pair are left out); its numbers are a pair (or a body) of the
// batch: how many threads have work, the lanes at work in a warp that ends with its slowest, the warps that a
// multiprocessor has room for; operations on floats and doubles, quotients and roots of both, atomic operations; bytes
// that the kernel reads and writes, each once, and sectors of 32 bytes, each once a warp; its stack; then picoseconds
// on an H200: at least by issue of what is counted, and at least by bytes (floors/device_rates.h). All instructions
// that a warp issues, with lanes that take turns: device/counts.py.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <functional>
#include <limits>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "abut/abut.h"
#include "bench/floors/counted_kernels.h"
#include "bench/floors/device_rates.h"
#include "bench/floors/named_arrays.h"
#include "bench/options.h"
#include "tests/support/shapes.h"

namespace {

using namespace abut;
using floors::Array;
using floors::Step;

const floors::DeviceRates rates;
std::map<std::string, floors::Needs> budget;

constexpr double picoseconds = 1e12;

/// What a kernel does, a unit of which there are `count`.
void print_step(const Step& step, double count, const floors::Floors& f, int warps, int stack) {
  const floors::Tally& n = step.all;
  const floors::Traffic traffic = floors::total(step);
  const auto a_unit = [&](auto x) { return static_cast<double>(x) / count; };
  const auto simple = [](const auto& of) {
    return of[floors::add] + of[floors::multiply] + of[floors::fused] + of[floors::compare];
  };
  const auto costly = [](const auto& of) { return of[floors::divide] + of[floors::root]; };
  std::printf("  %-66s %6.3f %5.2f %5d | %7.1f %7.1f %6.1f %6.2f | %6.1f %6.1f %7.2f | %5d | %6.1f %6.1f\n",
              step.name.c_str(), a_unit(n.operations() > 0 ? step.working : step.items), step.busy, warps,
              a_unit(simple(n.single)), a_unit(simple(n.wide)), a_unit(costly(n.single) + costly(n.wide)),
              a_unit(n.atomics), a_unit(traffic.read), a_unit(traffic.written), a_unit(traffic.sectors), stack,
              a_unit(f.issue * picoseconds), a_unit(f.bytes * picoseconds));
}

/// All steps of something with `count` units; `wanted` of them a nanosecond, or 0.
void print(const std::string& name, const char* unit, double count, const std::vector<Step>& steps, double wanted) {
  std::printf("\n%s, a %s\n  %-66s %6s %5s %5s | %7s %7s %6s %6s | %6s %6s %7s | %5s | %6s %6s\n", name.c_str(), unit,
              "kernel", "reach", "busy", "warps", "float", "double", "/ sqrt", "atomic", "read", "write", "sectors",
              "stack", "issue", "bytes");
  floors::Floors all;
  floors::Tally tally;
  double least = 0;
  for (const Step& step : steps) {
    const floors::Traffic traffic = floors::total(step);
    if (step.all.operations() == 0 && static_cast<double>(traffic.read + traffic.written) < count) continue;
    const auto found = budget.find(step.name);
    const floors::Needs needs = found != budget.end() ? found->second : floors::Needs{32, 0};
    const int warps = floors::resident_warps(rates, needs.registers, step.block);
    const floors::Floors f = floors::floors_of(rates, step);
    print_step(step, count, f, warps, needs.stack);
    all += f;
    tally += step.all;
    least += f.least();
  }
  const auto a_nanosecond = [&](double seconds) { return count / seconds * 1e-9; };
  std::printf("  %.0f operations. 10^9 a second: %.2f by issue, %.2f by bytes, %.2f by the larger",
              static_cast<double>(tally.operations()) / count, a_nanosecond(all.issue), a_nanosecond(all.bytes),
              a_nanosecond(least));
  if (wanted > 0) std::printf("; wanted %.2f", wanted);
  std::printf("\n");
  std::fflush(stdout);
}

/// Two bodies a pair, whose separations lie between `low` and `high`, below zero where they overlap.
struct Scene {
  BodySet bodies;
  std::vector<Pair> pairs;
};

/// A pair's first shape is one of the first `firsts`.
Scene placed(const ShapeSet& shapes, int count, double low, double high, std::uint32_t firsts) {
  test::Random random(5);
  struct Drawn {
    Pair shapes;
    Pose a, b;
  };
  const auto scene_of = [](const std::vector<Drawn>& drawn) {
    Scene scene;
    for (const Drawn& d : drawn) {
      const std::uint32_t a = scene.bodies.add(d.a, d.shapes.a);
      scene.pairs.push_back({a, scene.bodies.add(d.b, d.shapes.b)});
    }
    return scene;
  };
  const auto answers = [&](const Scene& scene) {
    Contacts<double> out(scene.pairs.size());
    query_pairs<double>(Cpu{}, shapes.view<double>(), scene.bodies.parts(), scene.pairs, {}, out.view());
    return out;
  };
  std::vector<Drawn> kept;
  while (kept.size() < static_cast<std::size_t>(count)) {
    std::vector<Drawn> drawn;
    for (int i = 0; i < count; ++i) {
      Drawn d;
      d.shapes = {random.below(firsts), firsts + random.below(shapes.size() - firsts)};
      d.a = {random.in_ball() * 100.0, random.rotation()};
      d.b = {d.a.position + random.direction() * 4.0, random.rotation()};
      drawn.push_back(d);
    }
    const Contacts<double> far = answers(scene_of(drawn));
    for (std::size_t i = 0; i < drawn.size(); ++i) {
      const double target = low < 0 ? -random.magnitude(-high, -low) : random.magnitude(low, high);
      const Vec3<double> normal{far.normal_x[i], far.normal_y[i], far.normal_z[i]};
      drawn[i].b.position = drawn[i].b.position - normal * (far.separation[i] - target);
    }
    const Contacts<double> there = answers(scene_of(drawn));
    for (std::size_t i = 0; i < drawn.size() && kept.size() < static_cast<std::size_t>(count); ++i) {
      if (there.separation[i] >= low && there.separation[i] <= high) kept.push_back(drawn[i]);
    }
  }
  return scene_of(kept);
}

template <class T>
std::vector<Step> count_pairs(const ShapeSet& shapes, const Scene& scene, const std::vector<Pair>& pairs,
                              CachedPolytope* cache) {
  Contacts<T> out(pairs.size());
  QueryBatch<T> batch{};
  batch.shapes = shapes.view<T>();
  batch.parts = scene.bodies.parts();
  batch.pairs = pairs.data();
  batch.pair_count = pairs.size();
  batch.alert_distance = std::numeric_limits<double>::infinity();
  batch.out = out.view();
  batch.cache = cache;
  return floors::count_queries<T>(batch, floors::arrays_of(batch));
}

template <class T>
void print_pairs(const std::string& name, const ShapeSet& shapes, const Scene& scene, bool cached, double target) {
  std::vector<CachedPolytope> cache(scene.pairs.size(), CachedPolytope{});
  Scene moved = scene;
  if (cached) {
    count_pairs<T>(shapes, moved, moved.pairs, cache.data());
    test::Random random(6);
    for (std::uint32_t b = 0; b < moved.bodies.size(); b += 2) {
      Pose pose = moved.bodies.pose(b);
      pose.position = pose.position + random.in_ball() * 1e-3;
      moved.bodies.set_pose(b, pose);
    }
  }
  const std::vector<Step> steps = count_pairs<T>(shapes, moved, moved.pairs, cached ? cache.data() : nullptr);
  print(name + (cached ? ", with caches" : "") + (sizeof(T) < sizeof(double) ? ", float" : ", double"), "pair",
        static_cast<double>(scene.pairs.size()), steps, target);
}

void print_both(const std::string& name, const ShapeSet& shapes, const Scene& scene, bool cached,
                std::pair<double, double> targets) {
  print_pairs<float>(name, shapes, scene, cached, targets.first);
  print_pairs<double>(name, shapes, scene, cached, targets.second);
}

ShapeSet hulls(int vertices) {
  test::Random random(static_cast<std::uint64_t>(vertices));
  ShapeSet shapes;
  for (int k = 0; k < 64; ++k) shapes.add_hull(test::ellipsoid_points(random, vertices));
  return shapes;
}

void print_hulls(int pairs) {
  const std::pair<int, std::pair<double, double>> sizes[] = {
      {8, {2, 0.8}}, {16, {1.2, 0.5}}, {32, {0.6, 0.25}}, {128, {}}, {512, {}}};
  for (const auto& [vertices, targets] : sizes) {
    const ShapeSet shapes = hulls(vertices);
    const std::string name = "hulls of " + std::to_string(vertices);
    for (const bool near : {false, true}) {
      const Scene scene = near ? placed(shapes, pairs, 1e-3, 1e-2, 32) : placed(shapes, pairs, 0.1, 1, 32);
      print_both(name + (near ? ", near" : ", apart"), shapes, scene, false, targets);
      if (vertices == 16) print_both(name + (near ? ", near" : ", apart"), shapes, scene, true, targets);
    }
    if (vertices != 16) continue;
    const Scene scene = placed(shapes, pairs, -5e-2, -1e-3, 32);
    for (const bool cached : {false, true}) print_both(name + ", overlapping", shapes, scene, cached, {0.2, 0.08});
  }
}

void print_closed_forms(int pairs) {
  const auto spheres = [](ShapeSet& s, double r) { s.add_sphere(0.3 * r); };
  const auto capsules = [](ShapeSet& s, double r) { s.add_capsule(0.2 * r, 0.3 * r); };
  const auto boxes = [](ShapeSet& s, double r) { s.add_box({0.5 * r, 0.3 * r, 0.4 * r}); };
  using Add = std::function<void(ShapeSet&, double)>;
  const std::tuple<const char*, Add, Add> kinds[] = {{"spheres", spheres, spheres},
                                                     {"capsules", capsules, capsules},
                                                     {"sphere, box", spheres, boxes},
                                                     {"boxes", boxes, boxes}};
  for (const auto& [name, first, second] : kinds) {
    test::Random random(4);
    ShapeSet shapes;
    for (int k = 0; k < 64; ++k) (k < 32 ? first : second)(shapes, random.uniform(0.5, 1.5));
    print_both(std::string(name) + ", apart", shapes, placed(shapes, pairs, 0.1, 1, 32), false, {4, 1.5});
    print_both(std::string(name) + ", overlapping", shapes, placed(shapes, pairs, -5e-2, -1e-3, 32), false, {4, 1.5});
  }
}

/// Hulls on a jittered lattice; numbered in its order or, `mixed`, at random.
Scene lattice(const ShapeSet& shapes, std::uint32_t edge, bool mixed) {
  test::Random random(7);
  std::vector<std::pair<Pose, std::uint32_t>> placed;
  for (std::uint32_t c = 0; c < edge * edge * edge; ++c) {
    const Vec3<double> at{0.8 * (c % edge), 0.8 * (c / edge % edge), 0.8 * (c / edge / edge)};
    placed.push_back({{at + random.in_cube() * 0.3, random.rotation()}, random.below(shapes.size())});
  }
  for (std::size_t i = placed.size(); mixed && i > 1; --i) std::swap(placed[i - 1], placed[random.bits() % i]);
  Scene scene;
  for (const auto& [pose, shape] : placed) scene.bodies.add(pose, shape);
  return scene;
}

void print_grains(std::uint32_t edge, int most_pairs, bool mixed) {
  const ShapeSet shapes = hulls(16);
  const Scene scene = lattice(shapes, edge, mixed);
  const PartsView parts = scene.bodies.parts();
  const BoxedParts boxed{shapes.view<float>().headers, parts, 0};
  std::vector<std::uint64_t> memory(part_tree_bytes(parts.count) / 8 + 32);
  const PartTree tree = part_tree_in(
      reinterpret_cast<void*>((reinterpret_cast<std::uintptr_t>(memory.data()) + 255) / 256 * 256), parts.count);
  std::vector<Array> arrays = floors::arrays_of(parts);
  floors::name_array(arrays, shapes.view<float>());
  floors::name_array(arrays, tree);
  const std::string bodies =
      std::to_string(parts.count) + (mixed ? " hulls at random that touch" : " hulls that touch");
  const auto count = static_cast<double>(parts.count);
  print(bodies + ", build of their tree", "body", count, floors::count_build(boxed, tree, arrays), 0.8);
  print(bodies + ", refit", "body", count, floors::count_refit(boxed, tree, arrays), 3);

  std::uint64_t found = 0;
  std::vector<std::uint64_t> rows(parts.count + 1);
  std::vector<Pair> pairs(std::size_t{16} * parts.count);
  const PairList list{pairs.data(), pairs.size(), &found, rows.data()};
  floors::name_array(arrays, list);
  floors::name_array(arrays, floors::records, rows.data(), rows.size());
  // As a caller would ask: with room for what there is.
  floors::count_search(tree, parts, list, arrays);
  pairs.resize(std::min<std::size_t>(found, pairs.size()));
  const PairList exact{pairs.data(), pairs.size(), &found, rows.data()};
  print(bodies + ", " + std::to_string(found) + " pairs", "body", count,
        floors::count_search(tree, parts, exact, arrays), 0.2);
  const std::vector<Pair> some(pairs.begin(), pairs.begin() + std::min<std::ptrdiff_t>(most_pairs, std::ssize(pairs)));
  std::vector<CachedPolytope> cache(some.size(), CachedPolytope{});
  for (const bool warm : {false, true}) {
    const auto steps = count_pairs<float>(shapes, scene, some, cache.data());
    print(bodies + (warm ? ", queries, warm" : ", queries"), "pair", static_cast<double>(some.size()), steps, 0);
  }
}

}  // namespace

int main(int argc, char** argv) {
  int pairs = 4096;
  int edge = 48;
  std::string file = ABUT_KERNEL_BUDGET;
  bench::Options("bench_device_floors",
                 "What do the kernels do and move, and how fast can a device be at that at most?")
      .number("--pairs", pairs, 32, 10000000)
      .number("--edge", edge, 2, 100)
      .text("--budget", file, "FILE")
      .read_or_exit(argc, argv);
  try {
    budget = floors::read_budget(file);
    print_hulls(pairs);
    print_closed_forms(pairs);
    for (const bool mixed : {false, true}) print_grains(static_cast<std::uint32_t>(edge), 10 * pairs, mixed);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "bench_device_floors: %s\n", error.what());
    return 1;
  }
}
