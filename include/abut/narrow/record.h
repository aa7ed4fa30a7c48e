// The making of a record: from what a query knows of two cores to a contact in the caller's unit, with its bounds and
// its status; and from a record in double to one in float.
#pragma once

#include "abut/core/contact.h"
#include "abut/narrow/core_answer.h"
#include "abut/narrow/problem.h"

namespace abut {

/// Result of one query. Data only.
template <class T>
struct QueryResult {
  Contact<T> contact;
  CarrierIds carrier_a, carrier_b;  ///< which support points of A and B carry the witness points
  bool unfinished_here;             ///< EPA ran out of capacity: asked with more, it goes on
  bool needs_double;                ///< rounding in `T` left bounds or witness points apart by more than a few units
};

inline namespace ABUT_ISA {
namespace query_detail {

template <class T>
ABUT_HD inline Contact<T> empty_contact(Status status) {
  Contact<T> c;
  c.separation = c.lower_bound = c.bound_gap = T(0);
  c.normal = {T(1), T(0), T(0)};
  c.witness_a = c.witness_b = c.point = {T(0), T(0), T(0)};
  c.feature_a = c.feature_b = Feature{0};
  c.status = static_cast<std::uint8_t>(static_cast<std::uint8_t>(status) | normal_undefined_flag);
  c.gjk_iterations = c.epa_iterations = 0;
  c.key = 0;
  return c;
}

ABUT_INLINE std::uint8_t count8(std::uint32_t n) { return static_cast<std::uint8_t>(n < 255 ? n : 255); }

/// The cores' answer with the search that found it.
template <class T>
struct CoreSearch {
  CoreAnswer<T> core;
  bool farther, unfinished_here;
  std::uint32_t gjk_iterations, epa_iterations;
  T rounding_error = Epsilon<T>::value;  ///< a `bound_gap_units`th of how far bounds and witness points may be apart
};

template <class T>
ABUT_HD inline CoreSearch<T> no_search() {
  return {no_answer<T>(), false, false, 0, 0};
}

/// A record's lengths and vectors, and what they say of its status. Over a scalar or a pack of lanes. Data only.
template <class T>
struct RecordNumbers {
  T separation, lower_bound, bound_gap;
  Vec3<T> witness_a, witness_b, point;
  MaskOf<T> open;          ///< bounds or witness points too far apart
  MaskOf<T> touching;      ///< if not open
  MaskOf<T> needs_double;  ///< rounding left them apart by more than a few units
};

/// What a record is made of: the cores' answer, the radii, the pair's size, and the caller's unit. Data only.
template <class T>
struct RecordInput {
  Vec3<T> normal;
  T separation, lower, bound_gap;
  Vec3<T> witness;
  T residual2;
  T rounding_a, rounding_b, size, unit;
  T terms;  ///< of both shapes
  MaskOf<T> farther;
  RealOf<T> rounding_error =
      Epsilon<RealOf<T>>::value;  ///< a `bound_gap_units`th of how far bounds and witness points may be apart
};

/// Radii added, in the caller's unit.
template <class T>
ABUT_HD inline RecordNumbers<T> record_numbers(const RecordInput<T>& in) {
  using R = RealOf<T>;
  constexpr R eps = Epsilon<R>::value;
  RecordNumbers<T> out;
  const T rounding = in.rounding_a + in.rounding_b;
  const T exact = in.separation - rounding;
  const T reach = in.size + abs(exact);
  // The bound holds for the rounded support points; their rounding is taken off, and that of each term of a sum.
  const T units = T(R(touching_units)) + in.terms;
  const T bound = (in.lower - rounding) - units * T(eps) * reach;
  const T separation = select(in.farther, bound, exact);
  const Vec3<T> witness_a = multiply_add(in.normal, in.rounding_a, in.witness);
  const Vec3<T> between = in.normal * separation;
  out.separation = separation * in.unit;
  out.witness_a = witness_a * in.unit;
  out.witness_b = (witness_a + between) * in.unit;
  out.point = multiply_add(between, T(R(0.5)), witness_a) * in.unit;
  out.lower_bound = bound * in.unit;
  const T open = T(R(bound_gap_units) * in.rounding_error) * reach;
  out.open = mask_or(in.bound_gap > open, in.residual2 > open * open);
  // Witness points that do not meet leave the distance open by as much.
  out.bound_gap = select(out.open, max(in.bound_gap, sqrt(in.residual2)), in.bound_gap) * in.unit;
  out.touching = abs(separation) <= T(R(touching_units) * eps) * reach;
  const T doubt = T(R(tolerance_units<R>) * eps) * reach;
  out.needs_double = mask_and(mask_not(in.farther), in.bound_gap * in.bound_gap + in.residual2 > doubt * doubt);
  return out;
}

ABUT_INLINE Status record_status(bool farther, bool open, bool touching) {
  if (farther) return Status::farther_than_alert;
  if (open) return Status::iteration_limit;
  return touching ? Status::touching : Status::converged;
}

/// The record.
template <class T, class Stored>
ABUT_PHASE QueryResult<T> record_of(const PairProblem<T, Stored>& p, const CoreSearch<T>& found) {
  const CoreAnswer<T>& core = found.core;
  const RecordNumbers<T> n = record_numbers(RecordInput<T>{
      core.normal, core.separation, core.lower, core.bound_gap, core.witness.a, core.witness.residual2, p.rounding_a,
      p.rounding_b, p.size, power_of_two<T>(p.exponent),
      static_cast<T>(p.a.header->term_count + p.b.header->term_count), found.farther, found.rounding_error});
  QueryResult<T> result;
  result.unfinished_here = found.unfinished_here;
  result.needs_double = n.needs_double;
  result.carrier_a = core.carrier_a;
  result.carrier_b = core.carrier_b;
  Contact<T>& c = result.contact;
  c = empty_contact<T>(Status::converged);
  c.gjk_iterations = count8(found.gjk_iterations);
  c.epa_iterations = count8(found.epa_iterations);
  c.separation = n.separation;
  c.normal = core.normal;
  c.witness_a = n.witness_a;
  c.witness_b = n.witness_b;
  c.point = n.point;
  c.bound_gap = n.bound_gap;
  c.lower_bound = n.lower_bound;
  const Status status = record_status(found.farther, found.unfinished_here || n.open, n.touching);
  c.status = static_cast<std::uint8_t>(static_cast<std::uint8_t>(status) |
                                       (core.normal_undefined ? normal_undefined_flag : 0));
  return result;
}

}  // namespace query_detail

/// Rounds a contact to `T`.
template <class T>
ABUT_HD inline Contact<T> narrowed(const Contact<double>& c) {
  Contact<T> out;
  out.separation = round_to<T>(c.separation);
  out.normal = narrowed<T>(c.normal);
  out.witness_a = narrowed<T>(c.witness_a);
  out.witness_b = narrowed<T>(c.witness_b);
  out.point = narrowed<T>(c.point);
  out.feature_a = c.feature_a;
  out.feature_b = c.feature_b;
  // Rounding to nearest may lift the bound: one unit down again.
  out.lower_bound = round_to<T>(c.lower_bound) - Epsilon<T>::value * abs(round_to<T>(c.lower_bound));
  if (status_of(c.status) == Status::farther_than_alert) out.separation = out.lower_bound;
  out.bound_gap = round_to<T>(c.bound_gap);
  out.status = c.status;
  out.gjk_iterations = c.gjk_iterations;
  out.epa_iterations = c.epa_iterations;
  out.key = c.key;
  return out;
}

/// What counts as touching is a matter of `T`, not of the arithmetic that answered.
template <class T>
ABUT_HD inline void mark_touching(Contact<T>& c, T size) {
  const T distance = abs(c.separation);
  if (status_of(c.status) == Status::converged &&
      distance <= T(touching_units) * Epsilon<T>::value * (size + distance)) {
    c.status = static_cast<std::uint8_t>(static_cast<std::uint8_t>(Status::touching) | (c.status & 0xf0));
  }
}

/// The answer of `widened(p)` as that of `p`.
template <class T>
ABUT_HD inline QueryResult<T> narrowed(const QueryResult<double>& wide, const PairProblem<T>& p) {
  QueryResult<T> result{narrowed<T>(wide.contact), wide.carrier_a, wide.carrier_b, wide.unfinished_here,
                        wide.needs_double};
  mark_touching(result.contact, p.size * power_of_two<T>(p.exponent));
  return result;
}

}  // namespace ABUT_ISA
}  // namespace abut
