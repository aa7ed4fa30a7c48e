// The force of one pair: a normal law with viscous damping, and Coulomb friction with a tangential spring (Cundall &
// Strack 1979).
//
// A normal law reads one measure of an overlap and says what energy U is stored in it. The elastic force is then
// U'(measure) times the measure's gradient: a force along the normal and, where that line is not through the point, a
// moment. By depth the gradient has length 1 and no moment about the witness points. By volume (Feng & Owen 2004; Feng,
// Han & Owen 2012) its length is an area, its point the centroid. docs/explanation/dem.md says why both laws are
// quadratic.
#pragma once

#include "examples/dem/integrate.h"

namespace dem {

/// Data only.
struct Overlap {
  double measure;  ///< not negative; 0: no overlap
  double slope;    ///< length of its gradient
  Vector normal;   ///< unit, from A to B, along the gradient
  Vector moment;   ///< of the gradient about the point, over `slope`
  Vector point;    ///< in the world
};

/// Beside the normal law. `damping` is c / sqrt(m*) where the measure has slope 1, `tangential_damping` wherever, with
/// m* the pair's reduced mass. Data only.
struct Friction {
  double damping, tangential_damping;
  double tangential_stiffness;  ///< N/m
  double coefficient;
};

/// How two bodies move past each other. Data only.
struct Approach {
  Vector velocity;      ///< of B's material at the point, less A's
  Vector spin;          ///< angular velocity of B less A's
  double reduced_mass;  ///< of the pair
};

/// `reduced_mass` is left to the caller.
ABUT_INLINE Approach approach_of(const BodyState& a, const BodyConstants& of_a, const BodyState& b,
                                 const BodyConstants& of_b, Vector point) {
  const Vector spin_a = angular_velocity(a, of_a), spin_b = angular_velocity(b, of_b);
  const Vector at_a = a.velocity + abut::cross(spin_a, point - a.position);
  const Vector at_b = b.velocity + abut::cross(spin_b, point - b.position);
  return {at_b - at_a, spin_b - spin_a, 0};
}

/// The spring is turned with the normal: its part along the new normal is dropped, its length kept.
ABUT_INLINE Vector turned_into_plane(Vector stretch, Vector normal) {
  const double before = abut::length(stretch);
  const Vector in_plane = stretch - normal * abut::dot(stretch, normal);
  const double now = abut::length(in_plane);
  return now > 0 ? in_plane * (before / now) : Vector{0, 0, 0};
}

/// What friction has taken in a step in which it did not bear the spring: what its kicks at both ends of the step have
/// done, less the energy that the spring has got. All along this step's normal: stretch and slip of the half step
/// after the one before, stretch and slip of the half step until this one.
ABUT_INLINE double slip_loss(double stiffness, Vector before, Vector ahead, Vector now, Vector behind) {
  return stiffness * (abut::dot(before, ahead) + abut::dot(now, behind) -
                      0.5 * (abut::squared_length(now) - abut::squared_length(before)));
}

/// `spring` holds the stretch of the step before and gets that of this one, `ahead` aside (`SlipAhead`).
template <class Law>
ABUT_HD PairForce contact_force(const Law& law, const Friction& friction, const Overlap& overlap,
                                const Approach& approach, double step, Spring& spring) {
  PairForce out{{0, 0, 0}, {0, 0, 0}, overlap.point, overlap.normal, law.energy(overlap.measure), 0, 0, 0, 1};
  const double root_mass = abut::sqrt(approach.reduced_mass);
  // Along the measure's gradient: it falls at the rate slope * opening.
  const double along_normal = abut::dot(approach.velocity, overlap.normal);
  const double opening = along_normal + abut::dot(approach.spin, overlap.moment);
  const double elastic = law.derivative(overlap.measure) * overlap.slope;
  // A contact does not pull: where damping would, it takes the spring's whole force away and no more.
  const double pressed = elastic - friction.damping * overlap.slope * root_mass * opening;
  const double normal_force = pressed > 0 ? pressed : 0;
  out.damping_loss = (elastic - normal_force) * opening * step;

  const Vector sliding = approach.velocity - overlap.normal * along_normal;
  // Slip is the mean of that at both ends of the step, each at its own point: that is what the kicks there work against
  // (docs/explanation/dem.md, "Friction and the step"). A contact that has just begun has an end here alone.
  const Vector before = turned_into_plane(spring.stretch, overlap.normal);
  const Vector ahead = turned_into_plane(spring.ahead, overlap.normal);
  const bool begins = abut::max_abs(spring.stretch) == 0 && abut::max_abs(spring.ahead) == 0;
  const Vector behind = sliding * (begins ? step : 0.5 * step);
  const Vector trial = before + ahead + behind;
  const double k = friction.tangential_stiffness, c = friction.tangential_damping * root_mass;
  const double limit = friction.coefficient * normal_force;
  Vector tangential = -(trial * k) - sliding * c;
  spring = {trial, {0, 0, 0}};
  const double damped = c * abut::squared_length(sliding) * step;
  if (abut::squared_length(tangential) <= limit * limit) {
    out.damping_loss += damped;
  } else {  // slides: spring and damper both give way until they bear the limit
    const double kept = limit / abut::length(tangential);
    tangential = tangential * kept;
    spring.stretch = trial * kept;
    out.friction_loss = slip_loss(k, before, ahead, spring.stretch, sliding * (0.5 * step)) + kept * damped;
  }
  out.tangential_energy = 0.5 * k * abut::squared_length(spring.stretch);
  out.force = overlap.normal * normal_force + tangential;
  out.moment = overlap.moment * normal_force;
  return out;
}

/// Where a step's pairs lie, and what each has. `count` says how many there are, `capacity` bounds it. Data only.
struct PairArrays {
  const abut::Pair* pairs;
  const std::uint64_t* count;
  std::uint64_t capacity;
  const double* separation;
  const double *normal_x, *normal_y, *normal_z;
  const double *point_x, *point_y, *point_z;  ///< relative to A's position
  const std::uint8_t* status;
  abut::PatchesView<double> volumes;  ///< null unless the law reads them
  Spring* springs;
  PairForce* forces;
};

/// U(q) = k q^2 / 2.
struct QuadraticLaw {
  double stiffness;
  ABUT_INLINE double energy(double measure) const { return 0.5 * stiffness * measure * measure; }
  ABUT_INLINE double derivative(double measure) const { return stiffness * measure; }
};

/// By penetration depth; stiffness in N/m. The point is the middle of the witness points, both of which lie on the
/// force's line of action.
struct DepthLaw : QuadraticLaw {
  static constexpr bool reads_volumes = false;
  ABUT_INLINE Overlap overlap(const PairArrays& a, std::uint64_t i, Vector origin) const {
    return {-a.separation[i],
            1,
            {a.normal_x[i], a.normal_y[i], a.normal_z[i]},
            {0, 0, 0},
            origin + Vector{a.point_x[i], a.point_y[i], a.point_z[i]}};
  }
};

/// By the volume of the overlap; stiffness in N/m^5. The point is the overlap's centroid.
struct VolumeLaw : QuadraticLaw {
  static constexpr bool reads_volumes = true;
  bool moment = true;  ///< else the force at the centroid alone, which is not the gradient
  ABUT_INLINE Overlap overlap(const PairArrays& a, std::uint64_t i, Vector origin) const {
    const SharedVolume v = volume_at(a.volumes, i);
    const double area = abut::length(v.normal);
    if (!(area > 0)) return {0, 0, {0, 0, 0}, {0, 0, 0}, origin};
    const double inverse = 1 / area;
    return {v.volume, area, v.normal * inverse, moment ? v.moment * inverse : Vector{0, 0, 0}, origin + v.centre};
  }
};

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
    const abut::Pair pair = arrays.pairs[i];
    const BodyState &a = bodies[pair.a], &b = bodies[pair.b];
    Overlap overlap{};
    if (abut::is_contact(arrays.status[i])) overlap = law.overlap(arrays, i, a.position);
    if (!(overlap.measure > 0)) {
      // What the spring still held is less than the last force could bear, and is lost.
      arrays.springs[i] = {{0, 0, 0}, {0, 0, 0}};
      arrays.forces[i] = PairForce{};
      return;
    }
    const double inverse = constants[pair.a].inverse_mass + constants[pair.b].inverse_mass;
    Approach approach = approach_of(a, constants[pair.a], b, constants[pair.b], overlap.point);
    approach.reduced_mass = 1 / inverse;
    arrays.forces[i] = contact_force(law, friction, overlap, approach, step, arrays.springs[i]);
  }
};

/// For each pair, at the end of a step: how it slips in the first half of the next one, by the velocities that half a
/// kick from now makes.
struct SlipAhead {
  PairArrays arrays;
  const BodyState* bodies;
  const BodyConstants* constants;
  Vector gravity;
  double step;

  ABUT_HD void operator()(std::uint64_t i) const {
    if (i >= *arrays.count || arrays.forces[i].touches == 0) return;
    const abut::Pair pair = arrays.pairs[i];
    BodyState a = bodies[pair.a], b = bodies[pair.b];
    kick(a, constants[pair.a], gravity, 0.5 * step);
    kick(b, constants[pair.b], gravity, 0.5 * step);
    const PairForce& force = arrays.forces[i];
    const Vector v = approach_of(a, constants[pair.a], b, constants[pair.b], force.point).velocity;
    arrays.springs[i].ahead = (v - force.normal * abut::dot(v, force.normal)) * (0.5 * step);
  }
};

}  // namespace dem
