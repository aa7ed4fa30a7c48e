#include "examples/dem/scene_file.h"

#include <cstdio>
#include <filesystem>
#include <sstream>

#include "abut/surface/surface_file.h"
#include "examples/dem/output.h"
#include "examples/dem/rotation.h"

namespace dem {

namespace {

namespace fs = std::filesystem;

constexpr std::uint32_t none = 0xffffffffu;

/// The shortest text of 17 digits or fewer that reads back as the same number.
std::string number(double value) {
  char text[40];
  for (int digits = 9; digits <= 17; digits += 8) {
    std::snprintf(text, sizeof text, "%.*g", digits, value);
    if (std::stod(text) == value) break;
  }
  return text;
}

std::string list(std::initializer_list<double> values) {
  std::string text;
  for (const double v : values) text += (text.empty() ? "[" : ", ") + number(v);
  return text + "]";
}
std::string list(Vector v) { return list({v.x, v.y, v.z}); }

/// As JSON, quotes included.
std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    char escaped[8];
    std::snprintf(escaped, sizeof escaped, "\\u%04x", static_cast<unsigned>(static_cast<unsigned char>(c)));
    if (c == '"' || c == '\\') {
      out += {'\\', c};
    } else if (static_cast<unsigned char>(c) < 0x20) {
      out += escaped;
    } else {
      out += c;
    }
  }
  return out + "\"";
}

std::string file_of_kind(std::size_t kind) { return "grain_" + std::to_string(kind) + ".json"; }

std::string shape_text(const Scene& scene, std::uint32_t body, const fs::path& folder) {
  if (scene.surface_of(body) != nullptr) {
    return "\"nurbs\": {\"path\": " + quoted(file_of_kind(scene.kind_of[body - scene.walls])) +
           ", \"spacing\": " + number(scene.settings.knots) + "}";
  }
  if (const auto* mesh = scene.mesh_of(body)) {
    const fs::path path = fs::relative(mesh->path, folder);
    const std::string whole = ", \"as\": \"facets\", \"flatness\": " + number(facet_flatness);
    const std::string parts = ", \"as\": \"parts\", \"concavity\": " + number(scene.settings.concavity) +
                              ", \"most_vertices\": " + std::to_string(mesh->most_vertices);
    return "\"mesh\": {\"path\": " + quoted(path.string()) + ", \"scale\": " + number(mesh->scale) +
           (scene.facets_of(body) ? whole : parts) + "}";
  }
  const std::uint32_t shape = scene.first_part[body];
  const abut::ShapeHeader& header = scene.shapes.header(shape);
  if (header.kind == abut::ShapeKind::box) {
    return "\"box\": {\"half_extents\": " +
           list({header.half_extent[0], header.half_extent[1], header.half_extent[2]}) + "}";
  }
  const auto vertices = scene.shapes.vertices(shape);
  if (vertices.size() == 1) return "\"sphere\": {\"radius\": " + number(header.rounding) + "}";
  std::string corners;
  for (const Vector& v : vertices) corners += (corners.empty() ? "" : ", ") + list(v);
  return "\"hull\": {\"vertices\": [" + corners + "]}";
}

/// A mesh is turned from its own frame into the principal one, and then as its body is.
std::string pose_text(const Scene& scene, std::uint32_t body, const BodyState& state) {
  Vector at = state.position;
  abut::Mat3<double> turn = rotation_of(state);
  if (const auto* mesh = scene.mesh_of(body)) {
    for (int row = 0; row < 3; ++row) {
      const double own[3] = {turn.m[3 * row], turn.m[3 * row + 1], turn.m[3 * row + 2]};
      for (int k = 0; k < 3; ++k) {
        const double* const axes = mesh->axes.m + 3 * k;
        turn.m[3 * row + k] = own[0] * axes[0] + own[1] * axes[1] + own[2] * axes[2];
      }
    }
    at = at - abut::rotate(turn, mesh->centre) * mesh->scale;
  }
  const double* const m = turn.m;
  return "\"position\": " + list(at) + ", \"orientation\": [" + list({m[0], m[1], m[2]}) + ", " +
         list({m[3], m[4], m[5]}) + ", " + list({m[6], m[7], m[8]}) + "]";
}

/// Bodies of one kind share their shape. Each kind of them is written once, those that no body has yet are left out.
std::vector<std::uint32_t> shapes_of_bodies(const Scene& scene, std::uint32_t born, const fs::path& folder,
                                            std::vector<std::uint32_t>& first_bodies) {
  std::vector<std::uint32_t> shape_of, shape_of_kind(scene.kinds.size(), none);
  for (std::uint32_t i = 0; i < born; ++i) {
    const abut::NurbsSurface* const surface = scene.surface_of(i) != nullptr ? &scene.surface_of(i)->surface : nullptr;
    std::uint32_t* const known = surface != nullptr ? &shape_of_kind[scene.kind_of[i - scene.walls]] : nullptr;
    if (known == nullptr || *known == none) {
      shape_of.push_back(static_cast<std::uint32_t>(first_bodies.size()));
      first_bodies.push_back(i);
      if (known == nullptr) continue;
      *known = shape_of.back();
      abut::write_surface((folder / file_of_kind(scene.kind_of[i - scene.walls])).string(), *surface);
    } else {
      shape_of.push_back(*known);
    }
  }
  return shape_of;
}

}  // namespace

void write_scene_file(const std::string& path, const Scene& scene, const std::vector<BodyState>& states,
                      std::uint32_t born) {
  const fs::path folder = fs::absolute(path).parent_path();
  std::vector<std::uint32_t> first_bodies;
  const std::vector<std::uint32_t> shape_of = shapes_of_bodies(scene, born, folder, first_bodies);
  std::ostringstream out;
  out << "{\n  \"version\": 1,\n  \"length_unit\": \"m\",\n";
  if (!scene.facets.empty()) out << "  \"options\": {\"alert_distance\": " << number(scene.settings.zone) << "},\n";
  out << "  \"shapes\": [";
  for (std::size_t k = 0; k < first_bodies.size(); ++k) {
    out << (k == 0 ? "\n" : ",\n") << "    {\"name\": \"" << k << "\", " << shape_text(scene, first_bodies[k], folder)
        << '}';
  }
  out << "\n  ],\n  \"bodies\": [";
  for (std::uint32_t i = 0; i < born; ++i) {
    out << (i == 0 ? "\n" : ",\n") << "    {\"shape\": " << shape_of[i] << ", " << pose_text(scene, i, states[i])
        << (i < scene.walls ? ", \"group\": 1, \"meets\": 0}" : "}");
  }
  out << "\n  ]\n}\n";
  write_whole(path, out.str());
}

}  // namespace dem
