// Answers a case of a case file and holds the answer against what the file expects and against the reference.
#pragma once

#include <string>

#include "host/io/case_file.h"
#include "host/torture/checker.h"

namespace abut::torture {

struct CaseResult {
  std::string name;
  std::uint8_t status = 0;
  double separation = 0;
  bool has_expected = false;
  double expected = 0, expected_error = 0, expected_limit = 0;  ///< lengths
  bool has_reference = false;                                   ///< certified, for both queries
  double reference_lower = 0, reference_upper = 0;              ///< bounds of the second query's separation
  double separation_error = 0, witness_error = 0,
         normal_error = 0;     ///< as in `Checked`, the worse of both queries; of unfinished answers too
  const char* fault = "none";  ///< else what disagrees, or "unfinished", "expected", or "unchecked": nothing to compare
  bool agrees() const { return std::string(fault) == "none"; }
};

/// Two queries: with both poses in the world, and with B's pose in A's frame, which is formed in extended precision by
/// the inverse of A's matrix as it stands. The first is held against the reference, the second against the expectation
/// too, within `expected_limit`.
template <class T>
CaseResult check_case(const io::PairCase& c);

/// B's pose in A's frame, of the matrices as they stand.
Pose exact_relative_pose(const Pose& a, const Pose& b);

/// By how much an answer in `T` may differ from the expected one: max(stated tolerance, tolerance of T times the
/// scale), and what the input itself loses (docs/reference/case-format.md derives it):
/// - The poses as given: a matrix that is off a rotation by eta = |R^T R - 1| stretches lengths by 1 +- eta. The answer
///   in A's frame is off by eta_A |separation|, and balls (rounding) and curved shapes by (eta_A + eta_B) radius.
/// - Rounding to T, u half its epsilon: moving a point of either shape by d moves the separation by d at most. Vertices
///   move by u size, B's rotation moves its vertices by sqrt(3) u size, its translation by u |translation|, and so
///   again for the rounding of the relative pose to double.
template <class T>
double expected_limit(const io::PairCase& c, const ShapeHeader& a, const ShapeHeader& b);

}  // namespace abut::torture
