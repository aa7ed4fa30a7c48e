// The runs of examples/dem that Feng & Tan's Tables 1 and 2 are counted on, and their four stages.
//
// The paper shows four stages and does not say when they are: here the ends of the four quarters of the time. Counting
// begins at a stage and takes `samples` steps, `spacing` steps apart; restart files hold the run where a stage begins.
#pragma once

#include <optional>

#include "bench/papers/feng_tan_counts.h"
#include "examples/dem/cpu_machine.h"
#include "examples/dem/options.h"

namespace abut::papers {

struct StageOptions {
  dem::Settings settings;
  int samples = 10;
  int spacing = 200;
  int threads = 0;
  std::string load, save;  ///< folders of restart files; empty: none
  CountOptions count;
};

inline constexpr int stage_count = 4;

/// The paper's bodies, time and box scaled alike: 1/8 has an eighth of the bodies in half of the time, with as many
/// bodies born per area and time.
inline dem::Settings paper_settings(int simulation, double scale) {
  dem::Settings s;
  s.preset = simulation == 1 ? dem::Settings::pyramids : dem::Settings::spheres;
  s.bodies = static_cast<std::uint64_t>(std::ceil((simulation == 1 ? 5000 : 5500) * scale));
  s.seconds = 10 * std::cbrt(scale);
  s.batch_interval = std::min(0.1, s.seconds / 20);
  return s;
}

inline std::string restart_name(const std::string& folder, const dem::Settings& s, int stage) {
  const int simulation = s.preset == dem::Settings::pyramids ? 1 : 2;
  return folder + "/simulation_" + std::to_string(simulation) + "_stage_" + std::to_string(stage + 1) + ".dem";
}

namespace feng_tan_detail {

using Run = dem::Simulation<dem::CpuMachine>;

inline StageCounts count_stage(Run& run, const dem::Scene& scene, const StageOptions& options) {
  StageCounts out;
  out.time = run.time();
  for (int k = 0; k < options.samples; ++k) {
    for (int skip = 1; k > 0 && skip < options.spacing; ++skip) run.step();
    const dem::Snapshot before = run.snapshot();
    run.step();
    count_step(scene, before, run.snapshot(), options.count, out);
  }
  return out;
}

}  // namespace feng_tan_detail

/// Runs the simulation, or goes on from restart files, and counts. Throws as `make_scene` and `read_restart`.
inline std::vector<StageCounts> count_stages(const StageOptions& options) {
  using namespace feng_tan_detail;
  std::vector<StageCounts> out;
  dem::CpuMachine machine(options.threads);
  if (!options.load.empty()) {
    for (int stage = 0; stage < stage_count; ++stage) {
      const dem::Restart from = dem::read_restart(restart_name(options.load, options.settings, stage));
      const dem::Scene scene = dem::make_scene(from.settings);
      Run run(machine, scene, dem::DepthLaw{{from.settings.material.stiffness}}, from.snapshot);
      out.push_back(count_stage(run, scene, options));
    }
    return out;
  }
  const dem::Settings& s = options.settings;
  const dem::Scene scene = dem::make_scene(s);
  Run run(machine, scene, dem::DepthLaw{{s.material.stiffness}});
  const auto steps = static_cast<std::uint64_t>(s.seconds / s.step + 0.5);
  dem::Progress progress(0, steps);
  for (int stage = 0; stage < stage_count; ++stage) {
    while (run.steps() < steps * static_cast<std::uint64_t>(stage + 1) / stage_count) {
      run.step();
      progress.show(run.steps(), run.time(), run.born() - scene.walls);
    }
    if (!options.save.empty()) dem::write_restart(restart_name(options.save, s, stage), s, run.snapshot());
    out.push_back(count_stage(run, scene, options));
  }
  return out;
}

}  // namespace abut::papers
