// The names of kinds, in files and for people.
#pragma once

#include <array>

#include "abut/brep/brep.h"

namespace abut::host {

/// In the order of the enumerators.
inline constexpr std::array<const char*, 8> surface_kind_names = {"plane", "cylinder",   "cone",      "sphere",
                                                                  "torus", "revolution", "extrusion", "nurbs"};
inline constexpr std::array<const char*, 4> curve_kind_names = {"line", "circle", "ellipse", "nurbs"};

inline const char* name_of(BrepSurfaceKind kind) { return surface_kind_names[static_cast<std::size_t>(kind)]; }
inline const char* name_of(BrepCurveKind kind) { return curve_kind_names[static_cast<std::size_t>(kind)]; }

}  // namespace abut::host
