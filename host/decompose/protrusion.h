// How far a convex part reaches out of the body: the largest distance of any of its points from the solid.
//
// Mamou & Ghorbel 2009 and Montanari et al. 2017, 3.3 take the largest distance of the surface's vertices from the
// hull along its normals (their equation 3.11 prints min). Here all points of the hull count, so that nothing that lies
// farther than this from the body is in a part: cubes are halved until each is decided, since the distance changes by
// no more than the way.
#pragma once

#include "host/decompose/body.h"
#include "host/decompose/part_hull.h"
#include "host/decompose/work.h"

namespace abut::host {

/// Whether no point of the hull is farther than `limit` from the body. May say no where the largest distance is within
/// twice `resolution` below it, since the middle of a cube at the hull's boundary may lie beside the hull, or where
/// more than some cubes would have to be looked at. Of a flat hull it says yes: none is made a part. `work`: null, or
/// what it takes is added.
bool stays_within(const Body& body, const PartHull& hull, double limit, double resolution, Work* work = nullptr);

/// Largest distance, 0 if the hull lies in the body: between `lower` and `upper`, which are no more than `resolution`,
/// or than `share` of `lower`, apart, or as near as looking at `most_looks` places brings them. `work`: as above. Data
/// only.
struct Protrusion {
  double lower, upper;
};
inline constexpr std::size_t usual_looks = 4'000'000;
Protrusion protrusion(const Body& body, const PartHull& hull, double resolution, double share = 0,
                      std::size_t most_looks = usual_looks, Work* work = nullptr);

}  // namespace abut::host
