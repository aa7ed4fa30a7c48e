#include "examples/dem/grains.h"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <span>
#include <utility>

#include "abut/core/error.h"
#include "abut/decompose.h"
#include "abut/io.h"
#include "examples/dem/mass.h"

namespace dem {

namespace {

namespace fs = std::filesystem;

constexpr std::uint32_t most_vertices = 64;  // of a part

std::vector<std::vector<Vector>> convex_parts(const abut::Mesh& mesh, double concavity) {
  abut::DecomposeOptions options;
  options.concavity = concavity;
  options.most_vertices = most_vertices;
  std::vector<std::vector<Vector>> parts;
  for (abut::Mesh& part : abut::decompose(mesh, options)) parts.push_back(std::move(part.vertices));
  return parts;
}

/// The corners of the hull alone.
std::vector<std::vector<Vector>> whole_part(const abut::Mesh& mesh) {
  abut::ShapeSet shapes;
  const std::span<const Vector> hull = shapes.vertices(shapes.add_hull(mesh.vertices));
  return {std::vector<Vector>(hull.begin(), hull.end())};
}

GrainMesh mesh_of(const std::string& path) {
  abut::RepairedMesh body = abut::repair_mesh(abut::read_mesh(path));
  if (!body.refusal.empty()) throw abut::InvalidInput(path + ": " + body.refusal);
  GrainMesh out{path, {}, {}};
  for (const std::string& step : body.steps) out.notes.push_back(path + ": repaired: " + step);
  for (const std::string& fault : abut::faults_of(body)) out.notes.push_back(path + ": fault: " + fault);
  out.mesh = std::move(body.mesh);
  return out;
}

/// `concavity`: of its parts; nothing: it is not cut.
Grain grain_of(const GrainMesh& body, std::optional<double> concavity) {
  const MassProperties whole = mass_properties(body.mesh);
  Grain grain;
  grain.notes = body.notes;
  double size = 0;
  for (const std::vector<Vector>& part : concavity ? convex_parts(body.mesh, *concavity) : whole_part(body.mesh)) {
    std::vector<Vector>& corners = grain.parts.emplace_back();
    for (const Vector& v : part) {
      corners.push_back(abut::rotate_back(whole.axes, v - whole.centre));
      size = std::max(size, abut::length(corners.back()));
    }
  }
  for (auto& part : grain.parts) {
    for (Vector& v : part) v = v * (1 / size);
  }
  if (!concavity) {
    grain.facets = body.mesh;
    for (Vector& v : grain.facets.vertices) v = abut::rotate_back(whole.axes, v - whole.centre) * (1 / size);
  }
  grain.mesh = {body.path, 1 / size, whole.centre, whole.axes, most_vertices};
  grain.volume = whole.volume / (size * size * size);
  grain.moments = whole.moments * (1 / (size * size * size * size * size));
  return grain;
}

std::uint64_t hash_of(const std::vector<Grain>& grains) {
  std::uint64_t hash = grains.size();
  const auto add = [&](double value) { hash = abut::mix64(hash ^ std::bit_cast<std::uint64_t>(value)); };
  for (const Grain& g : grains) {
    for (const auto& part : g.parts) {
      for (const Vector& v : part) add(v.x), add(v.y), add(v.z);
    }
    for (const Vector& v : g.facets.vertices) add(v.x), add(v.y), add(v.z);
    for (const auto& t : g.facets.triangles) {
      for (const std::uint32_t corner : t) add(static_cast<double>(corner));
    }
    add(g.volume), add(g.moments.x), add(g.moments.y), add(g.moments.z);
  }
  return std::max<std::uint64_t>(1, hash);
}

}  // namespace

std::string grains_folder() {
  const char* folder = std::getenv("ABUT_GRAINS");
  return folder != nullptr && *folder != '\0' ? folder : ABUT_DEM_GRAINS;
}

std::vector<GrainMesh> read_meshes(const std::string& folder) {
  std::vector<std::string> files;
  std::error_code error;
  for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
    if (abut::is_mesh_path(it->path().string())) files.push_back(it->path().string());
  }
  if (error) throw abut::FileError(folder + ": cannot be read: " + error.message());
  if (files.empty()) throw abut::InvalidInput(folder + ": has no meshes (.ply, .obj, .stl, .off)");
  std::sort(files.begin(), files.end());
  std::vector<GrainMesh> out;
  for (const std::string& file : files) out.push_back(mesh_of(file));
  return out;
}

namespace {

std::vector<Grain> read_all(const std::string& folder, std::optional<double> concavity) {
  std::vector<Grain> grains;
  for (const GrainMesh& mesh : read_meshes(folder)) grains.push_back(grain_of(mesh, concavity));
  return grains;
}

}  // namespace

std::vector<Grain> read_grains(const std::string& folder, double concavity) { return read_all(folder, concavity); }
std::vector<Grain> read_whole_grains(const std::string& folder) { return read_all(folder, {}); }

Scene make_grains(const Settings& s) {
  Scene scene;
  scene.settings = s;
  const std::string folder = grains_folder();
  const bool whole = s.contacts == Settings::facets;
  const std::vector<Grain> grains = whole ? read_whole_grains(folder) : read_grains(folder, s.concavity);
  scene.settings.grain_data = hash_of(grains);
  for (const Grain& g : grains) scene.notes.insert(scene.notes.end(), g.notes.begin(), g.notes.end());
  if (s.grain_data != 0 && s.grain_data != scene.settings.grain_data) {
    throw abut::InvalidInput(folder + ": has other grains than those that the run began with");
  }
  Random random(s.seed);
  std::vector<std::pair<std::size_t, double>> draws;
  double solid = 0;
  for (std::uint64_t i = 0; i < s.bodies; ++i) {
    const auto which = static_cast<std::size_t>(random.uniform() * static_cast<double>(grains.size()));
    const double radius = smallest_radius + (largest_radius - smallest_radius) * random.uniform();
    draws.emplace_back(which, radius);
    solid += grains[which].volume * radius * radius * radius;
  }
  add_box(scene, solid);
  for (const auto& [which, radius] : draws) {
    const Grain& grain = grains[which];
    for (const auto& part : grain.parts) {
      std::vector<Vector> corners;
      for (const Vector& v : part) corners.push_back(v * radius);
      scene.shapes.add_hull(corners);
    }
    const BodyConstants own = solid_constants(grain.volume, grain.moments, s.material.density, radius, radius);
    scene.add_in_parts(static_cast<std::uint32_t>(grain.parts.size()), own, {0, 0, 0});
    scene.meshes.push_back(grain.mesh);
    scene.meshes.back().scale *= radius;
    if (!whole) continue;
    scene.facets.push_back(grain.facets);
    for (Vector& v : scene.facets.back().vertices) v = v * radius;
  }
  scene.wait_for_birth();
  return scene;
}

}  // namespace dem
