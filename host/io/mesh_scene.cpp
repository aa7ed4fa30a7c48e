#include "host/io/mesh_scene.h"

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>

#include "abut/core/error.h"
#include "abut/shapes/mesh.h"
#include "host/io/other_file.h"
#include "host/io/output_file.h"
#include "host/is_distance.h"
#include "host/number_text.h"

namespace abut::io {
namespace {

namespace fs = std::filesystem;

void check(const std::vector<std::string>& files, const MeshSceneOptions& options, const std::string& path) {
  if (options.as != "hull" && options.as != "parts" && options.as != "facets") {
    throw InvalidInput("as is '" + options.as + "', allowed are hull, parts and facets");
  }
  if (!host::is_distance(options.alert_distance)) {
    throw InvalidInput("alert distance is " + host::number_text(options.alert_distance) +
                       ", allowed is a finite number, 0 or more");
  }
  if (is_mesh_path(path))
    throw InvalidInput(path + ": is the name of a mesh; allowed is that of a scene, as scene.json");
  require_other_file("the file to write", path, files);
}

std::string in_quotes(const std::string& text) {
  try {
    return nlohmann::json(text).dump();
  } catch (const nlohmann::json::type_error&) {
    throw InvalidInput(nlohmann::json(text).dump(-1, ' ', true, nlohmann::json::error_handler_t::replace) +
                       ": the name is not UTF-8, and a scene is; allowed is another name");
  }
}

/// "pin", and if that is taken "pin 2" and so on.
std::string free_name(const fs::path& file, std::set<std::string>& taken) {
  const std::string stem = file.stem().string();
  std::string name = stem;
  for (int number = 2; !taken.insert(name).second; ++number) name = stem + " " + std::to_string(number);
  return name;
}

MeshBody read_body(const std::string& file, std::set<std::string>& taken) {
  MeshBody body;
  const Mesh mesh = read_mesh(file, &body.notes);
  body.file = file;
  body.vertices = mesh.vertices.size();
  body.triangles = mesh.triangles.size();
  body.name = free_name(file, taken);
  return body;
}

}  // namespace

std::vector<MeshBody> write_mesh_scene(const std::vector<std::string>& files, const MeshSceneOptions& options,
                                       const std::string& path) {
  check(files, options, path);
  const fs::path folder = fs::weakly_canonical(fs::absolute(path)).parent_path();
  OutputFile out(path);
  std::vector<MeshBody> bodies;
  std::set<fs::path> seen;
  std::set<std::string> taken;
  std::string shapes, list;
  for (const std::string& file : files) {
    bodies.push_back(read_body(file, taken));
    const fs::path full = fs::weakly_canonical(fs::absolute(file));
    if (!seen.insert(full).second) {
      throw InvalidInput(file + ": is given twice; allowed is each mesh once, where its coordinates put it");
    }
    const std::string name = in_quotes(bodies.back().name), before = shapes.empty() ? "\n    " : ",\n    ";
    shapes += before + "{\"name\": " + name +
              ", \"mesh\": {\"path\": " + in_quotes(fs::proximate(full, folder).generic_string()) + ", \"as\": \"" +
              options.as + "\"}}";
    list += before + "{\"name\": " + name + ", \"shape\": " + name + "}";
  }
  out.write("{\n  \"version\": 1,\n  \"options\": {\"alert_distance\": " + host::number_text(options.alert_distance) +
            "},\n  \"shapes\": [" + shapes + "\n  ],\n  \"bodies\": [" + list + "\n  ]\n}\n");
  out.publish();
  return bodies;
}

void require_no_mesh(const std::string& path) {
  std::error_code error;
  if (!is_mesh_path(path) || !fs::is_regular_file(path, error)) return;
  std::ifstream file(path, std::ios::binary);
  char first = ' ';
  if (file >> first && first == '{') return;
  throw InvalidInput(path + " is a mesh, not a scene; abut scene meshes " + path + " ... makes one");
}

}  // namespace abut::io
