// Shapes for the generators. Sizes are about 1 unless said otherwise.
#pragma once

#include <vector>

#include "host/io/case_file.h"
#include "host/torture/draw.h"

namespace abut::torture {

using io::CaseKind;
using io::CaseShape;

inline CaseShape box(Vec3<double> half_extents, double rounding = 0) {
  return {CaseKind::box, {}, half_extents, rounding};
}
inline CaseShape sphere(double radius) { return {CaseKind::sphere, {}, {radius, 0, 0}, 0}; }
inline CaseShape capsule(double radius, double half_length) {
  return {CaseKind::capsule, {}, {radius, half_length, 0}, 0};
}
inline CaseShape convex(std::vector<Vec3<double>> vertices, double rounding = 0) {
  return {CaseKind::convex, std::move(vertices), {0, 0, 0}, rounding};
}

/// `count` points on an ellipsoid with these semi-axes: all of them vertices of their hull.
std::vector<Vec3<double>> ellipsoid_points(Draw& draw, std::uint32_t count, Vec3<double> semi_axes);
/// Any vertex set without rounding.
CaseShape any_core(Draw& draw);
/// Long in one direction, `thin` in two; or wide in two, `thin` in one.
CaseShape needle(Draw& draw, double thin);
CaseShape plate(Draw& draw, double thin);
/// Vertices in twos and threes, some 2^-56 to 2^-26 apart.
CaseShape with_near_duplicates(Draw& draw);
/// On a line, in a plane: any number of vertices, with repeated ones.
CaseShape collinear_set(Draw& draw);
CaseShape coplanar_set(Draw& draw);
/// Sphere, capsule, or rounded box, hull, triangle.
CaseShape rounded_shape(Draw& draw);
/// Semi-axes from equal to 1:100.
CaseShape ellipsoid(Draw& draw);
CaseShape cylinder(Draw& draw);
CaseShape cone(Draw& draw);
/// Of two shapes of any kind.
CaseShape minkowski_sum(Draw& draw);
/// All lengths times `factor`.
CaseShape scaled(CaseShape shape, double factor);

}  // namespace abut::torture
