// One run of the scene with one narrow phase, and what is measured of it.
#pragma once

#include <string>

#include "examples/dem/scene.h"
#include "examples/siconos/world.h"

namespace siconos_run {

/// Lengths over the largest radius. Data only.
struct Summary {
  std::uint64_t steps = 0, overlapping = 0, failures = 0, unsolved = 0;
  StepCounts last;
  double deepest = 0, deepest_at_end = 0;
  double energy_at_start = 0, potential_at_end = 0, kinetic_at_end = 0, largest_rise = 0;
  double fastest = 0;
  double rest_from = 0;  ///< the last time at which a body was faster than 5 mm/s
  double detection_seconds = 0, seconds = 0;
};

/// Grains of examples/grains as hulls in their principal axes, at rest over a box, in layers of a grid so that none
/// overlap. Throws as `dem::read_grains`.
dem::Scene grains_over_box(std::uint64_t count);

/// Writes surfaces every 20 ms and energies.csv into the folder. Throws `FileError`.
Summary run(const dem::Scene& scene, const Law& law, bool with_abut, const std::string& folder);

}  // namespace siconos_run
