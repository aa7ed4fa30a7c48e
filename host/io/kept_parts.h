// Convex parts of a mesh, kept in files beside a scene.
#pragma once

#include <string>
#include <vector>

#include "abut/decompose.h"

namespace abut::io {

/// Decomposes a mesh, or reads what was kept of it in the folder abut-parts beside the scene: an OBJ under the hash of
/// mesh and options, which begins with a checksum of the rest. What was kept counts if it is as it was written, each
/// object has triangles, and the parts are found to keep what the options ask for (`broken_promise`): the cover, the
/// concavity, the limits on corners and parts; else it is made again and replaced. Where nothing can be written there
/// nothing is kept.
std::vector<Mesh> parts_of(const Mesh& mesh, const DecomposeOptions& options, const std::string& folder);

}  // namespace abut::io
