// Vector products with plain operations: where fused ones are calls of a library, these loops would be calls alone.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <span>

#include "abut/core/vec3.h"

namespace abut::host {

inline double inner(const Vec3<double>& a, const Vec3<double>& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
inline Vec3<double> outer(const Vec3<double>& a, const Vec3<double>& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
inline double norm(const Vec3<double>& a) { return std::sqrt(inner(a, a)); }
/// Zero stays zero.
inline Vec3<double> direction(const Vec3<double>& a) {
  const double l = norm(a);
  if (l > 1e-140 && l < 1e140) return a * (1 / l);
  const double size = max_abs(a);  // squares leave the range of double
  if (!(size > 0) || !std::isfinite(size)) return {0, 0, 0};
  const double scale = std::ldexp(1.0, std::ilogb(size) < -1000 ? 1000 : -std::ilogb(size));
  const Vec3<double> near_one = a * scale;
  return near_one * (1 / norm(near_one));
}

/// Of points, each counting once.
inline Vec3<double> middle_of(std::span<const Vec3<double>> points) {
  Vec3<double> sum{0, 0, 0};
  for (const Vec3<double>& p : points) sum = sum + p;
  return sum * (1.0 / static_cast<double>(points.size()));
}

/// Of a polygon with these corners: along its normal, twice as long as its area.
inline Vec3<double> area_vector(std::span<const Vec3<double>> points, std::span<const std::uint32_t> corners) {
  Vec3<double> sum{0, 0, 0};
  const Vec3<double> o = points[corners[0]];
  for (std::size_t k = 1; k + 1 < corners.size(); ++k) {
    sum = sum + outer(points[corners[k]] - o, points[corners[k + 1]] - o);
  }
  return sum;
}

inline constexpr double infinity = std::numeric_limits<double>::infinity();

/// normal . x <= offset is inside. Data only.
struct Plane {
  Vec3<double> normal;  ///< unit
  double offset;
  double height(const Vec3<double>& p) const { return inner(normal, p) - offset; }
};

/// An axis-aligned box. Data only.
struct Box {
  Vec3<double> lo{infinity, infinity, infinity}, hi{-infinity, -infinity, -infinity};

  void add(const Vec3<double>& p) {
    lo = {min(lo.x, p.x), min(lo.y, p.y), min(lo.z, p.z)};
    hi = {max(hi.x, p.x), max(hi.y, p.y), max(hi.z, p.z)};
  }
  Vec3<double> extent() const { return hi - lo; }
  Vec3<double> centre() const { return lo * 0.5 + hi * 0.5; }
  double longest() const { return max(max(hi.x - lo.x, hi.y - lo.y), hi.z - lo.z); }
  /// Squared distance of a point; 0 inside.
  double squared_distance(const Vec3<double>& p) const {
    const auto beyond = [](double low, double x, double high) { return max(max(low - x, x - high), 0.0); };
    const double x = beyond(lo.x, p.x, hi.x), y = beyond(lo.y, p.y, hi.y), z = beyond(lo.z, p.z, hi.z);
    return x * x + y * y + z * z;
  }
  bool meets(const Box& b, double margin) const {
    return lo.x <= b.hi.x + margin && b.lo.x <= hi.x + margin && lo.y <= b.hi.y + margin && b.lo.y <= hi.y + margin &&
           lo.z <= b.hi.z + margin && b.lo.z <= hi.z + margin;
  }
  bool holds(const Box& b, double margin) const {
    return lo.x <= b.lo.x + margin && lo.y <= b.lo.y + margin && lo.z <= b.lo.z + margin && b.hi.x <= hi.x + margin &&
           b.hi.y <= hi.y + margin && b.hi.z <= hi.z + margin;
  }
};

/// A power of two that brings lengths near 1 where they are far from it: fourth powers of theirs may leave the range of
/// double, and qhull takes some numbers for 0. Else 1.
inline double scale_of(const Box& box) {
  const double size = max(max_abs(box.lo), max_abs(box.hi));
  if (!(size > 0) || !(size < infinity)) return 1;
  const int exponent = std::ilogb(size);
  return std::abs(exponent) <= 64 ? 1 : std::ldexp(1.0, exponent < -1000 ? 1000 : -exponent);
}

}  // namespace abut::host
