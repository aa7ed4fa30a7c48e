// Planes of polygonal faces.
#pragma once

#include <cstdint>
#include <span>

#include "abut/core/vec3.h"

namespace abut::host {

/// Points x with dot(normal, x) = offset; `normal` is of unit length.
struct FacePlane {
  Vec3<double> normal;
  double offset;
};

/// Plane of the polygon `ids` by Newell's method, behind all its vertices (merged facets are flat but for rounding
/// error). A polygon without area gets the direction `otherwise`, or, where that is zero, some direction across its
/// longest extent.
FacePlane face_plane(std::span<const Vec3<double>> vertices, std::span<const std::uint32_t> ids,
                     Vec3<double> otherwise);

FacePlane plane_with_normal(std::span<const Vec3<double>> vertices, std::span<const std::uint32_t> ids,
                            Vec3<double> unit_normal);

}  // namespace abut::host
