// The pieces that a scene is read from: shapes, then bodies, then pairs (docs/scene-format.md).
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>

#include "abut/io.h"
#include "host/io/json_field.h"

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

/// "position" and "orientation", each optional.
Pose read_pose(const JsonField& f);

/// "shapes": adds to scene.shapes, shape_names and hulls_of_meshes.
void read_shapes(const JsonField& list, const std::string& folder, Scene& scene, NameTable& names);

/// "bodies": adds to scene.bodies and body_names.
void read_bodies(const JsonField& list, const NameTable& shapes, Scene& scene, NameTable& names);

/// "pairs" of bodies as sorted unique pairs of their parts.
std::vector<Pair> read_pairs(const JsonField& list, const NameTable& names, const BodySet& bodies);

}  // namespace abut::io
