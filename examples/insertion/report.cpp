#include "examples/insertion/report.h"

#include <CLI/CLI.hpp>
#include <cstdio>

#include "examples/insertion/picture.h"

namespace insertion {

namespace {

std::string text_of(const Source& s, const Task& task) {
  if (s.brep) return "B-Reps";
  char text[96];
  std::snprintf(text, sizeof text, "tessellations, chord error %.3g of the clearance, theta %.3g",
                s.chord / task.clearance, s.theta);
  return text;
}

void print_line(const char* name, const PhaseMeasures& m) {
  const double steps = m.steps > 0 ? static_cast<double>(m.steps) : 1;
  std::printf("  %-10s %6llu %9.2f %5llu %9.1f %9.1f %9.1f %11.3g\n", name, static_cast<unsigned long long>(m.steps),
              static_cast<double>(m.contacts) / steps, static_cast<unsigned long long>(m.most_contacts),
              1e6 * m.finding_seconds / steps, 1e6 * m.most_finding_seconds, 1e6 * m.solving_seconds / steps,
              m.least_gap);
}

void print(const Task& task, const Source& source, const Played& p) {
  std::printf("%s, contacts from %s\n", task.name.c_str(), text_of(source, task).c_str());
  std::printf("  %-10s %6s %9s %5s %9s %9s %9s %11s\n", "", "steps", "contacts", "most", "query,us", "most", "solve,us",
              "gap, m");
  for (std::size_t k = 0; k < phases; ++k) print_line(name_of(static_cast<Phase>(k)), p.by_phase[k]);
  print_line("all", p.all());
  std::printf("  tip at the end: %.6g mm below the block's face, %.3g mm off the axis, %.3g rad off upright\n",
              -1e3 * p.path.back().tip.z, 1e3 * std::hypot(p.path.back().tip.x, p.path.back().tip.y),
              std::hypot(p.path.back().up.x, p.path.back().up.y));
  std::printf("  dilation %.3g m; steps in which the bodies meet %llu, above the tolerance %llu\n", task.dilation(),
              static_cast<unsigned long long>(p.crossings), static_cast<unsigned long long>(p.unsolved));
  std::printf("  contacts take %.4g J, a step's largest gain %.2g J, kinetic energy at the end %.2g J\n", p.taken,
              p.largest_gain, p.kinetic);
  std::printf("  at rest %.5g N are held, weight and gripper are %.5g N\n", p.push, p.weight);
}

/// How far the tips are apart, at the same times.
double apart(const Played& a, const Played& b) {
  double most = 0;
  for (std::size_t k = 0; k < std::min(a.path.size(), b.path.size()); ++k) {
    most = std::max(most, abut::length(a.path[k].tip - b.path[k].tip));
  }
  return most;
}

int table(const Options& o) {
  const Source brep,
      sources[] = {
          {false, o.task.clearance, 0.02}, {false, o.task.clearance / 2, 0.02}, {false, o.task.clearance / 2, 0}};
  const Played first = play(o.task, brep, o.steps, [](Phase, const time_stepping::TimeStepper&) {});
  print(o.task, brep, first);
  std::uint64_t crossings = first.crossings;
  for (const Source& s : sources) {
    const Played other = play(o.task, s, o.steps, [](Phase, const time_stepping::TimeStepper&) {});
    print(o.task, s, other);
    const PhaseMeasures x = first.all(), y = other.all();
    std::printf("  beside B-Reps: %.2f times as long a query, %.2f times as many contacts, tips apart by %.3g m\n",
                y.finding_seconds / x.finding_seconds,
                static_cast<double>(y.contacts) / static_cast<double>(std::max<std::uint64_t>(1, x.contacts)),
                apart(first, other));
    crossings += other.crossings;
  }
  return crossings == 0 ? 0 : 1;
}

}  // namespace

std::optional<Options> parse(int argc, char** argv, int& code) {
  Options o;
  std::string task = "peg", contacts = "brep";
  CLI::App app("A part goes into its hole, by contacts of B-Reps or of tessellations.");
  app.add_option("task", task, "what goes in: a cone or a peg")->check(CLI::IsMember({"cone", "peg"}));
  app.add_option("--contacts", contacts, "where they come from")->check(CLI::IsMember({"brep", "mesh"}));
  app.add_option("--chord", o.source.chord, "chord error of the tessellation, m; half of the clearance without it")
      ->check(CLI::PositiveNumber);
  app.add_option("--theta", o.source.theta, "angle that quasi-LMDs of tessellations may be off by, rad")
      ->check(CLI::Range(0.0, 0.5));
  app.add_option("--steps", o.steps, "how many; all without it")->check(CLI::Range(1ul, 1ul << 40));
  app.add_option("--out", o.folder, "folder for both models (.brep.json) and a picture of the phases");
  app.add_flag("--table", o.table, "B-Reps and tessellations of a chord error of the clearance and of half of it");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& e) {
    code = app.exit(e) == 0 ? 0 : 2;
    return {};
  }
  o.task = task_named(task), o.source.brep = contacts == "brep";
  if (!(o.source.chord > 0)) o.source.chord = o.task.clearance / 2;
  return o;
}

int run(const Options& options) {
  if (!options.folder.empty()) write_models(options.task, options.folder);
  if (options.table) return table(options);
  Picture picture(options.task);
  const Played played = play(options.task, options.source, options.steps,
                             [&](Phase phase, const time_stepping::TimeStepper& s) { picture.see(phase, s); });
  print(options.task, options.source, played);
  if (!options.folder.empty()) picture.write(options.folder + "/" + options.task.name + ".svg");
  return played.crossings == 0 ? 0 : 1;
}

}  // namespace insertion
