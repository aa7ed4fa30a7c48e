// The keys of a NURBS surface, in a file of its own and in a scene.
#pragma once

#include "abut/surface/nurbs.h"
#include "host/io/json_field.h"

namespace abut::io {

/// "degree_u", "knots_u", "degree_v", "knots_v", "points" and, where it is there, "weights"; other keys are not looked
/// at. Throws as `check`, without file and place.
NurbsSurface read_nurbs(const JsonField& nurbs);

}  // namespace abut::io
