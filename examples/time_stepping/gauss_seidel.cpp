#include "examples/time_stepping/gauss_seidel.h"

#include <algorithm>
#include <cmath>

namespace time_stepping {

namespace {

constexpr int most_slides = 50;
constexpr double slide_tolerance = 1e-14;

Components minus(const Components& a, const Components& b) {
  return {a.normal - b.normal, {a.tangent[0] - b.tangent[0], a.tangent[1] - b.tangent[1]}};
}

/// free + w p
Components response_to(const Matrix& w, const Components& p, const Components& free) {
  const auto row = [&](int i) { return w.m[i] * p.normal + w.m[i + 1] * p.tangent[0] + w.m[i + 2] * p.tangent[1]; };
  return {free.normal + row(0), {free.tangent[0] + row(3), free.tangent[1] + row(6)}};
}

/// The impulse that stops all relative motion; false where the matrix has no inverse.
bool sticking(const Matrix& w, const Components& free, Components& p) {
  const Vector r0{w.m[0], w.m[1], w.m[2]}, r1{w.m[3], w.m[4], w.m[5]}, r2{w.m[6], w.m[7], w.m[8]};
  const Vector c0 = abut::cross(r1, r2), c1 = abut::cross(r2, r0), c2 = abut::cross(r0, r1);
  const double volume = abut::dot(r0, c0), size = std::max({w.m[0], w.m[4], w.m[8]});
  if (!(volume > 1e-12 * size * size * size)) return false;
  const Vector x = (c0 * free.normal + c1 * free.tangent[0] + c2 * free.tangent[1]) * (-1 / volume);
  p = {x.x, {x.y, x.z}};
  return true;
}

/// Normal and tangents in turns, each projected; the tangents by a step that is short enough to converge.
Components sliding(const Matrix& w, const Components& free, double friction, Components p) {
  const double rate = largest_tangential(w);
  p.normal = std::max(0.0, p.normal);
  for (int k = 0; k < most_slides; ++k) {
    const Components before = p;
    p.normal = std::max(0.0, p.normal - response_to(w, p, free).normal / w.m[0]);
    if (rate > 0) {
      const Components u = response_to(w, p, free);
      p.tangent[0] -= u.tangent[0] / rate, p.tangent[1] -= u.tangent[1] / rate;
    }
    project_on_disc(p.tangent, friction * p.normal);
    const Components change = minus(p, before);
    const double moved = std::max({std::abs(change.normal), std::abs(change.tangent[0]), std::abs(change.tangent[1])});
    if (moved <= slide_tolerance * p.normal) break;
  }
  return p;
}

void sweep(const ContactProblem& problem, const std::vector<Matrix>& responses, Solution& solution) {
  for (std::size_t i = 0; i < problem.contacts.size(); ++i) {
    const ProblemContact& contact = problem.contacts[i];
    const Matrix& w = responses[i];
    if (!(w.m[0] > 0)) continue;  // neither body moves
    Components& p = solution.impulses[i];
    Components free = relative_velocity(contact, solution.twists);
    free = minus(free, response_to(w, p, {}));
    free.normal += normal_bias(problem, contact);
    const Components next = solve_contact(w, free, contact.friction, p);
    add_impulse(problem, contact, minus(next, p), solution.twists);
    p = next;
  }
}

}  // namespace

Components solve_contact(const Matrix& response, const Components& free, double friction, const Components& start) {
  if (free.normal >= 0) return {};
  Components p;
  if (friction == 0) return {-free.normal / response.m[0], {0, 0}};
  if (sticking(response, free, p) && p.normal >= 0 && std::hypot(p.tangent[0], p.tangent[1]) <= friction * p.normal) {
    return p;
  }
  return sliding(response, free, friction, start);
}

Solution solve_gauss_seidel(const ContactProblem& problem, const SolverSettings& settings) {
  check(problem);
  check(settings);
  const std::vector<Matrix> responses = local_responses(problem);
  Solution out;
  out.converged = problem.contacts.empty();
  for (const ProblemContact& contact : problem.contacts) {
    Components p = contact.impulse;
    p.normal = std::max(0.0, p.normal);
    project_on_disc(p.tangent, contact.friction * p.normal);
    out.impulses.push_back(p);
  }
  out.twists = twists_after(problem, out.impulses);
  while (!out.converged && out.sweeps < settings.most_sweeps) {
    sweep(problem, responses, out);
    ++out.sweeps;
    out.residual = relative_residual(problem, responses, out.impulses, out.twists);
    out.converged = out.residual <= settings.tolerance;
  }
  // What sweeps add up has roundings of its own: the bodies get what the impulses say.
  out.twists = twists_after(problem, out.impulses);
  out.residual = relative_residual(problem, responses, out.impulses, out.twists);
  out.converged = out.residual <= settings.tolerance;
  return out;
}

}  // namespace time_stepping
