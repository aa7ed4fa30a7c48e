// What a run begins with: bodies with their complexes, what acts on them, and the numbers of the step. SI units.
#pragma once

#include <string>
#include <vector>

#include "abut/complex/simplicial_complex.h"
#include "examples/dem/state.h"

namespace time_stepping {

using Vector = abut::Vec3<double>;
using Matrix = abut::Mat3<double>;
using States = std::vector<dem::BodyState>;

/// Where a guided body is to be at a time: between two of these it goes straight. Data only.
struct Waypoint {
  double time;
  Vector position;
};

/// What acts on a body besides gravity and contacts. Data only.
struct Load {
  Vector torque{0, 0, 0};        ///< N m, along the world's axes
  double drag = 0;               ///< N m s: torque against the spin
  std::vector<Waypoint> guide;   ///< empty, or a spring draws the body along these, turned as it begins
  double guide_frequency = 100;  ///< 1/s: of that spring, which is damped critically
};

/// Its frame is that of its principal axes, its origin the centre of mass. Data only.
struct SceneBody {
  std::string name;
  abut::SimplicialComplex complex;
  abut::ComplexOptions options;
  dem::BodyConstants constants{};  ///< zeros where it does not move
  dem::BodyState start{};
  Load load;
};

/// Data only.
struct Scene {
  std::string name;
  std::vector<SceneBody> bodies;
  Vector gravity{0, 0, -9.81};
  double friction = 0.5;
  double step = 1e-3;
  std::uint64_t steps = 1000;
  double theta = 0.02;       ///< see `abut::QuasiLmdOptions`
  double tolerance = 1e-10;  ///< of the solver's relative residual
  double size = 1;           ///< of what moves: lengths are told over it
  double reach = 0.01;       ///< gaps up to this are contacts: more than what a step closes
  /// Whether momentum is kept: nothing acts from outside.
  bool conserves = false;
};

inline bool moves(const dem::BodyConstants& c) {
  const Vector& k = c.inverse_inertia;
  return c.inverse_mass > 0 || k.x > 0 || k.y > 0 || k.z > 0;
}

inline States states_of(const Scene& scene) {
  States out;
  for (const SceneBody& body : scene.bodies) out.push_back(body.start);
  return out;
}

}  // namespace time_stepping
