// A block slides over the hollow top of a larger body, both free. Montanari 2017, section 4.5.
#pragma once

#include "examples/fem/run.h"

namespace fem {

/// Data only.
struct IroningSettings : Settings {
  double length = 24e-3, width = 8e-3, thickness = 4e-3;  ///< of the larger body, m
  double rise = 1.2e-3;                                   ///< of its top, a parabola, from the middle to either end, m
  double block = 4e-3;                                    ///< its edge, m
  double spin = 1, arm = 1;  ///< rad/s about an axis along y that is so far above the block, m
  double lean = 0.01;        ///< of the way to the axis from the top's normal, so that the block comes nearer, rad
  double gap = 5e-5;         ///< between both at the start, m
  double depth = 1e-4;  ///< see `Penalty`, m: ends of both pass each other, of which little is below the other's top
};
IroningSettings ironing_settings();

/// Data only.
struct IroningSample {
  double time;
  Energies energies;
  Vector centre;  ///< of the block
  std::uint64_t touching;
  friend bool operator==(const IroningSample& a, const IroningSample& b) {
    return a.energies.kinetic == b.energies.kinetic && a.energies.elastic == b.energies.elastic &&
           a.energies.contact == b.energies.contact && a.centre.x == b.centre.x && a.centre.y == b.centre.y &&
           a.centre.z == b.centre.z && a.touching == b.touching;
  }
};

/// Data only.
struct Ironing {
  Measures measures;
  std::vector<IroningSample> samples;            ///< of every step
  std::vector<std::pair<double, State>> frames;  ///< four, equally far apart
  double momentum_error = 0;  ///< farthest from the first one, over mass of the block times its speed
  double angular_error = 0;   ///< likewise, about the origin, over that and the larger body's length
};

/// Body 0 is the larger one, 1 the block, a single hexahedron.
Problem ironing_problem(const IroningSettings& settings);
Ironing iron(const IroningSettings& settings);

/// Runs with both searches, prints, and where `folder` is not empty writes ironing.svg, ironing_frames.svg and
/// ironing.csv. Whether both went the same way to the bit, all is finite and no element has been inverted.
bool report_ironing(const IroningSettings& settings, const std::string& folder);

}  // namespace fem
