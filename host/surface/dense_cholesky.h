// Small symmetric positive definite systems.
#pragma once

#include <cmath>
#include <cstddef>
#include <vector>

namespace abut::host {

class DenseMatrix {
 public:
  explicit DenseMatrix(std::size_t n = 0) : n_(n), values_(n * n, 0.0) {}
  double& operator()(std::size_t i, std::size_t j) { return values_[i * n_ + j]; }
  double operator()(std::size_t i, std::size_t j) const { return values_[i * n_ + j]; }
  std::size_t size() const { return n_; }

 private:
  std::size_t n_;
  std::vector<double> values_;
};

/// A = L L^T, of which only the lower half is read. A matrix that is not positive definite gives numbers that are not
/// finite.
class Cholesky {
 public:
  Cholesky() = default;
  explicit Cholesky(DenseMatrix a) : l_(std::move(a)) {
    for (std::size_t i = 0; i < l_.size(); ++i) {
      for (std::size_t j = 0; j <= i; ++j) {
        double sum = l_(i, j);
        for (std::size_t k = 0; k < j; ++k) sum -= l_(i, k) * l_(j, k);
        l_(i, j) = i == j ? std::sqrt(sum) : sum / l_(j, j);
      }
    }
  }

  std::size_t size() const { return l_.size(); }

  /// Replaces a right side by the solution.
  template <class Number>
  void solve(std::vector<Number>& x) const {
    for (std::size_t i = 0; i < size(); ++i) {
      for (std::size_t k = 0; k < i; ++k) x[i] -= l_(i, k) * x[k];
      x[i] /= l_(i, i);
    }
    for (std::size_t i = size(); i-- > 0;) {
      for (std::size_t k = i + 1; k < size(); ++k) x[i] -= l_(k, i) * x[k];
      x[i] /= l_(i, i);
    }
  }

 private:
  DenseMatrix l_;
};

}  // namespace abut::host
