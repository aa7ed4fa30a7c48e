#include "examples/time_stepping/options.h"

#include <CLI/CLI.hpp>
#include <map>

#include "abut/core/error.h"
#include "examples/time_stepping/scenes.h"

namespace time_stepping {

namespace {

/// What replaces a scene's own numbers where it is given. Data only.
struct Given {
  std::string scene = "cube";
  std::uint64_t steps = 0;
  double step = 0, theta = 0, friction = 0, tolerance = 0;
  SceneSettings settings;
};

void add_scene_options(CLI::App& app, Given& given) {
  app.add_option("scene", given.scene, "what moves")->check(CLI::IsMember(scene_names()))->capture_default_str();
  app.add_option("--steps", given.steps, "how many; each scene has its own number")->check(CLI::Range(1ul, 1ul << 40));
  app.add_option("--step", given.step, "time step, s")->check(CLI::PositiveNumber);
  app.add_option("--theta", given.theta, "angle that quasi-LMDs may be off by, rad")->check(CLI::Range(0.0, 0.5));
  app.add_option("--friction", given.friction, "Coulomb's coefficient")->check(CLI::NonNegativeNumber);
  app.add_option("--tolerance", given.tolerance, "of the relative residual; each scene has its own");
  app.add_option("--edge", given.settings.edge, "of the mechanism: longest edge of its tessellation, m")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  app.add_flag("--fine", given.settings.fine, "of the insertion: the finer tessellation");
}

void add_run_options(CLI::App& app, Options& o) {
  static const std::map<std::string, SolverName> solvers{{"newton", SolverName::newton},
                                                         {"gauss_seidel", SolverName::gauss_seidel},
                                                         {"siconos", SolverName::siconos},
                                                         {"siconos_newton", SolverName::siconos_newton}};
  app.add_option(
         "--solver", o.solver,
         "newton: Gauss-Seidel with Newton's method in between; gauss_seidel alone; siconos, its Gauss-Seidel, or "
         "siconos_newton")
      ->transform(CLI::CheckedTransformer(solvers).description(""))
      ->default_str("newton");
  app.add_option_function<std::string>(
         "--compare", [&o](const std::string& name) { o.compare = solvers.at(name); },
         "another solver, to hold against the first one")
      ->check(CLI::IsMember(solvers));
  app.add_option("--sweeps", o.settings.most_sweeps, "that a step takes at most")->capture_default_str();
  app.add_option("--out", o.folder, "folder for surfaces and contacts (.vtp); none are written without it");
  app.add_option("--frames", o.frames, "how many of these")->capture_default_str();
  app.add_option("--reduce", o.reduce,
                 "keep of many contacts on one plane those that imply the others, but for this part of a wrench")
      ->check(CLI::Range(0.0, 0.5));
  app.add_option("--threads", o.threads, "0 for all cores")->check(CLI::Range(0, 65536))->capture_default_str();
}

}  // namespace

std::optional<Options> parse(int argc, char** argv, int& code) {
  Options o;
  Given given;
  CLI::App app("Rigid bodies with Signorini and Coulomb: quasi-LMDs and one complementarity problem a step.");
  add_scene_options(app, given);
  add_run_options(app, o);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& e) {
    code = app.exit(e) == 0 ? 0 : 2;
    return {};
  }
  o.scene = make_scene(given.scene, given.settings);
  o.settings.tolerance = app.count("--tolerance") > 0 ? given.tolerance : o.scene.tolerance;
  check(o.settings);
  if (app.count("--steps") > 0) o.scene.steps = given.steps;
  if (app.count("--step") > 0) o.scene.step = given.step;
  if (app.count("--theta") > 0) o.scene.theta = given.theta;
  if (app.count("--friction") > 0) o.scene.friction = given.friction;
  return o;
}

}  // namespace time_stepping
