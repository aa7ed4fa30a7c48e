// A point of a rational Bezier patch with its derivatives.
//
// Control points are four numbers, (w x, w y, w z, w): `Four` says how a processor has four numbers at once. The bits
// do not depend on it.
#pragma once

#include "abut/surface/bernstein.h"
#include "abut/surface/surface_jet.h"

namespace abut {

inline constexpr int most_patch_points = 64;  ///< of degree 7 in both directions

/// Control points (i, j) are at 4 * (i * (degree_v + 1) + j). Data only.
template <class T>
struct BezierPatch {
  int degree_u, degree_v;
  bool rational;  ///< else all weights are 1
  const T* points;
};

inline namespace ABUT_ISA {

/// Four numbers as single ones.
template <class T>
struct FourScalars {
  using Scalar = T;
  T c[4];

  ABUT_INLINE static FourScalars load(const T* p) { return {{p[0], p[1], p[2], p[3]}}; }
  ABUT_INLINE void store(T* p) const {
    for (int k = 0; k < 4; ++k) p[k] = c[k];
  }
  ABUT_INLINE Vec3<T> vector() const { return {c[0], c[1], c[2]}; }
  ABUT_INLINE T weight() const { return c[3]; }
};

template <class T>
ABUT_INLINE FourScalars<T> operator*(const FourScalars<T>& a, T s) {
  return {{a.c[0] * s, a.c[1] * s, a.c[2] * s, a.c[3] * s}};
}
/// a * s + b
template <class T>
ABUT_INLINE FourScalars<T> multiply_add(const FourScalars<T>& a, T s, const FourScalars<T>& b) {
  return {{fma(a.c[0], s, b.c[0]), fma(a.c[1], s, b.c[1]), fma(a.c[2], s, b.c[2]), fma(a.c[3], s, b.c[3])}};
}

/// Control point `k`, in the order that they lie in; its weight is not 0.
template <class T>
ABUT_INLINE Vec3<T> control_point(const BezierPatch<T>& patch, int k) {
  const T* c = patch.points + 4 * k;
  return patch.rational ? Vec3<T>{c[0], c[1], c[2]} * (T(1) / c[3]) : Vec3<T>{c[0], c[1], c[2]};
}

/// A point of the patch and its derivatives, homogeneous.
template <class Four>
struct HomogeneousPoint {
  Four point, u, v, uu, uv, vv;
};

namespace bezier_patch_detail {

/// The sum of `count` of them with these factors.
template <class Four, class T>
ABUT_INLINE Four combine(const Four* of, const T* factors, int count) {
  Four sum = of[0] * factors[0];
  for (int i = 1; i < count; ++i) sum = multiply_add(of[i], factors[i], sum);
  return sum;
}

template <class Four, class T>
ABUT_INLINE HomogeneousPoint<Four> point_of_degrees(const T* points, int p, int q, T s, T t) {
  BernsteinValues<T> along_u, along_v;
  bernstein(p, s, along_u);
  bernstein(q, t, along_v);
  Four row[8], row_first[8], row_second[8];
  for (int i = 0; i <= p; ++i) {
    Four line[8];
    for (int j = 0; j <= q; ++j) line[j] = Four::load(points + 4 * (i * (q + 1) + j));
    row[i] = combine(line, along_v.value, q + 1);
    row_first[i] = combine(line, along_v.first, q + 1);
    row_second[i] = combine(line, along_v.second, q + 1);
  }
  return {combine(row, along_u.value, p + 1),       combine(row, along_u.first, p + 1),
          combine(row_first, along_u.value, p + 1), combine(row, along_u.second, p + 1),
          combine(row_first, along_u.first, p + 1), combine(row_second, along_u.value, p + 1)};
}

}  // namespace bezier_patch_detail

/// At (s, t), each from 0 to 1.
template <class Four, class T>
ABUT_HD inline HomogeneousPoint<Four> homogeneous_point(const BezierPatch<T>& patch, T s, T t) {
  using namespace bezier_patch_detail;
  if (patch.degree_u == 3 && patch.degree_v == 3) return point_of_degrees<Four>(patch.points, 3, 3, s, t);
  if (patch.degree_u == 2 && patch.degree_v == 2) return point_of_degrees<Four>(patch.points, 2, 2, s, t);
  return point_of_degrees<Four>(patch.points, patch.degree_u, patch.degree_v, s, t);
}

/// By the quotient rule: not finite where the weight is 0.
template <class Four>
ABUT_INLINE auto projected(const HomogeneousPoint<Four>& h) -> SurfaceJet<typename Four::Scalar> {
  using T = typename Four::Scalar;
  const T inverse = T(1) / h.point.weight();
  SurfaceJet<T> out;
  out.point = h.point.vector() * inverse;
  out.u = (h.u.vector() - out.point * h.u.weight()) * inverse;
  out.v = (h.v.vector() - out.point * h.v.weight()) * inverse;
  out.uu = (h.uu.vector() - out.u * (T(2) * h.u.weight()) - out.point * h.uu.weight()) * inverse;
  out.uv = (h.uv.vector() - out.u * h.v.weight() - out.v * h.u.weight() - out.point * h.uv.weight()) * inverse;
  out.vv = (h.vv.vector() - out.v * (T(2) * h.v.weight()) - out.point * h.vv.weight()) * inverse;
  return out;
}

template <class Four, class T>
ABUT_INLINE SurfaceJet<T> point_on(const BezierPatch<T>& patch, T s, T t) {
  const HomogeneousPoint<Four> h = homogeneous_point<Four>(patch, s, t);
  if (patch.rational) return projected(h);
  return {h.point.vector(), h.u.vector(), h.v.vector(), h.uu.vector(), h.uv.vector(), h.vv.vector()};
}

}  // namespace ABUT_ISA
}  // namespace abut
