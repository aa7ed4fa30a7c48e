// Curves and surfaces of a B-Rep in pieces: rational Bezier arcs and patches. Conics by quarters of a turn or less
// (Piegl & Tiller, The NURBS Book, 7.3), which is exact.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "abut/brep/brep.h"

namespace abut::host {

/// From `begin` to `end` of the curve's parameter. Of a NURBS it goes with the arc's own evenly; of a circle or an
/// ellipse it is the angle, which does not. Data only.
struct BezierArc {
  int degree = 1;
  double begin = 0, end = 0;
  std::array<WeightedPoint, most_surface_degree + 1> points{};

  std::span<const WeightedPoint> net() const { return {points.data(), static_cast<std::size_t>(degree) + 1}; }
};

/// Of the whole domain, cut at the knots.
std::vector<BezierArc> bezier_arcs(const NurbsSpaceCurve& curve);
/// Of any curve from `begin` to `end`, which are finite; a NURBS is taken within its domain.
std::vector<BezierArc> bezier_arcs(const Brep& brep, std::uint32_t curve, double begin, double end);

/// From `begin` to `end` of the arc's own parameter, from 0 to 1; those of the curve are the caller's.
BezierArc part_of(const BezierArc& arc, double begin, double end);

/// The points, in a frame's coordinates.
BezierArc seen_from(const BrepFrame& frame, BezierArc arc);

}  // namespace abut::host
