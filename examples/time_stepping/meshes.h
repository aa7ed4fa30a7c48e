// Geometry of the scenes, made here: closed meshes, sheets and wires. Lengths in m.
#pragma once

#include <array>
#include <vector>

#include "abut/complex/simplicial_complex.h"
#include "abut/core/pose.h"

namespace time_stepping {

using Vector = abut::Vec3<double>;
/// In the plane z = 0, counter-clockwise, seen from the origin without hiding itself.
using Outline = std::vector<Vector>;

Outline circle(double radius, std::uint32_t sides);

/// From z = -height / 2 to height / 2, closed and outward; its ends are fans about the axis.
abut::Mesh prism(const Outline& outline, double height);
/// A prism with a hole; both outlines have the same number of points.
abut::Mesh ring(const Outline& inner, const Outline& outer, double height);
abut::Mesh box(const Vector& half);
/// Spur gear: involute flanks above the base circle, radial ones below. A tooth is about the axis x; `thinning` is what
/// each tooth is thinner than half of the pitch, along the pitch circle.
struct GearShape {
  std::uint32_t teeth = 20;
  double module = 4e-3, pressure_angle = 0.349065850398866;  // 20 degrees
  double thinning = 2e-4;
  std::uint32_t flank_points = 5;
};
Outline gear(const GearShape& shape);

/// A rectangle about the origin in the plane z = 0, of squares or so that are no longer than `edge`, each cut in two.
abut::Mesh sheet(double width, double depth, double edge);

/// Adds to a complex, in a pose. Vertices are not shared with what is there.
void add(const abut::Mesh& mesh, const abut::Pose& pose, abut::SimplicialComplex& to);
/// Straight pieces no longer than `edge` from each point to the next; from the last to the first if it is closed.
void add_wire(const std::vector<Vector>& points, bool closed, double edge, abut::SimplicialComplex& to);

}  // namespace time_stepping
