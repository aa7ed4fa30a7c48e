// The force of one pair: a normal law with viscous damping, and Coulomb friction with a tangential spring (Cundall &
// Strack 1979).
//
// A normal law sees an `Overlap` and says what energy is stored in it: a function U of one measure of the overlap. The
// elastic force is then U'(measure) times the measure's gradient, along the normal. By depth the measure is the
// penetration depth, whose gradient has length 1. A law by overlap volume (Feng & Owen 2004) is another type of two
// functions, for overlaps whose measure is the volume, whose slope is the area that is the length of the volume's
// gradient, and whose point is the centroid.
#pragma once

#include "examples/dem/integrate.h"

namespace dem {

/// Data only.
struct Overlap {
  double measure;  ///< not negative
  double slope;    ///< length of its gradient
  Vector normal;   ///< unit, from A to B, along the gradient
  Vector point;    ///< in the world, on the force's line of action
};

/// U(d) = k d^2 / 2 of the depth d.
struct DepthLaw {
  double stiffness;  ///< N/m
  ABUT_INLINE double energy(double depth) const { return 0.5 * stiffness * depth * depth; }
  ABUT_INLINE double derivative(double depth) const { return stiffness * depth; }
};

/// Beside the normal law. `damping` and `tangential_damping` are c / sqrt(m*), with m* the pair's reduced mass. Data
/// only.
struct Friction {
  double damping, tangential_damping;
  double tangential_stiffness;  ///< N/m
  double coefficient;
};

/// How two bodies move past each other. Data only.
struct Approach {
  Vector velocity;      ///< of B's material at the point, less A's
  double reduced_mass;  ///< of the pair
};

/// The spring is turned with the normal: its part along the new normal is dropped, its length kept.
ABUT_INLINE Vector turned_into_plane(Vector stretch, Vector normal) {
  const double before = abut::length(stretch);
  const Vector in_plane = stretch - normal * abut::dot(stretch, normal);
  const double now = abut::length(in_plane);
  return now > 0 ? in_plane * (before / now) : Vector{0, 0, 0};
}

/// `spring` holds the stretch of the step before and gets that of this one.
template <class Law>
ABUT_HD PairForce contact_force(const Law& law, const Friction& friction, const Overlap& overlap,
                                const Approach& approach, double step, Spring& spring) {
  PairForce out{{0, 0, 0}, overlap.point, law.energy(overlap.measure), 0, 0, 0, 1};
  const double root_mass = abut::sqrt(approach.reduced_mass);
  const double opening = abut::dot(approach.velocity, overlap.normal);
  const double elastic = law.derivative(overlap.measure) * overlap.slope;
  // A contact does not pull: where damping would, it takes the spring's whole force away and no more.
  const double pressed = elastic - friction.damping * root_mass * opening;
  const double normal_force = pressed > 0 ? pressed : 0;
  out.damping_loss = (elastic - normal_force) * opening * step;

  const Vector sliding = approach.velocity - overlap.normal * opening;
  const Vector before = turned_into_plane(spring.stretch, overlap.normal);
  const Vector trial = before + sliding * step;
  const double k = friction.tangential_stiffness, c = friction.tangential_damping * root_mass;
  const double limit = friction.coefficient * normal_force;
  Vector tangential = -(trial * k) - sliding * c;
  spring.stretch = trial;
  const double damped = c * abut::squared_length(sliding) * step;
  if (abut::squared_length(tangential) <= limit * limit) {
    out.damping_loss += damped;
  } else {  // slides: spring and damper both give way until they bear the limit
    const double kept = limit / abut::length(tangential);
    tangential = tangential * kept;
    spring.stretch = trial * kept;
    // The slip times the spring's mean force over the step, which is what kicks at both its ends do.
    out.friction_loss = 0.5 * k * abut::dot(before + spring.stretch, trial - spring.stretch) + kept * damped;
  }
  out.tangential_energy = 0.5 * k * abut::squared_length(spring.stretch);
  out.force = overlap.normal * normal_force + tangential;
  return out;
}

/// Where a step's pairs lie, and what each has. `count` says how many there are, `room` bounds it. Data only.
struct PairArrays {
  const abut::Pair* pairs;
  const std::uint64_t* count;
  std::uint64_t room;
  const double* separation;
  const double *normal_x, *normal_y, *normal_z;
  const double *point_x, *point_y, *point_z;  ///< relative to A's position
  const std::uint8_t* status;
  Spring* springs;
  PairForce* forces;
};

/// The overlap by depth: the middle of the witness points, which lie on the force's line of action.
ABUT_INLINE Overlap depth_overlap(const PairArrays& a, std::uint64_t i, Vector origin) {
  return {-a.separation[i],
          1,
          {a.normal_x[i], a.normal_y[i], a.normal_z[i]},
          origin + Vector{a.point_x[i], a.point_y[i], a.point_z[i]}};
}

/// For each pair.
template <class Law>
struct ContactStep {
  PairArrays arrays;
  const BodyState* bodies;
  const BodyConstants* constants;
  Law law;
  Friction friction;
  double step;

  ABUT_HD void operator()(std::uint64_t i) const {
    if (i >= *arrays.count) return;
    const bool touches = abut::is_contact(arrays.status[i]) && arrays.separation[i] < 0;
    if (!touches) {
      // What the spring still held is less than the last force could bear, and is lost.
      arrays.springs[i] = {{0, 0, 0}};
      arrays.forces[i] = {{0, 0, 0}, {0, 0, 0}, 0, 0, 0, 0, 0};
      return;
    }
    const abut::Pair pair = arrays.pairs[i];
    const Overlap overlap = depth_overlap(arrays, i, bodies[pair.a].position);
    const Vector of_b = velocity_at(pair.b, overlap.point), of_a = velocity_at(pair.a, overlap.point);
    const double inverse = constants[pair.a].inverse_mass + constants[pair.b].inverse_mass;
    arrays.forces[i] = contact_force(law, friction, overlap, {of_b - of_a, 1 / inverse}, step, arrays.springs[i]);
  }

 private:
  ABUT_HD Vector velocity_at(std::uint32_t body, Vector point) const {
    const BodyState& b = bodies[body];
    return b.velocity + abut::cross(angular_velocity(b, constants[body]), point - b.position);
  }
};

}  // namespace dem
