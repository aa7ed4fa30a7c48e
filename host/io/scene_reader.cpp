#include <filesystem>

#include "abut/core/error.h"
#include "abut/io.h"
#include "host/io/scene_parts.h"

namespace abut {
namespace {

using io::JsonField;

void read_options(const JsonField& options, Scene& scene) {
  options.allow({"alert_distance", "precision"});
  if (const auto distance = options.find("alert_distance")) scene.alert_distance = distance->not_negative();
  if (const auto precision = options.find("precision")) {
    scene.precision = precision->string();
    if (scene.precision != "f32" && scene.precision != "f64") {
      precision->fail("is not a precision, allowed are \"f32\" and \"f64\"");
    }
  }
}

}  // namespace

Scene read_scene(const std::string& path) {
  const io::JsonDocument document(path);
  const JsonField root = document.root();
  root.allow({"version", "length_unit", "shapes", "bodies", "pairs", "options"});

  const JsonField version = root.member("version");
  if (version.number() != 1) version.fail("is not a version that this program reads, allowed is 1");

  Scene scene;
  if (const auto unit = root.find("length_unit")) scene.length_unit = unit->string();
  if (const auto options = root.find("options")) read_options(*options, scene);

  io::ShapeTable shapes;
  io::NameTable body_names("body");
  const std::string folder = std::filesystem::path(path).parent_path().string();
  io::read_shapes(root.member("shapes"), folder, scene, shapes);
  io::read_bodies(root.member("bodies"), shapes, scene, body_names);
  if (const auto pairs = root.find("pairs")) scene.pairs = io::read_pairs(*pairs, body_names, scene.bodies);
  return scene;
}

}  // namespace abut
