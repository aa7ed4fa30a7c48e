// Convex parts of a mesh: of a solid, or of a surface that encloses nothing; and a closed mesh around any other. Host
// only.
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

/// What a mesh stands for.
enum class PartsBody : std::uint8_t {
  automatic,  ///< a solid; in mode `cover` a surface where it is none, and `repair_mesh` would make none of it
  solid,      ///< refused where it is none
  surface,    ///< its facets alone, whatever they enclose: mode `cover` only
};

/// Data only.
struct DecomposeOptions {
  static constexpr double least_concavity = 1.0 / 2000;  ///< twice what a hull's reach is known to
  static constexpr std::uint32_t least_vertices = 8;     ///< a box has as many
  static constexpr double least_thickness = 1e-4;

  PartsMode mode = PartsMode::cover;
  /// No point of a part is farther from the body than this times half of the longest side of the body's box; from
  /// `least_concavity` to 1. Beyond it are only parts that `most_parts` has merged, a piece that no plane cuts, and
  /// what the other engine makes, whose threshold it is: `measure_parts` tells.
  double concavity = 0.05;
  std::uint32_t most_parts = 0;  ///< beyond it parts are merged although `concavity` forbids it; 0: as many as it takes
  std::uint32_t most_vertices = 256;  ///< of a part; `least_vertices` or more; 0: as many as it takes
  /// Whether planes may cut facets. If not, parts are hulls of clusters of whole facets: their corners are the body's
  /// alone, but they may leave its inside empty.
  bool cuts = true;
  PartsEngine engine = PartsEngine::abut;
  /// Seconds after which the other engine's process is stopped. It runs as `python3`, or what the environment's
  /// ABUT_PYTHON names, with a fixed seed and `concavity` as its threshold.
  double time_limit = 600;
  PartsBody body = PartsBody::automatic;
  /// Of a surface's parts, which are that wide or more along three axes at right angles, over half of the longest side
  /// of the mesh's box: from `least_thickness` to half of `concavity`. 0: 0.01, or half of `concavity` if that is less.
  double thickness = 0;
};

/// How parts stand to the body, all measured on the parts as they are. Lengths in the mesh's unit. Data only.
struct PartsReport {
  std::uint64_t parts = 0, vertices = 0;
  std::uint64_t most_vertices = 0;  ///< of the part that has most
  /// Largest distance of a point of a part from the body (the one-sided Hausdorff distance from the parts to it): the
  /// true one is not above, and below it by no more than 1/50 of itself or 1/2000 of the body's half extent.
  double concavity = 0;
  double relative_concavity = 0;        ///< over half of the longest side of the body's box
  double least_relative_concavity = 0;  ///< the true one is not below this: a limit below it is not kept
  bool covers = false;          ///< every facet of the body lies in the parts' union: decided exactly, on doubles
  std::uint64_t uncovered = 0;  ///< facets that do not
  /// Largest distance of a point of the surface from the parts; 0 where they cover it, and else the true one is not
  /// below, and no more than 1/400 of the body's half extent above. Infinite where no part has a volume.
  double largest_gap = 0;
  double volume_ratio = 0;  ///< sum of the parts' volumes over the body's; 0 of a surface
  double overlap = 0;       ///< sum of the volumes that two parts have in common over the body's; 0 of a surface
  /// The mesh was taken as a surface: distances are from the nearest facet, whatever side of it a point is on.
  bool surface = false;
};

/// Cuts a body into convex parts: by planes wherever its pieces' hulls reach too far out of it, and then merges pieces
/// whose joint hull does not (host/decompose/ names sources). Parts are closed and outward, in the body's frame and
/// unit; their coplanar triangles are not merged. The same mesh and options give the same parts, with any number of
/// threads. A surface (`PartsBody`) may be any set of triangles: open, crossing, doubled, facing any way, with edges of
/// many triangles, without area. Its facets are parted into sets whose hulls stay near it, and nothing is cut; what is
/// flat gets `thickness`. Throws `InvalidInput` for an option that is not allowed, for a solid that is not closed,
/// consistently oriented and outward (see `repair_mesh`), and for a surface whose vertices are all one point;
/// `std::runtime_error` where `cover` cannot be certified, or takes a part farther than `concavity`, where it takes
/// more than 10000 pieces, where more parts are left to be merged than can be, or where the other engine is not there,
/// fails or takes too long. `notes`: null, or gets a line for each thing that was left out of the result.
std::vector<Mesh> decompose(const Mesh& mesh, const DecomposeOptions& options,
                            std::vector<std::string>* notes = nullptr);

/// Measures any parts, their convex hulls standing for them; `automatic` takes a mesh that is no solid, mended or not,
/// as a surface. Throws as `decompose`, and `InvalidInput` for a part with a vertex that is not finite.
PartsReport measure_parts(const Mesh& mesh, const std::vector<Mesh>& parts, PartsBody body = PartsBody::automatic);

/// Data only.
struct WrapOptions {
  static constexpr std::uint32_t least_resolution = 4, most_resolution = 256;
  std::uint32_t resolution = 48;  ///< cells of the grid along the longest side of the mesh's box
};

/// A closed mesh around another, and how far apart they are: bounds that hold for every point, no more than 2 % or a
/// tenth of a cell above the largest distance. Data only.
struct WrappedMesh {
  Mesh mesh;                ///< closed, manifold, consistently oriented, outward
  double cell = 0;          ///< edge of the grid's cells, in the mesh's unit
  double wrap_to_mesh = 0;  ///< no point of the wrap's surface is farther from the mesh's facets
  double mesh_to_wrap = 0;  ///< no point of the mesh's facets is farther from the wrap's surface; inside as well
  double mesh_outside = 0;  ///< no point of the mesh's facets is farther outside of the wrap; 0: none is outside
  std::uint64_t sheets =
      0;  ///< cells in which the mesh has nothing inside: it was given the thickness of a cell or two
};

/// Makes a solid of any set of triangles, open, crossing, doubled or facing any way, as the manifold preprocessing of
/// CoACD and alpha wraps do. Inside is where the generalized winding number (Jacobson et al. 2013) of the mesh, as far
/// as `repair_mesh` can mend it, is above 1/2 or below -1/2: holes are closed across, and what is shut in by one
/// surface is filled. Facets that have no inside next to them become plates. What is found on a grid is closed and
/// manifold by construction: one vertex in each cell that the boundary goes through, where its planes meet best (dual
/// contouring, Ju et al. 2002). The same mesh and options give the same wrap, with any number of threads. Throws
/// `InvalidInput` as `examine`, for a resolution that is not allowed, and where all vertices are one point.
WrappedMesh wrap_mesh(const Mesh& mesh, const WrapOptions& options = {});

}  // namespace abut
