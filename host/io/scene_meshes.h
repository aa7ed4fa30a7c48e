// Meshes of a scene as convex shapes.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "abut/decompose.h"

namespace abut::io {

/// What stands for a mesh: its hull, or convex parts. Data only.
struct MeshStandIn {
  std::vector<std::vector<Vec3<double>>> parts;  ///< vertices of each
  double mesh_volume = 0, parts_volume = 0;
  /// Notes of `read_mesh`, `RepairedMesh::steps` and `faults_of` of one that was mended; what else was taken for it.
  std::vector<std::string> repairs, faults;
  bool solid = true;  ///< or else has no volume of its own; for `mesh_volume` see `Scene::HullOfMesh`
};

/// A mesh that is met by its facets. Data only.
struct FacetMeshFile {
  Mesh mesh;
  std::vector<Vec3<double>> hull;  ///< vertices of its convex hull
  std::vector<std::string> notes;  ///< of `read_mesh`
};

/// A file is read and its hull found once, and its parts once for the same options, however many shapes scale it.
class SceneMeshes {
 public:
  explicit SceneMeshes(std::string folder) : folder_(std::move(folder)) {}
  /// Paths are relative to the folder. Throws `InvalidInput` and `FileError` naming the file. What is no solid is
  /// mended; if that fails, the hull is taken all the same.
  const MeshStandIn& hull(const std::string& path);
  /// Kept in files beside the scene, see kept_parts.h.
  /// `wrap`: cells of a wrap along its longest side, which is cut instead of the mesh; 0: the mesh itself.
  const MeshStandIn& parts(const std::string& path, const DecomposeOptions& options, std::uint32_t wrap = 0);
  /// As it is read, every triangle; nothing is mended.
  const FacetMeshFile& facets(const std::string& path);

 private:
  std::string full_path(const std::string& path) const;
  std::string folder_;
  std::map<std::string, MeshStandIn> known_;
  std::map<std::string, FacetMeshFile> facets_;
};

}  // namespace abut::io
