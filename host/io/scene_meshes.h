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
  std::vector<std::string> repairs, faults;  ///< notes of `read_mesh` and `RepairedMesh::steps`; `faults_of`
};

/// A file is read and its hull found once, and its parts once for the same options, however many shapes scale it.
class SceneMeshes {
 public:
  explicit SceneMeshes(std::string folder) : folder_(std::move(folder)) {}
  /// Paths are relative to the folder. Throws `InvalidInput` and `FileError` naming the file.
  const MeshStandIn& hull(const std::string& path);
  /// Kept in files beside the scene, see kept_parts.h.
  const MeshStandIn& parts(const std::string& path, const DecomposeOptions& options);

 private:
  std::string full_path(const std::string& path) const;
  std::string folder_;
  std::map<std::string, MeshStandIn> known_;
};

}  // namespace abut::io
