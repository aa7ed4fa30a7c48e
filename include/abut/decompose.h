// Convex parts of a closed mesh. Host only.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "abut/shapes/mesh.h"

namespace abut {

enum class PartsMode : std::uint8_t {
  fit,    ///< parts have corners of the body, or of its cuts: where they have to do with fewer, they lie inside
  cover,  ///< every point of the body's surface lies in a part
};

enum class PartsEngine : std::uint8_t {
  abut,
  coacd,  ///< the Python package coacd 1.0 (Wei et al. 2022), if it is installed: for comparison
};

/// Data only.
struct DecomposeOptions {
  PartsMode mode = PartsMode::cover;
  /// No point of a part is farther from the body than this times half of the longest side of the body's box.
  double concavity = 0.05;
  std::uint32_t most_parts = 0;  ///< beyond it parts are merged although `concavity` forbids it; 0: as many as it takes
  std::uint32_t most_vertices = 256;  ///< of a part; at least 8; 0: as many as it takes
  PartsEngine engine = PartsEngine::abut;
  /// Seconds after which the other engine's process is stopped. It runs as `python3`, or what the environment's
  /// ABUT_PYTHON names, with a fixed seed and `concavity` as its threshold.
  double time_limit = 600;
};

/// How parts stand to the body, all measured on the parts as they are. Lengths in the mesh's unit. Data only.
struct PartsReport {
  std::uint64_t parts = 0, vertices = 0;
  /// Largest distance of a point of a part from the body (the one-sided Hausdorff distance from the parts to it): the
  /// true one is not above, and no more than 1/400 of the body's half extent below.
  double concavity = 0;
  double relative_concavity = 0;  ///< over half of the longest side of the body's box
  bool covers = false;            ///< every facet of the body lies in the parts' union: decided exactly, on doubles
  std::uint64_t uncovered = 0;    ///< facets that do not
  /// Largest distance of a point of the surface from the parts, with the same resolution; 0 where they cover it.
  double largest_gap = 0;
  double volume_ratio = 0;  ///< sum of the parts' volumes over the body's
  double overlap = 0;       ///< sum of the volumes that two parts have in common over the body's
};

/// Cuts a body into convex parts: by planes wherever its pieces' hulls reach too far out of it, and then merges pieces
/// whose joint hull does not (host/decompose/ names sources). Parts are closed and outward, in the body's frame and
/// unit; their coplanar triangles are not merged. The same mesh and options give the same parts, with any number of
/// threads. Throws `InvalidInput` for an option that is not allowed and for a mesh that is not closed, consistently
/// oriented and outward (see `repair_mesh`); `std::runtime_error` where `cover` cannot be certified, or where the other
/// engine is not there, fails or takes too long.
std::vector<Mesh> decompose(const Mesh& mesh, const DecomposeOptions& options);

/// Measures any parts, their convex hulls standing for them. Throws as `decompose`.
PartsReport measure_parts(const Mesh& mesh, const std::vector<Mesh>& parts);

}  // namespace abut
