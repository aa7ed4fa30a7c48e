// Whether a rectangle of a Bezier patch holds a local minimum of the distance to a point: none, one, or not known yet.
#pragma once

#include <cstdint>

#include "abut/surface/slope_nets.h"
#include "abut/surface/surface_view.h"

namespace abut {

enum class MinimumVerdict : std::uint8_t {
  none,     ///< but at its poles
  one,      ///< at most
  flat,     ///< at all of its places, or at all of a curve, to rounding
  unknown,  ///< cut it
};

/// A rectangle, with the slopes by its own parameters from 0 to 1: where both are 0, their derivatives are symmetric.
/// Data only.
template <class T>
struct SlopeRectangle {
  ParameterRectangle<T> in;
  SlopeNets<T> slopes;
  std::uint32_t ends;  ///< bits: which of its ends are borders or creases
  PatchPoles poles;    ///< of its own
  bool divided;        ///< a slope of the patch has been divided by the distance to a pole
};

/// Numbers that `verdict_on` needs.
inline constexpr int verdict_scratch_numbers = 6 * 22 * 22;

inline namespace ABUT_ISA {

/// A pole is a minimum though the slope away from it is below 0 by this many times its noise: the lowest place is then
/// as good as there.
template <class T>
struct PoleRoom;
template <>
struct PoleRoom<float> {
  static constexpr float value = 0x1p6f;
};
template <>
struct PoleRoom<double> {
  static constexpr double value = 0x1p19;
};

namespace rectangle_verdict_detail {

/// 1 or -1 where all of it is above or below 0 by more than its noise, else 0.
template <class T>
ABUT_INLINE int sign_of(const BernsteinNetView<T>& f, T noise) {
  const NetRange<T> r = range_of(f);
  return r.least > noise ? 1 : r.largest < -noise ? -1 : 0;
}
template <class T>
ABUT_INLINE bool is_nothing(const BernsteinNetView<T>& f, T noise) {
  return largest_magnitude(f) <= noise;
}

/// One border of a rectangle: what goes inwards and what goes along it, from its first corner to its second one.
template <class T>
struct Border {
  BernsteinNetView<T> inward, along;
  T noise_inward, noise_along;
  bool first_corner, second_corner;  ///< whether those ends of it are borders too
};

template <class T>
ABUT_HD inline Border<T> border_at(const SlopeRectangle<T>& r, NetEnd end, NumberRoom<T>& room) {
  const bool of_s = end == NetEnd::s0 || end == NetEnd::s1;
  const SlopeNets<T>& f = r.slopes;
  Border<T> out{along(of_s ? f.s : f.t, end, room),
                along(of_s ? f.t : f.s, end, room),
                of_s ? f.noise_s : f.noise_t,
                of_s ? f.noise_t : f.noise_s,
                (r.ends & (of_s ? end_at_v0 : end_at_u0)) != 0,
                (r.ends & (of_s ? end_at_v1 : end_at_u1)) != 0};
  if (end == NetEnd::s0 || end == NetEnd::t0) return out;
  for (int k = 0; k <= out.inward.n; ++k) out.inward.c[k] = -out.inward.c[k];
  return out;
}

template <class T>
ABUT_INLINE bool has_border(const SlopeRectangle<T>& r, NetEnd end) {
  const std::uint32_t bit = end == NetEnd::s0   ? end_at_u0
                            : end == NetEnd::s1 ? end_at_u1
                            : end == NetEnd::t0 ? end_at_v0
                                                : end_at_v1;
  return (r.ends & bit) != 0;
}

/// Whether none of a border is a minimum of the rectangle.
template <class T>
ABUT_HD inline bool is_empty(const Border<T>& b, NumberRoom<T> room) {
  if (sign_of(b.inward, b.noise_inward) < 0) return true;
  // A corner where something descends, inwards or along the border, is none.
  const BernsteinNetView<T>&in = b.inward, &on = b.along;
  const bool first = !b.first_corner || in.c[0] < -b.noise_inward || on.c[0] < -b.noise_along;
  const bool second = !b.second_corner || in.c[in.n] < -b.noise_inward || on.c[on.n] > b.noise_along;
  if (const int sign = sign_of(on, b.noise_along); sign != 0) return sign > 0 ? first : second;
  const bool is_concave = sign_of(derivative_by_s(on, room), T(2 * on.n) * b.noise_along) < 0;
  return is_concave && first && second;
}

/// Of a rectangle in which everything descends to one of its ends.
template <class T>
ABUT_HD inline MinimumVerdict verdict_at(const SlopeRectangle<T>& r, NetEnd end, NumberRoom<T> room) {
  if (!has_border(r, end)) return MinimumVerdict::none;
  const Border<T> b = border_at(r, end, room);
  if (is_empty(b, room)) return MinimumVerdict::none;
  if (sign_of(b.along, b.noise_along) != 0) return MinimumVerdict::one;  // a corner
  if (is_nothing(b.along, b.noise_along)) return MinimumVerdict::flat;
  return sign_of(derivative_by_s(b.along, room), T(2 * b.along.n) * b.noise_along) > 0 ? MinimumVerdict::one
                                                                                       : MinimumVerdict::unknown;
}

/// The derivatives of both slopes, of their own degrees.
template <class T>
struct SlopeJacobian {
  BernsteinNetView<T> ss, st, ts, tt;  ///< st: of the slope along s, by t
  T noise_ss, noise_st, noise_ts, noise_tt;
};

template <class T>
ABUT_HD inline BernsteinNetView<T> elevated_derivative(const BernsteinNetView<T>& f, bool by_s, NumberRoom<T>& room) {
  NumberRoom<T> spare{room.next + size_of(f)};
  return elevated(by_s ? derivative_by_s(f, spare) : derivative_by_t(f, spare), f.n, f.m, room);
}

template <class T>
ABUT_HD inline SlopeJacobian<T> jacobian_of(const SlopeNets<T>& f, NumberRoom<T>& room) {
  SlopeJacobian<T> out;
  out.ss = elevated_derivative(f.s, true, room), out.st = elevated_derivative(f.s, false, room);
  out.ts = elevated_derivative(f.t, true, room), out.tt = elevated_derivative(f.t, false, room);
  const T n = T(2 * f.s.n), m = T(2 * f.s.m);
  out.noise_ss = n * f.noise_s, out.noise_st = m * f.noise_s;
  out.noise_ts = n * f.noise_t, out.noise_tt = m * f.noise_t;
  return out;
}

/// Both slopes grow in every direction, so that they lead to one place alone. A mean of positive definite matrices is
/// one.
template <class T>
ABUT_HD inline bool is_monotone(const SlopeJacobian<T>& j) {
  for (int k = 0; k < size_of(j.ss); ++k) {
    const T a = j.ss.c[k] - j.noise_ss, c = j.tt.c[k] - j.noise_tt;
    const T b = T(0.5) * (abs(j.st.c[k] + j.ts.c[k]) + j.noise_st + j.noise_ts);
    if (!(a > T(0) && c > T(0) && a * c > b * b)) return false;
  }
  return true;
}

template <class T>
ABUT_INLINE T least_product(const NetRange<T>& x, const NetRange<T>& y) {
  return min(min(x.least * y.least, x.least * y.largest), min(x.largest * y.least, x.largest * y.largest));
}
template <class T>
ABUT_INLINE NetRange<T> widened(const NetRange<T>& x, T noise) {
  return {x.least - noise, x.largest + noise};
}

/// Along the direction in which it bends down most in the middle.
template <class T>
ABUT_HD inline bool bends_down_along_one(const SlopeJacobian<T>& j) {
  const T a = value_in_the_middle(j.ss), c = value_in_the_middle(j.tt);
  const T b = T(0.5) * (value_in_the_middle(j.st) + value_in_the_middle(j.ts)), half = T(0.5) * (a - c);
  const T low = T(0.5) * (a + c) - sqrt(half * half + b * b);
  T s = c - low, t = -b;
  if (abs(a - low) > abs(c - low)) s = -b, t = a - low;
  if (!(s * s + t * t > T(0))) s = T(1), t = T(0);
  for (int k = 0; k < size_of(j.ss); ++k) {
    const T bend = s * s * (j.ss.c[k] + j.noise_ss) + t * t * (j.tt.c[k] + j.noise_tt) +
                   s * t * (j.st.c[k] + j.ts.c[k]) + abs(s * t) * (j.noise_st + j.noise_ts);
    if (!(bend < T(0))) return false;
  }
  return true;
}

/// Nothing inside can be a minimum, since the second derivative along some direction is below 0 where it is stationary.
template <class T>
ABUT_HD inline bool bends_down(const SlopeJacobian<T>& j, bool divided) {
  const NetRange<T> ss = range_of(j.ss), tt = range_of(j.tt);
  if (ss.largest < -j.noise_ss || tt.largest < -j.noise_tt) return true;
  if (!divided) return bends_down_along_one(j);
  // Only the signs of the diagonal and of the determinant are those of the Hessian.
  const NetRange<T> st = range_of(j.st), ts = range_of(j.ts), turned{-tt.largest, -tt.least};
  return least_product(widened(ss, j.noise_ss), widened(turned, j.noise_tt)) +
             least_product(widened(st, j.noise_st), widened(ts, j.noise_ts)) >
         T(0);
}

/// Whether a sum of both slopes is nowhere 0.
template <class T>
ABUT_HD inline bool is_nowhere_0(const SlopeNets<T>& f, T x, T y) {
  T least = Huge<T>::value, largest = -Huge<T>::value;
  for (int k = 0; k < size_of(f.s); ++k) {
    const T c = x * f.s.c[k] + y * f.t.c[k];
    least = min(least, c), largest = max(largest, c);
  }
  const T noise = abs(x) * f.noise_s + abs(y) * f.noise_t;
  return least > noise || largest < -noise;
}

/// One of two sums of both slopes is nowhere 0: those that are, in the middle, the parameters themselves.
template <class T>
ABUT_HD inline bool is_nowhere_stationary(const SlopeRectangle<T>& r, const SlopeJacobian<T>& j) {
  const T a = value_in_the_middle(j.ss), b = value_in_the_middle(j.st);
  const T c = value_in_the_middle(j.ts), d = value_in_the_middle(j.tt);
  return is_nowhere_0(r.slopes, d, -b) || is_nowhere_0(r.slopes, -c, a);
}

/// All descends to a pole: the slope away from it grows, and is not below 0 there.
template <class T>
ABUT_HD inline bool is_at_a_pole(const SlopeRectangle<T>& r, const SlopeJacobian<T>& j, NumberRoom<T> room) {
  const SlopeNets<T>& f = r.slopes;
  const T room_s = PoleRoom<T>::value * f.noise_s, room_t = PoleRoom<T>::value * f.noise_t;
  const bool bends_s = range_of(j.ss).least > j.noise_ss, bends_t = range_of(j.tt).least > j.noise_tt;
  return (r.poles.s0 && bends_s && range_of(along(f.s, NetEnd::s0, room)).least >= -room_s) ||
         (r.poles.s1 && bends_s && range_of(along(f.s, NetEnd::s1, room)).largest <= room_s) ||
         (r.poles.t0 && bends_t && range_of(along(f.t, NetEnd::t0, room)).least >= -room_t) ||
         (r.poles.t1 && bends_t && range_of(along(f.t, NetEnd::t1, room)).largest <= room_t);
}

template <class T>
ABUT_HD inline bool has_no_minimum_at_its_borders(const SlopeRectangle<T>& r, NumberRoom<T> room) {
  constexpr NetEnd ends[] = {NetEnd::s0, NetEnd::s1, NetEnd::t0, NetEnd::t1};
  for (const NetEnd end : ends) {
    NumberRoom<T> spare = room;
    if (has_border(r, end) && !is_empty(border_at(r, end, spare), spare)) return false;
  }
  return true;
}

}  // namespace rectangle_verdict_detail

/// `room`: of `verdict_scratch_numbers`.
template <class T>
ABUT_PHASE MinimumVerdict verdict_on(const SlopeRectangle<T>& r, NumberRoom<T> room) {
  using namespace rectangle_verdict_detail;
  const SlopeNets<T>& f = r.slopes;
  const int s = sign_of(f.s, f.noise_s), t = sign_of(f.t, f.noise_t);
  if (s != 0) {
    const MinimumVerdict v = verdict_at(r, s > 0 ? NetEnd::s0 : NetEnd::s1, room);
    if (v != MinimumVerdict::unknown) return v;
  }
  if (t != 0) {
    const MinimumVerdict v = verdict_at(r, t > 0 ? NetEnd::t0 : NetEnd::t1, room);
    if (v != MinimumVerdict::unknown) return v;
  }
  if (s != 0 || t != 0) return MinimumVerdict::unknown;
  const SlopeJacobian<T> j = jacobian_of(f, room);
  const bool no_s = is_nothing(f.s, f.noise_s), no_t = is_nothing(f.t, f.noise_t);
  if ((no_s || range_of(j.ss).least > j.noise_ss) && (no_t || range_of(j.tt).least > j.noise_tt) && (no_s || no_t)) {
    return is_at_a_pole(r, j, room) ? MinimumVerdict::none : MinimumVerdict::flat;
  }
  if (is_monotone(j)) return MinimumVerdict::one;
  const bool nothing_inside = is_at_a_pole(r, j, room) || bends_down(j, r.divided) || is_nowhere_stationary(r, j);
  return nothing_inside && has_no_minimum_at_its_borders(r, room) ? MinimumVerdict::none : MinimumVerdict::unknown;
}

}  // namespace ABUT_ISA
}  // namespace abut
