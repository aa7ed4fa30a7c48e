// The keys of a NURBS surface, in a file of its own and in a scene.
#pragma once

#include <string>
#include <vector>

#include "abut/surface/nurbs.h"
#include "host/io/json_field.h"

namespace abut::io {

/// "degree_u", "knots_u", "degree_v", "knots_v", "points" and, where it is there, "weights"; other keys are not looked
/// at. Throws as `check`, without file and place.
NurbsSurface read_nurbs(const JsonField& nurbs);
/// The same as text, without its name.
void append_nurbs(std::string& text, const NurbsSurface& surface);

/// One parameter of a spline: its degree and its knots. `name`: "u", or nothing where there is one alone.
SplineDirection read_direction(const JsonField& nurbs, const char* degree, const char* knots);
void append_direction(std::string& text, const SplineDirection& direction, const std::string& name);

/// A list of finite numbers.
std::vector<double> read_numbers(const JsonField& list);

}  // namespace abut::io
