// Seeds and weights whose cells lie as the grains do: the minimum of eq. 6.5 over four lengths a grain.
//
// "subplex" is NLopt's LN_SBPLX, after T. Rowan 1990, where the library was found; "compass" needs none: it tries each
// of the four lengths of each seed by a step up and down, keeps what is better, and halves the step where a round finds
// little. Neither needs derivatives, which O has not everywhere.
#pragma once

#include <functional>
#include <string>

#include "examples/polycrystal/objective.h"

namespace polycrystal {

/// Data only. The thesis ends where O_min^(i-1) - O_min^i is below a tolerance; step by step that would end at the
/// first small success. Taken here: where O_min has fallen by less over `window` evaluations, and, of "compass", its
/// step has come down to `least_step`.
struct OptimiseOptions {
  std::string method = "compass";
  double tolerance = 1e-6;
  std::uint64_t window = 0;              ///< 0: 40 a grain, ten for each length
  std::uint64_t most = 50000;            ///< evaluations
  double step = 0.1, least_step = 1e-4;  ///< of the first and the last step, in mean grain diameters
};

/// Data only.
struct Improvement {
  std::uint64_t evaluation;
  double seconds, value;
};

/// Data only.
struct Optimum {
  std::vector<Seed> seeds;
  double first = 0, value = 0;  ///< O at the start and at the end
  std::uint64_t evaluations = 0;
  double seconds = 0;
  bool converged = false;            ///< else the number of evaluations has ended it
  std::vector<Improvement> history;  ///< of O_min
};

/// Leaves the objective at the optimum. Throws `InvalidInput` for options out of their ranges, and for "subplex" in a
/// build without NLopt.
Optimum optimise(Objective& objective, const Grains& grains, const OptimiseOptions& options);

bool have_nlopt();

}  // namespace polycrystal
