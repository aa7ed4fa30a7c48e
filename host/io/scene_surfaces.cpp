// Shapes of a scene that are closed NURBS surfaces.
#include <algorithm>
#include <filesystem>
#include <stdexcept>

#include "abut/core/error.h"
#include "abut/surface/surface_file.h"
#include "abut/surface/surface_mass.h"
#include "host/io/meetings.h"
#include "host/io/nurbs_json.h"
#include "host/io/scene_parts.h"

namespace abut {
namespace {

/// A rounded box has no such surface, and a flat one encloses nothing.
bool is_wall(const ShapeHeader& h) {
  return h.kind == ShapeKind::box && h.rounding == 0 && h.half_extent[0] > 0 && h.half_extent[1] > 0 &&
         h.half_extent[2] > 0;
}

}  // namespace

ContactSurfaces Scene::contact_surfaces() const {
  ContactSurfaces out;
  if (surface_shapes.empty()) return out;
  for (const SurfaceShape& of : surface_shapes) out.set(shapes, of.shape, of.surface, of.knots);
  for (std::uint32_t s = 0; s < shapes.size(); ++s) {
    const ShapeHeader& h = shapes.header(s);
    if (is_wall(h)) out.set(shapes, s, box_surface({h.half_extent[0], h.half_extent[1], h.half_extent[2]}), {});
  }
  return out;
}

namespace io {
namespace {

constexpr double usual_spacing = 0.25, least_spacing = 0.01, most_spacing = 1;

double read_spacing(const JsonField& f) {
  const auto spacing = f.find("spacing");
  if (!spacing) return usual_spacing;
  const double value = spacing->number();
  if (!(value >= least_spacing && value <= most_spacing)) spacing->fail("is not allowed, allowed is 0.01 to 1");
  return value;
}

/// Points no farther apart than this times the radius: of the smallest sphere about the centre of mass that holds the
/// control points.
std::vector<KnotPosition> knots_of(const NurbsSurface& surface, double spacing) {
  const Vec3<double> centre = mass_properties(surface).centre;
  double radius = 0;
  for (const Vec3<double>& p : surface.points) radius = std::max(radius, length(p - centre));
  const double distance = spacing * radius;
  return knot_positions(surface, {.distance = distance, .angle = 0, .largest = distance});
}

/// "unit" and "part".
SurfaceFileOptions read_file_options(const JsonField& f, bool has_path) {
  SurfaceFileOptions out;
  for (const char* key : {"unit", "part"}) {
    const auto value = f.find(key);
    if (value && !has_path) value->fail("is of a file; allowed is one with a \"path\"");
  }
  if (const auto unit = f.find("unit")) out.unit = unit->positive();
  if (const auto part = f.find("part")) {
    out.part = part->string();
    if (out.part.empty()) part->fail("is not the name of a part");
  }
  return out;
}

/// What stands for a shape that has no surface.
const char* kind_text(const Scene& scene, std::uint32_t shape) {
  const auto is_it = [&](const Scene::FacetMesh& mesh) { return mesh.shape == shape; };
  if (std::any_of(scene.facet_meshes.begin(), scene.facet_meshes.end(), is_it)) return "a mesh as facets";
  switch (scene.shapes.header(shape).kind) {
    case ShapeKind::box: return "a box with a rounding or without a volume";
    case ShapeKind::ellipsoid: return "an ellipsoid";
    case ShapeKind::cylinder: return "a cylinder";
    case ShapeKind::cone: return "a cone";
    case ShapeKind::minkowski_sum: return "a Minkowski sum";
    case ShapeKind::vertex_set: break;
  }
  return "a shape of vertices";
}

}  // namespace

Scene::SurfaceShape read_surface_shape(const JsonField& f, const std::string& folder) {
  const auto path = f.find("path");
  for (const char* key : {"degree_u", "knots_u", "degree_v", "knots_v", "points", "weights"}) {
    if (path && f.find(key)) {
      f.fail_without_value(std::string("has both \"path\" and \"") + key + "\", allowed is a file or a surface here");
    }
  }
  f.allow(
      {"path", "unit", "part", "degree_u", "knots_u", "degree_v", "knots_v", "points", "weights", "scale", "spacing"});
  const SurfaceFileOptions of_file = read_file_options(f, path.has_value());
  const auto scale = f.find("scale");
  const double factor = scale ? scale->positive() : 1, spacing = read_spacing(f);
  Scene::SurfaceShape out;
  if (path && path->string().empty()) path->fail("is not the name of a file");
  try {
    out.path = path ? path->string() : "";
    out.surface = path ? read_surface((std::filesystem::path(folder) / out.path).lexically_normal().string(), of_file)
                       : read_nurbs(f);
    for (Vec3<double>& p : out.surface.points) p = p * factor;
    out.knots = knots_of(out.surface, spacing);
  } catch (const std::runtime_error& error) {  // what is wrong with a file is told at its name
    if (!path) throw;
    path->fail_without_value(error.what());
  }
  return out;
}

void refuse_surfaces(const Scene& scene, const std::string& file, const std::string& reader) {
  if (scene.surface_shapes.empty()) return;
  throw InvalidInput(file + ": shape \"" + scene.shape_names[scene.surface_shapes[0].shape] +
                     "\" is a NURBS surface, which " + reader + " does not take; allowed are other shapes");
}

void require_surfaces(const Scene& scene, const std::string& file) {
  if (scene.surface_shapes.empty()) return;
  std::vector<char> is_surface(scene.shapes.size(), 0), lacks(is_surface);
  for (const Scene::SurfaceShape& of : scene.surface_shapes) is_surface[of.shape] = 1;
  for (std::uint32_t s = 0; s < lacks.size(); ++s) lacks[s] = is_surface[s] == 0 && !is_wall(scene.shapes.header(s));
  const auto meeting = meeting_of(scene, is_surface, lacks);
  if (!meeting) return;
  const PartsView parts = scene.bodies.parts();
  const auto body = [&](std::uint32_t part) { return std::to_string(parts.body[part]); };
  const auto name = [&](std::uint32_t part) { return "\"" + scene.shape_names[parts.shape[part]] + "\""; };
  throw InvalidInput(file + ": bodies " + body(meeting->a) + " and " + body(meeting->b) + " may meet, but shape " +
                     name(meeting->a) + " is a NURBS surface and shape " + name(meeting->b) + " is " +
                     kind_text(scene, parts.shape[meeting->b]) +
                     ", which has none; allowed with it are NURBS surfaces, boxes with a volume and without a "
                     "rounding, and groups that do not meet");
}

}  // namespace io
}  // namespace abut
