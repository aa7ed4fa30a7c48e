// A proof that no point of a Bezier patch is nearer to a given point than the one that Newton's method has found.
//
// With the point p, the patch A / w and the squared distance c that was found, no point is nearer if
// G = |A - p w|^2 - c w^2 is nowhere negative. G is a product of polynomials of four numbers, h = (A - p w, sqrt(c) w):
// G = <h, h>, where <,> takes the last product off. It is 0 where the point was found, and nothing descends from there
// into the patch; so it is enough that G is convex, or that it grows from an end inwards. Both follow from bounds of
//
//   G_ss / 2 = <h_s, h_s> + <h, h_ss>,   G_st / 2 = <h_s, h_t> + <h, h_st>,   G_tt / 2 = <h_t, h_t> + <h, h_tt>
//
// in which h and its derivatives are written as their values at the point found and what is left. The hulls of the
// control points say what that can be.
#pragma once

#include "abut/surface/patch_minimum.h"

namespace abut {

inline namespace ABUT_ISA {

namespace patch_proof_detail {

/// Four numbers of h or of a derivative.
template <class T>
struct Lorentz {
  Vec3<T> x;
  T w;
};
template <class T>
ABUT_INLINE Lorentz<T> operator-(const Lorentz<T>& a, const Lorentz<T>& b) {
  return {a.x - b.x, a.w - b.w};
}
template <class T>
ABUT_INLINE Lorentz<T> operator*(const Lorentz<T>& a, T s) {
  return {a.x * s, a.w * s};
}
template <class T>
ABUT_INLINE T product(const Lorentz<T>& a, const Lorentz<T>& b) {
  return fma(-a.w, b.w, dot(a.x, b.x));
}
template <class T>
ABUT_INLINE T euclidean(const Lorentz<T>& a) {
  return fma(a.w, a.w, dot(a.x, a.x));
}

/// The least and the most of what it has seen.
template <class T>
struct Extent {
  T least = Huge<T>::value, most = -Huge<T>::value;
  ABUT_INLINE void see(T x) { least = min(least, x), most = max(most, x); }
};

/// The control points, and h with its first derivatives at the point found.
template <class Four, class T>
struct LiftedPatch {
  const BezierPatch<T>& patch;
  Vec3<T> p;
  T root;  ///< the distance found
  Four net[most_patch_points];
  Lorentz<T> h, hs, ht;
  T least_weight, of_points, of_weights;  ///< the least weight, and the largest numbers

  ABUT_INLINE LiftedPatch(const BezierPatch<T>& of, Vec3<T> point, T distance) : patch(of), p(point), root(distance) {}
  ABUT_INLINE Lorentz<T> lifted(const Four& a) const {
    const T w = patch.rational ? a.weight() : T(1);
    return {a.vector() - p * w, root * w};
  }
  /// Of a derivative: the weights of one that is not rational have none.
  ABUT_INLINE Lorentz<T> derivative(const Four& a) const {
    const T w = patch.rational ? a.weight() : T(0);
    return {a.vector() - p * w, root * w};
  }
};

/// False where a weight is 0.
template <class Four, class T>
ABUT_INLINE bool lift(LiftedPatch<Four, T>& l, T s, T t) {
  const BezierPatch<T>& patch = l.patch;
  const HomogeneousPoint<Four> at = homogeneous_point<Four>(patch, s, t);
  l.h = l.lifted(at.point), l.hs = l.derivative(at.u), l.ht = l.derivative(at.v);
  l.least_weight = Huge<T>::value, l.of_points = T(0), l.of_weights = T(1);
  for (int k = 0; k < (patch.degree_u + 1) * (patch.degree_v + 1); ++k) {
    l.net[k] = Four::load(patch.points + 4 * k);
    l.of_points = max(l.of_points, max_abs(l.net[k].vector()));
    l.least_weight = patch.rational ? min(l.least_weight, l.net[k].weight()) : T(1);
    l.of_weights = patch.rational ? max(l.of_weights, l.net[k].weight()) : T(1);
  }
  return l.least_weight > T(0);
}

/// Calls `use` with each control point of a first derivative, along s or t.
template <class Four, class T, class Use>
ABUT_INLINE void each_first(const LiftedPatch<Four, T>& l, bool along_s, const Use& use) {
  const int n = l.patch.degree_u - (along_s ? 1 : 0), m = l.patch.degree_v - (along_s ? 0 : 1);
  const int row = l.patch.degree_v + 1, step = along_s ? row : 1;
  const T degree = T(along_s ? l.patch.degree_u : l.patch.degree_v);
  for (int i = 0; i <= n; ++i) {
    for (int j = 0; j <= m; ++j) {
      const Four* c = l.net + i * row + j;
      // Differences of control points first, and then less p times those of weights: far away p would hide them.
      use(l.derivative(multiply_add(c[0], T(-1), c[step])) * degree);
    }
  }
}

/// Likewise of a second derivative, `of_s` times along s.
template <class Four, class T, class Use>
ABUT_INLINE void each_second(const LiftedPatch<Four, T>& l, int of_s, const Use& use) {
  const int p = l.patch.degree_u, q = l.patch.degree_v, row = q + 1;
  const int n = p - of_s, m = q - (2 - of_s);
  const int first = of_s > 0 ? row : 1, second = of_s == 2 ? row : 1;
  const T degrees = T(of_s == 2 ? p * (p - 1) : of_s == 1 ? p * q : q * (q - 1));
  for (int i = 0; i <= n; ++i) {
    for (int j = 0; j <= m; ++j) {
      const Four* c = l.net + i * row + j;
      const Four low = multiply_add(c[0], T(-1), c[first]);
      const Four high = multiply_add(c[second], T(-1), c[first + second]);
      use(l.derivative(multiply_add(low, T(-1), high)) * degrees);
    }
  }
}

/// What the hulls say of z = h - h*, x = h_s - h_s*, y = h_t - h_t* (the values at the point found have a star) and of
/// the second derivatives.
template <class T>
struct HullSpreads {
  T z, x, y;             ///< lengths at most
  T x_weight, y_weight;  ///< last numbers at most
  Extent<T> z_hs, z_ht;  ///< products with h_s*, h_t*
  Extent<T> x_h, x_hs, x_ht, y_h, y_hs, y_ht;
  T ss, st, tt;  ///< lengths of second derivatives at most
  Extent<T> h_ss, h_st, h_tt;
};

template <class Four, class T>
ABUT_INLINE HullSpreads<T> spreads_of(const LiftedPatch<Four, T>& l) {
  HullSpreads<T> out;
  T z2 = T(0), x2 = T(0), y2 = T(0), ss2 = T(0), st2 = T(0), tt2 = T(0);
  out.x_weight = out.y_weight = T(0);
  for (int k = 0; k < (l.patch.degree_u + 1) * (l.patch.degree_v + 1); ++k) {
    const Lorentz<T> z = l.lifted(l.net[k]) - l.h;
    z2 = max(z2, euclidean(z));
    out.z_hs.see(product(l.hs, z)), out.z_ht.see(product(l.ht, z));
  }
  each_first(l, true, [&](const Lorentz<T>& of) {
    const Lorentz<T> x = of - l.hs;
    x2 = max(x2, euclidean(x)), out.x_weight = max(out.x_weight, abs(x.w));
    out.x_h.see(product(l.h, x)), out.x_hs.see(product(l.hs, x)), out.x_ht.see(product(l.ht, x));
  });
  each_first(l, false, [&](const Lorentz<T>& of) {
    const Lorentz<T> y = of - l.ht;
    y2 = max(y2, euclidean(y)), out.y_weight = max(out.y_weight, abs(y.w));
    out.y_h.see(product(l.h, y)), out.y_hs.see(product(l.hs, y)), out.y_ht.see(product(l.ht, y));
  });
  const auto second = [&](int of_s, T& longest, Extent<T>& with_h) {
    each_second(l, of_s,
                [&](const Lorentz<T>& d) { longest = max(longest, euclidean(d)), with_h.see(product(l.h, d)); });
    if (with_h.least > with_h.most) with_h.see(T(0));  // of degree 1 there is none
  };
  second(2, ss2, out.h_ss), second(1, st2, out.h_st), second(0, tt2, out.h_tt);
  out.z = sqrt(z2), out.x = sqrt(x2), out.y = sqrt(y2);
  out.ss = sqrt(ss2), out.st = sqrt(st2), out.tt = sqrt(tt2);
  return out;
}

/// What rounding may do to the bounds below: it must not prove anything.
template <class T>
struct ProofMargins {
  T a, b, c, slope_s, slope_t;
};

template <class Four, class T>
ABUT_INLINE ProofMargins<T> margins_of(const LiftedPatch<Four, T>& l, const HullSpreads<T>& f) {
  // A number of h is off by no more than `of_h`, a difference of control points by `of_d`. 16: a point is a sum of up
  // to 8 + 8 terms.
  const T n = T(l.patch.degree_u), m = T(l.patch.degree_v);
  const T p_size = max_abs(l.p) + l.root;
  const T of_h = T(16) * Epsilon<T>::value * (l.of_points + p_size * l.of_weights);
  const T of_d = l.patch.rational ? of_h : T(16) * Epsilon<T>::value * l.of_points;
  const T h = sqrt(euclidean(l.h)) + f.z, hs = sqrt(euclidean(l.hs)) + f.x, ht = sqrt(euclidean(l.ht)) + f.y;
  return {of_d * (T(4) * n * hs + n * (n - T(1)) * h) + T(2) * of_h * f.ss,
          T(2) * of_d * (m * hs + n * ht + n * m * h) + T(2) * of_h * f.st,
          of_d * (T(4) * m * ht + m * (m - T(1)) * h) + T(2) * of_h * f.tt, T(2) * (of_d * n * h + of_h * hs),
          T(2) * (of_d * m * h + of_h * ht)};
}

/// Half of G_ss and G_tt at least, half of G_st's magnitude at most.
template <class T>
struct HalfHessian {
  T a, b, c;
};

template <class Four, class T>
ABUT_INLINE HalfHessian<T> bounds_of(const LiftedPatch<Four, T>& l, const HullSpreads<T>& f,
                                     const ProofMargins<T>& off) {
  const T cross = product(l.hs, l.ht), turned = f.x * f.y + f.z * f.st;
  const T most = cross + f.y_hs.most + f.x_ht.most + f.h_st.most + turned;
  const T least = cross + f.y_hs.least + f.x_ht.least + f.h_st.least - turned;
  return {product(l.hs, l.hs) + T(2) * f.x_hs.least - f.x_weight * f.x_weight + f.h_ss.least - f.z * f.ss - off.a,
          max(abs(most), abs(least)) + off.b,
          product(l.ht, l.ht) + T(2) * f.y_ht.least - f.y_weight * f.y_weight + f.h_tt.least - f.z * f.tt - off.c};
}

/// Whether G grows from the end where `at` is inwards, all over the patch. `rest`: what z and the first derivative add
/// to the slope, `turned` the product of both.
template <class T>
ABUT_INLINE bool rises(T at, T slope, const Extent<T>& of_derivative, const Extent<T>& of_z, T turned, T off) {
  return (at <= T(0) && slope + of_derivative.least + of_z.least - turned > off) ||
         (at >= T(1) && slope + of_derivative.most + of_z.most + turned < -off);
}

/// How far p may go while the squared distance stays convex. Moved by d, p changes its second derivatives by d times
/// those of the patch.
template <class T>
ABUT_INLINE T room_of(const HalfHessian<T>& g, const HullSpreads<T>& f, T most) {
  T way = g.a > T(0) && g.c > T(0) ? most : T(0);
  for (int k = 0; k < 12 && way > T(0); ++k, way = way * T(0.5)) {
    const T less_a = g.a - way * f.ss, less_c = g.c - way * f.tt, more_b = g.b + way * f.st;
    if (less_a > T(0) && less_c > T(0) && less_a * less_c > more_b * more_b) return way;
  }
  return T(0);
}

}  // namespace patch_proof_detail

/// How much f can fall below its value at x along one parameter, over the way: `slope`, half the derivative there;
/// `bend`, half the second derivative at least.
template <class T>
ABUT_INLINE T fall(T x, T slope, T bend) {
  const T over_the_way = T(2) * max(max(slope * x, slope * (x - T(1))), T(0));
  return bend > T(0) ? min(over_the_way, slope * slope / bend) : over_the_way;
}

/// No point of the patch has a smaller squared distance from `p` than this; negative: not proved. (s, t): a place whose
/// distance nothing in the patch is below, nearly; `squared`: that distance. `room`: null, or gets how far p may go
/// while the squared distance stays convex; 0 if that is not known.
template <class Four, class T>
ABUT_HD inline T proved_squared_distance(const BezierPatch<T>& patch, Vec3<T> p, T s, T t, T squared,
                                         T* room = nullptr) {
  using namespace patch_proof_detail;
  LiftedPatch<Four, T> l(patch, p, sqrt(squared));
  if (!lift(l, s, t)) return T(-1);
  const HullSpreads<T> f = spreads_of(l);
  const ProofMargins<T> off = margins_of(l, f);
  const HalfHessian<T> g = bounds_of(l, f, off);
  const T slope_s = product(l.h, l.hs), slope_t = product(l.h, l.ht);
  const bool rises_s = rises(s, slope_s, f.x_h, f.z_hs, f.z * f.x, off.slope_s);
  const bool rises_t = rises(t, slope_t, f.y_h, f.z_ht, f.z * f.y, off.slope_t);
  const bool convex_s = rises_s || g.a > T(0), convex_t = rises_t || g.c > T(0);
  const bool convex = rises_s || rises_t || g.a * g.c > g.b * g.b;
  if (!(convex_s && convex_t && convex)) return T(-1);
  if (room != nullptr) *room = patch.rational ? T(0) : room_of(g, f, T(4) * max(l.root, f.z));
  // a x^2 - 2 b |x y| + c y^2 is no less than this part of a x^2 + c y^2. Close to the surface it matters: rounding
  // leaves slopes which, over the whole way, would be more than the squared distance.
  const T part = rises_s || rises_t ? T(1) : T(1) - g.b / sqrt(g.a * g.c);
  const T falls = fall(s, slope_s, g.a * part) + fall(t, slope_t, g.c * part);
  return max(squared - falls / (l.least_weight * l.least_weight), T(0));
}

}  // namespace ABUT_ISA
}  // namespace abut
