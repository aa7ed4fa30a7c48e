// What do contact patches cost beside the plain query?
//
//   bench_contact_patches [--pairs N] [--repeat R]
//
// One thread; nanoseconds a pair, medians of R runs in turn. `patch`: area and centroid; `points`: the corners too;
// `volume`: the overlap's volume, centroid and boundary integrals beside all that. The ratio is that of query and
// patch together to the query alone. Areas of boxes at rest are compared with what they are.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <vector>

#include "abut/patches.h"
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

/// Boxes on boxes, moved along the face; with the areas of their common faces.
ShapePairs boxes_at_rest(ShapeSet& shapes, std::vector<double>& areas) {
  test::Random random(1);
  shapes.add_box({1, 1, 1});
  shapes.add_box({0.75, 0.5, 0.5});
  ShapePairs in;
  for (int k = 0; k < pair_count; ++k) {
    const double x = random.uniform(-1.5, 1.5), y = random.uniform(-1.25, 1.25), depth = random.uniform(0, 0.01);
    in.add({0, 1}, {{x, y, 1.5 - depth}, {{1, 0, 0, 0, 1, 0, 0, 0, 1}}});
    areas.push_back((std::min(1.0, x + 0.75) - std::max(-1.0, x - 0.75)) *
                    (std::min(1.0, y + 0.5) - std::max(-1.0, y - 0.5)));
  }
  return in;
}

/// Bodies that have flown at each other along a random line, and stop where they overlap by a part of their size:
/// contacts as they come about in a simulation.
ShapePairs collided(const ShapeSet& shapes, double least, double most) {
  test::Random random(2);
  const std::size_t n = static_cast<std::size_t>(pair_count);
  std::vector<Pair> pairs;
  std::vector<Mat3<double>> rotation;
  std::vector<Vec3<double>> offset, way;
  std::vector<double> depth, out(n, 0), in(n, 0);
  for (std::size_t i = 0; i < n; ++i) {
    pairs.push_back({random.below(shapes.size()), random.below(shapes.size())});
    const double size = shapes.header(pairs[i].a).size + shapes.header(pairs[i].b).size;
    rotation.push_back(random.rotation());
    way.push_back(random.direction());
    const Vec3<double> aside = random.in_ball() * (0.3 * size);
    offset.push_back(aside - way[i] * dot(aside, way[i]));
    depth.push_back(size * random.magnitude(least, most));
    out[i] = 1.5 * size;
  }
  const auto placed = [&](const std::vector<double>& at) {
    ShapePairs all;
    for (std::size_t i = 0; i < n; ++i) all.add(pairs[i], {offset[i] + way[i] * at[i], rotation[i]});
    return all;
  };
  for (int step = 0; step < 40; ++step) {
    std::vector<double> half(n);
    for (std::size_t i = 0; i < n; ++i) half[i] = (in[i] + out[i]) / 2;
    const Contacts<double> found = test::query_all<double>(shapes, placed(half));
    for (std::size_t i = 0; i < n; ++i) (found.separation[i] < -depth[i] ? in : out)[i] = half[i];
  }
  return placed(out);
}

template <class T>
void measure(const char* name, const ShapeSet& shapes, const ShapePairs& in, bool volumes,
             const std::vector<double>& areas = {}) {
  const std::size_t n = in.pairs.size();
  const ShapeSetView<T> view = shapes.view<T>();
  const RelativePosesView poses{in.poses.data(), 12};
  Contacts<T> contacts(n);
  std::vector<T> area(n), centre(3 * n), corners(3 * 64 * n), volume(10 * n);
  std::vector<std::uint64_t> offsets(n + 1);
  const auto query = [&] { query_shape_pairs<T>(Cpu{1}, view, in.pairs, poses, {}, contacts.view()); };
  PatchesView<T> plain, points, all;
  plain.area.data = area.data();
  plain.centre = {centre.data(), centre.data() + 1, centre.data() + 2, 3};
  points = plain;
  points.offsets = offsets.data();
  points.points = {corners.data(), corners.data() + 1, corners.data() + 2, 3};
  points.capacity = 64 * n;
  all = points;
  all.volume = {volume.data(), 10};
  all.volume_centre = {volume.data() + 1, volume.data() + 2, volume.data() + 3, 10};
  all.volume_normal = {volume.data() + 4, volume.data() + 5, volume.data() + 6, 10};
  all.volume_moment = {volume.data() + 7, volume.data() + 8, volume.data() + 9, 10};
  const auto patches = [&](const PatchesView<T>& out) {
    find_shape_patches<T>(Cpu{1}, view, {in.pairs, poses, contacts.view()}, {}, out);
  };
  const double of_query = median_ns(query), of_patch = median_ns([&] { patches(plain); });
  const double of_points = median_ns([&] { patches(points); });
  const double of_all = volumes ? median_ns([&] { patches(all); }) : 0;
  std::printf("%-28s %s %8.0f %8.0f %8.0f", name, sizeof(T) == 4 ? "f32" : "f64", of_query, of_patch, of_points);
  if (volumes)
    std::printf(" %8.0f", of_all);
  else
    std::printf(" %8s", "");
  std::printf(" %8.2f %8.1f", 1 + of_patch / of_query, static_cast<double>(offsets[n]) / static_cast<double>(n));
  double off = 0;
  for (std::size_t i = 0; i < areas.size(); ++i) off = std::max(off, std::abs(static_cast<double>(area[i]) - areas[i]));
  if (!areas.empty()) std::printf(" %9.1e", off);
  std::printf("\n");
  std::fflush(stdout);
}

void both(const char* name, const ShapeSet& shapes, const ShapePairs& in, bool volumes = true,
          const std::vector<double>& areas = {}) {
  measure<float>(name, shapes, in, volumes, areas);
  measure<double>(name, shapes, in, volumes, areas);
}

void run() {
  std::printf("%d pairs, instruction set %s\n\n", pair_count, name_of(chosen_instruction_set()));
  std::printf("%-28s     %8s %8s %8s %8s %8s %8s %9s\n", "", "query ns", "patch", "points", "volume", "ratio",
              "corners", "area off");
  std::vector<double> areas;
  ShapeSet boxes;
  const ShapePairs at_rest = boxes_at_rest(boxes, areas);
  both("boxes at rest", boxes, at_rest, true, areas);
  for (const int vertices : {8, 16, 64, 512}) {
    test::Random random(static_cast<std::uint64_t>(vertices));
    ShapeSet shapes;
    for (int k = 0; k < 16; ++k) shapes.add_hull(test::ellipsoid_points(random, vertices));
    const std::string name = "hulls of " + std::to_string(vertices);
    both((name + ", 0.01 to 0.1 % deep").c_str(), shapes, collided(shapes, 1e-4, 1e-3), vertices <= 64);
    both((name + ", 0.1 to 5 % deep").c_str(), shapes, collided(shapes, 1e-3, 5e-2), vertices <= 64);
    both((name + ", near").c_str(), shapes, test::random_pairs(shapes, pair_count, Regime::near, 2), false);
  }
}

}  // namespace

int main(int argc, char** argv) {
  bench::Options("bench_contact_patches", "What do contact patches cost beside the plain query?")
      .number("--pairs", pair_count, 1, 10000000)
      .number("--repeat", repeat, 1, 1000000)
      .read_or_exit(argc, argv);
  run();
}
