// Answers of `find_closest_points` held against sampling (sampled_surface.h), and against OpenCASCADE.
#pragma once

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>
#include <vector>

#include "abut/surface/closest_points.h"
#include "bench/surfaces/sampled_surface.h"

#if defined(ABUT_HAVE_OPENCASCADE)
#include "bench/surfaces/opencascade.h"
#endif

namespace abut::bench {

/// Of one precision. All but `most_nearer` are numbers of answers, or of points of the surface: in any order the same
/// sum.
struct Checks {
  double points = 0, unproved = 0, ties = 0, evaluations = 0;
  double nearer = 0;           ///< a sample is nearer than a proved answer, by more than its tolerance
  double unproved_nearer = 0;  ///< than one that was not proved
  double bound_wrong = 0;      ///< a sample is nearer than the proved bound
  double misplaced = 0;        ///< the surface is not there where it says
  double most_nearer = 0;      ///< by how much a sample was nearer than a proved answer, over size and distance

  void add(const Checks& b) {
    points += b.points, unproved += b.unproved, ties += b.ties, evaluations += b.evaluations, nearer += b.nearer;
    unproved_nearer += b.unproved_nearer, bound_wrong += b.bound_wrong, misplaced += b.misplaced;
    most_nearer = std::max(most_nearer, b.most_nearer);
  }
  double wrong() const { return nearer + bound_wrong + misplaced; }
};

/// What rounding may do to answers, over size and distance. In float control points and the point are rounded first.
template <class T>
struct AnswerRounding {
  static constexpr bool is_float = sizeof(T) == sizeof(float);
  static constexpr double tolerance = is_float ? 0x1p-16 : 0x1p-40;  ///< of the proof
  static constexpr double bound = is_float ? 0x1p-20 : 0x1p-46;
  static constexpr double place = is_float ? 0x1p-14 : 0x1p-40;  ///< parameters are rounded too
};

/// Answer `i`, of the point `p`, on a surface of that size. `sampled_distance`: the nearest sample's.
template <class T>
void check_answer(const ClosestPoints<T>& out, std::size_t i, Vec3<double> p, const SampledSurface& sampled,
                  std::pair<double, double> size_and_sampled_distance, Checks& checks) {
  using Rounding = AnswerRounding<T>;
  const auto [size, sample] = size_and_sampled_distance;
  const auto distance = static_cast<double>(out.distance[i]), bound = static_cast<double>(out.lower_bound[i]);
  const double scale = size + distance;
  const bool is_proved = out.status[i] == static_cast<std::uint8_t>(Status::converged);
  const bool is_nearer = distance - sample > (Rounding::tolerance + Rounding::bound) * scale;
  ++checks.points, checks.unproved += !is_proved, checks.ties += out.tie[i], checks.evaluations += out.evaluations[i];
  (is_proved ? checks.nearer : checks.unproved_nearer) += is_nearer;
  checks.bound_wrong += bound - sample > Rounding::bound * scale;
  checks.misplaced += std::abs(length(sampled.at(out.u[i], out.v[i]) - p) - distance) > Rounding::place * scale;
  if (is_proved) checks.most_nearer = std::max(checks.most_nearer, (distance - sample) / scale);
}

/// OpenCASCADE's answers beside ours. It looks for feet of perpendiculars: what it misses is counted where the nearest
/// point is one, inside of the domain.
struct OpenCascadeChecks {
  double points = 0, nearer = 0, feet = 0, missed = 0;

  void add(const OpenCascadeChecks& b) { points += b.points, nearer += b.nearer, feet += b.feet, missed += b.missed; }
};

inline bool is_foot(const NurbsSurface& surface, double u, double v, Vec3<double> p) {
  if (u <= surface.u.begin() || u >= surface.u.end() || v <= surface.v.begin() || v >= surface.v.end()) return false;
  const SurfaceJet<double> at = point_at(surface, u, v);
  const Vec3<double> r = at.point - p;
  const double most = 1e-7 * length(r);
  return std::abs(dot(r, at.u)) <= most * length(at.u) && std::abs(dot(r, at.v)) <= most * length(at.v);
}

#if defined(ABUT_HAVE_OPENCASCADE)
/// The first points, as many as `points` has; `out` are our answers.
inline OpenCascadeChecks check_opencascade(const NurbsSurface& surface, std::span<const Vec3<double>> points,
                                           const ClosestPoints<double>& out) {
  OpenCascadeChecks checks;
  const std::vector<double> found = opencascade_distances(clamped(surface), points);
  for (std::size_t i = 0; i < points.size(); ++i) {
    const double rounding = 1e-9 * (1 + out.distance[i]);
    ++checks.points, checks.nearer += found[i] < out.lower_bound[i] - rounding;
    if (!is_foot(surface, out.u[i], out.v[i], points[i])) continue;
    ++checks.feet, checks.missed += found[i] > out.distance[i] + 1e-7 * (1 + out.distance[i]);
  }
  return checks;
}
#endif

}  // namespace abut::bench
