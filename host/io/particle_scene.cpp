// A list of particles as a scene: bodies as they are read, then the shapes that they have.
#include <cmath>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>

#include "abut/core/error.h"
#include "abut/io.h"
#include "abut/particles.h"
#include "host/io/other_file.h"
#include "host/io/output_file.h"
#include "host/io/scene_parts.h"
#include "host/io/text_lines.h"
#include "host/is_distance.h"
#include "host/number_text.h"

namespace abut {
namespace {

namespace fs = std::filesystem;

/// The shapes that a list's words stand for, and their text in the scene.
class Shapes {
 public:
  Shapes(const ParticleSceneOptions& options, const fs::path& scene_folder) : options_(options) {
    if (options.shapes.empty()) return;
    read(scene_folder);
  }

  /// The text of a body's "shape". Throws `InvalidInput` about the particle.
  std::string of(const Particle& particle) { return options_.shapes.empty() ? ball(particle) : known(particle.shape); }

  std::string list() const {
    std::string text;
    const auto add = [&](const std::string& shape) { text += (text.empty() ? "\n    " : ",\n    ") + shape; };
    for (const std::string& shape : texts_) add(shape);
    if (options_.shapes.empty()) {
      std::vector<std::string> balls(radii_.size());
      for (const auto& [radius, index] : radii_) {
        balls[index] = "{\"name\": \"ball " + std::to_string(index + 1) +
                       "\", \"sphere\": {\"radius\": " + host::number_text(radius) + "}}";
      }
      for (const std::string& shape : balls) add(shape);
    }
    return text;
  }
  const std::string& length_unit() const { return length_unit_; }
  /// Those that were read.
  const std::vector<std::string>& files() const { return files_; }

 private:
  void read(const fs::path& scene_folder) {
    const fs::path folder = fs::path(options_.shapes).parent_path();
    {
      // As a scene's shapes are checked, with the meshes that they name.
      const io::JsonDocument document(options_.shapes);
      document.root().allow({"version", "length_unit", "shapes"});
      if (const auto unit = document.root().find("length_unit")) length_unit_ = unit->string();
      Scene checked;
      io::ShapeTable table;
      io::read_shapes(document.root().member("shapes"), folder.string(), checked, table, nullptr);
      files_ = io::scene_files(options_.shapes, checked);
    }
    auto json = nlohmann::ordered_json::parse(io::read_text(options_.shapes));
    for (auto& shape : json["shapes"]) {
      if (shape.contains("mesh")) {
        const fs::path mesh = fs::weakly_canonical(fs::absolute(folder / shape["mesh"]["path"].get<std::string>()));
        shape["mesh"]["path"] = fs::proximate(mesh, scene_folder).generic_string();
      }
      if (shape.contains("name")) names_.emplace(shape["name"].get<std::string>(), texts_.size());
      texts_.push_back(shape.dump());
    }
    if (texts_.empty()) throw InvalidInput(options_.shapes + ": shapes is empty, allowed is 1 shape or more");
  }

  std::string known(const std::string& word) const {
    if (word.empty()) {
      throw InvalidInput("there is no column \"shape\" or \"type\", by which a particle has its shape of " +
                         options_.shapes);
    }
    if (const auto found = names_.find(word); found != names_.end()) return std::to_string(found->second);
    std::uint64_t number = 0;
    const std::uint64_t first = options_.first_shape;
    if (word[0] != '-' && io::parse_integer(word, number) == io::Parsed::good && number >= first &&
        number - first < texts_.size()) {
      return std::to_string(number - first);
    }
    throw InvalidInput("the shape is " + io::in_quotes(word) + "; allowed: the name of a shape of " + options_.shapes +
                       ", or a number from " + std::to_string(first) + " to " +
                       std::to_string(first + (texts_.size() - 1)));
  }

  std::string ball(const Particle& particle) {
    if (!(particle.radius > 0)) {
      throw InvalidInput("there is no column \"radius\" or \"r\", and no file of shapes is given (--shapes)");
    }
    return std::to_string(radii_.emplace(particle.radius, radii_.size()).first->second);
  }

  const ParticleSceneOptions& options_;
  std::vector<std::string> texts_;
  std::map<std::string, std::size_t> names_;
  std::map<double, std::size_t> radii_;
  std::string length_unit_;
  std::vector<std::string> files_;
};

std::string body_text(const Particle& particle, const std::string& shape, bool oriented) {
  std::string text = "{";
  if (particle.id) text += "\"name\": \"" + std::to_string(*particle.id) + "\", ";
  text += "\"shape\": " + shape + ", \"position\": ";
  host::append_json_list(text, {particle.position.x, particle.position.y, particle.position.z});
  if (oriented) {
    text += ", \"orientation\": ";
    host::append_json_list(text, particle.quaternion);
  }
  return text + '}';
}

}  // namespace

ParticleListReport write_particle_scene(const std::string& list, const ParticleSceneOptions& options,
                                        const std::string& scene) {
  if (!host::is_distance(options.alert_distance)) {
    throw InvalidInput("alert distance is " + host::number_text(options.alert_distance) +
                       ", allowed is a finite number, 0 or more");
  }
  io::require_other_file("the file to write", scene, {list, options.shapes});
  io::OutputFile file(scene);
  Shapes shapes(options, fs::weakly_canonical(fs::absolute(scene)).parent_path());
  io::require_other_file("the file to write", scene, shapes.files());
  file.write("{\n  \"version\": 1,\n");
  if (!shapes.length_unit().empty()) {
    file.write("  \"length_unit\": " + nlohmann::json(shapes.length_unit()).dump() + ",\n");
  }
  file.write("  \"options\": {\"alert_distance\": " + host::number_text(options.alert_distance) +
             "},\n  \"bodies\": [");
  bool first = true;
  // Whether there are quaternions is not known before the header is read; a ball or a body that is not turned is
  // written without.
  const ParticleListReport report = read_particles(list, options.list, [&](const Particle& particle) {
    const bool turned = particle.quaternion != std::array<double, 4>{1, 0, 0, 0};
    file.write((first ? "\n    " : ",\n    ") + body_text(particle, shapes.of(particle), turned));
    first = false;
  });
  file.write("\n  ],\n  \"shapes\": [" + shapes.list() + "\n  ]\n}\n");
  file.publish();
  return report;
}

}  // namespace abut
