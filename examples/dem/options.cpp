#include "examples/dem/options.h"

#include <unistd.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <map>
#include <string>

#include "examples/dem/planar_scene.h"

namespace dem {

namespace {

constexpr std::uint64_t no_limit = 9'999'999'999'999'999'999u;

/// A check of an option's text: CLI11 alone takes "-5" for what is left of 2^64, and hexadecimal numbers.
std::function<std::string(const std::string&)> whole_number(std::uint64_t least, std::uint64_t most) {
  return [least, most](const std::string& text) {
    const bool digits = !text.empty() && text.size() <= 19 && text.find_first_not_of("0123456789") == std::string::npos;
    const std::uint64_t number = digits ? std::stoull(text) : 0;
    if (digits && number >= least && number <= most) return std::string();
    return "'" + text + "', allowed are whole numbers from " + std::to_string(least) +
           (most == no_limit ? "" : " to " + std::to_string(most));
  };
}

double now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

}  // namespace

std::optional<Options> parse(int argc, char** argv, int& code) {
  Options o;
  Settings& s = o.settings;
  CLI::App app("Rigid bodies that fall into a box and touch: a discrete element method on Abut's public interface.");
  const std::map<std::string, Settings::Preset> presets{
      {"pyramids", Settings::pyramids},   {"spheres", Settings::spheres},
      {"collision", Settings::collision}, {"grains", Settings::grains},
      {"nurbs", Settings::nurbs},         {"planar-nurbs", Settings::planar_nurbs},
      {"polygons", Settings::polygons},   {"polygon-collision", Settings::polygon_collision}};
  app.add_option("preset", s.preset,
                 "pyramids, spheres, collision, grains: real ones, in convex parts, by their facets or by surfaces, or "
                 "nurbs: surfaces that interlock; in the plane: polygons, polygon-collision or planar-nurbs")
      ->transform(CLI::CheckedTransformer(presets).description(""))
      ->default_str("pyramids");
  app.add_option("--bodies", s.bodies, "how many are injected")
      ->check(whole_number(1, 10'000'000))
      ->capture_default_str();
  app.add_option("--seconds", s.seconds, "simulated time")->capture_default_str();
  const auto* step =
      app.add_option("--step", s.step, "time step, s; by facets 2e-6 unless it is given")->capture_default_str();
  app.add_option("--seed", s.seed, "of sizes, places and rotations")
      ->check(whole_number(0, no_limit))
      ->capture_default_str();
  app.add_option("--interval", s.batch_interval, "s from one injection to the next")->capture_default_str();
  app.add_option("--filled", s.filled, "part of the time after which all are injected")->capture_default_str();
  app.add_option("--density", s.material.density, "kg/m^3")->capture_default_str();
  const std::map<std::string, NormalLaw> laws{{"depth", NormalLaw::depth},
                                              {"volume", NormalLaw::volume},
                                              {"volume-at-centroid", NormalLaw::volume_at_centroid}};
  app.add_option("--law", s.material.law, "what a contact's energy is of: depth, volume or volume-at-centroid")
      ->transform(CLI::CheckedTransformer(laws).description(""))
      ->default_str("depth");
  const auto* stiffness = app.add_option("--stiffness", s.material.stiffness,
                                         "of a contact by depth and of tangential springs, N/m; in the plane a metre "
                                         "of depth has 2e6 unless it is given, by facets it is 5e6")
                              ->capture_default_str();
  const auto* volume_stiffness = app.add_option("--volume-stiffness", s.material.volume_stiffness,
                                                "of a contact by volume, N/m^5; in the plane 1e9 unless it is given")
                                     ->capture_default_str();
  app.add_option("--tangential-ratio", s.material.tangential_ratio, "tangential over normal stiffness")
      ->capture_default_str();
  app.add_option("--friction", s.material.friction, "Coulomb's coefficient")->capture_default_str();
  app.add_option("--restitution", s.material.restitution, "of a head-on collision")->capture_default_str();
  app.add_option("--concavity", s.concavity,
                 "of grains: how far their parts may reach out of them, over half of the longest side")
      ->capture_default_str();
  const std::map<std::string, Settings::Contacts> contacts{
      {"parts", Settings::parts}, {"facets", Settings::facets}, {"surfaces", Settings::surfaces}};
  const auto* by =
      app.add_option("--contacts", s.contacts,
                     "of grains: between their convex parts, between the facets of their meshes, or between NURBS "
                     "surfaces that are fitted to these")
          ->transform(CLI::CheckedTransformer(contacts).description(""))
          ->default_str("parts");
  app.add_option("--zone", s.zone, "facets push each other from this distance on, m")->capture_default_str();
  app.add_option("--knots", s.knots, "of surfaces: how far their knots are apart at most, over the grain's radius")
      ->capture_default_str();
  app.add_option("--gravity", s.gravity.z, "m/s^2, upwards: along z, in the plane along y")->capture_default_str();
  app.add_option("--restart", o.restart, "continue from this file, with its settings");
  app.add_option("--until", o.until, "end there, before the run does, and leave a restart file, s")
      ->check(CLI::PositiveNumber);
  app.add_option("--out", o.folder, "folder for all files")->capture_default_str();
  app.add_option("--samples", o.samples, "lines of the table")->check(whole_number(0, no_limit))->capture_default_str();
  app.add_option("--frames", o.frames, ".vtp files, 0 for none")
      ->check(whole_number(0, no_limit))
      ->capture_default_str();
  app.add_option("--restarts", o.restarts, "how often the restart file is written anew, 0: never")
      ->check(whole_number(0, no_limit))
      ->capture_default_str();
  app.add_option("--threads", o.threads, "0 for all cores")->check(whole_number(0, 65536))->capture_default_str();
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& e) {
    code = app.exit(e) == 0 ? 0 : 2;
    return {};
  }
  if (is_planar(s.preset)) {
    const Material given = s.material;
    set_plane_defaults(s);
    if (stiffness->count() > 0) s.material.stiffness = given.stiffness;
    if (volume_stiffness->count() > 0) s.material.volume_stiffness = given.volume_stiffness;
  }
  const bool of_nurbs = s.preset == Settings::nurbs || s.preset == Settings::planar_nurbs;
  if (of_nurbs && by->count() == 0) s.contacts = Settings::surfaces;
  if (s.contacts == Settings::facets) {
    const Settings given = s;
    set_facet_defaults(s);
    if (stiffness->count() > 0) s.material.stiffness = given.material.stiffness;
    if (step->count() > 0) s.step = given.step;
  }
  return o;
}

Progress::Progress(std::uint64_t first, std::uint64_t last)
    : first_(first), last_(last), begin_(now()), terminal_(isatty(STDERR_FILENO) != 0) {}

Progress::~Progress() {
  if (terminal_ && last_shown_ > 0) std::fprintf(stderr, "\r\033[K");
}

void Progress::show(std::uint64_t step, double time, std::uint64_t bodies) {
  const double part = static_cast<double>(step - first_) / static_cast<double>(last_ - first_), t = now();
  const auto tenth = static_cast<std::uint64_t>(10 * part);
  if (terminal_ ? t - last_shown_ < 0.2 && step != last_ : tenth == shown_) return;
  shown_ = tenth, last_shown_ = t;
  const double left = part > 0 ? (t - begin_) * (1 - part) / part : 0;
  char bar[21] = {};
  for (int k = 0; k < 20; ++k) bar[k] = k < 20 * part ? '#' : '.';
  std::fprintf(stderr, "%s[%s] %3.0f %%  t %.4g s  %llu bodies  %.0f s left%s", terminal_ ? "\r\033[K" : "", bar,
               100 * part, time, static_cast<unsigned long long>(bodies), left, terminal_ ? "" : "\n");
}

}  // namespace dem
