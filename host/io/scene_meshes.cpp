#include "host/io/scene_meshes.h"

#include <cmath>
#include <filesystem>

#include "abut/core/error.h"
#include "abut/shapes/shape_set.h"
#include "host/io/kept_parts.h"
#include "host/number_text.h"
#include "host/shapes/solid_check.h"

namespace abut::io {
namespace {

namespace fs = std::filesystem;

/// A path and what is made of its mesh.
std::string key_of(const std::string& path, const DecomposeOptions& o) {
  std::string key = path + '\0' + (o.mode == PartsMode::fit ? "fit " : "cover ");
  return key + host::number_text(o.concavity) + ' ' + std::to_string(o.most_parts) + ' ' +
         std::to_string(o.most_vertices);
}

}  // namespace

std::string SceneMeshes::full_path(const std::string& path) const {
  return (fs::path(folder_) / path).lexically_normal().string();
}

const MeshStandIn& SceneMeshes::hull(const std::string& path) {
  const std::string full = full_path(path);
  const auto known = known_.find(full);
  if (known != known_.end()) return known->second;

  std::vector<std::string> notes;
  const Mesh mesh = read_mesh(full, &notes);
  const MeshReport report = examine(mesh);
  host::require_solid(full, report);
  ShapeSet hulls;
  hulls.add_hull(weld(mesh).vertices);  // without vertices that no triangle uses
  const auto vertices = hulls.vertices(0);
  // A mesh that is inside out encloses the same solid.
  MeshStandIn hull{{{vertices.begin(), vertices.end()}}, std::abs(report.volume), report.hull_volume, notes, {}};
  return known_.emplace(full, std::move(hull)).first->second;
}

const MeshStandIn& SceneMeshes::parts(const std::string& path, const DecomposeOptions& options) {
  const std::string full = full_path(path), key = key_of(full, options);
  const auto known = known_.find(key);
  if (known != known_.end()) return known->second;

  std::vector<std::string> notes;
  const RepairedMesh body = repair_mesh(read_mesh(full, &notes));
  if (!body.refusal.empty()) throw InvalidInput(full + ": " + body.refusal);
  MeshStandIn out;
  out.repairs = std::move(notes);
  out.repairs.insert(out.repairs.end(), body.steps.begin(), body.steps.end());
  out.faults = faults_of(body);
  out.mesh_volume = examine(body.mesh).volume;
  for (const Mesh& part : parts_of(body.mesh, options, folder_)) {
    out.parts_volume += examine(part).volume;
    out.parts.push_back(part.vertices);
  }
  return known_.emplace(key, std::move(out)).first->second;
}

}  // namespace abut::io
