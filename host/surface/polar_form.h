// Refinement of one parameter's spline by polar forms (blossoms; Ramshaw 1989): the control point i over the knots U is
// the polar form f(U[i + 1], ..., U[i + p]). So the control points of the same spline over other knots are its polar
// form at their runs. Private to host/surface/.
//
// Knots go in one at a time (Boehm 1980). Each step is a mean of two neighbours with weights of 0 to 1, never an
// extrapolation. So weights stay 0 or more, also at unclamped ends, and a point that no knot touches keeps its bits.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "abut/surface/nurbs.h"

namespace abut::host {

/// A control point as a mean of those that refinement began with. Data only.
struct PointMean {
  std::size_t first = 0;                               ///< of those it takes
  std::size_t count = 0;                               ///< at most degree + 1
  std::array<double, most_surface_degree + 1> part{};  ///< 0 or more, sum 1
};

/// The spline over other knots. Data only.
struct Refinement {
  SplineDirection direction;
  std::vector<PointMean> points;
};

/// Control points of a surface, or of a curve where `count_v` is 1. Data only.
struct ControlNet {
  std::size_t count_u = 0, count_v = 0;
  std::vector<Vec3<double>> points;
  std::vector<double> weights;  ///< empty: all 1
};

ControlNet control_net(const NurbsCurve& curve);  ///< in space, at z = 0
ControlNet control_net(const NurbsSurface& surface);

/// How often a knot comes.
int multiplicity(const SplineDirection& direction, double knot);

/// Each of them ascending; they may lie outside of the domain, between the first knot and the last one. There, the
/// control points that would need one in front of the first (behind the last) are left out, with as many knots.
Refinement inserted(const SplineDirection& direction, const std::vector<double>& knots);
Refinement with_clamped_ends(const SplineDirection& direction);
/// Clamped, each knot inside as often as the degree: `degree` control points further the next piece begins.
Refinement in_bezier_pieces(const SplineDirection& direction);
/// The degree 1 higher, and every knot once more often.
Refinement with_higher_degree(const SplineDirection& direction);

ControlNet refined(const ControlNet& net, SurfaceParameter along, const std::vector<PointMean>& points);

}  // namespace abut::host
