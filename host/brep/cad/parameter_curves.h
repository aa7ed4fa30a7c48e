// Curves of parameters that run with their curves of space. Private to host/brep/cad/.
#pragma once

#include <Geom2d_Curve.hxx>
#include <Geom_Curve.hxx>
#include <Geom_Surface.hxx>

#include "host/brep/cad/convert.h"

namespace abut::cad {

/// A surface with the rectangle that its parameters are taken to: splines end there for Abut, others nowhere.
struct BoundedSurface {
  Handle(Geom_Surface) surface;
  Rectangle domain;

  explicit BoundedSurface(const Handle(Geom_Surface) & of);
  gp_Pnt2d inside(const gp_Pnt2d& at) const;
};

/// A side of a face before it is one: its curves at the same parameters. Data only.
struct SideCurves {
  BoundedSurface surface;
  Handle(Geom2d_Curve) on_surface;
  Handle(Geom_Curve) in_space;
  Interval used;
};

/// The largest distance of the two at the same parameter, at a hundred points and at a dozen between two knots.
double deviation(const SideCurves& side);

/// The curve of parameters, or, where it is farther than `tolerance` from the curve of space or of a degree above
/// `most_surface_degree`, a cubic one through that one's nearest points, if it is nearer.
Handle(Geom2d_Curve) running_with(const SideCurves& side, double tolerance);

/// A curve of a degree above `most_surface_degree` by pieces of lower ones, far below any tolerance; others as they
/// are. Throws `Unusable`.
Handle(Geom_Curve) of_allowed_degree(const Handle(Geom_Curve) & curve, const Interval& used);

}  // namespace abut::cad
