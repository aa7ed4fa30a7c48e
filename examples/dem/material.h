// What bodies are made of, and the longest time step that this allows.
#pragma once

#include <span>

#include "examples/dem/contact_force.h"

namespace dem {

/// What a contact's energy is a function of (contact_force.h).
enum class NormalLaw : std::uint64_t { depth, volume, volume_at_centroid };

/// One for all bodies and walls. Doubles and integers of eight bytes only: a restart file holds it as it is.
struct Material {
  NormalLaw law = NormalLaw::depth;
  double density = 2500;           ///< kg/m^3, > 0
  double stiffness = 5e4;          ///< of a contact by depth and of tangential springs, N/m, > 0
  double volume_stiffness = 1e10;  ///< of a contact by volume, N/m^5, > 0
  double tangential_ratio = 0.8;   ///< tangential over normal stiffness, 0 to 1
  double friction = 0.5;           ///< Coulomb's coefficient, >= 0
  double restitution = 0.5;        ///< of a head-on collision of two spheres, > 0 to 1
};

/// Throws `InvalidInput` naming value and bound.
void check(const Material& material);

/// c / sqrt(k m*) of the damper that gives this restitution; 0 for 1.
double damping_ratio(double restitution);

/// `stiffness`: of the normal law.
Friction friction_of(const Material& material, double stiffness);

/// Calls `use` with the law's type, with the material's stiffness for it.
template <class Use>
void with_law(const Material& material, const Use& use) {
  if (material.law == NormalLaw::depth) {
    use(DepthLaw{{material.stiffness}});
  } else {
    use(VolumeLaw{{material.volume_stiffness}, material.law == NormalLaw::volume});
  }
}

/// The most that a contact's force grows with the distance that a body of this radius moves in, N/m: the stiffness, or,
/// by volume, k 5/3 (pi r^2)^2, in the plane k 3/2 (2 r)^2 (docs/explanation/dem.md), and the tangential spring's if
/// that is more.
double stiffness_at_most(const Material& material, double radius, bool planar);

/// A step above which the spring of one contact is unstable for two of these bodies at worst.
///
/// The frequency of a contact is at most sqrt(k w), with k the larger stiffness and w = sum over both bodies of 1 / m +
/// r^2 / I: a force at a distance r from the centre, I the smallest moment. Explicit central differences with damping
/// ratio z are stable up to 2 / omega (sqrt(1 + z^2) - z). A body with n contacts at once can be up to sqrt(n) stiffer:
/// a fifth of the bound or less is a sound choice.
double stable_step(const Material& material, std::span<const BodyConstants> bodies);

/// Throws `InvalidInput` naming step and bound when it is not positive or too long.
void check_step(double step, const Material& material, std::span<const BodyConstants> bodies);

}  // namespace dem
