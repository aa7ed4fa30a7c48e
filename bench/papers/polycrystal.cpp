// Does GJK's sub-algorithm decide where the fit of a polycrystal ends, after how many iterations, and in what time?
// (Montanari 2017, Table 6.2)
//
//   bench_papers_polycrystal [--quick] [--image FILE] [--voxels N] [--method compass|subplex] [--evaluations N]
//
// examples/polycrystal minimises eq. 6.5 with each sub-algorithm in turn, from the same seeds: GJK as the thesis prints
// it with guards against endless loops (bench/papers/gjk_loop.h), and the library's with exact and with rounded signs.
// Distances are asked for all boundary voxels, as in Neper, not only for those that may lie outside. Without an image:
// that of a known tessellation, so that the least O is 0. Wrong: of the distances from the first cells, those that are
// off from the ones with exact signs by more than 1e-9 of a grain.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <random>
#include <string>
#include <type_traits>

#include "abut/core/error.h"
#include "abut/narrow/exact_signs.h"
#include "abut/narrow/gjk.h"
#include "bench/options.h"
#include "bench/papers/candidates.h"
#include "bench/papers/gjk_loop.h"
#include "examples/polycrystal/corners_less_point.h"
#include "examples/polycrystal/optimise.h"

namespace {

using namespace abut::papers;
using abut::SupportPoint;
using polycrystal::CornersLessPoint;
using polycrystal::Grains;
using polycrystal::Query;
using polycrystal::Tessellation;

/// What a query gives back. Data only.
struct Found {
  double squared;
  std::uint32_t iterations;
  bool failed;
};

template <class Sub>
struct Loop {
  static std::string name() { return abbreviation<Sub>; }
  Sub sub;
  Found operator()(const CornersLessPoint& support, Vector direction) {
    NoObserver nothing;
    const GjkResult r = gjk_loop(sub, support, direction, tolerances(1e-30), nothing);
    const bool touches = r.exit == Exit::inside || r.exit == Exit::touching;
    return {touches ? 0 : r.vv, r.iterations, r.exit == Exit::failed || r.exit == Exit::cap};
  }
};

template <class Signs>
struct Library {
  static std::string name() { return std::is_same_v<Signs, abut::ExactSigns> ? "abut exact" : "abut"; }
  Found operator()(const CornersLessPoint& support, Vector direction) {
    abut::GjkState<double> state;
    abut::gjk_start(state, direction, true);
    abut::gjk<Signs>(state, support, abut::NoCutoff<double>::value);
    return {state.overlap ? 0 : state.vv, state.iterations, false};
  }
};

template <class Gjk>
class Measured : public polycrystal::Distances {
 public:
  std::string name() const override { return Gjk::name(); }
  void measure(const Tessellation& cells, const Grains& grains, std::span<const Query> queries,
               std::span<double> squared) override {
    std::uint32_t cell = 0xffffffffu;
    for (const Query& q : queries) {
      if (q.cell != cell) support_.take(cells.cell(cell = q.cell));
      const Vector point = grains.boundary[q.voxel];
      support_.take(point);
      Vector direction = cells.seeds()[cell].place - point;
      if (!(abut::max_abs(direction) > 0)) direction = {1, 0, 0};
      const Found f = gjk_(support_, direction);
      squared[q.voxel] = f.squared;
      ++queries_;
      iterations_ += f.iterations;
      failed_ += f.failed ? 1 : 0;
    }
  }
  std::uint64_t queries() const { return queries_; }
  std::uint64_t iterations() const { return iterations_; }
  std::uint64_t failed() const { return failed_; }

 private:
  std::uint64_t queries_ = 0, iterations_ = 0, failed_ = 0;
  Gjk gjk_;
  CornersLessPoint support_;
};

/// Squared distances of all boundary voxels from their cells, of the seeds that fits begin from.
template <class Gjk>
std::vector<double> at_start(const polycrystal::Box& box, const Grains& grains) {
  const Tessellation cells(box, grains.seeds);
  std::vector<Query> queries;
  for (std::uint32_t cell = 0; cell < grains.size(); ++cell) {
    for (std::uint32_t v = grains.first[cell]; v < grains.first[cell + 1]; ++v) queries.push_back({cell, v});
  }
  std::vector<double> squared(grains.boundary.size(), 0);
  Measured<Gjk>().measure(cells, grains, queries, squared);
  return squared;
}

std::size_t wrong_of(const std::vector<double>& squared, const std::vector<double>& exact, double diameter) {
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < squared.size(); ++i) {
    wrong += std::abs(std::sqrt(squared[i]) - std::sqrt(exact[i])) > 1e-9 * diameter ? 1 : 0;
  }
  return wrong;
}

struct Settings {
  bool quick = false;
  std::string image, method = "compass";
  std::uint32_t voxels = 24;
  std::uint64_t evaluations = 20000;
};

polycrystal::VoxelImage known_image(std::uint32_t voxels) {
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> unit(0, 1);
  std::vector<polycrystal::Seed> seeds;
  for (int i = 0; i < 12; ++i) seeds.push_back({{unit(random), unit(random), unit(random)}, 0.2 * unit(random)});
  return polycrystal::image_of(Tessellation(polycrystal::Box{}, seeds), {voxels, voxels, voxels});
}

template <class Gjk>
void row(const polycrystal::Box& box, const Grains& grains, const std::vector<double>& exact, const Settings& s) {
  Measured<Gjk> distances;
  polycrystal::Objective objective(grains, grains.seeds, distances, true);
  polycrystal::OptimiseOptions o;
  o.method = s.method;
  o.most = s.evaluations;
  const polycrystal::Optimum best = polycrystal::optimise(objective, grains, o);
  const double queries = static_cast<double>(std::max<std::uint64_t>(distances.queries(), 1));
  const std::size_t wrong = wrong_of(at_start<Gjk>(box, grains), exact, grains.diameter);
  std::printf("%-11s %12.5e %9llu %9.1f %9.1f %9.0f %9.2f %8llu %6zu  %s\n", distances.name().c_str(), best.value,
              static_cast<unsigned long long>(best.evaluations), best.seconds, objective.effort().seconds_queries,
              1e9 * objective.effort().seconds_queries / queries, static_cast<double>(distances.iterations()) / queries,
              static_cast<unsigned long long>(distances.failed()), wrong, best.converged ? "" : "not converged");
  std::fflush(stdout);
}

int run(const Settings& s) {
  polycrystal::GrainOptions options{true, true};
  const polycrystal::VoxelImage image =
      s.image.empty() ? known_image(s.quick ? 8 : s.voxels) : polycrystal::read_image(s.image);
  const Grains grains = polycrystal::grains_of(image, options);
  std::printf("%zu voxels, %u grains, %zu boundary voxels; a voxel is %.4f grain diameters; %s\n", image.size(),
              grains.size(), grains.boundary.size(), image.spacing.x / grains.diameter, s.method.c_str());
  std::printf("%-11s %12s %9s %9s %9s %9s %9s %8s %6s\n", "GJK by", "final O", "evaluated", "s", "s, GJK", "ns/query",
              "steps", "failed", "wrong");
  const std::vector<double> exact = at_start<Library<abut::ExactSigns>>(image.box(), grains);
  row<Library<abut::ExactSigns>>(image.box(), grains, exact, s);
  row<Library<abut::RoundedSigns>>(image.box(), grains, exact, s);
  row<Loop<Sv>>(image.box(), grains, exact, s);
  row<Loop<Sp>>(image.box(), grains, exact, s);
  row<Loop<Jh>>(image.box(), grains, exact, s);
  row<Loop<Jb>>(image.box(), grains, exact, s);
  row<Loop<Vr>>(image.box(), grains, exact, s);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  Settings s;
  abut::bench::Options options("bench_papers_polycrystal", "where a fit of a polycrystal ends, by GJK's sub-algorithm");
  options.flag("--quick", s.quick, "a small image and few evaluations");
  options.text("--image", s.image, "FILE");
  options.choice("--method", s.method, {"compass", "subplex"}).number("--voxels", s.voxels, 4u, 256u);
  options.number<std::uint64_t>("--evaluations", s.evaluations, 1, 10000000);
  options.read_or_exit(argc, argv);
  if (s.quick) s.evaluations = 300;
  try {
    return run(s);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "bench_papers_polycrystal: %s\n", error.what());
    return 2;
  }
}
