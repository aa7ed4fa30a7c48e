// Real grains as bodies of convex parts, or whole, with the facets of their meshes.
#pragma once

#include <string>

#include "examples/dem/scene.h"

namespace dem {

/// A grain in the frame of its principal axes, its farthest corner, or that of its parts, at distance 1. Data only.
struct Grain {
  std::vector<std::vector<Vector>> parts;  ///< corners of each; they cover the grain's surface
  abut::Mesh facets;                       ///< its surface, where it is whole and the one part is its hull; else empty
  double volume;                           ///< of the solid: not the sum of its parts, which overlap
  Vector moments;                          ///< of density 1, of the solid too
  BodyMesh mesh;                           ///< where it is from
  std::vector<std::string> notes;          ///< what was mended of its mesh, and what is still wrong with it
};

/// A closed mesh as its file has it, repaired. Data only.
struct GrainMesh {
  std::string path;
  abut::Mesh mesh;
  std::vector<std::string> notes;
};

/// Of every closed mesh in the folder, in the order of their names. Throws as `read_grains`.
std::vector<GrainMesh> read_meshes(const std::string& folder);

/// The folder that ABUT_GRAINS names, or examples/grains.
std::string grains_folder();

/// Of every closed mesh in the folder, in the order of their names. Throws `InvalidInput` and `FileError` naming the
/// file, for a mesh that encloses no solid and where there is none.
std::vector<Grain> read_grains(const std::string& folder, double concavity);
/// The same, not cut into parts.
std::vector<Grain> read_whole_grains(const std::string& folder);

/// Grains of random sizes that fall into a box. Throws as `read_grains`, and where the settings name other grains.
Scene make_grains(const Settings& settings);

}  // namespace dem
