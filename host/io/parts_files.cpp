// write_obj() and write_parts().
#include <nlohmann/json.hpp>

#include "abut/io.h"
#include "host/io/output_file.h"
#include "host/io/parts_picture.h"
#include "host/number_text.h"

namespace abut {
namespace {

void append_obj(std::string& text, const Mesh& mesh, std::size_t first_vertex) {
  for (const Vec3<double>& v : mesh.vertices) {
    text += "v ";
    host::append_number(text, v.x), text += ' ';
    host::append_number(text, v.y), text += ' ';
    host::append_number(text, v.z), text += '\n';
  }
  for (const auto& t : mesh.triangles) {
    text += 'f';
    for (const std::uint32_t v : t) text += ' ' + std::to_string(first_vertex + v);
    text += '\n';
  }
}

std::string part_name(std::size_t i) {
  const std::string digits = std::to_string(i);
  return "part_" + std::string(digits.size() < 3 ? 3 - digits.size() : 0, '0') + digits;
}

std::string parts_scene(const std::string& name, std::size_t count) {
  using Json = nlohmann::ordered_json;
  Json shapes = Json::array(), parts = Json::array();
  for (std::size_t i = 0; i < count; ++i) {
    shapes.push_back({{"name", part_name(i)}, {"mesh", {{"path", part_name(i) + ".obj"}}}});
    parts.push_back({{"shape", part_name(i)}});
  }
  const Json body = {{"name", name}, {"parts", parts}};
  return Json({{"version", 1}, {"shapes", shapes}, {"bodies", Json::array({body})}}).dump(2) + "\n";
}

}  // namespace

void write_obj(const std::vector<Mesh>& meshes, const std::string& path) {
  io::OutputFile file(path);
  std::size_t first = 1;
  for (std::size_t i = 0; i < meshes.size(); ++i) {
    std::string text = "o " + part_name(i) + "\n";
    append_obj(text, meshes[i], first);
    first += meshes[i].vertices.size();
    file.write(text);
  }
  file.publish();
}

std::vector<std::string> write_parts(const std::string& name, const Mesh& body, const std::vector<Mesh>& parts,
                                     const std::string& folder) {
  io::make_folder(folder);
  std::vector<std::string> files;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    files.push_back(folder + "/" + part_name(i) + ".obj");
    write_obj({parts[i]}, files.back());
  }
  const auto write = [&](const char* file_name, const std::string& text) {
    files.push_back(folder + "/" + file_name);
    io::OutputFile file(files.back());
    file.write(text);
    file.publish();
  };
  write("scene.json", parts_scene(name, parts.size()));
  write("parts.svg", io::parts_picture(body, parts));
  return files;
}

}  // namespace abut
