// A scene as arrays: what an HDF5 file holds of it (docs/reference/hdf5-format.md), and what a JSON file says, number
// by number.
#pragma once

#include <array>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "abut/io.h"

namespace abut::io {

/// The numbers of `shapes/kind`.
enum class ShapeCode : std::uint8_t {
  hull = 0,
  point = 1,
  segment = 2,
  triangle = 3,
  box = 4,
  sphere = 5,
  capsule = 6,
  ellipsoid = 7,
  cylinder = 8,
  cone = 9,
  minkowski_sum = 10
};
inline constexpr int shape_code_count = 11;
/// "hull" and so on, as in scene files.
const char* shape_code_name(ShapeCode code);

/// A shape to be added to the columns. Data only.
struct ShapeRow {
  ShapeCode kind = ShapeCode::hull;
  std::array<double, 3> size{};  ///< its lengths in the order of the scene format, the rest 0
  double rounding = 0;
  std::span<const Vec3<double>> vertices{};  ///< of hull, point, segment and triangle
  std::array<std::uint32_t, 2> terms{};      ///< of a sum: earlier shapes
  Pose pose{};                               ///< of a sum: b in a's frame
};

/// Of bodies, of their parts, or of shapes with poses.
enum class PairKind { none, bodies, parts, shapes };

struct SceneColumns {
  std::string length_unit;
  std::optional<double> alert_distance;
  std::string precision;  ///< empty: not given

  // Shapes.
  std::vector<ShapeCode> kind;
  std::vector<std::array<double, 3>> size;
  std::vector<double> rounding;
  std::vector<std::uint64_t> vertex_offsets{0};  ///< one more than there are shapes
  std::vector<Vec3<double>> vertices;
  std::vector<std::array<std::uint32_t, 2>> sum_terms;  ///< one for each sum, in the order of the shapes
  std::vector<Pose> sum_poses;
  std::vector<std::string> shape_names;  ///< none or all

  // Bodies.
  std::vector<Pose> poses;
  std::vector<std::uint64_t> part_offsets{0};  ///< one more than there are bodies
  std::vector<std::uint32_t> part_shape;
  std::vector<Pose> part_poses;
  std::vector<std::uint32_t> groups, meets;  ///< masks, one for each body
  std::vector<std::string> body_names;       ///< none or all, empty where a body has none

  /// Pairs as they stand in the file, in its order; of shapes they are left in the file, and so are all when asked.
  PairKind pair_kind = PairKind::none;
  std::vector<Pair> pairs;

  /// Of meshes that hulls or parts stand for.
  std::vector<Scene::HullOfMesh> hulls_of_meshes;

  std::size_t shape_count() const { return kind.size(); }
  std::size_t body_count() const { return poses.size(); }
  void add(const ShapeRow& shape);
  void add_body(const Pose& pose, std::span<const Part> parts, const BodyOptions& options);
};

/// The scene; its pairs as sorted unique pairs of parts. Throws `InvalidInput` naming file and dataset.
Scene scene_of(const SceneColumns& columns, const std::string& file);

/// Sets unit, options and pairs of a scene that has its shapes and bodies.
void set_options_and_pairs(const SceneColumns& columns, Scene& scene);

/// A JSON file; pairs of shapes, and pairs of parts where a body has several, are refused, for it has none.
void write_scene_json(const SceneColumns& columns, const std::string& from, const std::string& path);

/// Reads a JSON scene, every number as it stands.
SceneColumns read_json_columns(const std::string& path);

/// "nan", "1e+300", for complaints.
std::string shown_number(double number);

/// The rotation of a quaternion (w, x, y, z) of any length but zero. False for that one.
bool rotation_of(double* quaternion, Mat3<double>& rotation);

/// Whether these are the bits of what stands for a pose that is not given; -0 is not 0.
inline bool is_default(const Vec3<double>& v) {
  constexpr Vec3<double> zero{0, 0, 0};
  return std::memcmp(&v, &zero, sizeof v) == 0;
}
inline bool is_default(const Mat3<double>& r) {
  constexpr Mat3<double> identity{{1, 0, 0, 0, 1, 0, 0, 0, 1}};
  return std::memcmp(&r, &identity, sizeof r) == 0;
}
inline bool is_default(const Pose& pose) { return is_default(pose.position) && is_default(pose.rotation); }

/// Whether a matrix is a rotation within `tolerance`: null, or what it is instead.
const char* rotation_fault(const Mat3<double>& r, double tolerance);

}  // namespace abut::io
