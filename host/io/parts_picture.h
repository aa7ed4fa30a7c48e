// A picture of a body and of its convex parts.
#pragma once

#include <string>
#include <vector>

#include "abut/shapes/mesh.h"

namespace abut::io {

/// SVG: the body, and beside it the parts, pulled apart, each in its colour.
std::string parts_picture(const Mesh& body, const std::vector<Mesh>& parts);

}  // namespace abut::io
