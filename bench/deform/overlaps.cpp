// For how many pairs of facets does a machine tell in a second what they cover of each other, and its derivatives?
//
//   bench_deform_overlaps [--pairs N] [--slow N] [--threads N] [--repeat N]
//
// Facets of size 1: such as face each other, with all gaps and with those below 0; such as a search within reach hands
// out, of which most lie beside each other; and such as lie anyhow. Derivatives are those of the penalty that sums the
// square of the gap. Beside them, in the same run, Boost.Geometry, which is given both facets as polygons in the plane
// that they are seen in, and has the area that they cover with any gap, and nothing else. Ends with 1 where that area
// differs.
#define BOOST_GEOMETRY_NO_ROBUSTNESS  // else places are rounded to 1e-7 of the size

#include <algorithm>
#include <boost/geometry.hpp>
#include <boost/geometry/geometries/point_xy.hpp>
#include <boost/geometry/geometries/ring.hpp>
#include <cmath>
#include <cstdio>
#include <functional>
#include <limits>
#include <vector>

#include "abut/deform/facet_overlaps.h"
#include "bench/median_ns.h"
#include "bench/options.h"
#include "tests/deform/facet_pairs.h"

namespace abut::bench {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

struct Asked {
  int pairs = 500000, slow = 20000, threads = 2, repeat = 5;
};

/// Each pair has six nodes of its own.
struct Scene {
  const char* name;
  GapRange<double> range;
  std::vector<Vec3<double>> nodes;
  std::vector<FacetCorners> pairs;
};

template <class Make>
Scene scene_of(const char* name, int pairs, GapRange<double> range, const Make& make) {
  test::Random random(33);
  Scene out{name, range, {}, {}};
  for (int k = 0; k < pairs; ++k) {
    const auto first = static_cast<std::uint32_t>(out.nodes.size());
    const test::FacetPair<double> pair = make(random);
    out.nodes.insert(out.nodes.end(), pair.a.v, pair.a.v + 3);
    out.nodes.insert(out.nodes.end(), pair.b.v, pair.b.v + 3);
    out.pairs.push_back({first, first + 1, first + 2, first + 3, first + 4, first + 5});
  }
  return out;
}

test::FacetPair<double> within_reach(test::Random& random) {
  test::FacetPair<double> out = test::facing_pair(random);
  const Vec3<double> aside{random.uniform(-1.5, 1.5), random.uniform(-1.5, 1.5), random.uniform(-0.3, 0.3)};
  for (Vec3<double>& v : out.b.v) v = v + aside;
  return out;
}

/// Millions of pairs a second.
double millions(const Scene& scene, int repeat, const std::function<void()>& run) {
  return 1e3 / median_ns(static_cast<int>(scene.pairs.size()), repeat, run);
}

namespace geometry = boost::geometry;
using Polygon = geometry::model::ring<geometry::model::d2::point_xy<double>>;

/// Both facets of a pair as seen along their common normal; empty where they do not face each other.
struct Seen {
  Polygon a, b;
};

Seen seen(const Scene& scene, const FacetCorners& corners) {
  Facet<double> f[2];
  for (int k = 0; k < 6; ++k) f[k / 3].v[k % 3] = scene.nodes[corners[k]];
  const Vec3<double> na = unit_vector(area_normal(f[0])), nb = unit_vector(area_normal(f[1]));
  if (!(dot(na, nb) < 0)) return {};
  const Vec3<double> n = unit_vector(nb - na);
  const Vec3<double> across = unit_vector(cross(n, f[0].v[1] - f[0].v[0])), up = cross(n, across);
  Seen out;
  for (int k = 0; k < 6; ++k) {
    const Vec3<double> p = scene.nodes[corners[k]];
    geometry::append(k < 3 ? out.a : out.b, geometry::model::d2::point_xy<double>(dot(p, across), dot(p, up)));
  }
  geometry::correct(out.a), geometry::correct(out.b);
  return out;
}

/// How fast Boost.Geometry is on the first pairs, and by how much an area differs at most. Data only.
struct Beside {
  double millions, difference;
};

Beside boost_geometry(const Scene& scene, const Asked& asked, const std::vector<FacetOverlap<double>>& found) {
  const std::size_t count = std::min<std::size_t>(scene.pairs.size(), static_cast<std::size_t>(asked.slow));
  std::vector<Seen> polygons;
  for (std::size_t k = 0; k < count; ++k) polygons.push_back(seen(scene, scene.pairs[k]));
  std::vector<double> areas(count);
  const double ns = median_ns(static_cast<int>(count), asked.repeat, [&] {
    for (std::size_t k = 0; k < count; ++k) {
      std::vector<Polygon> both;
      if (!polygons[k].a.empty()) geometry::intersection(polygons[k].a, polygons[k].b, both);
      areas[k] = 0;
      for (const Polygon& p : both) areas[k] += std::abs(geometry::area(p));
    }
  });
  double difference = 0;
  for (std::size_t k = 0; k < count; ++k) difference = std::max(difference, std::abs(areas[k] - found[k].area));
  return {1e3 / ns, difference};
}

/// Whether areas are those of Boost.Geometry.
bool measure(const Scene& scene, const Asked& asked) {
  std::vector<FacetOverlap<double>> overlaps(scene.pairs.size());
  std::vector<OverlapSlopes<double>> by(scene.pairs.size(), {{0, 0, 0.5}, 0});
  std::vector<FacetGradient> gradients(scene.pairs.size());
  const auto overlaps_with = [&](int threads, GapRange<double> range) {
    facet_overlaps(Cpu{threads}, scene.nodes, scene.pairs, range, overlaps);
  };
  const auto gradients_with = [&](int threads) {
    facet_overlap_gradients(Cpu{threads}, scene.nodes, scene.pairs, scene.range, by, gradients);
  };
  double rate[2][2];
  for (int i = 0; i < 2; ++i) {
    const int threads = i == 0 ? 1 : asked.threads;
    rate[0][i] = millions(scene, asked.repeat, [&] { overlaps_with(threads, scene.range); });
    rate[1][i] = millions(scene, asked.repeat, [&] { gradients_with(threads); });
  }
  const auto covering = std::count_if(overlaps.begin(), overlaps.end(), [](const auto& o) { return o.area > 0; });
  overlaps_with(1, {-infinity, infinity});
  const Beside peer = boost_geometry(scene, asked, overlaps);
  std::printf("%-28s %6.1f%% %8.2f %8.2f %8.2f %8.2f %9.3f %7.1fx   %.1e\n", scene.name,
              100 * static_cast<double>(covering) / static_cast<double>(scene.pairs.size()), rate[0][0], rate[0][1],
              rate[1][0], rate[1][1], peer.millions, rate[0][0] / peer.millions, peer.difference);
  return peer.difference < 1e-12;
}

int run(const Asked& asked) {
  std::printf(
      "double; pairs that cover each other; millions of pairs a second: overlaps on 1 core, on %d threads, "
      "derivatives\n"
      "on 1, on %d, areas by Boost.Geometry on 1, ratio to it on 1; the largest difference of areas with any gap\n",
      asked.threads, asked.threads);
  const auto facing = [](test::Random& random) { return test::facing_pair(random); };
  const auto anyhow = [](test::Random& random) {
    return test::FacetPair<double>{test::any_facet(random), test::any_facet(random)};
  };
  bool good = measure(scene_of("face each other, all gaps", asked.pairs, {-infinity, infinity}, facing), asked);
  good = measure(scene_of("face each other, below 0", asked.pairs, {-infinity, 0}, facing), asked) && good;
  good = measure(scene_of("within reach, below 0", asked.pairs, {-infinity, 0}, within_reach), asked) && good;
  good = measure(scene_of("anyhow, all gaps", asked.pairs, {-infinity, infinity}, anyhow), asked) && good;
  if (!good) std::fprintf(stderr, "areas are not those of Boost.Geometry\n");
  return good ? 0 : 1;
}

}  // namespace
}  // namespace abut::bench

int main(int argc, char** argv) {
  abut::bench::Asked asked;
  abut::bench::Options("bench_deform_overlaps", "What pairs of facets cover of each other, and its derivatives.")
      .number("--pairs", asked.pairs, 1, 10000000)
      .number("--slow", asked.slow, 1, 10000000)
      .number("--threads", asked.threads, 1, 1024)
      .number("--repeat", asked.repeat, 1, 1000)
      .read_or_exit(argc, argv);
  return abut::bench::run(asked);
}
