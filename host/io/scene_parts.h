// The pieces that a scene is read from: shapes, then bodies, then pairs (docs/reference/scene-format.md).
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "abut/io.h"
#include "host/io/json_field.h"
#include "host/io/scene_columns.h"

namespace abut::io {

/// Names of shapes or bodies, which the file refers to by name or by index.
class NameTable {
 public:
  /// `what`: "shape" or "body".
  explicit NameTable(std::string what) : what_(std::move(what)) {}

  /// The next one's name, empty for none. Throws at `place` when it is taken.
  void add(const std::string& name, const JsonField& place);
  /// The index that a text or an integer stands for.
  std::uint32_t find(const JsonField& reference) const;

 private:
  std::string what_;
  std::uint32_t count_ = 0;
  std::unordered_map<std::string, std::uint32_t> index_;
};

/// The shapes of a set that one shape of a file stands for: itself, or the convex parts of its mesh. Data only.
struct ShapeRange {
  std::uint32_t first, count;
};

/// The shapes of a file.
class ShapeTable {
 public:
  /// As `NameTable::add`, for all shapes that were added to the set since the last call.
  void add(const std::string& name, const JsonField& place, std::uint32_t shapes);
  ShapeRange find(const JsonField& reference) const { return ranges_[names_.find(reference)]; }

 private:
  NameTable names_{"shape"};
  std::vector<ShapeRange> ranges_;
};

/// "position" and "orientation", each optional.
Pose read_pose(const JsonField& f);

/// "shapes": adds to scene.shapes, shape_names, hulls_of_meshes, facet_meshes and surface_shapes. What it adds to the
/// set goes to `columns` as well, unless they are null; so below.
void read_shapes(const JsonField& list, const std::string& folder, Scene& scene, ShapeTable& shapes,
                 SceneColumns* columns);

/// "bodies": adds to scene.bodies and body_names.
void read_bodies(const JsonField& list, const ShapeTable& shapes, Scene& scene, NameTable& names,
                 SceneColumns* columns);

/// "pairs" of bodies as they stand.
std::vector<Pair> read_body_pairs(const JsonField& list, const NameTable& names);

/// Throws `InvalidInput` for a scene with a mesh as facets, which `reader` does not take.
void refuse_facets(const Scene& scene, const std::string& file, const std::string& reader);

/// "nurbs" of a shape, which is not in the set yet. Throws as `read_surface`, `mass_properties` and `knot_positions`.
Scene::SurfaceShape read_surface_shape(const JsonField& f, const std::string& folder);

/// As `refuse_facets`, of a scene with a NURBS surface.
void refuse_surfaces(const Scene& scene, const std::string& file, const std::string& reader);

/// Throws `InvalidInput` where a NURBS surface may meet a shape that has none, wherever they are.
void require_surfaces(const Scene& scene, const std::string& file);

/// Throws `InvalidInput` where a mesh as facets may meet a shape that has no facets, wherever they are.
void require_facets(const Scene& scene, const std::string& file);

}  // namespace abut::io
