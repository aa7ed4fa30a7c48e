#include <algorithm>
#include <cmath>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <vector>

#include "abut/hdf5.h"
#include "host/cli/commands.h"
#include "host/cli/first_contacts.h"
#include "host/cli/progress.h"
#include "host/io/contact_rows.h"
#include "host/io/other_file.h"
#include "host/io/output_file.h"
#include "host/io/result_files.h"

namespace abut::cli {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t shown_contacts = 10;  ///< where none are written

struct Flags {
  std::string scene, out;
  ExecutorFlags executor;
  int repeat = 0;
  bool json = false, patches = false, hdf5 = false, surfaces = false;
  int deflate = 0;
  double margin = 0;
  std::uint32_t patch_points = 0;
};

/// Then it is the one file to write, not a folder.
bool is_hdf5_name(const std::string& name) { return name.ends_with(".h5") || name.ends_with(".hdf5"); }

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const std::size_t half = values.size() / 2;
  return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}

/// The first detection, with the medians of the seconds of all. The pages of a first run are new to the process, so
/// with repetitions it is not timed.
template <class T, class Executor>
Detection<T> detect_repeatedly(const Executor& executor, const Scene& scene, int repeat) {
  FacetTrees facets = scene.facet_trees();
  const ContactSurfaces surfaces = scene.contact_surfaces();
  const auto detect_once = [&] { return detect_scene<T>(executor, scene, facets, surfaces); };
  Detection<T> detection = detect_once();
  if (repeat == 0) return detection;
  std::vector<double> broad, narrow, total;
  for (int i = 0; i < repeat; ++i) {
    const DetectSeconds seconds = detect_once().seconds;
    broad.push_back(seconds.broad);
    narrow.push_back(seconds.narrow);
    total.push_back(seconds.total);
  }
  detection.seconds = {median(broad), median(narrow), median(total)};
  return detection;
}

/// By how much the hulls that stand for meshes differ from them, each file once.
Json hull_difference(const Scene& scene) {
  std::set<std::string> seen;
  double least = 0, most = 0, sum = 0;
  int count = 0;
  for (const Scene::HullOfMesh& hull : scene.hulls_of_meshes) {
    if (!hull.closed || !(hull.mesh_volume > 0) || !seen.insert(hull.path).second) continue;
    const double ratio = hull.hull_volume / hull.mesh_volume;
    least = count == 0 ? ratio : std::min(least, ratio);
    most = count == 0 ? ratio : std::max(most, ratio);
    sum += ratio;
    ++count;
  }
  Json json{{"meshes", count}};
  if (count > 0) json["hull_volume_over_mesh_volume"] = {{"min", least}, {"mean", sum / count}, {"max", most}};
  return json;
}

/// How many contacts are between facets, and of what kinds they are.
template <class T>
Json facet_summary(const Scene& scene, const Detection<T>& detection) {
  std::uint64_t triangles = 0, kinds[5] = {}, contacts = 0;
  for (const Scene::FacetMesh& of : scene.facet_meshes) triangles += of.mesh.triangles.size();
  for (std::size_t i = 0; i < detection.pairs.size(); ++i) {
    if (!detection.facets->has(i)) continue;
    ++contacts;
    ++kinds[static_cast<int>(detection.facets->kind[i])];
  }
  Json json{{"meshes", scene.facet_meshes.size()}, {"triangles", triangles}, {"contacts", contacts}};
  for (const FacetContactKind kind :
       {FacetContactKind::apart, FacetContactKind::below, FacetContactKind::crossing, FacetContactKind::touching}) {
    json[io::facet_kind_name(kind)] = kinds[static_cast<int>(kind)];
  }
  return json;
}

/// How many contacts are of knots.
template <class T>
Json knot_summary(const Scene& scene, const Detection<T>& detection) {
  std::uint64_t knots = 0, contacts = 0;
  for (const Scene::SurfaceShape& of : scene.surface_shapes) knots += of.knots.size();
  for (std::size_t i = 0; i < detection.pairs.size(); ++i) contacts += detection.knots->has(i) ? 1 : 0;
  return {{"surfaces", scene.surface_shapes.size()}, {"knots", knots}, {"contacts", contacts}};
}

/// What was mended of meshes, and what is still wrong with them, each file once.
Json mended_meshes(const Scene& scene) {
  std::set<std::string> seen;
  Json list = Json::array();
  std::set<std::string> seen_facets;
  for (const Scene::FacetMesh& mesh : scene.facet_meshes) {
    if (mesh.notes.empty() || !seen_facets.insert(mesh.path).second) continue;
    list.push_back({{"mesh", mesh.path}, {"repairs", mesh.notes}, {"faults", Json::array()}});
  }
  for (const Scene::HullOfMesh& mesh : scene.hulls_of_meshes) {
    if (mesh.repairs.empty() && mesh.faults.empty()) continue;
    if (seen.insert(mesh.path).second) {
      list.push_back({{"mesh", mesh.path}, {"repairs", mesh.repairs}, {"faults", mesh.faults}});
    }
  }
  return list;
}

/// How many patches are points, segments and polygons, and the area of the last.
template <class T>
Json patch_summary(const Flags& flags, const Patches<T>& patches) {
  std::uint64_t kinds[3] = {};
  double area = 0;
  for (std::size_t i = 0; i + 1 < patches.offsets.size(); ++i) {
    const std::uint64_t corners = patches.offsets[i + 1] - patches.offsets[i];
    if (corners > 0) ++kinds[std::min<std::uint64_t>(corners, 3) - 1];
    area += static_cast<double>(patches.area[i]);
  }
  return {
      {"margin", flags.margin}, {"points", kinds[0]}, {"segments", kinds[1]}, {"polygons", kinds[2]}, {"area", area}};
}

template <class T>
Json summary_of(const Flags& flags, const std::string& precision, const Scene& scene, const Detection<T>& detection,
                const Patches<T>* patches) {
  const PartsView parts = scene.bodies.parts();
  std::uint64_t contacts = 0;
  std::size_t deepest = 0;
  double separation = 0;
  for (std::size_t i = 0; i < detection.pairs.size(); ++i) {
    if (!is_contact(detection.contacts.status[i])) continue;
    ++contacts;
    if (static_cast<double>(detection.contacts.separation[i]) >= separation) continue;
    separation = static_cast<double>(detection.contacts.separation[i]);
    deepest = i;
  }
  Json json;
  json["scene"] = flags.scene;
  json["length_unit"] = scene.length_unit;
  json["backend"] = flags.executor.backend;
  json["precision"] = precision;
  json["threads"] = flags.executor.threads == 0 ? Json("all") : Json(flags.executor.threads);
  json["alert_distance"] = scene.alert_distance;
  json["bodies"] = scene.bodies.size();
  json["parts"] = scene.bodies.part_count();
  json["shapes"] = scene.shapes.size();
  json["candidate_pairs"] = detection.candidate_pairs;
  json["contacts"] = contacts;
  json["failures"] = detection.pairs.size() - contacts;
  json["deepest_overlap"] = separation < 0 ? -separation : 0.0;
  if (separation < 0) {
    const Pair pair = detection.pairs[deepest];
    json["deepest_bodies"] = {parts.body[pair.a], parts.body[pair.b]};
  }
  json["seconds"] = {{"broad", detection.seconds.broad},
                     {"narrow", detection.seconds.narrow},
                     {"total", detection.seconds.total},
                     {"median_of", std::max(1, flags.repeat)}};
  Json status;
  for (int i = 0; i < status_count; ++i) {
    status[io::status_name(static_cast<Status>(i))] = detection.status[static_cast<std::size_t>(i)];
  }
  json["status"] = status;
  if (patches != nullptr) json["patches"] = patch_summary(flags, *patches);
  if (detection.facets) json["facets"] = facet_summary(scene, detection);
  if (detection.knots) json["knots"] = knot_summary(scene, detection);
  json["hulls_for_meshes"] = hull_difference(scene);
  json["mended_meshes"] = mended_meshes(scene);
  Json files = Json::array();
  std::vector<const char*> names{"contacts.csv", "contacts.vtp", "bodies.vtp", "shapes.vtp", "view.py", "summary.json"};
  if (patches != nullptr) names.insert(names.begin() + 2, {"patches.csv", "patches.vtp"});
  if (flags.surfaces) names.push_back("surfaces.vtp");
  if (flags.hdf5) names.push_back("contacts.h5");
  if (flags.out.empty()) names.clear();
  if (is_hdf5_name(flags.out)) {
    json["files"] = {flags.out};
    return json;
  }
  for (const char* name : names) files.push_back((std::filesystem::path(flags.out) / name).string());
  json["files"] = files;
  return json;
}

/// A number and its unit, which is a free text and may be empty.
std::string length_text(double length, const std::string& unit) {
  return format("%.6g", length) + (unit.empty() ? "" : " " + unit);
}

std::string table(const Json& s) {
  const std::string unit = s["length_unit"].get<std::string>();
  const auto count = [&](const char* key) { return s[key].get<unsigned long long>(); };
  std::string text;
  text += format("scene            %s: %llu bodies, %llu parts, %llu shapes\n", s["scene"].get<std::string>().c_str(),
                 count("bodies"), count("parts"), count("shapes"));
  const std::string threads = s["threads"].is_string() ? "all cores" : s["threads"].dump() + " threads";
  text += format("query            %s, %s, %s, alert distance %s\n", s["backend"].get<std::string>().c_str(),
                 threads.c_str(), s["precision"].get<std::string>().c_str(),
                 length_text(s["alert_distance"].get<double>(), unit).c_str());
  text += format("candidate pairs  %llu\n", count("candidate_pairs"));
  text += format("contacts         %llu\n", count("contacts"));
  if (count("failures") > 0) text += format("failed pairs     %llu\n", count("failures"));
  if (s.contains("deepest_bodies")) {
    text += "deepest overlap  " + length_text(s["deepest_overlap"].get<double>(), unit) + ", bodies " +
            s["deepest_bodies"][0].dump() + " and " + s["deepest_bodies"][1].dump() + "\n";
  }
  std::string status;
  for (const auto& [name, number] : s["status"].items()) {
    if (number.get<std::uint64_t>() > 0) status += (status.empty() ? "" : ", ") + name + " " + number.dump();
  }
  text += "status           " + (status.empty() ? "no pairs" : status) + "\n";
  if (s.contains("patches")) {
    const Json& p = s["patches"];
    text += format("patches          %llu polygons, %llu segments, %llu points; area %.6g",
                   p["polygons"].get<unsigned long long>(), p["segments"].get<unsigned long long>(),
                   p["points"].get<unsigned long long>(), p["area"].get<double>());
    text += unit.empty() ? "\n" : " " + unit + "^2\n";
  }
  if (s.contains("facets")) {
    const Json& f = s["facets"];
    const auto number = [&](const char* key) { return f[key].get<unsigned long long>(); };
    text += format("facets           %llu meshes of %llu triangles: %llu contacts, of which %llu apart, %llu below, ",
                   number("meshes"), number("triangles"), number("contacts"), number("apart"), number("below"));
    text += format("%llu touching, %llu crossing\n", number("touching"), number("crossing"));
  }
  if (s.contains("knots")) {
    const Json& k = s["knots"];
    text += format("knots            %llu surfaces with %llu knots: %llu contacts\n",
                   k["surfaces"].get<unsigned long long>(), k["knots"].get<unsigned long long>(),
                   k["contacts"].get<unsigned long long>());
  }
  const Json& seconds = s["seconds"];
  text += format("seconds          broad %.6f, narrow %.6f, total %.6f", seconds["broad"].get<double>(),
                 seconds["narrow"].get<double>(), seconds["total"].get<double>());
  const int repeat = seconds["median_of"].get<int>();
  text += repeat > 1 ? format(" (medians of %d)\n", repeat) : "\n";
  const Json& hulls = s["hulls_for_meshes"];
  if (hulls["meshes"].get<int>() > 0) {
    const Json& ratio = hulls["hull_volume_over_mesh_volume"];
    text += format("hulls, parts     stand for %d meshes; their volume / mesh volume %.3f to %.3f, mean %.3f\n",
                   hulls["meshes"].get<int>(), ratio["min"].get<double>(), ratio["max"].get<double>(),
                   ratio["mean"].get<double>());
  }
  for (const Json& mesh : s["mended_meshes"]) {
    const std::string path = mesh["mesh"].get<std::string>();
    for (const Json& step : mesh["repairs"]) {
      text += "repaired         " + path + ": " + step.get<std::string>() + "\n";
    }
    for (const Json& fault : mesh["faults"]) {
      text += "fault            " + path + ": " + fault.get<std::string>() + "\n";
    }
  }
  for (std::size_t i = 0; i < s["files"].size(); ++i) {
    text += (i == 0 ? "written          " : "                 ") + s["files"][i].get<std::string>() + "\n";
  }
  return text;
}

/// Neither the scene nor its meshes, which are known when it is read.
void require_other_output(const Flags& flags, const std::vector<std::string>& inputs) {
  if (flags.out.empty()) return;
  if (is_hdf5_name(flags.out)) return io::require_other_file("--out", flags.out, inputs);
  io::require_other_folder("--out " + flags.out, flags.out, io::result_names(), inputs);
}

/// What cannot be written is told before the work.
void check_output(const Flags& flags) {
  require_other_output(flags, {flags.scene});
  const bool one_file = is_hdf5_name(flags.out);
  if ((one_file || flags.hdf5) && !hdf5_available()) {
    throw InvalidInput(flags.out + ": this build of Abut has no HDF5, allowed is a folder, without --hdf5");
  }
  if (one_file && flags.surfaces) throw InvalidInput("--surfaces: " + flags.out + " is one file, allowed is a folder");
  if (one_file && flags.patches) throw InvalidInput("--patches: " + flags.out + " is one file, allowed is a folder");
  if (!flags.out.empty() && !one_file) io::make_folder(flags.out);
}

void run(const Flags& flags) {
  require_backend(flags.executor);
  check_output(flags);
  const Scene scene = [&] {
    const Progress progress("reading " + flags.scene);
    return read_scene(flags.scene);
  }();
  require_other_output(flags, io::scene_files(flags.scene, scene));
  if (flags.patches && !scene.facet_meshes.empty()) {
    throw InvalidInput("--patches: " + flags.scene +
                       " has a mesh as facets, whose contacts are points; allowed are meshes as hull or parts");
  }
  if (flags.patches && !scene.surface_shapes.empty()) {
    throw InvalidInput("--patches: " + flags.scene +
                       " has a NURBS surface, whose contacts are points; allowed are other shapes");
  }
  const std::string precision = flags.executor.precision.empty() ? scene.precision : flags.executor.precision;
  Json summary;
  std::string contacts;
  with_executor(flags.executor, precision, [&](auto scalar, const auto& executor) {
    using T = decltype(scalar);
    Detection<T> detection = [&] {
      const Progress progress("detecting");
      return detect_repeatedly<T>(executor, scene, flags.repeat);
    }();
    std::optional<Patches<T>> patches;
    if (flags.patches) {
      const PatchOptions options{flags.margin, flags.patch_points, true};
      patches = find_patches<T>(Cpu{flags.executor.threads}, scene.shapes.template view<T>(), scene.bodies.parts(),
                                {detection.pairs, detection.contacts.view()}, options, false);
    }
    const Patches<T>* const found = patches ? &*patches : nullptr;
    summary = summary_of(flags, precision, scene, detection, found);
    if (flags.out.empty()) {
      contacts = first_contacts(scene, detection, shown_contacts);
      return;
    }
    const Progress progress("writing " + flags.out);
    if (is_hdf5_name(flags.out)) return write_contacts_hdf5(scene, detection, flags.out, flags.deflate);
    std::unique_ptr<io::DataSink> hdf5;
    const std::string path = (std::filesystem::path(flags.out) / "contacts.h5").string();
    if (flags.hdf5) hdf5 = io::finished_contacts(scene, detection, path, flags.deflate);
    write_results(scene, detection, summary.dump(2), flags.out, found, flags.surfaces);
    if (hdf5 != nullptr) hdf5->publish();
  });
  print(flags.json ? summary.dump(2) + "\n" : table(summary) + contacts);
}

}  // namespace

void add_detect_command(CLI::App& app) {
  CLI::App* command = app.add_subcommand("detect", "Find the contacts of a scene");
  const auto flags = std::make_shared<Flags>();
  command
      ->add_option("SCENE", flags->scene,
                   "Scene file (JSON, docs/reference/scene-format.md, or HDF5, docs/reference/hdf5-format.md)")
      ->type_name("")
      ->required();
  command
      ->add_option("--out", flags->out,
                   "Folder for contacts.csv, contacts.vtp, bodies.vtp, shapes.vtp, view.py\n(paraview "
                   "--script=DIR/view.py shows them) and summary.json, made if\nmissing; or, ending in "
                   ".h5, one HDF5 file with the contacts; if not given the\nfirst contacts are printed")
      ->check(not_empty)
      ->type_name("DIR");
  add_executor_flags(*command, flags->executor);
  command->add_option("--repeat", flags->repeat, "Detect N times more, and give the medians of their seconds")
      ->check(whole_number_in(0, 1000000))
      ->type_name("N")
      ->capture_default_str();
  CLI::Option* const patches = command->add_flag(
      "--patches", flags->patches,
      "Find the patch of each contact as well: patches.csv, patches.vtp, and its\ncentroid as the contact's point");
  command
      ->add_option("--margin", flags->margin,
                   "How much farther apart than at the nearest point bodies may be over\na patch")
      ->needs(patches)
      ->type_name("D")
      ->capture_default_str();
  command->add_option("--patch-points", flags->patch_points, "At most so many corners a patch, 3 or more; 0: all")
      ->check(whole_number_in(0, 4294967295))
      ->needs(patches)
      ->type_name("N")
      ->capture_default_str();
  command
      ->add_flag("--surfaces", flags->surfaces,
                 "Write surfaces.vtp into the folder as well: the surface of every part in\nthe world, which is large")
      ->needs("--out");
  command->add_flag("--hdf5", flags->hdf5, "Write contacts.h5 into the folder as well (docs/reference/hdf5-format.md)")
      ->needs("--out");
  add_deflate_flag(*command, flags->deflate);
  command->add_flag("--json", flags->json, "Print one JSON object instead of a table");
  command->footer(
      "Lengths are in the scene's unit. Seconds are wall-clock time of the search for candidate pairs (broad) and of "
      "the\n"
      "pair queries (narrow); files are read and written outside of them.\n"
      "\n"
      "Examples:\n  abut detect grains.json --out results\n  abut detect grains.json --precision f32 --threads 2 "
      "--json\n  abut detect grains.json --patches --margin 1e-3 --out results");
  command->callback([flags] { run(*flags); });
}

}  // namespace abut::cli
