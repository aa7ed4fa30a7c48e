// How many updates of GJK and iterations of EPA do the contacts of a granular flow take? (Feng & Tan 2019, Tables 1, 2)
//
//   bench_papers_feng_tan_tables [--full | --scale S | --quick] [--simulation 1 | 2] [--csv FILE]
//                                [--save-restarts DIR | --restart-dir DIR]
//
// Their Box 1 and Box 2 (bench/papers/box_gjk.h, box_epa.h) and Abut's queries, on the same pairs of the same runs of
// examples/dem, beside the printed counts. Sizes, material, stages and the rule for candidates are not published.
// Answers are held against each other.
#include <CLI/CLI.hpp>
#include <exception>
#include <filesystem>

#include "bench/papers/feng_tan_printed.h"
#include "bench/papers/feng_tan_stages.h"
#include "bench/papers/report.h"

namespace {

using namespace abut;
using namespace abut::papers;

constexpr const char* legend =
    "Means over the pairs of a contact group (P5: pyramids, P16: prisms, F16: frustums, S: spheres) whose boxes along "
    "the\nworld's axes overlap, pooled over some steps from each quarter of the time on.\n"
    "  paper   as printed\n"
    "  x       Box 1 and Box 2, GJK's first direction the x axis\n"
    "  cc      the same, first direction from centre to centre\n"
    "  cold    Abut, started from the centres\n"
    "  warm    Abut, started from what the step before has left of the pair; a sphere is a point with a radius\n"
    "Counted are support points: for GJK one more without contact than updates of the simplex (step 2.c), for EPA its\n"
    "iterations with the one that finds convergence (2.d).\n";

/// A mean, or 0 of nothing.
double mean(double sum, std::uint64_t count) { return count == 0 ? 0 : sum / static_cast<double>(count); }

/// The counts of one group at one stage. Data only.
struct Row {
  int stage, group;
  std::uint64_t apart, contact;
  Printed printed;
  Printed found[method_count];
};

std::uint64_t pairs_of(const Row& r, double Printed::*what) { return what == &Printed::apart ? r.apart : r.contact; }

struct Simulation {
  int number;
  std::vector<StageCounts> stages;
  std::vector<Row> rows;
};

std::vector<Row> rows_of(int simulation, const std::vector<StageCounts>& stages) {
  std::vector<Row> rows;
  for (int k = 0; k < stage_count; ++k) {
    for (const PrintedGroup& group : printed_groups(simulation)) {
      const auto& groups = stages[static_cast<std::size_t>(k)].groups;
      const auto at = groups.find(group.group);
      const GroupCounts c = at == groups.end() ? GroupCounts{} : at->second;
      Row row{k, group.group, c.apart, c.contact, group.stage[k], {}};
      for (int m = 0; m < method_count; ++m) {
        row.found[m] = {mean(c.gjk_apart[m], c.apart), mean(c.gjk_contact[m], c.contact), mean(c.epa[m], c.contact)};
      }
      rows.push_back(row);
    }
  }
  return rows;
}

std::string cell(double value, bool some, const char* nothing = "-") {
  return some ? format("%6.2f", value) : format("%6s", nothing);
}

void print_tables(const Simulation& s) {
  const auto head = [](const char* what) { return format("| %-33s ", what); };
  std::printf("\nSimulation %s (Table %d)\n\n%-8s%19s %s%s%s\n", s.number == 1 ? "I" : "II", s.number, "", "pairs",
              head("GJK without contact").c_str(), head("GJK with contact").c_str(), head("EPA").c_str());
  std::printf("%-8s%9s %9s ", "", "apart", "contact");
  for (int k = 0; k < 3; ++k) std::printf("|  paper     x     cc   cold   warm ");
  std::printf("\n");
  for (const Row& r : s.rows) {
    const StageCounts& stage = s.stages[static_cast<std::size_t>(r.stage)];
    if (r.group == s.rows.front().group) {
      std::printf("stage %d: %.2f s, %llu bodies, deepest overlap %.1e m\n", r.stage + 1, stage.time,
                  static_cast<unsigned long long>(stage.bodies), stage.deepest);
    }
    std::printf("%-8s%9llu %9llu ", group_name(r.group).c_str(), static_cast<unsigned long long>(r.apart),
                static_cast<unsigned long long>(r.contact));
    for (double Printed::*what : {&Printed::apart, &Printed::contact, &Printed::epa}) {
      const bool some = pairs_of(r, what) != 0;
      std::printf("| %s", cell(r.printed.*what, r.printed.*what != 0).c_str());
      for (const Printed& found : r.found) std::printf(" %s", cell(found.*what, some).c_str());
      std::printf(" ");
    }
    std::printf("\n");
  }
}

void write_csv(const std::string& path, const std::vector<Simulation>& simulations) {
  std::ofstream file(path);
  file << "simulation,stage,seconds,bodies,group,pairs_apart,pairs_in_contact";
  for (const char* what : {"gjk_apart", "gjk_contact", "epa"}) {
    for (const char* who : {"paper", "x", "cc", "cold", "warm"}) file << ',' << what << '_' << who;
  }
  file << '\n';
  for (const Simulation& s : simulations) {
    for (const Row& r : s.rows) {
      const StageCounts& stage = s.stages[static_cast<std::size_t>(r.stage)];
      file << s.number << ',' << r.stage + 1 << ',' << stage.time << ',' << stage.bodies << ',' << group_name(r.group)
           << ',' << r.apart << ',' << r.contact;
      for (double Printed::*what : {&Printed::apart, &Printed::contact, &Printed::epa}) {
        const bool some = pairs_of(r, what) != 0;
        file << ',' << (r.printed.*what != 0 ? format("%.4g", r.printed.*what) : "");
        for (const Printed& found : r.found) file << ',' << (some ? format("%.6g", found.*what) : "");
      }
      file << '\n';
    }
  }
  file.close();
  if (!file) throw FileError(path + ": cannot be written");
}

/// Means of fewer pairs are not judged.
constexpr std::uint64_t few = 30;

/// Least and largest of a column over the rows that are chosen and have not few pairs.
struct Range {
  double least = 1e300, most = 0;
  bool within(double low, double high) const { return most > 0 && least >= low && most <= high; }
  std::string text() const { return most == 0 ? "too few pairs" : format("%.2f to %.2f", least, most); }
};

bool is_round(const Row& r) { return r.group % 4 == static_cast<int>(Kind::sphere); }

template <class Choice>
Range range(const std::vector<Simulation>& simulations, double Printed::*what, Method m, const Choice& choice) {
  Range out;
  for (const Simulation& s : simulations) {
    for (const Row& r : s.rows) {
      if (!choice(r) || pairs_of(r, what) < few) continue;
      out.least = std::min(out.least, r.found[m].*what);
      out.most = std::max(out.most, r.found[m].*what);
    }
  }
  return out;
}

/// The rows where a count of Abut's is not below `than`'s; empty: none.
std::string not_lower(const std::vector<Simulation>& simulations, Method abut, Method than) {
  std::string out;
  for (const Simulation& s : simulations) {
    for (const Row& r : s.rows) {
      for (double Printed::*what : {&Printed::apart, &Printed::contact, &Printed::epa}) {
        if (pairs_of(r, what) < few || r.found[abut].*what < r.found[than].*what) continue;
        out += format("%s%s %s stage %d %s", out.empty() ? "not for " : ", ", s.number == 1 ? "I" : "II",
                      group_name(r.group).c_str(), r.stage + 1,
                      what == &Printed::apart     ? "without contact"
                      : what == &Printed::contact ? "with contact"
                                                  : "EPA");
      }
    }
  }
  return out;
}

void print_trends(const std::vector<Simulation>& simulations) {
  Trends trends("Box 1 and 2, first direction x", "paper");
  const auto all = [](const Row&) { return true; };
  const auto flat = [](const Row& r) { return !is_round(r); };
  const Range apart = range(simulations, &Printed::apart, from_axis, all);
  trends.add(apart.within(3, 5), "the average number of updates in the GJK to detect a non-contact case is around 4",
             apart.text());
  const Range contact = range(simulations, &Printed::contact, from_axis, flat);
  trends.add(contact.within(4.8, 7.2),
             "the average number for detecting a contact case is around 6 ~ 7 [5.2 to 6.9 printed]", contact.text());
  const Range epa = range(simulations, &Printed::epa, from_axis, flat);
  trends.add(epa.within(1, 3),
             "the average number of iterations in the EPA [...] is only around 2 [1.2 to 2.5 printed]", epa.text());
  const Range round = range(simulations, &Printed::contact, from_axis, is_round);
  trends.add(round.within(8.5, 11.5),
             "[spheres] the updates for the contact case has a marked increase of over 50% [9.5 to 11.2 printed]",
             round.text());
  for (const Method than : {from_axis, from_centres}) {
    const std::string rows = not_lower(simulations, warm, than);
    std::printf("%sAbut, warm, below Box 1 and 2 (%s) in every group with %d pairs, at every stage: %s\n",
                than == from_axis ? "\n" : "", than == from_axis ? "x" : "cc", static_cast<int>(few),
                rows.empty() ? "yes" : rows.c_str());
  }
}

/// Whether all that was counted is right.
bool print_checks(const std::vector<Simulation>& simulations) {
  std::uint64_t failures = 0, disagree = 0;
  double error = 0;
  for (const Simulation& s : simulations) {
    for (const StageCounts& stage : s.stages) {
      failures += stage.failures;
      disagree += stage.disagree;
      error = std::max(error, stage.depth_error);
    }
  }
  std::printf(
      "\nBox 1 and Abut disagree on contact: %llu pairs; searches without an end: %llu; largest difference of a "
      "depth between polyhedra: %.1e m\n",
      static_cast<unsigned long long>(disagree), static_cast<unsigned long long>(failures), error);
  return failures == 0 && disagree == 0 && error < 1e-10;
}

struct Options {
  bool quick = false, full = false;
  double scale = 0.05, seconds = 0;
  std::uint64_t bodies = 0;
  std::vector<int> simulations{1, 2};
  std::string csv;
  StageOptions stages;
};

StageOptions stage_options(const Options& o, int simulation) {
  StageOptions out = o.stages;
  out.settings = paper_settings(simulation, o.full ? 1 : o.quick ? 0.008 : o.scale);
  if (o.bodies != 0) out.settings.bodies = o.bodies;
  if (o.seconds != 0) out.settings.seconds = o.seconds;
  if (o.quick) {  // nothing has come to rest
    out.settings.seconds = 0.4;
    out.settings.batch_interval = 0.02;
    out.samples = 2;
  }
  return out;
}

int run(const Options& o) {
  std::printf(
      "Updates of GJK and iterations of EPA in two simulations (Feng & Tan 2019, Tables 1 and 2)\n"
      "commit %s, f64\n\n%s",
      commit().c_str(), legend);
  if (!o.stages.save.empty()) std::filesystem::create_directories(o.stages.save);
  std::vector<Simulation> simulations;
  for (const int number : o.simulations) {
    const StageOptions stages = stage_options(o, number);
    if (stages.load.empty()) {
      std::printf("\nSimulation %s: %llu bodies, %.3g s%s\n", number == 1 ? "I" : "II",
                  static_cast<unsigned long long>(stages.settings.bodies), stages.settings.seconds,
                  o.full ? "" : ": less than the paper's 5000 or 5500 bodies and 10 s, which --full has");
    }
    std::fflush(stdout);
    Simulation s{number, count_stages(stages), {}};
    s.rows = rows_of(number, s.stages);
    print_tables(s);
    simulations.push_back(std::move(s));
  }
  print_trends(simulations);
  if (!o.csv.empty()) write_csv(o.csv, simulations);
  return print_checks(simulations) ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  Options o;
  CLI::App app("Counts of GJK and EPA in two simulations, beside those of Feng & Tan 2019.");
  app.add_flag("--quick", o.quick, "some seconds of little use, to see that it works");
  app.add_flag("--full", o.full, "the paper's 5000 and 5500 bodies and 10 s: about half an hour each on 2 cores");
  app.add_option("--scale", o.scale, "share of the bodies; time and box by its cube root")
      ->check(CLI::Range(1e-3, 10.0))
      ->capture_default_str();
  app.add_option("--bodies", o.bodies, "how many, whatever the scale");
  app.add_option("--seconds", o.seconds, "simulated time, whatever the scale");
  app.add_option("--simulation", o.simulations, "1, 2 or both")->check(CLI::Range(1, 2));
  app.add_option("--samples", o.stages.samples, "steps counted at a stage")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  app.add_option("--spacing", o.stages.spacing, "steps from one of them to the next")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  app.add_option("--tolerance", o.stages.count.tolerance, "of EPA with spheres, in sizes of both bodies")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  app.add_option("--save-restarts", o.stages.save, "folder for a restart file of each stage");
  app.add_option("--restart-dir", o.stages.load, "folder to take them from; the runs are not repeated");
  app.add_option("--csv", o.csv, "file for the tables");
  app.add_option("--threads", o.stages.threads, "of the simulation, 0 for all cores")
      ->check(CLI::NonNegativeNumber)
      ->capture_default_str();
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& e) {
    return app.exit(e) == 0 ? 0 : 2;
  }
  try {
    return run(o);
  } catch (const std::exception& e) {
    std::fprintf(stderr, "feng_tan_tables: %s\n", e.what());
    return 1;
  }
}
