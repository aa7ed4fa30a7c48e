// Where polynomials in Bernstein form have their roots, certified in spite of rounding.
//
// Descartes' rule of signs with subdivision (Lane & Riesenfeld 1981). A coefficient within `noise` of 0 may have either
// sign. A piece without a possible change of sign has no root; with one at most, and ends of different signs, exactly
// one; where all coefficients are within noise, none, one or several, which is a cluster: double roots end there. Of a
// polynomial whose second derivative is about 1, its width is about sqrt(noise).
#pragma once

#include "abut/core/scalar.h"

namespace abut {

/// Intervals on the real line, in ascending order. Data only.
template <class T>
struct RootIntervals {
  static constexpr int most = 48;
  T begin[most], end[most];
  bool cluster[most];  ///< else exactly one root
  int count;
  bool overflow;  ///< there were more, or too many pieces to look at: what is behind the last is not known
};

inline namespace ABUT_ISA {

namespace root_detail {

/// A polynomial over [begin, end]. Data only.
template <class T, int N>
struct Piece {
  T c[N + 1], begin, end;
};

/// How often the signs can change at most, with those within noise free.
template <class T, int N>
ABUT_HD inline int most_changes(const T* c, T noise) {
  int plus = c[0] >= -noise ? 0 : -99, minus = c[0] <= noise ? 0 : -99;
  for (int i = 1; i <= N; ++i) {
    const int p = plus > minus + 1 ? plus : minus + 1, m = minus > plus + 1 ? minus : plus + 1;
    plus = c[i] >= -noise ? p : -99;
    minus = c[i] <= noise ? m : -99;
  }
  return plus > minus ? plus : minus;
}

template <class T, int N>
ABUT_HD inline bool all_in_noise(const T* c, T noise) {
  for (int i = 0; i <= N; ++i) {
    if (!(abs(c[i]) <= noise)) return false;
  }
  return true;
}

/// de Casteljau at t: `right` becomes the part behind, `left` that before.
template <class T, int N>
ABUT_HD inline void cut(Piece<T, N>& right, T t, Piece<T, N>& left) {
  const T rest = T(1) - t, middle = fma(right.end - right.begin, t, right.begin);
  for (int k = 0; k <= N; ++k) {
    left.c[k] = right.c[0];
    for (int i = 0; i < N - k; ++i) right.c[i] = fma(right.c[i], rest, right.c[i + 1] * t);
  }
  left.begin = right.begin;
  left.end = right.begin = middle;
}

/// Cuts near the middle, where the value is not within noise if possible: a root at the cut would be in both parts.
template <class T, int N>
ABUT_HD inline void cut_aside_of_roots(Piece<T, N>& right, T noise, Piece<T, N>& left) {
  const T at[3] = {T(0.5), T(0.4375), T(0.5625)};
  const Piece<T, N> whole = right;
  for (int k = 0; k < 3; ++k) {
    right = whole;
    cut(right, at[k], left);
    if (abs(right.c[0]) > T(4) * noise) return;
  }
}

/// Adjacent clusters become one.
template <class T>
ABUT_HD inline void append(RootIntervals<T>& out, T begin, T end, bool cluster) {
  const int last = out.count - 1;
  if (cluster && last >= 0 && out.cluster[last] && out.end[last] == begin) {
    out.end[last] = end;
    return;
  }
  if (out.count == RootIntervals<T>::most) {
    out.overflow = true;
    return;
  }
  out.begin[out.count] = begin;
  out.end[out.count] = end;
  out.cluster[out.count++] = cluster;
}

/// Halvings until roots apart by the square root of noise are told apart, and some more.
template <class T>
inline constexpr int most_halvings = Epsilon<T>::value < T(1e-10) ? 34 : 18;

}  // namespace root_detail

/// Appends the intervals in [begin, begin + 1] of the polynomial with the Bernstein coefficients c[0..N] over it. All
/// coefficients are known to within `noise`.
template <class T, int N>
ABUT_HD inline void find_root_intervals(const T* c, T noise, T begin, RootIntervals<T>& out) {
  using namespace root_detail;
  constexpr int depth = most_halvings<T>;
  Piece<T, N> stack[depth + 1];
  int level[depth + 1];
  for (int i = 0; i <= N; ++i) stack[0].c[i] = c[i];
  stack[0].begin = begin;
  stack[0].end = begin + T(1);
  level[0] = 0;
  int top = 0;
  for (int pieces = 0; top >= 0; ++pieces) {
    Piece<T, N>& p = stack[top];
    const int changes = most_changes<T, N>(p.c, noise);
    const bool up = p.c[0] < -noise && p.c[N] > noise, down = p.c[0] > noise && p.c[N] < -noise;
    if (changes == 0) {
      --top;
    } else if (changes == 1 && (up || down)) {
      append(out, p.begin, p.end, false);
      --top;
    } else if (level[top] == depth || pieces > 600 || all_in_noise<T, N>(p.c, noise)) {
      append(out, p.begin, p.end, true);
      out.overflow = out.overflow || pieces > 600;
      --top;
    } else {
      level[top + 1] = ++level[top];
      cut_aside_of_roots(p, noise, stack[top + 1]);
      ++top;
    }
  }
}

/// The longest interval in which nothing differs from 0, 0 where there is none.
template <class T>
ABUT_HD inline T longest_cluster(const RootIntervals<T>& found) {
  T out = T(0);
  for (int i = 0; i < found.count; ++i) {
    if (found.cluster[i]) out = max(out, found.end[i] - found.begin[i]);
  }
  return out;
}

}  // namespace ABUT_ISA
}  // namespace abut
