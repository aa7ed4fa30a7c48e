// The program, on any machine.
#pragma once

#include <cmath>
#include <cstdio>
#include <exception>
#include <filesystem>

#include "examples/dem/options.h"
#include "examples/dem/output.h"
#include "examples/dem/picture.h"
#include "examples/dem/scene_file.h"
#include "examples/dem/text.h"

namespace dem {

inline void print_phases(const Phases& p) {
  const double total = p.total() > 0 ? p.total() : 1;
  std::printf("%.2f s: contact detection %.1f %%, forces %.1f %%, motion %.1f %%, injection %.1f %%\n", p.total(),
              100 * p.detection / total, 100 * p.forces / total, 100 * p.motion / total, 100 * p.rest / total);
}

inline void print_energies(const Energies& e) {
  std::printf("energy (J): translation %.6g, rotation %.6g, potential %.6g, elastic %.6g + %.6g,\n", e.translation,
              e.rotation, e.potential, e.normal, e.tangential);
  std::printf("            lost to damping %.6g, to friction %.6g; put in %.6g; balance %.3g\n", e.damping, e.friction,
              e.inserted, e.balance());
}

/// How often something is done in a run: at multiples of this many steps.
inline std::uint64_t every(std::uint64_t steps, std::uint64_t times) {
  return times == 0 ? 0 : std::max<std::uint64_t>(1, steps / times);
}

/// The step that the program ends with, of a run of `steps`. Throws `InvalidInput` when it is not after `begin`.
inline std::uint64_t last_step(const Options& options, const Settings& settings, std::uint64_t begin,
                               std::uint64_t steps) {
  if (begin >= steps) throw abut::InvalidInput(options.restart + ": that run is at its end");
  const double until = std::floor(options.until / settings.step + 0.5);
  if (!(until > static_cast<double>(begin))) {
    throw abut::InvalidInput("until is " + text_of(options.until) + " s: has to be after " +
                             text_of(static_cast<double>(begin) * settings.step) + " s, where the run begins");
  }
  return until < static_cast<double>(steps) ? static_cast<std::uint64_t>(until) : steps;
}

/// The run itself, of a scene whose settings are good.
template <class Machine, class Law>
void run_steps(Machine& machine, const Options& options, const Scene& scene, const Law& law,
               const std::optional<Restart>& from) {
  const Settings& settings = scene.settings;
  Simulation<Machine, Law> simulation = from ? Simulation<Machine, Law>(machine, scene, law, from->snapshot)
                                             : Simulation<Machine, Law>(machine, scene, law);
  const auto steps = static_cast<std::uint64_t>(settings.seconds / settings.step + 0.5);
  std::printf("%u bodies, %llu steps of %.4g s (stable: at most %.4g s)\n", scene.size() - scene.walls,
              static_cast<unsigned long long>(steps), settings.step, stable_step(settings.material, scene.constants));
  const std::uint64_t end = last_step(options, settings, simulation.steps(), steps);
  // What an interrupted run has left stays.
  const std::string since = from ? "_from_" + std::to_string(simulation.steps()) : "";
  Table table(options.folder + "/energies" + since + ".csv");
  std::vector<Sample> samples;
  std::vector<std::pair<std::string, double>> frames;
  const std::uint64_t sample_every = every(steps, options.samples), frame_every = every(steps, options.frames),
                      restart_every = every(steps, options.restarts);
  {
    Progress progress(simulation.steps(), end);
    while (simulation.steps() < end) {
      simulation.step();
      const std::uint64_t k = simulation.steps();
      const bool last = k == end;
      if (sample_every != 0 && (k % sample_every == 0 || last)) {
        samples.push_back(
            {simulation.time(), simulation.born() - scene.walls, simulation.totals(), simulation.energies()});
        table.add(samples.back());
      }
      if (frame_every != 0 && (k % frame_every == 0 || last)) {
        char name[40];
        std::snprintf(name, sizeof name, "bodies_%08llu.vtp", static_cast<unsigned long long>(k));
        write_surfaces(options.folder + "/" + name, scene, simulation.states(), simulation.born());
        frames.emplace_back(name, simulation.time());
        write_series(options.folder + "/bodies" + since + ".vtp.series", frames);
      }
      if ((restart_every != 0 && (k % restart_every == 0 || last)) || (last && end < steps)) {
        write_restart(options.folder + "/restart.dem", settings, simulation.snapshot());
      }
      progress.show(k, simulation.time(), simulation.born() - scene.walls);
    }
  }
  write_plot(options.folder + "/energies" + since + ".svg", samples);
  if (!scene.planar()) {
    write_scene_file(options.folder + "/scene.json", scene, simulation.states(), simulation.born());
  } else {
    write_picture(options.folder + "/bodies.svg", scene, simulation.states(), simulation.born(), simulation.forces());
  }
  const PairTotals totals = simulation.totals();
  std::printf("%u bodies born, %llu candidate pairs, %llu queried, %llu contacts, deepest %.3g m, %llu failures\n",
              simulation.born() - scene.walls, static_cast<unsigned long long>(totals.candidates),
              static_cast<unsigned long long>(totals.pairs), static_cast<unsigned long long>(totals.contacts),
              totals.deepest, static_cast<unsigned long long>(totals.failures));
  print_energies(simulation.energies());
  print_phases(simulation.phases());
}

/// `with_machine(options, scene, run)` calls `run(machine)` with the machine for this scene.
template <class WithMachine>
void run(const Options& options, const WithMachine& with_machine) {
  Settings settings = options.settings;
  std::optional<Restart> from;
  if (!options.restart.empty()) {
    from = read_restart(options.restart);
    settings = from->settings;
  }
  const Scene scene = make_scene(settings);
  if (from && from->snapshot.states.size() != scene.size()) {
    throw abut::InvalidInput(options.restart + ": holds " + std::to_string(from->snapshot.states.size()) +
                             " bodies where its settings make " + std::to_string(scene.size()));
  }
  for (const std::string& note : scene.notes) std::printf("%s\n", note.c_str());
  std::filesystem::create_directories(options.folder);
  with_machine(options, scene, [&](auto& machine) {
    with_law(settings.material, [&](const auto& law) { run_steps(machine, options, scene, law, from); });
  });
}

/// `with_machine`: as of `run`.
template <class WithMachine>
int program(int argc, char** argv, const char* name, const WithMachine& with_machine) {
  int code = 0;
  const std::optional<Options> options = parse(argc, argv, code);
  if (!options) return code;
  try {
    run(*options, with_machine);
  } catch (const std::exception& e) {
    std::fprintf(stderr, "%s: %s\n", name, e.what());
    return 1;
  }
  return 0;
}

}  // namespace dem
