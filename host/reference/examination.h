// One pair, placed once for all the questions that a check of its answer asks.
//
// Each is answered in Long first (64 bits on x86-64, in registers); what that leaves open, in Wide. Given the direction
// of an answer, most of the work is to see that nothing is better: the direction is a hint, and no proof rests on it.
#pragma once

#include <array>
#include <optional>

#include "host/reference/polytope.h"
#include "host/reference/reference.h"
#include "host/reference/support_body.h"

namespace abut::reference {

class Examination {
 public:
  /// All four are to outlive this.
  Examination(const Reference& reference, std::uint32_t a, std::uint32_t b, const RelativePose<double>& b_in_a);

  /// As `Reference::query`, in Wide, with witness points.
  Answer answer() const;
  /// Bounds and normal only. `hint`: a direction from A to B in A's frame. Curved cores and sums, which `answer` does
  /// not know, are certified when the bounds are within `enough` of size + |separation|; for them `near` has points
  /// near the witness points of A and B.
  Answer answer_near(Vec3<double> hint, const std::array<Vec3<double>, 2>& near, double enough = 1e-15) const;
  Answer brute_force() const;
  /// As `Reference::width_along`, with an error below 1e-16 of the size in Long. NaN where the bounds are infinite.
  template <class S>
  long double width_in(Vec3<double> normal) const;
  long double width_along(Vec3<double> normal) const;
  /// As `Reference::distance_outside`.
  double distance_outside(int side, Vec3<double> point) const;
  /// An upper bound of it, by the points of the core that are farthest along `outward`; where that is above `enough`,
  /// exactly.
  double distance_outside_near(int side, Vec3<double> point, Vec3<double> outward, double enough) const;

 private:
  template <class S>
  Answer quick_answer(const Vec3<double>& hint) const;
  template <class S>
  Answer answer_of(S lower, S upper, const Vec3<S>& normal, double enough = 1e-15) const;
  Answer curved_answer(const Vec3<double>& hint, const std::array<Vec3<double>, 2>& near, double enough) const;
  const Core& core(int side) const { return side == 0 ? *core_a_ : *core_b_; }

  const Core *core_a_, *core_b_;
  int exponent_;
  bool valid_;
  std::optional<Placed> a_, b_;
  std::optional<SupportBody> curved_a_, curved_b_;  // of pairs with a core that is no vertex set
};

}  // namespace abut::reference
