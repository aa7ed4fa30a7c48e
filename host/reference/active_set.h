// The active-set method that finds the point of a convex set nearest to the origin (Wolfe 1976, "Finding the nearest
// point in a polytope"), over any support mapping.
#pragma once

#include <array>
#include <cstdint>
#include <utility>

#include "host/reference/wide.h"

namespace abut::reference {

/// The active set: affinely independent differences with positive weights.
template <class S>
struct Corral {
  int count = 0;
  std::array<std::uint32_t, 4> a{}, b{};
  std::array<Vec3<S>, 4> w{};
  std::array<S, 4> weight{};

  void add(std::uint32_t ia, std::uint32_t ib, const Vec3<S>& difference, S initial_weight) {
    a[count] = ia, b[count] = ib, w[count] = difference, weight[count] = initial_weight;
    ++count;
  }
  void remove(int k) {
    --count;
    a[k] = a[count], b[k] = b[count], w[k] = w[count], weight[k] = weight[count];
  }
  bool holds(std::uint32_t ia, std::uint32_t ib) const {
    for (int k = 0; k < count; ++k) {
      if (a[k] == ia && b[k] == ib) return true;
    }
    return false;
  }
  Vec3<S> point() const {
    Vec3<S> x{0, 0, 0};
    for (int k = 0; k < count; ++k) x = x + w[k] * weight[k];
    return x;
  }
};

/// Solves sum of s[k] d[k] = r in the least-squares sense, d of `count` vectors; false if they are dependent.
template <class S>
bool least_squares(const std::array<Vec3<S>, 3>& d, int count, const Vec3<S>& r, std::array<S, 3>& s) {
  S scale = 1;
  if (count == 1) {
    scale = inner(d[0], d[0]);
    s[0] = inner(r, d[0]);
  } else if (count == 2) {
    const Vec3<S> n = cross_product(d[0], d[1]);
    scale = inner(n, n);
    s[0] = inner(cross_product(r, d[1]), n);
    s[1] = inner(cross_product(d[0], r), n);
  } else if (count == 3) {
    const Vec3<S> n = cross_product(d[1], d[2]);
    scale = inner(d[0], n);
    s[0] = inner(r, n);
    s[1] = inner(d[0], cross_product(r, d[2]));
    s[2] = inner(d[0], cross_product(d[1], r));
  }
  if (scale == 0) return false;
  for (int k = 0; k < count; ++k) {
    s[k] = s[k] / scale;
    if (!(s[k] - s[k] == 0)) return false;  // not finite
  }
  return true;
}

/// Weights (of any sign, sum 1) of the minimum-norm point of the affine hull; false if the points are dependent.
template <class S>
bool affine_minimum(const Corral<S>& c, std::array<S, 4>& y) {
  std::array<Vec3<S>, 3> d{};
  for (int k = 1; k < c.count; ++k) d[k - 1] = c.w[k] - c.w[0];
  y = {1, 0, 0, 0};
  // Slivers cost the first solution its last digits; solving for what is left over gives them back.
  Vec3<S> x = c.w[0];
  for (int refinement = 0; refinement < 3; ++refinement) {
    std::array<S, 3> s{};
    if (!least_squares(d, c.count - 1, -x, s)) return false;
    for (int k = 1; k < c.count; ++k) {
      y[k] = y[k] + s[k - 1];
      y[0] = y[0] - s[k - 1];
      x = x + d[k - 1] * s[k - 1];
    }
  }
  return true;
}

/// Moves the weights to the minimum over the corral's hull, dropping points that are not needed. False: stuck.
template <class S>
bool minimise(Corral<S>& c) {
  while (c.count > 0) {
    std::array<S, 4> y;
    if (!affine_minimum(c, y)) return false;
    S step = 1;
    int leaving = -1;
    for (int k = 0; k < c.count; ++k) {
      if (y[k] > 0) continue;
      const S s = c.weight[k] > 0 ? c.weight[k] / (c.weight[k] - y[k]) : S(0);
      if (leaving < 0 || s < step) step = s, leaving = k;
    }
    for (int k = 0; k < c.count; ++k) {
      c.weight[k] = leaving < 0 ? y[k] : c.weight[k] + step * (y[k] - c.weight[k]);
    }
    if (leaving < 0) return true;
    c.remove(leaving);
  }
  return false;
}

enum class End { nearest, enclosed, stuck };

/// `support(u)` gives the farthest points of A along u and of B along -u, `difference(ia, ib)` their difference. Stops
/// when the support gap is within `tolerance` (a length) of |x|.
template <class S, class Support, class Difference>
End descend(Corral<S>& c, S tolerance, S zero, const Support& support, const Difference& difference) {
  constexpr int limit = 1000;
  for (int iteration = 0; iteration < limit; ++iteration) {
    const Corral<S> before = c;
    if (!minimise(c)) {
      c = before;
      // The weights of `before` are valid; drop the point that brought no weight.
      if (c.weight[c.count - 1] == 0) c.remove(c.count - 1);
      return End::stuck;
    }
    if (c.count == 4) return End::enclosed;
    const Vec3<S> x = c.point();
    const S length = norm(x);
    if (!(length > zero)) return End::enclosed;
    if (iteration > 0 && !(length < norm(before.point()))) {
      c = before;
      if (c.weight[c.count - 1] == 0) c.remove(c.count - 1);
      return End::stuck;
    }
    const Vec3<S> u = x * (-1 / length);
    const auto [ia, ib] = support(u);
    const Vec3<S> w = difference(ia, ib);
    if (length + inner(w, u) <= tolerance || c.holds(ia, ib)) return End::nearest;
    c.add(ia, ib, w, S(0));
  }
  return End::stuck;
}

/// Weights to sum 1 exactly enough, non-negative.
template <class S>
void normalise(Corral<S>& c) {
  S sum = 0;
  for (int k = 0; k < c.count; ++k) sum = sum + c.weight[k];
  for (int k = 0; k < c.count; ++k) c.weight[k] = c.weight[k] / sum;
}

}  // namespace abut::reference
