#include "host/decompose/thicken.h"

#include <algorithm>

namespace abut::host {
namespace {

using Points = std::span<const Vec3<double>>;

template <class F>
Vec3<double> farthest(Points points, const F& measure) {
  return *std::max_element(points.begin(), points.end(),
                           [&](const Vec3<double>& a, const Vec3<double>& b) { return measure(a) < measure(b); });
}

/// Some unit vector at right angles.
Vec3<double> across(const Vec3<double>& axis) {
  const double x = std::fabs(axis.x), y = std::fabs(axis.y), z = std::fabs(axis.z);
  const Vec3<double> other = x <= y && x <= z ? Vec3<double>{1, 0, 0}
                             : y <= z         ? Vec3<double>{0, 1, 0}
                                              : Vec3<double>{0, 0, 1};
  return direction(outer(axis, other));
}

/// How far points reach along a unit vector. Data only.
struct Extent {
  double lo = infinity, hi = -infinity;
  double width() const { return hi - lo; }
  double middle() const { return lo * 0.5 + hi * 0.5; }
};
Extent extent_along(Points points, const Vec3<double>& axis, const Vec3<double>& origin) {
  Extent e;
  for (const Vec3<double>& p : points) {
    const double x = inner(p - origin, axis);
    e.lo = std::min(e.lo, x), e.hi = std::max(e.hi, x);
  }
  return e;
}

}  // namespace

std::array<Vec3<double>, 3> axes_of(Points points) {
  const auto from = [](const Vec3<double>& o) { return [o](const Vec3<double>& p) { return inner(p - o, p - o); }; };
  const Vec3<double> a = farthest(points, from(points.front())), b = farthest(points, from(a));
  Vec3<double> first = direction(b - a);
  if (inner(first, first) == 0) return {Vec3<double>{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  const auto off_line = [&](const Vec3<double>& p) { return (p - a) - first * inner(p - a, first); };
  const Vec3<double> c = farthest(points, [&](const Vec3<double>& p) { return inner(off_line(p), off_line(p)); });
  Vec3<double> second = across(first);
  // Nearer the line than this the way is rounding error.
  if (norm(off_line(c)) > 1e-12 * norm(b - a)) second = direction(off_line(c));
  second = direction(second - first * inner(second, first));
  return {first, second, outer(first, second)};
}

std::vector<Vec3<double>> thickened(Points points, double thickness) {
  const std::array<Vec3<double>, 3> axes = axes_of(points);
  const Vec3<double> origin = points.front();
  Extent extent[3];
  int thin = 0, last_thin = 0;
  for (int k = 0; k < 3; ++k) {
    extent[k] = extent_along(points, axes[k], origin);
    if (extent[k].width() < thickness) ++thin, last_thin = k;
  }
  std::vector<Vec3<double>> out(points.begin(), points.end());
  if (thin == 0) return out;
  if (thin == 1) {
    const Vec3<double> way = axes[last_thin] * (0.5 * (thickness - extent[last_thin].width()));
    for (std::size_t i = 0; i < points.size(); ++i) {
      out[i] = points[i] - way;
      out.push_back(points[i] + way);
    }
    return out;
  }
  out.clear();
  for (unsigned corner = 0; corner < 8; ++corner) {
    Vec3<double> p = origin;
    for (unsigned k = 0; k < 3; ++k) {
      const double half = 0.5 * std::max(extent[k].width(), thickness);
      p = p + axes[k] * (extent[k].middle() + (corner >> k & 1 ? half : -half));
    }
    out.push_back(p);
  }
  return out;
}

}  // namespace abut::host
