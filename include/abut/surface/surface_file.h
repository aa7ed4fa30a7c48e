// NURBS surfaces as JSON: {"nurbs": {"degree_u": 3, "knots_u": [...], "degree_v": 3, "knots_v": [...],
// "points": [[x, y, z], ...], "weights": [...]}}, the weights only where there are any. Host only; in Abut::io.
#pragma once

#include <string>

#include "abut/surface/nurbs.h"

namespace abut {

/// Numbers are the shortest that read back as the same bits. Throws as `check`.
std::string to_json(const NurbsSurface& surface);

/// The file appears under its name when it is complete. Throws as `check`, and `FileError`.
void write_surface(const std::string& path, const NurbsSurface& surface);

/// Throws `FileError`, and `InvalidInput` naming file, key, value and what is allowed; as `check` too.
NurbsSurface read_surface(const std::string& path);

}  // namespace abut
