// How often do DIRECT and Newton's method from a guess find the nearest point of a surface, and what does that take,
// beside the search that proves its answer? (Lim 2012, 3.2.4; Montanari 2017, 4.7.3)
//
// Surfaces are random and not convex: waves with folds over a square, some with kinks, some of which narrow to a point
// almost, or do. Success is a distance no more than 2^-20 of the surface's size above that of the certified search.
// That search is held against samples, the best of which are followed by Newton's method: if one of them were nearer,
// or the search gave up, the program says so and its status is 1.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <vector>

#include "abut/surface/closest_point.h"
#include "bench/options.h"
#include "bench/surfaces/projection_methods.h"
#include "bench/surfaces/random_surfaces.h"
#include "host/surface/pieces.h"

namespace {

using namespace abut;
using bench::MethodTable;
using Four = FourScalars<double>;
using View = SurfaceView<double>;

struct Check {
  double samples_nearer = 0, not_proved = 0, not_a_point = 0, method_nearer = 0;
};

constexpr double rounding = 0x1p-38;
constexpr double infinity = std::numeric_limits<double>::infinity();

/// The nearest of samples, followed by Newton's method in its piece.
double by_samples(const View& view, Vec3<double> p, int per_piece) {
  double best = infinity;
  for (std::uint32_t k = 0; k < view.piece_count; ++k) {
    const BezierPatch<double> patch = patch_of(view, view.pieces[k]);
    double least = infinity, at_s = 0, at_t = 0;
    for (int i = 0; i <= per_piece; ++i) {
      for (int j = 0; j <= per_piece; ++j) {
        const double s = 1.0 * i / per_piece, t = 1.0 * j / per_piece;
        const double squared = squared_length(point_on<Four>(patch, s, t).point - p);
        if (squared < least) least = squared, at_s = s, at_t = t;
      }
    }
    if (std::sqrt(least) > best + 0.05) continue;  // followed only where that may help
    best = std::min(best, std::sqrt(patch_minimum<Four>(patch, p, {0, 1, 0, 1}, at_s, at_t).squared));
  }
  return best;
}

struct Surface {
  host::PieceArrays<double> coarse, fine;
};

void ask(const Surface& surface, Vec3<double> p, bool check_by_samples, MethodTable& table, Check& check) {
  const View& view = surface.coarse.view;
  const ClosestPoint<double> exact =
      closest_point<Four>(view, p, {0x1p-40, 0, 0, 4096}, static_cast<ClosestPointCache<double>*>(nullptr));
  const double nearest = exact.nearest.distance;
  table.of[bench::certified].add(true, exact.status == Status::converged, exact.rectangles, exact.evaluations);
  check.not_proved += exact.status != Status::converged;
  check.not_a_point +=
      std::abs(length(jet_at<Four>(view, exact.nearest.u, exact.nearest.v).point - p) - nearest) > rounding;
  if (check_by_samples) check.samples_nearer += by_samples(view, p, 6) < nearest - rounding;
  check.method_nearer += bench::ask_methods(view, surface.fine.view, p, nearest, table) < nearest - rounding;
}

}  // namespace

int main(int argc, char** argv) {
  int surfaces = 240, points = 200, checked = 20;
  bool quick = false;
  bench::Options("bench_surfaces_projection_success",
                 "How often DIRECT and Newton's method find the nearest point of a surface")
      .number("--surfaces", surfaces, 24, 100000)
      .number("--points", points, 1, 100000)
      .number("--checked", checked, 0, 100000)
      .flag("--quick", quick, "a moment of little use, to see that it works")
      .read_or_exit(argc, argv);
  if (quick) surfaces = 24, points = 4, checked = 1;
  test::Random random(20120);
  MethodTable looks[3], all;
  Check check;
  for (int s = 0; s < surfaces; ++s) {
    const int degree = 2 + s / 3 % 4;
    const NurbsSurface surface =
        bench::random_surface(random, {degree, degree, s / 12 % 2 == 1, static_cast<bench::SurfaceLook>(s % 3)});
    const Surface both{host::piece_arrays<double>(surface), host::piece_arrays<double>(bench::refined(surface))};
    for (int k = 0; k < points; ++k) {
      const Vec3<double> p{random.uniform(-1.2, 1.2), random.uniform(-1.2, 1.2), random.uniform(-1.2, 1.2)};
      ask(both, p, k < checked, looks[s % 3], check);
    }
  }
  for (const MethodTable& t : looks) all.add(t);
  std::printf(
      "Nearest points of %d random surfaces of degree 2 to 5, half of them rational, %d points each, in double\n"
      "iterations: of the certified search, rectangles; of DIRECT, of its global part; of Newton, its steps\n"
      "evaluations: with the guess's 81 samples\n",
      surfaces, points);
  bench::print_methods("smooth, with folds", looks[0]);
  bench::print_methods("with kinks and folds", looks[1]);
  bench::print_methods("with a pole or nearly one, and folds", looks[2]);
  bench::print_methods("all", all);
  std::printf("\n%s", bench::what_papers_say);
  std::printf(
      "Certified search: %.0f of %.0f not proved, %.0f whose point is not there; %.0f of %.0f with a nearer sample; "
      "%.0f answers of a method nearer\n",
      check.not_proved, all.of[0].queries, check.not_a_point, check.samples_nearer,
      1.0 * surfaces * std::min(checked, points), check.method_nearer);
  return check.not_proved + check.not_a_point + check.samples_nearer + check.method_nearer > 0 ? 1 : 0;
}
