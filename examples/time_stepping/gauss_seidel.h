// Projected Gauss-Seidel for the contacts of one step: contact after contact, in their order, gets the impulse that its
// own condition asks for while the others stay, until all conditions hold together.
//
// Source: Jean 1999, the non-smooth contact dynamics method; Acary & Brogliato 2008, section 13.7.
#pragma once

#include "examples/time_stepping/contact_problem.h"

namespace time_stepping {

/// Begins with the contacts' own impulses and ends at the tolerance or after `most_sweeps`; one sweep at least, or what
/// a tolerance leaves would add up over steps. The same problem gives the same bits. Throws as `check`.
Solution solve_gauss_seidel(const ContactProblem& problem, const SolverSettings& settings);

/// The impulse of a single contact whose relative velocity is `free` without it, plus `response` times the impulse,
/// with `free.normal` including the bias; `start` is where a sliding contact begins.
Components solve_contact(const Matrix& response, const Components& free, double friction, const Components& start);

}  // namespace time_stepping
