#include <filesystem>

#include "abut/core/error.h"
#include "abut/io.h"
#include "host/io/columns_reader.h"
#include "host/io/mesh_scene.h"
#include "host/io/scene_or_cases.h"
#include "host/io/scene_parts.h"

namespace abut {
namespace {

using io::JsonField;

void read_options(const JsonField& options, io::SceneColumns& columns) {
  options.allow({"alert_distance", "precision"});
  if (const auto distance = options.find("alert_distance")) columns.alert_distance = distance->not_negative();
  if (const auto precision = options.find("precision")) {
    columns.precision = precision->string();
    if (columns.precision != "f32" && columns.precision != "f64") {
      precision->fail("is not a precision, allowed are \"f32\" and \"f64\"");
    }
  }
}

/// The scene without its pairs, options and unit; those, and with `record` all that the scene is made of, in `columns`.
Scene read_json(const io::JsonDocument& document, io::SceneColumns& columns, bool record) {
  const JsonField root = document.root();
  root.allow({"version", "length_unit", "shapes", "bodies", "pairs", "options"});

  const JsonField version = root.member("version");
  if (version.number() != 1) version.fail("is not a version that this program reads, allowed is 1");

  if (const auto unit = root.find("length_unit")) columns.length_unit = unit->string();
  if (const auto options = root.find("options")) read_options(*options, columns);

  Scene scene;
  io::ShapeTable shapes;
  io::NameTable body_names("body");
  io::SceneColumns* const all = record ? &columns : nullptr;
  const std::string folder = std::filesystem::path(document.path()).parent_path().string();
  io::read_shapes(root.member("shapes"), folder, scene, shapes, all);
  io::read_bodies(root.member("bodies"), shapes, scene, body_names, all);
  if (const auto pairs = root.find("pairs")) {
    columns.pair_kind = io::PairKind::bodies;
    columns.pairs = io::read_body_pairs(*pairs, body_names);
  }
  return scene;
}

Scene read_json_scene(const io::JsonDocument& document) {
  io::SceneColumns columns;
  Scene scene = read_json(document, columns, false);
  io::set_options_and_pairs(columns, scene);
  io::require_facets(scene, document.path());
  io::require_surfaces(scene, document.path());
  return scene;
}

Scene read_hdf5_scene(const std::string& path) {
  const std::unique_ptr<io::DataSource> source = io::open_hdf5(path);
  return io::scene_of(io::read_columns(*source), path);
}

io::JsonDocument json_at(const std::string& path) {
  io::require_no_mesh(path);
  return io::JsonDocument(path);
}

}  // namespace

Scene read_scene(const std::string& path) {
  return io::is_hdf5(path) ? read_hdf5_scene(path) : read_json_scene(json_at(path));
}

namespace io {

SceneOrCases read_scene_or_cases(const std::string& path) {
  if (is_hdf5(path)) return read_hdf5_scene(path);
  const JsonDocument document = json_at(path);
  if (has_cases(document)) return cases_of(document);
  return read_json_scene(document);
}

SceneColumns read_json_columns(const std::string& path) {
  SceneColumns columns;
  const Scene scene = read_json(json_at(path), columns, true);
  columns.shape_names = scene.shape_names;
  columns.body_names = scene.body_names;
  columns.hulls_of_meshes = scene.hulls_of_meshes;
  return columns;
}

}  // namespace io
}  // namespace abut
