// How far a convex part reaches out of the body: the largest distance of any of its points from the solid.
//
// Mamou & Ghorbel 2009 and Montanari et al. 2017, 3.3 take the largest distance of the surface's vertices from the
// hull along its normals (their equation 3.11 prints min). Here all points of the hull count, so that nothing that lies
// farther than this from the body is in a part: cubes are halved until each is decided, since the distance changes by
// no more than the way.
#pragma once

#include "host/decompose/body.h"
#include "host/decompose/part_hull.h"

namespace abut::host {

/// Whether no point of the hull is farther than `limit` from the body. May say no where the largest distance is within
/// `resolution` below it. Of a flat hull it says yes: none is made a part.
bool stays_within(const Body& body, const PartHull& hull, double limit, double resolution);

/// Largest distance, 0 if the hull lies in the body: between `lower` and `upper`, which are no more than `resolution`,
/// or than `share` of `lower`, apart. Data only.
struct Protrusion {
  double lower, upper;
};
Protrusion protrusion(const Body& body, const PartHull& hull, double resolution, double share = 0);

}  // namespace abut::host
