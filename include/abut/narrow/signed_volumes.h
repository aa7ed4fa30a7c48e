// Signed Volumes: the point of a simplex nearest to the origin, and the sub-simplex that supports it.
//
// Source: Montanari, Petrinic & Barbieri 2017 (S3D, S2D, S1D), after Montanari 2017, section 3.1. Departures:
// - Descends with need-masks instead of recursion, so that one thread and a pack of lanes run the same code.
// - The cofactors of S3D are the offsets of the face planes, so S2D shares their normals.
// - S1D's barycentric coordinate is -(s.t)/(t.t); the thesis prints the projection onto a line with a wrong sign.
// - v is taken from the face normal with the offset at the vertex nearest to the origin, not from the barycentric sum:
//   measured, 14 to 53 times fewer errors above 1e-5 in float.
// A zero determinant makes its quotients NaN or infinite; then no vertex counts as "on the right side" and every
// facet is examined, which is the descent that affinely dependent vertices need. Signs decided exactly: exact_signs.h.
#pragma once

#include "abut/core/vec3.h"

namespace abut {

/// Fixed slots, four in space (`dim` 3) and three in the plane (2), the newest vertex in slot 0, which is always in
/// use; the others are in use under `used`. Fixed slots need no dynamic indexing: the arrays stay in registers. Data
/// only.
template <class T, int dim = 3>
struct Simplex {
  Vec3<T> w[dim + 1];                       ///< vertices of the Minkowski difference A - B, in A's frame
  IndexOf<T> id_a[dim + 1], id_b[dim + 1];  ///< the vertices of A and B that they come from
  T lambda[dim + 1];                        ///< barycentric coordinates of the nearest point
  MaskOf<T> used[dim + 1];
};

/// Data only.
template <class T, int dim = 3>
struct NearestPoint {
  Vec3<T> v;          ///< the point of the simplex nearest to the origin
  T vv;               ///< its squared length
  T lambda[dim + 1];  ///< > 0 for the supporting vertices, 0 for the others
  MaskOf<T> inside;   ///< the origin lies in the tetrahedron, in the plane in the triangle
};

inline namespace ABUT_ISA {

/// The policy for signs: a barycentric coordinate is positive if it is so as computed. A policy may correct what the
/// levels compute, given the vertices; this one, for a scalar or a pack of lanes, leaves all as it is.
struct RoundedSigns {
  /// Of the face of slots 0, a and b. Any multiple of the normal will do.
  template <class T>
  ABUT_INLINE static void normal(const Vec3<T>*, int, int, Vec3<T>&) {}
  /// Barycentric coordinates of the origin in the tetrahedron, or in its foot on the triangle, or of q on the segment.
  template <class T>
  ABUT_INLINE static void tetrahedron(const Vec3<T>*, T*) {}
  template <class T>
  ABUT_INLINE static void triangle(Vec3<T>, Vec3<T>, Vec3<T>, T&, T&, T&) {}
  template <class T>
  ABUT_INLINE static void segment(Vec3<T>, Vec3<T>, T&) {}
};

namespace signed_volumes_detail {

/// Whichever of slot 0 and slots a, b lies nearest to the origin: there a plane's offset has the least rounding error.
template <class T>
ABUT_INLINE Vec3<T> nearest_vertex(const Vec3<T>* w, const T* ww, int a, int b) {
  const MaskOf<T> a_nearer = ww[a] < ww[0];
  const Vec3<T> q = select<T>(a_nearer, w[a], w[0]);
  const T qq = select(a_nearer, ww[a], ww[0]);
  return select<T>(ww[b] < qq, w[b], q);
}

/// What the three levels share: faces (0, first(c), second(c)) that omit slot c, edges (0, k).
template <class T>
struct Descent {
  Vec3<T> e[4];       ///< w[k] - w[0]
  Vec3<T> normal[4];  ///< of the faces, not normalised
  Vec3<T> moment[4];  ///< w[0] x e[k]
  T offset[4];        ///< of the faces' planes, times the normals' lengths
  MaskOf<T> face[4];  ///< faces to examine
  MaskOf<T> edge[4];  ///< edges to examine
};

/// The two slots that face `c` joins with slot 0, in cyclic order.
ABUT_INLINE constexpr int first(int c) { return c == 3 ? 1 : c + 1; }
ABUT_INLINE constexpr int second(int c) { return c == 1 ? 3 : c - 1; }

/// The planes of the faces, from the vertices nearest to the origin.
template <class Signs, class T>
ABUT_INLINE void set_planes(const Vec3<T>* w, Descent<T>& d) {
  const T zero = T(RealOf<T>(0));
  T ww[4];
  for (int k = 0; k < 4; ++k) ww[k] = dot(w[k], w[k]);
  for (int k = 1; k < 4; ++k) d.moment[k] = cross(w[0], d.e[k]);
  for (int c = 1; c < 4; ++c) {
    d.normal[c] = {zero, zero, zero};
    d.offset[c] = zero;
    if (!any(d.face[c])) continue;
    d.normal[c] = cross(d.e[first(c)], d.e[second(c)]);
    Signs::normal(w, first(c), second(c), d.normal[c]);
    d.offset[c] = dot(nearest_vertex<T>(w, ww, first(c), second(c)), d.normal[c]);
  }
}

/// S3D: inside, or which faces to examine: a face whose opposite vertex is on the wrong side, or all if none is (then
/// the origin lies beyond the face opposite to slot 0 by rounding error only).
template <class Signs, class T>
ABUT_INLINE void descend_tetrahedron(const Vec3<T>* w, MaskOf<T> tetrahedron, Descent<T>& d, NearestPoint<T>& out) {
  using M = MaskOf<T>;
  using R = RealOf<T>;
  const T zero = T(R(0));
  const T one = T(R(1));
  const T minus_inverse = -one / dot(d.e[1], d.normal[1]);
  T l[4];
  for (int k = 1; k < 4; ++k) l[k] = d.offset[k] * minus_inverse;
  l[0] = ((one - l[1]) - l[2]) - l[3];
  Signs::tetrahedron(w, l);
  M right_side[4];
  for (int k = 1; k < 4; ++k) right_side[k] = l[k] > zero;
  const M all_right = mask_and(right_side[1], right_side[2], right_side[3]);
  out.inside = mask_and(tetrahedron, all_right, l[0] > zero);
  for (int k = 0; k < 4; ++k) out.lambda[k] = select(out.inside, l[k], out.lambda[k]);
  out.vv = select(out.inside, zero, out.vv);
  out.v = select<T>(out.inside, Vec3<T>{zero, zero, zero}, out.v);
  const M examine_all = mask_or(mask_not(tetrahedron), all_right);
  const M outside = mask_not(out.inside);
  for (int c = 1; c < 4; ++c) {
    d.face[c] = mask_and(d.face[c], outside, mask_or(examine_all, mask_not(right_side[c])));
  }
}

/// S2D on face `c`: its foot, or which of its edges to examine.
template <class Signs, class T>
ABUT_INLINE void descend_face(int c, const Vec3<T>* w, Descent<T>& d, NearestPoint<T>& out) {
  using M = MaskOf<T>;
  using R = RealOf<T>;
  const T zero = T(R(0));
  const T one = T(R(1));
  const int a = first(c);
  const int b = second(c);
  const T inverse = one / dot(d.normal[c], d.normal[c]);
  const T k = d.offset[c] * inverse;
  const T distance2 = d.offset[c] * k;
  T lb = dot(d.normal[c], d.moment[a]) * inverse;
  T la = -(dot(d.normal[c], d.moment[b]) * inverse);
  T l0 = (one - la) - lb;
  Signs::triangle(w[0], w[a], w[b], l0, la, lb);
  const M a_right = la > zero;
  const M b_right = lb > zero;
  const M both_right = mask_and(a_right, b_right);
  const M in_face = mask_and(both_right, l0 > zero);
  const M nearer = mask_and(d.face[c], in_face, distance2 < out.vv);
  const M to_edges = mask_and(d.face[c], mask_not(in_face));
  out.vv = select(nearer, distance2, out.vv);
  out.v = select<T>(nearer, d.normal[c] * k, out.v);
  out.lambda[0] = select(nearer, l0, out.lambda[0]);
  out.lambda[a] = select(nearer, la, out.lambda[a]);
  out.lambda[b] = select(nearer, lb, out.lambda[b]);
  out.lambda[c] = select(nearer, zero, out.lambda[c]);
  d.edge[a] = mask_or(d.edge[a], mask_and(to_edges, mask_or(mask_not(b_right), both_right)));
  d.edge[b] = mask_or(d.edge[b], mask_and(to_edges, mask_or(mask_not(a_right), both_right)));
}

/// S1D on edge (0, k). Its ends need no look: slot 0 is the answer to begin with, and slot k is not nearer than it was.
template <class Signs, class T>
ABUT_INLINE void descend_edge(int k, Vec3<T> w0, Vec3<T> wk, const Descent<T>& d, NearestPoint<T>& out) {
  using R = RealOf<T>;
  const T zero = T(R(0));
  const T one = T(R(1));
  T lk = -dot(w0, d.e[k]) / dot(d.e[k], d.e[k]);
  Signs::segment(w0, wk, lk);
  const Vec3<T> p = multiply_add(d.e[k], lk, w0);
  const T distance2 = dot(p, p);
  const MaskOf<T> nearer = mask_and(mask_and(d.edge[k], lk > zero), lk < one, distance2 < out.vv);
  out.vv = select(nearer, distance2, out.vv);
  out.v = select<T>(nearer, p, out.v);
  out.lambda[0] = select(nearer, one - lk, out.lambda[0]);
  for (int j = 1; j < 4; ++j) out.lambda[j] = select(nearer, j == k ? lk : zero, out.lambda[j]);
}

}  // namespace signed_volumes_detail

/// Nearest point of the simplex `s`. Faces are those that hold slot 0: the newest vertex lies beyond the previous
/// supporting simplex, so the face opposite to it cannot be nearest. (A simplex in any order: nearest_point_simplex.h;
/// in the plane: signed_areas.h.)
template <class Signs = RoundedSigns, class T>
ABUT_INLINE void signed_volumes(const Simplex<T>& s, NearestPoint<T>& out) {
  using namespace signed_volumes_detail;
  using M = MaskOf<T>;
  using R = RealOf<T>;
  const M* used = s.used;
  out.v = s.w[0];
  out.vv = dot(s.w[0], s.w[0]);
  out.lambda[0] = T(R(1));
  out.lambda[1] = out.lambda[2] = out.lambda[3] = T(R(0));

  Descent<T> d;
  for (int k = 1; k < 4; ++k) d.e[k] = s.w[k] - s.w[0];
  for (int c = 1; c < 4; ++c) d.face[c] = mask_and(used[first(c)], used[second(c)]);
  const M tetrahedron = mask_and(d.face[3], used[3]);
  out.inside = mask_and(tetrahedron, mask_not(tetrahedron));
  // A lone edge is examined at once, others when a face sends the origin there.
  for (int k = 1; k < 4; ++k) d.edge[k] = mask_and(used[k], mask_not(mask_or(d.face[first(k)], d.face[second(k)])));

  if (any(mask_or(d.face[1], d.face[2], d.face[3]))) {
    set_planes<Signs>(s.w, d);
    if (any(tetrahedron)) descend_tetrahedron<Signs>(s.w, tetrahedron, d, out);
    for (int c = 1; c < 4; ++c) {
      if (any(d.face[c])) descend_face<Signs>(c, s.w, d, out);
    }
  }
  for (int k = 1; k < 4; ++k) {
    if (any(d.edge[k])) descend_edge<Signs>(k, s.w[0], s.w[k], d, out);
  }
}

}  // namespace ABUT_ISA
}  // namespace abut
