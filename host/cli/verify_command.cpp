#include <algorithm>
#include <chrono>
#include <cmath>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <variant>
#include <vector>

#include "host/cli/commands.h"
#include "host/cli/progress.h"
#include "host/cli/verify.h"
#include "host/cli/verify_cases.h"
#include "host/cli/verify_summary.h"
#include "host/io/result_files.h"
#include "host/io/scene_or_cases.h"

namespace abut::cli {
namespace {

using Json = nlohmann::ordered_json;

struct Flags {
  std::string scene;
  ExecutorFlags executor;
  VerifyOptions verify;
  bool json = false;
};

template <class T, class Executor>
void detect_and_check(const Flags& flags, const Scene& scene, const Executor& executor, VerifyRun& run) {
  std::vector<Pair> candidates;
  Detection<T> detection;
  FacetTrees facets = scene.facet_trees();
  const ContactSurfaces surfaces = scene.contact_surfaces();
  {
    const Progress progress("detecting");
    const PartsView parts = scene.bodies.parts();
    std::vector<ShapeHeader> headers;
    for (std::uint32_t s = 0; s < scene.shapes.size(); ++s) headers.push_back(scene.shapes.header(s));
    candidates = scene.pairs ? *scene.pairs
                             : find_pairs(Cpu{flags.executor.threads}, {headers.data(), scene.shapes.size()}, parts,
                                          scene.alert_distance);
    detection = detect<T>(executor, scene.shapes, scene.bodies, std::span<const Pair>(candidates),
                          detect_options(scene, facets, surfaces));
  }
  const auto start = std::chrono::steady_clock::now();
  std::optional<Progress> progress;
  const auto total = [&](std::uint64_t pairs) -> std::function<void()> {
    progress.emplace("checking", pairs);
    return [&progress] { progress->add(); };
  };
  run.checked = verify(scene, candidates, detection, facets, flags.verify, total);
  progress.reset();
  run.seconds_reference = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  run.seconds_detect = detection.seconds.total;
  run.tolerance = tolerance<T>;
  run.status = detection.status;
  run.candidate_pairs = candidates.size();
  run.contacts = detection.pairs.size();
}

std::string disagreement_text(const Json& d) {
  const bool contact = d.contains("separation");
  return format("  bodies %s and %s (parts %s, %s), %s: %s; error %.3g, %s %.9g, reference separation %.9g\n",
                d["bodies"][0].dump().c_str(), d["bodies"][1].dump().c_str(), d["parts"][0].dump().c_str(),
                d["parts"][1].dump().c_str(), d["status"].get<std::string>().c_str(),
                d["reason"].get<std::string>().c_str(), d["error"].get<double>(),
                contact ? "separation" : "alert distance", d[contact ? "separation" : "alert_distance"].get<double>(),
                d["reference_separation"].get<double>());
}

std::string table(const Json& s) {
  const auto count = [&](const char* key) { return s[key].get<unsigned long long>(); };
  const auto text_of = [&](const char* key) { return s[key].get<std::string>(); };
  std::string text =
      format("scene            %s, %s, %s: %llu candidate pairs, %llu contacts\n", text_of("scene").c_str(),
             text_of("backend").c_str(), text_of("precision").c_str(), count("candidate_pairs"), count("contacts"));
  text += format("checked          %llu contacts and %llu pairs without contact, in %.2f s\n", count("pairs"),
                 count("pairs_without_contact"), s["seconds"]["reference"].get<double>());
  text += count("uncertified") == 0 ? std::string("reference        certified every answer\n")
                                    : format("reference        could not certify %llu answers\n", count("uncertified"));
  std::string status;
  for (const auto& [name, number] : s["status"].items()) {
    if (number.get<std::uint64_t>() > 0) status += (status.empty() ? "" : ", ") + name + " " + number.dump();
  }
  text += "status           " + (status.empty() ? "no pairs" : status) + "\n\n";
  text += "error, of the pair's size      50 %       90 %       99 %     99.9 %        max\n";
  for (const auto& [name, values] : s["errors"].items()) {
    std::string label = name;
    std::replace(label.begin(), label.end(), '_', ' ');
    text += format("%-24s", label.c_str());
    for (const auto& value : values) text += format(" %10.2e", value.get<double>());
    text += "\n";
  }
  text += format("tolerance                %10.2e\n\n", s["tolerance"].get<double>());
  text += format("disagreements    %llu\n", count("disagreements"));
  for (const Json& entry : s["first_disagreements"]) text += disagreement_text(entry);
  return text;
}

int run_verify(const Flags& flags) {
  const io::SceneOrCases file = [&] {
    const Progress progress("reading " + flags.scene);
    return io::read_scene_or_cases(flags.scene);
  }();
  if (const auto* cases = std::get_if<std::vector<io::PairCase>>(&file)) {
    return verify_cases(flags.scene, *cases, flags.executor, flags.json);
  }
  require_backend(flags.executor);
  const Scene& scene = std::get<Scene>(file);
  VerifyRun run;
  run.scene = flags.scene;
  run.backend = flags.executor.backend;
  run.precision = flags.executor.precision.empty() ? scene.precision : flags.executor.precision;
  with_executor(flags.executor, run.precision, [&](auto scalar, const auto& executor) {
    detect_and_check<decltype(scalar)>(flags, scene, executor, run);
  });
  const Json summary = verify_summary(scene, run);
  print(flags.json ? summary.dump(2) + "\n" : table(summary));
  return summary["disagreements"] == 0 && summary["uncertified"] == 0 ? 0 : disagreement_status;
}

}  // namespace

void add_verify_command(CLI::App& app, int& status) {
  CLI::App* command =
      app.add_subcommand("verify", "Hold the contacts of a scene, or cases, against an independent reference");
  const auto flags = std::make_shared<Flags>();
  command
      ->add_option(
          "FILE", flags->scene,
          "Scene file (JSON, docs/reference/scene-format.md, or HDF5), or a case file\n(docs/reference/case-format.md)")
      ->type_name("")
      ->required();
  add_executor_flags(*command, flags->executor);
  command
      ->add_option("--sample", flags->verify.sample,
                   "Check N contacts and N pairs without contact, drawn at random; all if 0 or not given")
      ->check(not_negative)
      ->type_name("N");
  command->add_option("--seed", flags->verify.seed, "Seed of that draw, 0 or more")
      ->check(not_negative)
      ->type_name("S")
      ->capture_default_str();
  command->add_flag("--json", flags->json, "Print one JSON object instead of a table");
  command->footer(
      "The reference solves each pair by other algorithms in higher precision, and certifies its own answers. Errors "
      "are\n"
      "relative to the sizes of both bodies plus their separation; more than 1e-13 (f64) or 2e-6 (f32) is a\n"
      "disagreement. Rows of the table: separation against the reference; normal, by how much the bodies overlap more "
      "along\n"
      "ours than along the reference's; witness identity, witness b - witness a - separation * normal; witness "
      "outside,\n"
      "how far a witness point lies outside its body; lower bound, by how much it exceeds the truth.\nExit status 1 "
      "when there is one, or when the reference is not sure of an answer.\n"
      "\n"
      "Cases are pairs with poses and, where known, the right answer: each is held against both, within 1e-14 (f64) "
      "or\n"
      "4e-7 (f32) of the sizes and what the input loses when it is rounded.\n"
      "\n"
      "Examples:\n  abut verify grains.json\n  abut verify tests/corpus/fcl.json\n  abut verify grains.json "
      "--precision f32 --sample 1000 --json");
  command->callback([flags, &status] {
    flags->verify.threads = flags->executor.threads;
    status = run_verify(*flags);
  });
}

}  // namespace abut::cli
