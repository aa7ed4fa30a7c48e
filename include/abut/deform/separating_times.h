// When does one direction keep a moving hull away from the origin?
//
// The height of a corner along a direction n is linear in time. While all heights are above d |n|, so is the height of
// every point of the hull, and the hull is farther than d from the origin. That is one interval of time, the
// intersection of at most four half-lines: one direction proves the whole of it, whatever the direction was chosen for.
//
// Rounding (docs/explanation/continuous-detection.md): with u half of the scalar's epsilon, a height at an end of the
// step is off by less than 4 u |n|_1, as coordinates are at most 1; so is its line in between. 8 u |n|_1 are taken off.
// Where a line crosses the threshold is known to 4 u of itself; intervals are shortened by 8.
#pragma once

#include "abut/deform/moving_hull.h"

namespace abut {
inline namespace ABUT_ISA {

namespace separating_times_detail {

/// Half of epsilon: no operation changes a normal number by more than this part of it.
template <class T>
struct Unit {
  static constexpr T value = Epsilon<T>::value / T(2);
};

/// Directions smaller than this are not used: their products would leave the range of normal numbers.
template <class T>
struct LeastDirection;
template <>
struct LeastDirection<float> {
  static constexpr float value = 0x1p-60f;
};
template <>
struct LeastDirection<double> {
  static constexpr double value = 0x1p-500;
};

template <class T>
ABUT_INLINE T height(Vec3<T> n, Vec3<T> w) {
  return (n.x * w.x + n.y * w.y) + n.z * w.z;
}

}  // namespace separating_times_detail

/// The time until which `n`, or -n, keeps the hull farther than `distance` (in the hull's lengths, 0 or more) from the
/// origin, from time `t` on: from `t` to the result, both included, the hull is nowhere nearer, for the coordinates as
/// they were given. `t` where it does not at `t`, and 1 where it does until the end of the step.
template <class T, int N>
ABUT_HD inline T separated_until(const MovingHull<T, N>& hull, Vec3<T> n, T distance, T t) {
  using namespace separating_times_detail;
  constexpr T u = Unit<T>::value;
  const T largest = max_abs(n);
  if (!(largest > LeastDirection<T>::value)) return t;
  n = n * (T(1) / largest);
  T start = height(n, hull.start[0]), end = height(n, hull.end[0]);
  const T side = start * (T(1) - t) + end * t < T(0) ? T(-1) : T(1);
  const T ones = moving_hull_detail::sum_of_magnitudes(n);
  const T length = distance > T(0) ? sqrt(height(n, n)) * (T(1) + T(16) * u) : T(0);
  const T threshold = distance > T(0) ? distance * length + T(8) * u * ones : T(8) * u * ones;
  T until = T(1);
  bool apart = true;
  for (int k = 0; k < N; ++k) {
    if (k > 0) start = height(n, hull.start[k]), end = height(n, hull.end[k]);
    const T above_start = side * start - threshold, above_end = side * end - threshold;
    if (above_start >= T(0)) {
      if (above_end < T(0)) until = min(until, above_start / (above_start - above_end) * (T(1) - T(8) * u));
    } else {
      apart = apart && above_end > T(0) && -above_start / (above_end - above_start) * (T(1) + T(8) * u) <= t;
    }
  }
  return apart && until > t ? until : t;
}

}  // namespace ABUT_ISA
}  // namespace abut
