// The corner of a triangle whose edges know its plane best.
#pragma once

#include "abut/core/vec3.h"

namespace abut {

/// Edges from corner `at` to the next corner and to the one after that: their cross product is the triangle's normal,
/// not of unit length. Data only.
template <class T>
struct TriangleCorner {
  Vec3<T> e1, e2;
  int at;
};

inline namespace ABUT_ISA {

/// `edge(i, j)`: from corner i to j, rounded relative to its own length. Corner 0, unless it is so sharp or so blunt
/// that the choice matters: then the one between the two shortest edges, since the rounding of the third is the
/// largest.
template <class T, class Edge>
ABUT_HD inline TriangleCorner<T> best_corner(const Edge& edge) {
  const Vec3<T> e1 = edge(0, 1);
  const Vec3<T> e2 = edge(0, 2);
  const Vec3<T> n = cross(e1, e2);
  const T l1 = dot(e1, e1);
  const T l2 = dot(e2, e2);
  if (dot(n, n) > T(0x1p-12) * (l1 * l2)) return {e1, e2, 0};
  const Vec3<T> across = edge(1, 2);
  const T l = dot(across, across);
  if (!(l < max(l1, l2))) return {e1, e2, 0};
  return l1 < l2 ? TriangleCorner<T>{across, -e1, 1} : TriangleCorner<T>{-e2, -across, 2};
}

}  // namespace ABUT_ISA
}  // namespace abut
