// How far from convex a solid is, in the measure of decompose().
#pragma once

#include "abut/shapes/mesh.h"

namespace abut::host {

/// Data only.
struct HullConcavity {
  double distance = 0;  ///< largest of a point of the convex hull from the solid, in the mesh's unit; `PartsReport`
                        ///< says how near it is: the hull is the only part
  double relative = 0;  ///< over half of the longest side of the solid's box
};

/// `solid`: closed, outward, as `repair_mesh` leaves it. Throws `InvalidInput` as `decompose` does.
HullConcavity hull_concavity(const Mesh& solid);

}  // namespace abut::host
