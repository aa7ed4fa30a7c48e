// Holds one record against the reference: everything that a contact record promises.
#pragma once

#include <vector>

#include "abut/core/contact.h"
#include "host/reference/examination.h"
#include "host/torture/classes.h"

namespace abut::torture {

/// The first promise that a record breaks, worst first.
enum class Fault {
  none,
  uncertified,       ///< not the record's: the reference is not sure of its own answer, not even loosely
  not_finite,        ///< a field is NaN or infinite
  status,            ///< neither a contact nor unfinished
  wrong_side,        ///< apart for overlapping, or the other way, beyond rounding error
  separation,        ///< off by more than the tolerance
  normal,            ///< not of unit length, or the bodies are narrower along another one
  witness_outside,   ///< a witness point off its shape
  witness_identity,  ///< witness_b - witness_a is not separation * normal
  lower_bound,       ///< above the truth
  own_width,         ///< an overlap as deep as the bodies are wide along another normal, not along the record's own; a
                     ///< gap below the support gap along it
  own_bounds,        ///< `lower_bound` above the separation, or `bound_gap` less than separation and truth are above it
  own_point,         ///< not midway between the witness points
  missed_contact,    ///< a query with an alert distance took an overlapping pair for one farther apart
  alert_lower_bound,  ///< the lower bound of such a pair is above the truth
};
inline constexpr int fault_count = 15;
const char* fault_name(Fault fault);

/// Errors relative to size A + size B + |separation|.
struct Checked {
  Fault fault = Fault::none;
  bool unfinished = false;  ///< status iteration_limit: errors are no faults, contradictions are
  /// The reference's bounds are too far apart for a certificate, but within 1e-9, and the answer lies between them:
  /// it happens to few pairs of curved shapes. Errors are not measured.
  bool loose = false;
  double separation_error = 0, witness_error = 0, normal_error = 0;
  double ours = 0;
  reference::Answer truth;
};

/// Largest error that is no fault.
template <class T>
inline constexpr double tolerance = sizeof(T) == 4 ? 4e-7 : 1e-14;

template <class T>
class Checker {
 public:
  explicit Checker(const ShapeSet& shapes);

  /// `origin`: of the record's points, in the world.
  Checked check(const PosedPair& pair, Vec3<double> origin, const Contact<T>& contact) const;
  /// `check`, and where that finds no fault, the record `alerted` of the same pair from a query with alert distance 0.
  Checked check_both(const PosedPair& pair, Vec3<double> origin, const Contact<T>& contact,
                     const Contact<T>& alerted) const;

 private:
  struct Input;
  struct Seen;
  Input input(const PosedPair& pair) const;
  static bool lies_within(const reference::Answer& truth, double ours, double size);
  static bool is_narrow(const reference::Answer& truth, double size);
  Fault check_alert(const PosedPair& pair, const Checked& checked, const Contact<T>& contact) const;
  static void measure(const Seen& seen, const Contact<T>& contact, Checked& checked);
  static void judge_answer(const Seen& seen, const Contact<T>& contact, Checked& checked);
  static Fault contradiction(const Seen& seen, const Contact<T>& contact, const Checked& checked);

  std::vector<ShapeHeader> headers_;
  reference::Reference reference_;
};

}  // namespace abut::torture
