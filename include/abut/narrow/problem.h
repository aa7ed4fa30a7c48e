// The problem that a pair query solves: two shapes, their relative pose, all in the pair's own unit.
//
// The unit is a power of two, chosen so that the larger of the pair's size and its centre distance lies in [1, 2): no
// overflow, no underflow, the same bits whatever the caller's unit.
#pragma once

#include "abut/core/contact.h"
#include "abut/narrow/support.h"

namespace abut {

/// A pair in its own unit. Data only.
template <class T, class Stored = T>
struct PairProblem {
  VertexSet<T, Stored> a, b;
  RelativePose<T> pose;  ///< B's box-centre frame in A's
  T rounding_a, rounding_b;
  T size;                 ///< sum of both sizes
  T alert;                ///< `Huge`: none
  std::int32_t exponent;  ///< lengths are the caller's times 2^-exponent
};

inline namespace ABUT_ISA {
namespace problem_detail {

/// 2^exponent; the result is 0 or infinite only if `T` cannot hold it.
template <class T>
ABUT_HD inline T power_of_two(std::int32_t exponent) {
  T result = T(1);
  T factor = exponent < 0 ? T(0.5) : T(2);
  for (std::int32_t k = exponent < 0 ? -exponent : exponent; k > 0; k /= 2) {
    if (k % 2 != 0) result *= factor;
    if (k > 1) factor *= factor;
  }
  return result;
}

/// floor(log2(x)) for finite x > 0.
ABUT_HD inline std::int32_t exponent_of(double x) {
  std::int32_t e = 0;
  while (x >= 0x1p32) x *= 0x1p-32, e += 32;
  while (x < 0x1p-32) x *= 0x1p32, e -= 32;
  while (x >= 2) x *= 0.5, ++e;
  while (x < 1) x *= 2, --e;
  return e;
}

template <class T>
ABUT_INLINE bool is_finite(T x) {
  return x - x == T(0);
}

template <class T>
ABUT_INLINE bool is_pose(const RelativePose<T>& pose) {
  const Vec3<T>& t = pose.translation;
  bool good = is_finite(t.x) && is_finite(t.y) && is_finite(t.z);
  for (int k = 0; k < 9; ++k) good = good && abs(pose.rotation.m[k]) <= T(2);  // false for a NaN
  return good;
}

/// Whether lengths of a pair in this unit, and their last digits, are numbers of `T`.
template <class T>
ABUT_INLINE bool can_hold_unit(std::int32_t exponent) {
  const T smallest = power_of_two<T>(exponent) * Epsilon<T>::value;
  return smallest > T(0) && is_finite(power_of_two<T>(exponent) * T(8));
}

/// From a shape's stored coordinates to the pair's unit. A shape without extent has no unit, and only zeros.
template <class T>
ABUT_INLINE T stored_scale(const ShapeHeader& h, std::int32_t exponent) {
  return h.size > 0 ? power_of_two<T>(h.exponent - exponent) : T(1);
}

}  // namespace problem_detail

/// The problem of two shapes of a view at a relative pose (of their box-centre frames, in the caller's unit). Returns
/// `converged` if it can be queried, else the status that the record gets.
template <class T>
ABUT_HD inline Status make_problem(const ShapeSetView<T>& shapes, std::uint32_t shape_a, std::uint32_t shape_b,
                                   const RelativePose<double>& pose, double alert, PairProblem<T>& p) {
  using namespace problem_detail;
  const ShapeHeader& ha = shapes.headers[shape_a];
  const ShapeHeader& hb = shapes.headers[shape_b];
  if (ha.kind > ShapeKind::box || hb.kind > ShapeKind::box) return Status::unsupported_pair;
  if (ha.vertex_count == 0 || hb.vertex_count == 0) return Status::degenerate_shape;
  const double size = ha.size + hb.size;
  if (!is_finite(size)) return Status::degenerate_shape;
  if (!is_pose(pose)) return Status::invalid_pose;

  const double reach = max(size, max_abs(pose.translation));
  std::int32_t exponent = reach > 0 ? exponent_of(reach) : 0;
  exponent = exponent < -1000 ? -1000 : exponent;  // so that 2^-exponent is finite
  if (!can_hold_unit<T>(exponent)) return Status::degenerate_shape;
  const double to_unit = power_of_two<double>(-exponent);
  p.exponent = exponent;
  p.a = {shapes.x + ha.vertex_offset, shapes.y + ha.vertex_offset, shapes.z + ha.vertex_offset, ha.vertex_count,
         stored_scale<T>(ha, exponent)};
  p.b = {shapes.x + hb.vertex_offset, shapes.y + hb.vertex_offset, shapes.z + hb.vertex_offset, hb.vertex_count,
         stored_scale<T>(hb, exponent)};
  for (int k = 0; k < 9; ++k) p.pose.rotation.m[k] = round_to<T>(pose.rotation.m[k]);
  p.pose.translation = {round_to<T>(pose.translation.x * to_unit), round_to<T>(pose.translation.y * to_unit),
                        round_to<T>(pose.translation.z * to_unit)};
  p.rounding_a = round_to<T>(ha.rounding * to_unit);
  p.rounding_b = round_to<T>(hb.rounding * to_unit);
  p.size = round_to<T>(size * to_unit);
  // Beyond 2^20 sizes an alert distance is as good as none (and its square stays finite). Rounded up: no pair is
  // missed.
  const double scaled_alert = alert * to_unit;
  p.alert = scaled_alert < 0x1p20 ? round_to<T>(scaled_alert) * (T(1) + Epsilon<T>::value) : Huge<T>::value;
  return Status::converged;
}

/// The same problem in double: exactly the shapes and the pose that `p` has.
template <class T>
ABUT_HD inline PairProblem<double, T> widened(const PairProblem<T>& p) {
  const auto wide = [](const VertexSet<T>& v) {
    return VertexSet<double, T>{v.x, v.y, v.z, v.count, static_cast<double>(v.scale)};
  };
  return {wide(p.a),
          wide(p.b),
          widen(p.pose),
          static_cast<double>(p.rounding_a),
          static_cast<double>(p.rounding_b),
          static_cast<double>(p.size),
          p.alert < Huge<T>::value ? static_cast<double>(p.alert) : Huge<double>::value,
          p.exponent};
}

}  // namespace ABUT_ISA
}  // namespace abut
