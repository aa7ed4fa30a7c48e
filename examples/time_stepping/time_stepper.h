// Time-stepping for rigid bodies: one search for contacts and one complementarity problem a step.
//
//   contacts of the positions at the beginning
//   free motion: gravity and loads change velocities and angular momenta
//   the problem's impulses change both so that the conditions hold for the velocities at the end
//   positions and rotations move with these
//
// Source: Jean 1999 and Anitescu & Potra 1997; rotations by examples/dem/rotation.h, which keeps the angular momentum.
#pragma once

#include <functional>
#include <unordered_map>

#include "examples/time_stepping/contact_problem.h"
#include "examples/time_stepping/scene.h"

namespace time_stepping {

/// In the world. Data only.
struct FoundContact {
  std::uint32_t a, b;  ///< bodies
  Vector normal;       ///< unit, from A to B
  Vector point;        ///< one for both bodies, or friction would turn what is free
  double gap;
  std::uint64_t key;
};

/// Data only.
struct FoundContacts {
  std::vector<FoundContact> contacts;
  std::uint64_t crossings = 0;  ///< pairs whose complexes meet, beyond their dilation
};

/// Replaces what it is given by the contacts of bodies that are there.
using ContactFinder = std::function<void(const States&, FoundContacts&)>;

/// Of one step. Data only.
struct StepReport {
  std::uint64_t contacts = 0, crossings = 0;
  double least_gap = 0;  ///< at the beginning; infinite without contacts
  std::uint32_t sweeps = 0, newton_steps = 0;
  double residual = 0;
  bool converged = true;
  double finding_seconds = 0, solving_seconds = 0;
};

class TimeStepper {
 public:
  /// The scene has to live as long. Throws `InvalidInput` when it has no bodies or its step is not above 0.
  TimeStepper(const Scene& scene, ContactFinder finder, Solver solver, const SolverSettings& settings);

  StepReport step();

  double time() const { return time_; }
  const States& states() const { return states_; }
  /// Of the last step: contacts, and their impulses on B over the step, in the world.
  const FoundContacts& found() const { return found_; }
  const std::vector<Vector>& impulses() const { return impulses_; }

 private:
  void move_freely();
  ContactProblem problem() const;
  void add_impulses(const ContactProblem& problem, const Solution& solution);
  void move();

  const Scene& scene_;
  ContactFinder finder_;
  Solver solver_;
  SolverSettings settings_;
  States states_;
  FoundContacts found_;
  std::vector<Vector> impulses_;
  std::unordered_map<std::uint64_t, Vector> before_;  ///< impulses of the last step, by key
  double time_ = 0;
};

}  // namespace time_stepping
