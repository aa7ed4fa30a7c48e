// Parts of surfaces that are not canonical as rational Bezier patches, which is exact: NURBS cut at their knots,
// revolutions by quarters of a turn, extrusions straight.
#pragma once

#include <vector>

#include "abut/surface/bezier_patch.h"
#include "host/brep/bezier_arcs.h"
#include "host/brep/normal_cone.h"

namespace abut::host {

/// Owns its control points, four numbers each, in the order of `BezierPatch`. Data only.
struct SurfacePatch {
  int degree_u = 1, degree_v = 1;
  bool rational = false;
  std::vector<double> points;
  ParameterBox part{0, 1, 0, 1};  ///< of the surface's parameters, about: angles do not go evenly

  BezierPatch<double> view() const { return {degree_u, degree_v, rational, points.data()}; }
};

/// Of a revolution, an extrusion or a NURBS; none of other kinds. `part` is finite; where parameters close it may go
/// over the end by less than a period.
std::vector<SurfacePatch> surface_patches(const Brep& brep, std::uint32_t surface, const ParameterBox& part);

/// Both halves, across the parameter along which the control points are farther apart.
std::pair<SurfacePatch, SurfacePatch> halves(const SurfacePatch& patch);

/// Points move no faster with a parameter of the patch that goes from 0 to 1: of u, or of v. Source: Floater 1992,
/// Derivatives of rational Bezier curves, the bound by the largest and the least weight.
double most_speed(const SurfacePatch& patch, SurfaceParameter along);
double most_speed(const BezierArc& arc);

/// The same with the parameter of a curve, and with u and v of a revolution, an extrusion or a NURBS, within a part.
double speed_on_curve(const Brep& brep, std::uint32_t curve, double begin, double end);
Vec2<double> speeds_on_surface(const Brep& brep, std::uint32_t surface, const ParameterBox& part);

}  // namespace abut::host
