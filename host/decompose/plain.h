// Vector products with plain operations: where fused ones are calls of a library, these loops would be calls alone.
#pragma once

#include <cmath>
#include <limits>

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
  return l > 0 ? a * (1 / l) : Vec3<double>{0, 0, 0};
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

}  // namespace abut::host
