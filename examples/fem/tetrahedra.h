// Two tetrahedra, tip to tip: the upper one falls, and bounces back to where it was. Montanari 2017, section 4.3.1.
#pragma once

#include "examples/fem/run.h"

namespace fem {

/// Data only.
struct BounceSettings : Settings {
  double edge = 1;         ///< of both, which are regular, m
  double fall_time = 0.9;  ///< until they meet, s
};
BounceSettings bounce_settings();

/// Data only.
struct BounceSample {
  double time, height;  ///< of the upper one's tip over the base
  Energies energies;
  double reaction;  ///< of the support, N, upwards
};

/// Data only.
struct Bounce {
  Measures measures;
  std::vector<BounceSample> samples;  ///< of every step
  double fall = 0;                    ///< of the tip until it touches, m
  double lowest = 0;                  ///< height of the tip where it is lowest, m
  double returned = 0;                ///< the part of the fall that the tip comes back by
  double asymmetry = 0;  ///< largest difference of heights as long before and after the middle of contact, m
  double sideways = 0;   ///< how far the tip has left the axis, m
};

/// Bodies 0, which stands on its base, supported upwards alone, and 1.
Problem bounce_problem(const BounceSettings& settings);
Bounce bounce(const BounceSettings& settings);

/// Runs, prints, and where `folder` is not empty writes tetrahedra.svg and tetrahedra.csv. Whether all is finite and no
/// element has been inverted.
bool report_bounce(const BounceSettings& settings, const std::string& folder);

}  // namespace fem
