// How well collisions keep energy: two bodies at a time, elastic and without friction, in random poses.
#pragma once

#include <vector>

#include "examples/dem/scene.h"

namespace dem {

/// Data only.
struct CollisionStudy {
  Material material;  ///< restitution and friction are taken as 1 and 0
  std::uint64_t pairs = 1000;
  std::uint64_t seed = 5;
  double steps = 100;     ///< in contact
  bool surfaces = false;  ///< NURBS grains by their surfaces, in place of polyhedra
  int threads = 0;        ///< 0: all cores
};

/// One collision. Data only.
struct Collision {
  double time;        ///< in contact, s
  double error;       ///< |E_after - E_before| / E_before, at time / steps a step
  double half_error;  ///< the same at half that step
  bool smooth;        ///< one contact; in no step its normal turned by 0.003 rad or its point moved by 0.4 mm
};

/// The same pairs and poses whatever the law: those that miss each other are left out. A first run with a short step
/// finds how long each pair is in contact.
std::vector<Collision> study_collisions(const CollisionStudy& study);

/// Of one kind of error, sorted. Data only.
struct ErrorFigures {
  double median, mean, percentile_99, largest;
};
ErrorFigures figures_of(std::vector<double> errors);

}  // namespace dem
