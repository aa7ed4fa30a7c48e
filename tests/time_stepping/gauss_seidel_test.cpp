#include "examples/time_stepping/gauss_seidel.h"

#include <gtest/gtest.h>

#include <cstring>
#include <limits>

#include "abut/core/error.h"
#include "tests/time_stepping/problems.h"

namespace time_stepping::testing {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

Solution solve(const ContactProblem& problem, double tolerance = 1e-12, std::uint32_t most_sweeps = 20000) {
  return solve_gauss_seidel(problem, {tolerance, most_sweeps});
}

double tangential(const Components& c) { return std::hypot(c.tangent[0], c.tangent[1]); }

/// A fixed body and a ball of radius 1 and mass 2, which a plane is below.
ContactProblem ball(double gap, double friction, const Vector& velocity) {
  ContactProblem out;
  out.step = step;
  out.bodies = {{}, solid(2, 0.8, velocity)};
  out.contacts = {contact_at(0, 1, {0, 0, 0}, {0, 0, 0}, {0, 0, 1})};
  out.contacts[0].gap = gap, out.contacts[0].friction = friction;
  return out;
}

std::string message_of(const ContactProblem& problem) {
  try {
    solve(problem);
  } catch (const abut::InvalidInput& error) {
    return error.what();
  }
  return "";
}

TEST(GaussSeidel, ABallAtRestIsCarriedByItsWeight) {
  const Solution s = solve(ball(0, 0.5, {0, 0, -gravity * step}));
  EXPECT_TRUE(s.converged);
  EXPECT_NEAR(s.impulses[0].normal, 2 * gravity * step, 1e-15);
  EXPECT_EQ(tangential(s.impulses[0]), 0);
  EXPECT_NEAR(abut::length(s.twists[1].velocity), 0, 1e-16);
}

TEST(GaussSeidel, AnOpenContactClosesNoFurtherThanToTouch) {
  const Solution far = solve(ball(0.02, 0.5, {0, 0, -1}));
  EXPECT_EQ(far.impulses[0].normal, 0);
  EXPECT_EQ(far.twists[1].velocity.z, -1);
  const Solution near = solve(ball(0.004, 0.5, {0, 0, -1}));
  EXPECT_NEAR(near.twists[1].velocity.z * step, -0.004, 1e-15);
}

TEST(GaussSeidel, AnOverlapIsUndoneByItsShareAndNoFasterThanAllowed) {
  ContactProblem problem = ball(-0.001, 0, {0, 0, 0});
  problem.push_share = 0.25, problem.push_speed = 1;
  EXPECT_NEAR(solve(problem).twists[1].velocity.z, 0.25 * 0.001 / step, 1e-15);
  problem.push_speed = 0.01;
  EXPECT_NEAR(solve(problem).twists[1].velocity.z, 0.01, 1e-15);
}

TEST(GaussSeidel, NothingIsHeldBack) {
  const Solution s = solve(ball(0, 0.5, {0.3, 0, 0.2}));
  EXPECT_EQ(s.impulses[0].normal, 0);
  EXPECT_EQ(s.twists[1].velocity.x, 0.3);
}

// A ball of mass 2 and moment 0.8 that slides at v: friction turns it, mu m g h at most; it rolls where the velocity of
// the point that touches would be reversed, v / (1/m + r^2/I).
TEST(GaussSeidel, ASlidingBallIsTurnedByFriction) {
  const Solution slides = solve(ball(0, 0.1, {1, 0, -gravity * step}));
  EXPECT_NEAR(slides.twists[1].velocity.x, 1 - 0.1 * gravity * step, 1e-14);
  EXPECT_NEAR(slides.twists[1].spin.y, 0.1 * 2 * gravity * step / 0.8, 1e-14);
  const Solution rolls = solve(ball(0, 0.9, {0.1, 0, -gravity * step}));
  EXPECT_NEAR(tangential(rolls.impulses[0]), 0.1 / (1 / 2.0 + 1 / 0.8), 1e-14);
  EXPECT_NEAR(rolls.twists[1].velocity.x, rolls.twists[1].spin.y, 1e-14);
}

TEST(GaussSeidel, ABlockOnASlopeSticksBelowTheAngleOfFriction) {
  const Solution s = solve(slope(0.3, std::tan(0.3) + 0.01));
  EXPECT_TRUE(s.converged);
  EXPECT_LT(abut::length(s.twists[1].velocity), 1e-12);
  EXPECT_LT(abut::length(s.twists[1].spin), 1e-12);
}

TEST(GaussSeidel, ABlockOnASlopeSlidesAboveIt) {
  const double angle = 0.5, friction = 0.3;
  const Solution s = solve(slope(angle, friction));
  EXPECT_TRUE(s.converged);
  EXPECT_NEAR(s.twists[1].velocity.x, (std::sin(angle) - friction * std::cos(angle)) * gravity * step, 1e-11);
  EXPECT_NEAR(s.twists[1].velocity.z, 0, 1e-12);
  EXPECT_LT(abut::length(s.twists[1].spin), 1e-11);
}

TEST(GaussSeidel, TwoFreeBallsThatCollideKeepTheirMomentum) {
  ContactProblem problem;
  problem.step = step;
  problem.bodies = {solid(2, 0.8, {1, 0.2, 0}), solid(3, 1.2, {-1, 0, 0.5})};
  ProblemContact c;
  c.a = 0, c.b = 1, c.normal = {1, 0, 0}, c.friction = 0.4;
  set_tangents(c);
  c.arm_a = {1, 0, 0}, c.arm_b = {-1, 0, 0};
  problem.contacts = {c};
  const Solution s = solve(problem);
  const Vector linear = s.twists[0].velocity * 2.0 + s.twists[1].velocity * 3.0;
  EXPECT_NEAR(abut::length(linear - Vector{-1, 0.4, 1.5}), 0, 1e-15);
  // About the point that they touch at.
  const auto angular = [&](const std::vector<Twist>& t) {
    return abut::cross(-c.arm_a, t[0].velocity) * 2.0 + abut::cross(-c.arm_b, t[1].velocity) * 3.0 + t[0].spin * 0.8 +
           t[1].spin * 1.2;
  };
  EXPECT_NEAR(abut::length(angular(s.twists) - angular(twists_after(problem, {}))), 0, 1e-15);
  EXPECT_NEAR(s.twists[0].velocity.x, -0.2, 1e-15);
  EXPECT_NEAR(s.twists[1].velocity.x, -0.2, 1e-15);
}

TEST(GaussSeidel, TheImpulsesOfAStackAddUpToTheWeights) {
  const std::uint32_t cubes = 6;
  const Solution s = solve(stack(cubes, 0.5));
  EXPECT_TRUE(s.converged);
  for (std::uint32_t k = 0; k < cubes; ++k) {
    double sum = 0;
    for (int corner = 0; corner < 4; ++corner) sum += s.impulses[4 * k + corner].normal;
    EXPECT_NEAR(sum, (cubes - k) * gravity * step, 1e-10) << "below cube " << k + 1;
  }
}

TEST(GaussSeidel, ASolutionIsWhereTheNextOneBegins) {
  ContactProblem problem = stack(6, 0.5);
  const Solution first = solve(problem, 1e-10);
  EXPECT_GT(first.sweeps, 10u);
  for (std::size_t i = 0; i < problem.contacts.size(); ++i) problem.contacts[i].impulse = first.impulses[i];
  EXPECT_EQ(solve(problem, 1e-10).sweeps, 1u);
}

TEST(GaussSeidel, ConditionsHoldAtRandomContacts) {
  int stuck = 0, slid = 0, open = 0;
  for (unsigned seed = 1; seed <= 100; ++seed) {
    const ContactProblem problem = random_problem(seed, 8);
    const Solution s = solve(problem, 1e-11);
    ASSERT_TRUE(s.converged) << "seed " << seed << ": residual " << s.residual;
    for (std::size_t i = 0; i < problem.contacts.size(); ++i) {
      const ProblemContact& c = problem.contacts[i];
      const Components &p = s.impulses[i], u = relative_velocity(c, s.twists);
      const double normal = u.normal + normal_bias(problem, c), limit = c.friction * p.normal;
      EXPECT_GE(p.normal, 0);
      EXPECT_GE(normal, -1e-9);
      EXPECT_NEAR(p.normal * normal, 0, 1e-9);
      EXPECT_LE(tangential(p), limit * (1 + 1e-12) + 1e-300);
      // Friction takes as much power as it can: all of the speed at the limit, or there is no speed.
      EXPECT_NEAR(p.tangent[0] * u.tangent[0] + p.tangent[1] * u.tangent[1], -limit * tangential(u), 1e-8);
      ++(p.normal == 0 ? open : tangential(u) < 1e-7 ? stuck : slid);
    }
  }
  EXPECT_GT(std::min({stuck, slid, open}), 50);
}

// Written down once more, without the code that is tested.
TEST(GaussSeidel, TheResidualIsTheNaturalMapOfWhatIsGivenBack) {
  const ContactProblem problem = random_problem(7, 6);
  for (const std::uint32_t sweeps : {1u, 3u, 10u}) {
    const Solution s = solve(problem, 1e-15, sweeps);
    double worst = 0, scale = 0;
    for (std::size_t i = 0; i < problem.contacts.size(); ++i) {
      const ProblemContact& c = problem.contacts[i];
      const Matrix w = local_response(problem, c);
      const Components &p = s.impulses[i], u = relative_velocity(c, s.twists);
      const Components free = relative_velocity(c, twists_after(problem, {}));
      const double bias = normal_bias(problem, c), mean = (w.m[4] + w.m[8]) / 2;
      const double rate = mean + std::sqrt(mean * mean - (w.m[4] * w.m[8] - w.m[5] * w.m[7]));
      const double normal = std::min(w.m[0] * p.normal, u.normal + bias);
      double x = p.tangent[0] - u.tangent[0] / rate, y = p.tangent[1] - u.tangent[1] / rate;
      const double over = std::max(1.0, std::sqrt(x * x + y * y) / (c.friction * p.normal));
      x = p.tangent[0] - x / over, y = p.tangent[1] - y / over;
      worst = std::max({worst, std::abs(normal), rate * std::sqrt(x * x + y * y)});
      scale = std::max({scale, std::hypot(free.normal, tangential(free)), -bias});
    }
    EXPECT_FALSE(s.converged);
    EXPECT_EQ(s.sweeps, sweeps);
    EXPECT_NEAR(s.residual / (worst / scale), 1, 1e-6);
  }
}

TEST(GaussSeidel, TheSameProblemHasTheSameBits) {
  const ContactProblem problem = random_problem(3, 20);
  const Solution first = solve(problem), second = solve(problem);
  ASSERT_EQ(first.impulses.size(), second.impulses.size());
  const std::size_t bytes = first.impulses.size() * sizeof(Components);
  EXPECT_EQ(std::memcmp(first.impulses.data(), second.impulses.data(), bytes), 0);
  EXPECT_EQ(first.sweeps, second.sweeps);
}

TEST(GaussSeidel, NothingToDoIsDoneAtOnce) {
  ContactProblem problem = stack(2, 0.5);
  problem.contacts.clear();
  const Solution s = solve(problem);
  EXPECT_TRUE(s.converged);
  EXPECT_EQ(s.sweeps, 0u);
  EXPECT_EQ(s.twists[2].velocity.z, -gravity * step);
}

TEST(GaussSeidel, ContactsOfWhatDoesNotMoveAreLeftAlone) {
  ContactProblem problem = stack(1, 0.5);
  problem.bodies[1] = {};
  const Solution s = solve(problem);
  EXPECT_TRUE(s.converged);
  EXPECT_EQ(s.impulses[0].normal, 0);
}

TEST(GaussSeidel, BadInputIsNamed) {
  const ContactProblem good = stack(1, 0.5);
  ContactProblem bad = good;
  bad.contacts[2].friction = -0.1;
  EXPECT_EQ(message_of(bad), "contacts[2].friction is -0.1, allowed is 0 or more");
  bad = good, bad.contacts[1].gap = nan;
  EXPECT_EQ(message_of(bad), "contacts[1].gap is nan, allowed is a finite number");
  bad = good, bad.contacts[0].b = 2;
  EXPECT_EQ(message_of(bad), "contacts[0].b is 2, allowed is the number of another body");
  bad = good, bad.contacts[3].normal = {0, 0, 2};
  EXPECT_EQ(message_of(bad), "contacts[3].normal's length is 2, allowed is 1");
  bad = good, bad.bodies[1].inverse_mass = -1;
  EXPECT_EQ(message_of(bad), "bodies[1].inverse_mass is -1, allowed is 0 or more");
  bad = good, bad.bodies[1].free.velocity.x = nan;
  EXPECT_EQ(message_of(bad), "bodies[1].free.velocity is nan, allowed is a finite number");
  bad = good, bad.step = 0;
  EXPECT_EQ(message_of(bad), "step is 0, allowed is a finite number above 0");
  EXPECT_THROW(solve(good, nan), abut::InvalidInput);
  EXPECT_THROW(solve(good, 1e-9, 0), abut::InvalidInput);
}

}  // namespace
}  // namespace time_stepping::testing
