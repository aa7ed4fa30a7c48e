// Meshes as the text of an OBJ file.
#pragma once

#include <string>
#include <vector>

#include "abut/shapes/mesh.h"

namespace abut::io {

/// Each an object of its own, with all digits.
std::string obj_text(const std::vector<Mesh>& meshes);

}  // namespace abut::io
