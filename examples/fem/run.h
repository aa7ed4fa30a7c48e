// What the benchmarks have in common: how a problem is stepped, and what is asked of every step.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "examples/fem/stepper.h"

namespace fem {

enum class SearchKind : std::uint8_t {
  facets,     ///< trees of facets are searched in every step
  intrinsic,  ///< only where nodes have moved by more than half of a skin since; pairs' distances in every step
  kept,       ///< likewise, with a small skin, and without distances
  every       ///< all facets with all
};

/// Data only.
struct Settings {
  Material material;
  double penalty = 4e8;  ///< of facets, Pa/m
  double part = 0.5;     ///< of the longest stable step
  double seconds = 1;    ///< of the problem
  SearchKind search = SearchKind::facets;
};

/// Of a whole run. Data only.
struct Measures {
  double step = 0;
  std::uint64_t steps = 0, inverted = 0, most_touching = 0;
  double first_energy = 0, largest_kinetic = 0;
  double energy_error = 0;                  ///< the farthest that the total energy was from the first one, J
  double first_touch = -1, last_touch = 0;  ///< times of the first and last step with contact; -1: none
  SearchCounts search;
  double wall = 0;  ///< of the whole run, s by the clock
};

/// Steps a system for `settings.seconds` and calls `see` at the start and after each step. Throws `InvalidInput` where
/// settings or the problem are not allowed.
Measures run(const Problem& problem, const System& system, const Settings& settings,
             const std::function<void(const Stepper&)>& see);

/// The search of this kind for facets that come within `reach`; the skin of the intrinsic one is five times that, that
/// of kept pairs a fifth.
std::unique_ptr<FacetSearch> make_search(SearchKind kind, const Facets& facets, double reach);

}  // namespace fem
