// The parts of a step that see one body alone: velocity Verlet as kick, drift, kick (Swope et al. 1982).
#pragma once

#include "examples/dem/rotation.h"

namespace dem {

/// Forces, of contacts and of gravity, for some time.
ABUT_INLINE void kick(BodyState& body, const BodyConstants& constants, Vector gravity, double time) {
  if (constants.inverse_mass == 0) return;
  body.velocity = body.velocity + (body.force * constants.inverse_mass + gravity) * time;
  body.momentum = body.momentum + body.torque * time;
}

/// Half a step of them.
struct Kick {
  BodyState* bodies;
  const BodyConstants* constants;
  Vector gravity;
  double half_step;

  ABUT_HD void operator()(std::uint64_t i) const { kick(bodies[i], constants[i], gravity, half_step); }
};

/// A whole step of motion.
struct Drift {
  BodyState* bodies;
  const BodyConstants* constants;
  double step;

  ABUT_HD void operator()(std::uint64_t i) const {
    const BodyConstants& c = constants[i];
    if (c.inverse_mass == 0) return;
    BodyState& body = bodies[i];
    body.position = body.position + body.velocity * step;
    rotate_freely(body, c, step);
  }
};

/// The pairs of each body that moves: those of body i are `pairs[begin[i]]` to `pairs[end[i]]`, ascending. Data only.
struct Incidence {
  const std::uint64_t* begin;
  const std::uint64_t* end;
  const std::uint32_t* pairs;
};

/// Adds up what a body's pairs do to it, always in their order: no atomics, hence the same bits every time. What a pair
/// loses is shared by the two bodies, or is the moving one's alone.
struct SumForces {
  BodyState* bodies;
  const BodyConstants* constants;
  Incidence incidence;
  const abut::Pair* pairs;
  const PairForce* forces;

  ABUT_HD void operator()(std::uint64_t i) const {
    if (constants[i].inverse_mass == 0) return;
    BodyState& body = bodies[i];
    Vector force{0, 0, 0}, torque{0, 0, 0};
    for (std::uint64_t k = incidence.begin[i]; k < incidence.end[i]; ++k) {
      const std::uint32_t at = incidence.pairs[k];
      const PairForce& of_pair = forces[at];
      if (of_pair.touches == 0) continue;
      const bool is_a = pairs[at].a == i;
      const Vector on_body = is_a ? -of_pair.force : of_pair.force;
      force = force + on_body;
      const Vector moment = is_a ? -of_pair.moment : of_pair.moment;
      torque = torque + abut::cross(of_pair.point - body.position, on_body) + moment;
      const double share = constants[is_a ? pairs[at].b : pairs[at].a].inverse_mass == 0 ? 1 : 0.5;
      body.damping_loss += share * of_pair.damping_loss;
      body.friction_loss += share * of_pair.friction_loss;
    }
    body.force = force;
    body.torque = torque;
  }
};

}  // namespace dem
