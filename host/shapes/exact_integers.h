// Points with integer coordinates of any length: every double is an integer times a power of two.
#pragma once

#include <algorithm>
#include <array>
#include <boost/multiprecision/cpp_int.hpp>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "abut/core/vec3.h"

namespace abut::host {

using ExactVec3 = std::array<boost::multiprecision::cpp_int, 3>;

/// x times 2^-exponent, which has to be an integer.
inline boost::multiprecision::cpp_int exact_integer(double x, int exponent) {
  using boost::multiprecision::cpp_int;
  int e = 0;
  const double m = std::frexp(x, &e);
  const cpp_int n = static_cast<std::int64_t>(std::ldexp(m, 53));
  return x == 0 ? cpp_int(0) : cpp_int(n << (e - 53 - exponent));
}

/// The points, all times the same power of two.
template <std::size_t N>
std::array<ExactVec3, N> exact_points(const std::array<Vec3<double>, N>& points) {
  int exponent = 1100;
  for (const Vec3<double>& p : points) {
    for (const double c : {p.x, p.y, p.z}) {
      int e = 0;
      std::frexp(c, &e);
      if (c != 0) exponent = std::min(exponent, e - 53);
    }
  }
  std::array<ExactVec3, N> out;
  for (std::size_t i = 0; i < N; ++i) {
    out[i] = {exact_integer(points[i].x, exponent), exact_integer(points[i].y, exponent),
              exact_integer(points[i].z, exponent)};
  }
  return out;
}

inline ExactVec3 exact_difference(const ExactVec3& a, const ExactVec3& b) {
  return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}
inline boost::multiprecision::cpp_int exact_inner(const ExactVec3& a, const ExactVec3& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
/// (b - a) x (c - a)
inline ExactVec3 exact_normal(const ExactVec3& a, const ExactVec3& b, const ExactVec3& c) {
  const ExactVec3 u = exact_difference(b, a), v = exact_difference(c, a);
  return {u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]};
}

}  // namespace abut::host
