#include <algorithm>
#include <limits>
#include <memory>
#include <optional>
#include <variant>

#include "host/cli/commands.h"
#include "host/cli/explain/explain.h"
#include "host/io/other_file.h"
#include "host/io/output_file.h"
#include "host/io/scene_or_cases.h"

namespace abut::cli {
namespace {

struct Flags {
  std::string file, precision, case_name, svg;
  std::vector<std::string> bodies, parts;
  bool nearest = false, json = false, stages = false;
};

std::string quoted(const std::string& name) { return "'" + name + "'"; }

std::string kind_text(const ShapeSet& shapes, std::uint32_t shape) {
  const ShapeHeader& h = shapes.header(shape);
  std::string text;
  switch (h.kind) {
    case ShapeKind::box: text = "box"; break;
    case ShapeKind::ellipsoid: text = "ellipsoid"; break;
    case ShapeKind::cylinder: text = "cylinder"; break;
    case ShapeKind::cone: text = "cone"; break;
    case ShapeKind::minkowski_sum: text = format("Minkowski sum of %u terms", h.term_count); break;
    case ShapeKind::vertex_set:
      text = h.vertex_count == 1   ? std::string(h.rounding > 0 ? "sphere" : "point")
             : h.vertex_count == 2 ? std::string(h.rounding > 0 ? "capsule" : "segment")
                                   : format("vertex set of %u", h.vertex_count);
  }
  return h.rounding > 0 ? text + format(", rounding radius %.9g", h.rounding) : text;
}

/// The whole number that `text` is; nothing if it is none.
std::optional<std::uint64_t> whole_number(const std::string& text) {
  if (!not_negative(text).empty()) return std::nullopt;
  return std::stoull(text);
}

std::uint32_t body_of(const Flags& flags, const Scene& scene, const std::string& text) {
  const std::uint32_t count = scene.bodies.size();
  if (const auto number = whole_number(text)) {
    if (*number < count) return static_cast<std::uint32_t>(*number);
  }
  const auto named = std::find(scene.body_names.begin(), scene.body_names.end(), text);
  if (!text.empty() && named != scene.body_names.end())
    return static_cast<std::uint32_t>(named - scene.body_names.begin());
  const std::string allowed =
      count == 0 ? "there are no bodies" : "allowed are 0 to " + std::to_string(count - 1) + " and the bodies' names";
  throw InvalidInput("--pair: " + flags.file + " has no body " + quoted(text) + "; " + allowed);
}

std::uint32_t part_of(const Flags& flags, const Scene& scene, const std::string& text) {
  const std::uint32_t count = scene.bodies.part_count();
  const auto number = whole_number(text);
  if (number && *number < count) return static_cast<std::uint32_t>(*number);
  const std::string allowed = count == 0 ? "there are no parts" : "allowed are 0 to " + std::to_string(count - 1);
  throw InvalidInput("--parts: " + flags.file + " has no part " + quoted(text) + "; " + allowed);
}

std::string body_text(const Scene& scene, std::uint32_t body) {
  const std::string& name = scene.body_names[body];
  return std::to_string(body) + (name.empty() ? "" : " " + quoted(name));
}

std::string shape_text(const Scene& scene, std::uint32_t shape) {
  return quoted(scene.shape_names[shape]) + ", " + kind_text(scene.shapes, shape);
}

/// Facets and knots are not met by one query.
void require_convex(const Flags& flags, const Scene& scene, std::uint32_t part) {
  const std::uint32_t shape = scene.bodies.parts().shape[part];
  for (const Scene::FacetMesh& mesh : scene.facet_meshes) {
    if (mesh.shape != shape) continue;
    throw InvalidInput("explain " + flags.file + ": part " + std::to_string(part) + " has shape " +
                       quoted(scene.shape_names[shape]) +
                       ", a mesh as facets, which no single query answers; allowed are convex shapes");
  }
  for (const Scene::SurfaceShape& of : scene.surface_shapes) {
    if (of.shape != shape) continue;
    throw InvalidInput("explain " + flags.file + ": part " + std::to_string(part) + " has shape " +
                       quoted(scene.shape_names[shape]) +
                       ", a NURBS surface, which no single query answers; allowed are convex shapes");
  }
}

ExplainedPair of_scene(const Flags& flags, const Scene& scene, Pair parts) {
  require_convex(flags, scene, parts.a), require_convex(flags, scene, parts.b);
  const PartsView view = scene.bodies.parts();
  ExplainedPair pair;
  pair.shapes = &scene.shapes;
  pair.parts = TwoParts(view, parts);
  pair.ids = parts;
  pair.heading = "bodies " + body_text(scene, view.body[parts.a]) + " and " + body_text(scene, view.body[parts.b]) +
                 format(" (parts %u, %u)", parts.a, parts.b);
  pair.shape[0] = shape_text(scene, view.shape[parts.a]);
  pair.shape[1] = shape_text(scene, view.shape[parts.b]);
  pair.length_unit = scene.length_unit;
  pair.alert_distance = flags.nearest ? std::numeric_limits<double>::infinity() : scene.alert_distance;
  return pair;
}

/// Of all parts of two bodies the pair that is nearest, or overlaps deepest. `remark`: what was chosen among.
Pair nearest_parts(const Flags& flags, const Scene& scene, const std::string& precision, std::uint32_t a,
                   std::uint32_t b, std::string& remark) {
  const Pair first{scene.bodies.first_part(a), scene.bodies.first_part(b)};
  const Pair end{scene.bodies.first_part(a + 1), scene.bodies.first_part(b + 1)};
  Pair best = first;
  double least = std::numeric_limits<double>::infinity();
  for (std::uint32_t i = first.a; i < end.a; ++i) {
    for (std::uint32_t j = first.b; j < end.b; ++j) {
      const Contact<double> c = explain(of_scene(flags, scene, {i, j}), precision).contact;
      if (status_of(c.status) > Status::iteration_limit || !(c.separation < least)) continue;
      least = c.separation;
      best = {i, j};
    }
  }
  const std::uint64_t pairs = std::uint64_t{end.a - first.a} * (end.b - first.b);
  if (pairs > 1) remark = format(", the nearest of %llu pairs of their parts", static_cast<unsigned long long>(pairs));
  return best;
}

ExplainedPair pair_of_scene(const Flags& flags, const Scene& scene, const std::string& precision) {
  if (flags.bodies.empty() == flags.parts.empty()) {
    throw InvalidInput("explain " + flags.file +
                       ": which pair is not said, or twice; give --pair A B, two bodies, or --parts A B");
  }
  if (!flags.parts.empty()) {
    const Pair given{part_of(flags, scene, flags.parts[0]), part_of(flags, scene, flags.parts[1])};
    if (given.a == given.b)
      throw InvalidInput("--parts: " + std::to_string(given.a) + " is given twice; allowed are two different parts");
    return of_scene(flags, scene, {std::min(given.a, given.b), std::max(given.a, given.b)});
  }
  const std::uint32_t a = body_of(flags, scene, flags.bodies[0]), b = body_of(flags, scene, flags.bodies[1]);
  if (a == b)
    throw InvalidInput("--pair: body " + body_text(scene, a) + " is given twice; allowed are two different bodies");
  std::string remark;
  ExplainedPair pair =
      of_scene(flags, scene, nearest_parts(flags, scene, precision, std::min(a, b), std::max(a, b), remark));
  pair.heading += remark;
  return pair;
}

const io::PairCase& chosen_case(const Flags& flags, const std::vector<io::PairCase>& cases) {
  const std::string count = std::to_string(cases.size());
  if (cases.empty()) throw InvalidInput(flags.file + ": there are no cases");
  if (flags.case_name.empty()) {
    if (cases.size() == 1) return cases[0];
    throw InvalidInput(flags.file + " has " + count + " cases; give --case with a name, or a number from 0 to " +
                       std::to_string(cases.size() - 1));
  }
  const auto named =
      std::find_if(cases.begin(), cases.end(), [&](const io::PairCase& c) { return c.name == flags.case_name; });
  if (named != cases.end()) return *named;
  if (const auto number = whole_number(flags.case_name); number && *number < cases.size()) return cases[*number];
  throw InvalidInput("--case: " + flags.file + " has no case " + quoted(flags.case_name) +
                     "; allowed are names and 0 to " + std::to_string(cases.size() - 1));
}

void answer(const Flags& flags, const ExplainedPair& pair, const std::string& precision) {
  std::unique_ptr<io::OutputFile> picture;  // that it cannot be written is told before the work
  if (!flags.svg.empty()) picture = std::make_unique<io::OutputFile>(flags.svg);
  const Explanation explanation = explain(pair, precision);
  if (picture) {
    picture->write(explanation_svg(pair, explanation));
    picture->publish();
  }
  print(flags.json ? explanation_json(pair, explanation) : explanation_text(pair, explanation));
}

void run(const Flags& flags) {
  if (flags.stages) return print(flags.json ? stages_json() : stages_text());
  if (flags.file.empty()) throw CLI::RequiredError("FILE");
  io::require_other_file("--svg", flags.svg, {flags.file});
  const io::SceneOrCases file = io::read_scene_or_cases(flags.file);
  if (const auto* cases = std::get_if<std::vector<io::PairCase>>(&file)) {
    if (!flags.bodies.empty() || !flags.parts.empty())
      throw InvalidInput("--pair: " + flags.file + " is a case file; allowed is --case");
    const io::PairCase& c = chosen_case(flags, *cases);
    ShapeSet shapes;
    const std::uint32_t a = io::add_shape(shapes, c.shape_a), b = io::add_shape(shapes, c.shape_b);
    ExplainedPair pair;
    pair.shapes = &shapes;
    pair.parts = TwoParts(Pair{a, b}, c.pose_a, c.pose_b);
    pair.heading = "case " + quoted(c.name) + " of " + flags.file;
    pair.shape[0] = kind_text(shapes, a);
    pair.shape[1] = kind_text(shapes, b);
    pair.alert_distance = std::numeric_limits<double>::infinity();
    answer(flags, pair, flags.precision.empty() ? "f64" : flags.precision);
    return;
  }
  if (!flags.case_name.empty())
    throw InvalidInput("--case: " + flags.file + " is a scene; allowed are --pair and --parts");
  const Scene& scene = std::get<Scene>(file);
  io::require_other_file("--svg", flags.svg, io::scene_files(flags.file, scene));
  const std::string precision = flags.precision.empty() ? scene.precision : flags.precision;
  answer(flags, pair_of_scene(flags, scene, precision), precision);
}

}  // namespace

void add_explain_command(CLI::App& app) {
  CLI::App* command = app.add_subcommand("explain", "Show how the query of one pair runs, step by step");
  const auto flags = std::make_shared<Flags>();
  command
      ->add_option(
          "FILE", flags->file,
          "Scene file (JSON, docs/reference/scene-format.md, or HDF5), or a case file\n(docs/reference/case-format.md)")
      ->type_name("");
  command
      ->add_option("--pair", flags->bodies,
                   "Two bodies of the scene, by number or name; of their parts the nearest\npair is shown")
      ->expected(2)
      ->type_name("A B");
  command->add_option("--parts", flags->parts, "Two parts instead, numbered as in contacts.csv")
      ->expected(2)
      ->type_name("A B");
  command
      ->add_option("--case", flags->case_name,
                   "Which case of a case file, by name or number; not needed where there is one")
      ->check(not_empty)
      ->type_name("NAME");
  command->add_option("--precision", flags->precision, "Scalar of the query: f32 or f64; the scene's if not given")
      ->check(CLI::IsMember({"f32", "f64"}).description(""))
      ->type_name("NAME");
  command->add_flag("--nearest", flags->nearest,
                    "Find the nearest points however far apart, not only up to the scene's alert\ndistance");
  command->add_option("--svg", flags->svg, "Draw the simplex, and EPA's polytope, against A - B into this file")
      ->check(not_empty)
      ->type_name("FILE");
  command->add_flag("--json", flags->json, "Print one JSON object instead of text");
  command->add_flag("--stages", flags->stages,
                    "Print the stages of a query in the order in which they are tried; no file");
  command->footer(
      "The query is the one that `detect` runs, with an observer: its record has the same bits. Vertices of A - B are\n"
      "named after those that they come from, a3-b7. v is the point of the simplex nearest to the origin, w the "
      "support\n"
      "point along -v: |v| is not below the distance of the cores, v.w / |v| not above it.\n"
      "\n"
      "Examples:\n  abut explain scene.json --pair 3 17\n  abut explain scene.json --pair ground hammer --svg "
      "search.svg\n"
      "  abut explain tests/corpus/fcl.json --case 0 --json");
  command->callback([flags] { run(*flags); });
}

}  // namespace abut::cli
