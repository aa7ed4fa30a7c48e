#include "examples/time_stepping/newton.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "examples/time_stepping/dense_solve.h"
#include "examples/time_stepping/gauss_seidel.h"

namespace time_stepping {

namespace {

constexpr std::uint32_t first_sweeps = 10, least_sweeps = 5;  // before the first attempt, and between two
constexpr std::uint32_t most_steps = 100, most_halvings = 12;
constexpr std::size_t most_contacts = 500, most_touching = 200;
/// Of the attempts in turn, over the local responses.
constexpr double dampings[] = {1e-5, 1e-6, 1e-4, 1e-2};

Vector vector_of(const Components& c) { return {c.normal, c.tangent[0], c.tangent[1]}; }
Components components_of(const Vector& v) { return {v.x, {v.y, v.z}}; }

/// The natural map of one contact, impulse minus projected impulse, as an impulse, and its derivative by velocity and
/// impulse. Order normal, tangents.
struct Linear {
  bool touches = false;
  Vector value{0, 0, 0};
  Matrix by_velocity{}, by_impulse{};
};

/// One over what an impulse changes: along the normal, and at most along the tangents.
struct Rates {
  double normal = 0, tangent = 0;
};

Rates rates_of(const Matrix& w) {
  const double tangent = largest_tangential(w);
  return {w.m[0] > 0 ? 1 / w.m[0] : 0, tangent > 0 ? 1 / tangent : 0};
}

/// Rows of a contact that slides along t: p_T = mu x_N t, of which t too changes.
void add_sliding(const Rates& r, double friction, double reach, const Vector& t, Linear& out) {
  const double k[4] = {reach * (1 - t.y * t.y), -reach * t.y * t.z, -reach * t.y * t.z, reach * (1 - t.z * t.z)};
  const double along[2] = {friction * t.y, friction * t.z};
  for (int i = 0; i < 2; ++i) {
    double *const u = out.by_velocity.m + 3 * (i + 1), *const p = out.by_impulse.m + 3 * (i + 1);
    u[0] = along[i] * r.normal, p[0] = -along[i];
    for (int j = 0; j < 2; ++j) u[j + 1] = k[2 * i + j] * r.tangent, p[j + 1] = (i == j ? 1 : 0) - k[2 * i + j];
  }
}

Linear linear(const Rates& r, double friction, const Vector& p, const Vector& u) {
  Linear out;
  const double x = p.x - r.normal * u.x, limit = friction * std::max(0.0, x);
  double t[2] = {p.y - r.tangent * u.y, p.z - r.tangent * u.z};
  const double size = std::hypot(t[0], t[1]);
  project_on_disc(t, limit);
  out.value = p - Vector{std::max(0.0, x), t[0], t[1]};
  out.touches = x > 0;
  if (!out.touches) return out;  // its impulse is to be 0
  out.by_velocity.m[0] = r.normal;
  if (size < limit) {
    out.by_velocity.m[4] = out.by_velocity.m[8] = r.tangent;
  } else {
    const double over = size > 0 ? 1 / size : 0, y = p.y - r.tangent * u.y, z = p.z - r.tangent * u.z;
    add_sliding(r, friction, limit * over, {0, y * over, z * over}, out);
  }
  return out;
}

class Newton {
 public:
  Newton(const ContactProblem& problem, const std::vector<Matrix>& responses)
      : problem_(problem), responses_(responses), matrix_(response_matrix(problem)) {
    for (const Matrix& w : responses) rates_.push_back(rates_of(w));
  }

  /// Replaces the solution by the best one on the way, if that is better. The steps taken.
  std::uint32_t improve(double damping, double tolerance, Solution& solution) {
    start(solution.impulses);
    std::uint32_t steps = 0;
    while (steps < most_steps && solution.residual > tolerance) {
      const std::optional<std::vector<Vector>> change = direction(damping);
      if (!change) break;
      ++steps;
      move(*change);
      if (!std::isfinite(merit_)) break;
      keep_if_better(solution);
    }
    return steps;
  }

 private:
  void start(const std::vector<Components>& impulses) {
    p_.clear();
    for (const Components& c : impulses) p_.push_back(vector_of(c));
    merit_ = evaluate(p_, rows_);
  }

  /// Sum of the squares of the natural map, as velocities.
  double evaluate(const std::vector<Vector>& p, std::vector<Linear>& rows) const {
    std::vector<Components> impulses;
    for (const Vector& v : p) impulses.push_back(components_of(v));
    const std::vector<Twist> twists = twists_after(problem_, impulses);
    double sum = 0;
    rows.clear();
    for (std::size_t i = 0; i < p.size(); ++i) {
      const ProblemContact& contact = problem_.contacts[i];
      Components u = relative_velocity(contact, twists);
      u.normal += normal_bias(problem_, contact);
      rows.push_back(linear(rates_[i], contact.friction, p[i], vector_of(u)));
      const Rates& r = rates_[i];
      const double n = r.normal > 0 ? rows[i].value.x / r.normal : 0, s = r.tangent > 0 ? 1 / r.tangent : 0;
      sum += n * n + s * s * (rows[i].value.y * rows[i].value.y + rows[i].value.z * rows[i].value.z);
    }
    return sum;
  }

  /// Of contact i to an impulse at contact j.
  Matrix response(std::size_t i, std::size_t j) const {
    const std::size_t rows = 3 * p_.size();
    Matrix out;
    for (std::size_t k = 0; k < 9; ++k) out.m[k] = matrix_[(3 * j + k % 3) * rows + 3 * i + k / 3];
    return out;
  }

  /// What Newton's method adds to impulses: open contacts lose theirs, the others are one system of equations.
  std::optional<std::vector<Vector>> direction(double damping) const {
    std::vector<std::size_t> touching, open;
    for (std::size_t i = 0; i < p_.size(); ++i) (rows_[i].touches ? touching : open).push_back(i);
    if (touching.size() > most_touching) return {};
    std::vector<Vector> out(p_.size(), Vector{0, 0, 0});
    for (const std::size_t j : open) out[j] = -p_[j];
    const std::size_t n = 3 * touching.size();
    std::vector<double> a(n * n), b(n);
    for (std::size_t i = 0; i < touching.size(); ++i) {
      const Linear& row = rows_[touching[i]];
      Vector velocity{0, 0, 0};
      for (const std::size_t j : open) velocity = velocity + abut::rotate(response(touching[i], j), out[j]);
      const Vector right = -(row.value + abut::rotate(row.by_velocity, velocity));
      b[3 * i] = right.x, b[3 * i + 1] = right.y, b[3 * i + 2] = right.z;
      for (std::size_t j = 0; j < touching.size(); ++j) {
        const Matrix block = abut::times(row.by_velocity, response(touching[i], touching[j]));
        for (std::size_t k = 0; k < 9; ++k) {
          const double own = i == j ? row.by_impulse.m[k] + (k % 4 == 0 ? damping : 0) : 0;
          a[(3 * i + k / 3) * n + 3 * j + k % 3] = block.m[k] + own;
        }
      }
    }
    if (!solve_dense(a, b)) return {};
    for (std::size_t i = 0; i < touching.size(); ++i) out[touching[i]] = {b[3 * i], b[3 * i + 1], b[3 * i + 2]};
    return out;
  }

  /// By the largest half, quarter, ... of it that makes the sum smaller; where none does, by all of it: the map has
  /// corners, and behind one the sum may be smaller again.
  void move(const std::vector<Vector>& change) {
    std::vector<Linear> rows;
    const auto moved = [&](double part) {
      std::vector<Vector> p = p_;
      for (std::size_t i = 0; i < p.size(); ++i) p[i] = p[i] + change[i] * part;
      return p;
    };
    double part = 1, merit = 0;
    for (std::uint32_t k = 0; k < most_halvings; ++k, part *= 0.5) {
      merit = evaluate(moved(part), rows);
      if (merit < merit_ * (1 - 1e-4 * part)) break;
    }
    if (!(merit < merit_)) part = 1;
    p_ = moved(part);
    merit_ = evaluate(p_, rows_);
  }

  void keep_if_better(Solution& solution) const {
    std::vector<Components> impulses;
    for (std::size_t i = 0; i < p_.size(); ++i) {
      Components p = components_of(p_[i]);
      p.normal = std::max(0.0, p.normal);
      project_on_disc(p.tangent, problem_.contacts[i].friction * p.normal);
      impulses.push_back(p);
    }
    std::vector<Twist> twists = twists_after(problem_, impulses);
    const double residual = relative_residual(problem_, responses_, impulses, twists);
    if (!(residual < solution.residual)) return;
    solution.impulses = std::move(impulses), solution.twists = std::move(twists), solution.residual = residual;
  }

  const ContactProblem& problem_;
  const std::vector<Matrix>& responses_;
  std::vector<double> matrix_;
  std::vector<Rates> rates_;
  std::vector<Vector> p_;
  std::vector<Linear> rows_;
  double merit_ = 0;
};

}  // namespace

Solution solve_newton(const ContactProblem& problem, const SolverSettings& settings) {
  const auto sweep = [&](const ContactProblem& from, std::uint32_t sweeps) {
    return solve_gauss_seidel(from, {settings.tolerance, sweeps});
  };
  check(settings);
  Solution out = sweep(problem, std::min(first_sweeps, settings.most_sweeps));
  if (out.converged || problem.contacts.size() > most_contacts) {
    return out.converged ? out : solve_gauss_seidel(problem, settings);
  }
  const std::vector<Matrix> responses = local_responses(problem);
  Newton newton(problem, responses);
  ContactProblem rest = problem;
  for (std::size_t attempt = 0; !out.converged && out.sweeps < settings.most_sweeps; ++attempt) {
    out.newton_steps += newton.improve(dampings[attempt % std::size(dampings)], settings.tolerance, out);
    out.converged = out.residual <= settings.tolerance;
    if (out.converged) break;
    for (std::size_t i = 0; i < rest.contacts.size(); ++i) rest.contacts[i].impulse = out.impulses[i];
    const std::uint32_t next = std::max(least_sweeps, out.sweeps / 2), left = settings.most_sweeps - out.sweeps;
    Solution swept = sweep(rest, std::min(next, left));
    swept.sweeps += out.sweeps, swept.newton_steps = out.newton_steps;
    out = std::move(swept);
  }
  return out;
}

}  // namespace time_stepping
