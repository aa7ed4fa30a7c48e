// What a rigid body is to the solver. A body's frame is that of its principal axes, its origin the centre of mass.
#pragma once

#include <cstddef>
#include <cstdint>

#include "abut/contacts/patches_view.h"

namespace dem {

using Vector = abut::Vec3<double>;

/// What changes. SI units, world axes; `quaternion` (w, x, y, z) turns the body's frame into the world's. Doubles only,
/// without padding: arrays of it are strided arrays of doubles, and what a restart file holds. Data only.
struct BodyState {
  Vector position, velocity;
  Vector momentum;  ///< angular, about the centre of mass
  double quaternion[4];
  Vector force, torque;                ///< of contacts, of the last step
  double damping_loss, friction_loss;  ///< energy lost so far in this body's contacts
};
static_assert(sizeof(BodyState) == 21 * sizeof(double));

/// What does not change. A fixed body has zeros for mass and inertia and their inverses. Data only.
struct BodyConstants {
  double mass, inverse_mass;
  Vector inertia, inverse_inertia;  ///< about the principal axes
  double radius;                    ///< of the sphere about the centre of mass that holds the body
};

/// Whether it is a body of the plane.
inline bool turns_about_z_alone(const BodyConstants& c) { return c.inverse_inertia.x == 0 && c.inverse_inertia.y == 0; }

/// What is kept of a pair from step to step: the tangential spring, in world axes. Data only.
struct Spring {
  Vector stretch;
  Vector ahead;  ///< slip of the next half step, along this step's normal and at this step's point
};

/// What two polyhedra share (`PatchesView`), axes of the world, the centroid relative to A's position. Doubles only,
/// without padding: arrays of it are strided arrays of doubles. Data only.
struct SharedVolume {
  double volume;
  Vector centre, normal, moment;
};
static_assert(sizeof(SharedVolume) == 10 * sizeof(double));

/// Where `find_patches` writes such an array; nowhere if it is null.
inline abut::PatchesView<double> volumes_in(SharedVolume* volumes) {
  abut::PatchesView<double> out;
  if (volumes == nullptr) return out;
  constexpr std::ptrdiff_t stride = sizeof(SharedVolume) / sizeof(double);
  double* const x = reinterpret_cast<double*>(volumes);
  out.volume = {x, stride};
  out.volume_centre = {x + 1, x + 2, x + 3, stride};
  out.volume_normal = {x + 4, x + 5, x + 6, stride};
  out.volume_moment = {x + 7, x + 8, x + 9, stride};
  return out;
}

/// Of pair `i`.
ABUT_INLINE SharedVolume volume_at(const abut::PatchesView<double>& from, std::uint64_t i) {
  const auto vector = [i](const abut::StridedVec3<double>& v) {
    const std::ptrdiff_t at = static_cast<std::ptrdiff_t>(i) * v.stride;
    return Vector{v.x[at], v.y[at], v.z[at]};
  };
  return {from.volume.data[static_cast<std::ptrdiff_t>(i) * from.volume.stride], vector(from.volume_centre),
          vector(from.volume_normal), vector(from.volume_moment)};
}

/// What a pair does in this step. Data only.
struct PairForce {
  Vector force;   ///< on B; A gets the opposite
  Vector moment;  ///< on B, in addition to that of the force; A gets the opposite
  Vector point;   ///< in the world, where the force is applied
  Vector normal;  ///< of the contact
  double normal_energy, tangential_energy;
  double damping_loss, friction_loss;  ///< in this step
  std::uint64_t touches;               ///< 0 or 1
};

}  // namespace dem
