// Problems whose solutions are known, and random ones. Gravity is 10 along -z, a step 0.01 s.
#pragma once

#include <cmath>
#include <random>

#include "examples/time_stepping/contact_problem.h"

namespace time_stepping::testing {

inline constexpr double step = 0.01, gravity = 10;

inline ProblemBody solid(double mass, double moment, const Vector& velocity = {0, 0, -gravity* step}) {
  const double k = 1 / moment;
  return {1 / mass, {{k, 0, 0, 0, k, 0, 0, 0, k}}, {velocity, {0, 0, 0}}};
}

inline ProblemContact contact_at(std::uint32_t a, std::uint32_t b, const Vector& point, const Vector& centre_a,
                                 const Vector& centre_b) {
  ProblemContact out;
  out.a = a, out.b = b;
  set_tangents(out);
  out.arm_a = point - centre_a, out.arm_b = point - centre_b;
  return out;
}

/// A fixed body, and cubes of side 1 and mass 1 on top of each other, with four contacts between two.
inline ContactProblem stack(std::uint32_t cubes, double friction) {
  ContactProblem out;
  out.step = step;
  out.bodies.emplace_back();
  for (std::uint32_t k = 1; k <= cubes; ++k) {
    out.bodies.push_back(solid(1, 1.0 / 6));
    for (const double x : {-0.5, 0.5}) {
      for (const double y : {-0.5, 0.5}) {
        out.contacts.push_back(contact_at(k - 1, k, {x, y, k - 1.0}, {0, 0, k - 1.5}, {0, 0, k - 0.5}));
        out.contacts.back().friction = friction;
      }
    }
  }
  return out;
}

/// A cube of side 1 and mass 1 on a plane that is inclined about y by `angle`: axes along the plane and normal to it.
inline ContactProblem slope(double angle, double friction) {
  ContactProblem out = stack(1, friction);
  out.bodies[1].free.velocity = Vector{std::sin(angle), 0, -std::cos(angle)} * (gravity * step);
  return out;
}

/// Bodies and contacts at random, as many of these as there are bodies and half more; the first body is fixed.
inline ContactProblem random_problem(unsigned seed, std::uint32_t bodies) {
  std::mt19937 engine(seed);
  std::uniform_real_distribution<double> any(-1, 1);
  const auto vector = [&] {
    const double x = any(engine), y = any(engine), z = any(engine);
    return Vector{x, y, z};
  };
  ContactProblem out;
  out.step = step;
  out.bodies.emplace_back();
  for (std::uint32_t k = 1; k < bodies; ++k) {
    out.bodies.push_back(solid(1.5 + any(engine), 0.6 + 0.5 * any(engine), vector()));
    out.bodies.back().free.spin = vector();
  }
  for (std::uint32_t k = 0; k < 3 * bodies / 2; ++k) {
    ProblemContact c;
    c.a = k % bodies, c.b = (c.a + 1 + k % (bodies - 1)) % bodies;
    c.normal = abut::unit_vector(vector());
    set_tangents(c);
    c.arm_a = vector(), c.arm_b = vector();
    c.gap = 0.003 * any(engine), c.friction = 0.4 + 0.4 * any(engine);
    out.contacts.push_back(c);
  }
  return out;
}

}  // namespace time_stepping::testing
