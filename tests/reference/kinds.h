// A core of every kind, and support functions in long double from their definitions.
#pragma once

#include <limits>
#include <string>
#include <vector>

#include "host/reference/wide.h"
#include "tests/reference/cases.h"

namespace abut::reference::test {

using Vector = Vec3<long double>;

inline constexpr Mat3<double> identity_matrix{{1, 0, 0, 0, 1, 0, 0, 0, 1}};

inline Vector turned(const Mat3<double>& m, const Vector& v) {
  const auto row = [&](int i) {
    return static_cast<long double>(m.m[i]) * v.x + static_cast<long double>(m.m[i + 1]) * v.y +
           static_cast<long double>(m.m[i + 2]) * v.z;
  };
  return {row(0), row(3), row(6)};
}
inline Vector turned_back(const Mat3<double>& m, const Vector& v) {
  return turned({{m.m[0], m.m[3], m.m[6], m.m[1], m.m[4], m.m[7], m.m[2], m.m[5], m.m[8]}}, v);
}

inline Core curved(CoreKind kind, Vec3<double> half, double rounding = 0) {
  Core c;
  c.kind = kind;
  c.half = half;
  c.rounding = rounding;
  c.size = std::sqrt(half.x * half.x + half.y * half.y + half.z * half.z) + rounding;
  return c;
}

/// The point of the core farthest along u.
inline Vector support_of(const Core& c, const Vector& u) {
  if (c.kind == CoreKind::sum) {
    Vector total{0, 0, 0};
    for (const CoreTerm& t : c.terms)
      total = total + turned(t.rotation, support_of(t.core, turned_back(t.rotation, u)));
    return total;
  }
  const Vector half = converted<long double>(c.half);
  std::vector<Vector> candidates;
  for (const Vec3<double>& v : c.vertices) candidates.push_back(converted<long double>(v));
  const long double across = std::hypot(u.x, u.y);
  const Vector rim = across > 0 ? Vector{half.x * u.x / across, half.x * u.y / across, 0} : Vector{0, 0, 0};
  if (c.kind == CoreKind::cylinder) candidates = {rim + Vector{0, 0, half.z}, rim - Vector{0, 0, half.z}};
  if (c.kind == CoreKind::cone) candidates = {{0, 0, half.z}, rim - Vector{0, 0, half.z}};
  if (c.kind == CoreKind::ellipsoid) {
    const long double h = std::hypot(half.x * u.x, half.y * u.y, half.z * u.z);
    candidates = {{half.x * half.x * u.x / h, half.y * half.y * u.y / h, half.z * half.z * u.z / h}};
  }
  Vector best = candidates[0];
  for (const Vector& v : candidates) {
    if (inner(v - best, u) > 0) best = v;
  }
  return best;
}

/// Of an overlap along a direction of any length, the roundings included.
inline long double width_of(const Core& a, const Core& b, const RelativePose<double>& pose, const Vec3<double>& along) {
  const Vector u = unit(converted<long double>(along));
  const Vector of_a = support_of(a, u), of_b = turned(pose.rotation, support_of(b, turned_back(pose.rotation, -u))) +
                                               converted<long double>(pose.translation);
  return inner(of_a - of_b, u) + static_cast<long double>(a.rounding) + static_cast<long double>(b.rounding);
}

/// `middle`: height of the inscribed ball's centre on z, `inscribed` its radius, rounding included; -1: not known here.
struct NamedCore {
  const char* name;
  Core core;
  double middle, inscribed;
};

inline std::vector<NamedCore> every_kind() {
  const Core cylinder = curved(CoreKind::cylinder, {0.5, 0.5, 0.75}), cone = curved(CoreKind::cone, {0.5, 0.5, 0.75});
  Core sum;
  sum.kind = CoreKind::sum;
  sum.terms = {{cylinder, identity_matrix}, {box(0.25, 0.125, 0.25), {{0, -1, 0, 1, 0, 0, 0, 0, 1}}}};
  sum.size = cylinder.size + 0.5;
  const double in_cone = 0.5 * 1.5 / (0.5 + std::sqrt(0.25 + 2.25));
  return {{"point", core({{0, 0, 0}}), 0, 0},
          {"ball", core({{0, 0, 0}}, 0.5), 0, 0.5},
          {"segment", segment(0.75), 0, 0},
          {"capsule", segment(0.75, 0.25), 0, 0.25},
          {"triangle", core({{-0.5, -0.25, 0}, {0.75, 0, 0}, {-0.25, 0.5, 0}}), 0, 0},
          {"rounded triangle", core({{-0.5, -0.25, 0}, {0.75, 0, 0}, {-0.25, 0.5, 0}}, 0.125), 0, 0.125},
          {"box", box(0.5, 0.75, 0.25), 0, 0.25},
          {"rounded box", box(0.5, 0.75, 0.25, 0.125), 0, 0.375},
          {"tetrahedron", core({{0.5, 0.5, 0.5}, {0.5, -0.5, -0.5}, {-0.5, 0.5, -0.5}, {-0.5, -0.5, 0.5}}), 0,
           0.5 / std::sqrt(3.0)},
          {"ellipsoid", curved(CoreKind::ellipsoid, {0.5, 0.25, 1}), 0, 0.25},
          {"rounded ellipsoid", curved(CoreKind::ellipsoid, {0.75, 0.5, 0.5}, 0.125), 0, 0.625},
          {"cylinder", cylinder, 0, 0.5},
          {"rounded cylinder", curved(CoreKind::cylinder, {0.5, 0.5, 0.25}, 0.25), 0, 0.5},
          {"cone", cone, in_cone - 0.75, in_cone},
          {"rounded cone", curved(CoreKind::cone, {0.5, 0.5, 0.75}, 0.125), in_cone - 0.75, in_cone + 0.125},
          // Along x the cylinder's radius and the turned box' second half extent.
          {"sum", sum, 0, 0.625}};
}

}  // namespace abut::reference::test
