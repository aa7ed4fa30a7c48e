// The boundary of what is inside of a wrap: dual contouring (Ju, Losasso, Schaefer & Warren 2002) on a grid.
#pragma once

#include "host/decompose/wrap_grid.h"

namespace abut::host {

/// One vertex in each cell that the boundary goes through, where the planes met on the cell's edges meet best, and two
/// triangles for each edge of the grid that it crosses: closed and outward, and manifold since `inside` is
/// well-composed. Corners are strictly inside of their cells, so that no two are equal.
Mesh boundary_of(const WrapSolid& solid, const Grid& grid, const Mesh& mesh, const SurfaceTree& surface);

}  // namespace abut::host
