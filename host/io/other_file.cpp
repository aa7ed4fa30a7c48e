#include "host/io/other_file.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "abut/core/error.h"
#include "host/io/output_file.h"

namespace abut::io {
namespace {

namespace fs = std::filesystem;

bool is_one_file(const std::string& a, const std::string& b) {
  std::error_code error;
  return fs::is_regular_file(a, error) && fs::equivalent(a, b, error) && !error;
}

/// The first of `inputs` that writing `out` would change; null if there is none.
const std::string* changed_by(const std::string& out, const std::vector<std::string>& inputs) {
  if (out.empty()) return nullptr;
  const std::string partial = file_behind(out) + ".partial";
  const auto found = std::find_if(inputs.begin(), inputs.end(), [&](const std::string& input) {
    return is_one_file(out, input) || is_one_file(partial, input);
  });
  return found == inputs.end() ? nullptr : &*found;
}

bool is_device(const std::string& path) {
  std::error_code error;
  return fs::exists(path, error) && !fs::is_regular_file(path, error);
}

/// Where a file is, or will be. Where that cannot be told, writing it says why.
fs::path place_of(const std::string& path) {
  std::error_code error;
  // A relative path of which nothing is there would stay relative.
  const fs::path from_root = fs::absolute(file_behind(path), error);
  const fs::path place = error ? fs::path() : fs::weakly_canonical(from_root, error);
  return error || place.empty() ? from_root : place;
}

/// A scene, and its meshes, each once.
std::vector<std::string> beside(const std::string& scene, std::vector<std::string> meshes) {
  for (std::string& mesh : meshes) mesh = (fs::path(scene).parent_path() / mesh).string();
  std::sort(meshes.begin(), meshes.end());  // many shapes are scaled from one mesh
  meshes.erase(std::unique(meshes.begin(), meshes.end()), meshes.end());
  meshes.insert(meshes.begin(), scene);
  return meshes;
}

}  // namespace

void require_other_file(const std::string& what, const std::string& out, const std::vector<std::string>& inputs) {
  if (const std::string* const input = changed_by(out, inputs)) {
    throw InvalidInput(what + " is the input " + *input + "; allowed is another file");
  }
}

void require_different_outputs(const std::string& what, const std::string& out, const std::string& other) {
  if (out.empty() || other.empty() || is_device(out) || is_device(other)) return;
  const fs::path a = place_of(out), b = place_of(other);
  if (a != b && a.string() + ".partial" != b && b.string() + ".partial" != a) return;
  throw InvalidInput(what + " is the other output " + other + "; allowed is another file");
}

void require_other_folder(const std::string& what, const std::string& folder, const std::vector<std::string>& names,
                          const std::vector<std::string>& inputs) {
  for (const std::string& name : names) {
    if (const std::string* const input = changed_by((fs::path(folder) / name).string(), inputs)) {
      throw InvalidInput(what + " has the input " + *input + " under the name of a result, " + name +
                         "; allowed is another folder");
    }
  }
}

std::vector<std::string> scene_files(const std::string& path, const std::vector<Scene::HullOfMesh>& meshes) {
  std::vector<std::string> files;
  for (const Scene::HullOfMesh& mesh : meshes) files.push_back(mesh.path);
  return beside(path, std::move(files));
}

std::vector<std::string> scene_files(const std::string& path, const Scene& scene) {
  std::vector<std::string> files;
  for (const Scene::HullOfMesh& mesh : scene.hulls_of_meshes) files.push_back(mesh.path);
  for (const Scene::FacetMesh& mesh : scene.facet_meshes) files.push_back(mesh.path);
  for (const Scene::SurfaceShape& shape : scene.surface_shapes) {
    if (!shape.path.empty()) files.push_back(shape.path);
  }
  return beside(path, std::move(files));
}

const std::vector<std::string>& result_names() {
  static const std::vector<std::string> names{"contacts.csv", "contacts.vtp", "patches.csv", "patches.vtp",
                                              "bodies.vtp",   "shapes.vtp",   "view.py",     "surfaces.vtp",
                                              "summary.json", "contacts.h5"};
  return names;
}

std::vector<std::string> parts_names(const std::string& folder) {
  std::vector<std::string> names{"scene.json", "parts.svg"};
  std::error_code error;
  for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
    const std::string name = it->path().filename().string();
    if (name.size() <= 9 || !name.starts_with("part_") || !name.ends_with(".obj")) continue;
    const std::string digits = name.substr(5, name.size() - 9);
    if (digits.find_first_not_of("0123456789") == std::string::npos) names.push_back(name);
  }
  return names;
}

}  // namespace abut::io
