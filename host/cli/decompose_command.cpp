#include <chrono>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>

#include "abut/decompose.h"
#include "host/cli/commands.h"
#include "host/cli/progress.h"
#include "host/cli/wrap_text.h"
#include "host/io/other_file.h"
#include "host/io/output_file.h"

namespace abut::cli {
namespace {

using Json = nlohmann::ordered_json;
using Clock = std::chrono::steady_clock;

struct Flags {
  std::string file, mode = "cover", engine = "abut", out;
  DecomposeOptions options;
  WrapOptions wrap_options;
  bool json = false, no_cuts = false, time_limit_given = false;
  bool surface = false, wrap = false, resolution_given = false;
};

/// What came of a mesh.
struct Result {
  RepairedMesh body;
  WrappedMesh wrap;  ///< if it was asked for
  std::vector<Mesh> parts;
  std::vector<std::string> notes;  ///< of the reader, and of what was left out
  PartsReport report;
  double wrap_seconds = 0, decompose_seconds = 0, measure_seconds = 0;
  std::vector<std::string> files;
};

double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

void check_surface(const Flags& flags) {
  const DecomposeOptions& o = flags.options;
  if (o.thickness != 0 && !(o.thickness >= DecomposeOptions::least_thickness && o.thickness <= o.concavity / 2)) {
    throw InvalidInput(format("--thickness is %g, allowed is 0 (chosen), or %g to %g (half of --concavity)",
                              o.thickness, DecomposeOptions::least_thickness, o.concavity / 2));
  }
  if (flags.surface && flags.wrap) {
    throw InvalidInput("--surface has no effect on --wrap, which makes a solid, allowed is one of them");
  }
  if (flags.surface && flags.mode == "fit" && flags.engine == "abut") {
    throw InvalidInput(
        "--surface is not allowed with --mode fit: what encloses nothing has no inside for parts to lie "
        "in; --wrap makes a solid of it");
  }
  if (flags.resolution_given && !flags.wrap) {
    throw InvalidInput("--resolution has no effect without --wrap, allowed is both or neither");
  }
}

/// Before anything is read.
void check(const Flags& flags) {
  const DecomposeOptions& o = flags.options;
  if (!(o.concavity >= DecomposeOptions::least_concavity && o.concavity <= 1)) {
    throw InvalidInput(format("--concavity is %g, allowed is %g to 1", o.concavity, DecomposeOptions::least_concavity));
  }
  if (o.most_vertices != 0 && o.most_vertices < DecomposeOptions::least_vertices) {
    throw InvalidInput(format("--vertices is %u, allowed is 0 (any number), or %u and more", o.most_vertices,
                              DecomposeOptions::least_vertices));
  }
  const bool coacd = flags.engine == "coacd";
  if (coacd && flags.no_cuts) {
    throw InvalidInput("--no-cuts has no effect on --engine coacd, allowed is one of them");
  }
  if (!coacd && flags.time_limit_given) {
    throw InvalidInput("--time-limit has no effect without --engine coacd, allowed is both or neither");
  }
  if (!(o.time_limit > 0)) throw InvalidInput(format("--time-limit is %g, allowed is more than 0", o.time_limit));
  check_surface(flags);
}

/// Limits that the parts do not keep, as they were measured, a line each.
std::vector<std::string> exceeded_limits(const DecomposeOptions& o, const PartsReport& r) {
  std::vector<std::string> lines;
  // That the parts cover takes a millionth at most.
  if (r.least_relative_concavity > o.concavity + 1e-6) {
    lines.push_back(
        format("--concavity %g: it is %.4g to %.4g", o.concavity, r.least_relative_concavity, r.relative_concavity));
  }
  if (o.most_parts > 0 && r.parts > o.most_parts) {
    lines.push_back(format("--parts %u: there are %llu", o.most_parts, static_cast<unsigned long long>(r.parts)));
  }
  if (o.most_vertices > 0 && r.most_vertices > o.most_vertices) {
    lines.push_back(
        format("--vertices %u: a part has %llu", o.most_vertices, static_cast<unsigned long long>(r.most_vertices)));
  }
  return lines;
}

Json to_json(const Flags& flags, const Result& result) {
  const PartsReport& r = result.report;
  Json json;
  json["file"] = flags.file;
  json["engine"] = flags.engine;
  json["mode"] = flags.mode;
  json["repairs"] = result.body.steps;
  json["crossings"] = result.body.crossings;
  json["shell_crossings"] = result.body.shell_crossings;
  json["misnested_shells"] = result.body.misnested;
  json["notes"] = result.notes;
  json["body"] = r.surface ? "surface" : flags.wrap ? "wrap" : "solid";
  if (flags.wrap) json["wrap"] = wrap_json(result.wrap, flags.wrap_options, result.wrap_seconds);
  json["parts"] = r.parts;
  json["vertices"] = r.vertices;
  json["concavity"] = r.concavity;
  json["relative_concavity"] = r.relative_concavity;
  json["least_relative_concavity"] = r.least_relative_concavity;
  json["covers"] = r.covers;
  json["uncovered"] = r.uncovered;
  json["largest_gap"] = r.largest_gap;
  json["volume_ratio"] = r.surface ? Json() : Json(r.volume_ratio);
  json["overlap"] = r.surface ? Json() : Json(r.overlap);
  json["exceeded_limits"] = exceeded_limits(flags.options, r);
  json["seconds"] = result.decompose_seconds;
  json["seconds_to_measure"] = result.measure_seconds;
  json["files"] = result.files;
  return json;
}

std::string table(const Flags& flags, const Result& result) {
  const auto number = [](std::uint64_t n) { return static_cast<unsigned long long>(n); };
  const RepairedMesh& body = result.body;
  const PartsReport& r = result.report;
  std::string text = flags.file + "\n";
  for (const std::string& step : body.steps) text += "  repaired       " + step + "\n";
  for (const std::string& fault : faults_of(body)) text += "  fault          " + fault + "\n";
  for (const std::string& note : result.notes) text += "  note           " + note + "\n";
  if (flags.wrap) text += wrap_lines(result.wrap);
  text += format("  parts          %llu with %llu vertices\n", number(r.parts), number(r.vertices));
  text += format(
      "  concavity      at most %.4g: no point of a part is farther from the %s; %.4f of half its longest side,\n"
      "                 known to be %.4f or more\n",
      r.concavity,
      r.surface    ? "surface"
      : flags.wrap ? "wrap"
                   : "body",
      r.relative_concavity, r.least_relative_concavity);
  if (r.covers) {
    text += "  covers         yes: every facet lies in the parts, decided exactly\n";
  } else {
    text += format("  covers         no: %llu facets do not lie in the parts; the farthest point found is %.4g away\n",
                   number(r.uncovered), r.largest_gap);
  }
  if (!r.surface) {
    text += format("  volume ratio   %.4f (sum of the parts / body), of which parts share %.4f with each other\n",
                   r.volume_ratio, r.overlap);
  }
  for (const std::string& limit : exceeded_limits(flags.options, r)) text += "  not kept       " + limit + "\n";
  text += format("  time           %.3g s, and %.3g s to measure\n", result.decompose_seconds, result.measure_seconds);
  if (!result.files.empty()) {
    const std::string folder = std::filesystem::path(result.files.front()).parent_path().string();
    text += format("  files          %s: %llu parts, scene.json, parts.svg\n", folder.c_str(), number(r.parts));
  }
  return text;
}

/// What is to be cut: the mesh as it was mended, all of it as a surface, or its wrap.
void read_body(Flags& flags, Result& result) {
  const Mesh mesh = read_mesh(flags.file, &result.notes);
  if (flags.wrap) {
    const Progress progress("wrapping");
    const Clock::time_point start = Clock::now();
    result.wrap = wrap_mesh(mesh, flags.wrap_options);
    result.wrap_seconds = seconds_since(start);
    result.body.mesh = result.wrap.mesh;
    return;
  }
  if (!flags.surface) result.body = repair_mesh(mesh);
  const bool takes_surfaces = flags.mode == "cover" || flags.engine == "coacd";
  const std::string& refusal = result.body.refusal;
  if (!refusal.empty() && !takes_surfaces) {
    throw InvalidInput(flags.file + ": " + refusal +
                       "; --mode cover takes its facets as a surface, --wrap makes a solid of it");
  }
  if (!flags.surface && refusal.empty()) return;
  if (!refusal.empty()) result.notes.push_back("no solid, its facets are taken as a surface: " + refusal);
  result.body = RepairedMesh{};
  result.body.mesh = weld(mesh);
  flags.options.body = PartsBody::surface;
}

void run(Flags flags) {
  flags.options.mode = flags.mode == "fit" ? PartsMode::fit : PartsMode::cover;
  flags.options.cuts = !flags.no_cuts;
  flags.options.engine = flags.engine == "coacd" ? PartsEngine::coacd : PartsEngine::abut;
  check(flags);
  if (!flags.out.empty()) {
    io::require_other_folder("--out " + flags.out, flags.out, io::parts_names(flags.out), {flags.file});
    io::make_folder(flags.out);  // a folder that cannot be written is told before the work
  }
  Result result;
  read_body(flags, result);
  {
    const Progress progress("decomposing");
    Clock::time_point start = Clock::now();
    result.parts = decompose(result.body.mesh, flags.options, &result.notes);
    result.decompose_seconds = seconds_since(start);
    start = Clock::now();
    result.report = measure_parts(result.body.mesh, result.parts, flags.options.body);
    result.measure_seconds = seconds_since(start);
  }
  if (!flags.out.empty()) {
    const std::string name = std::filesystem::path(flags.file).stem().string();
    result.files = write_parts(name, result.body.mesh, result.parts, flags.out);
  }
  print(flags.json ? to_json(flags, result).dump(2) + "\n" : table(flags, result));
}

}  // namespace

void add_decompose_command(CLI::App& app) {
  CLI::App* command = app.add_subcommand("decompose", "Cut a mesh into convex parts");
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
                   "How far parts may reach out of the body, over half of its longest side:\n0.0005 to 1")
      ->type_name("C")
      ->capture_default_str();
  command
      ->add_option("--parts", flags->options.most_parts,
                   "Most parts: beyond it they are merged in spite of --concavity; 0: any number")
      ->check(whole_number_in(0, 4294967295))
      ->type_name("N")
      ->capture_default_str();
  command->add_option("--vertices", flags->options.most_vertices, "Most corners of a part, 8 or more; 0: any number")
      ->check(whole_number_in(0, 4294967295))
      ->type_name("N")
      ->capture_default_str();
  command->add_flag("--no-cuts", flags->no_cuts,
                    "Cut no facets: parts are hulls of clusters of facets, and may leave the inside empty");
  command
      ->add_option("--engine", flags->engine,
                   "abut, or coacd: the Python package, where `python3` (or ABUT_PYTHON) has it;\nit does not cover: "
                   "give it --mode fit")
      ->check(CLI::IsMember({"abut", "coacd"}).description(""))
      ->type_name("NAME")
      ->capture_default_str();
  command->add_flag("--surface", flags->surface,
                    "Cover the facets alone, whatever they enclose; so are meshes that are no solid in mode cover");
  command
      ->add_option("--thickness", flags->options.thickness,
                   "Least thickness of parts of a surface, over half of its longest side, up to half of "
                   "--concavity;\n0: 0.01, or half of --concavity if that is less")
      ->type_name("T")
      ->capture_default_str();
  command->add_flag("--wrap", flags->wrap, "Cut a watertight wrap of the mesh, which need not be closed");
  CLI::Option* const resolution =
      command
          ->add_option("--resolution", flags->wrap_options.resolution,
                       "Cells of the wrap's grid along the longest side")
          ->check(whole_number_in(WrapOptions::least_resolution, WrapOptions::most_resolution))
          ->type_name("N")
          ->capture_default_str();
  CLI::Option* const time_limit =
      command->add_option("--time-limit", flags->options.time_limit, "Seconds after which the other engine is stopped")
          ->type_name("S")
          ->capture_default_str();
  command->add_option("--out", flags->out, "Folder for the parts (OBJ), a scene with them and a picture")
      ->check(not_empty)
      ->type_name("OUT");
  command->add_flag("--json", flags->json, "Print one JSON object instead of a table");
  command->footer(
      "What of a mesh can be mended is, and said; one that is no solid then is covered as a surface, or wrapped.\n"
      "All that is printed is measured on the parts.\n"
      "\n"
      "Examples:\n  abut decompose rock.obj --concavity 0.05 --out parts\n"
      "  abut decompose teapot.stl --wrap --resolution 64");
  command->callback([flags, time_limit, resolution] {
    flags->time_limit_given = time_limit->count() > 0;
    flags->resolution_given = resolution->count() > 0;
    run(*flags);
  });
}

}  // namespace abut::cli
