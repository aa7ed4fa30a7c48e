#include "host/reference/nearest.h"

#include <limits>
#include <utility>

#include "host/reference/active_set.h"

namespace abut::reference {
namespace {

using Index = std::uint32_t;

template <class S>
Index highest(const std::vector<Vec3<S>>& points, const Vec3<S>& u) {
  Index best = 0;
  for (Index i = 1; i < points.size(); ++i) {
    if (inner(points[i] - points[best], u) > 0) best = i;
  }
  return best;
}

/// The support gap's own rounding error: three differences of coordinates and a dot product.
template <class S>
S tolerance_of(S scale) {
  return scale * static_cast<S>(64 * epsilon_of<S>);
}
template <class S>
S scale_of(const Placed& a, const Placed& b) {
  return static_cast<S>(a.extent()) + static_cast<S>(b.extent());
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
