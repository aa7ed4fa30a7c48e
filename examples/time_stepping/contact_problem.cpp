#include "examples/time_stepping/contact_problem.h"
#include "examples/dem/text.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "abut/core/error.h"

namespace time_stepping {

namespace {

void require(bool allowed, const std::string& what, double value, const char* range) {
  if (!allowed) throw abut::InvalidInput(what + " is " + dem::text_of(value) + ", allowed is " + range);
}

void require_finite(const std::string& what, const Vector& v) {
  for (const double x : {v.x, v.y, v.z}) require(std::isfinite(x), what, x, "a finite number");
}

void check_body(const ProblemBody& body, std::size_t i) {
  const std::string name = "bodies[" + std::to_string(i) + "].";
  require(body.inverse_mass >= 0 && std::isfinite(body.inverse_mass), name + "inverse_mass", body.inverse_mass,
          "0 or more");
  for (const double x : body.inverse_inertia.m) {
    require(std::isfinite(x), name + "inverse_inertia", x, "a finite number");
  }
  require_finite(name + "free.velocity", body.free.velocity);
  require_finite(name + "free.spin", body.free.spin);
}

void check_contact(const ProblemContact& contact, std::size_t i, std::size_t bodies) {
  const std::string name = "contacts[" + std::to_string(i) + "].";
  require(contact.a < bodies, name + "a", contact.a, "the number of a body");
  require(contact.b < bodies && contact.b != contact.a, name + "b", contact.b, "the number of another body");
  require(std::abs(abut::length(contact.normal) - 1) < 1e-6, name + "normal's length", abut::length(contact.normal),
          "1");
  require_finite(name + "tangent", contact.tangent[0]);
  require_finite(name + "tangent", contact.tangent[1]);
  require_finite(name + "arm_a", contact.arm_a);
  require_finite(name + "arm_b", contact.arm_b);
  require(std::isfinite(contact.gap), name + "gap", contact.gap, "a finite number");
  require(contact.friction >= 0 && std::isfinite(contact.friction), name + "friction", contact.friction, "0 or more");
  const Components& p = contact.impulse;
  require_finite(name + "impulse", {p.normal, p.tangent[0], p.tangent[1]});
}

/// Velocity of B's point against A's.
Vector slip(const ProblemContact& contact, const Twist& a, const Twist& b) {
  return (b.velocity + abut::cross(b.spin, contact.arm_b)) - (a.velocity + abut::cross(a.spin, contact.arm_a));
}

Components in_frame(const ProblemContact& contact, const Vector& v) {
  return {abut::dot(contact.normal, v), {abut::dot(contact.tangent[0], v), abut::dot(contact.tangent[1], v)}};
}

Vector in_world(const ProblemContact& contact, const Components& c) {
  return contact.normal * c.normal + contact.tangent[0] * c.tangent[0] + contact.tangent[1] * c.tangent[1];
}

void push(const ProblemBody& body, const Vector& arm, const Vector& impulse, Twist& twist) {
  twist.velocity = twist.velocity + impulse * body.inverse_mass;
  twist.spin = twist.spin + abut::rotate(body.inverse_inertia, abut::cross(arm, impulse));
}

/// `u`: with the bias.
double contact_residual(const Matrix& w, double friction, const Components& p, const Components& u) {
  if (!(w.m[0] > 0)) return 0;  // between bodies that do not move nothing can be done
  const double rate = largest_tangential(w);
  double off = w.m[0] * std::abs(p.normal - std::max(0.0, p.normal - u.normal / w.m[0]));
  if (rate > 0) {
    double t[2] = {p.tangent[0] - u.tangent[0] / rate, p.tangent[1] - u.tangent[1] / rate};
    project_on_disc(t, friction * std::max(0.0, p.normal));
    off = std::max(off, rate * std::hypot(p.tangent[0] - t[0], p.tangent[1] - t[1]));
  }
  return off;
}

double speed_scale(const ContactProblem& problem) {
  double fastest = 0, at_contacts = 0;
  for (const ProblemBody& body : problem.bodies) fastest = std::max(fastest, abut::length(body.free.velocity));
  for (const ProblemContact& c : problem.contacts) {
    const Vector v = slip(c, problem.bodies[c.a].free, problem.bodies[c.b].free);
    at_contacts = std::max({at_contacts, abut::length(v), -normal_bias(problem, c)});
  }
  return std::max(at_contacts, 1e-4 * fastest);
}

}  // namespace

void check(const ContactProblem& problem) {
  require(problem.step > 0 && std::isfinite(problem.step), "step", problem.step, "a finite number above 0");
  require(problem.push_share >= 0 && problem.push_share <= 1, "push_share", problem.push_share, "from 0 to 1");
  require(problem.push_speed >= 0 && std::isfinite(problem.push_speed), "push_speed", problem.push_speed, "0 or more");
  for (std::size_t i = 0; i < problem.bodies.size(); ++i) check_body(problem.bodies[i], i);
  for (std::size_t i = 0; i < problem.contacts.size(); ++i)
    check_contact(problem.contacts[i], i, problem.bodies.size());
}

void check(const SolverSettings& settings) {
  require(settings.tolerance > 0 && settings.tolerance < 1, "tolerance", settings.tolerance, "above 0 and below 1");
  require(settings.most_sweeps > 0, "most_sweeps", settings.most_sweeps, "1 or more");
}

void set_tangents(ProblemContact& contact) {
  const Vector& n = contact.normal;
  // The axis that the normal is least along: far from parallel.
  const double x = std::abs(n.x), y = std::abs(n.y), z = std::abs(n.z);
  const Vector axis = x <= y && x <= z ? Vector{1, 0, 0} : y <= z ? Vector{0, 1, 0} : Vector{0, 0, 1};
  contact.tangent[0] = abut::unit_vector(abut::cross(axis, n));
  contact.tangent[1] = abut::cross(n, contact.tangent[0]);
}

double normal_bias(const ContactProblem& problem, const ProblemContact& contact) {
  if (contact.gap >= 0) return contact.gap / problem.step;
  return std::max(problem.push_share * contact.gap / problem.step, -problem.push_speed);
}

Components relative_velocity(const ProblemContact& contact, const std::vector<Twist>& twists) {
  return in_frame(contact, slip(contact, twists[contact.a], twists[contact.b]));
}

void add_impulse(const ContactProblem& problem, const ProblemContact& contact, const Components& impulse,
                 std::vector<Twist>& twists) {
  const Vector p = in_world(contact, impulse);
  push(problem.bodies[contact.a], contact.arm_a, -p, twists[contact.a]);
  push(problem.bodies[contact.b], contact.arm_b, p, twists[contact.b]);
}

Matrix local_response(const ContactProblem& problem, const ProblemContact& contact) {
  const ProblemBody &a = problem.bodies[contact.a], &b = problem.bodies[contact.b];
  Matrix w{};
  for (int column = 0; column < 3; ++column) {
    const Vector unit = column == 0 ? contact.normal : contact.tangent[column - 1];
    Twist of_a, of_b;
    push(a, contact.arm_a, -unit, of_a);
    push(b, contact.arm_b, unit, of_b);
    const Components c = in_frame(contact, slip(contact, of_a, of_b));
    w.m[column] = c.normal, w.m[3 + column] = c.tangent[0], w.m[6 + column] = c.tangent[1];
  }
  return w;
}

std::vector<Matrix> local_responses(const ContactProblem& problem) {
  std::vector<Matrix> out;
  for (const ProblemContact& contact : problem.contacts) out.push_back(local_response(problem, contact));
  return out;
}

double largest_tangential(const Matrix& response) {
  const double *m = response.m, middle = 0.5 * (m[4] + m[8]), half = 0.5 * (m[4] - m[8]);
  return middle + std::hypot(half, m[5]);
}

std::vector<double> response_matrix(const ContactProblem& problem) {
  const std::size_t rows = 3 * problem.contacts.size();
  std::vector<double> out(rows * rows);
  for (std::size_t column = 0; column < rows; ++column) {
    Components unit;
    (column % 3 == 0 ? unit.normal : unit.tangent[column % 3 - 1]) = 1;
    std::vector<Twist> twists(problem.bodies.size());
    const ProblemContact& pushed = problem.contacts[column / 3];
    add_impulse(problem, pushed, unit, twists);
    for (std::size_t i = 0; i < problem.contacts.size(); ++i) {
      const ProblemContact& seen = problem.contacts[i];
      const Components u = relative_velocity(seen, twists);
      double* const to = out.data() + column * rows + 3 * i;
      to[0] = u.normal, to[1] = u.tangent[0], to[2] = u.tangent[1];
    }
  }
  return out;
}

std::vector<Twist> twists_after(const ContactProblem& problem, const std::vector<Components>& impulses) {
  std::vector<Twist> twists;
  for (const ProblemBody& body : problem.bodies) twists.push_back(body.free);
  for (std::size_t i = 0; i < impulses.size(); ++i) add_impulse(problem, problem.contacts[i], impulses[i], twists);
  return twists;
}

void project_on_disc(double (&tangent)[2], double radius) {
  const double size = std::hypot(tangent[0], tangent[1]);
  if (size <= radius) return;
  const double scale = radius / size;
  tangent[0] *= scale, tangent[1] *= scale;
}

double relative_residual(const ContactProblem& problem, const std::vector<Matrix>& responses,
                         const std::vector<Components>& impulses, const std::vector<Twist>& twists) {
  double worst = 0;
  for (std::size_t i = 0; i < problem.contacts.size(); ++i) {
    const ProblemContact& contact = problem.contacts[i];
    Components u = relative_velocity(contact, twists);
    u.normal += normal_bias(problem, contact);
    worst = std::max(worst, contact_residual(responses[i], contact.friction, impulses[i], u));
  }
  return worst > 0 ? worst / speed_scale(problem) : 0;
}

}  // namespace time_stepping
