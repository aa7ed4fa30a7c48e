#include "examples/polycrystal/optimise.h"

#include <cmath>

#include "abut/core/error.h"
#include "examples/dem/text.h"
#include "examples/polycrystal/progress.h"

namespace polycrystal {

namespace {

double& length_of(Seed& seed, int k) {
  return k == 0 ? seed.place.x : k == 1 ? seed.place.y : k == 2 ? seed.place.z : seed.weight;
}

/// One length a step up, and down where that is no better. The direction that was better last comes first.
void try_length(Progress& progress, std::vector<Seed>& seeds, std::uint32_t i, int k, std::pair<double, int*> step) {
  double& x = length_of(seeds[i], k);
  const double before = x;
  for (int turn = 0; turn < 2 && !progress.is_over(); ++turn) {
    const double least = progress.value();
    x = before + *step.second * step.first;
    if (progress(seeds) < least) return;
    x = before;
    *step.second = -*step.second;
  }
}

/// Whether it has come to the least step.
bool minimise_by_compass(Progress& progress, const OptimiseOptions& options, double diameter) {
  std::vector<Seed> seeds(progress.best().begin(), progress.best().end());
  std::vector<int> directions(4 * seeds.size(), 1);
  double step = options.step;
  while (step >= options.least_step) {
    const double before = progress.value();
    for (std::uint32_t i = 0; i < seeds.size(); ++i) {
      for (int k = 0; k < 4; ++k) try_length(progress, seeds, i, k, {step * diameter, &directions[4 * i + k]});
    }
    if (progress.is_over()) return progress.stalled();
    // A round that gains less than a hundredth: finer steps gain more.
    if (before - progress.value() < std::max(options.tolerance, 0.01 * before)) step /= 2;
  }
  return true;
}

void check(const OptimiseOptions& o) {
  const auto need = [](bool ok, const char* name, double value, const char* allowed) {
    if (!ok) throw abut::InvalidInput(std::string(name) + " is " + dem::text_of(value) + ": " + allowed);
  };
  need(o.tolerance >= 0 && std::isfinite(o.tolerance), "tolerance", o.tolerance, "finite and not negative");
  need(o.most > 0, "evaluations", static_cast<double>(o.most), "at least 1");
  need(o.step > 0 && o.step <= 10, "step", o.step, "above 0, up to 10 grain diameters");
  need(o.least_step > 0 && o.least_step <= o.step, "least step", o.least_step, "above 0, up to the first step");
  if (o.method != "compass" && o.method != "subplex") {
    throw abut::InvalidInput("method is \"" + o.method + "\": compass or subplex");
  }
}

}  // namespace

Progress::Progress(Objective& objective, const OptimiseOptions& options)
    : objective_(objective),
      window_(options.window > 0 ? options.window : 40 * objective.tessellation().size()),
      most_(options.most),
      tolerance_(options.tolerance) {
  const std::span<const Seed> seeds = objective.tessellation().seeds();
  out_.seeds.assign(seeds.begin(), seeds.end());
  out_.first = out_.value = at_window_ = objective.value();
  out_.history.push_back({0, 0, out_.value});
}

double Progress::operator()(std::span<const Seed> seeds) {
  const double value = objective_(seeds);
  ++out_.evaluations;
  if (value < out_.value) {
    out_.value = value;
    out_.seeds.assign(seeds.begin(), seeds.end());
    const auto now = std::chrono::steady_clock::now();
    out_.history.push_back({out_.evaluations, std::chrono::duration<double>(now - begin_).count(), value});
  }
  if (out_.evaluations % window_ == 0) {
    stalled_ = at_window_ - out_.value < tolerance_;
    at_window_ = out_.value;
  }
  return value;
}

Optimum Progress::finish(bool converged) {
  out_.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
  out_.converged = converged;
  objective_(out_.seeds);
  return out_;
}

Optimum optimise(Objective& objective, const Grains& grains, const OptimiseOptions& options) {
  check(options);
  Progress progress(objective, options);
  bool converged = false;
  if (options.method == "compass") {
    converged = minimise_by_compass(progress, options, grains.diameter);
  } else {
    minimise_by_subplex(progress, grains, options.step * grains.diameter);
    converged = progress.stalled() || !progress.is_over();
  }
  return progress.finish(converged);
}

}  // namespace polycrystal
