#include <cmath>
#include <filesystem>
#include <map>
#include <vector>

#include "abut/core/error.h"
#include "host/io/scene_parts.h"
#include "host/shapes/solid_check.h"

namespace abut::io {
namespace {

using Vertices = std::vector<Vec3<double>>;

/// What is kept of a mesh file: a file is read and its hull found once, however many shapes scale it.
struct HullOfFile {
  Vertices vertices;
  double mesh_volume = 0, hull_volume = 0;
};

class ShapeReader {
 public:
  ShapeReader(std::string folder, const NameTable& names, Scene& scene)
      : folder_(std::move(folder)), names_(names), scene_(scene) {}
  void add(const JsonField& shape, const std::string& name);

 private:
  using Kind = void (ShapeReader::*)(const JsonField&);

  void mesh(const JsonField& f);
  void hull(const JsonField& f);
  void sphere(const JsonField& f);
  void capsule(const JsonField& f);
  void box(const JsonField& f);
  void triangle(const JsonField& f);
  void segment(const JsonField& f);
  void point(const JsonField& f);
  void ellipsoid(const JsonField& f);
  void cylinder(const JsonField& f);
  void cone(const JsonField& f);
  void minkowski_sum(const JsonField& f);
  [[noreturn]] void not_in_this_version(const JsonField& f, const std::string& what) const;
  const HullOfFile& hull_of_file(const JsonField& path);

  std::string folder_;
  const NameTable& names_;
  Scene& scene_;
  std::string name_;     // of the shape that is being read
  double rounding_ = 0;  // its rounding
  std::map<std::string, HullOfFile> files_;
};

Vertices read_vertices(const JsonField& list, std::size_t count) {
  const std::size_t size = list.array_size();
  if (count != 0 && size != count) list.fail("is not a list of " + std::to_string(count) + " vertices");
  if (size == 0) list.fail("is empty, allowed is 1 vertex or more");
  if (size > max_shape_vertices) {
    list.fail_without_value("there are " + std::to_string(size) + " vertices, allowed are " +
                            std::to_string(max_shape_vertices));
  }
  Vertices vertices;
  vertices.reserve(size);
  for (std::size_t i = 0; i < size; ++i) vertices.push_back(list[i].vec3());
  return vertices;
}

void ShapeReader::add(const JsonField& shape, const std::string& name) {
  shape.allow({"name", "rounding", "mesh", "hull", "sphere", "capsule", "box", "triangle", "segment", "point",
               "ellipsoid", "cylinder", "cone", "minkowski_sum"});
  static const std::pair<const char*, Kind> kinds[] = {{"mesh", &ShapeReader::mesh},
                                                       {"hull", &ShapeReader::hull},
                                                       {"sphere", &ShapeReader::sphere},
                                                       {"capsule", &ShapeReader::capsule},
                                                       {"box", &ShapeReader::box},
                                                       {"triangle", &ShapeReader::triangle},
                                                       {"segment", &ShapeReader::segment},
                                                       {"point", &ShapeReader::point},
                                                       {"ellipsoid", &ShapeReader::ellipsoid},
                                                       {"cylinder", &ShapeReader::cylinder},
                                                       {"cone", &ShapeReader::cone},
                                                       {"minkowski_sum", &ShapeReader::minkowski_sum}};
  const char* const allowed =
      "exactly one of \"mesh\", \"hull\", \"sphere\", \"capsule\", \"box\", \"triangle\", \"segment\", \"point\", "
      "\"ellipsoid\", \"cylinder\", \"cone\", \"minkowski_sum\"";

  name_ = name;
  const auto rounding = shape.find("rounding");
  rounding_ = rounding ? rounding->not_negative() : 0;
  std::optional<JsonField> definition;
  Kind kind = nullptr;
  for (const auto& [key, read] : kinds) {
    const auto found = shape.find(key);
    if (!found) continue;
    if (kind != nullptr) shape.fail_without_value(std::string("has more than one kind, allowed is ") + allowed);
    definition = found;
    kind = read;
  }
  if (kind == nullptr) shape.fail_without_value(std::string("has no kind, allowed is ") + allowed);
  try {
    (this->*kind)(*definition);
  } catch (const InvalidJson&) {
    throw;
  } catch (const InvalidInput& error) {  // from the shape set, which knows neither file nor place
    definition->fail_without_value(error.what());
  }
}

void ShapeReader::not_in_this_version(const JsonField& f, const std::string& what) const {
  f.fail_without_value("shape \"" + name_ + "\": " + what + " is not supported by this version");
}

const HullOfFile& ShapeReader::hull_of_file(const JsonField& path_field) {
  const std::string path = (std::filesystem::path(folder_) / path_field.string()).lexically_normal().string();
  const auto known = files_.find(path);
  if (known != files_.end()) return known->second;

  const Mesh mesh = read_mesh(path);
  const MeshReport report = examine(mesh);
  host::require_solid(path, report);
  ShapeSet hulls;
  hulls.add_hull(weld(mesh).vertices);  // without vertices that no triangle uses
  const auto vertices = hulls.vertices(0);
  // A mesh that is inside out encloses the same solid.
  HullOfFile kept{{vertices.begin(), vertices.end()}, std::abs(report.volume), report.hull_volume};
  return files_.emplace(path, std::move(kept)).first->second;
}

void ShapeReader::mesh(const JsonField& f) {
  f.allow({"path", "scale", "as"});
  if (const auto as = f.find("as")) {
    const std::string& kind = as->string();
    if (kind == "parts" || kind == "facets") not_in_this_version(*as, "a mesh as \"" + kind + '"');
    if (kind != "hull") as->fail("is not a way to use a mesh, allowed are \"hull\", \"parts\", \"facets\"");
  }
  const auto scale_field = f.find("scale");
  const double scale = scale_field ? scale_field->positive() : 1;
  const JsonField path = f.member("path");
  if (path.string().empty()) path.fail("is not the name of a file");

  const HullOfFile* file = nullptr;
  try {
    file = &hull_of_file(path);
  } catch (const InvalidInput& error) {
    path.fail_without_value(error.what());
  } catch (const FileError& error) {
    path.fail_without_value(error.what());
  }
  Vertices scaled;
  scaled.reserve(file->vertices.size());
  for (const Vec3<double>& v : file->vertices) scaled.push_back(v * scale);
  const std::uint32_t shape = scene_.shapes.add_hull(scaled, rounding_);
  const double cubed = scale * scale * scale;
  scene_.hulls_of_meshes.push_back({shape, path.string(), file->mesh_volume * cubed, file->hull_volume * cubed, true});
}

void ShapeReader::hull(const JsonField& f) {
  f.allow({"vertices"});
  scene_.shapes.add_hull(read_vertices(f.member("vertices"), 0), rounding_);
}

void ShapeReader::sphere(const JsonField& f) {
  f.allow({"radius"});
  scene_.shapes.add_sphere(f.member("radius").not_negative() + rounding_);
}

void ShapeReader::capsule(const JsonField& f) {
  f.allow({"radius", "half_length"});
  scene_.shapes.add_capsule(f.member("radius").not_negative() + rounding_, f.member("half_length").not_negative());
}

void ShapeReader::box(const JsonField& f) {
  f.allow({"half_extents"});
  const JsonField extents = f.member("half_extents");
  const Vec3<double> half = extents.vec3();
  for (std::size_t i = 0; i < 3; ++i) extents[i].not_negative();
  scene_.shapes.add_box(half, rounding_);
}

void ShapeReader::triangle(const JsonField& f) {
  f.allow({"vertices"});
  const Vertices v = read_vertices(f.member("vertices"), 3);
  scene_.shapes.add_triangle(v[0], v[1], v[2], rounding_);
}

void ShapeReader::segment(const JsonField& f) {
  f.allow({"vertices"});
  const Vertices v = read_vertices(f.member("vertices"), 2);
  scene_.shapes.add_segment(v[0], v[1], rounding_);
}

void ShapeReader::point(const JsonField& f) {
  f.allow({"vertex"});
  scene_.shapes.add_point(f.member("vertex").vec3(), rounding_);
}

void ShapeReader::ellipsoid(const JsonField& f) {
  f.allow({"semi_axes"});
  const JsonField axes = f.member("semi_axes");
  const Vec3<double> half = axes.vec3();
  for (std::size_t i = 0; i < 3; ++i) axes[i].not_negative();
  scene_.shapes.add_ellipsoid(half, rounding_);
}

void ShapeReader::cylinder(const JsonField& f) {
  f.allow({"radius", "half_length"});
  scene_.shapes.add_cylinder(f.member("radius").not_negative(), f.member("half_length").not_negative(), rounding_);
}

void ShapeReader::cone(const JsonField& f) {
  f.allow({"radius", "half_length"});
  scene_.shapes.add_cone(f.member("radius").not_negative(), f.member("half_length").not_negative(), rounding_);
}

void ShapeReader::minkowski_sum(const JsonField& f) {
  f.allow({"a", "b", "position", "orientation"});
  const std::uint32_t a = names_.find(f.member("a"));
  const std::uint32_t b = names_.find(f.member("b"));
  scene_.shapes.add_minkowski_sum(a, b, read_pose(f), rounding_);
}

}  // namespace

void NameTable::add(const std::string& name, const JsonField& place) {
  if (!name.empty() && !index_.emplace(name, count_).second) {
    place.fail("is the name of an earlier " + what_ + " too, allowed is a name for one");
  }
  ++count_;
}

std::uint32_t NameTable::find(const JsonField& reference) const {
  if (!reference.is_string()) return reference.index(count_, (what_ + " index").c_str());
  const auto at = index_.find(reference.string());
  if (at == index_.end()) reference.fail("is not the name of a " + what_ + " of this file");
  return at->second;
}

void read_shapes(const JsonField& list, const std::string& folder, Scene& scene, NameTable& names) {
  ShapeReader reader(folder, names, scene);
  const std::size_t count = list.array_size();
  for (std::size_t i = 0; i < count; ++i) {
    const JsonField shape = list[i];
    const JsonField name = shape.member("name");
    if (name.string().empty()) name.fail("is not a name, allowed is a text that is not empty");
    reader.add(shape, name.string());
    names.add(name.string(), name);  // only now: a sum is of shapes before it
    scene.shape_names.push_back(name.string());
  }
}

}  // namespace abut::io
