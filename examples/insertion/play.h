// A run of an insertion: its steps by phases, and what has to hold in it.
#pragma once

#include <array>
#include <functional>
#include <limits>
#include <vector>

#include "examples/insertion/tasks.h"
#include "examples/time_stepping/time_stepper.h"

namespace insertion {

enum class Phase : std::uint8_t {
  approach,   ///< nothing has touched yet
  centring,   ///< the part is pushed towards the axis
  insertion,  ///< its tip is in the fit
  rest        ///< the tip has reached the floor
};
constexpr std::size_t phases = 4;
const char* name_of(Phase phase);

/// Data only.
struct PhaseMeasures {
  std::uint64_t steps = 0, contacts = 0, most_contacts = 0;  ///< contacts: of all steps together
  double finding_seconds = 0, most_finding_seconds = 0, solving_seconds = 0;
  double least_gap = std::numeric_limits<double>::infinity();  ///< infinite without contacts
};

/// Data only.
struct Played {
  std::array<PhaseMeasures, phases> by_phase;
  std::vector<Axis> path;                     ///< of the part after each step
  std::uint64_t crossings = 0, unsolved = 0;  ///< steps with bodies that meet, and above the solver's tolerance
  double largest_gain = 0;                    ///< of energy by contacts in a step, J; 0 or less: they only take some
  double taken = 0;                           ///< energy that contacts have taken, J
  double kinetic = 0;                         ///< at the end, J
  double weight = 0, push = 0;  ///< on the block, of the last 20 ms: weight and spring, and what contacts hold, N
  PhaseMeasures all() const;
};

/// After a step; `phase` is the one that it belongs to.
using Observer = std::function<void(Phase phase, const time_stepping::TimeStepper&)>;

/// `steps`: 0 for all. One thread finds the contacts. Throws as `scene_of`, the contacts and the solver.
Played play(const Task& task, const Source& source, std::uint64_t steps, const Observer& observer);

}  // namespace insertion
