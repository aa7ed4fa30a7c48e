// Where the squared distance of a point to a Bezier patch is stationary: the zeros of two polynomials.
//
// With the point p, the patch A / w and B = A - p w, half of the squared distance is f = |B|^2 / (2 w^2). Its
// derivatives have the signs of
//
//   w^3 f_s = w B . B_s - |B|^2 w_s,   w^3 f_t = w B . B_t - |B|^2 w_t,
//
// and where both are 0 their derivatives are w^3 times those of f: its Hessian. Where an end of a parameter is one
// point, a pole, the derivative along that end has it as a factor, which is left out.
#pragma once

#include "abut/surface/bezier_patch.h"
#include "abut/surface/net_view.h"

namespace abut {

/// Both nets are of the same degrees. Data only.
template <class T>
struct SlopeNets {
  BernsteinNetView<T> s, t;
  T noise_s, noise_t;  ///< coefficients are off by no more
};

/// Ends of a patch that are one point each. Data only.
struct PatchPoles {
  bool s0, s1, t0, t1;
};

/// Numbers that `slope_nets` takes for good, and those that it needs beside.
inline constexpr int most_slope_numbers = 2 * 22 * 22, slope_scratch_numbers = 4000;

inline namespace ABUT_ISA {

namespace slope_nets_detail {

/// Control points that are one to roundings of lengths of 1 to 2.
template <class T>
struct OnePoint;
template <>
struct OnePoint<float> {
  static constexpr float value = 0x1p-19f;
};
template <>
struct OnePoint<double> {
  static constexpr double value = 1e-12;
};

/// B, and w; of a patch that is not rational w is 1, of degree 0.
template <class T>
struct LiftedNets {
  BernsteinNetView<T> b[3], w;
};

template <class T>
ABUT_HD inline LiftedNets<T> lifted(const BezierPatch<T>& patch, Vec3<T> p, NumberRoom<T>& room) {
  LiftedNets<T> out;
  for (int k = 0; k < 3; ++k) out.b[k] = take_net(room, patch.degree_u, patch.degree_v);
  out.w = take_net(room, patch.rational ? patch.degree_u : 0, patch.rational ? patch.degree_v : 0);
  out.w.c[0] = T(1);
  for (int k = 0; k < size_of(out.b[0]); ++k) {
    const T* c = patch.points + 4 * k;
    const T w = patch.rational ? c[3] : T(1);
    out.b[0].c[k] = c[0] - p.x * w, out.b[1].c[k] = c[1] - p.y * w, out.b[2].c[k] = c[2] - p.z * w;
    if (patch.rational) out.w.c[k] = w;
  }
  return out;
}

template <class T>
ABUT_INLINE BernsteinNetView<T> derivative(const BernsteinNetView<T>& f, bool by_s, NumberRoom<T>& room) {
  return by_s ? derivative_by_s(f, room) : derivative_by_t(f, room);
}

/// w^3 f_s, or f_t. `squared`: |B|^2.
template <class T>
ABUT_HD inline BernsteinNetView<T> slope_net(const LiftedNets<T>& of, const BernsteinNetView<T>& squared, bool rational,
                                             bool by_s, NumberRoom<T>& room) {
  const int n = of.b[0].n, m = of.b[0].m, first_n = by_s ? n - 1 : n, first_m = by_s ? m : m - 1;
  const BernsteinNetView<T> out = take_zeros(room, n + first_n + of.w.n, m + first_m + of.w.m);
  NumberRoom<T> spare = room;
  const BernsteinNetView<T> along = rational ? take_zeros(spare, n + first_n, m + first_m) : out;
  for (int k = 0; k < 3; ++k) {
    NumberRoom<T> one = spare;
    add_product(of.b[k], derivative(of.b[k], by_s, one), T(1), along);
  }
  if (!rational) return out;
  add_product(of.w, along, T(1), out);
  add_product(squared, derivative(of.w, by_s, spare), T(-1), out);
  return out;
}

template <class T>
ABUT_HD inline bool is_one_point(const BezierPatch<T>& patch, int first, int step, int count) {
  const Vec3<T> at = control_point(patch, first);
  for (int k = 1; k < count; ++k) {
    if (!(length(control_point(patch, first + k * step) - at) <= OnePoint<T>::value)) return false;
  }
  return true;
}

/// The longest derivative of B along one parameter, at most.
template <class T>
ABUT_HD inline T longest_derivative(const LiftedNets<T>& of, bool by_s, NumberRoom<T> room) {
  T most = T(0);
  for (int k = 0; k < 3; ++k) {
    NumberRoom<T> one = room;
    most = max(most, largest_magnitude(derivative(of.b[k], by_s, one)));
  }
  return T(1.7320508075688772) * most;
}

/// A number of B is off by roundings of the control point and of p w. A coefficient is a mean of products, each with
/// one difference of neighbours, times the degree.
template <class T>
ABUT_HD inline T noise_of(const BezierPatch<T>& patch, Vec3<T> p, const LiftedNets<T>& of, bool by_s,
                          NumberRoom<T> room) {
  T far = T(0), heavy = T(1), off = T(0);
  for (int k = 0; k < size_of(of.b[0]); ++k) {
    const T* c = patch.points + 4 * k;
    const T w = patch.rational ? c[3] : T(1);
    far = max(far, length(Vec3<T>{of.b[0].c[k], of.b[1].c[k], of.b[2].c[k]}));
    heavy = max(heavy, w);
    off = max(off, max_abs(Vec3<T>{c[0], c[1], c[2]}) + max_abs(p) * w);
  }
  const T longest = longest_derivative(of, by_s, room), one = Epsilon<T>::value * (off + far);
  const T by_weights = patch.rational ? T(3) * far * heavy * largest_magnitude(derivative(of.w, by_s, room)) : T(0);
  const int degree = by_s ? patch.degree_u : patch.degree_v;
  return T(8) * one * (heavy * (longest + T(2 * degree) * far) + by_weights);
}

}  // namespace slope_nets_detail

ABUT_INLINE bool any_pole(const PatchPoles& p) { return p.s0 || p.s1 || p.t0 || p.t1; }

/// To a few roundings of lengths of 1 to 2.
template <class T>
ABUT_HD inline PatchPoles poles_of(const BezierPatch<T>& patch) {
  using slope_nets_detail::is_one_point;
  const int p = patch.degree_u, q = patch.degree_v, row = q + 1;
  return {is_one_point(patch, 0, 1, q + 1), is_one_point(patch, p * row, 1, q + 1), is_one_point(patch, 0, row, p + 1),
          is_one_point(patch, q, row, p + 1)};
}

/// Takes their numbers from `room`: `most_slope_numbers`, and needs `slope_scratch_numbers` behind them.
template <class T>
ABUT_PHASE SlopeNets<T> slope_nets(const BezierPatch<T>& patch, Vec3<T> p, const PatchPoles& poles,
                                   NumberRoom<T>& room) {
  using namespace slope_nets_detail;
  NumberRoom<T> spare{room.next + most_slope_numbers};
  const LiftedNets<T> of = lifted(patch, p, spare);
  BernsteinNetView<T> squared{0, 0, nullptr};
  if (patch.rational) {
    squared = take_zeros(spare, 2 * patch.degree_u, 2 * patch.degree_v);
    for (int k = 0; k < 3; ++k) add_product(of.b[k], of.b[k], T(1), squared);
  }
  BernsteinNetView<T> s = slope_net(of, squared, patch.rational, true, spare);
  BernsteinNetView<T> t = slope_net(of, squared, patch.rational, false, spare);
  SlopeNets<T> out;
  out.noise_s = noise_of(patch, p, of, true, spare), out.noise_t = noise_of(patch, p, of, false, spare);
  if (poles.s0) t = without_factor(t, NetEnd::s0, spare);
  if (poles.s1) t = without_factor(t, NetEnd::s1, spare);
  if (poles.t0) s = without_factor(s, NetEnd::t0, spare);
  if (poles.t1) s = without_factor(s, NetEnd::t1, spare);
  out.noise_t *= T((poles.s0 ? 3 * patch.degree_u : 1) * (poles.s1 ? 3 * patch.degree_u : 1));
  out.noise_s *= T((poles.t0 ? 3 * patch.degree_v : 1) * (poles.t1 ? 3 * patch.degree_v : 1));
  const int n = s.n > t.n ? s.n : t.n, m = s.m > t.m ? s.m : t.m;
  out.s = elevated(s, n, m, room), out.t = elevated(t, n, m, room);
  return out;
}

}  // namespace ABUT_ISA
}  // namespace abut
