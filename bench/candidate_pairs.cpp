// How long do candidate pairs take, from poses to sorted pairs, how much of it is the tree, what does it save to keep
// pairs over steps, and what do more threads give? (Against other libraries: bench/peers/broad/.)
//
//   bench_candidate_pairs [--max N] [--repeat R]
//
// Spheres at random in a cube, of equal size or radii from 1 to 1000 by a power law, about 3 and 1.5 pairs a part.
// Milliseconds of wall-clock time: medians, and of `PairFinder` the mean of a step, where every sphere moves by up to a
// hundredth of the smallest one's diameter; with the bytes that it holds, a part. A sample of parts is checked against
// brute force.
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/info.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

#include "abut/bvh/part_box.h"
#include "abut/pairs/find_pairs.h"
#include "abut/pairs/pair_finder.h"
#include "bench/options.h"
#include "host/pairs/pair_search.h"

namespace {

using namespace abut;

/// Spheres of their own shape each, as flat arrays.
struct Spheres {
  std::vector<ShapeHeader> headers;
  std::vector<std::uint32_t> shape, body, groups, meets;
  std::vector<std::uint8_t> self_contact;
  std::vector<double> x, y, z, zero, one;
  PartsView parts;
};

Spheres make_spheres(std::uint32_t count, bool polydisperse) {
  Spheres s;
  std::mt19937_64 random(20240101);
  std::uniform_real_distribution<double> unit(0, 1);
  double volume = 0;
  for (std::uint32_t i = 0; i < count; ++i) {
    // P(radius > r) = r^-3: every decade has the same volume.
    const double radius = polydisperse ? std::min(std::pow(1 - unit(random), -1.0 / 3), 1000.0) : 1.0;
    volume += 8 * radius * radius * radius;
    ShapeHeader header{};
    header.vertex_count = 1;
    header.rounding = header.size = radius;
    s.headers.push_back(header);
  }
  const double edge = std::cbrt(volume / 0.8);
  for (std::uint32_t i = 0; i < count; ++i) {
    s.x.push_back(edge * unit(random));
    s.y.push_back(edge * unit(random));
    s.z.push_back(edge * unit(random));
    s.shape.push_back(i);
    s.body.push_back(i);
  }
  s.groups.assign(count, 1);
  s.meets.assign(count, 0xffffffffu);
  s.self_contact.assign(count, 0);
  s.zero.assign(count, 0);
  s.one.assign(count, 1);
  PartsView& p = s.parts;
  p.count = count;
  p.shape = s.shape.data();
  p.body = s.body.data();
  p.px = p.body_x = s.x.data();
  p.py = p.body_y = s.y.data();
  p.pz = p.body_z = s.z.data();
  for (int k = 0; k < 9; ++k) p.r[k] = k % 4 == 0 ? s.one.data() : s.zero.data();
  p.groups = s.groups.data();
  p.meets = s.meets.data();
  p.self_contact = s.self_contact.data();
  return s;
}

bool sample_is_right(const Spheres& s, const std::vector<Pair>& pairs) {
  const std::uint32_t n = s.parts.count;
  std::vector<Box<double>> boxes;
  for (std::uint32_t i = 0; i < n; ++i) boxes.push_back(part_box(s.headers.data(), s.parts, i, 0.0));
  for (std::uint32_t a = 0; a < n; a += std::max(1u, n / 50)) {
    auto next = std::lower_bound(pairs.begin(), pairs.end(), a, [](Pair p, std::uint32_t v) { return p.a < v; });
    for (std::uint32_t b = a + 1; b < n; ++b) {
      if (!overlaps(boxes[a], boxes[b])) continue;
      if (next == pairs.end() || next->a != a || next->b != b) return false;
      ++next;
    }
    if (next != pairs.end() && next->a == a) return false;
  }
  return true;
}

template <class Work>
double median_ms(int repeat, const Work& work) {
  std::vector<double> times;
  for (int i = 0; i < repeat; ++i) {
    const auto start = std::chrono::steady_clock::now();
    work();
    times.push_back(std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count());
  }
  std::sort(times.begin(), times.end());
  return times[times.size() / 2];
}

struct Moving {
  double step_ms;
  double bytes_a_part;
};

/// The spheres come back to where they were.
Moving measure_moving(Spheres& s, int threads) {
  std::mt19937_64 random(20240102);
  std::uniform_real_distribution<double> velocity(-0.02, 0.02);
  const std::vector<double> x = s.x, y = s.y, z = s.z;
  std::vector<double> v(3 * s.x.size());
  for (double& component : v) component = velocity(random);
  PairFinder finder(Cpu{threads});
  constexpr int warm_up = 4, steps = 40;
  double seconds = 0;
  for (int step = 0; step < warm_up + steps; ++step) {
    const auto start = std::chrono::steady_clock::now();
    (void)finder.find({s.headers.data(), s.parts.count}, s.parts, 0.0);
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
    if (step >= warm_up) seconds += took.count();
    for (std::size_t i = 0; i < s.x.size(); ++i) {
      s.x[i] += v[3 * i];
      s.y[i] += v[3 * i + 1];
      s.z[i] += v[3 * i + 2];
    }
  }
  std::copy(x.begin(), x.end(), s.x.begin());
  std::copy(y.begin(), y.end(), s.y.begin());
  std::copy(z.begin(), z.end(), s.z.begin());
  return {1e3 * seconds / steps, double(finder.memory()) / s.parts.count};
}

bool measure(Spheres& s, const char* kind, int threads, int repeat) {
  const std::uint32_t n = s.parts.count;
  Buffer<Box<double>> boxes(n);
  for (std::uint32_t i = 0; i < n; ++i) boxes[i] = part_box(s.headers.data(), s.parts, i, 0.0);
  double build = 0, refit = 0, search = 0;
  tbb::task_arena(threads).execute([&] {
    WideBvh tree;
    PairSearch pairs;
    Buffer<Pair> list;
    build = median_ms(repeat, [&] { tree.build(boxes.data(), n); });
    refit = median_ms(repeat, [&] { tree.refit(boxes.data()); });
    search = median_ms(repeat, [&] {
      list.resize(pairs.find({&tree, boxes.data(), &s.parts}));
      pairs.write(list.data());
    });
  });
  std::vector<Pair> pairs;
  const double total = median_ms(repeat, [&] {
    pairs = find_pairs(Cpu{threads}, {s.headers.data(), n}, s.parts, 0.0);
  });
  const bool right = sample_is_right(s, pairs);
  const Moving moving = measure_moving(s, threads);
  std::printf("%-8s %9u %8d %10.3f %10.3f %10.3f %10.3f %10.3f %8.0f %11zu  %s\n", kind, n, threads, build, refit,
              search, total, moving.step_ms, moving.bytes_a_part, pairs.size(), right ? "right" : "WRONG");
  std::fflush(stdout);
  return right;
}

}  // namespace

int main(int argc, char** argv) {
  std::uint32_t most = 1000000;
  int repeat = 7;
  bench::Options("bench_candidate_pairs", "How long do candidate pairs take, from poses to sorted pairs?")
      .number("--max", most, std::uint32_t{1000}, std::uint32_t{100000000})
      .number("--repeat", repeat, 1, 1000000)
      .read_or_exit(argc, argv);
  std::printf("cores: %d\n", tbb::info::default_concurrency());
  std::printf("%-8s %9s %8s %10s %10s %10s %10s %10s %8s %11s  %s\n", "radii", "parts", "threads", "build ms",
              "refit ms", "search ms", "total ms", "step ms", "bytes", "pairs", "sample");
  bool right = true;
  for (const bool polydisperse : {false, true}) {
    for (std::uint32_t n = 1000; n <= most; n *= 10) {
      Spheres spheres = make_spheres(n, polydisperse);
      for (const int threads : {1, 2}) {
        right = measure(spheres, polydisperse ? "1:1000" : "equal", threads, repeat) && right;
      }
    }
  }
  return right ? 0 : 1;
}
