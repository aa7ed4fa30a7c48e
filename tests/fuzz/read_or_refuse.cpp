#include "tests/fuzz/read_or_refuse.h"

#include <cmath>

#include "abut/shapes/shape_set.h"
#include "host/io/mesh_formats.h"

namespace abut::fuzz {
namespace {

void check_mesh(const Mesh& mesh) {
  if (mesh.triangles.empty()) finding("a mesh without triangles", "");
  for (const Vec3<double>& v : mesh.vertices) {
    if (!std::isfinite(v.x) || !std::isfinite(v.y) || !std::isfinite(v.z)) finding("a vertex is not finite", "");
  }
  for (const auto& triangle : mesh.triangles) {
    for (const std::uint32_t v : triangle) {
      if (v >= mesh.vertices.size()) finding("a vertex index is out of range", std::to_string(v));
    }
  }
}

/// What the program does with a mesh that was read. Lengths beyond what a shape may have are refused only here.
void use(const Mesh& mesh) {
  try {
    const MeshReport report = examine(mesh);
    if (!(report.size >= 0) || !(report.area >= 0)) finding("a mesh's size is no length", std::to_string(report.size));
    ShapeSet shapes;
    shapes.add_hull(weld(mesh).vertices);
  } catch (const InvalidInput& error) {
    const std::string_view message = error.what();
    if (message.empty() || message.find('\n') != std::string_view::npos) finding("not one line", message);
  }
}

}  // namespace

int read_or_refuse_mesh(const char* name, const std::uint8_t* data, std::size_t size) {
  const io::FileText file{name, std::string(reinterpret_cast<const char*>(data), size)};
  Mesh mesh;
  if (!read_or_refuse(file.path, [&] { mesh = io::read_loaded_mesh(file); })) return 0;
  check_mesh(mesh);
  use(mesh);
  return 0;
}

}  // namespace abut::fuzz
