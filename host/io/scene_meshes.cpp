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
std::string key_of(const std::string& path, const DecomposeOptions& o, std::uint32_t wrap) {
  std::string key = path + '\0' + (o.mode == PartsMode::fit ? "fit " : "cover ");
  return key + host::number_text(o.concavity) + ' ' + std::to_string(o.most_parts) + ' ' +
         std::to_string(o.most_vertices) + ' ' + std::to_string(static_cast<int>(o.body)) + ' ' +
         host::number_text(o.thickness) + ' ' + std::to_string(wrap);
}

/// What is cut of a file's mesh: as it was mended, all of it as a surface, or its wrap.
Mesh body_of(const std::string& file, DecomposeOptions& options, std::uint32_t wrap, MeshStandIn& out) {
  const Mesh mesh = read_mesh(file, &out.repairs);
  if (wrap > 0) {
    const WrappedMesh wrapped = wrap_mesh(mesh, {wrap});
    out.repairs.push_back("wrapped: the wrap is no farther than " + host::number_text(wrapped.wrap_to_mesh) +
                          " from the mesh");
    return wrapped.mesh;
  }
  if (options.body == PartsBody::surface) return weld(mesh);
  const RepairedMesh body = repair_mesh(mesh);
  if (!body.refusal.empty() && options.mode == PartsMode::fit) {
    throw InvalidInput(file + ": " + body.refusal +
                       "; \"mode\": \"cover\" takes its facets as a surface, \"wrap\" makes a solid of it");
  }
  if (!body.refusal.empty()) {
    out.repairs.push_back("no solid, its facets are taken as a surface: " + body.refusal);
    options.body = PartsBody::surface;
    return weld(mesh);
  }
  out.repairs.insert(out.repairs.end(), body.steps.begin(), body.steps.end());
  out.faults = faults_of(body);
  return body.mesh;
}

/// The volume of what `repair_mesh` makes of a mesh that is no solid. Where it makes none, that of the hull.
void mend_volume(const Mesh& mesh, MeshStandIn& hull) {
  const RepairedMesh body = repair_mesh(mesh);
  hull.solid = body.refusal.empty();
  if (hull.solid) {
    hull.mesh_volume = examine(body.mesh).volume;
    hull.repairs.insert(hull.repairs.end(), body.steps.begin(), body.steps.end());
    hull.faults = faults_of(body);
  } else {
    hull.mesh_volume = hull.parts_volume;
    hull.repairs.push_back("no solid, the hull of its vertices stands for it: " + body.refusal);
  }
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
  ShapeSet hulls;
  hulls.add_hull(weld(mesh).vertices);  // without vertices that no triangle uses
  const auto vertices = hulls.vertices(0);
  // A mesh that is inside out encloses the same solid.
  MeshStandIn hull{{{vertices.begin(), vertices.end()}}, std::abs(report.volume), report.hull_volume, notes, {}};
  if (!host::is_solid(report)) mend_volume(mesh, hull);
  return known_.emplace(full, std::move(hull)).first->second;
}

const MeshStandIn& SceneMeshes::parts(const std::string& path, const DecomposeOptions& options, std::uint32_t wrap) {
  const std::string full = full_path(path), key = key_of(full, options, wrap);
  const auto known = known_.find(key);
  if (known != known_.end()) return known->second;

  MeshStandIn out;
  DecomposeOptions taken = options;
  const Mesh body = body_of(full, taken, wrap, out);
  out.solid = taken.body != PartsBody::surface;
  if (out.solid) out.mesh_volume = examine(body).volume;  // a surface has none
  for (const Mesh& part : parts_of(body, taken, folder_)) {
    out.parts_volume += examine(part).volume;
    out.parts.push_back(part.vertices);
  }
  return known_.emplace(key, std::move(out)).first->second;
}

const FacetMeshFile& SceneMeshes::facets(const std::string& path) {
  const std::string full = full_path(path);
  const auto known = facets_.find(full);
  if (known != facets_.end()) return known->second;

  FacetMeshFile out;
  out.mesh = read_mesh(full, &out.notes);
  ShapeSet hulls;
  hulls.add_hull(weld(out.mesh).vertices);
  const auto vertices = hulls.vertices(0);
  out.hull.assign(vertices.begin(), vertices.end());
  return facets_.emplace(full, std::move(out)).first->second;
}

}  // namespace abut::io
