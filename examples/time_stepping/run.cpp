#include "examples/time_stepping/run.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>

#include "examples/dem/output.h"
#include "examples/time_stepping/gauss_seidel.h"
#include "examples/time_stepping/newton.h"
#include "examples/time_stepping/pictures.h"
#include "examples/time_stepping/quasi_lmd_contacts.h"
#include "examples/time_stepping/siconos_solver.h"

namespace time_stepping {

namespace {

class Pictures {
 public:
  explicit Pictures(const Options& options) : options_(options) {
    if (writes()) std::filesystem::create_directories(options.folder);
    every_ = std::max<std::uint64_t>(1, options.scene.steps / std::max<std::uint64_t>(1, options.frames));
  }

  void add(std::uint64_t step, const TimeStepper& stepper) {
    if (!writes() || step % every_ != 0) return;
    char number[24];
    std::snprintf(number, sizeof number, "_%04zu.vtp", bodies_.size());
    bodies_.emplace_back(std::string("bodies") + number, stepper.time());
    contacts_.emplace_back(std::string("contacts") + number, stepper.time());
    const std::string folder = options_.folder + "/";
    write_complexes(folder + bodies_.back().first, options_.scene, stepper.states());
    write_contacts(folder + contacts_.back().first, stepper);
    dem::write_series(folder + "bodies.vtp.series", bodies_);
    dem::write_series(folder + "contacts.vtp.series", contacts_);
  }

 private:
  bool writes() const { return !options_.folder.empty() && options_.frames > 0; }

  const Options& options_;
  std::uint64_t every_ = 1;
  std::vector<std::pair<std::string, double>> bodies_, contacts_;
};

/// How far apart the answers to the same problems are: speeds, m/s. Data only.
struct Apart {
  double velocity = 0, scale = 0, residual = 0;
  std::uint64_t unsolved = 0;
};

void hold_against(const ContactProblem& problem, const Solution& own, const Solution& other, Apart& apart) {
  for (std::size_t b = 0; b < problem.bodies.size(); ++b) {
    apart.velocity = std::max(apart.velocity, abut::length(own.twists[b].velocity - other.twists[b].velocity));
    apart.scale = std::max(apart.scale, abut::length(problem.bodies[b].free.velocity));
  }
  apart.residual = std::max(apart.residual, other.residual);
  apart.unsolved += other.converged ? 0 : 1;
}

}  // namespace

Solver solver_of(SolverName name) {
  const auto by_siconos = [](SiconosMethod method) {
    return [method](const ContactProblem& p, const SolverSettings& s) { return solve_siconos(p, s, method); };
  };
  switch (name) {
    case SolverName::gauss_seidel: return solve_gauss_seidel;
    case SolverName::siconos: return by_siconos(SiconosMethod::gauss_seidel);
    case SolverName::siconos_newton: return by_siconos(SiconosMethod::newton);
    case SolverName::newton: break;
  }
  return solve_newton;
}

Summary run(const Options& options, const Solver& solver, const Observer& observer) {
  QuasiLmdContacts contacts(options.scene, options.threads, options.reduce);
  const auto find = [&](const States& states, FoundContacts& found) { contacts.find(states, found); };
  TimeStepper stepper(options.scene, find, solver, options.settings);
  Measures measures(options.scene);
  for (std::uint64_t k = 0; k < options.scene.steps; ++k) {
    const StepReport report = stepper.step();
    measures.add(report, stepper.states());
    observer(k, stepper);
  }
  return measures.summary();
}

Summary run_and_print(const Options& options) {
  Pictures pictures(options);
  const Summary summary = run(options, solver_of(options.solver),
                              [&](std::uint64_t k, const TimeStepper& stepper) { pictures.add(k, stepper); });
  std::printf("%s: %zu bodies, theta %.3g, friction %.3g, step %.3g s\n", options.scene.name.c_str(),
              options.scene.bodies.size(), options.scene.theta, options.scene.friction, options.scene.step);
  print_summary(options.scene, summary);
  return summary;
}

void compare(const Options& options, SolverName other) {
  Apart apart;
  const Solver first = solver_of(options.solver), second = solver_of(other);
  const auto both = [&](const ContactProblem& problem, const SolverSettings& settings) {
    const Solution own = first(problem, settings);
    hold_against(problem, own, second(problem, settings), apart);
    return own;
  };
  // A hundred moments of the run are kept.
  const std::uint64_t every = std::max<std::uint64_t>(1, options.scene.steps / 100);
  std::vector<States> kept;
  run(options, both, [&](std::uint64_t k, const TimeStepper& s) {
    if (k % every == 0) kept.push_back(s.states());
  });
  Difference worst, last;
  run(options, second, [&](std::uint64_t k, const TimeStepper& s) {
    if (k % every != 0) return;
    last = difference(kept[k / every], s.states());
    worst = {std::max(worst.position, last.position), std::max(worst.angle, last.angle)};
  });
  std::printf("held against the other solver\n");
  std::printf("  same problems: velocities are apart by %.2e m/s at most (the fastest body: %.2e m/s)\n",
              apart.velocity, apart.scale);
  std::printf("  its worst relative residual there: %.2e, above the tolerance %llu times\n", apart.residual,
              static_cast<unsigned long long>(apart.unsolved));
  std::printf("  two runs: positions are apart by %.2e of the size at most, rotations by %.2e; at the end %.2e, %.2e\n",
              worst.position / options.scene.size, worst.angle, last.position / options.scene.size, last.angle);
}

}  // namespace time_stepping
