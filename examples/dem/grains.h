// Real grains as bodies of convex parts.
#pragma once

#include <string>

#include "examples/dem/scene.h"

namespace dem {

/// A grain in the frame of its principal axes, its parts' farthest corner at distance 1. Data only.
struct Grain {
  std::vector<std::vector<Vector>> parts;  ///< corners of each; they cover the grain's surface
  double volume;                           ///< of the solid: not the sum of its parts, which overlap
  Vector moments;                          ///< of density 1, of the solid too
  BodyMesh mesh;                           ///< where it is from
  std::vector<std::string> notes;          ///< what was mended of its mesh, and what is still wrong with it
};

/// The folder that ABUT_GRAINS names, or examples/grains.
std::string grains_folder();

/// Of every closed mesh in the folder, in the order of their names. Throws `InvalidInput` and `FileError` naming the
/// file, for a mesh that encloses no solid and where there is none.
std::vector<Grain> read_grains(const std::string& folder, double concavity);

/// Grains of random sizes that fall into a box. Throws as `read_grains`, and where the settings name other grains.
Scene make_grains(const Settings& settings);

}  // namespace dem
