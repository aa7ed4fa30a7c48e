// write_obj() and write_parts().
#include <filesystem>
#include <nlohmann/json.hpp>

#include "abut/core/error.h"
#include "abut/io.h"
#include "host/io/obj_text.h"
#include "host/io/output_file.h"
#include "host/io/parts_picture.h"
#include "host/number_text.h"

namespace abut {
namespace {

namespace fs = std::filesystem;

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

/// The picture takes corners by their numbers, and a middle of them.
void require_triangles(const Mesh& mesh) {
  if (mesh.triangles.empty()) throw InvalidInput("mesh: no triangles; at least one is needed");
  weld(mesh);  // which looks whether their vertices are there
}

/// Whether a file is a part of an earlier run that had more of them.
bool is_leftover(const fs::path& file, std::size_t count) {
  const std::string name = file.filename().string(), begin = "part_", end = ".obj";
  if (!name.starts_with(begin) || !name.ends_with(end)) return false;
  const std::string digits = name.substr(begin.size(), name.size() - begin.size() - end.size());
  if (digits.empty() || digits.size() > 9 || digits.find_first_not_of("0123456789") != std::string::npos) return false;
  const std::size_t i = std::stoul(digits);
  return i >= count && name == part_name(i) + end;
}

void remove_leftovers(const std::string& folder, std::size_t count) {
  std::vector<fs::path> old;
  std::error_code error;
  for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
    if (is_leftover(it->path(), count)) old.push_back(it->path());
  }
  if (error) throw FileError(folder + ": cannot be read: " + error.message());
  for (const fs::path& file : old) {
    if (!fs::remove(file, error) && error) {
      throw FileError(file.string() + ": is of an earlier run and cannot be removed: " + error.message());
    }
  }
}

}  // namespace

std::string io::obj_text(const std::vector<Mesh>& meshes) {
  std::string text;
  std::size_t first = 1;
  for (std::size_t i = 0; i < meshes.size(); ++i) {
    text += "o " + part_name(i) + "\n";
    append_obj(text, meshes[i], first);
    first += meshes[i].vertices.size();
  }
  return text;
}

void write_obj(const std::vector<Mesh>& meshes, const std::string& path) {
  io::OutputFile file(path);
  file.write(io::obj_text(meshes));
  file.publish();
}

std::vector<std::string> write_parts(const std::string& name, const Mesh& body, const std::vector<Mesh>& parts,
                                     const std::string& folder) {
  require_triangles(body);
  for (const Mesh& part : parts) require_triangles(part);
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
  remove_leftovers(folder, parts.size());
  return files;
}

}  // namespace abut
