// Sweeps of Gauss-Seidel with Newton's method in between, for contacts that wedge each other: there sweeps take ten
// thousands, and the few contacts that are left to settle are one small system.
//
// Source: Alart & Curnier 1991, the natural map and its derivative; Acary, Bremond & Huber 2018 for how such methods
// compare. Departures: a damping that lets redundant contacts have any share of a force, which changes from one
// attempt to the next; and an attempt that ends worse than it began is dropped, after which sweeps go on.
#pragma once

#include "examples/time_stepping/contact_problem.h"

namespace time_stepping {

/// As `solve_gauss_seidel` where `settings.most_sweeps` of a few suffice. Newton's method writes down the responses of
/// all contacts to each other: it is left out above 500 contacts, or 200 that touch. The same problem gives the same
/// bits. Throws as `check`.
Solution solve_newton(const ContactProblem& problem, const SolverSettings& settings);

}  // namespace time_stepping
