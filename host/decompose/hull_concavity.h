// How far from convex a solid or a surface is, in the measure of decompose().
#pragma once

#include <limits>

#include "abut/shapes/mesh.h"

namespace abut::host {

/// Data only.
struct HullConcavity {
  double distance = 0;  ///< largest of a point of the convex hull from the mesh, in the mesh's unit; `PartsReport` says
                        ///< how near it is: the hull is the only part
  double relative = 0;  ///< over half of the longest side of the mesh's box
};

/// `solid`: closed, outward, as `repair_mesh` leaves it. Throws `InvalidInput` as `decompose` does.
HullConcavity hull_concavity(const Mesh& solid);

/// From the nearest facet of any set of triangles, on either side of it. `resolution`: how near it is at least, in the
/// mesh's unit, where that is less than `PartsReport` says. Throws `InvalidInput` where all its vertices are one point.
HullConcavity hull_concavity_of_surface(const Mesh& surface,
                                        double resolution = std::numeric_limits<double>::infinity());

}  // namespace abut::host
