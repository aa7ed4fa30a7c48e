#include "examples/fem/stepper.h"

#include <utility>

#include "abut/core/error.h"
#include "examples/dem/text.h"

namespace fem {

Stepper::Stepper(const System& system, std::unique_ptr<FacetSearch> search, double step)
    : system_(system), search_(std::move(search)), step_(step), state_(system.start()) {
  const double stable = system.stable_step();
  if (!(step > 0 && step < stable)) {
    throw abut::InvalidInput("step is " + dem::text_of(step) + " s, allowed is above 0 and below " +
                             dem::text_of(stable));
  }
  // What is held does not move, whatever velocity it was given.
  for (std::size_t k = 0; k < state_.velocities.size(); ++k) {
    const Vector& m = system.inverse_masses()[k];
    Vector& v = state_.velocities[k];
    v = {m.x > 0 ? v.x : 0, m.y > 0 ? v.y : 0, m.z > 0 ? v.z : 0};
  }
  system.forces(state_, *search_, forces_);
}

Energies Stepper::energies() const {
  Energies out = system_.energies(state_, forces_);
  out.damped = damped_;
  return out;
}

void Stepper::accelerate() {
  for (std::size_t k = 0; k < state_.velocities.size(); ++k) {
    const Vector &m = system_.inverse_masses()[k], &f = forces_.all[k];
    state_.velocities[k] = state_.velocities[k] + Vector{f.x * m.x, f.y * m.y, f.z * m.z} * (0.5 * step_);
  }
}

// v is the velocity in between: v (1 + damping step / 2) = v_n + a_n step / 2, and v_n+1 = v (1 - damping step / 2) +
// a_n+1 step / 2. Over the step the damping takes m damping step v^2.
void Stepper::advance() {
  const double half = 0.5 * step_ * system_.damping(), shrink = 1 / (1 + half);
  accelerate();
  double squares = 0;
  for (std::size_t k = 0; k < state_.positions.size(); ++k) {
    const Vector v = state_.velocities[k] * shrink;
    state_.positions[k] = state_.positions[k] + v * step_;
    state_.velocities[k] = v * (1 - half);
    squares += system_.masses()[k] * abut::squared_length(v);
  }
  damped_ += system_.damping() * step_ * squares;
  system_.forces(state_, *search_, forces_);
  accelerate();
  ++steps_;
}

void Stepper::turn_back() {
  for (Vector& v : state_.velocities) v = -v;
}

}  // namespace fem
