// When does a direction that turns with a side keep a moving hull away from the origin?
//
// A fixed direction proves ever less of the time when a side turns about the place where it will be met, as in motions
// that stay in a plane, where coplanarity proves nothing. With n(t) = m x g(t), g along the side and m fixed, n stays
// normal to the side. It is linear in time, the heights of corners along it are quadratics, and positive_window.h tells
// until when they stay above d |n|, which is at most linear between its ends.
//
// Rounding (docs/explanation/continuous-detection.md): n is the straight line between the two ends as they are rounded.
// A height over a window is off by less than 20 u |n|_1; 32 are taken off.
#pragma once

#include "abut/deform/positive_window.h"
#include "abut/deform/separating_times.h"

namespace abut {
inline namespace ABUT_ISA {

/// As `separated_until`, for the direction that goes straight from `n0` at the start to `n1` at the end of the step, or
/// for its opposite.
template <class T, int N>
ABUT_HD inline T separated_until_turning(const MovingHull<T, N>& hull, Vec3<T> n0, Vec3<T> n1, T distance, T t) {
  using namespace separating_times_detail;
  constexpr T u = Unit<T>::value;
  const T largest = max(max_abs(n0), max_abs(n1));
  if (!(largest > LeastDirection<T>::value)) return t;
  n0 = n0 * (T(1) / largest), n1 = n1 * (T(1) / largest);
  const T side = height(at_time(n0, n1, t), at_time(hull.start[0], hull.end[0], t)) < T(0) ? T(-1) : T(1);
  using moving_hull_detail::sum_of_magnitudes;
  const T error = T(32) * u * max(sum_of_magnitudes(n0), sum_of_magnitudes(n1));
  const T d = distance > T(0) ? distance * (T(1) + T(32) * u) : T(0);
  const T d0 = distance > T(0) ? d * sqrt(height(n0, n0)) : T(0),
          d1 = distance > T(0) ? d * sqrt(height(n1, n1)) : T(0);
  T until = T(1);
  for (int k = 0; k < N && until > t; ++k) {
    const Vec3<T>&w0 = hull.start[k], &w1 = hull.end[k];
    const T a = side * height(n0, w0), c = side * height(n1, w1);
    const T b = side * ((height(n0, w1) + height(n1, w0)) * T(0.5));
    const T above[4] = {a - d0 - error, (a + T(2) * b - T(2) * d0 - d1) / T(3) - error,
                        (T(2) * b + c - d0 - T(2) * d1) / T(3) - error, c - d1 - error};
    until = min(until, positive_until(above, t));
  }
  return until;
}

/// The longest time of those of the hull's sides, each with the direction that at `t` points from its line towards the
/// origin.
template <class T, int N>
ABUT_HD inline T sides_away_until(const MovingHull<T, N>& hull, T distance, T t) {
  T until = t;
  for (int k = 0; k < N; ++k) {
    const int next = k + 1 < N ? k + 1 : 0;
    const Vec3<T> g0 = hull.start[next] - hull.start[k], g1 = hull.end[next] - hull.end[k];
    const Vec3<T> m = cross(at_time(g0, g1, t), at_time(hull.start[k], hull.end[k], t));
    const T largest = max_abs(m);
    if (!(largest > separating_times_detail::LeastDirection<T>::value)) continue;
    const Vec3<T> axis = m * (T(1) / largest);
    until = max(until, separated_until_turning(hull, cross(axis, g0), cross(axis, g1), distance, t));
  }
  return until;
}

}  // namespace ABUT_ISA
}  // namespace abut
