// The same problem in Siconos Numerics, as an independent solver: its friction-contact problem in three dimensions
// (FrictionContactProblem.h) by its non-smooth Gauss-Seidel method, or by its non-smooth Newton method.
#pragma once

#include "examples/time_stepping/contact_problem.h"

namespace time_stepping {

/// Whether this program was built with Siconos.
bool has_siconos();

enum class SiconosMethod {
  gauss_seidel,  ///< SICONOS_FRICTION_3D_NSGS
  newton         ///< SICONOS_FRICTION_3D_NSN_AC, Alart and Curnier's function: it has no fallback where it fails
};

/// The whole matrix of the contacts' responses is written down: for problems of some hundreds of contacts. The residual
/// is `relative_residual`, so that it compares. Throws as `check`, and `InvalidInput` where Siconos is not there or
/// there are more than 1000 contacts.
Solution solve_siconos(const ContactProblem& problem, const SolverSettings& settings,
                       SiconosMethod method = SiconosMethod::gauss_seidel);

}  // namespace time_stepping
