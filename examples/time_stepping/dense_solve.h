// Small systems of linear equations without symmetry.
#pragma once

#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

namespace time_stepping {

/// Solves A x = b by elimination, the largest of a column first. A has b.size() rows of as many numbers and is used up;
/// b becomes x. False where a column has nothing left, b is then of no use.
inline bool solve_dense(std::vector<double>& a, std::vector<double>& b) {
  const std::size_t n = b.size();
  for (std::size_t k = 0; k < n; ++k) {
    std::size_t pivot = k;
    for (std::size_t i = k + 1; i < n; ++i) pivot = std::abs(a[i * n + k]) > std::abs(a[pivot * n + k]) ? i : pivot;
    if (!(std::abs(a[pivot * n + k]) > 0)) return false;
    if (pivot != k) {
      for (std::size_t j = k; j < n; ++j) std::swap(a[k * n + j], a[pivot * n + j]);
      std::swap(b[k], b[pivot]);
    }
    for (std::size_t i = k + 1; i < n; ++i) {
      const double factor = a[i * n + k] / a[k * n + k];
      if (factor == 0) continue;
      for (std::size_t j = k + 1; j < n; ++j) a[i * n + j] -= factor * a[k * n + j];
      b[i] -= factor * b[k];
    }
  }
  for (std::size_t k = n; k-- > 0;) {
    for (std::size_t j = k + 1; j < n; ++j) b[k] -= a[k * n + j] * b[j];
    b[k] /= a[k * n + k];
  }
  return true;
}

}  // namespace time_stepping
