// How far a convex part reaches beyond a surface that encloses nothing: the largest distance of any of its points from
// the nearest facet.
//
// The part is cut into tetrahedra, and these are halved until each is decided. From below the distance is known at
// their corners, which are points of the part. From above: the distance from one facet is a convex function, so that it
// is largest at a corner; where facets lie in one plane side by side it is the height;
// and no distance changes by more than the way.
#pragma once

#include "host/decompose/flat_patches.h"
#include "host/decompose/part_hull.h"

namespace abut::host {

/// Any set of triangles, at least one.
struct Surface {
  Surface(std::span<const Vec3<double>> vertices, std::span<const std::array<std::uint32_t, 3>> triangles)
      : tree(vertices, triangles), flat(vertices, triangles) {}
  SurfaceTree tree;
  FlatPatches flat;
};

/// Whether no point of the hull, which is not flat, is farther than `limit` from the surface. May say no where the
/// largest distance is within `resolution` below it, or takes too many tetrahedra to tell.
bool stays_near(const Surface& surface, const PartHull& hull, double limit, double resolution);

/// Largest distance: between `lower` and `upper`, which are no more than `resolution`, or than `share` of `lower`,
/// apart, unless that takes too many tetrahedra. Data only.
struct Reach {
  double lower, upper;
};
/// `least`: what is below it does not matter.
Reach reach_of(const Surface& surface, const PartHull& hull, double resolution, double share, double least = 0);

/// Of the hull's corners and its middle alone: a lower bound.
double reach_of_corners(const Surface& surface, const PartHull& hull);

}  // namespace abut::host
