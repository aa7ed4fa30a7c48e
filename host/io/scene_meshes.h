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
};

/// A file is read and its hull or its parts found once, however many shapes scale it.
class SceneMeshes {
 public:
  explicit SceneMeshes(std::string folder) : folder_(std::move(folder)) {}
  /// Paths are relative to the folder. Throws `InvalidInput` and `FileError` naming the file.
  const MeshStandIn& hull(const std::string& path);
  /// Kept in files beside the scene, see `parts_of`.
  const MeshStandIn& parts(const std::string& path, const DecomposeOptions& options);

 private:
  std::string full_path(const std::string& path) const;
  std::string folder_;
  std::map<std::string, MeshStandIn> known_;
};

/// Decomposes a mesh, or reads what was kept of it in the folder abut-parts beside the scene: an OBJ under the hash of
/// mesh and options. What was kept counts if it can be read and, for `cover`, covers the mesh. Where nothing can be
/// written there nothing is kept.
std::vector<Mesh> parts_of(const Mesh& mesh, const DecomposeOptions& options, const std::string& folder);

}  // namespace abut::io
