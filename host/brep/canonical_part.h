// Which part of a canonical surface or curve patches are, that lie on it.
#pragma once

#include <span>

#include "host/brep/surface_patches.h"

namespace abut::host {

/// In the parameters of a canonical surface, whose x axis should point to their middle; u of -pi to pi or less, v of a
/// torus likewise about `middle_v`. `margin`: a length by which it is larger.
ParameterBox part_on(const BrepSurface& surface, std::span<const SurfacePatch> patches, double margin,
                     double middle_v = 0);

}  // namespace abut::host
