#include <cmath>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

#include "abut/core/error.h"
#include "abut/shapes/mesh.h"
#include "host/cli/cad_info.h"
#include "host/cli/commands.h"
#include "host/cli/progress.h"
#include "host/decompose/hull_concavity.h"
#include "host/shapes/enclosed_volume.h"

namespace abut::cli {
namespace {

using Json = nlohmann::ordered_json;

struct Flags {
  std::vector<std::string> files;
  bool json = false;
  double time_limit = 0;
};

/// What is said of a file.
struct Examined {
  std::string file;
  std::vector<std::string> notes;  ///< of the reader
  MeshReport report;               ///< of the mesh as it stands
  RepairedMesh solid;
  MeshReport figures;                            ///< of the repaired mesh, if it is a solid; else as `report`
  std::optional<host::HullConcavity> concavity;  ///< none of a single point
  double counted_twice = 0;                      ///< of the solid's volume, if it overlaps itself
  double enclosed_volume = 0;                    ///< of the solid, all counted once

  bool is_solid() const { return solid.refusal.empty(); }
  bool meets_itself() const { return is_solid() && solid.crossings + solid.shell_crossings + solid.misnested > 0; }
  /// By more than rounding error.
  bool overlaps() const { return std::abs(counted_twice) > 1e-9 * enclosed_volume; }
};

/// Of the solid, or of the facets alone.
void measure_concavity(Examined& e, const Mesh& mesh) {
  try {
    if (e.is_solid()) e.concavity = host::hull_concavity(e.solid.mesh);
  } catch (const InvalidInput& error) {
    e.solid.refusal = error.what();
  }
  try {
    if (!e.is_solid()) e.concavity = host::hull_concavity_of_surface(mesh);
  } catch (const InvalidInput&) {  // a point
  }
}

Examined examine_file(const std::string& file) {
  Examined e;
  e.file = file;
  const Mesh mesh = read_mesh(file, &e.notes);
  e.report = examine(mesh);
  e.solid = repair_mesh(mesh);
  measure_concavity(e, mesh);
  e.figures = e.is_solid() ? examine(e.solid.mesh) : e.report;
  if (!e.is_solid()) return e;
  e.enclosed_volume = e.figures.volume;
  if (!e.meets_itself()) return e;
  e.counted_twice = host::volume_counted_twice(e.solid.mesh);
  e.enclosed_volume -= e.counted_twice;
  if (e.overlaps() && e.figures.hull_volume > 0) e.figures.convexity = e.enclosed_volume / e.figures.hull_volume;
  return e;
}

Json list(Vec3<double> v) { return Json::array({v.x, v.y, v.z}); }

Json to_json(const Examined& e) {
  const MeshReport &r = e.report, &figures = e.figures;
  const RepairedMesh& solid = e.solid;
  const auto of_solid = [&](const Json& value) { return e.is_solid() ? value : Json(nullptr); };
  Json json;
  json["file"] = e.file;
  json["notes"] = e.notes;
  json["vertices"] = r.vertices;
  json["triangles"] = r.triangles;
  json["components"] = r.components;
  json["duplicate_vertices"] = r.duplicate_vertices;
  json["degenerate_triangles"] = r.degenerate_triangles;
  json["box"] = {{"min", list(r.box_min)}, {"max", list(r.box_max)}};
  json["size"] = r.size;
  json["closed"] = r.closed;
  json["boundary_edges"] = r.boundary_edges;
  json["non_manifold_edges"] = r.non_manifold_edges;
  json["consistently_oriented"] = r.consistently_oriented;
  json["outward"] = r.outward;
  json["area"] = figures.area;
  json["volume"] = of_solid(figures.volume);
  json["enclosed_volume"] = of_solid(e.enclosed_volume);
  json["centroid"] = of_solid(list(figures.centroid));
  Json inertia = Json::array();
  const auto& m = figures.inertia.m;
  for (int i = 0; i < 9; i += 3) inertia.push_back({m[i], m[i + 1], m[i + 2]});
  json["inertia"] = of_solid(inertia);
  json["hull"] = {{"vertices", figures.hull_vertices}, {"faces", figures.hull_faces}, {"volume", figures.hull_volume}};
  json["convexity"] = of_solid(figures.convexity);
  json["largest_concavity"] = figures.largest_concavity;
  json["concavity"] = e.concavity ? Json(e.concavity->distance) : Json(nullptr);
  json["relative_concavity"] = e.concavity ? Json(e.concavity->relative) : Json(nullptr);
  json["solid"] = solid.refusal.empty();
  json["refusal"] = solid.refusal;
  json["repairs"] = solid.steps;
  json["crossings"] = solid.crossings;
  json["shell_crossings"] = solid.shell_crossings;
  json["misnested_shells"] = solid.misnested;
  return json;
}

std::string orientation_text(const MeshReport& r) {
  if (!r.consistently_oriented) return "not consistent: neighbouring triangles disagree";
  if (!r.closed) return "consistent";
  return r.outward ? "consistent, outward" : "consistent, inward";
}

std::string closed_text(const MeshReport& r) {
  if (r.closed) return "yes";
  return format("no: %llu boundary edges, %llu edges with more than two triangles",
                static_cast<unsigned long long>(r.boundary_edges),
                static_cast<unsigned long long>(r.non_manifold_edges));
}

/// Whether `abut decompose` takes it, and what it would mend.
std::string verdict(const Examined& e) {
  const RepairedMesh& solid = e.solid;
  const std::string overlapping = e.overlaps()       ? ", which overlaps itself"
                                  : e.meets_itself() ? ", which touches itself"
                                                     : "";
  std::string text;
  if (!solid.refusal.empty()) {
    text = "  verdict            no solid: " + solid.refusal + "\n";
    for (const std::string& step : solid.steps) text += "                     tried: " + step + "\n";
    return text;
  }
  text = "  verdict            a closed solid" +
         (solid.steps.empty() ? overlapping + "\n" : " when repaired" + overlapping + ":\n");
  for (const std::string& step : solid.steps) text += "                     " + step + "\n";
  for (const std::string& fault : faults_of(solid)) text += "                     " + fault + "\n";
  return text;
}

/// Of what the reader passed over.
std::string notes_text(const std::vector<std::string>& notes) {
  std::string text;
  for (const std::string& note : notes) text += "  note               " + note + "\n";
  return text;
}

/// How far from convex.
std::string concavity_text(const Examined& e) {
  if (!e.concavity) return "";
  return format(
      "  concavity          %.4g (no point of the hull is farther from the %s); %.4f of half its longest side\n",
      e.concavity->distance, e.is_solid() ? "solid" : "surface", e.concavity->relative);
}

/// What only a solid has.
std::string mass_text(const Examined& e) {
  if (!e.is_solid()) return "  volume             none, nor centroid, inertia and convexity: it is no solid\n";
  const MeshReport& r = e.figures;
  const char* const twice = e.overlaps() ? " (what overlaps counts more than once)" : "";
  std::string text = format("  volume             %.6g%s\n", r.volume, twice);
  if (e.overlaps()) {
    text += format("  enclosed volume    %.4g (all counted once, measured along lines)\n", e.enclosed_volume);
  }
  text += format("  centroid           %.6g, %.6g, %.6g%s\n", r.centroid.x, r.centroid.y, r.centroid.z, twice);
  for (int i = 0; i < 3; ++i) {
    text += format("  %s%13.6g %13.6g %13.6g%s\n", i == 0 ? "inertia         " : "                ", r.inertia.m[3 * i],
                   r.inertia.m[3 * i + 1], r.inertia.m[3 * i + 2],
                   i == 0 ? (*twice == '\0' ? " (density 1, about the centroid)" : twice) : "");
  }
  return text;
}

std::string hull_text(const Examined& e) {
  const MeshReport& r = e.figures;
  std::string text = format("  convex hull        %llu vertices, %llu faces, volume %.6g\n",
                            static_cast<unsigned long long>(r.hull_vertices),
                            static_cast<unsigned long long>(r.hull_faces), r.hull_volume);
  if (!e.is_solid()) return text;
  return text +
         format("  convexity          %.6g (%svolume / hull volume)\n", r.convexity, e.overlaps() ? "enclosed " : "");
}

std::string table(const Examined& e) {
  const MeshReport& r = e.report;
  const auto number = [](std::uint64_t n) { return static_cast<unsigned long long>(n); };
  std::string text = e.file + "\n" + notes_text(e.notes);
  text += format("  mesh               %llu vertices, %llu triangles, %llu components\n", number(r.vertices),
                 number(r.triangles), number(r.components));
  if (r.duplicate_vertices + r.degenerate_triangles > 0) {
    text += format("  defects            %llu duplicate vertices, %llu degenerate triangles\n",
                   number(r.duplicate_vertices), number(r.degenerate_triangles));
  }
  text += format("  box                [%.6g, %.6g] x [%.6g, %.6g] x [%.6g, %.6g]\n", r.box_min.x, r.box_max.x,
                 r.box_min.y, r.box_max.y, r.box_min.z, r.box_max.z);
  text += format("  size               %.6g (radius of the bounding sphere about the box centre)\n", r.size);
  text += "  closed             " + closed_text(r) + "\n";
  text += "  orientation        " + orientation_text(r) + "\n";
  text += verdict(e);
  if (e.is_solid() && !e.solid.steps.empty()) text += "  figures            of the repaired mesh:\n";
  text += format("  area               %.6g\n", e.figures.area);
  text += mass_text(e) + hull_text(e) + concavity_text(e);
  return text;
}

void run(const Flags& flags) {
  std::string text;
  Json files = Json::array();
  {
    Progress progress("examining", flags.files.size());
    for (const std::string& file : flags.files) {
      if (is_brep_name(file)) {
        const BrepAssembly assembly = read_any_brep(file, flags.time_limit);
        files.push_back(brep_json(file, assembly));
        text += brep_table(file, assembly);
        progress.add();
        continue;
      }
      const Examined e = examine_file(file);
      files.push_back(to_json(e));
      text += table(e);
      progress.add();
    }
  }
  print(flags.json ? Json{{"files", files}}.dump(2) + "\n" : text);
}

}  // namespace

void add_info_command(CLI::App& app) {
  CLI::App* command = app.add_subcommand("info", "Examine meshes and CAD files");
  const auto flags = std::make_shared<Flags>();
  command->add_option("FILE", flags->files, "Meshes: OBJ, STL, PLY or OFF; CAD: STEP, IGES, BREP, or one as JSON")
      ->type_name("")
      ->required();
  command->add_flag("--json", flags->json, "Print one JSON object instead of a table");
  add_time_limit_flag(*command, flags->time_limit);
  command->footer(
      "Prints size, closed or not, orientation, whether it is a solid or can be repaired to one, volume, centroid,\n"
      "inertia, convex hull, and how far the mesh is from convex. Lengths are in the file's unit, the density is 1.\n"
      "Area and what follows are those of the repaired mesh; what is no solid has no volume.\n"
      "Of CAD: parts and where they are, faces and edges by their kinds, closed and open shells, boxes of vertices,\n"
      "supermaximal faces and edges, and what could not be used; in millimetres (docs/how-to/cad.md).\n"
      "\n"
      "Example:\n  abut info grain.ply rock.obj\n  abut info pump.step");
  command->callback([flags] { run(*flags); });
}

}  // namespace abut::cli
