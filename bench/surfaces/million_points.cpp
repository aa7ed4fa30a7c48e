// Is the nearest point that is found always a nearest one? 1,000 random surfaces that are not convex, 1,000 points
// each, in double and float, held against brute force.
//
//   bench_surfaces_million_points [--tenth] [--surfaces N] [--points N] [--samples N] [--threads N] [--quick]
//
// Surfaces of degree 2 to 5, other ones along u than along v, half of them rational: with folds, kinks, poles or nearly
// one, wild, closed. Points around them, on them, on control points, near them along the normal, and far away. Sampling
// (sampled_surface.h) has a grid of --samples a span and parameter and goes down from its lowest places. A sample that
// is nearer than a proved answer by more than the proof's tolerance, or nearer than a proved bound, is an error, as is
// an answer whose parameters are not those of its point: then the status is 1. With --tenth, a tenth of the points are
// asked of OpenCASCADE too, where it is installed; it must not be nearer either.
//
// DIRECT and Newton's method (projection_methods.h) answer the same points, and ties are asked where they are known
// (medial_axis.h). Seeds are fixed, and answers depend on threads in no way.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <mutex>
#include <span>
#include <thread>
#include <vector>

#include "bench/options.h"
#include "bench/surfaces/checked_answers.h"
#include "bench/surfaces/medial_axis.h"
#include "bench/surfaces/projection_methods.h"
#include "bench/surfaces/random_surfaces.h"
#include "host/exec/instruction_set.h"
#include "host/surface/pieces.h"

namespace {

using namespace abut;
using bench::SurfaceLook;

int surface_count = 1000, point_count = 1000, samples = 48, threads = 0;
bool tenth = false, quick = false;

constexpr int looks = static_cast<int>(SurfaceLook::count);

/// Of one kind of surfaces. Sums of whole numbers.
struct Row {
  bench::Checks full, single;
  bench::OpenCascadeChecks opencascade;
  bench::MethodTable methods;
  double surfaces = 0, samples = 0, method_nearer = 0;
  double agreed = 0;     ///< sampling ended within 1e-9 of the size of the proved distance
  double farthest = 0;   ///< by how much it ended farther away at most, over the size
  double evaluator = 0;  ///< the largest difference of both evaluators, over the size

  void add(const Row& b) {
    full.add(b.full), single.add(b.single), opencascade.add(b.opencascade), methods.add(b.methods);
    surfaces += b.surfaces, samples += b.samples, method_nearer += b.method_nearer, agreed += b.agreed;
    farthest = std::max(farthest, b.farthest), evaluator = std::max(evaluator, b.evaluator);
  }
};

int kind_of(int number) { return number % (2 * looks); }

NurbsSurface surface_of(test::Random& random, int number) {
  const int kind = kind_of(number), degree_u = 2 + static_cast<int>(random.below(4));
  const int degree_v = 2 + static_cast<int>(random.below(4));
  return bench::random_surface(random, {degree_u, degree_v, kind >= looks, static_cast<SurfaceLook>(kind % looks)});
}

Vec3<double> point_for(test::Random& random, const NurbsSurface& surface) {
  const SurfaceJet<double> at = point_at(surface, random.uniform(surface.u.begin(), surface.u.end()),
                                         random.uniform(surface.v.begin(), surface.v.end()));
  switch (random.below(10)) {
    case 0: return at.point;
    case 1: return surface.points[random.below(static_cast<std::uint32_t>(surface.points.size()))];
    case 2:
    case 3: return at.point + unit_normal(at) * random.magnitude(1e-9, 0.3);
    case 4: return random.in_cube() * random.magnitude(1.2, 1000);
    default: return random.in_cube() * 1.2;
  }
}

/// The evaluators of sampling and of nurbs.h are two; here is whether they say the same.
double largest_difference(test::Random& random, const NurbsSurface& surface, const bench::SampledSurface& sampled) {
  double most = 0;
  for (int k = 0; k < 100; ++k) {
    const double u = random.uniform(surface.u.begin(), surface.u.end());
    const double v = random.uniform(surface.v.begin(), surface.v.end());
    most = std::max(most, length(sampled.at(u, v) - point_at(surface, u, v).point));
  }
  return most;
}

Row ask(int number) {
  test::Random random(1'000'003ull * static_cast<std::uint64_t>(number) + 41);
  const NurbsSurface surface = surface_of(random, number);
  SurfaceSet set;
  set.add(surface);
  std::vector<Vec3<double>> points;
  for (int k = 0; k < point_count; ++k) points.push_back(point_for(random, surface));
  const std::vector<std::uint32_t> which(points.size(), 0);
  const ClosestPoints<double> full = find_closest_points<double>(Cpu{1}, set, {which, points});
  const ClosestPoints<float> single = find_closest_points<float>(Cpu{1}, set, {which, points});

  const SurfaceView<double>& view = set.views<double>()[0];
  const double unit = std::ldexp(1.0, view.exponent), size = view.size * unit;
  const bench::SampledSurface sampled(surface, samples);
  const host::PieceArrays<double> fine = host::piece_arrays<double>(bench::refined(surface));
  Row row;
  row.surfaces = 1, row.samples = static_cast<double>(sampled.samples());
  row.evaluator = largest_difference(random, surface, sampled) / size;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const double sample = sampled.nearest(points[i]).value;
    bench::check_answer(full, i, points[i], sampled, {size, sample}, row.full);
    bench::check_answer(single, i, points[i], sampled, {size, sample}, row.single);
    row.agreed += sample - full.distance[i] <= 1e-9 * size;
    row.farthest = std::max(row.farthest, (sample - full.distance[i]) / size);
    Vec3<double> p;
    to_view(view, points[i], p);
    const double nearest = full.distance[i] / unit;
    const double least = bench::ask_methods(view, fine.view, p, nearest, row.methods);
    const bool is_proved = full.status[i] == static_cast<std::uint8_t>(Status::converged);
    row.method_nearer += is_proved && least < nearest - 0x1p-38 * (view.size + nearest);
  }
#if defined(ABUT_HAVE_OPENCASCADE)
  if (tenth)
    row.opencascade = bench::check_opencascade(surface, std::span(points).first((points.size() + 9) / 10), full);
#endif
  return row;
}

/// By kinds: those of the looks, polynomial, and again, rational.
std::vector<Row> ask_all() {
  std::vector<Row> rows(2 * looks);
  std::atomic<int> next{0};
  std::mutex guard;
  const auto work = [&] {
    for (int k = next++; k < surface_count; k = next++) {
      const Row row = ask(k);
      const std::lock_guard lock(guard);
      rows[static_cast<std::size_t>(kind_of(k))].add(row);
    }
  };
  std::vector<std::thread> others;
  const int all = threads > 0 ? threads : static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
  for (int k = 1; k < all; ++k) others.emplace_back(work);
  work();
  for (std::thread& t : others) t.join();
  return rows;
}

void print_row(const char* name, const char* weights, const Row& r) {
  const auto print = [](const bench::Checks& c) {
    std::printf("  | %7.0f %6.0f %6.0f %8.0f %6.0f %8.1e %6.1f", c.nearer, c.bound_wrong, c.misplaced, c.unproved,
                c.ties, c.most_nearer, c.evaluations / std::max(c.points, 1.0));
  };
  std::printf("%-13s %-10s %8.0f", name, weights, r.full.points);
  print(r.full), print(r.single);
  std::printf("  | %8.4f %% %8.1e", 100 * r.agreed / std::max(r.full.points, 1.0), r.farthest);
  if (tenth) {
    const bench::OpenCascadeChecks& o = r.opencascade;
    std::printf("  | %7.0f %7.0f %7.0f %6.2f %%", o.points, o.nearer, o.feet, 100 * o.missed / std::max(o.feet, 1.0));
  }
  std::printf("\n");
}

void print_head() {
  std::printf("\n%-32s", "");
  for (const char* precision : {"double", "float"}) std::printf("  | %-53s", precision);
  std::printf("  | %-19s%s\n%-13s %-10s %8s", "sampling", tenth ? "  | OpenCASCADE" : "", "surfaces", "", "points");
  for (int k = 0; k < 2; ++k) {
    std::printf("  | %7s %6s %6s %8s %6s %8s %6s", "nearer", "bound", "place", "unproved", "ties", "most", "looks");
  }
  std::printf("  | %10s %8s", "agrees", "else");
  if (tenth) std::printf("  | %7s %7s %7s %8s", "points", "nearer", "feet", "missed");
  std::printf("\n");
}

Row print_rows(const std::vector<Row>& rows) {
  print_head();
  Row all;
  for (std::size_t k = 0; k < rows.size(); ++k) {
    print_row(bench::names_of_looks[k % looks], k < looks ? "polynomial" : "rational", rows[k]);
    all.add(rows[k]);
  }
  print_row("all", "", all);
  std::printf(
      "\nnearer: a sample is, than a proved answer, by more than the tolerance; bound: than the proved bound; place:\n"
      "the parameters are not those of the point; most: by how much a sample was nearer than a proved answer, over "
      "size\n"
      "and distance; looks: points of the surface that a search worked out; agrees: sampling ended within 1e-9 of the\n"
      "size of the proved distance; else: by how much farther, over the size, at most\n"
      "Not proved and farther than a sample: %.0f, in float %.0f. Samples of a surface: %.0f in the mean.\n"
      "Both evaluators differ by no more than %.1e of the size.\n",
      all.full.unproved_nearer, all.single.unproved_nearer, all.samples / std::max(all.surfaces, 1.0), all.evaluator);
  return all;
}

}  // namespace

int main(int argc, char** argv) {
  bench::Options("bench_surfaces_million_points",
                 "Is the nearest point of a NURBS surface that is found always a nearest one?")
      .number("--surfaces", surface_count, 2 * looks, 100'000)
      .number("--points", point_count, 1, 1'000'000)
      .number("--samples", samples, 4, 1000)
      .number("--threads", threads, 0, 1024)
      .flag("--tenth", tenth, "a tenth of the points is asked of OpenCASCADE too")
      .flag("--quick", quick, "a moment of little use, to see that it works")
      .read_or_exit(argc, argv);
  if (quick) surface_count = 2 * looks, point_count = 20, samples = 24, tenth = true;
  std::printf("Nearest points of %d random surfaces of degree 2 to 5, %d points each, by %s; samples: %d x %d a span\n",
              surface_count, point_count, name_of(chosen_instruction_set()), samples, samples);
#if !defined(ABUT_HAVE_OPENCASCADE)
  if (tenth) std::printf("OpenCASCADE was not found where this was built: it is left out\n");
  tenth = false;
#endif
  const auto now = [] { return std::chrono::steady_clock::now(); };
  const auto begin = now();
  const Row all = print_rows(ask_all());
  bench::print_methods("the methods of the papers, double", all.methods);
  std::printf("\n%s%.0f answers of a method nearer than a proved one\n", bench::what_papers_say, all.method_nearer);
  const auto asked = now();
  const int ties = quick ? 40 : 1000;
  const double untold = bench::print_ties<double>("double", ties) + bench::print_ties<float>("float", ties);
  const auto seconds = [](auto time) { return std::chrono::duration<double>(time).count(); };
  std::printf("\n%.0f s of the clock, and %.0f s for ties\n", seconds(asked - begin), seconds(now() - asked));
  const double wrong = all.full.wrong() + all.single.wrong() + all.opencascade.nearer + all.method_nearer + untold;
  if (wrong > 0) std::printf("%.0f ERRORS\n", wrong);
  return wrong > 0 ? 1 : 0;
}
