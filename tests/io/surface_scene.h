// Scenes with shapes that are NURBS surfaces, for tests.
#pragma once

#include <string>

#include "abut/surface/surface_file.h"
#include "tests/io/scene_files.h"
#include "tests/surface/known_surfaces.h"

namespace abut::test {

/// A folder with the unit sphere as a surface.
struct SurfaceFiles {
  TemporaryFolder folder;
  SurfaceFiles() { write_surface(folder / "ball.json", unit_sphere()); }
};

inline const char* const nurbs_ball = R"({"name": "nurbs", "nurbs": {"path": "ball.json"}})";
inline const char* const wall = R"({"name": "wall", "box": {"half_extents": [4, 4, 1]}})";

/// The surface as a shape that the scene has itself, with `more` keys (", \"scale\": 2").
inline std::string inline_shape(const NurbsSurface& surface, const std::string& more = "") {
  std::string text = to_json(surface);  // {"nurbs": {...}}
  text.erase(text.rfind('}'));
  text.erase(text.rfind('}'));
  return R"({"name": "own", )" + text.substr(1) + more + "}}";
}

}  // namespace abut::test
