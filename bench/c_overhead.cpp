// What does the C interface add to the C++ library's time, on a million pairs?
//
//   bench_c_overhead [--pairs N] [--repeat R]
//
// Both answer the same pairs into the same kind of arrays in turn: C++, C, C, C++ and so on, and each pair of
// neighbours gives a ratio; printed are the medians. Records are compared to the last bit. Then a call with one pair,
// whose cost is nearly all the call's own. The shared library holds a copy of the code that was compiled once for both.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <string>
#include <vector>

#include "abut/abut.h"
#include "abut/abut_c.h"
#include "bench/options.h"
#include "host/exec/instruction_set.h"
#include "tests/support/c_contacts.h"
#include "tests/support/random.h"
#include "tests/support/shapes.h"

namespace {

using namespace abut;

void need(int code) {
  if (code == ABUT_OK) return;
  std::fprintf(stderr, "bench_c_overhead: %s\n", abut_last_message());
  std::exit(1);
}

/// The same hulls and bodies in both interfaces.
struct Crowd {
  ShapeSet shapes;
  BodySet bodies;
  std::vector<Pair> pairs;
  abut_shapes* c_shapes = nullptr;
  abut_bodies* c_bodies = nullptr;
  abut_parts parts{};

  explicit Crowd(std::size_t pair_count) {
    need(abut_shapes_new(&c_shapes));
    need(abut_bodies_new(&c_bodies));
    test::Random random(1);
    for (int k = 0; k < 40; ++k) {
      const auto points = test::ellipsoid_points(random, 20 + 2 * k);
      std::uint32_t added = 0;
      shapes.add_hull(points);
      need(abut_shapes_add_hull(c_shapes, &points[0].x, points.size(), 0, &added));
    }
    // Hulls of width 1 at this density have some eight candidate pairs each.
    const std::size_t count = pair_count / 5 + 100;
    const double edge = std::cbrt(static_cast<double>(count)) * 0.8;
    for (std::size_t b = 0; b < count; ++b) {
      const Pose pose{random.in_cube() * (edge / 2), random.rotation()};
      abut_pose c{{pose.position.x, pose.position.y, pose.position.z}, {}};
      std::copy(pose.rotation.m, pose.rotation.m + 9, c.rotation);
      bodies.add(pose, random.below(shapes.size()));
      need(abut_bodies_add(c_bodies, &c, bodies.parts().shape[b], nullptr, nullptr));
    }
    parts.size = sizeof parts;
    need(abut_bodies_parts(c_bodies, &parts));
    pairs = find_pairs(Cpu{}, shapes.headers(), bodies.parts(), 0);
    if (pairs.size() < pair_count) {
      std::fprintf(stderr, "bench_c_overhead: only %zu pairs\n", pairs.size());
      std::exit(1);
    }
  }
  ~Crowd() { abut_bodies_free(c_bodies), abut_shapes_free(c_shapes); }
  Crowd(const Crowd&) = delete;
  Crowd& operator=(const Crowd&) = delete;
};

double seconds_of(const std::function<void()>& run) {
  const auto start = std::chrono::steady_clock::now();
  run();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

double median(std::vector<double> v) {
  std::sort(v.begin(), v.end());
  return v[v.size() / 2];
}

/// Prints a row: both medians, and the median of the ratios of neighbours.
void compare(const char* what, int repeat, const std::function<void()>& cpp, const std::function<void()>& c) {
  cpp(), c();
  std::vector<double> of_cpp, of_c, ratio;
  for (int k = 0; k < repeat; ++k) {
    const bool cpp_first = k % 2 == 0;
    const double first = seconds_of(cpp_first ? cpp : c), second = seconds_of(cpp_first ? c : cpp);
    of_cpp.push_back(cpp_first ? first : second);
    of_c.push_back(cpp_first ? second : first);
    ratio.push_back(of_c.back() / of_cpp.back());
  }
  std::printf("%-28s %10.3f %10.3f %9.2f %%\n", what, median(of_cpp) * 1e3, median(of_c) * 1e3,
              (median(ratio) - 1) * 100);
  std::fflush(stdout);
}

template <class T>
struct Names;
template <>
struct Names<float> {
  static constexpr auto query = abut_query_pairs_f32;
  static constexpr const char* name = "float";
};
template <>
struct Names<double> {
  static constexpr auto query = abut_query_pairs_f64;
  static constexpr const char* name = "double";
};

template <class T>
void compare_queries(const Crowd& crowd, std::size_t count, int repeat) {
  Contacts<T> cpp(count), c(count);
  const auto view = crowd.shapes.view<T>();
  const std::span<const Pair> pairs(crowd.pairs.data(), count);
  const auto out = test::c_contacts(c);
  const auto query_c = [&](std::size_t n) {
    const abut_pairs given{sizeof given, reinterpret_cast<const abut_pair*>(pairs.data()), n};
    need(Names<T>::query(0, crowd.c_shapes, &crowd.parts, &given, nullptr, &out));
  };
  const auto query_cpp = [&](std::size_t n) {
    query_pairs<T>(Cpu{}, view, crowd.bodies.parts(), pairs.first(n), {}, cpp.view());
  };
  const std::string what = std::string("query_pairs, ") + Names<T>::name;
  compare(
      what.c_str(), repeat, [&] { query_cpp(count); }, [&] { query_c(count); });
  if (std::memcmp(cpp.separation.data(), c.separation.data(), count * sizeof(T)) != 0 || cpp.key != c.key) {
    std::fprintf(stderr, "bench_c_overhead: the records differ\n");
    std::exit(1);
  }
  constexpr int calls = 20000;
  const auto many = [](const auto& query) {
    return [&query] {
      for (int k = 0; k < calls; ++k) query(1);
    };
  };
  const std::string alone = std::to_string(calls) + " calls, 1 pair, " + Names<T>::name;
  compare(alone.c_str(), 5, many(query_cpp), many(query_c));
}

}  // namespace

int main(int argc, char** argv) {
  std::size_t count = 1000000;
  int repeat = 21;
  bench::Options("bench_c_overhead", "What does the C interface add to the C++ library's time?")
      .number("--pairs", count, std::size_t{1}, std::size_t{100000000})
      .number("--repeat", repeat, 1, 1000000)
      .read_or_exit(argc, argv);
  const Crowd crowd(count);
  std::printf("%zu pairs of hulls of 20 to 98 points, %s, all cores\n", count, name_of(chosen_instruction_set()));
  std::printf("%-28s %10s %10s %11s\n", "", "C++ in ms", "C in ms", "C adds");
  compare_queries<float>(crowd, count, repeat);
  compare_queries<double>(crowd, count, repeat);
  std::vector<abut_pair> found(crowd.pairs.size());
  compare(
      "find_pairs", repeat,
      [&] {
        const auto list = find_pairs(Cpu{}, crowd.shapes.headers(), crowd.bodies.parts(), 0);
        if (list.size() != found.size()) std::exit(1);
      },
      [&] {
        std::uint64_t n = 0;
        const abut_boxed_parts searched{sizeof searched, crowd.c_shapes, &crowd.parts, 0};
        const abut_pair_list list{sizeof list, found.data(), found.size(), &n, nullptr};
        need(abut_find_pairs(0, &searched, &list));
      });
}
