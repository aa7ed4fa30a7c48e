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
#include "abut/surface/direct.h"
#include "abut/surface/newton_projection.h"
#include "bench/format.h"
#include "bench/options.h"
#include "host/surface/pieces.h"

namespace {

using namespace abut;
using bench::format;
using Four = FourScalars<double>;
using View = SurfaceView<double>;

class Random {  // splitmix64: the same everywhere
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}
  double uniform(double low, double high) {
    std::uint64_t z = state_ += 0x9e3779b97f4a7c15ull;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
    return low + (high - low) * (static_cast<double>((z ^ (z >> 31)) >> 11) * 0x1p-53);
  }

 private:
  std::uint64_t state_;
};

/// Clamped, 2 to 4 spans, at `kink` one knot of full multiplicity.
SplineDirection direction(Random& random, int degree, bool kink) {
  SplineDirection d{degree, {}};
  d.knots.assign(static_cast<std::size_t>(degree + 1), 0.0);
  const int spans = 2 + static_cast<int>(random.uniform(0, 2.999));
  double knot = 0;
  for (int k = 1; k <= spans; ++k) {
    knot += random.uniform(0.5, 1.5);
    const int times = k == spans ? degree + 1 : kink && k == 1 ? degree : 1;
    d.knots.insert(d.knots.end(), static_cast<std::size_t>(times), knot);
  }
  return d;
}

enum class Look { smooth, kinked, narrow };

NurbsSurface random_surface(Random& random, int degree, bool rational, Look look) {
  const bool kink = look == Look::kinked;
  NurbsSurface out{direction(random, degree, kink), direction(random, degree, kink), {}};
  const auto n = static_cast<double>(out.u.count() - 1), m = static_cast<double>(out.v.count() - 1);
  const double width = random.uniform(0, 1) < 0.5 ? 0 : 1e-3;  // of an end that is a pole, or almost one
  for (double i = 0; i <= n; ++i) {
    for (double j = 0; j <= m; ++j) {
      // More than the distance between control points aside: folds.
      const double x = i / n + random.uniform(-1, 1) * 1.2 / n, y = j / m + random.uniform(-1, 1) * 1.2 / m;
      Vec3<double> p{2 * x - 1, 2 * y - 1, random.uniform(-0.6, 0.6)};
      if (look == Look::narrow && i == 0) p = {-1, p.y * width, 0.1 * width};
      out.points.push_back(p);
      if (rational) out.weights.push_back(std::exp(random.uniform(-1.2, 1.2)));
    }
  }
  return out;
}

/// With a knot in the middle of every span: Montanari's h-refinement.
NurbsSurface refined(NurbsSurface surface) {
  for (const SurfaceParameter along : {SurfaceParameter::u, SurfaceParameter::v}) {
    const std::vector<double> knots = (along == SurfaceParameter::u ? surface.u : surface.v).knots;
    for (std::size_t k = 0; k + 1 < knots.size(); ++k) {
      if (knots[k] < knots[k + 1]) surface = insert_knot(surface, along, 0.5 * (knots[k] + knots[k + 1]));
    }
  }
  return surface;
}

/// A point of one view's frame in another one's.
Vec3<double> moved(const View& from, const View& to, Vec3<double> p) {
  const double up = std::ldexp(1.0, from.exponent), down = std::ldexp(1.0, -to.exponent);
  return {(p.x * up + from.centre[0] - to.centre[0]) * down, (p.y * up + from.centre[1] - to.centre[1]) * down,
          (p.z * up + from.centre[2] - to.centre[2]) * down};
}

/// What one method did over many queries.
struct Tally {
  double queries = 0, successes = 0, converged = 0, iterations = 0, iterations_of_successes = 0, evaluations = 0;
  double most_evaluations = 0;

  void add(bool success, bool ended, std::uint32_t steps, std::uint32_t looks) {
    ++queries, converged += ended, iterations += steps, evaluations += looks;
    most_evaluations = std::max<double>(most_evaluations, looks);
    if (success) ++successes, iterations_of_successes += steps;
  }
  std::string text() const {
    return format("%8.2f %% %10.2f %% %11.1f %11.1f %12.1f %9.0f", 100 * successes / queries, 100 * converged / queries,
                  iterations / queries, iterations_of_successes / std::max(successes, 1.0), evaluations / queries,
                  most_evaluations);
  }
};

enum Method { certified, direct_printed, direct_calm, newton, newton_refined, method_count };
constexpr const char* names[method_count] = {"certified search", "DIRECT, first calm iteration",
                                             "DIRECT, four calm iterations", "Newton from the guess",
                                             "Newton, h-refined"};

struct Table {
  Tally of[method_count];
};

struct Check {
  double samples_nearer = 0, not_proved = 0, not_a_point = 0, method_nearer = 0;
};

constexpr double success_within = 0x1p-20, rounding = 0x1p-38;
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

void ask(const Surface& surface, Vec3<double> p, bool check_by_samples, Table& table, Check& check) {
  const View& view = surface.coarse.view;
  const ClosestPoint<double> exact =
      closest_point<Four>(view, p, {0x1p-40, 0, 0, 4096}, static_cast<ClosestPointCache<double>*>(nullptr));
  const double nearest = exact.nearest.distance;
  const auto is_success = [&](double distance) { return distance <= nearest + success_within * view.size; };
  table.of[certified].add(true, exact.status == Status::converged, exact.rectangles, exact.evaluations);
  check.not_proved += exact.status != Status::converged;
  check.not_a_point +=
      std::abs(length(jet_at<Four>(view, exact.nearest.u, exact.nearest.v).point - p) - nearest) > rounding;
  if (check_by_samples) check.samples_nearer += by_samples(view, p, 6) < nearest - rounding;
  const auto add = [&](Method method, const SurfaceProjection<double>& out, std::uint32_t more) {
    table.of[method].add(is_success(out.distance), out.status == Status::converged, out.iterations,
                         out.evaluations + more);
    check.method_nearer += out.distance < nearest - rounding;
  };
  DirectOptions<double> options;
  options.calm = 1;
  add(direct_printed, direct_projection<Four>(view, p, options), 0);
  options.calm = 4;
  add(direct_calm, direct_projection<Four>(view, p, options), 0);
  const NewtonGuess<double> guess = newton_guess<Four>(view, p);
  add(newton, newton_projection<Four>(view, p, guess.u, guess.v, NewtonOptions<double>{}), guess.evaluations);
  const View& fine = surface.fine.view;
  const Vec3<double> q = moved(view, fine, p);
  const NewtonGuess<double> better = newton_guess<Four>(fine, q);
  SurfaceProjection<double> out = newton_projection<Four>(fine, q, better.u, better.v, NewtonOptions<double>{});
  out.distance = std::ldexp(out.distance, fine.exponent - view.exponent);
  add(newton_refined, out, better.evaluations);
}

void print(const char* title, const Table& table) {
  std::printf("\n%s, %.0f queries\n%-30s %10s %12s %11s %11s %12s %9s\n", title, table.of[0].queries, "", "success",
              "converged", "iterations", "if success", "evaluations", "most");
  for (int k = 0; k < method_count; ++k) std::printf("%-30s %s\n", names[k], table.of[k].text().c_str());
}

void add_all(Table& to, const Table& from) {
  for (int k = 0; k < method_count; ++k) {
    Tally& a = to.of[k];
    const Tally& b = from.of[k];
    a.queries += b.queries, a.successes += b.successes, a.converged += b.converged, a.iterations += b.iterations;
    a.iterations_of_successes += b.iterations_of_successes, a.evaluations += b.evaluations;
    a.most_evaluations = std::max(a.most_evaluations, b.most_evaluations);
  }
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
  Random random(20120);
  Table looks[3], all;
  Check check;
  for (int s = 0; s < surfaces; ++s) {
    const auto look = static_cast<Look>(s % 3);
    const NurbsSurface surface = random_surface(random, 2 + s / 3 % 4, s / 12 % 2 == 1, look);
    const Surface both{host::piece_arrays<double>(surface), host::piece_arrays<double>(refined(surface))};
    for (int k = 0; k < points; ++k) {
      const Vec3<double> p{random.uniform(-1.2, 1.2), random.uniform(-1.2, 1.2), random.uniform(-1.2, 1.2)};
      ask(both, p, k < checked, looks[s % 3], check);
    }
  }
  for (const Table& t : looks) add_all(all, t);
  std::printf(
      "Nearest points of %d random surfaces of degree 2 to 5, half of them rational, %d points each, in double\n"
      "iterations: of the certified search, rectangles; of DIRECT, of its global part; of Newton, its steps\n"
      "evaluations: with the guess's 81 samples\n",
      surfaces, points);
  print("smooth, with folds", looks[0]);
  print("with kinks and folds", looks[1]);
  print("with a pole or nearly one, and folds", looks[2]);
  print("all", all);
  std::printf(
      "\nMontanari 2017: success on one curve 80 %%, h-refined 92 %%, 5 iterations on average; on one surface 12\n"
      "iterations, and a success that is 'strongly dependent on the position of the query point'.\n"
      "Lim 2012 prints no such figures.\n"
      "Certified search: %.0f of %.0f not proved, %.0f whose point is not there; %.0f of %.0f with a nearer sample; "
      "%.0f answers of a method nearer\n",
      check.not_proved, all.of[0].queries, check.not_a_point, check.samples_nearer,
      1.0 * surfaces * std::min(checked, points), check.method_nearer);
  return check.not_proved + check.not_a_point + check.samples_nearer + check.method_nearer > 0 ? 1 : 0;
}
