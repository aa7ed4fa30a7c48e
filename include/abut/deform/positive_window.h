// Until when does a cubic stay positive? A lower bound of the time, by control points.
//
// In Bernstein form over a window of time a polynomial lies in the hull of its control points, and that hull tells
// where it cannot be zero (Bezier clipping, Sederberg & Nishita 1990). Windows that shrink to the last step close in on
// a simple root quadratically.
//
// Rounding: over a window coefficients are off by less than 9 units of rounding of the largest one of the whole step,
// three levels of mixing. It is the caller's to take off beforehand, as all else that coefficients may be off by.
#pragma once

#include "abut/core/scalar.h"

namespace abut {
inline namespace ABUT_ISA {

namespace positive_window_detail {

template <class T>
ABUT_INLINE T mix(T a, T b, T t) {
  return a * (T(1) - t) + b * t;
}

/// Coefficients over the window from `a` to `b`, by blossoms.
template <class T>
ABUT_HD inline void over_window(const T (&c)[4], T a, T b, T (&out)[4]) {
  T p[3], q[3];
  for (int i = 0; i < 3; ++i) p[i] = mix(c[i], c[i + 1], a), q[i] = mix(c[i], c[i + 1], b);
  for (int i = 0; i < 2; ++i) p[i] = mix(p[i], p[i + 1], a), q[i] = mix(q[i], q[i + 1], b);
  out[0] = mix(p[0], p[1], a), out[1] = mix(p[0], p[1], b), out[2] = mix(q[0], q[1], a), out[3] = mix(q[0], q[1], b);
}

/// The part of a window, from 0 to 1, in front of the leftmost place where the hull of its control points is not
/// positive: a lower bound; 1 where all are positive. 0 where the first is not.
template <class T>
ABUT_HD inline T positive_part(const T (&c)[4]) {
  if (!(c[0] > T(0))) return T(0);
  T part = T(1);
  for (int j = 1; j < 4; ++j) {
    if (c[j] > T(0)) continue;
    for (int i = 0; i < j; ++i) {
      if (!(c[i] > T(0))) continue;
      // Seven roundings: 8 epsilons are 16 units.
      const T at = (T(i) + T(j - i) * (c[i] / (c[i] - c[j]))) * (T(1) / T(3));
      part = min(part, at * (T(1) - T(8) * Epsilon<T>::value));
    }
  }
  return part;
}

}  // namespace positive_window_detail

/// The value at time `t` of the cubic with these Bernstein coefficients.
template <class T>
ABUT_HD inline T bernstein_value(const T (&c)[4], T t) {
  using positive_window_detail::mix;
  const T a = mix(c[0], c[1], t), b = mix(c[1], c[2], t), d = mix(c[2], c[3], t);
  return mix(mix(a, b, t), mix(b, d, t), t);
}

/// The time until which the cubic with these Bernstein coefficients over the step is positive, from time `t` on: it is
/// so from `t` to the result, both included. `t` where it is not at `t`, 1 where it is until the end. The search ends
/// soon rather than at the root: what follows begins from there again.
template <class T>
ABUT_HD inline T positive_until(const T (&c)[4], T t) {
  using namespace positive_window_detail;
  T width = T(1) - t, window[4];
  for (int round = 0; round < 4; ++round) {
    const T end = min(T(1), t + width);
    over_window(c, t, end, window);
    const T part = positive_part(window);
    if (part >= T(1)) {
      t = end;
      if (t >= T(1)) break;
      width = T(4) * width;
      continue;
    }
    const T step = part * (end - t);
    const T next = (t + step) * (T(1) - T(2) * Epsilon<T>::value);
    if (!(next > t)) break;
    t = next, width = T(2) * step;
  }
  return t;
}

}  // namespace ABUT_ISA
}  // namespace abut
