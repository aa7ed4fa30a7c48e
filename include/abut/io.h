// Scene files and result files (docs/reference/scene-format.md). Host only; links nlohmann-json.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "abut/detect.h"
#include "abut/facet_contacts.h"
#include "abut/patches.h"
#include "abut/shapes/mesh.h"
#include "abut/surface/contact_surfaces.h"

namespace abut {

/// What a scene file holds, ready for `detect`.
struct Scene {
  std::string length_unit;
  std::vector<std::string> shape_names;  ///< one per shape of `shapes`; parts of a mesh: NAME[0], NAME[1] and so on
  ShapeSet shapes;
  BodySet bodies;
  std::vector<std::string> body_names;     ///< empty strings where the file names none
  std::optional<std::vector<Pair>> pairs;  ///< of parts; none: all that may meet
  double alert_distance = 0;
  std::string precision = "f64";  ///< "f32" or "f64"

  /// A mesh that is represented by its convex hull or by convex parts, and by how much that differs.
  struct HullOfMesh {
    std::uint32_t shape = 0;  ///< the first
    std::uint32_t parts = 1;
    std::string path;
    double mesh_volume = 0, hull_volume = 0;  ///< `hull_volume` of parts: the sum of theirs
    /// Whether the mesh, mended where needed, is a solid. If not, `mesh_volume` is 0 for a surface in parts, and the
    /// hull's for a hull.
    bool closed = false;
    std::vector<std::string> repairs;  ///< notes of `read_mesh`, `RepairedMesh::steps`, and what was taken for no solid
    std::vector<std::string> faults;   ///< that it still has: `faults_of`
  };
  std::vector<HullOfMesh> hulls_of_meshes;

  /// A mesh "as facets". Its shape is the convex hull of its vertices, by which pairs are found.
  struct FacetMesh {
    std::uint32_t shape = 0;
    std::string path;
    Mesh mesh{};  ///< scaled; facets are its triangles
    FacetMeshOptions options{};
    std::vector<std::string> notes{};  ///< of `read_mesh`
  };
  std::vector<FacetMesh> facet_meshes;

  /// For `DetectOptions::facets`: all facet meshes, no tree built yet.
  FacetTrees facet_trees() const;

  /// A closed NURBS surface with its knots. Its shape is the convex hull of the control points, by which pairs are
  /// found.
  struct SurfaceShape {
    std::uint32_t shape = 0;
    std::string path{};      ///< of its file; empty: the scene itself has it
    NurbsSurface surface{};  ///< scaled
    std::vector<KnotPosition> knots{};
  };
  std::vector<SurfaceShape> surface_shapes;

  /// For `DetectOptions::surfaces`: all of them; and where there are any, boxes as surfaces without knots, but for
  /// those with a rounding or without a volume.
  ContactSurfaces contact_surfaces() const;
};

/// Throws `FileError` or `InvalidInput`: one line naming file, place in it, value and what is allowed.
Scene read_scene(const std::string& path);

/// Writes meshes as one OBJ, each an object of its own, with all digits. Throws `FileError`.
void write_obj(const std::vector<Mesh>& meshes, const std::string& path);

/// Writes convex parts of a body into `folder` (made if missing): part_000.obj and so on; scene.json, with one body
/// that has them as parts; parts.svg, a picture of the body and of its parts pulled apart, each in its colour. Removes
/// part_NNN.obj of an earlier call that had more. Returns the files. Throws `FileError`, and `InvalidInput` where a
/// mesh has no triangle or one of a vertex that does not exist.
std::vector<std::string> write_parts(const std::string& name, const Mesh& body, const std::vector<Mesh>& parts,
                                     const std::string& folder);

struct GrainSceneOptions {
  std::uint64_t count = 1000;
  std::uint64_t seed = 1;
  double fraction = 0.5;  ///< volume of the grains over volume of the box, > 0
  std::string grains{};   ///< folder with the grain meshes
  /// 0: each grain's convex hull stands for it; above 0: convex parts with this concavity (`DecomposeOptions`).
  double concavity = 0;
};

/// Writes a scene of grains at random places and orientations in a cubic box, each scaled to an equivalent-sphere
/// radius drawn from 0.355, 0.25, 0.175 with weights 7, 76, 17. The same options give the same bytes on every
/// machine; paths of meshes are written relative to `path`. Lengths are millimetres.
void write_grain_scene(const GrainSceneOptions& options, const std::string& path);

/// Writes contacts.csv, contacts.vtp, bodies.vtp, shapes.vtp, view.py and summary.json into `folder` (made if missing):
/// each shape's surface once, and a pose for each part; view.py shows them in ParaView. Each file appears under its
/// name only when it is complete. Throws `FileError` naming path and reason. `patches`: null, or those of the
/// detection's contacts, for patches.csv and patches.vtp. `surfaces`: surfaces.vtp as well, the surface of every part
/// in the world, which is large.
template <class T>
void write_results(const Scene& scene, const Detection<T>& detection, const std::string& summary_json,
                   const std::string& folder, const Patches<T>* patches = nullptr, bool surfaces = false);

}  // namespace abut
