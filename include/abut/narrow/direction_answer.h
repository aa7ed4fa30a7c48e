// The answer that a direction of least width makes, where a search over directions has found it with a bound on all.
#pragma once

#include "abut/narrow/core_answer.h"
#include "abut/narrow/penetration.h"

namespace abut {

/// The least width of a difference that a search over directions knows. Data only.
struct BoundedWidth {
  Vec3<double> normal;
  double width;  ///< along `normal`
  double lower;  ///< no width is below this
};

inline namespace ABUT_ISA {

/// How far off a search over directions may leave bounds and witness points, in units of the pair's size: poses that
/// are rounded to float turn axes by as much, and a query in float asks for no more.
template <class T, class Stored>
inline constexpr double direction_limit = sizeof(Stored) < sizeof(T) ? static_cast<double>(Epsilon<Stored>::value) / 32
                                                                     : 8 * static_cast<double>(Epsilon<T>::value);

/// How far from what is said of it a search over directions may take a difference: terms turned by a matrix that is
/// rounded to float are no longer what they were by about as much, and bounds that this leaves open count as met.
template <class T, class Stored>
inline constexpr double terms_limit = sizeof(Stored) < sizeof(T) ? 0.375 * static_cast<double>(Epsilon<Stored>::value)
                                                                 : direction_limit<T, Stored>;
/// What bounds and witness points may then be off, half of it.
ABUT_INLINE double limit_of(double limit, double off) { return off > limit ? limit + off : limit; }

/// Makes the answer of what a search has found. `set_foot(answer)` sets the witness. Returns whether bounds and witness
/// points meet, to `limit`; else `out` stays.
template <class Stored, class Support, class SetFoot>
ABUT_HD inline bool take_direction(const PairProblem<double, Stored>& p, const Support& support,
                                   const BoundedWidth& found, double limit, const SetFoot& set_foot,
                                   CoreAnswer<double>& out) {
  const double open = max(found.width - found.lower, 0.0);
  if (!(open <= 2 * limit)) return false;
  CoreAnswer<double> answer = out;
  answer.normal = found.normal;
  answer.separation = answer.lower = -found.width;
  answer.bound_gap = open;
  set_foot(answer);
  const double good2 = limit * limit;
  if (answer.witness.residual2 > good2) {
    witness_apart(support, p.size + max_abs(p.pose.translation), good2, answer);
  }
  // Of separated cores the witness points are what bounds the distance above.
  if (!(answer.witness.residual2 <= 4 * good2)) return false;
  out = answer;
  return true;
}

}  // namespace ABUT_ISA
}  // namespace abut
