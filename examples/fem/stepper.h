// Central differences: positions at steps, velocities half a step beside them, told at the steps as the mean of both.
// Damping is by the velocity in between, so that what it takes is known to the last digits.
#pragma once

#include <cstdint>
#include <memory>

#include "examples/fem/system.h"

namespace fem {

class Stepper {
 public:
  /// `system` has to live as long. Throws `InvalidInput` for a step that is not above 0 or not below `stable_step`.
  Stepper(const System& system, std::unique_ptr<FacetSearch> search, double step);

  void advance();

  double time() const { return step_ * static_cast<double>(steps_); }
  double step() const { return step_; }
  std::uint64_t steps() const { return steps_; }
  const State& state() const { return state_; }
  const Forces& forces() const { return forces_; }
  Energies energies() const;
  const SearchCounts& search_counts() const { return search_->counts(); }
  /// Goes back the way it came, to within rounding, where there is no damping.
  void turn_back();

 private:
  void accelerate();

  const System& system_;
  std::unique_ptr<FacetSearch> search_;
  double step_;
  std::uint64_t steps_ = 0;
  double damped_ = 0;
  State state_;
  Forces forces_;
};

}  // namespace fem
