#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>
#include <vector>

#include "abut/core/error.h"
#include "host/io/scene_meshes.h"
#include "host/io/scene_parts.h"

namespace abut::io {
namespace {

using Vertices = std::vector<Vec3<double>>;

class ShapeReader {
 public:
  ShapeReader(const std::string& folder, const ShapeTable& shapes, Scene& scene, SceneColumns* columns)
      : shapes_(shapes), scene_(scene), columns_(columns), folder_(folder), meshes_(folder) {}
  void add(const JsonField& shape, const std::string& name);

 private:
  using Kind = void (ShapeReader::*)(const JsonField&);

  void mesh(const JsonField& f);
  void facets(const JsonField& f);
  void nurbs(const JsonField& f);
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
  std::uint32_t term(const JsonField& reference) const;
  void record(ShapeRow shape) const {
    shape.rounding = rounding_;
    if (columns_ != nullptr) columns_->add(shape);
  }

  const ShapeTable& shapes_;
  Scene& scene_;
  SceneColumns* columns_;
  const std::string& folder_;
  SceneMeshes meshes_;
  std::string name_;     // of the shape that is being read
  double rounding_ = 0;  // its rounding
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
  shape.allow({"name", "rounding", "mesh", "nurbs", "hull", "sphere", "capsule", "box", "triangle", "segment", "point",
               "ellipsoid", "cylinder", "cone", "minkowski_sum"});
  static const std::pair<const char*, Kind> kinds[] = {{"mesh", &ShapeReader::mesh},
                                                       {"nurbs", &ShapeReader::nurbs},
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
      "exactly one of \"mesh\", \"nurbs\", \"hull\", \"sphere\", \"capsule\", \"box\", \"triangle\", \"segment\", "
      "\"point\", "
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

/// The keys of a mesh as parts.
DecomposeOptions read_decompose_options(const JsonField& f) {
  DecomposeOptions options;
  if (const auto mode = f.find("mode")) {
    const std::string& name = mode->string();
    if (name != "cover" && name != "fit") mode->fail("is not a mode, allowed are \"cover\" and \"fit\"");
    options.mode = name == "fit" ? PartsMode::fit : PartsMode::cover;
  }
  if (const auto concavity = f.find("concavity")) {
    options.concavity = concavity->positive();
    if (options.concavity > 1) concavity->fail("is too large, allowed is 0.0005 to 1");
    if (options.concavity < DecomposeOptions::least_concavity) {
      concavity->fail("is too small, allowed is 0.0005 to 1");
    }
  }
  if (const auto most = f.find("most_parts")) options.most_parts = most->index(1u << 20, "number of parts");
  if (const auto most = f.find("most_vertices")) {
    options.most_vertices = most->index(max_shape_vertices, "number of vertices");
    if (options.most_vertices > 0 && options.most_vertices < 8) most->fail("is too small, allowed is 0, or 8 and more");
  }
  if (const auto body = f.find("body")) {
    const std::string& name = body->string();
    if (name != "solid" && name != "surface") body->fail("is not allowed, allowed are \"solid\" and \"surface\"");
    options.body = name == "solid" ? PartsBody::solid : PartsBody::surface;
    if (name == "surface" && options.mode == PartsMode::fit) {
      body->fail("has no inside for parts of mode \"fit\" to lie in, allowed is mode \"cover\"");
    }
  }
  if (const auto thickness = f.find("thickness")) {
    options.thickness = thickness->positive();
    if (options.thickness < DecomposeOptions::least_thickness || options.thickness > options.concavity / 2) {
      thickness->fail("is not allowed, allowed is 0.0001 to half of concavity");
    }
  }
  return options;
}

/// Cells along a wrap's longest side; 0: no wrap.
std::uint32_t read_wrap(const JsonField& f) {
  const auto wrap = f.find("wrap");
  if (!wrap) return 0;
  const auto cells = static_cast<std::uint32_t>(wrap->index(WrapOptions::most_resolution + 1, "number of cells"));
  if (cells < WrapOptions::least_resolution) wrap->fail("is too small, allowed is 4 to 256");
  return cells;
}

double read_scale(const JsonField& f) {
  const auto scale = f.find("scale");
  return scale ? scale->positive() : 1;
}

/// The name of the file, and what `read` makes of it; what is wrong with the file is told at its name.
template <class Read>
auto read_mesh_file(const JsonField& f, const Read& read) {
  const JsonField path = f.member("path");
  if (path.string().empty()) path.fail("is not the name of a file");
  try {
    return std::make_pair(path.string(), read(path.string()));
  } catch (const std::runtime_error& error) {
    path.fail_without_value(error.what());
  }
}

Vertices scaled(const Vertices& vertices, double scale) {
  Vertices out;
  out.reserve(vertices.size());
  for (const Vec3<double>& v : vertices) out.push_back(v * scale);
  return out;
}

void ShapeReader::mesh(const JsonField& f) {
  f.allow({"path", "scale", "as", "mode", "concavity", "most_parts", "most_vertices", "body", "thickness", "wrap",
           "flatness"});
  std::string kind = "hull";
  if (const auto as = f.find("as")) {
    kind = as->string();
    if (kind != "hull" && kind != "parts" && kind != "facets") {
      as->fail("is not a way to use a mesh, allowed are \"hull\", \"parts\", \"facets\"");
    }
  }
  if (kind == "facets") return facets(f);
  if (kind == "hull") f.allow({"path", "scale", "as"});
  f.allow({"path", "scale", "as", "mode", "concavity", "most_parts", "most_vertices", "body", "thickness", "wrap"});
  const DecomposeOptions options = read_decompose_options(f);
  const std::uint32_t wrap = read_wrap(f);
  const double scale = read_scale(f);
  const auto [path, stand_in] = read_mesh_file(f, [&](const std::string& name) {
    return kind == "parts" ? &meshes_.parts(name, options, wrap) : &meshes_.hull(name);
  });
  const std::uint32_t first = scene_.shapes.size();
  for (const Vertices& part : stand_in->parts) {
    const Vertices vertices = scaled(part, scale);
    scene_.shapes.add_hull(vertices, rounding_);
    record({.kind = ShapeCode::hull, .vertices = vertices});
  }
  const double cubed = scale * scale * scale;
  scene_.hulls_of_meshes.push_back({first, static_cast<std::uint32_t>(stand_in->parts.size()), path,
                                    stand_in->mesh_volume * cubed, stand_in->parts_volume * cubed, stand_in->solid,
                                    stand_in->repairs, stand_in->faults});
}

void ShapeReader::facets(const JsonField& f) {
  f.allow({"path", "scale", "as", "flatness"});
  if (columns_ != nullptr) {
    f.member("as").fail(
        "is for contacts between bodies alone: arrays of shapes have no meshes; allowed are \"hull\" "
        "and \"parts\"");
  }
  FacetMeshOptions options;
  options.rounding = rounding_;
  if (const auto flatness = f.find("flatness")) {
    options.flatness = flatness->not_negative();
    if (options.flatness > FacetMeshOptions::most_flatness) flatness->fail("is too large, allowed is 0 to 1e-3");
  }
  const double scale = read_scale(f);
  const auto [path, file] = read_mesh_file(f, [&](const std::string& name) { return &meshes_.facets(name); });
  Scene::FacetMesh mesh{scene_.shapes.add_hull(scaled(file->hull, scale), rounding_), path, file->mesh, options,
                        file->notes};
  for (Vec3<double>& v : mesh.mesh.vertices) v = v * scale;
  FacetTrees().set_mesh(scene_.shapes, mesh.shape, mesh.mesh, options);  // told here, by file and place
  scene_.facet_meshes.push_back(std::move(mesh));
}

void ShapeReader::nurbs(const JsonField& f) {
  if (columns_ != nullptr) {
    f.fail_without_value(
        "is for contacts between bodies alone: arrays of shapes have no surfaces; allowed is \"hull\"");
  }
  if (rounding_ > 0) f.fail_without_value("has no rounding; allowed is 0");
  Scene::SurfaceShape shape = read_surface_shape(f, folder_);
  shape.shape = scene_.shapes.add_hull(shape.surface.points);
  ContactSurfaces().set(scene_.shapes, shape.shape, shape.surface, shape.knots);  // told here, by file and place
  scene_.surface_shapes.push_back(std::move(shape));
}

void ShapeReader::hull(const JsonField& f) {
  f.allow({"vertices"});
  const Vertices v = read_vertices(f.member("vertices"), 0);
  scene_.shapes.add_hull(v, rounding_);
  record({.kind = ShapeCode::hull, .vertices = v});
}

void ShapeReader::sphere(const JsonField& f) {
  f.allow({"radius"});
  const double radius = f.member("radius").not_negative();
  scene_.shapes.add_sphere(radius + rounding_);
  record({.kind = ShapeCode::sphere, .size = {radius}});
}

void ShapeReader::capsule(const JsonField& f) {
  f.allow({"radius", "half_length"});
  const double radius = f.member("radius").not_negative(), half = f.member("half_length").not_negative();
  scene_.shapes.add_capsule(radius + rounding_, half);
  record({.kind = ShapeCode::capsule, .size = {radius, half}});
}

void ShapeReader::box(const JsonField& f) {
  f.allow({"half_extents"});
  const JsonField extents = f.member("half_extents");
  const Vec3<double> half = extents.vec3();
  for (std::size_t i = 0; i < 3; ++i) extents[i].not_negative();
  scene_.shapes.add_box(half, rounding_);
  record({.kind = ShapeCode::box, .size = {half.x, half.y, half.z}});
}

void ShapeReader::triangle(const JsonField& f) {
  f.allow({"vertices"});
  const Vertices v = read_vertices(f.member("vertices"), 3);
  scene_.shapes.add_triangle(v[0], v[1], v[2], rounding_);
  record({.kind = ShapeCode::triangle, .vertices = v});
}

void ShapeReader::segment(const JsonField& f) {
  f.allow({"vertices"});
  const Vertices v = read_vertices(f.member("vertices"), 2);
  scene_.shapes.add_segment(v[0], v[1], rounding_);
  record({.kind = ShapeCode::segment, .vertices = v});
}

void ShapeReader::point(const JsonField& f) {
  f.allow({"vertex"});
  const Vec3<double> v = f.member("vertex").vec3();
  scene_.shapes.add_point(v, rounding_);
  record({.kind = ShapeCode::point, .vertices = {&v, 1}});
}

void ShapeReader::ellipsoid(const JsonField& f) {
  f.allow({"semi_axes"});
  const JsonField axes = f.member("semi_axes");
  const Vec3<double> half = axes.vec3();
  for (std::size_t i = 0; i < 3; ++i) axes[i].not_negative();
  scene_.shapes.add_ellipsoid(half, rounding_);
  record({.kind = ShapeCode::ellipsoid, .size = {half.x, half.y, half.z}});
}

void ShapeReader::cylinder(const JsonField& f) {
  f.allow({"radius", "half_length"});
  const double radius = f.member("radius").not_negative(), half = f.member("half_length").not_negative();
  scene_.shapes.add_cylinder(radius, half, rounding_);
  record({.kind = ShapeCode::cylinder, .size = {radius, half}});
}

void ShapeReader::cone(const JsonField& f) {
  f.allow({"radius", "half_length"});
  const double radius = f.member("radius").not_negative(), half = f.member("half_length").not_negative();
  scene_.shapes.add_cone(radius, half, rounding_);
  record({.kind = ShapeCode::cone, .size = {radius, half}});
}

std::uint32_t ShapeReader::term(const JsonField& reference) const {
  const ShapeRange range = shapes_.find(reference);
  if (range.count != 1) reference.fail("is a mesh as parts, allowed is one convex shape");
  const auto is_term = [&](const Scene::FacetMesh& mesh) { return mesh.shape == range.first; };
  if (std::any_of(scene_.facet_meshes.begin(), scene_.facet_meshes.end(), is_term)) {
    reference.fail("is a mesh as facets, allowed is one convex shape");
  }
  const auto is_surface = [&](const Scene::SurfaceShape& shape) { return shape.shape == range.first; };
  if (std::any_of(scene_.surface_shapes.begin(), scene_.surface_shapes.end(), is_surface)) {
    reference.fail("is a NURBS surface, allowed is one convex shape");
  }
  return range.first;
}

void ShapeReader::minkowski_sum(const JsonField& f) {
  f.allow({"a", "b", "position", "orientation"});
  const std::uint32_t a = term(f.member("a")), b = term(f.member("b"));
  const Pose pose = read_pose(f);
  scene_.shapes.add_minkowski_sum(a, b, pose, rounding_);
  record({.kind = ShapeCode::minkowski_sum, .terms = {a, b}, .pose = pose});
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

void ShapeTable::add(const std::string& name, const JsonField& place, std::uint32_t shapes) {
  names_.add(name, place);
  const std::uint32_t first = ranges_.empty() ? 0 : ranges_.back().first + ranges_.back().count;
  ranges_.push_back({first, shapes - first});
}

void read_shapes(const JsonField& list, const std::string& folder, Scene& scene, ShapeTable& shapes,
                 SceneColumns* columns) {
  ShapeReader reader(folder, shapes, scene, columns);
  const std::size_t count = list.array_size();
  for (std::size_t i = 0; i < count; ++i) {
    const JsonField shape = list[i];
    const JsonField name = shape.member("name");
    if (name.string().empty()) name.fail("is not a name, allowed is a text that is not empty");
    const std::uint32_t before = scene.shapes.size();
    reader.add(shape, name.string());
    shapes.add(name.string(), name, scene.shapes.size());  // only now: a sum is of shapes before it
    const std::uint32_t added = scene.shapes.size() - before;
    for (std::uint32_t k = 0; k < added; ++k) {
      scene.shape_names.push_back(added == 1 ? name.string() : name.string() + "[" + std::to_string(k) + "]");
    }
  }
}

}  // namespace abut::io
