#include "examples/time_stepping/time_stepper.h"
#include "examples/dem/text.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>

#include "abut/core/error.h"
#include "examples/dem/rotation.h"
#include "examples/time_stepping/loads.h"

namespace time_stepping {

namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

/// R diag(k) R^T
Matrix turned_inverse(const Matrix& r, const Vector& k) {
  Matrix scaled = r;
  for (int row = 0; row < 3; ++row) {
    scaled.m[3 * row] *= k.x, scaled.m[3 * row + 1] *= k.y, scaled.m[3 * row + 2] *= k.z;
  }
  Matrix out;
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) {
      const double *a = scaled.m + 3 * i, *b = r.m + 3 * j;
      out.m[3 * i + j] = a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
    }
  }
  return out;
}

ProblemBody problem_body(const dem::BodyConstants& c, const dem::BodyState& state) {
  if (!moves(c)) return {};
  const Matrix inverse = turned_inverse(dem::rotation_of(state), c.inverse_inertia);
  return {c.inverse_mass, inverse, {state.velocity, abut::rotate(inverse, state.momentum)}};
}

ProblemContact problem_contact(const Scene& scene, const States& states, const FoundContact& found) {
  ProblemContact out;
  out.a = found.a, out.b = found.b;
  out.normal = found.normal;
  set_tangents(out);
  out.arm_a = found.point - states[found.a].position, out.arm_b = found.point - states[found.b].position;
  out.gap = found.gap, out.friction = scene.friction, out.key = found.key;
  return out;
}

/// Momentum about axes that a body cannot turn about goes into its bearings.
void drop_held_momentum(const dem::BodyConstants& c, dem::BodyState& state) {
  const Vector& k = c.inverse_inertia;
  if (k.x > 0 && k.y > 0 && k.z > 0) return;
  const Matrix r = dem::rotation_of(state);
  Vector own = abut::rotate_back(r, state.momentum);
  own = {k.x > 0 ? own.x : 0, k.y > 0 ? own.y : 0, k.z > 0 ? own.z : 0};
  state.momentum = abut::rotate(r, own);
}

double least_gap(const FoundContacts& found) {
  double least = std::numeric_limits<double>::infinity();
  for (const FoundContact& contact : found.contacts) least = std::min(least, contact.gap);
  return least;
}

}  // namespace

TimeStepper::TimeStepper(const Scene& scene, ContactFinder finder, Solver solver, const SolverSettings& settings)
    : scene_(scene),
      finder_(std::move(finder)),
      solver_(std::move(solver)),
      settings_(settings),
      states_(states_of(scene)) {
  if (scene.bodies.empty()) throw abut::InvalidInput("the scene has no bodies");
  if (!(scene.step > 0 && std::isfinite(scene.step))) {
    throw abut::InvalidInput("step is " + dem::text_of(scene.step) + " s, allowed is a finite number above 0");
  }
  check(settings);
}

StepReport TimeStepper::step() {
  StepReport report;
  const Clock::time_point start = Clock::now();
  finder_(states_, found_);
  report.finding_seconds = seconds_since(start);
  time_ += scene_.step;
  move_freely();
  const Clock::time_point found = Clock::now();
  const ContactProblem p = problem();
  const Solution solution = solver_(p, settings_);
  report.solving_seconds = seconds_since(found);
  add_impulses(p, solution);
  move();
  report.contacts = found_.contacts.size(), report.crossings = found_.crossings;
  report.least_gap = least_gap(found_);
  report.sweeps = solution.sweeps, report.newton_steps = solution.newton_steps;
  report.residual = solution.residual, report.converged = solution.converged;
  return report;
}

void TimeStepper::move_freely() {
  for (std::size_t b = 0; b < states_.size(); ++b) apply_loads(scene_, scene_.bodies[b], time_, states_[b]);
}

ContactProblem TimeStepper::problem() const {
  ContactProblem out;
  out.step = scene_.step;
  for (std::size_t b = 0; b < states_.size(); ++b) {
    out.bodies.push_back(problem_body(scene_.bodies[b].constants, states_[b]));
  }
  for (const FoundContact& found : found_.contacts) {
    ProblemContact& contact = out.contacts.emplace_back(problem_contact(scene_, states_, found));
    const auto old = before_.find(found.key);
    if (old == before_.end()) continue;
    const Vector& p = old->second;
    contact.impulse = {abut::dot(contact.normal, p),
                       {abut::dot(contact.tangent[0], p), abut::dot(contact.tangent[1], p)}};
  }
  return out;
}

void TimeStepper::add_impulses(const ContactProblem& problem, const Solution& solution) {
  impulses_.clear();
  before_.clear();
  for (std::size_t i = 0; i < problem.contacts.size(); ++i) {
    const ProblemContact& c = problem.contacts[i];
    const Components& p = solution.impulses[i];
    const Vector world = c.normal * p.normal + c.tangent[0] * p.tangent[0] + c.tangent[1] * p.tangent[1];
    dem::BodyState &a = states_[c.a], &b = states_[c.b];
    a.velocity = a.velocity - world * problem.bodies[c.a].inverse_mass;
    b.velocity = b.velocity + world * problem.bodies[c.b].inverse_mass;
    a.momentum = a.momentum - abut::cross(c.arm_a, world);
    b.momentum = b.momentum + abut::cross(c.arm_b, world);
    impulses_.push_back(world);
    before_.emplace(c.key, world);
  }
}

void TimeStepper::move() {
  for (std::size_t b = 0; b < states_.size(); ++b) {
    const dem::BodyConstants& c = scene_.bodies[b].constants;
    dem::BodyState& state = states_[b];
    drop_held_momentum(c, state);
    state.position = state.position + state.velocity * scene_.step;
    if (moves(c)) dem::rotate_freely(state, c, scene_.step);
  }
}

}  // namespace time_stepping
