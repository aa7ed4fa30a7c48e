// What do closed forms, hill climbing, warm starts and the boolean query save, against the same query without them?
//
//   bench_query_choices [--pairs N] [--repeat R]
//
// One thread; nanoseconds a query, medians of R runs in turn, and the ratio of both ways in the same run. Answers of
// both ways are compared.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <vector>

#include "bench/median_ns.h"
#include "bench/options.h"
#include "host/exec/instruction_set.h"
#include "tests/support/shapes.h"

namespace {

using namespace abut;
using test::Regime;
using test::ShapePairs;

int pair_count = 20000;
int repeat = 5;

double median_ns(const std::function<void()>& run) { return bench::median_ns(pair_count, repeat, run); }

double largest_difference(const Contacts<double>& a, const Contacts<double>& b) {
  double largest = 0;
  for (std::size_t i = 0; i < a.size(); ++i) largest = std::max(largest, std::abs(a.separation[i] - b.separation[i]));
  return largest;
}

void print(const char* name, double with, double without, double difference) {
  std::printf("%-34s %9.0f %9.0f %8.2f   %8.1e\n", name, with, without, without / with, difference);
  std::fflush(stdout);
}

/// The same pairs of two sets whose shapes are the same bodies.
void compare(const char* name, const ShapeSet& with, const ShapeSetView<double>& without, const ShapePairs& in) {
  Contacts<double> a(in.pairs.size()), b(in.pairs.size());
  const auto run = [&](const ShapeSetView<double>& view, Contacts<double>& out) {
    query_shape_pairs<double>(Cpu{1}, view, in.pairs, {in.poses.data(), 12}, {}, out.view());
  };
  const double first = median_ns([&] { run(with.view<double>(), a); });
  const double second = median_ns([&] { run(without, b); });
  print(name, first, second, largest_difference(a, b));
}

/// Shape 0 against shape 1; `general`: the same two, of which no closed form is known.
void closed_form(const char* name, const ShapeSet& closed, const ShapeSet& general, Regime regime) {
  ShapePairs in = test::random_pairs(closed, pair_count, regime, 1);
  for (Pair& pair : in.pairs) pair = {0, 1};
  compare(name, closed, general.view<double>(), in);
}

void closed_forms() {
  const auto as_sum = [](ShapeSet& set, std::uint32_t shape) {  // of the shape and a point: the same body
    return set.add_minkowski_sum(shape, set.add_point({0, 0, 0}));
  };
  const std::pair<const char*, std::function<std::uint32_t(ShapeSet&)>> solids[] = {
      {"sphere, sphere", [](ShapeSet& s) { return s.add_sphere(0.5); }},
      {"sphere, capsule", [](ShapeSet& s) { return s.add_capsule(0.25, 0.5); }},
      {"sphere, box",
       [](ShapeSet& s) {
         return s.add_box({0.5, 0.25, 0.75});
       }},
      {"sphere, cylinder", [](ShapeSet& s) { return s.add_cylinder(0.5, 0.75); }},
      {"sphere, cone", [](ShapeSet& s) { return s.add_cone(0.5, 0.75); }},
      {"sphere, ellipsoid", [](ShapeSet& s) {
         return s.add_ellipsoid({0.5, 0.25, 0.75});
       }}};
  for (const auto& [name, add] : solids) {
    ShapeSet closed, general, parts;
    closed.add_sphere(0.25);
    add(closed);
    general.add_ellipsoid({0, 0, 0}, 0.25);
    add(general);
    if (std::string(name) == "sphere, sphere" || std::string(name) == "sphere, capsule") {
      // both thin: the second one has to be of a kind without closed forms as well
      ShapeSet again;
      again.add_ellipsoid({0, 0, 0}, 0.25);
      again.add_point({0, 0, 0});
      const std::uint32_t sum = as_sum(again, add(again));
      ShapePairs in = test::random_pairs(closed, pair_count, Regime::near, 1);
      for (Pair& pair : in.pairs) pair = {0, 1};
      ShapePairs other = in;
      for (Pair& pair : other.pairs) pair = {0, sum};
      Contacts<double> a(in.pairs.size()), b(in.pairs.size());
      const double first = median_ns([&] { a = test::query_all<double>(closed, in, Cpu{1}); });
      const double second = median_ns([&] { b = test::query_all<double>(again, other, Cpu{1}); });
      print(name, first, second, largest_difference(a, b));
      continue;
    }
    closed_form(name, closed, general, Regime::near);
  }
}

void climbing() {
  for (const int vertices : {1024, 2048, 4096, 8192}) {
    test::Random random(static_cast<std::uint64_t>(vertices));
    ShapeSet shapes;
    for (int k = 0; k < 8; ++k) shapes.add_hull(test::ellipsoid_points(random, vertices));
    ShapeSetView<double> scanned = shapes.view<double>();
    std::vector<ShapeHeader> headers(scanned.headers, scanned.headers + scanned.count);
    for (ShapeHeader& h : headers) h.table_offset = no_table;
    scanned.headers = headers.data();
    const std::string name = "hulls of " + std::to_string(vertices) + " vertices";
    compare(name.c_str(), shapes, scanned, test::random_pairs(shapes, pair_count, Regime::near, 2));
  }
}

void warm_starts() {
  test::Random random(3);
  ShapeSet shapes;
  for (int k = 0; k < 64; ++k) shapes.add_hull(test::ellipsoid_points(random, 32));
  for (const auto& [name, regime] : {std::pair("near, 32 vertices", Regime::near), {"shallow", Regime::shallow}}) {
    const ShapePairs in = test::random_pairs(shapes, pair_count, regime, 4);
    std::vector<CachedPolytope> first(in.pairs.size(), CachedPolytope{}), cache;
    QueryOptions options;
    options.cache = first.data();
    test::query_all<double>(shapes, in, Cpu{1}, options);
    ShapePairs moved = in;
    for (std::size_t k = 0; k < moved.poses.size(); ++k) {
      if (k % 4 == 3) moved.poses[k] += random.uniform(-1e-3, 1e-3);
    }
    Contacts<double> warm(in.pairs.size()), cold(in.pairs.size());
    const double with = median_ns([&] {
      cache = first;
      options.cache = cache.data();
      warm = test::query_all<double>(shapes, moved, Cpu{1}, options);
    });
    const double without = median_ns([&] { cold = test::query_all<double>(shapes, moved, Cpu{1}); });
    print(name, with, without, largest_difference(warm, cold));
  }
}

void boolean_queries() {
  test::Random random(5);
  ShapeSet shapes;
  for (int k = 0; k < 64; ++k) shapes.add_hull(test::ellipsoid_points(random, 32));
  BodySet bodies;
  for (std::uint32_t k = 0; k < 500; ++k) bodies.add({random.in_ball() * 1.5, random.rotation()}, k % 64);
  std::vector<Pair> pairs;
  for (int k = 0; k < pair_count; ++k) {
    const std::uint32_t a = random.below(499);
    pairs.push_back({a, a + 1 + random.below(499 - a)});
  }
  std::vector<std::uint8_t> yes(pairs.size());
  Contacts<double> out(pairs.size());
  const auto view = shapes.view<double>();
  const double with = median_ns([&] { intersect_pairs<double>(Cpu{1}, view, bodies.parts(), pairs, yes); });
  const double without = median_ns([&] { query_pairs<double>(Cpu{1}, view, bodies.parts(), pairs, {}, out.view()); });
  double differ = 0;
  for (std::size_t i = 0; i < pairs.size(); ++i) differ += (out.separation[i] <= 0) != (yes[i] == 1) ? 1 : 0;
  print("random, 32 vertices", with, without, differ);
}

}  // namespace

int main(int argc, char** argv) {
  bench::Options("bench_query_choices", "What do closed forms, hill climbing, warm starts and the boolean query save?")
      .number("--pairs", pair_count, 1, 10000000)
      .number("--repeat", repeat, 1, 1000000)
      .read_or_exit(argc, argv);
  std::printf("%s, f64, 1 thread, %d pairs a row, median of %d runs, ns a query\n\n", name_of(chosen_instruction_set()),
              pair_count, repeat);
  std::printf("%-34s %9s %9s %8s   %8s\n", "closed form (near)", "with", "search", "ratio", "differ");
  closed_forms();
  std::printf("\n%-34s %9s %9s %8s   %8s\n", "climbing (near)", "climbed", "scanned", "ratio", "differ");
  climbing();
  std::printf("\n%-34s %9s %9s %8s   %8s\n", "warm start (moved by 1e-3)", "warm", "cold", "ratio", "differ");
  warm_starts();
  std::printf("\n%-34s %9s %9s %8s   %8s\n", "boolean query", "boolean", "full", "ratio", "pairs");
  boolean_queries();
}
