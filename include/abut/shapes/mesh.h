// Triangle meshes: reading, checking, mass properties. Host only.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "abut/core/vec3.h"

namespace abut {

/// A triangle mesh in the file's own unit and frame.
struct Mesh {
  std::vector<Vec3<double>> vertices;
  std::vector<std::array<std::uint32_t, 3>> triangles;
};

/// What `abut info` prints about a mesh, after equal vertices were welded. Volume, centroid and inertia are those of
/// the enclosed solid of density 1 and mean something only if `closed` and `consistently_oriented`; `inertia` is about
/// the centroid, axes as in the file. Box, size and hull are those of the vertices that triangles use.
struct MeshReport {
  std::uint64_t vertices = 0, triangles = 0;
  Vec3<double> box_min{0, 0, 0}, box_max{0, 0, 0};
  double size = 0;                     ///< radius of the bounding sphere about the box centre
  bool closed = false;                 ///< every edge has exactly two triangles, after welding equal vertices
  bool consistently_oriented = false;  ///< no edge is run through twice in the same direction
  bool outward = false;                ///< closed, consistent, and the volume is positive
  std::uint64_t boundary_edges = 0, non_manifold_edges = 0;  ///< edges with one triangle, with more than two
  std::uint64_t degenerate_triangles = 0;  ///< without area; those with two equal corners do not count for edges
  std::uint64_t duplicate_vertices = 0, unused_vertices = 0;
  std::uint64_t components = 0;  ///< sets of triangles connected through edges
  double area = 0, volume = 0;
  Vec3<double> centroid{0, 0, 0};
  Mat3<double> inertia{};
  std::uint64_t hull_vertices = 0, hull_faces = 0;
  double hull_volume = 0;
  double convexity = 0;          ///< |volume| / hull volume; 0 if the hull is flat
  double largest_concavity = 0;  ///< largest distance from a mesh vertex to the hull's surface (0 if the hull is flat)
};

/// Reads OBJ, STL (text or binary), PLY (text or binary) or OFF, chosen by the content where it has a magic word and
/// by the file's extension else. Faces with more than three corners are cut into triangles, concave ones too, and those
/// with holes that edges there and back join to the outline; one that is not plane is cut as it looks along the
/// coordinate axis that its normal (Newell's) is most along, one that crosses itself into triangles that have its
/// border and overlap. The facets do not depend on the corner that a face begins with. A file of vertices alone gives
/// their convex hull. `notes`: null, or gets a line for each thing that was passed over or is not as it stands in the
/// file. Throws `FileError` (cannot be opened) or `InvalidInput` naming file, line or byte offset, value and what is
/// allowed; coordinates that a face needs and that are not finite are invalid, and so is a mesh without triangles whose
/// vertices have no hull with a volume.
Mesh read_mesh(const std::string& path, std::vector<std::string>* notes = nullptr);

/// Whether a path ends as a mesh does that `read_mesh` reads: .obj, .stl, .ply or .off, in capitals or not.
bool is_mesh_path(const std::string& path);

/// Welds vertices with equal coordinates (0 equals -0) and drops those that no triangle uses; what is left keeps its
/// order. Throws `InvalidInput` when a triangle's vertex does not exist.
Mesh weld(const Mesh& mesh);

/// Throws `InvalidInput` when a triangle's vertex does not exist, a coordinate is not finite or no triangle is there.
MeshReport examine(const Mesh& mesh);

/// What `repair_mesh` makes of a mesh. Data only.
struct RepairedMesh {
  Mesh mesh;                       ///< welded; a closed solid, outward, if `refusal` is empty; else as far as it came
  std::vector<std::string> steps;  ///< what was changed, a line each; equal vertices are welded without one
  std::string refusal;             ///< why it is no solid, and where; empty if it is one
  /// Pairs of facets of one shell that go through each other, and a place of the first. Volumes count what lies in two
  /// folds of a shell twice there.
  std::uint64_t crossings = 0;
  Vec3<double> crossing{0, 0, 0};
  /// Pairs of facets of different shells that have points in common, and a place of the first: shells that overlap, or
  /// touch. Volumes count what lies in two solids twice.
  std::uint64_t shell_crossings = 0;
  Vec3<double> shell_crossing{0, 0, 0};
  /// Shells that touch no other and face the wrong way for where they lie, solids inside of a solid and cavities inside
  /// of a cavity: volumes count them twice, or take them off twice. And a place of the first.
  std::uint64_t misnested = 0;
  Vec3<double> misnested_at{0, 0, 0};
};

/// Makes a closed solid of a mesh where that is safe, in this order: drops triangles with two equal corners; of
/// triangles on the same three vertices keeps one, or none where two solids lie wall on wall; welds vertices within
/// 1e-6 of half of the longest side of the mesh's box if that closes it; turns triangles to run as their neighbours do;
/// fills holes smaller than 1 % of the longest side; turns shells that are inside out outwards with all that lies in
/// them, and those in an odd number of others inwards if they had no orientation. Throws as `examine`.
RepairedMesh repair_mesh(const Mesh& mesh);

/// Crossings and shells that face the wrong way, in words: a line for each kind that there is.
std::vector<std::string> faults_of(const RepairedMesh& mesh);

}  // namespace abut
