// Trigonometric polynomials on quarters of the circle as polynomials in Bernstein form.
//
// A quarter turn about the middle direction m is the rational quadratic arc (C, S) / W over u in [0, 1], with
// C = k (1 - u)^2 + 2 u (1 - u) + k u^2, S = k (u^2 - (1 - u)^2), W = (1 - u)^2 + 2 k u (1 - u) + u^2, k = sqrt(1/2).
// A polynomial of degree n in cosine and sine becomes, times W^n, one of degree 2 n in u. Coefficients are kept times
// their binomial numbers: then products are convolutions.
#pragma once

#include "abut/core/vec2.h"

namespace abut {

/// sum of c[i] u^i (1 - u)^(N - i). Data only.
template <class T, int N>
struct ArcForm {
  T c[N + 1];
};

/// Cosine, sine and 1, times W, on a quarter. Data only.
template <class T>
struct Arc {
  ArcForm<T, 2> cosine, sine, one;
};

inline namespace ABUT_ISA {

template <class T>
inline constexpr T sqrt_half = T(0.70710678118654752440);

template <class T, int N>
ABUT_INLINE ArcForm<T, N> operator+(const ArcForm<T, N>& a, const ArcForm<T, N>& b) {
  ArcForm<T, N> out;
  for (int i = 0; i <= N; ++i) out.c[i] = a.c[i] + b.c[i];
  return out;
}
template <class T, int N>
ABUT_INLINE ArcForm<T, N> operator-(const ArcForm<T, N>& a, const ArcForm<T, N>& b) {
  ArcForm<T, N> out;
  for (int i = 0; i <= N; ++i) out.c[i] = a.c[i] - b.c[i];
  return out;
}
template <class T, int N>
ABUT_INLINE ArcForm<T, N> operator*(const ArcForm<T, N>& a, T factor) {
  ArcForm<T, N> out;
  for (int i = 0; i <= N; ++i) out.c[i] = a.c[i] * factor;
  return out;
}
template <class T, int N, int M>
ABUT_INLINE ArcForm<T, N + M> operator*(const ArcForm<T, N>& a, const ArcForm<T, M>& b) {
  ArcForm<T, N + M> out{};
  for (int i = 0; i <= N; ++i) {
    for (int j = 0; j <= M; ++j) out.c[i + j] = fma(a.c[i], b.c[j], out.c[i + j]);
  }
  return out;
}

/// The quarter about the direction `middle`.
template <class T>
ABUT_HD inline Arc<T> quarter_about(Vec2<T> middle) {
  constexpr T k = sqrt_half<T>;
  const ArcForm<T, 2> c{{k, T(2), k}}, s{{-k, T(0), k}};
  return {c * middle.x - s * middle.y, c * middle.y + s * middle.x, {{T(1), T(2) * k, T(1)}}};
}

/// (one + c cosine + s sine) W.
template <class T>
ABUT_INLINE ArcForm<T, 2> linear_form(const Arc<T>& arc, T one, T c, T s) {
  return arc.one * one + arc.cosine * c + arc.sine * s;
}

/// The coefficients of the Bernstein polynomials.
template <class T, int N>
ABUT_HD inline void bernstein_coefficients(const ArcForm<T, N>& form, T* to) {
  T binomial = T(1);
  for (int i = 0; i <= N; ++i) {
    to[i] = form.c[i] / binomial;
    binomial = binomial * T(N - i) / T(i + 1);
  }
}

/// The unit vector at `turn`: quarter number and u in it, from the direction `start`.
template <class T>
ABUT_HD inline Vec2<T> direction_at(Vec2<T> start, T turn) {
  constexpr T k = sqrt_half<T>;
  int quarter = 0;
  for (; turn < T(0); turn += T(4)) {
  }
  for (; turn >= T(1); turn -= T(1)) ++quarter;
  const T u = turn, v = T(1) - u;
  const T w = fma(v, v, fma(T(2) * k * u, v, u * u));
  // from the quarter's beginning: (1, 0) v^2 + (k, k) 2 u v + (0, 1) u^2
  const Vec2<T> d{fma(v, v, T(2) * k * u * v) / w, fma(u, u, T(2) * k * u * v) / w};
  const Vec2<T> turned = quarter % 4 == 0   ? d
                         : quarter % 4 == 1 ? Vec2<T>{-d.y, d.x}
                         : quarter % 4 == 2 ? Vec2<T>{-d.x, -d.y}
                                            : Vec2<T>{d.y, -d.x};
  return {start.x * turned.x - start.y * turned.y, start.x * turned.y + start.y * turned.x};
}

}  // namespace ABUT_ISA
}  // namespace abut
