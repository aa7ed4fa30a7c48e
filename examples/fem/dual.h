// A number with its derivatives by `N` variables, so that forces are the gradient of an energy to the last digits.
#pragma once

#include <Eigen/Core>
#include <cmath>

namespace fem {

/// Compared by value. Data only.
template <int N>
struct Dual {
  double value = 0;
  Eigen::Matrix<double, N, 1> slope = Eigen::Matrix<double, N, 1>::Zero();

  Dual() = default;
  explicit Dual(double constant) : value(constant) {}
  Dual(double v, const Eigen::Matrix<double, N, 1>& s) : value(v), slope(s) {}
  /// The variable of this number.
  static Dual variable(double v, int number) { return {v, Eigen::Matrix<double, N, 1>::Unit(number)}; }

  friend Dual operator+(const Dual& a, const Dual& b) { return {a.value + b.value, a.slope + b.slope}; }
  friend Dual operator-(const Dual& a, const Dual& b) { return {a.value - b.value, a.slope - b.slope}; }
  friend Dual operator-(const Dual& a) { return {-a.value, -a.slope}; }
  friend Dual operator*(const Dual& a, const Dual& b) {
    return {a.value * b.value, a.slope * b.value + b.slope * a.value};
  }
  friend Dual operator/(const Dual& a, const Dual& b) {
    const double q = a.value / b.value;
    return {q, (a.slope - b.slope * q) / b.value};
  }
  friend Dual fma(const Dual& a, const Dual& b, const Dual& c) { return a * b + c; }
  friend Dual sqrt(const Dual& a) {
    const double root = std::sqrt(a.value);
    return {root, a.slope / (2 * root)};
  }
};

inline double value_of(double x) { return x; }
template <int N>
double value_of(const Dual<N>& x) {
  return x.value;
}

}  // namespace fem
