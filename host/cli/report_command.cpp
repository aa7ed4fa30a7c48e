#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "host/cli/cad_info.h"
#include "host/cli/cad_report/page.h"
#include "host/cli/commands.h"
#include "host/cli/progress.h"
#include "host/cli/report/page.h"
#include "host/cli/report/result.h"
#include "host/cli/verify_summary.h"
#include "host/io/other_file.h"
#include "host/io/result_files.h"

namespace abut::cli {
namespace {

struct Flags {
  std::string result, out, scene;
  ExecutorFlags executor;
  VerifyOptions verify{2000, 1, 0};
  bool no_verify = false;
  double time_limit = 0;
};

/// All pairs that may be contacts, as `detect` finds them.
std::vector<Pair> candidates_of(const Scene& scene, int threads) {
  if (scene.pairs) return *scene.pairs;
  std::vector<ShapeHeader> headers;
  for (std::uint32_t s = 0; s < scene.shapes.size(); ++s) headers.push_back(scene.shapes.header(s));
  return find_pairs(Cpu{threads}, {headers.data(), scene.shapes.size()}, scene.bodies.parts(), scene.alert_distance);
}

template <class T>
nlohmann::ordered_json verified(const Flags& flags, const Scene& scene, const Detection<T>& detection,
                                const FacetTrees& facets, const ResultSummary& summary) {
  const std::vector<Pair> candidates = candidates_of(scene, flags.executor.threads);
  VerifyRun run;
  run.scene = summary.scene;
  run.backend = summary.backend;
  run.precision = summary.precision;
  run.tolerance = tolerance<T>;
  run.candidate_pairs = candidates.size();
  run.contacts = detection.pairs.size();
  run.status = summary.status;
  std::optional<Progress> progress;
  const auto start = std::chrono::steady_clock::now();
  const auto total = [&](std::uint64_t pairs) -> std::function<void()> {
    progress.emplace("checking", pairs);
    return [&progress] { progress->add(); };
  };
  run.checked = verify(scene, candidates, detection, facets, flags.verify, total);
  run.seconds_reference = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  run.seconds_detect = summary.seconds_total;
  return verify_summary(scene, run);
}

/// Those of the pairs that may be contacts.
FacetTrees built_trees(const Flags& flags, const Scene& scene) {
  FacetTrees trees = scene.facet_trees();
  const PartsView parts = scene.bodies.parts();
  std::vector<Pair> pairs;
  if (scene.facet_meshes.empty()) return trees;
  for (const Pair& pair : candidates_of(scene, flags.executor.threads)) {
    if (trees.has_mesh(parts.shape[pair.a]) || trees.has_mesh(parts.shape[pair.b])) pairs.push_back(pair);
  }
  trees.build(Cpu{flags.executor.threads}, scene.shapes, parts, pairs);
  return trees;
}

template <class T>
void write_page(const Flags& flags, const Scene& scene, const Detection<T>& detection, const ResultSummary& summary,
                io::OutputFile& file) {
  ReportInput<T> input{scene, detection, summary, nullptr, flags.verify.sample};
  if (!flags.no_verify) input.verify = verified(flags, scene, detection, built_trees(flags, scene), summary);
  const Progress progress("writing " + flags.out);
  write_report(input, file);
}

ResultSummary summary_of(const Flags& flags, const Scene& scene, const std::string& precision) {
  ResultSummary s;
  s.scene = flags.result;
  s.length_unit = scene.length_unit;
  s.backend = flags.executor.backend;
  s.precision = precision;
  s.threads = flags.executor.threads == 0 ? "all cores" : std::to_string(flags.executor.threads);
  s.alert_distance = scene.alert_distance;
  return s;
}

Scene read_with_progress(const Flags& flags, const std::string& path) {
  io::require_other_file("--out", flags.out, {path});
  const Progress progress("reading " + path);
  Scene scene = read_scene(path);
  io::require_other_file("--out", flags.out, io::scene_files(path, scene));
  return scene;
}

void report_of_scene(const Flags& flags, io::OutputFile& file) {
  require_backend(flags.executor);
  const Scene scene = read_with_progress(flags, flags.result);
  const std::string precision = flags.executor.precision.empty() ? scene.precision : flags.executor.precision;
  with_executor(flags.executor, precision, [&](auto scalar, const auto& executor) {
    using T = decltype(scalar);
    FacetTrees facets = scene.facet_trees();
    const Detection<T> detection = detect_scene<T>(executor, scene, facets, scene.contact_surfaces());
    ResultSummary summary = summary_of(flags, scene, precision);
    summary.candidate_pairs = detection.candidate_pairs;
    summary.contacts = detection.pairs.size();
    summary.seconds_broad = detection.seconds.broad;
    summary.seconds_narrow = detection.seconds.narrow;
    summary.seconds_total = detection.seconds.total;
    summary.status = detection.status;
    write_page(flags, scene, detection, summary, file);
  });
}

template <class T>
void report_of_folder(const Flags& flags, const ResultSummary& summary, io::OutputFile& file) {
  const std::string path = scene_path(flags.result, summary, flags.scene);
  const Scene scene = read_with_progress(flags, path);
  check_same_scene(flags.result, summary, path, scene);
  const std::string contacts = (std::filesystem::path(flags.result) / "contacts.csv").string();
  const Detection<T> detection = io::read_contacts_csv<T>(contacts, scene.bodies.parts());
  if (detection.pairs.size() != summary.contacts + summary.failures) {
    throw InvalidInput(contacts + ": has " + std::to_string(detection.pairs.size()) + " contacts; allowed are the " +
                       std::to_string(summary.contacts + summary.failures) + " of summary.json");
  }
  check_same_contacts(flags.result, path, scene, detection);
  write_page(flags, scene, detection, summary, file);
}

void require_result(const std::string& folder) {
  std::string missing;
  std::error_code error;
  for (const char* name : {"summary.json", "contacts.csv"}) {
    if (std::filesystem::exists(std::filesystem::path(folder) / name, error)) continue;
    missing += (missing.empty() ? "no " : " and no ") + std::string(name);
  }
  if (missing.empty()) return;
  throw InvalidInput(folder + ": has " + missing + "; allowed is a folder that `abut detect SCENE --out` makes");
}

/// `is_brep_name` has all of JSON, which may be scenes.
bool is_cad_model(const std::string& name) { return is_cad_name(name) || name.ends_with(".brep.json"); }

/// `more`: options that are for scenes were given.
void report_of_cad(const Flags& flags, bool more) {
  if (more || !flags.scene.empty()) {
    throw InvalidInput("--scene, --sample, --no-verify, --backend, --precision: " + flags.result +
                       " is a CAD model; they are for scenes and their contacts");
  }
  io::require_other_file("--out", flags.out, {flags.result});
  io::OutputFile file(flags.out);
  const Progress progress("drawing " + flags.result);
  file.write(
      cad_page(std::filesystem::path(flags.result).filename().string(), read_any_brep(flags.result, flags.time_limit)));
  file.publish();
}

void run(const Flags& flags, bool executor_given) {
  std::error_code error;
  const bool folder = std::filesystem::is_directory(flags.result, error);
  if (folder && executor_given) {
    throw InvalidInput("--backend, --precision: " + flags.result +
                       " is a result folder, and has its own; they are for a scene");
  }
  if (!folder && !flags.scene.empty())
    throw InvalidInput("--scene: " + flags.result + " is no result folder; allowed with one only");
  const std::filesystem::path in(flags.result);
  io::require_other_file("--out", flags.out,
                         {flags.result, flags.scene, (in / "summary.json").string(), (in / "contacts.csv").string()});
  if (folder) require_result(flags.result);
  io::OutputFile file(flags.out);  // that it cannot be written is told before the work
  if (!folder) {
    report_of_scene(flags, file);
  } else {
    const ResultSummary summary = read_summary((std::filesystem::path(flags.result) / "summary.json").string());
    if (summary.precision == "f32") {
      report_of_folder<float>(flags, summary, file);
    } else {
      report_of_folder<double>(flags, summary, file);
    }
  }
  file.publish();
}

}  // namespace

void add_report_command(CLI::App& app) {
  CLI::App* command = app.add_subcommand("report", "Make a page that shows a scene with its contacts, or a CAD model");
  const auto flags = std::make_shared<Flags>();
  command
      ->add_option(
          "RESULT", flags->result,
          "Folder that `abut detect --out` has written, a scene file, whose contacts\nare then found first, or a "
          "CAD model: STEP, IGES, BREP, .brep.json")
      ->type_name("")
      ->required();
  command->add_option("-o,--out", flags->out, "The page, one HTML file")
      ->check(not_empty)
      ->type_name("FILE")
      ->required();
  command
      ->add_option("--scene", flags->scene, "The scene of a result folder, if it is no longer where summary.json says")
      ->check(not_empty)
      ->type_name("FILE");
  command
      ->add_option("--sample", flags->verify.sample,
                   "Hold N contacts, and N pairs without contact, drawn at random, against the\nreference; all if 0")
      ->check(not_negative)
      ->type_name("N")
      ->capture_default_str();
  CLI::Option* const no_verify =
      command->add_flag("--no-verify", flags->no_verify, "Hold none against it; the page says so");
  command->get_option("--sample")->excludes(no_verify);
  add_executor_flags(*command, flags->executor);
  add_time_limit_flag(*command, flags->time_limit);
  command->footer(
      "The page needs no network, and nothing beside it: open it in a browser, print it, send it on "
      "(docs/how-to/report.md).\n"
      "A folder's numbers are shown as they are in contacts.csv; they are checked against the scene first, and a "
      "folder\n"
      "of another scene is refused.\n"
      "Of a CAD model, the page shows its supermaximal faces and edges, and what cannot be used (docs/how-to/cad.md).\n"
      "\n"
      "Examples:\n  abut report results -o report.html\n  abut report grains.json -o report.html --precision f32\n"
      "  abut report results -o report.html --no-verify\n  abut report "
      "pump.step -o pump.html");
  command->callback([flags, command] {
    const auto given = [&](const char* option) { return command->count(option) > 0; };
    if (is_cad_model(flags->result)) {
      report_of_cad(*flags, given("--backend") || given("--precision") || given("--sample") || given("--no-verify"));
      return;
    }
    flags->verify.threads = flags->executor.threads;
    run(*flags, given("--backend") || given("--precision"));
  });
}

}  // namespace abut::cli
