// Two equal bars meet end to end, one at rest: how long they stay together. Montanari 2017, section 4.3.3.
#pragma once

#include "examples/fem/bar_wave.h"
#include "examples/fem/run.h"

namespace fem {

/// Data only.
struct BarSettings : Settings {
  double length = 1, width = 0.1;  ///< of each, m
  double speed = 0.01;             ///< of the first one, m/s
  std::uint32_t elements = 1;      ///< hexahedra a bar
};
BarSettings bar_settings();

/// Data only.
struct BarSample {
  double time, force, gap;        ///< of the ends, N and m
  double velocity_1, velocity_2;  ///< means of the bars, m/s
};

/// Data only.
struct BarImpact {
  Measures measures;
  std::vector<BarSample> samples;         ///< of every step
  double parted = 0;                      ///< when the ends are first apart again, s
  std::uint64_t contacts = 0;             ///< times that they come together
  double velocity_1 = 0, velocity_2 = 0;  ///< means at the end
};

/// Bars along x, side faces held, so that the problem has one dimension. They touch at the start.
Problem bar_problem(const BarSettings& settings);
BarImpact collide(const BarSettings& settings);
/// Pa/m, with which single elements part after `time` by the closed form, or above which they part before: the stiffer,
/// the sooner, and where the ends begin to bounce the time falls at once.
double penalty_for(const BarSettings& settings, double time);

/// Sweeps the penalty factor and the number of elements, prints, and where `folder` is not empty writes bars.svg and
/// bars.csv. Whether all is finite and no element has been inverted.
bool report_bars(const BarSettings& settings, const std::string& folder);

}  // namespace fem
