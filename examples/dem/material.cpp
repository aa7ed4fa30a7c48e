#include "examples/dem/material.h"

#include <algorithm>
#include <cmath>

#include "abut/core/error.h"
#include "examples/dem/text.h"

namespace dem {

namespace {

constexpr double pi = 3.14159265358979323846;

void demand(bool good, const char* name, double value, const char* allowed) {
  if (!good) throw abut::InvalidInput(std::string(name) + " is " + text_of(value) + ": has to be " + allowed);
}

}  // namespace

void check(const Material& m) {
  demand(m.density > 0 && std::isfinite(m.density), "density (kg/m^3)", m.density, "positive and finite");
  demand(m.stiffness > 0 && std::isfinite(m.stiffness), "stiffness (N/m)", m.stiffness, "positive and finite");
  demand(m.volume_stiffness > 0 && std::isfinite(m.volume_stiffness), "volume stiffness (N/m^5)", m.volume_stiffness,
         "positive and finite");
  demand(m.tangential_ratio >= 0 && m.tangential_ratio <= 1, "tangential ratio", m.tangential_ratio, "from 0 to 1");
  demand(m.friction >= 0 && std::isfinite(m.friction), "friction", m.friction, "0 or more and finite");
  demand(m.restitution > 0 && m.restitution <= 1, "restitution", m.restitution, "above 0 and at most 1");
}

double damping_ratio(double restitution) {
  const double l = std::log(restitution);
  return -2 * l / std::sqrt(pi * pi + l * l);
}

Friction friction_of(const Material& m, double stiffness) {
  const double ratio = damping_ratio(m.restitution), kt = m.tangential_ratio * m.stiffness;
  return {ratio * std::sqrt(stiffness), ratio * std::sqrt(kt), kt, m.friction};
}

double stiffness_at_most(const Material& m, double radius, bool planar) {
  if (m.law == NormalLaw::depth) return m.stiffness;  // the tangential ratio is at most 1
  const double shadow = planar ? 2 * radius : pi * radius * radius, bends = planar ? 3.0 / 2 : 5.0 / 3;
  return std::max(m.volume_stiffness * bends * shadow * shadow, m.tangential_ratio * m.stiffness);
}

double stable_step(const Material& material, std::span<const BodyConstants> bodies) {
  double largest = 0, lever = 1;
  for (const BodyConstants& b : bodies) {
    if (b.inverse_mass == 0) continue;
    const Vector& k = b.inverse_inertia;
    const double inverse = b.inverse_mass + b.radius * b.radius * std::max({k.x, k.y, k.z});
    // Of two bodies the smaller one's radius bounds the stiffness, so that k (w_a + w_b) <= k_a w_a + k_b w_b.
    largest = std::max(largest, inverse * stiffness_at_most(material, b.radius, turns_about_z_alone(b)));
    lever = std::max(lever, b.mass * inverse);
  }
  const double omega = std::sqrt(2 * largest);
  // c is that of the reduced mass m*, while the damper acts through the spring's lever: z = c w / (2 omega) is
  // sqrt(m* w) times what it is head on, and m* w is at most the larger of both bodies' m (1 / m + r^2 / I).
  const double z = 0.5 * damping_ratio(material.restitution) * std::sqrt(lever);
  return 2 / (omega * (std::sqrt(1 + z * z) + z));  // sqrt(1 + z^2) - z without the cancellation
}

void check_step(double step, const Material& material, std::span<const BodyConstants> bodies) {
  const double bound = stable_step(material, bodies);
  if (!(step > 0)) throw abut::InvalidInput("step is " + text_of(step) + " s: has to be positive");
  if (!(step <= bound)) {
    throw abut::InvalidInput("step is " + text_of(step) + " s: the stable one is at most " + text_of(bound) + " s");
  }
}

}  // namespace dem
