#include "host/cli/cad_info.h"

#include <algorithm>
#include <array>
#include <filesystem>

#include "abut/brep/brep_file.h"
#include "abut/brep/brep_surfaces.h"
#include "host/brep/kind_names.h"
#include "host/cli/cad_features.h"
#include "host/cli/commands.h"
#include "host/io/cad_process.h"

namespace abut::cli {
namespace {

using Json = nlohmann::ordered_json;

std::string suffix_of(const std::string& file) {
  std::string suffix = std::filesystem::path(file).extension().string();
  std::transform(suffix.begin(), suffix.end(), suffix.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return suffix;
}

/// How many there are of each kind, in the order of kinds, without those of which there are none.
template <std::size_t N>
using Counts = std::array<std::size_t, N>;

struct Examined {
  std::size_t vertices = 0, closed = 0, open = 0, faces = 0, edges = 0;
  Counts<host::surface_kind_names.size()> surfaces{};
  Counts<host::curve_kind_names.size()> curves{};
  std::size_t points = 0;  ///< edges that are one
  Vec3<double> least, most;
  double tolerance = 0;  ///< the largest of edges
};

Examined examine(const Brep& part) {
  Examined out;
  out.faces = part.faces.size();
  out.edges = part.edges.size();
  out.vertices = part.vertices.size();
  for (const BrepFace& face : part.faces) {
    ++out.surfaces[static_cast<std::size_t>(part.surfaces[face.surface].kind)];
  }
  for (const BrepEdge& edge : part.edges) {
    out.tolerance = std::max(out.tolerance, edge.tolerance);
    if (edge.curve == no_brep_index) {
      ++out.points;
    } else {
      ++out.curves[static_cast<std::size_t>(part.curves[edge.curve].kind)];
    }
  }
  for (const BrepShell& shell : part.shells) ++(shell.closed ? out.closed : out.open);
  if (!part.vertices.empty()) out.least = out.most = part.vertices.front().point;
  for (const BrepVertex& vertex : part.vertices) {
    const Vec3<double>& p = vertex.point;
    out.least = {std::min(out.least.x, p.x), std::min(out.least.y, p.y), std::min(out.least.z, p.z)};
    out.most = {std::max(out.most.x, p.x), std::max(out.most.y, p.y), std::max(out.most.z, p.z)};
  }
  return out;
}

template <std::size_t N>
std::string counts_text(const Counts<N>& counts, const std::array<const char*, N>& names) {
  std::string text;
  for (std::size_t i = 0; i < N; ++i) {
    if (counts[i] > 0) text += (text.empty() ? "" : ", ") + std::to_string(counts[i]) + " " + names[i];
  }
  return text.empty() ? "none" : text;
}

template <std::size_t N>
Json counts_json(const Counts<N>& counts, const std::array<const char*, N>& names) {
  Json out = Json::object();
  for (std::size_t i = 0; i < N; ++i) {
    if (counts[i] > 0) out[names[i]] = counts[i];
  }
  return out;
}

Json list(const Vec3<double>& v) { return Json::array({v.x, v.y, v.z}); }

/// Why a part is not bounded by one closed surface; empty where it is.
std::string why_no_surface(const Brep& part) {
  try {
    closed_surface_of(part);
    return "";
  } catch (const InvalidInput& e) {
    const std::string text = e.what();
    return text.substr(text.find(": ") + 2, text.rfind("; allowed") - text.find(": ") - 2);
  }
}

std::string part_text(const BrepAssembly& assembly, std::size_t index) {
  const Examined e = examine(assembly.parts[index]);
  std::size_t times = 0;
  for (const BrepInstance& i : assembly.instances) times += i.part == index ? 1 : 0;
  std::string text = "  part               " + assembly.part_names[index] +
                     (times == 1 ? "" : ", " + std::to_string(times) + " times") + "\n";
  text += format("    faces            %zu: %s\n", e.faces, counts_text(e.surfaces, host::surface_kind_names).c_str());
  text += format("    edges            %zu: %s%s\n", e.edges, counts_text(e.curves, host::curve_kind_names).c_str(),
                 e.points == 0 ? "" : format(", %zu that are one point", e.points).c_str());
  text += format("    vertices         %zu, in [%.6g, %.6g] x [%.6g, %.6g] x [%.6g, %.6g]\n", e.vertices, e.least.x,
                 e.most.x, e.least.y, e.most.y, e.least.z, e.most.z);
  text += format("    shells           %zu closed, %zu open\n", e.closed, e.open);
  text += format("    tolerance        %.3g at most, of edges\n", e.tolerance);
  const std::string why_not = why_no_surface(assembly.parts[index]);
  text +=
      "    surface          " + (why_not.empty() ? "one closed NURBS surface bounds it" : "none: " + why_not) + "\n";
  constexpr std::size_t most_lines = 40;
  return text + features_text(assembly.parts[index], most_lines);
}

}  // namespace

bool is_brep_name(const std::string& file) { return is_cad_name(file) || suffix_of(file) == ".json"; }

BrepAssembly read_any_brep(const std::string& file, double time_limit) {
  if (suffix_of(file) == ".json") return read_brep(file);
  return read_cad_apart(file, {.time_limit = time_limit});
}

void add_time_limit_flag(CLI::App& command, double& time_limit) {
  time_limit = CadProcessOptions{}.time_limit;
  command.add_option("--time-limit", time_limit, "Seconds that OpenCASCADE may take for a CAD file; 0: any")
      ->check(a_time_limit)
      ->type_name("S")
      ->capture_default_str();
}

std::string brep_table(const std::string& file, const BrepAssembly& assembly) {
  std::string text = file + "\n";
  for (const std::string& note : assembly.notes) text += "  note               " + note + "\n";
  text += format("  parts              %zu, placed %zu times\n", assembly.parts.size(), assembly.instances.size());
  for (std::size_t i = 0; i < assembly.parts.size(); ++i) text += part_text(assembly, i);
  if (assembly.instances.size() == 1) return text;
  for (const BrepInstance& i : assembly.instances) {
    const Vec3<double>& p = i.pose.position;
    text += format("  instance           %s at %.6g, %.6g, %.6g\n", i.name.c_str(), p.x, p.y, p.z);
  }
  return text;
}

nlohmann::ordered_json brep_json(const std::string& file, const BrepAssembly& assembly) {
  Json out;
  out["file"] = file;
  out["notes"] = assembly.notes;
  out["parts"] = Json::array();
  for (std::size_t i = 0; i < assembly.parts.size(); ++i) {
    const Examined e = examine(assembly.parts[i]);
    out["parts"].push_back({{"name", assembly.part_names[i]},
                            {"faces", e.faces},
                            {"surfaces", counts_json(e.surfaces, host::surface_kind_names)},
                            {"edges", e.edges},
                            {"curves", counts_json(e.curves, host::curve_kind_names)},
                            {"edges_that_are_points", e.points},
                            {"vertices", e.vertices},
                            {"box_of_vertices", {{"min", list(e.least)}, {"max", list(e.most)}}},
                            {"closed_shells", e.closed},
                            {"open_shells", e.open},
                            {"tolerance", e.tolerance},
                            {"one_closed_surface", why_no_surface(assembly.parts[i]).empty()},
                            {"supermaximal", features_json(assembly.parts[i])}});
  }
  out["instances"] = Json::array();
  for (const BrepInstance& i : assembly.instances) {
    out["instances"].push_back({{"name", i.name}, {"part", i.part}, {"position", list(i.pose.position)}});
  }
  return out;
}

}  // namespace abut::cli
