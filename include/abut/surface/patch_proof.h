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

/// What a hull of control points says about a vector y in it, less its value at the point found.
template <class T>
struct Spread {
  T least, most;  ///< of the product with one fixed vector
  T longest;      ///< squared, of y less its value
  T heaviest;     ///< the last number's magnitude, of y less its value
};

template <class T>
ABUT_INLINE Spread<T> no_spread() {
  return {Huge<T>::value, -Huge<T>::value, T(0), T(0)};
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
  const int n = patch.degree_u, m = patch.degree_v, row = m + 1;
  const T root = sqrt(squared);
  const auto lifted = [&](const Four& a) -> Lorentz<T> {
    const T w = patch.rational ? a.weight() : T(1);
    return {a.vector() - p * w, root * w};
  };
  const auto derivative = [&](const Four& a) -> Lorentz<T> {
    const T w = patch.rational ? a.weight() : T(0);
    return {a.vector() - p * w, root * w};
  };
  const HomogeneousPoint<Four> at = homogeneous_point<Four>(patch, s, t);
  const Lorentz<T> h = lifted(at.point), hs = derivative(at.u), ht = derivative(at.v);

  Four net[most_patch_points];
  T least_weight = Huge<T>::value, of_points = T(0), of_weights = T(1);
  for (int k = 0; k < (n + 1) * row; ++k) {
    net[k] = Four::load(patch.points + 4 * k);
    of_points = max(of_points, max_abs(net[k].vector()));
    least_weight = patch.rational ? min(least_weight, net[k].weight()) : T(1);
    of_weights = patch.rational ? max(of_weights, net[k].weight()) : T(1);
  }
  if (!(least_weight > T(0))) return T(-1);
  // Differences of control points first, and then less p times those of weights: far away p would hide them.
  const auto difference = [](const Four& from, const Four& to) { return multiply_add(from, T(-1), to); };

  // z = h - h*, x = h_s - h_s*, y = h_t - h_t*, and second derivatives as they are.
  T z2 = T(0), x2 = T(0), y2 = T(0), xw = T(0), yw = T(0);
  T z_hs = Huge<T>::value, z_ht = Huge<T>::value, z_hs_most = -Huge<T>::value, z_ht_most = -Huge<T>::value;
  for (int k = 0; k < (n + 1) * row; ++k) {
    const Lorentz<T> z = lifted(net[k]) - h;
    z2 = max(z2, euclidean(z));
    const T a = product(hs, z), b = product(ht, z);
    z_hs = min(z_hs, a), z_hs_most = max(z_hs_most, a);
    z_ht = min(z_ht, b), z_ht_most = max(z_ht_most, b);
  }
  T x_hs = Huge<T>::value, x_h = Huge<T>::value, x_h_most = -Huge<T>::value, x_ht = Huge<T>::value,
    x_ht_most = -Huge<T>::value;
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j <= m; ++j) {
      const Lorentz<T> x = derivative(difference(net[i * row + j], net[(i + 1) * row + j])) * T(n) - hs;
      x2 = max(x2, euclidean(x)), xw = max(xw, abs(x.w));
      x_hs = min(x_hs, product(hs, x));
      const T a = product(h, x), b = product(ht, x);
      x_h = min(x_h, a), x_h_most = max(x_h_most, a);
      x_ht = min(x_ht, b), x_ht_most = max(x_ht_most, b);
    }
  }
  T y_ht = Huge<T>::value, y_h = Huge<T>::value, y_h_most = -Huge<T>::value, y_hs = Huge<T>::value,
    y_hs_most = -Huge<T>::value;
  for (int i = 0; i <= n; ++i) {
    for (int j = 0; j < m; ++j) {
      const Lorentz<T> y = derivative(difference(net[i * row + j], net[i * row + j + 1])) * T(m) - ht;
      y2 = max(y2, euclidean(y)), yw = max(yw, abs(y.w));
      y_ht = min(y_ht, product(ht, y));
      const T a = product(h, y), b = product(hs, y);
      y_h = min(y_h, a), y_h_most = max(y_h_most, a);
      y_hs = min(y_hs, b), y_hs_most = max(y_hs_most, b);
    }
  }
  T ss = T(0), st = T(0), tt = T(0), h_ss = T(0), h_tt = T(0), h_st = Huge<T>::value, h_st_most = -Huge<T>::value;
  if (n >= 2) {
    h_ss = Huge<T>::value;
    for (int i = 0; i + 2 <= n; ++i) {
      for (int j = 0; j <= m; ++j) {
        const Four* c = net + i * row + j;
        const Four twice = difference(difference(c[0], c[row]), difference(c[row], c[2 * row]));
        const Lorentz<T> d = derivative(twice) * T(n * (n - 1));
        ss = max(ss, euclidean(d)), h_ss = min(h_ss, product(h, d));
      }
    }
  }
  if (m >= 2) {
    h_tt = Huge<T>::value;
    for (int i = 0; i <= n; ++i) {
      for (int j = 0; j + 2 <= m; ++j) {
        const Four* c = net + i * row + j;
        const Four twice = difference(difference(c[0], c[1]), difference(c[1], c[2]));
        const Lorentz<T> d = derivative(twice) * T(m * (m - 1));
        tt = max(tt, euclidean(d)), h_tt = min(h_tt, product(h, d));
      }
    }
  }
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < m; ++j) {
      const Four* c = net + i * row + j;
      const Four twice = difference(difference(c[0], c[row]), difference(c[1], c[row + 1]));
      const Lorentz<T> d = derivative(twice) * T(n * m);
      st = max(st, euclidean(d));
      const T a = product(h, d);
      h_st = min(h_st, a), h_st_most = max(h_st_most, a);
    }
  }
  const T z = sqrt(z2), x = sqrt(x2), y = sqrt(y2);
  // Rounding must not prove anything: a number of h is off by no more than `of_h`, a difference of control points by
  // `of_d`. 16: a point is a sum of up to 8 + 8 terms.
  const T p_size = max_abs(p) + root;
  const T of_h = T(16) * Epsilon<T>::value * (of_points + p_size * of_weights);
  const T of_d = patch.rational ? of_h : T(16) * Epsilon<T>::value * of_points;
  const T h_size = sqrt(euclidean(h)) + z, hs_size = sqrt(euclidean(hs)) + x, ht_size = sqrt(euclidean(ht)) + y;
  const T of_ss = sqrt(ss), of_tt = sqrt(tt), of_st = sqrt(st);
  const T off_a = of_d * (T(4 * n) * hs_size + T(n * (n - 1)) * h_size) + T(2) * of_h * of_ss;
  const T off_c = of_d * (T(4 * m) * ht_size + T(m * (m - 1)) * h_size) + T(2) * of_h * of_tt;
  const T off_b = T(2) * of_d * (T(m) * hs_size + T(n) * ht_size + T(n * m) * h_size) + T(2) * of_h * of_st;
  const T off_s = T(2) * (of_d * T(n) * h_size + of_h * hs_size),
          off_t = T(2) * (of_d * T(m) * h_size + of_h * ht_size);
  const T a = product(hs, hs) + T(2) * x_hs - xw * xw + h_ss - z * of_ss - off_a;
  const T c = product(ht, ht) + T(2) * y_ht - yw * yw + h_tt - z * of_tt - off_c;
  const T cross = product(hs, ht), turned = x * y + z * of_st;
  const T b =
      max(abs(cross + y_hs_most + x_ht_most + h_st_most + turned), abs(cross + y_hs + x_ht + h_st - turned)) + off_b;
  const T slope_s = product(h, hs), slope_t = product(h, ht);
  const bool rises_s = (s <= T(0) && slope_s + x_h + z_hs - z * x > off_s) ||
                       (s >= T(1) && slope_s + x_h_most + z_hs_most + z * x < -off_s);
  const bool rises_t = (t <= T(0) && slope_t + y_h + z_ht - z * y > off_t) ||
                       (t >= T(1) && slope_t + y_h_most + z_ht_most + z * y < -off_t);
  const bool convex_s = rises_s || a > T(0), convex_t = rises_t || c > T(0);
  const bool convex = rises_s || rises_t || a * c > b * b;
  if (!(convex_s && convex_t && convex)) return T(-1);
  if (room != nullptr) {
    // Moved by d, p changes the second derivatives of the squared distance by d times those of the patch.
    *room = T(0);
    T way = patch.rational || !(a > T(0)) || !(c > T(0)) ? T(0) : T(4) * max(root, z);
    for (int k = 0; k < 12 && way > T(0) && *room == T(0); ++k, way = way * T(0.5)) {
      const T less_a = a - way * of_ss, less_c = c - way * of_tt, more_b = b + way * of_st;
      if (less_a > T(0) && less_c > T(0) && less_a * less_c > more_b * more_b) *room = way;
    }
  }
  // a x^2 - 2 b |x y| + c y^2 is no less than this part of a x^2 + c y^2. Close to the surface it matters: rounding
  // leaves slopes which, over the whole way, would be more than the squared distance.
  const T part = rises_s || rises_t ? T(1) : T(1) - b / sqrt(a * c);
  const T falls = fall(s, slope_s, a * part) + fall(t, slope_t, c * part);
  return max(squared - falls / (least_weight * least_weight), T(0));
}

}  // namespace ABUT_ISA
}  // namespace abut
