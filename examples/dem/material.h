// What bodies are made of, and the longest time step that this allows.
#pragma once

#include <span>

#include "examples/dem/contact_force.h"

namespace dem {

/// One for all bodies and walls.
struct Material {
  double density = 2500;          ///< kg/m^3, > 0
  double stiffness = 5e4;         ///< of a contact, N/m, > 0
  double tangential_ratio = 0.8;  ///< tangential over normal stiffness, 0 to 1
  double friction = 0.5;          ///< Coulomb's coefficient, >= 0
  double restitution = 0.5;       ///< of a head-on collision of two spheres, > 0 to 1
};

/// Throws `InvalidInput` naming value and bound.
void check(const Material& material);

/// c / sqrt(k m*) of the damper that gives this restitution; 0 for 1.
double damping_ratio(double restitution);

Friction friction_of(const Material& material);

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
