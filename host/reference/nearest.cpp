#include "host/reference/nearest.h"

#include <array>
#include <limits>
#include <utility>

namespace abut::reference {
namespace {

using Index = std::uint32_t;

/// The active set: affinely independent differences with positive weights.
template <class S>
struct Corral {
  int count = 0;
  std::array<Index, 4> a{}, b{};
  std::array<Vec3<S>, 4> w{};
  std::array<S, 4> weight{};

  void add(Index ia, Index ib, const Vec3<S>& difference, S initial_weight) {
    a[count] = ia, b[count] = ib, w[count] = difference, weight[count] = initial_weight;
    ++count;
  }
  void remove(int k) {
    --count;
    a[k] = a[count], b[k] = b[count], w[k] = w[count], weight[k] = weight[count];
  }
  bool holds(Index ia, Index ib) const {
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

/// The support gap's own rounding: three differences of coordinates and a dot product.
Wide tolerance_of(Wide scale) { return scale * static_cast<Wide>(64 * wide_epsilon); }

/// Weights to sum 1 exactly enough, non-negative.
template <class S>
void normalise(Corral<S>& c) {
  S sum = 0;
  for (int k = 0; k < c.count; ++k) sum = sum + c.weight[k];
  for (int k = 0; k < c.count; ++k) c.weight[k] = c.weight[k] / sum;
}

NearestPoint result_of(Corral<Wide>& c, const Placed& a, const Placed& b, const Vec3<Wide>& shift) {
  normalise(c);
  NearestPoint r;
  for (int k = 0; k < c.count; ++k) {
    r.a = r.a + a.wide_point(c.a[k]) * c.weight[k];
    r.b = r.b + b.wide_point(c.b[k]) * c.weight[k];
  }
  r.difference = r.a - r.b - shift;
  r.upper = norm(r.difference);
  return r;
}

/// Double is only to come near: whatever it ends with, its corral is a start.
Corral<Wide> start_in_double(const Placed& a, const Placed& b) {
  const auto support = [&](const Vec3<double>& u) { return std::pair{a.support(u), b.support(-u)}; };
  const auto difference = [&](Index ia, Index ib) { return a.point(ia) - b.point(ib); };
  const double scale = a.extent() + b.extent();
  Corral<double> c;
  c.add(a.polytope().any_vertex(), b.polytope().any_vertex(),
        difference(a.polytope().any_vertex(), b.polytope().any_vertex()), 1.0);
  descend(c, 8 * std::numeric_limits<double>::epsilon() * scale, 1e-14 * scale, support, difference);

  Corral<Wide> wide;
  for (int k = 0; k < c.count; ++k) {
    if (!(c.weight[k] >= 0 && std::isfinite(c.weight[k]))) continue;
    wide.add(c.a[k], c.b[k], a.wide_point(c.a[k]) - b.wide_point(c.b[k]), static_cast<Wide>(c.weight[k]));
  }
  bool any = false;
  for (int k = 0; k < wide.count; ++k) any = any || wide.weight[k] > 0;
  if (!any) {
    wide = {};
    wide.add(c.a[0], c.b[0], a.wide_point(c.a[0]) - b.wide_point(c.b[0]), 1);
  }
  normalise(wide);
  return wide;
}

}  // namespace

NearestPoint nearest_point(const Placed& a, const Placed& b) {
  const auto support = [&](const Vec3<Wide>& u) { return std::pair{a.wide_support(u), b.wide_support(-u)}; };
  const auto difference = [&](Index ia, Index ib) { return a.wide_point(ia) - b.wide_point(ib); };
  const Wide scale = static_cast<Wide>(a.extent()) + static_cast<Wide>(b.extent());
  const Wide zero = scale * static_cast<Wide>(wide_slop);
  Corral<Wide> c = start_in_double(a, b);
  if (descend(c, tolerance_of(scale), zero, support, difference) == End::stuck) {
    // Mostly a start whose points double took for independent; from a single point there is no such trouble.
    Corral<Wide> fresh;
    fresh.add(c.a[0], c.b[0], c.w[0], 1);
    descend(fresh, tolerance_of(scale), zero, support, difference);
    if (norm(fresh.point()) < norm(c.point())) c = fresh;
  }
  NearestPoint r = result_of(c, a, b, {0, 0, 0});
  r.meets = !(r.upper > zero);
  if (!r.meets) {
    const Vec3<Wide> u = r.difference * (-1 / r.upper);
    const auto [ia, ib] = support(u);
    r.lower = -inner(difference(ia, ib), u);
  }
  return r;
}

NearestPoint nearest_point(const Placed& a, const std::vector<Index>& of_a, const Placed& b,
                           const std::vector<Index>& of_b, const Vec3<Wide>& shift) {
  std::vector<Vec3<Wide>> points_a, points_b;
  for (const Index i : of_a) points_a.push_back(a.wide_point(i) - shift);
  for (const Index i : of_b) points_b.push_back(b.wide_point(i));
  const auto highest = [](const std::vector<Vec3<Wide>>& points, const Vec3<Wide>& u) {
    Index best = 0;
    for (Index i = 1; i < points.size(); ++i) {
      if (inner(points[i] - points[best], u) > 0) best = i;
    }
    return best;
  };
  const auto support = [&](const Vec3<Wide>& u) { return std::pair{highest(points_a, u), highest(points_b, -u)}; };
  const auto difference = [&](Index ia, Index ib) { return points_a[ia] - points_b[ib]; };
  const Wide scale = static_cast<Wide>(a.extent()) + static_cast<Wide>(b.extent());
  const Wide zero = scale * static_cast<Wide>(wide_slop);
  Corral<Wide> c;
  c.add(0, 0, difference(0, 0), 1);
  descend(c, tolerance_of(scale), zero, support, difference);
  for (int k = 0; k < c.count; ++k) c.a[k] = of_a[c.a[k]], c.b[k] = of_b[c.b[k]];
  return result_of(c, a, b, shift);
}

}  // namespace abut::reference
