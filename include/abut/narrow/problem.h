// The problem that a pair query solves: two shapes, their relative pose, all in the pair's own unit.
//
// The unit is a power of two, chosen so that the larger of the pair's size and its centre distance lies in [1, 2): no
// overflow, no underflow, the same bits whatever the caller's unit.
#pragma once

#include "abut/core/contact.h"
#include "abut/narrow/convex_core.h"

namespace abut {

/// A pair in its own unit. Refers to the view that it was made from. Data only.
template <class T, class Stored = T>
struct PairProblem {
  ConvexCore<T, Stored> a, b;
  RelativePose<T> pose;  ///< B's box-centre frame in A's
  T rounding_a, rounding_b;
  T size;                 ///< sum of both sizes
  T alert;                ///< `Huge`: none
  std::int32_t exponent;  ///< lengths are the caller's times 2^-exponent
};

inline namespace ABUT_ISA {
namespace problem_detail {

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

/// The power of two that is the unit of a pair whose lengths are up to `reach`.
ABUT_INLINE std::int32_t unit_exponent(double reach) {
  const std::int32_t exponent = reach > 0 ? exponent_of(reach) : 0;
  return exponent < -1000 ? -1000 : exponent;  // so that 2^-exponent is finite
}

/// The lengths of a problem, given in its unit. Beyond 2^20 sizes an alert distance is as good as none (and its square
/// stays finite). Rounded up: no pair is missed.
template <class T, class Problem>
ABUT_INLINE void set_lengths(Problem& p, double rounding_a, double rounding_b, double size, double alert) {
  p.rounding_a = round_to<T>(rounding_a);
  p.rounding_b = round_to<T>(rounding_b);
  p.size = round_to<T>(size);
  p.alert = alert < 0x1p20 ? round_to<T>(alert) * (T(1) + Epsilon<T>::value) : Huge<T>::value;
}

ABUT_INLINE bool is_empty(const ShapeHeader& h) { return is_vertex_set(h.kind) && h.vertex_count == 0; }

}  // namespace problem_detail

/// The problem of two shapes of a view at a relative pose (of their box-centre frames, in the caller's unit). Returns
/// `converged` if it can be queried, else the status that the record gets. The problem refers to the view.
template <class T>
Status make_problem(const ShapeSetView<T>&&, std::uint32_t, std::uint32_t, const RelativePose<double>&, double,
                    PairProblem<T>&) = delete;
template <class T>
ABUT_PHASE_IN_REGISTERS Status make_problem(const ShapeSetView<T>& shapes, std::uint32_t shape_a, std::uint32_t shape_b,
                                            const RelativePose<double>& pose, double alert, PairProblem<T>& p) {
  using namespace problem_detail;
  const ShapeHeader& ha = shapes.headers[shape_a];
  const ShapeHeader& hb = shapes.headers[shape_b];
  if (is_empty(ha) || is_empty(hb)) return Status::degenerate_shape;
  const double size = ha.size + hb.size;
  if (!is_finite(size)) return Status::degenerate_shape;
  if (!is_pose(pose)) return Status::invalid_pose;

  const std::int32_t exponent = unit_exponent(max(size, max_abs(pose.translation)));
  if (!can_hold_unit<T>(exponent)) return Status::degenerate_shape;
  const double to_unit = power_of_two<double>(-exponent);
  p.exponent = exponent;
  p.a = core_of<T>(shapes, shape_a, exponent);
  p.b = core_of<T>(shapes, shape_b, exponent);
  for (int k = 0; k < 9; ++k) p.pose.rotation.m[k] = round_to<T>(pose.rotation.m[k]);
  p.pose.translation = {round_to<T>(pose.translation.x * to_unit), round_to<T>(pose.translation.y * to_unit),
                        round_to<T>(pose.translation.z * to_unit)};
  set_lengths<T>(p, ha.rounding * to_unit, hb.rounding * to_unit, size * to_unit, alert * to_unit);
  return Status::converged;
}

/// The same problem in double: exactly the shapes and the pose that `p` has.
template <class T>
ABUT_HD inline PairProblem<double, T> widened(const PairProblem<T>& p) {
  PairProblem<double, T> wide;
  const auto shape = [&](const ConvexCore<T>& core) {
    return static_cast<std::uint32_t>(core.header - core.set->headers);
  };
  wide.a = core_of<double>(*p.a.set, shape(p.a), p.exponent);
  wide.b = core_of<double>(*p.b.set, shape(p.b), p.exponent);
  wide.pose = widen(p.pose);
  wide.rounding_a = static_cast<double>(p.rounding_a);
  wide.rounding_b = static_cast<double>(p.rounding_b);
  wide.size = static_cast<double>(p.size);
  wide.alert = p.alert < Huge<T>::value ? static_cast<double>(p.alert) : Huge<double>::value;
  wide.exponent = p.exponent;
  return wide;
}

/// The support mappings of a problem. `vertex_difference` is for two vertex sets.
template <class Scan, class T, class Stored>
ABUT_INLINE DifferenceSupport<T, Scan, Stored> vertex_difference(const PairProblem<T, Stored>& p) {
  return {p.a.vertices, p.b.vertices, p.pose};
}
template <class Scan, class T, class Stored>
ABUT_INLINE CoreDifference<T, Scan, Stored> core_difference(const PairProblem<T, Stored>& p) {
  return {p.a, p.b, p.pose};
}
template <class T, class Stored>
ABUT_INLINE bool joins_vertex_sets(const PairProblem<T, Stored>& p) {
  return is_vertex_set(p.a.header->kind) && is_vertex_set(p.b.header->kind);
}

}  // namespace ABUT_ISA
}  // namespace abut
