// Signed Volumes in the plane: the point of a triangle, an edge or a vertex nearest to the origin.
//
// The S2D and S1D of signed_volumes.h one dimension down: signed areas for volumes, edges for faces, and v from the
// normal of the edge with the offset at its end nearest to the origin. All z are 0, so that support mappings, poses and
// GJK's step are those of space: products with z add an exact 0.
#pragma once

#include "abut/narrow/signed_volumes.h"

namespace abut {
inline namespace ABUT_ISA {
namespace signed_areas_detail {

/// The third component of a x b.
template <class T>
ABUT_INLINE T cross_z(Vec3<T> a, Vec3<T> b) {
  return difference_of_products(a.x, b.y, a.y, b.x);
}

/// Edges (0, k) of a triangle. Data only.
template <class T>
struct Edges {
  Vec3<T> e[3];  ///< w[k] - w[0]
  T offset[3];   ///< of its line, times the length of e: on the right-hand side of the edge where it is positive
  MaskOf<T> examined[3];
};

/// S2D: inside, or which edges to examine: one whose opposite vertex is on the wrong side, or both if none is, or if
/// the triangle has no area.
template <class Signs, class T>
ABUT_INLINE void descend_triangle(const Vec3<T>* w, MaskOf<T> triangle, Edges<T>& d, NearestPoint<T, 2>& out) {
  using M = MaskOf<T>;
  using R = RealOf<T>;
  const T zero = T(R(0));
  const T one = T(R(1));
  const T twice = cross_z(d.e[1], d.e[2]);
  const T inverse = one / twice;
  T l1 = -(d.offset[2] * inverse);
  T l2 = d.offset[1] * inverse;
  T l0 = (one - l1) - l2;
  Signs::triangle(w[0], w[1], w[2], l0, l1, l2);
  const M flat = mask_not(abs(twice) > zero);
  const M right1 = l1 > zero;
  const M right2 = l2 > zero;
  const M both_right = mask_and(right1, right2);
  out.inside = mask_and(triangle, mask_not(flat), mask_and(both_right, l0 > zero));
  out.lambda[0] = select(out.inside, l0, out.lambda[0]);
  out.lambda[1] = select(out.inside, l1, out.lambda[1]);
  out.lambda[2] = select(out.inside, l2, out.lambda[2]);
  out.vv = select(out.inside, zero, out.vv);
  out.v = select<T>(out.inside, Vec3<T>{zero, zero, zero}, out.v);
  const M to_edges = mask_and(triangle, mask_not(out.inside));
  const M both = mask_or(both_right, flat);
  d.examined[1] = mask_or(d.examined[1], mask_and(to_edges, mask_or(both, mask_not(right2))));
  d.examined[2] = mask_or(d.examined[2], mask_and(to_edges, mask_or(both, mask_not(right1))));
}

/// S1D on edge (0, k). Its ends need no look: slot 0 is the answer to begin with, and slot k is not nearer than it was.
template <class Signs, class T>
ABUT_INLINE void descend_edge(int k, const Vec3<T>* w, const Edges<T>& d, NearestPoint<T, 2>& out) {
  using R = RealOf<T>;
  const T zero = T(R(0));
  const T one = T(R(1));
  const T inverse = one / dot(d.e[k], d.e[k]);
  T lk = -(dot(w[0], d.e[k]) * inverse);
  Signs::segment(w[0], w[k], lk);
  const T along = d.offset[k] * inverse;
  const T distance2 = d.offset[k] * along;
  const MaskOf<T> nearer = mask_and(mask_and(d.examined[k], lk > zero), lk < one, distance2 < out.vv);
  out.vv = select(nearer, distance2, out.vv);
  out.v = select<T>(nearer, Vec3<T>{d.e[k].y * along, -(d.e[k].x * along), zero}, out.v);
  out.lambda[0] = select(nearer, one - lk, out.lambda[0]);
  for (int j = 1; j < 3; ++j) out.lambda[j] = select(nearer, j == k ? lk : zero, out.lambda[j]);
}

}  // namespace signed_areas_detail

/// Nearest point of a simplex in the plane. Edges are those that hold slot 0, as faces are in space.
template <class Signs = RoundedSigns, class T>
ABUT_INLINE void signed_volumes(const Simplex<T, 2>& s, NearestPoint<T, 2>& out) {
  using namespace signed_areas_detail;
  using M = MaskOf<T>;
  using R = RealOf<T>;
  T ww[3];
  for (int k = 0; k < 3; ++k) ww[k] = dot(s.w[k], s.w[k]);
  out.v = s.w[0];
  out.vv = ww[0];
  out.lambda[0] = T(R(1));
  out.lambda[1] = out.lambda[2] = T(R(0));

  const M triangle = mask_and(s.used[1], s.used[2]);
  out.inside = mask_and(triangle, mask_not(triangle));
  Edges<T> d;
  for (int k = 1; k < 3; ++k) {
    d.e[k] = s.w[k] - s.w[0];
    d.offset[k] = cross_z(select<T>(ww[k] < ww[0], s.w[k], s.w[0]), d.e[k]);
    d.examined[k] = mask_and(s.used[k], mask_not(triangle));
  }
  if (any(triangle)) descend_triangle<Signs>(s.w, triangle, d, out);
  for (int k = 1; k < 3; ++k) {
    if (any(d.examined[k])) descend_edge<Signs>(k, s.w, d, out);
  }
}

}  // namespace ABUT_ISA
}  // namespace abut
