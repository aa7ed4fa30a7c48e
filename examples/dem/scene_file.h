// The bodies of a run as a scene of `abut` (docs/reference/scene-format.md).
#pragma once

#include <string>
#include <vector>

#include "examples/dem/scene.h"

namespace dem {

/// Walls and the bodies that are born, where they are, in m: for `abut detect`, `abut verify` and `abut report`. Grains
/// are their meshes, by paths relative to the file, cut into parts as the run has them, or by facets with the zone for
/// the alert distance; or NURBS surfaces, each kind in a file grain_KIND.json beside it. Walls meet bodies and not each
/// other. Of scenes in space. Throws `FileError`.
void write_scene_file(const std::string& path, const Scene& scene, const std::vector<BodyState>& states,
                      std::uint32_t born);

}  // namespace dem
