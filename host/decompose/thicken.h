// Points in a plane, on a line or nearly so, given a thickness: hulls without volume are no parts.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "host/decompose/plain.h"

namespace abut::host {

/// Points whose hull holds those of `points` and is `thickness` or more wide along each of three axes at right angles:
/// of the two points farthest apart, or nearly, of the one farthest from their line, and across both. Along an axis
/// that is too short it gets as much on either side; what is too short along two or three becomes the box along the
/// axes. The points themselves where nothing is too short.
std::vector<Vec3<double>> thickened(std::span<const Vec3<double>> points, double thickness);

/// Unit and at right angles, whatever the points.
std::array<Vec3<double>, 3> axes_of(std::span<const Vec3<double>> points);

}  // namespace abut::host
