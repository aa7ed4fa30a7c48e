// Cones by their sides: the smallest one that few of many half-spaces make.
#pragma once

#include <span>
#include <vector>

#include "abut/core/vec3.h"

namespace abut::host {

using Directions = std::vector<Vec3<double>>;

/// Where consecutive sides meet: corner i between sides i - 1 and i. `sides`: unit normals outward, counter-clockwise
/// about the cone's inside.
Directions corners_between(std::span<const Vec3<double>> sides);

/// Of a cone by its corners, counter-clockwise.
double solid_angle_of(std::span<const Vec3<double>> corners);

/// Four of the sides, or three, whose half-spaces have the least solid angle in common, and corners within 90 degrees
/// of `axis`; none where there are no such. By trying all of eight, to which more are cut down one after another, each
/// time without the one that adds least.
Directions smallest_sides(const Directions& sides, const Vec3<double>& axis);

}  // namespace abut::host
