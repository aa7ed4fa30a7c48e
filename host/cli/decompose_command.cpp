#include <chrono>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>

#include "abut/decompose.h"
#include "host/cli/commands.h"
#include "host/cli/progress.h"

namespace abut::cli {
namespace {

using Json = nlohmann::ordered_json;
using Clock = std::chrono::steady_clock;

struct Flags {
  std::string file, mode = "cover", engine = "abut", out;
  DecomposeOptions options;
  bool json = false;
};

struct Seconds {
  double decompose, measure;
};

double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

Json to_json(const Flags& flags, const RepairedMesh& body, const PartsReport& r, const Seconds& seconds,
             const std::vector<std::string>& files) {
  Json json;
  json["file"] = flags.file;
  json["engine"] = flags.engine;
  json["mode"] = flags.mode;
  json["repairs"] = body.steps;
  json["crossings"] = body.crossings;
  json["parts"] = r.parts;
  json["vertices"] = r.vertices;
  json["concavity"] = r.concavity;
  json["relative_concavity"] = r.relative_concavity;
  json["covers"] = r.covers;
  json["uncovered"] = r.uncovered;
  json["largest_gap"] = r.largest_gap;
  json["volume_ratio"] = r.volume_ratio;
  json["overlap"] = r.overlap;
  json["seconds"] = seconds.decompose;
  json["seconds_to_measure"] = seconds.measure;
  json["files"] = files;
  return json;
}

std::string table(const Flags& flags, const RepairedMesh& body, const PartsReport& r, const Seconds& seconds,
                  const std::vector<std::string>& files) {
  const auto number = [](std::uint64_t n) { return static_cast<unsigned long long>(n); };
  std::string text = flags.file + "\n";
  for (const std::string& step : body.steps) text += "  repaired       " + step + "\n";
  if (body.crossings > 0) {
    text += format("  facets cross   at %llu places, the first near %.6g, %.6g, %.6g: volumes count twice there\n",
                   number(body.crossings), body.crossing.x, body.crossing.y, body.crossing.z);
  }
  text += format("  parts          %llu with %llu vertices\n", number(r.parts), number(r.vertices));
  text += format("  concavity      %.4g (no point of a part is farther from the body); %.4f of half its longest side\n",
                 r.concavity, r.relative_concavity);
  if (r.covers) {
    text += "  covers         yes: every facet lies in the parts, decided exactly\n";
  } else {
    text += format("  covers         no: %llu facets do not lie in the parts, by %.4g at most\n", number(r.uncovered),
                   r.largest_gap);
  }
  text += format("  volume ratio   %.4f (sum of the parts / body), of which parts share %.4f with each other\n",
                 r.volume_ratio, r.overlap);
  text += format("  time           %.3g s, and %.3g s to measure\n", seconds.decompose, seconds.measure);
  if (!files.empty()) {
    const std::string folder = std::filesystem::path(files.front()).parent_path().string();
    text += format("  files          %s: %llu parts, scene.json, parts.svg\n", folder.c_str(), number(r.parts));
  }
  return text;
}

void run(Flags flags) {
  flags.options.mode = flags.mode == "fit" ? PartsMode::fit : PartsMode::cover;
  flags.options.engine = flags.engine == "coacd" ? PartsEngine::coacd : PartsEngine::abut;
  const RepairedMesh body = repair_mesh(read_mesh(flags.file));
  if (!body.refusal.empty()) throw InvalidInput(flags.file + ": " + body.refusal);
  Seconds seconds{};
  std::vector<Mesh> parts;
  PartsReport report;
  {
    const Progress progress("decomposing");
    Clock::time_point start = Clock::now();
    parts = decompose(body.mesh, flags.options);
    seconds.decompose = seconds_since(start);
    start = Clock::now();
    report = measure_parts(body.mesh, parts);
    seconds.measure = seconds_since(start);
  }
  std::vector<std::string> files;
  if (!flags.out.empty()) {
    files = write_parts(std::filesystem::path(flags.file).stem().string(), body.mesh, parts, flags.out);
  }
  print(flags.json ? to_json(flags, body, report, seconds, files).dump(2) + "\n"
                   : table(flags, body, report, seconds, files));
}

}  // namespace

void add_decompose_command(CLI::App& app) {
  CLI::App* command = app.add_subcommand("decompose", "Cut a closed mesh into convex parts");
  const auto flags = std::make_shared<Flags>();
  command->add_option("FILE", flags->file, "Mesh: OBJ, STL, PLY or OFF")->type_name("")->required();
  command
      ->add_option("--mode", flags->mode,
                   "cover: every point of the surface lies in a part, certified;\nfit: where parts may have fewer "
                   "corners than it takes, they lie inside")
      ->check(CLI::IsMember({"cover", "fit"}).description(""))
      ->type_name("NAME")
      ->capture_default_str();
  command
      ->add_option("--concavity", flags->options.concavity,
                   "How far parts may reach out of the body, over half of its longest side:\nmore than 0, up to 1")
      ->type_name("C")
      ->capture_default_str();
  command
      ->add_option("--parts", flags->options.most_parts,
                   "Most parts: beyond it they are merged in spite of --concavity; 0: any number")
      ->check(not_negative)
      ->type_name("N")
      ->capture_default_str();
  command->add_option("--vertices", flags->options.most_vertices, "Most corners of a part, 8 or more; 0: any number")
      ->check(not_negative)
      ->type_name("N")
      ->capture_default_str();
  command
      ->add_option("--engine", flags->engine,
                   "abut, or coacd: the Python package, where `python3` (or ABUT_PYTHON) has it;\nit does not cover: "
                   "give it --mode fit")
      ->check(CLI::IsMember({"abut", "coacd"}).description(""))
      ->type_name("NAME")
      ->capture_default_str();
  command->add_option("--time-limit", flags->options.time_limit, "Seconds after which the other engine is stopped")
      ->type_name("S")
      ->capture_default_str();
  command->add_option("--out", flags->out, "Folder for the parts (OBJ), a scene with them and a picture")
      ->check(not_empty)
      ->type_name("OUT");
  command->add_flag("--json", flags->json, "Print one JSON object instead of a table");
  command->footer(
      "The mesh must enclose a solid; what can be mended is, and said. All that is printed is measured on the parts.\n"
      "\n"
      "Example:\n  abut decompose rock.obj --concavity 0.05 --out parts");
  command->callback([flags] { run(*flags); });
}

}  // namespace abut::cli
