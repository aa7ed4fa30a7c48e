#include "examples/time_stepping/siconos_solver.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>

#include "abut/core/error.h"

#ifdef ABUT_HAVE_SICONOS
#include <FrictionContactProblem.h>
#include <Friction_cst.h>
#include <NonSmoothDrivers.h>
#include <NumericsMatrix.h>
#include <NumericsVerbose.h>
#include <SolverOptions.h>
#include <fc3d_Solvers.h>
#endif

namespace time_stepping {

#ifdef ABUT_HAVE_SICONOS

namespace {

constexpr std::size_t most_contacts = 1000;

/// Siconos's arrays; the problem points into them. Contacts between bodies that do not move are left out: their blocks
/// are zero, which Siconos takes for a mistake.
struct Arrays {
  ContactProblem problem;           ///< the contacts that are kept
  std::vector<std::size_t> places;  ///< of these among all
  std::vector<double> matrix, free, friction, impulse, velocity;
  double impulse_unit = 1;
};

double largest(const std::vector<double>& values) {
  double out = 0;
  for (const double x : values) out = std::max(out, std::abs(x));
  return out;
}

/// In units in which responses and velocities are 1 or less: Siconos takes tolerances and steps for such numbers.
void scale(Arrays& arrays) {
  const double response = largest(arrays.matrix), speed = largest(arrays.free);
  if (!(response > 0 && speed > 0)) return;
  arrays.impulse_unit = speed / response;
  for (double& x : arrays.matrix) x /= response;
  for (double& x : arrays.free) x /= speed;
  for (double& x : arrays.impulse) x /= arrays.impulse_unit;
}

Arrays arrays_of(const ContactProblem& problem) {
  Arrays out{problem, {}, {}, {}, {}, {}, {}, 1};
  out.problem.contacts.clear();
  for (std::size_t i = 0; i < problem.contacts.size(); ++i) {
    if (!(local_response(problem, problem.contacts[i]).m[0] > 0)) continue;
    out.problem.contacts.push_back(problem.contacts[i]);
    out.places.push_back(i);
  }
  out.matrix = response_matrix(out.problem);
  const std::vector<Twist> twists = twists_after(problem, {});
  for (const ProblemContact& contact : out.problem.contacts) {
    const Components u = relative_velocity(contact, twists);
    const Components& p = contact.impulse;
    out.free.insert(out.free.end(), {u.normal + normal_bias(problem, contact), u.tangent[0], u.tangent[1]});
    out.impulse.insert(out.impulse.end(), {p.normal, p.tangent[0], p.tangent[1]});
    out.friction.push_back(contact.friction);
  }
  out.velocity.assign(out.free.size(), 0.0);
  scale(out);
  return out;
}

std::uint32_t run(Arrays& arrays, const SolverSettings& settings, SiconosMethod method) {
  const int contacts = static_cast<int>(arrays.friction.size());
  NumericsMatrix* const matrix = NM_create_from_data(NM_DENSE, 3 * contacts, 3 * contacts, arrays.matrix.data());
  FrictionContactProblem* const problem =
      frictionContactProblem_new_with_data(3, contacts, matrix, arrays.free.data(), arrays.friction.data());
  SolverOptions* const options =
      solver_options_create(method == SiconosMethod::newton ? SICONOS_FRICTION_3D_NSN_AC : SICONOS_FRICTION_3D_NSGS);
  options->dparam[SICONOS_DPARAM_TOL] = settings.tolerance;
  options->iparam[SICONOS_IPARAM_MAX_ITER] = static_cast<int>(settings.most_sweeps);
  numerics_set_verbose(0);
  fc3d_driver(problem, arrays.impulse.data(), arrays.velocity.data(), options);
  const int sweeps = options->iparam[SICONOS_IPARAM_ITER_DONE];
  solver_options_delete(options);
  // The vectors own the arrays: Siconos is to free none of them.
  matrix->matrix0 = nullptr;
  problem->q = problem->mu = nullptr;
  frictionContactProblem_free(problem);
  return static_cast<std::uint32_t>(std::max(0, sweeps));
}

}  // namespace

bool has_siconos() { return true; }

Solution solve_siconos(const ContactProblem& problem, const SolverSettings& settings, SiconosMethod method) {
  check(problem);
  check(settings);
  if (problem.contacts.size() > most_contacts) {
    throw abut::InvalidInput("contacts are " + std::to_string(problem.contacts.size()) + ", allowed for Siconos are " +
                             std::to_string(most_contacts));
  }
  Arrays arrays = arrays_of(problem);
  Solution out;
  if (!arrays.places.empty())
    (method == SiconosMethod::newton ? out.newton_steps : out.sweeps) = run(arrays, settings, method);
  out.impulses.resize(problem.contacts.size());
  for (std::size_t k = 0; k < arrays.places.size(); ++k) {
    const double* const p = arrays.impulse.data() + 3 * k;
    const double unit = arrays.impulse_unit;
    out.impulses[arrays.places[k]] = {unit * p[0], {unit * p[1], unit * p[2]}};
  }
  out.twists = twists_after(problem, out.impulses);
  out.residual = relative_residual(problem, local_responses(problem), out.impulses, out.twists);
  out.converged = out.residual <= settings.tolerance;
  return out;
}

#else

bool has_siconos() { return false; }

Solution solve_siconos(const ContactProblem&, const SolverSettings&, SiconosMethod) {
  throw abut::InvalidInput("solver is \"siconos\", which this program was built without: libsiconos-numerics-dev");
}

#endif

}  // namespace time_stepping
