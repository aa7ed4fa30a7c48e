// NLopt's subplex, where CMake found the library (ABUT_HAVE_NLOPT).
#include "abut/core/error.h"
#include "examples/polycrystal/progress.h"

#ifdef ABUT_HAVE_NLOPT
#include <nlopt.hpp>
#endif

namespace polycrystal {

#ifdef ABUT_HAVE_NLOPT

namespace {

struct Evaluation {
  Progress& progress;
  nlopt::opt& optimiser;
  std::vector<Seed> seeds;
};

double evaluate(unsigned n, const double* x, double*, void* data) {
  Evaluation& e = *static_cast<Evaluation*>(data);
  for (unsigned k = 0; k < n / 4; ++k) e.seeds[k] = {{x[4 * k], x[4 * k + 1], x[4 * k + 2]}, x[4 * k + 3]};
  const double value = e.progress(e.seeds);
  if (e.progress.is_over()) e.optimiser.force_stop();
  return value;
}

}  // namespace

bool have_nlopt() { return true; }

// Seeds may lie beside the box, by half of it; weights are lengths whose signs say nothing.
void minimise_by_subplex(Progress& progress, const Grains& grains, double step) {
  const Vector size = grains.box.high - grains.box.low;
  const Vector low = grains.box.low - size * 0.5, high = grains.box.high + size * 0.5;
  const double most = abut::length(size);
  std::vector<double> x, lower, upper;
  for (const Seed& s : progress.best()) {
    x.insert(x.end(), {s.place.x, s.place.y, s.place.z, s.weight});
    lower.insert(lower.end(), {low.x, low.y, low.z, -most});
    upper.insert(upper.end(), {high.x, high.y, high.z, most});
  }
  nlopt::opt optimiser(nlopt::LN_SBPLX, static_cast<unsigned>(x.size()));
  Evaluation e{progress, optimiser, std::vector<Seed>(progress.best().begin(), progress.best().end())};
  optimiser.set_min_objective(evaluate, &e);
  optimiser.set_lower_bounds(lower);
  optimiser.set_upper_bounds(upper);
  optimiser.set_initial_step(step);
  optimiser.set_xtol_rel(1e-12);
  double value = 0;
  try {
    optimiser.optimize(x, value);
  } catch (const nlopt::forced_stop&) {  // by `evaluate`: it is over
  } catch (const nlopt::roundoff_limited&) {
  }
}

#else

bool have_nlopt() { return false; }

void minimise_by_subplex(Progress&, const Grains&, double) {
  throw abut::InvalidInput("method is \"subplex\": this build has no NLopt (libnlopt-cxx-dev), \"compass\" needs none");
}

#endif

}  // namespace polycrystal
