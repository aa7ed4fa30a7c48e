// Meshes as bodies of a scene.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace abut::io {

/// Data only.
struct MeshSceneOptions {
  std::string as = "parts";   ///< "hull", "parts" or "facets", as the key of a scene
  double alert_distance = 0;  ///< a finite number, 0 or more
};

/// A body of a scene, and the size of its mesh. Data only.
struct MeshBody {
  std::string name, file;
  std::uint64_t vertices = 0, triangles = 0;
  std::vector<std::string> notes;  ///< of `read_mesh`
};

/// Writes a scene at `path` with a body for each mesh, where the mesh's own coordinates put it, named after its file.
/// Paths of meshes are written relative to the scene. Throws `FileError` or `InvalidInput`, also for a file that is
/// given twice; nothing is written then.
std::vector<MeshBody> write_mesh_scene(const std::vector<std::string>& files, const MeshSceneOptions& options,
                                       const std::string& path);

/// Throws `InvalidInput` where a file that should be a scene has the name of a mesh, and no JSON in it.
void require_no_mesh(const std::string& path);

}  // namespace abut::io
