// Numbers that know what they were made of, so that one walk backwards gives the derivatives of one of them by all
// variables: forces are the gradient of an energy to the last digits.
//
// Source: Griewank & Walther, Evaluating Derivatives (2008), chapter 3 (reverse mode).
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

namespace fem {

/// What was calculated, in order; one a thread. Place 0 stands for all that does not vary.
class Trace {
 public:
  static Trace& here() {
    static thread_local Trace trace;
    return trace;
  }

  void begin() { steps_.assign(1, {0, 0, 0, 0}); }
  std::uint32_t add(double by_a, std::uint32_t a, double by_b = 0, std::uint32_t b = 0) {
    steps_.push_back({by_a, by_b, a, b});
    return static_cast<std::uint32_t>(steps_.size() - 1);
  }
  /// Derivatives of the number at `place` by the first `N`, which were added when nothing else was.
  template <std::size_t N>
  std::array<double, N> derivatives(std::uint32_t place) {
    by_.assign(steps_.size(), 0.0);
    by_[place] = 1;
    for (std::uint32_t k = place; k > N; --k) {
      const Step& s = steps_[k];
      by_[s.a] += s.by_a * by_[k], by_[s.b] += s.by_b * by_[k];
    }
    std::array<double, N> out{};
    if (place == 0) return out;  // it does not vary
    for (std::size_t k = 0; k < N; ++k) out[k] = by_[k + 1];
    return out;
  }

 private:
  /// Derivatives by the two numbers that it was made of. Data only.
  struct Step {
    double by_a, by_b;
    std::uint32_t a, b;
  };
  std::vector<Step> steps_;
  std::vector<double> by_;
};

/// Compared by value. Data only.
struct Traced {
  double value = 0;
  std::uint32_t place = 0;

  Traced() = default;
  explicit Traced(double constant) : value(constant) {}
  Traced(double v, std::uint32_t p) : value(v), place(p) {}
  static Traced variable(double v) { return {v, Trace::here().add(0, 0)}; }

  friend Traced operator+(const Traced& a, const Traced& b) {
    return {a.value + b.value, Trace::here().add(1, a.place, 1, b.place)};
  }
  friend Traced operator-(const Traced& a, const Traced& b) {
    return {a.value - b.value, Trace::here().add(1, a.place, -1, b.place)};
  }
  friend Traced operator-(const Traced& a) { return {-a.value, Trace::here().add(-1, a.place)}; }
  friend Traced operator*(const Traced& a, const Traced& b) {
    return {a.value * b.value, Trace::here().add(b.value, a.place, a.value, b.place)};
  }
  friend Traced operator/(const Traced& a, const Traced& b) {
    const double q = a.value / b.value, one = 1 / b.value;
    return {q, Trace::here().add(one, a.place, -q * one, b.place)};
  }
  friend Traced fma(const Traced& a, const Traced& b, const Traced& c) { return a * b + c; }
  friend Traced sqrt(const Traced& a) {
    const double root = std::sqrt(a.value);
    return {root, Trace::here().add(0.5 / root, a.place)};
  }
};

inline double value_of(double x) { return x; }
inline double value_of(const Traced& x) { return x.value; }

}  // namespace fem
