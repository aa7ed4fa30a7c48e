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

template <class S>
Index highest(const std::vector<Vec3<S>>& points, const Vec3<S>& u) {
  Index best = 0;
  for (Index i = 1; i < points.size(); ++i) {
    if (inner(points[i] - points[best], u) > 0) best = i;
  }
  return best;
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
template <class S>
S tolerance_of(S scale) {
  return scale * static_cast<S>(64 * epsilon_of<S>);
}
template <class S>
S scale_of(const Placed& a, const Placed& b) {
  return static_cast<S>(a.extent()) + static_cast<S>(b.extent());
}

/// Weights to sum 1 exactly enough, non-negative.
template <class S>
void normalise(Corral<S>& c) {
  S sum = 0;
  for (int k = 0; k < c.count; ++k) sum = sum + c.weight[k];
  for (int k = 0; k < c.count; ++k) c.weight[k] = c.weight[k] / sum;
}

template <class S>
NearestPoint<S> result_of(Corral<S>& c, const Placed& a, const Placed& b, const Vec3<S>& shift) {
  normalise(c);
  NearestPoint<S> r;
  for (int k = 0; k < c.count; ++k) {
    r.a = r.a + a.point_as<S>(c.a[k]) * c.weight[k];
    r.b = r.b + b.point_as<S>(c.b[k]) * c.weight[k];
  }
  r.difference = r.a - r.b - shift;
  r.upper = norm(r.difference);
  return r;
}

template <class S>
Vec3<S> difference_of(const Placed& a, Index ia, const Placed& b, Index ib) {
  return a.point_as<S>(ia) - b.point_as<S>(ib);
}

/// Double is only to come near: whatever it ends with, its corral is a start.
template <class S>
Corral<S> start_in_double(const Placed& a, const Placed& b) {
  const auto support = [&](const Vec3<double>& u) { return std::pair{a.support(u), b.support(-u)}; };
  const auto difference = [&](Index ia, Index ib) { return a.point(ia) - b.point(ib); };
  const double scale = a.extent() + b.extent();
  Corral<double> c;
  c.add(a.polytope().any_vertex(), b.polytope().any_vertex(),
        difference(a.polytope().any_vertex(), b.polytope().any_vertex()), 1.0);
  descend(c, 8 * std::numeric_limits<double>::epsilon() * scale, 1e-14 * scale, support, difference);

  Corral<S> fine;
  for (int k = 0; k < c.count; ++k) {
    if (!(c.weight[k] >= 0 && std::isfinite(c.weight[k]))) continue;
    fine.add(c.a[k], c.b[k], difference_of<S>(a, c.a[k], b, c.b[k]), static_cast<S>(c.weight[k]));
  }
  bool any = false;
  for (int k = 0; k < fine.count; ++k) any = any || fine.weight[k] > 0;
  if (!any) {
    fine = {};
    fine.add(c.a[0], c.b[0], difference_of<S>(a, c.a[0], b, c.b[0]), 1);
  }
  normalise(fine);
  return fine;
}

template <class S>
Corral<S> start_at(const Placed& a, const Placed& b, const Vec3<double>& direction) {
  const Index ia = a.support(direction), ib = b.support(-direction);
  Corral<S> c;
  c.add(ia, ib, difference_of<S>(a, ia, b, ib), 1);
  return c;
}

/// The direction of x from the differences that span its feature: their own differences are nearly exact however small
/// x is, while x itself is rounding then.
template <class S>
Vec3<S> feature_normal(const Corral<S>& c, const Vec3<S>& x) {
  Vec3<S> u = x;
  if (c.count == 2) {
    const Vec3<S> e = unit(c.w[1] - c.w[0]);
    u = c.w[0] - e * inner(c.w[0], e);
    u = u - e * inner(u, e);
  } else if (c.count == 3) {
    u = cross_product(c.w[1] - c.w[0], c.w[2] - c.w[0]);
    if (inner(u, x) < 0) u = -u;
  }
  return unit(-u);
}

}  // namespace

template <class S>
NearestPoint<S> nearest_point(const Placed& a, const Placed& b, const Vec3<double>* hint) {
  const auto support = [&](const Vec3<S>& u) { return std::pair{a.support_as(u), b.support_as(-u)}; };
  const auto difference = [&](Index ia, Index ib) { return difference_of<S>(a, ia, b, ib); };
  const S scale = scale_of<S>(a, b), zero = scale * static_cast<S>(slop_of<S>);
  Corral<S> c = hint == nullptr ? start_in_double<S>(a, b) : start_at<S>(a, b, *hint);
  if (descend(c, tolerance_of(scale), zero, support, difference) == End::stuck) {
    // Mostly a start whose points double took for independent; from a single point there is no such trouble.
    Corral<S> fresh;
    fresh.add(c.a[0], c.b[0], c.w[0], 1);
    descend(fresh, tolerance_of(scale), zero, support, difference);
    if (norm(fresh.point()) < norm(c.point())) c = fresh;
  }
  NearestPoint<S> r = result_of(c, a, b, Vec3<S>{0, 0, 0});
  r.meets = !(r.upper > zero);
  if (r.meets) return r;
  const auto try_normal = [&](const Vec3<S>& u) {
    const auto [ia, ib] = support(u);
    const S gap = -inner(difference(ia, ib), u);
    if (r.normal.x * r.normal.x + r.normal.y * r.normal.y + r.normal.z * r.normal.z > 0 && gap <= r.lower) return;
    r.lower = gap;
    r.normal = u;
  };
  try_normal(r.difference * (-1 / r.upper));
  if (r.upper - r.lower > zero) try_normal(feature_normal(c, r.difference));
  if (r.upper - r.lower > zero && hint != nullptr) try_normal(unit(converted<S>(*hint)));
  return r;
}

template <class S>
NearestPoint<S> nearest_point(const Placed& a, const std::vector<Index>& of_a, const Placed& b,
                              const std::vector<Index>& of_b, const Vec3<S>& shift) {
  std::vector<Vec3<S>> points_a, points_b;
  for (const Index i : of_a) points_a.push_back(a.point_as<S>(i) - shift);
  for (const Index i : of_b) points_b.push_back(b.point_as<S>(i));
  const auto support = [&](const Vec3<S>& u) { return std::pair{highest(points_a, u), highest(points_b, -u)}; };
  const auto difference = [&](Index ia, Index ib) { return points_a[ia] - points_b[ib]; };
  const S scale = scale_of<S>(a, b), zero = scale * static_cast<S>(slop_of<S>);
  Corral<S> c;
  c.add(0, 0, difference(0, 0), 1);
  descend(c, tolerance_of(scale), zero, support, difference);
  for (int k = 0; k < c.count; ++k) c.a[k] = of_a[c.a[k]], c.b[k] = of_b[c.b[k]];
  return result_of(c, a, b, shift);
}

Long distance_from_hull(const Placed& core, const std::vector<Index>& chosen, const Vec3<Long>& point) {
  std::vector<Vec3<Long>> points;
  for (const Index i : chosen) points.push_back(core.point_as<Long>(i) - point);
  const auto support = [&](const Vec3<Long>& u) { return std::pair{highest(points, u), Index{0}}; };
  const auto difference = [&](Index ia, Index) { return points[ia]; };
  const Long scale = static_cast<Long>(core.extent()) + static_cast<Long>(largest_coordinate(narrow(point)));
  Corral<Long> c;
  c.add(0, 0, points[0], 1);
  descend(c, tolerance_of(scale), scale * static_cast<Long>(slop_of<Long>), support, difference);
  normalise(c);
  return norm(c.point());
}

template NearestPoint<Wide> nearest_point(const Placed&, const Placed&, const Vec3<double>*);
template NearestPoint<Wide> nearest_point(const Placed&, const std::vector<Index>&, const Placed&,
                                          const std::vector<Index>&, const Vec3<Wide>&);
#if defined(__SIZEOF_FLOAT128__)  // else Wide is Long
template NearestPoint<Long> nearest_point(const Placed&, const Placed&, const Vec3<double>*);
#endif

}  // namespace abut::reference
