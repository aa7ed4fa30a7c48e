// A run of a scene: steps, pictures, the table at its end, and both solvers against each other.
#pragma once

#include "examples/time_stepping/measures.h"
#include "examples/time_stepping/options.h"

namespace time_stepping {

/// A step's state once it is done.
using Observer = std::function<void(std::uint64_t step, const TimeStepper&)>;

Solver solver_of(SolverName name);

/// Throws as `QuasiLmdContacts`, its `find` and the solver.
Summary run(const Options& options, const Solver& solver, const Observer& observer);

/// With surfaces and contacts in the folder, if there is one, and the table. Throws `FileError` besides.
Summary run_and_print(const Options& options);

/// Two runs: one by `options.solver`, in which the other solver is asked each problem too, and one by that alone.
/// Prints how far answers to the same problem, and the two runs, are apart.
void compare(const Options& options, SolverName other);

}  // namespace time_stepping
