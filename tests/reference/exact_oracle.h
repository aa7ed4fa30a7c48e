// Separation of two small point sets' hulls in exact integer arithmetic, from vertex triples and pairs alone: it knows
// neither hulls nor features. What long double shows to be far from the least is left out; the rest is decided exactly.
#pragma once

#include <algorithm>
#include <array>
#include <boost/multiprecision/cpp_bin_float.hpp>
#include <boost/multiprecision/cpp_int.hpp>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "host/reference/reference.h"
#include "host/reference/wide.h"

namespace abut::reference::test {

class ExactOracle {
 public:
  using Int = boost::multiprecision::cpp_int;
  using Real = boost::multiprecision::cpp_bin_float_100;

  ExactOracle(const Core& a, const Core& b, const RelativePose<double>& pose) {
    // Fewest binary places that hold every number: b's and the rotation's get half of them each.
    int half = 0, all = 0;
    for (const Vec3<double>& v : b.vertices) half = std::max({half, places(v.x), places(v.y), places(v.z)});
    for (const double r : pose.rotation.m) half = std::max(half, places(r));
    for (const Vec3<double>& v : a.vertices) all = std::max({all, places(v.x), places(v.y), places(v.z)});
    const double t[3] = {pose.translation.x, pose.translation.y, pose.translation.z};
    for (const double x : t) all = std::max(all, places(x));
    all = std::max(all, 2 * half);
    places_ = all;
    for (const Vec3<double>& v : a.vertices) a_.push_back({integer(v.x, all), integer(v.y, all), integer(v.z, all)});
    const double* r = pose.rotation.m;
    for (const Vec3<double>& v : b.vertices) {
      Vector w;
      for (int i = 0; i < 3; ++i) {
        const Int turned = integer(r[3 * i], half) * integer(v.x, half) +
                           integer(r[3 * i + 1], half) * integer(v.y, half) +
                           integer(r[3 * i + 2], half) * integer(v.z, half);
        w[i] = (turned << (all - 2 * half)) + integer(t[i], all);
      }
      b_.push_back(w);
    }
    for (const Vector& v : a_) near_a_.push_back(approximate(v));
    for (const Vector& v : b_) near_b_.push_back(approximate(v));
    for (const auto* set : {&near_a_, &near_b_}) {
      for (const Near& v : *set) extent_ = std::max({extent_, std::fabs(v.x), std::fabs(v.y), std::fabs(v.z)});
    }
  }

  /// Of the cores. > 0 apart, < 0 minus the depth.
  Real separation() const {
    bool any = false;
    Real least = 0;
    for (const Candidate& c : width_candidates()) {
      const Vector n = normal_of(c);
      const Int nn = dot(n, n);
      if (nn == 0) continue;
      for (int sign = 1; sign >= -1; sign -= 2) {
        const Real w = Real(width(n, sign)) / sqrt(Real(nn));
        if (!any || w < least) any = true, least = w;
      }
    }
    if (any && least > 0) return -least / unit();
    return sqrt(squared_distance()) / unit();
  }

 private:
  using Vector = std::array<Int, 3>;
  using Near = Vec3<long double>;
  /// Two edges p q and s t; of one set they make a triangle's plane.
  struct Candidate {
    const Vector *p, *q, *s, *t;
  };

  /// Binary places behind the point.
  static int places(double x) {
    if (x == 0) return 0;
    int exponent = 0;
    auto mantissa = static_cast<long long>(std::ldexp(std::frexp(x, &exponent), 53));
    exponent -= 53;
    while (mantissa % 2 == 0) mantissa /= 2, ++exponent;
    return std::max(0, -exponent);
  }
  static Int integer(double x, int places) {
    int exponent = 0;
    const auto mantissa = static_cast<long long>(std::ldexp(std::frexp(x, &exponent), 53));
    Int value = mantissa;
    const int shift = exponent - 53 + places;
    if (shift >= 0) return value << shift;
    return value >> -shift;  // only zeros go
  }
  Real unit() const { return ldexp(Real(1), places_); }
  Near approximate(const Vector& v) const {
    const auto one = [&](const Int& x) { return static_cast<long double>(Real(Real(x) / unit())); };
    return {one(v[0]), one(v[1]), one(v[2])};
  }
  static Vector normal_of(const Candidate& c) { return cross(minus(*c.q, *c.p), minus(*c.t, *c.s)); }

  // The normal of two edges longer than 1e-5 of the extent at an angle above 1e-5 is right to 1e-8 in long double, and
  // so is the width along it to 1e-7 of the extent. Everything else is decided exactly.
  static constexpr long double short_edge = 1e-5L, margin = 1e-7L;

  std::vector<Candidate> width_candidates() const {
    std::vector<std::pair<long double, Candidate>> seen;
    long double least = std::numeric_limits<long double>::infinity();
    const auto add = [&](const Near& u, const Near& v, const Candidate& c) {
      const Near n = cross_product(u, v);
      const long double lu = norm(u), lv = norm(v), ln = norm(n);
      long double w = -std::numeric_limits<long double>::infinity();
      if (lu > short_edge * extent_ && lv > short_edge * extent_ && ln > short_edge * lu * lv) {
        const auto [low_a, high_a] = range(near_a_, n * (1 / ln));
        const auto [low_b, high_b] = range(near_b_, n * (1 / ln));
        w = std::min(high_a - low_b, high_b - low_a);
        least = std::min(least, w);
      }
      seen.push_back({w, c});
    };
    for (int set = 0; set < 2; ++set) {
      const auto& exact = set == 0 ? a_ : b_;
      const auto& near = set == 0 ? near_a_ : near_b_;
      for_index_triples(exact.size(), [&](std::size_t i, std::size_t j, std::size_t k) {
        add(near[j] - near[i], near[k] - near[i], {&exact[i], &exact[j], &exact[i], &exact[k]});
      });
    }
    for_index_pairs(a_.size(), [&](std::size_t i, std::size_t j) {
      for_index_pairs(b_.size(), [&](std::size_t k, std::size_t l) {
        add(near_a_[j] - near_a_[i], near_b_[l] - near_b_[k], {&a_[i], &a_[j], &b_[k], &b_[l]});
      });
    });
    std::vector<Candidate> kept;
    for (const auto& [w, c] : seen) {
      if (w <= least + margin * extent_) kept.push_back(c);
    }
    return kept;
  }
  static std::pair<long double, long double> range(const std::vector<Near>& points, const Near& u) {
    long double low = inner(points[0], u), high = low;
    for (const Near& p : points) {
      const long double h = inner(p, u);
      low = std::min(low, h), high = std::max(high, h);
    }
    return {low, high};
  }
  template <class F>
  static void for_index_pairs(std::size_t count, const F& f) {
    for (std::size_t i = 0; i < count; ++i) {
      for (std::size_t j = 0; j < i; ++j) f(i, j);
    }
  }
  template <class F>
  static void for_index_triples(std::size_t count, const F& f) {
    for_index_pairs(count, [&](std::size_t i, std::size_t j) {
      for (std::size_t k = 0; k < j; ++k) f(i, j, k);
    });
  }

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
  std::vector<Near> near_a_, near_b_;
  long double extent_ = 0;
  int places_ = 0;
};

}  // namespace abut::reference::test
