// The command line.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "examples/time_stepping/contact_problem.h"
#include "examples/time_stepping/scene.h"

namespace time_stepping {

enum class SolverName { newton, gauss_seidel, siconos, siconos_newton };

struct Options {
  Scene scene;
  SolverName solver = SolverName::newton;
  std::optional<SolverName> compare;  ///< with this one, step by step and as a run of its own
  SolverSettings settings;
  std::string folder;  ///< empty: nothing is written
  std::uint64_t frames = 50;
  std::optional<double> reduce;  ///< see `QuasiLmdContacts`
  int threads = 0;
};

/// Nothing where the program has nothing more to do, as after --help; `code` is then what it ends with. Throws
/// `InvalidInput` as `make_scene`, and for numbers that are not allowed.
std::optional<Options> parse(int argc, char** argv, int& code);

}  // namespace time_stepping
