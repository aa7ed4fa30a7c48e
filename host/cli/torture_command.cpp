#include <algorithm>
#include <chrono>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>

#include "host/cli/commands.h"
#include "host/cli/progress.h"
#include "host/io/output_file.h"
#include "host/torture/torture.h"

namespace abut::cli {
namespace {

using Json = nlohmann::ordered_json;
using torture::Failure;
using torture::Row;

constexpr std::size_t listed_failures = 20;

struct Flags {
  torture::Options options;
  std::string precision = "both", out;
  bool json = false;
};

Json to_json(const Row& row) {
  const auto mean = [](std::uint64_t sum, std::uint64_t count) {
    return count == 0 ? 0.0 : static_cast<double>(sum) / static_cast<double>(count);
  };
  const auto rate = [&](double seconds) { return seconds > 0 ? static_cast<double>(row.pairs) / seconds : 0.0; };
  const auto errors = [](const torture::ErrorCounts& e) {
    return Json{{"p999", e.percentile(0.999)}, {"max", e.worst()}};
  };
  Json json;
  json["class"] = row.name;
  json["precision"] = row.precision;
  json["pairs"] = row.pairs;
  json["failures"] = row.failures;
  for (int i = 0; i < torture::fault_count; ++i) {
    const std::uint64_t count = row.faults[static_cast<std::size_t>(i)];
    if (count > 0) json["faults"][torture::fault_name(static_cast<torture::Fault>(i))] = count;
  }
  json["loose"] = row.loose;
  json["uncertified"] = row.uncertified;
  json["unfinished"] = row.unfinished;
  json["separation_error"] = errors(row.separation);
  json["witness_error"] = errors(row.witness);
  json["normal_error"] = errors(row.normal);
  json["gjk_iterations"] = {{"mean", mean(row.gjk_sum, row.pairs)}, {"max", row.gjk_max}};
  json["epa_iterations"] = {{"mean", mean(row.epa_sum, row.overlapping)}, {"max", row.epa_max}};
  json["queries_per_second"] = rate(row.query_seconds);
  json["certified_per_second"] = rate(row.certify_seconds);
  json["digest"] = format("%016llx", static_cast<unsigned long long>(row.digest));
  return json;
}

Json to_json(const Failure& failure, const std::string& file) {
  Json json;
  json["case"] = failure.replay.name;
  json["fault"] = torture::fault_name(failure.checked.fault);
  json["separation"] = failure.checked.ours;
  json["reference_separation"] = failure.checked.truth.separation;
  json["separation_error"] = failure.checked.separation_error;
  json["witness_error"] = failure.checked.witness_error;
  json["normal_error"] = failure.checked.normal_error;
  if (!file.empty()) json["file"] = file;
  return json;
}

std::string file_of(const Flags& flags, const Failure& failure) {
  if (flags.out.empty()) return "";
  const bool unfinished = failure.checked.fault == torture::Fault::none;
  return (std::filesystem::path(flags.out) / ((unfinished ? "unfinished_" : "") + failure.replay.name + ".json"))
      .string();
}

Json summary_of(const Flags& flags, const torture::Report& report, double seconds) {
  Json json;
  json["pairs_per_class"] = flags.options.pairs;
  json["seed"] = flags.options.seed;
  json["warm"] = flags.options.warm;
  json["rows"] = Json::array();
  std::uint64_t failures = 0, loose = 0, uncertified = 0, unfinished = 0, pairs = 0;
  for (const Row& row : report.rows) {
    json["rows"].push_back(to_json(row));
    pairs += row.pairs;
    failures += row.failures;
    loose += row.loose;
    uncertified += row.uncertified;
    unfinished += row.unfinished;
  }
  json["pairs"] = pairs;
  json["failures"] = failures;
  json["loose"] = loose;
  json["uncertified"] = uncertified;
  json["unfinished"] = unfinished;
  json["first_failures"] = Json::array();
  for (const Failure& failure : report.failures) {
    json["first_failures"].push_back(to_json(failure, file_of(flags, failure)));
  }
  json["seconds"] = seconds;
  return json;
}

std::string table_of_queries(const Json& s) {
  std::string text = "class            prec      pairs  unfin   queries/s  digest of the records\n";
  for (const Json& row : s["rows"]) {
    text += format("%-16s %-4s %10llu %6llu %11.0f  %s\n", row["class"].get<std::string>().c_str(),
                   row["precision"].get<std::string>().c_str(), row["pairs"].get<unsigned long long>(),
                   row["unfinished"].get<unsigned long long>(), row["queries_per_second"].get<double>(),
                   row["digest"].get<std::string>().c_str());
  }
  return text;
}

std::string table(const Json& s) {
  std::string text =
      "class            prec      pairs  fail  loose unfin separation error   witness error   normal      gjk       "
      "epa  "
      "  queries certif.\n"
      "                                                     99.9 %     max  99.9 %     max     max mean max  mean max  "
      "       /s      /s\n";
  for (const Json& row : s["rows"]) {
    const auto count = [&](const char* key) { return row[key].get<unsigned long long>(); };
    const auto number = [&](const char* key, const char* of) { return row[key][of].get<double>(); };
    text += format(
        "%-16s %-4s %10llu %5llu %6llu %5llu %8.1e %7.1e %7.1e %7.1e %7.1e %4.1f %3.0f %5.1f %3.0f %10.0f %7.0f\n",
        row["class"].get<std::string>().c_str(), row["precision"].get<std::string>().c_str(), count("pairs"),
        count("failures"), count("loose"), count("unfinished"), number("separation_error", "p999"),
        number("separation_error", "max"), number("witness_error", "p999"), number("witness_error", "max"),
        number("normal_error", "max"), number("gjk_iterations", "mean"), number("gjk_iterations", "max"),
        number("epa_iterations", "mean"), number("epa_iterations", "max"), row["queries_per_second"].get<double>(),
        row["certified_per_second"].get<double>());
  }
  text += format(
      "\n%llu pairs in %.1f s: %llu failures, %llu certified to 1e-9 only, %llu not certified, %llu "
      "unfinished\n",
      s["pairs"].get<unsigned long long>(), s["seconds"].get<double>(), s["failures"].get<unsigned long long>(),
      s["loose"].get<unsigned long long>(), s["uncertified"].get<unsigned long long>(),
      s["unfinished"].get<unsigned long long>());
  std::size_t listed = 0;
  for (const Json& f : s["first_failures"]) {
    if (listed++ == listed_failures) break;
    text += format("  %s: %s; separation %.17g, reference %.17g%s\n", f["case"].get<std::string>().c_str(),
                   f["fault"].get<std::string>().c_str(), f["separation"].get<double>(),
                   f["reference_separation"].get<double>(),
                   f.contains("file") ? (", " + f["file"].get<std::string>()).c_str() : "");
  }
  return text;
}

/// The case that is easiest to read.
void print_shortest(const std::vector<Failure>& failures) {
  const auto vertices = [](const Failure& f) {
    return f.replay.shape_a.vertices.size() + f.replay.shape_b.vertices.size();
  };
  const auto shortest = std::min_element(failures.begin(), failures.end(),
                                         [&](const Failure& f, const Failure& g) { return vertices(f) < vertices(g); });
  if (shortest == failures.end()) return;
  print("\nthe one with the fewest vertices, to be replayed by `abut verify FILE` (--out DIR writes all):\n" +
        io::case_file_text({shortest->replay}));
}

int run_torture(Flags flags) {
  flags.options.f32 = flags.precision != "f64";
  flags.options.f64 = flags.precision != "f32";
  if (!flags.out.empty()) io::make_folder(flags.out);
  const auto start = std::chrono::steady_clock::now();
  const torture::Report report = [&] {
    const std::uint64_t classes =
        flags.options.classes.empty() ? torture::pair_classes().size() : flags.options.classes.size();
    Progress progress("torturing", flags.options.pairs * classes);
    return torture::run(flags.options, [&](std::uint64_t pairs) { progress.add(pairs); });
  }();
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  for (const auto* list : {&report.failures, &report.unfinished}) {
    for (const Failure& failure : *list) {
      if (!flags.out.empty()) io::write_cases(file_of(flags, failure), {failure.replay});
    }
  }
  const Json summary = summary_of(flags, report, seconds);
  print(flags.json ? summary.dump(2) + "\n" : flags.options.certify ? table(summary) : table_of_queries(summary));
  if (flags.out.empty() && !flags.json) print_shortest(report.failures);
  return summary["failures"] == 0 ? 0 : disagreement_status;
}

}  // namespace

void add_torture_command(CLI::App& app, int& status) {
  CLI::App* command =
      app.add_subcommand("torture", "Hold the query of random and adversarial pairs against the reference");
  const auto flags = std::make_shared<Flags>();
  command->add_option("--pairs", flags->options.pairs, "Pairs of each class")
      ->check(not_negative)
      ->type_name("N")
      ->capture_default_str();
  command->add_option("--seed", flags->options.seed, "Seed of the random numbers, 0 or more")
      ->check(not_negative)
      ->type_name("S")
      ->capture_default_str();
  command->add_option("--class", flags->options.classes, "A class of pairs, or several; all if not given")
      ->type_name("C");
  command->add_option("--precision", flags->precision, "Scalar of the query: f32, f64 or both")
      ->check(CLI::IsMember({"f32", "f64", "both"}).description(""))
      ->type_name("NAME")
      ->capture_default_str();
  command->add_flag("--warm", flags->options.warm,
                    "Start each query from what one of the pair, turned and moved by 1e-3 of its size, has left");
  command->add_flag(
      "--queries-only", [flags](std::int64_t) { flags->options.certify = false; },
      "Do not ask the reference: count, time, and print a digest of all bits of all records");
  command->add_option("--threads", flags->options.threads, "CPU threads, 1 or more; all cores if not given")
      ->check(whole_number_in(1, 65536))
      ->type_name("N");
  command
      ->add_option("--out", flags->out,
                   "Folder for a case file of each failure and each unfinished pair (the first 20 of a\nrow of the "
                   "table and a kind)")
      ->check(not_empty)
      ->type_name("DIR");
  command->add_flag("--json", flags->json, "Print one JSON object instead of a table");
  std::string classes;
  for (const torture::PairClass& c : torture::pair_classes()) classes += format("  %-16s %s\n", c.name, c.meaning);
  command->footer(
      "Errors are relative to the sizes of both shapes plus their separation; more than 1e-14 (f64) or 4e-7 (f32) is "
      "a\n"
      "failure, and so is any other promise that a record breaks. `unfin` counts answers that say that they are\n"
      "unfinished, `loose` pairs of curved shapes that the reference bounds to 1e-9 only; those that it cannot bound "
      "so well are not certified and no failure. The same flags make the "
      "same\n"
      "pairs everywhere. Exit status 1 when there is a failure.\n"
      "\n"
      "Classes:\n" +
      classes +
      "\n"
      "Examples:\n"
      "  abut torture --pairs 1000\n"
      "  abut torture --pairs 10000000 --class aligned --queries-only\n"
      "  abut torture --pairs 100000 --class needles --class plates --precision f32 --out failures\n"
      "  abut verify failures/needles_12_345_f32.json");
  command->callback([flags, &status] { status = run_torture(*flags); });
}

}  // namespace abut::cli
