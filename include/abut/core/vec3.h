// Vectors and 3x3 matrices over a scalar or a pack of lanes, with a fixed order of operations.
#pragma once

#include "abut/core/scalar.h"

namespace abut {

/// Data only.
template <class T>
struct Vec3 {
  T x, y, z;
};

/// Data only. Row-major: `m[3 * row + column]`.
template <class T>
struct Mat3 {
  T m[9];
};

inline namespace ABUT_ISA {

template <class T>
ABUT_INLINE Vec3<T> operator+(Vec3<T> a, Vec3<T> b) {
  return {a.x + b.x, a.y + b.y, a.z + b.z};
}
template <class T>
ABUT_INLINE Vec3<T> operator-(Vec3<T> a, Vec3<T> b) {
  return {a.x - b.x, a.y - b.y, a.z - b.z};
}
template <class T>
ABUT_INLINE Vec3<T> operator-(Vec3<T> a) {
  return {-a.x, -a.y, -a.z};
}
template <class T>
ABUT_INLINE Vec3<T> operator*(Vec3<T> a, T s) {
  return {a.x * s, a.y * s, a.z * s};
}
/// a * s + b
template <class T>
ABUT_INLINE Vec3<T> multiply_add(Vec3<T> a, T s, Vec3<T> b) {
  return {fma(a.x, s, b.x), fma(a.y, s, b.y), fma(a.z, s, b.z)};
}
template <class T>
ABUT_INLINE T dot(Vec3<T> a, Vec3<T> b) {
  return fma(a.x, b.x, fma(a.y, b.y, a.z * b.z));
}
template <class T>
ABUT_INLINE T squared_length(Vec3<T> a) {
  return dot(a, a);
}
template <class T>
ABUT_INLINE T length(Vec3<T> a) {
  return sqrt(dot(a, a));
}
/// Along `a`, which is not zero.
template <class T>
ABUT_INLINE Vec3<T> unit_vector(Vec3<T> a) {
  return a * (T(1) / length(a));
}

/// a * d - b * c to within 1.5 units in the last place (Kahan): the normals of thin triangles depend on it.
template <class T>
ABUT_INLINE T difference_of_products(T a, T d, T b, T c) {
  const T bc = b * c;
  const T error = fma(-b, c, bc);
  return fma(a, d, -bc) + error;
}
template <class T>
ABUT_INLINE Vec3<T> cross(Vec3<T> a, Vec3<T> b) {
  return {difference_of_products(a.y, b.z, a.z, b.y), difference_of_products(a.z, b.x, a.x, b.z),
          difference_of_products(a.x, b.y, a.y, b.x)};
}

template <class T>
ABUT_INLINE Vec3<T> select(MaskOf<T> m, Vec3<T> a, Vec3<T> b) {
  return {select(m, a.x, b.x), select(m, a.y, b.y), select(m, a.z, b.z)};
}
template <class T>
ABUT_INLINE T max_abs(Vec3<T> a) {
  return max(max(abs(a.x), abs(a.y)), abs(a.z));
}

/// m * v
template <class T>
ABUT_INLINE Vec3<T> rotate(const Mat3<T>& m, Vec3<T> v) {
  return {fma(m.m[0], v.x, fma(m.m[1], v.y, m.m[2] * v.z)), fma(m.m[3], v.x, fma(m.m[4], v.y, m.m[5] * v.z)),
          fma(m.m[6], v.x, fma(m.m[7], v.y, m.m[8] * v.z))};
}
/// transpose(m) * v
template <class T>
ABUT_INLINE Vec3<T> rotate_back(const Mat3<T>& m, Vec3<T> v) {
  return {fma(m.m[0], v.x, fma(m.m[3], v.y, m.m[6] * v.z)), fma(m.m[1], v.x, fma(m.m[4], v.y, m.m[7] * v.z)),
          fma(m.m[2], v.x, fma(m.m[5], v.y, m.m[8] * v.z))};
}
/// transpose(a) * b
template <class T>
ABUT_INLINE Mat3<T> transpose_times(const Mat3<T>& a, const Mat3<T>& b) {
  Mat3<T> c;
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) {
      c.m[3 * i + j] = fma(a.m[i], b.m[j], fma(a.m[3 + i], b.m[3 + j], a.m[6 + i] * b.m[6 + j]));
    }
  }
  return c;
}
/// a * b
template <class T>
ABUT_INLINE Mat3<T> times(const Mat3<T>& a, const Mat3<T>& b) {
  Mat3<T> c;
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) {
      c.m[3 * i + j] = fma(a.m[3 * i], b.m[j], fma(a.m[3 * i + 1], b.m[3 + j], a.m[3 * i + 2] * b.m[6 + j]));
    }
  }
  return c;
}

}  // namespace ABUT_ISA
}  // namespace abut
