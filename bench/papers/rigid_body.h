// A rigid body that forces push, for the benchmarks that let bodies move.
#pragma once

#include <cmath>

#include "abut/core/pose.h"
#include "abut/shapes/mass_properties.h"

namespace abut::papers {

/// Data only.
struct RigidBody {
  double mass = 0;
  Vec3<double> offset{0, 0, 0};  ///< of the mass's centre in the body's frame
  Vec3<double> moments{1, 1, 1};
  Mat3<double> axes = Pose{}.rotation;  ///< of the principal frame in the body's
  Vec3<double> centre{0, 0, 0}, velocity{0, 0, 0};
  Vec3<double> spin{0, 0, 0};  ///< angular momentum about the centre
  Mat3<double> rotation = Pose{}.rotation;
  Vec3<double> force{0, 0, 0}, moment{0, 0, 0};
};

/// At rest, its mass's centre at `centre`.
inline RigidBody rigid_body(const MassProperties& m, double density, Vec3<double> centre) {
  RigidBody body;
  body.mass = density * m.volume;
  body.offset = m.centre, body.moments = m.moments * density, body.axes = m.axes;
  body.centre = centre;
  return body;
}

inline Pose pose_of(const RigidBody& b) { return {b.centre - rotate(b.rotation, b.offset), b.rotation}; }

/// Angular velocity.
inline Vec3<double> turning_of(const RigidBody& b) {
  const Vec3<double> in_axes = rotate_back(b.axes, rotate_back(b.rotation, b.spin));
  return rotate(b.rotation,
                rotate(b.axes, {in_axes.x / b.moments.x, in_axes.y / b.moments.y, in_axes.z / b.moments.z}));
}

inline Vec3<double> velocity_at(const RigidBody& b, Vec3<double> point) {
  return b.velocity + cross(turning_of(b), point - b.centre);
}

inline void push_at(RigidBody& b, Vec3<double> point, Vec3<double> force) {
  b.force = b.force + force;
  b.moment = b.moment + cross(point - b.centre, force);
}

/// The rotation after a turn by this vector: about its direction, by its length in radians.
inline Mat3<double> turned(const Mat3<double>& rotation, Vec3<double> turn) {
  const Vec3<double> v = turn * 0.5;
  const double half = length(v), share = half > 0 ? std::sin(half) / half : 1;
  return times(rotation_from_quaternion(std::cos(half), v.x * share, v.y * share, v.z * share), rotation);
}

/// By a step of `h`, under the forces and a gravity; the forces are gone then.
inline void move_on(RigidBody& b, double h, Vec3<double> gravity) {
  b.velocity = b.velocity + (b.force * (1 / b.mass) + gravity) * h;
  b.centre = b.centre + b.velocity * h;
  b.spin = b.spin + b.moment * h;
  b.rotation = turned(b.rotation, turning_of(b) * h);
  b.force = b.moment = {0, 0, 0};
}

inline double kinetic_energy(const RigidBody& b) {
  return 0.5 * (b.mass * dot(b.velocity, b.velocity) + dot(turning_of(b), b.spin));
}

}  // namespace abut::papers
