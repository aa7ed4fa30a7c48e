// What is measured of a run.
#pragma once

#include "examples/time_stepping/time_stepper.h"

namespace time_stepping {

/// Of all bodies; angular momentum about the origin. Data only.
struct Motion {
  double kinetic = 0, potential = 0;
  Vector linear{0, 0, 0}, angular{0, 0, 0};
  double linear_size = 0, angular_size = 0;  ///< sums of the bodies' own, which errors are over
};
Motion motion_of(const Scene& scene, const States& states);

/// Data only.
struct Summary {
  std::uint64_t steps = 0;
  double seconds = 0, finding_seconds = 0, solving_seconds = 0;  ///< of wall-clock time
  double most_finding_seconds = 0;                               ///< of a step
  double mean_contacts = 0;
  std::uint64_t most_contacts = 0;
  double least_gap = 0;                       ///< of the run, infinite without contacts; m
  std::uint64_t crossings = 0, unsolved = 0;  ///< steps with pairs that cross, and whose problem stayed above tolerance
  double mean_sweeps = 0, mean_newton_steps = 0;
  std::uint32_t most_sweeps = 0;
  double worst_residual = 0;
  Motion first, last;
  double linear_error = 0, angular_error = 0;  ///< largest of the run, over the sizes at the beginning
  double farthest = 0;                         ///< that a body's centre went, at any time, over the scene's size
};

/// Gathers a run's steps.
class Measures {
 public:
  explicit Measures(const Scene& scene);
  void add(const StepReport& report, const States& states);
  Summary summary() const;

 private:
  const Scene& scene_;
  States start_;
  Summary sum_;
};

/// Largest distance of a body's centre, and largest angle, between two states of one scene. Data only.
struct Difference {
  double position = 0, angle = 0;
};
Difference difference(const States& a, const States& b);

/// A line for each number, with its unit.
void print_summary(const Scene& scene, const Summary& summary);

}  // namespace time_stepping
