// Small changes of carriers, and steps of Gauss and Newton's method by them. Private to canonical_fit.cpp and
// canonical_curve_fit.cpp.
#pragma once

#include <cmath>
#include <optional>
#include <vector>

#include "abut/brep/carriers.h"
#include "host/surface/dense_cholesky.h"

namespace abut::host {

/// Along the normal to two directions that are farthest from parallel; none where all are nearly parallel.
template <class Direction>
std::optional<Vec3<double>> normal_of(std::size_t count, const Direction& direction, double least) {
  Vec3<double> best{0, 0, 0};
  std::size_t first = 0;
  for (std::size_t i = 1; i < count; ++i) {
    if (length(direction(i)) > length(direction(first))) first = i;
  }
  for (std::size_t i = 0; i < count; ++i) {
    const Vec3<double> n = cross(direction(first), direction(i));
    if (length(n) > length(best)) best = n;
  }
  if (!(length(best) > least)) return std::nullopt;
  return unit_vector(best);
}

/// Moved along its axes, tilted, and grown, or of a cone opened, and turned about its axis: three lengths, two angles,
/// two lengths or an angle, an angle.
inline constexpr std::size_t carrier_changes = 8;
Carrier<double> changed(const Carrier<double>& c, const double (&by)[carrier_changes], double size);

/// One step of Gauss and Newton's method by those of the changes that are free: towards the least squares of
/// `distance`(carrier, k) over k below `count`.
template <class Distance>
Carrier<double> improved(const Carrier<double>& c, const std::vector<std::size_t>& free, double size, std::size_t count,
                         const Distance& distance) {
  const std::size_t n = free.size();
  constexpr double h = 1e-5;  // of central differences: 1e-10 off
  DenseMatrix a(n);
  std::vector<double> right(n, 0.0), slope(n, 0.0);
  for (std::size_t k = 0; k < count; ++k) {
    for (std::size_t i = 0; i < n; ++i) {
      double by[carrier_changes] = {};
      by[free[i]] = h;
      const double up = distance(changed(c, by, size), k);
      by[free[i]] = -h;
      slope[i] = (up - distance(changed(c, by, size), k)) / (2 * h * size);
    }
    const double here = distance(c, k) / size;
    for (std::size_t i = 0; i < n; ++i) {
      right[i] -= slope[i] * here;
      for (std::size_t j = 0; j <= i; ++j) a(i, j) += slope[i] * slope[j];
    }
  }
  double trace = 0;
  for (std::size_t i = 0; i < n; ++i) trace += a(i, i);
  for (std::size_t i = 0; i < n; ++i) a(i, i) += 1e-13 * trace;  // what points do not tell stays as it is
  Cholesky(a).solve(right);
  double by[carrier_changes] = {};
  for (std::size_t i = 0; i < n; ++i) by[free[i]] = right[i];
  return changed(c, by, size);
}

}  // namespace abut::host
