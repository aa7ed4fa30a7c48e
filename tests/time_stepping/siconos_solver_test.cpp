#include "examples/time_stepping/siconos_solver.h"

#include <gtest/gtest.h>

#include "abut/core/error.h"
#include "examples/time_stepping/gauss_seidel.h"
#include "tests/time_stepping/problems.h"
#include "tests/time_stepping/scene_problems.h"

namespace time_stepping::testing {
namespace {

// Where impulses are not unique, as those of four corners, the motion is.
TEST(SiconosSolver, BothSolversAgreeOnTheMotion) {
  if (!has_siconos()) GTEST_SKIP() << "built without Siconos";
  const SolverSettings settings{1e-10, 20000};
  for (const ContactProblem& problem : {stack(5, 0.5), slope(0.3, 0.35), slope(0.5, 0.3), stack(3, 0)}) {
    const Solution own = solve_gauss_seidel(problem, settings), other = solve_siconos(problem, settings);
    EXPECT_TRUE(own.converged && other.residual < 1e-8) << own.residual << ' ' << other.residual;
    EXPECT_LT(largest_difference(own.twists, other.twists), 1e-8);
  }
}

// Coulomb's law may have several solutions; of these random ones each has one.
TEST(SiconosSolver, BothSolversAgreeAtRandomContacts) {
  if (!has_siconos()) GTEST_SKIP() << "built without Siconos";
  const SolverSettings settings{1e-10, 20000};
  for (unsigned seed = 1; seed <= 100; ++seed) {
    const ContactProblem problem = random_problem(seed, 8);
    const Solution own = solve_gauss_seidel(problem, settings), other = solve_siconos(problem, settings);
    EXPECT_LT(other.residual, 1e-8) << "seed " << seed;
    EXPECT_LT(largest_difference(own.twists, other.twists), 1e-7) << "seed " << seed;
    const Solution newton = solve_siconos(problem, settings, SiconosMethod::newton);
    EXPECT_LT(newton.residual, 1e-8) << "seed " << seed;
    EXPECT_LT(largest_difference(own.twists, newton.twists), 1e-7) << "seed " << seed;
  }
}

TEST(SiconosSolver, WhatDoesNotMoveAndNoContactsAreAnswered) {
  if (!has_siconos()) GTEST_SKIP() << "built without Siconos";
  ContactProblem problem = stack(1, 0.5);
  problem.bodies[1] = {};
  EXPECT_EQ(solve_siconos(problem, {}).impulses[0].normal, 0);
  problem.contacts.clear();
  EXPECT_TRUE(solve_siconos(problem, {}).converged);
}

TEST(SiconosSolver, BadInputIsNamed) {
  ContactProblem problem = stack(1, -1);
  EXPECT_THROW(solve_siconos(problem, {}), abut::InvalidInput);
}

}  // namespace
}  // namespace time_stepping::testing
