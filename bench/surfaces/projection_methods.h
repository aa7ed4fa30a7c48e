// The methods of the papers on one question, held against a proved distance: how often they end there, and what that
// takes. (Lim 2012, 3.2.4; Montanari 2017, 4.7.3)
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include "abut/surface/direct.h"
#include "abut/surface/newton_projection.h"
#include "abut/surface/nurbs.h"
#include "bench/format.h"

namespace abut::bench {

/// What one method did over many queries. Sums of whole numbers: in any order the same.
struct Tally {
  double queries = 0, successes = 0, converged = 0, iterations = 0, iterations_of_successes = 0, evaluations = 0;
  double most_evaluations = 0;

  void add(bool success, bool ended, std::uint32_t steps, std::uint32_t looks) {
    ++queries, converged += ended, iterations += steps, evaluations += looks;
    most_evaluations = std::max<double>(most_evaluations, looks);
    if (success) ++successes, iterations_of_successes += steps;
  }
  void add(const Tally& b) {
    queries += b.queries, successes += b.successes, converged += b.converged, iterations += b.iterations;
    iterations_of_successes += b.iterations_of_successes, evaluations += b.evaluations;
    most_evaluations = std::max(most_evaluations, b.most_evaluations);
  }
  std::string text() const {
    return format("%8.2f %% %10.2f %% %11.1f %11.1f %12.1f %9.0f", 100 * successes / queries, 100 * converged / queries,
                  iterations / queries, iterations_of_successes / std::max(successes, 1.0), evaluations / queries,
                  most_evaluations);
  }
};

enum Method { certified, direct_printed, direct_calm, newton, newton_refined, method_count };
inline constexpr const char* names_of_methods[method_count] = {"certified search", "DIRECT, first calm iteration",
                                                               "DIRECT, four calm iterations", "Newton from the guess",
                                                               "Newton, h-refined"};

struct MethodTable {
  Tally of[method_count];

  void add(const MethodTable& from) {
    for (int k = 0; k < method_count; ++k) of[k].add(from.of[k]);
  }
};

/// Of the size: a distance no more than this above the proved one is a success.
inline constexpr double success_within = 0x1p-20;

/// With a knot in the middle of every span: Montanari's h-refinement.
inline NurbsSurface refined(NurbsSurface surface) {
  for (const SurfaceParameter along : {SurfaceParameter::u, SurfaceParameter::v}) {
    const std::vector<double> knots = (along == SurfaceParameter::u ? surface.u : surface.v).knots;
    const SplineDirection d = along == SurfaceParameter::u ? surface.u : surface.v;
    for (std::size_t k = 0; k + 1 < knots.size(); ++k) {
      const bool is_inside = knots[k] >= d.begin() && knots[k + 1] <= d.end();
      if (is_inside && knots[k] < knots[k + 1]) {
        surface = insert_knot(surface, along, 0.5 * (knots[k] + knots[k + 1]));
      }
    }
  }
  return surface;
}

namespace projection_methods_detail {

/// A point of one view's frame in another one's.
inline Vec3<double> moved(const SurfaceView<double>& from, const SurfaceView<double>& to, Vec3<double> p) {
  const double up = std::ldexp(1.0, from.exponent), down = std::ldexp(1.0, -to.exponent);
  return {(p.x * up + from.centre[0] - to.centre[0]) * down, (p.y * up + from.centre[1] - to.centre[1]) * down,
          (p.z * up + from.centre[2] - to.centre[2]) * down};
}

}  // namespace projection_methods_detail

/// Lengths are those of `view`; `fine` is of the refined surface. Returns the least distance that a method has found.
inline double ask_methods(const SurfaceView<double>& view, const SurfaceView<double>& fine, Vec3<double> p,
                          double nearest, MethodTable& table) {
  using Four = FourScalars<double>;
  double least = Huge<double>::value;
  const auto add = [&](Method method, const SurfaceProjection<double>& out, std::uint32_t more) {
    table.of[method].add(out.distance <= nearest + success_within * view.size, out.status == Status::converged,
                         out.iterations, out.evaluations + more);
    least = std::min(least, out.distance);
  };
  DirectOptions<double> options;
  options.calm = 1;
  add(direct_printed, direct_projection<Four>(view, p, options), 0);
  options.calm = 4;
  add(direct_calm, direct_projection<Four>(view, p, options), 0);
  const NewtonGuess<double> guess = newton_guess<Four>(view, p);
  add(newton, newton_projection<Four>(view, p, guess.u, guess.v, NewtonOptions<double>{}), guess.evaluations);
  const Vec3<double> q = projection_methods_detail::moved(view, fine, p);
  const NewtonGuess<double> better = newton_guess<Four>(fine, q);
  SurfaceProjection<double> out = newton_projection<Four>(fine, q, better.u, better.v, NewtonOptions<double>{});
  out.distance = std::ldexp(out.distance, fine.exponent - view.exponent);
  add(newton_refined, out, better.evaluations);
  return least;
}

inline void print_methods(const char* title, const MethodTable& table) {
  double queries = 0;
  for (const Tally& t : table.of) queries = std::max(queries, t.queries);
  std::printf("\n%s, %.0f queries\n%-30s %10s %12s %11s %11s %12s %9s\n", title, queries, "", "success", "converged",
              "iterations", "if success", "evaluations", "most");
  for (int k = 0; k < method_count; ++k) {
    if (table.of[k].queries > 0) std::printf("%-30s %s\n", names_of_methods[k], table.of[k].text().c_str());
  }
}

/// Beside what the papers say.
inline constexpr const char* what_papers_say =
    "Montanari 2017: success on one curve 80 %, h-refined 92 %, 5 iterations on average; on one surface 12\n"
    "iterations, and a success that is 'strongly dependent on the position of the query point'.\n"
    "Lim 2012 prints no such figures.\n";

}  // namespace abut::bench
