// Numbers and vectors with a radius within which they are, and points of pieces with derivatives that are such: the
// arithmetic of the certified search for stationary pairs.
//
// Radii are enlarged where roundings of the piece's size are added once, as bounds are made (`piece_forest.cpp`); what
// follows is as exact as double, and the search leaves room for it.
#pragma once

#include <cmath>

#include "abut/core/vec3.h"

namespace abut::host {

/// c - r to c + r. Data only.
struct NearNumber {
  double c = 0, r = 0;
};
/// As `NearNumber`, each coordinate. Data only.
struct NearVector {
  Vec3<double> c{0, 0, 0}, r{0, 0, 0};
};

// Without fused operations, which are calls on processors that are not asked for.
inline double product(const Vec3<double>& a, const Vec3<double>& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
inline Vec3<double> plain_cross(const Vec3<double>& a, const Vec3<double>& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
inline Vec3<double> magnitudes(const Vec3<double>& a) { return {std::abs(a.x), std::abs(a.y), std::abs(a.z)}; }
/// |a| x |b| with plus.
inline Vec3<double> cross_magnitudes(const Vec3<double>& a, const Vec3<double>& b) {
  return {a.y * b.z + a.z * b.y, a.z * b.x + a.x * b.z, a.x * b.y + a.y * b.x};
}

inline NearNumber operator+(const NearNumber& a, const NearNumber& b) { return {a.c + b.c, a.r + b.r}; }
inline NearNumber operator-(const NearNumber& a, const NearNumber& b) { return {a.c - b.c, a.r + b.r}; }
inline NearNumber operator-(const NearNumber& a) { return {-a.c, a.r}; }
inline NearVector operator+(const NearVector& a, const NearVector& b) { return {a.c + b.c, a.r + b.r}; }
inline NearVector operator-(const NearVector& a, const NearVector& b) { return {a.c - b.c, a.r + b.r}; }
inline NearNumber product(const NearVector& a, const NearVector& b) {
  const Vec3<double> x = magnitudes(a.c), y = magnitudes(b.c);
  return {product(a.c, b.c), product(x, b.r) + product(a.r, y) + product(a.r, b.r)};
}
inline NearVector plain_cross(const NearVector& a, const NearVector& b) {
  const Vec3<double> x = magnitudes(a.c), y = magnitudes(b.c);
  return {plain_cross(a.c, b.c), cross_magnitudes(x, b.r) + cross_magnitudes(a.r, y) + cross_magnitudes(a.r, b.r)};
}
inline NearVector exactly(const Vec3<double>& a) { return {a, {0, 0, 0}}; }

/// Of a piece: the point, derivatives by u and v, du x dv and its derivatives. Data only.
template <class V>
struct PieceJet {
  V p{}, d[2]{}, dd[2][2]{};
  V n{}, dn[2]{};
};

template <class V>
void add_normals(PieceJet<V>& j) {
  j.n = plain_cross(j.d[0], j.d[1]);
  for (int k = 0; k < 2; ++k) j.dn[k] = plain_cross(j.dd[0][k], j.d[1]) + plain_cross(j.d[0], j.dd[1][k]);
}

}  // namespace abut::host
