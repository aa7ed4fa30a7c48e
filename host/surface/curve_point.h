// Points of rational splines from sums over basis functions, by the quotient rule (The NURBS Book, 4.3, 4.4).
#pragma once

#include <array>
#include <cstddef>

#include "abut/surface/nurbs.h"
#include "host/surface/basis_functions.h"

namespace abut::host {

/// (w x, w y, w z) and w. Data only.
struct Homogeneous {
  Vec3<double> a{0, 0, 0};
  double w = 0;

  void add(const Vec3<double>& point, double weight) {
    a = multiply_add(point, weight, a);
    w += weight;
  }
};

inline Vec3<double> quotient(const Vec3<double>& a, double w) { return {a.x / w, a.y / w, a.z / w}; }

inline Vec3<double> space_point(Vec2<double> p) { return in_space(p); }
inline Vec3<double> space_point(Vec3<double> p) { return p; }

/// Of a curve of the plane or of space.
template <class Curve>
CurveJet<double> curve_point(const Curve& curve, double u) {
  const BasisDerivatives basis = basis_at(curve.u, u);
  std::array<Homogeneous, 3> sums;
  for (std::size_t i = 0; i <= static_cast<std::size_t>(curve.u.degree); ++i) {
    const std::size_t at = basis.first + i;
    const double weight = curve.weights.empty() ? 1 : curve.weights[at];
    for (std::size_t n = 0; n < 3; ++n) sums[n].add(space_point(curve.points[at]), basis.of[n][i] * weight);
  }
  // a = w c, so a' = w' c + w c' and a'' = w'' c + 2 w' c' + w c''.
  const auto& [s, s1, s2] = sums;
  CurveJet<double> out;
  out.point = quotient(s.a, s.w);
  out.first = quotient(s1.a - out.point * s1.w, s.w);
  out.second = quotient(s2.a - out.first * (2 * s1.w) - out.point * s2.w, s.w);
  return out;
}

}  // namespace abut::host
