// The chain's steps are what this solver is for: it is asked them as the scene gives them, and held against solvers
// that share none of its code, or only the sweep.
#include "examples/time_stepping/newton.h"

#include <gtest/gtest.h>

#include <cstring>

#include "abut/core/error.h"
#include "examples/time_stepping/gauss_seidel.h"
#include "examples/time_stepping/siconos_solver.h"
#include "tests/time_stepping/problems.h"
#include "tests/time_stepping/scene_problems.h"

namespace time_stepping::testing {
namespace {

/// Problems of the chain's steps 40, 80, ... 400, begun with the impulses of the step before.
const std::vector<ContactProblem>& chain_problems() {
  static const std::vector<ContactProblem> problems = problems_of(chain(), 400, 40);
  return problems;
}

TEST(Newton, TheChainsStepsAreSolvedWhereSweepsAloneAreFarFromIt) {
  int unsolved = 0;
  for (const ContactProblem& problem : chain_problems()) {
    const Solution s = solve_newton(problem, {1e-10, 2000});
    EXPECT_TRUE(s.converged) << s.residual;
    EXPECT_LE(s.residual, 1e-10);
    EXPECT_LT(s.sweeps, 200u);
    unsolved += solve_gauss_seidel(problem, {1e-6, 2000}).converged ? 0 : 1;
  }
  EXPECT_GE(unsolved, 5);  // else these problems are not hard, and prove nothing
}

// Sweeps get there too, by tens of thousands: the problems have a solution, and its motion is the one that Newton's
// method finds.
TEST(Newton, ManySweepsEndAtTheSameMotion) {
  int hard = 0;
  for (const ContactProblem& problem : chain_problems()) {
    const Solution swept = solve_gauss_seidel(problem, {1e-10, 300'000});
    ASSERT_LT(swept.residual, 1e-9);
    const Solution s = solve_newton(problem, {1e-10, 2000});
    EXPECT_LT(largest_difference(s.twists, swept.twists), 1e-7);
    if (swept.sweeps > 10'000 && ++hard == 2) break;
  }
  EXPECT_EQ(hard, 2);
}

// Siconos's method may end anywhere where it fails: it is held against what it solves, most of the problems.
TEST(Newton, SiconosFindsTheSameMotionOfTheChainByItsNewtonMethod) {
  if (!has_siconos()) GTEST_SKIP() << "built without Siconos";
  int solved = 0;
  for (const ContactProblem& problem : chain_problems()) {
    const Solution s = solve_newton(problem, {1e-12, 2000});
    EXPECT_LT(s.residual, 1e-10);
    const Solution other = solve_siconos(problem, {1e-12, 2000}, SiconosMethod::newton);
    if (other.residual > 1e-10) continue;
    ++solved;
    EXPECT_LT(largest_difference(s.twists, other.twists), 1e-9);
  }
  EXPECT_GE(solved, 8);
}

TEST(Newton, RandomContactsMoveAsSweepsSay) {
  int newton = 0;
  for (unsigned seed = 1; seed <= 100; ++seed) {
    const ContactProblem problem = random_problem(seed, 8);
    const Solution s = solve_newton(problem, {1e-12, 20000}), swept = solve_gauss_seidel(problem, {1e-12, 20000});
    ASSERT_TRUE(s.converged) << "seed " << seed << ": residual " << s.residual;
    newton += s.newton_steps > 0 ? 1 : 0;
    EXPECT_LT(largest_difference(s.twists, swept.twists), 1e-8) << "seed " << seed;
  }
  EXPECT_GT(newton, 50);
}

// Redundant contacts: twelve under each of six cubes, and no friction at some of them.
TEST(Newton, RedundantContactsShareAWeight) {
  ContactProblem problem = stack(6, 0.5);
  const std::vector<ProblemContact> once = problem.contacts;
  for (int copy = 0; copy < 2; ++copy) problem.contacts.insert(problem.contacts.end(), once.begin(), once.end());
  for (std::size_t i = 0; i < problem.contacts.size(); i += 5) problem.contacts[i].friction = 0;
  const Solution s = solve_newton(problem, {1e-11, 2000});
  EXPECT_TRUE(s.converged);
  EXPECT_GT(s.newton_steps, 0u);
  for (std::uint32_t k = 1; k <= 6; ++k) EXPECT_LT(abut::length(s.twists[k].velocity), 1e-11);
  double carried = 0;
  for (std::size_t i = 0; i < problem.contacts.size(); ++i) {
    if (problem.contacts[i].a == 0) carried += s.impulses[i].normal;
  }
  EXPECT_NEAR(carried, 6 * gravity * step, 1e-9);
}

TEST(Newton, WhatDoesNotMoveAndNoContactsAreAnswered) {
  ContactProblem problem = stack(2, 0.5);
  problem.bodies[1] = {};
  EXPECT_TRUE(solve_newton(problem, {1e-12, 200}).converged);
  problem.contacts.clear();
  EXPECT_TRUE(solve_newton(problem, {1e-12, 200}).converged);
}

TEST(Newton, AFewSweepsAreThoseOfGaussSeidel) {
  const ContactProblem& problem = chain_problems()[5];
  const Solution own = solve_newton(problem, {1e-15, 7}), swept = solve_gauss_seidel(problem, {1e-15, 7});
  EXPECT_EQ(own.sweeps, 7u);
  EXPECT_EQ(own.newton_steps, 0u);
  EXPECT_EQ(std::memcmp(own.impulses.data(), swept.impulses.data(), own.impulses.size() * sizeof(Components)), 0);
}

TEST(Newton, TheSameProblemHasTheSameBits) {
  const ContactProblem& problem = chain_problems()[5];
  const Solution first = solve_newton(problem, {1e-12, 2000}), second = solve_newton(problem, {1e-12, 2000});
  EXPECT_GT(first.newton_steps, 0u);
  EXPECT_EQ(std::memcmp(first.impulses.data(), second.impulses.data(), first.impulses.size() * sizeof(Components)), 0);
}

TEST(Newton, BadInputIsNamed) {
  EXPECT_THROW(solve_newton(stack(1, -1), {}), abut::InvalidInput);
  EXPECT_THROW(solve_newton(stack(1, 0.5), {0, 10}), abut::InvalidInput);
}

}  // namespace
}  // namespace time_stepping::testing
