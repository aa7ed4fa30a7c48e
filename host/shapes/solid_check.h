// Whether a mesh encloses a solid.
#pragma once

#include <string>

#include "abut/shapes/mesh.h"

namespace abut::host {

/// Whether the mesh is closed, consistently oriented and encloses a volume.
bool is_solid(const MeshReport& report);

/// Throws `InvalidInput`, named after `what`, unless the mesh is closed, consistently oriented and encloses a volume.
void require_solid(const std::string& what, const MeshReport& report);

/// Outward too.
void require_outward_solid(const std::string& what, const MeshReport& report);

}  // namespace abut::host
