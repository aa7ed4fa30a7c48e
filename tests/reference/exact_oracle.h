// Separation of two small point sets' hulls in exact integer arithmetic, from vertex triples and pairs alone: it knows
// neither hulls nor features.
#pragma once

#include <array>
#include <boost/multiprecision/cpp_bin_float.hpp>
#include <boost/multiprecision/cpp_int.hpp>
#include <cmath>
#include <vector>

#include "host/reference/reference.h"

namespace abut::reference::test {

class ExactOracle {
 public:
  using Int = boost::multiprecision::cpp_int;
  using Real = boost::multiprecision::cpp_bin_float_100;

  ExactOracle(const Core& a, const Core& b, const RelativePose<double>& pose) {
    for (const Vec3<double>& v : a.vertices) a_.push_back({integer(v.x, 2), integer(v.y, 2), integer(v.z, 2)});
    const double* r = pose.rotation.m;
    const double t[3] = {pose.translation.x, pose.translation.y, pose.translation.z};
    for (const Vec3<double>& v : b.vertices) {
      Vector w;
      for (int i = 0; i < 3; ++i) {
        w[i] = integer(r[3 * i]) * integer(v.x) + integer(r[3 * i + 1]) * integer(v.y) +
               integer(r[3 * i + 2]) * integer(v.z) + integer(t[i], 2);
      }
      b_.push_back(w);
    }
  }

  /// Of the cores. > 0 apart, < 0 minus the depth.
  Real separation() const {
    bool any = false;
    Real least = 0;
    const auto try_normal = [&](const Vector& n) {
      const Int nn = dot(n, n);
      if (nn == 0) return;
      for (int sign = 1; sign >= -1; sign -= 2) {
        const Real w = Real(width(n, sign)) / sqrt(Real(nn));
        if (!any || w < least) any = true, least = w;
      }
    };
    for (const auto* set : {&a_, &b_}) {
      for_triples(*set, [&](const Vector& p, const Vector& q, const Vector& s) {
        try_normal(cross(minus(q, p), minus(s, p)));
      });
    }
    for_pairs(a_, [&](const Vector& p, const Vector& q) {
      for_pairs(b_, [&](const Vector& s, const Vector& t) { try_normal(cross(minus(q, p), minus(t, s))); });
    });
    if (any && least > 0) return -least / unit();
    return sqrt(squared_distance()) / unit();
  }

 private:
  using Vector = std::array<Int, 3>;
  static constexpr int digits = 1100;  // every finite double of the tests times 2^digits is an integer

  static Int integer(double x, int factors = 1) {
    int exponent = 0;
    const auto mantissa = static_cast<long long>(std::ldexp(std::frexp(x, &exponent), 53));
    Int value = mantissa;
    value <<= exponent - 53 + digits;
    if (factors == 2) value <<= digits;
    return value;
  }
  static Real unit() { return ldexp(Real(1), 2 * digits); }
  static Vector minus(const Vector& a, const Vector& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }
  static Int dot(const Vector& a, const Vector& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
  static Vector cross(const Vector& a, const Vector& b) {
    return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
  }
  template <class F>
  static void for_pairs(const std::vector<Vector>& set, const F& f) {
    for (std::size_t i = 0; i < set.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) f(set[i], set[j]);
    }
  }
  template <class F>
  static void for_triples(const std::vector<Vector>& set, const F& f) {
    for (std::size_t i = 0; i < set.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        for (std::size_t k = 0; k < j; ++k) f(set[i], set[j], set[k]);
      }
    }
  }

  Int width(const Vector& n, int sign) const {
    Int highest = dot(a_[0], n) * sign, lowest = dot(b_[0], n) * sign;
    for (const Vector& v : a_) highest = std::max(highest, Int(dot(v, n) * sign));
    for (const Vector& v : b_) lowest = std::min(lowest, Int(dot(v, n) * sign));
    return highest - lowest;
  }

  Real squared_distance() const {
    bool any = false;
    Real least = 0;
    const auto add = [&](const Int& numerator, const Int& denominator) {
      const Real d = Real(numerator) / Real(denominator);
      if (!any || d < least) any = true, least = d;
    };
    for (int swap = 0; swap < 2; ++swap) {
      const auto &points = swap ? b_ : a_, &other = swap ? a_ : b_;
      for (const Vector& p : points) {
        for (const Vector& q : other) add(dot(minus(p, q), minus(p, q)), 1);
        for_pairs(other, [&](const Vector& q, const Vector& s) {
          const Vector d = minus(s, q), r = minus(p, q), c = cross(r, d);
          const Int along = dot(r, d), dd = dot(d, d);
          if (along > 0 && along < dd) add(dot(c, c), dd);
        });
        for_triples(other, [&](const Vector& q, const Vector& s, const Vector& t) {
          const Vector u = minus(s, q), v = minus(t, q), r = minus(p, q), n = cross(u, v);
          const Int nn = dot(n, n), s1 = dot(cross(r, v), n), s2 = dot(cross(u, r), n);
          if (nn > 0 && s1 >= 0 && s2 >= 0 && s1 + s2 <= nn) add(dot(r, n) * dot(r, n), nn);
        });
      }
    }
    for_pairs(a_, [&](const Vector& p, const Vector& q) {
      for_pairs(b_, [&](const Vector& s, const Vector& t) {
        const Vector d = minus(q, p), e = minus(t, s), r = minus(s, p), n = cross(d, e);
        const Int nn = dot(n, n), x = dot(cross(r, e), n), y = dot(cross(r, d), n);
        if (nn > 0 && x >= 0 && x <= nn && y >= 0 && y <= nn) add(dot(r, n) * dot(r, n), nn);
      });
    });
    return least;
  }

  std::vector<Vector> a_, b_;
};

}  // namespace abut::reference::test
