// The corner of a triangle whose edges know its plane best.
#pragma once

#include "abut/core/vec3.h"

namespace abut {

/// Edges from a corner (0, or 1 or 2 under these masks) to the next corner and to the one after that: their cross
/// product is the triangle's normal, not of unit length. Data only.
template <class T>
struct TriangleCorner {
  Vec3<T> e1, e2;
  MaskOf<T> at1, at2;
};

inline namespace ABUT_ISA {

/// `edge(i, j)`: from corner i to j, rounded relative to its own length. Corner 0, unless it is so sharp or so blunt
/// that the choice matters: then the one between the two shortest edges, since the rounding error of the third is the
/// largest.
template <class T, class Edge>
ABUT_HD inline TriangleCorner<T> best_corner(const Edge& edge) {
  using M = MaskOf<T>;
  using R = RealOf<T>;
  TriangleCorner<T> out;
  out.e1 = edge(0, 1);
  out.e2 = edge(0, 2);
  const Vec3<T> n = cross(out.e1, out.e2);
  const T l1 = dot(out.e1, out.e1);
  const T l2 = dot(out.e2, out.e2);
  const M matters = mask_not(dot(n, n) > T(R(0x1p-12)) * (l1 * l2));
  out.at1 = out.at2 = mask_and(matters, mask_not(matters));
  if (!any(matters)) return out;
  const Vec3<T> across = edge(1, 2);
  const M other = mask_and(matters, dot(across, across) < max(l1, l2));
  out.at1 = mask_and(other, l1 < l2);
  out.at2 = mask_and(other, mask_not(l1 < l2));
  const Vec3<T> e1 = select<T>(out.at1, across, select<T>(out.at2, -out.e2, out.e1));
  out.e2 = select<T>(out.at1, -out.e1, select<T>(out.at2, -across, out.e2));
  out.e1 = e1;
  return out;
}

}  // namespace ABUT_ISA
}  // namespace abut
