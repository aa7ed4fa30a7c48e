// Vectors of the plane, as the planar interface takes and gives them. Per-pair code goes on in space, with z = 0: then
// support mappings, GJK's step and their bits are those of three dimensions, and there is one code of each.
#pragma once

#include "abut/core/vec3.h"

namespace abut {

/// Data only.
template <class T>
struct Vec2 {
  T x, y;
};

inline namespace ABUT_ISA {

template <class T>
ABUT_INLINE Vec2<T> operator+(Vec2<T> a, Vec2<T> b) {
  return {a.x + b.x, a.y + b.y};
}
template <class T>
ABUT_INLINE Vec2<T> operator-(Vec2<T> a, Vec2<T> b) {
  return {a.x - b.x, a.y - b.y};
}
template <class T>
ABUT_INLINE Vec2<T> operator*(Vec2<T> a, T s) {
  return {a.x * s, a.y * s};
}
template <class T>
ABUT_INLINE T dot(Vec2<T> a, Vec2<T> b) {
  return fma(a.x, b.x, a.y * b.y);
}
/// The area of the parallelogram of a and b, positive where b lies to the left of a.
template <class T>
ABUT_INLINE T cross(Vec2<T> a, Vec2<T> b) {
  return difference_of_products(a.x, b.y, a.y, b.x);
}
template <class T>
ABUT_INLINE T length(Vec2<T> a) {
  return sqrt(dot(a, a));
}

template <class T>
ABUT_INLINE Vec3<T> in_space(Vec2<T> a) {
  return {a.x, a.y, T(0)};
}
template <class T>
ABUT_INLINE Vec2<T> in_plane(Vec3<T> a) {
  return {a.x, a.y};
}
/// Of length 1 along `a`, however short; zero where it is.
template <class T>
ABUT_INLINE Vec3<T> unit_or_zero(Vec3<T> a) {
  const T largest = max_abs(a);
  if (!(largest > T(0))) return {T(0), T(0), T(0)};
  return unit_vector(Vec3<T>{a.x / largest, a.y / largest, a.z / largest});
}
/// A quarter turn to the left.
template <class T>
ABUT_INLINE Vec3<T> left_of(Vec3<T> a) {
  return {-a.y, a.x, a.z};
}

}  // namespace ABUT_ISA
}  // namespace abut
