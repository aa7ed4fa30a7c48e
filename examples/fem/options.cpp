#include "examples/fem/options.h"

#include <CLI/CLI.hpp>
#include <filesystem>

#include "abut/core/error.h"
#include "examples/fem/bars.h"
#include "examples/fem/ironing.h"
#include "examples/fem/packing.h"
#include "examples/fem/sphere.h"
#include "examples/fem/tetrahedra.h"

namespace fem {

namespace {

SearchKind search_named(const std::string& name) {
  if (name == "facets") return SearchKind::facets;
  if (name == "intrinsic") return SearchKind::intrinsic;
  if (name == "kept") return SearchKind::kept;
  if (name == "every") return SearchKind::every;
  throw abut::InvalidInput("search is \"" + name + "\", allowed are facets, intrinsic, kept, every");
}

template <class S>
S with(const Options& o, S settings) {
  settings.material.young = o.young.value_or(settings.material.young);
  settings.material.poisson = o.poisson.value_or(settings.material.poisson);
  settings.part = o.part.value_or(settings.part);
  settings.seconds = o.seconds.value_or(settings.seconds);
  if (o.search) settings.search = search_named(*o.search);
  return settings;
}

/// For benchmarks of facets; a sphere's penalty is a spring's stiffness.
template <class S>
S with_penalty(const Options& o, S settings) {
  settings = with(o, settings);
  settings.penalty = o.penalty.value_or(settings.penalty);
  return settings;
}

/// What has to go with a material, a size of grains and their number does, where it is not given.
PackingSettings with_grains(const Options& o) {
  PackingSettings out = with(o, packing_settings());
  out.grains = o.grains.value_or(out.grains), out.level = o.level.value_or(out.level);
  out.layers = o.layers.value_or(out.layers);
  out.penalty = o.penalty.value_or(packing_penalty(out));
  out.seconds = o.seconds.value_or(packing_seconds(out));
  return out;
}

}  // namespace

std::optional<Options> parse(int argc, char** argv, int& code) {
  Options o;
  CLI::App app("Finite elements in contact: linear tetrahedra and hexahedra, explicit, facets found by Abut.");
  app.add_option("benchmark", o.benchmark, "tetrahedra, sphere, bars, ironing or packing")->capture_default_str();
  app.add_option("--young", o.young, "Young's modulus, Pa");
  app.add_option("--poisson", o.poisson, "Poisson's ratio");
  app.add_option("--penalty", o.penalty, "of facets, Pa/m; of the sphere, N/m");
  app.add_option("--part", o.part, "of the longest stable step");
  app.add_option("--seconds", o.seconds, "of the problem");
  app.add_option("--search", o.search,
                 "facets, in every step; intrinsic or kept, when nodes have moved far enough; every pair");
  app.add_option("--grains", o.grains, "of packing");
  app.add_option("--level", o.level, "of packing: a grain has 20 * 4^level facets");
  app.add_option("--layers", o.layers, "of packing: of prisms in a grain");
  app.add_option("--out", o.folder, "folder for charts (.svg) and numbers (.csv)");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& e) {
    code = app.exit(e) == 0 ? 0 : 2;
    return {};
  }
  return o;
}

bool run_benchmark(const Options& o) {
  if (!o.folder.empty()) std::filesystem::create_directories(o.folder);
  if (o.benchmark == "tetrahedra") return report_bounce(with_penalty(o, bounce_settings()), o.folder);
  if (o.benchmark == "bars") return report_bars(with_penalty(o, bar_settings()), o.folder);
  if (o.benchmark == "ironing") return report_ironing(with_penalty(o, ironing_settings()), o.folder);
  if (o.benchmark == "packing") return report_packing(with_grains(o), o.folder);
  if (o.benchmark == "sphere") {
    SphereSettings settings = with(o, sphere_settings());
    settings.stiffness = o.penalty.value_or(settings.stiffness);
    return report_sphere(settings, o.folder);
  }
  throw abut::InvalidInput("benchmark is \"" + o.benchmark +
                           "\", allowed are tetrahedra, sphere, bars, ironing, packing");
}

}  // namespace fem
