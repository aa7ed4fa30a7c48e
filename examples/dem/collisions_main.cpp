// Energy kept by elastic collisions of two polyhedra in random poses, by each normal law, and of two NURBS grains
// (docs/explanation/dem.md).
#include <CLI/CLI.hpp>
#include <cmath>
#include <cstdio>

#include "examples/dem/collisions.h"

namespace {

void print_row(const char* law, const char* step, const dem::ErrorFigures& f) {
  std::printf("%-20s %-6s %9.1e %9.1e %9.1e %9.1e\n", law, step, f.median, f.mean, f.percentile_99, f.largest);
}

void print_study(const char* law, const dem::CollisionStudy& study) {
  const std::vector<dem::Collision> all = dem::study_collisions(study);
  std::vector<double> times, errors, half_errors;
  for (const dem::Collision& c : all) {
    times.push_back(c.time), errors.push_back(c.error), half_errors.push_back(c.half_error);
  }
  const dem::ErrorFigures whole = dem::figures_of(errors), half = dem::figures_of(half_errors);
  const auto order = [](double a, double b) { return std::log2(a / b); };
  print_row(law, "h", whole);
  print_row("", "h / 2", half);
  std::printf("%-20s %-6s %9.1f %9.1f %9.1f %9.1f   contact: median %.2g s\n", "", "order",
              order(whole.median, half.median), order(whole.mean, half.mean),
              order(whole.percentile_99, half.percentile_99), order(whole.largest, half.largest),
              dem::figures_of(times).median);
}

}  // namespace

int main(int argc, char** argv) {
  dem::CollisionStudy study;
  CLI::App app("Elastic collisions of two polyhedra without friction: how well each normal law keeps their energy.");
  app.add_option("--pairs", study.pairs, "collisions")->check(CLI::PositiveNumber)->capture_default_str();
  app.add_option("--steps", study.steps, "in a contact")->check(CLI::Range(1.0, 1e6))->capture_default_str();
  app.add_option("--seed", study.seed, "of shapes and poses")->capture_default_str();
  app.add_option("--stiffness", study.material.stiffness, "by depth, N/m")->capture_default_str();
  app.add_option("--volume-stiffness", study.material.volume_stiffness, "by volume, N/m^5")->capture_default_str();
  app.add_option("--threads", study.threads, "0 for all cores")->check(CLI::NonNegativeNumber)->capture_default_str();
  CLI11_PARSE(app, argc, argv);
  try {
    std::printf("%llu collisions, a contact resolved by %g steps; error of the energy after it, over that before\n",
                static_cast<unsigned long long>(study.pairs), study.steps);
    std::printf("%-20s %-6s %9s %9s %9s %9s\n", "law", "step", "median", "mean", "99 %", "largest");
    study.material.law = dem::NormalLaw::depth;
    print_study("depth", study);
    study.material.law = dem::NormalLaw::volume;
    print_study("volume", study);
    study.material.law = dem::NormalLaw::volume_at_centroid;
    print_study("volume at centroid", study);
    study.material.law = dem::NormalLaw::depth, study.surfaces = true;
    print_study("surfaces", study);
  } catch (const std::exception& e) {
    std::fprintf(stderr, "dem_collisions: %s\n", e.what());
    return 1;
  }
  return 0;
}
