// Free rotation of a rigid body, one explicit step of second order.
//
// The kinetic energy is split into its three principal axes, each of which alone turns the body about that axis at a
// constant rate, and these rotations are composed symmetrically, x y z z y x (Dullweber, Leimkuhler & McLachlan 1997).
// The step is reversible and symplectic, and in world axes the angular momentum is untouched, to the bit. Where the
// authors turn by an angle t, this turns by 2 atan(t / 2): a function of the same component of the momentum, so that
// order, reversibility and symplecticity stay, and +, -, *, / and sqrt suffice, whose bits are the same everywhere.
#pragma once

#include "abut/core/pose.h"
#include "examples/dem/state.h"

namespace dem {

ABUT_INLINE abut::Mat3<double> rotation_of(const BodyState& body) {
  const double* const q = body.quaternion;
  return abut::rotation_from_quaternion(q[0], q[1], q[2], q[3]);
}

/// In world axes.
ABUT_INLINE Vector angular_velocity(const BodyState& body, const BodyConstants& constants) {
  const abut::Mat3<double> r = rotation_of(body);
  const Vector m = abut::rotate_back(r, body.momentum);
  const Vector& k = constants.inverse_inertia;
  return abut::rotate(r, Vector{m.x * k.x, m.y * k.y, m.z * k.z});
}

/// Turns the body about its own axis `axis` (0, 1, 2), for `time`.
ABUT_INLINE void turn_about(BodyState& body, int axis, double inverse_inertia, double time) {
  double* const q = body.quaternion;
  const abut::Mat3<double> r = rotation_of(body);
  const Vector world{r.m[axis], r.m[3 + axis], r.m[6 + axis]};
  const double t = 0.5 * time * inverse_inertia * abut::dot(world, body.momentum);
  // q (1, t e_axis): the other two components of the vector part swap places.
  const int i = 1 + axis, j = 1 + (axis + 1) % 3, k = 1 + (axis + 2) % 3;
  const double turned[4] = {q[0] - t * q[i], q[i] + t * q[0], q[j] + t * q[k], q[k] - t * q[j]};
  const double n =
      1 / abut::sqrt(turned[0] * turned[0] + turned[1] * turned[1] + turned[2] * turned[2] + turned[3] * turned[3]);
  q[0] = turned[0] * n, q[i] = turned[1] * n, q[j] = turned[2] * n, q[k] = turned[3] * n;
}

ABUT_INLINE void rotate_freely(BodyState& body, const BodyConstants& constants, double step) {
  const Vector& k = constants.inverse_inertia;
  turn_about(body, 0, k.x, 0.5 * step);
  turn_about(body, 1, k.y, 0.5 * step);
  turn_about(body, 2, k.z, step);
  turn_about(body, 1, k.y, 0.5 * step);
  turn_about(body, 0, k.x, 0.5 * step);
}

}  // namespace dem
