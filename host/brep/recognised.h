// Canonical surfaces and curves that are told otherwise: planes, cylinders, cones, spheres and tori as NURBS,
// revolutions or extrusions; lines, circles and ellipses as NURBS. Exact rational forms and approximations are taken
// alike, where all of the part is proved to be as near as is asked.
#pragma once

#include <optional>
#include <span>

#include "abut/brep/carriers.h"
#include "abut/brep/supermaximal.h"
#include "host/brep/normal_cone.h"

namespace abut::host {

/// Data only.
struct RecognisedSurface {
  BrepSurface surface;    ///< canonical, in a right-handed frame: du x dv is away from the axis
  ParameterBox part;      ///< of it: all of the given part is in it
  bool reversed = false;  ///< du x dv of the given surface is opposite to that of this one
  double deviation = 0;   ///< proved: no point of the given part is farther from it
};

/// Of a revolution, an extrusion or a NURBS; `part` is finite. `distance`: how far the part may be from it;
/// no more than 1e-7 of its own size count.
std::optional<RecognisedSurface> recognised_surface(const Brep& brep, std::uint32_t surface, const ParameterBox& part,
                                                    double distance);

/// Data only.
struct RecognisedCurve {
  BrepCurve curve;
  double begin = 0, end = 0;  ///< of it: all of the parts are between
  double deviation = 0;       ///< proved, as above
};

/// One curve on which all of these parts of curves lie; `distance` as above.
std::optional<RecognisedCurve> recognised_curve(const Brep& brep, std::span<const EdgeInterval> parts, double distance);
/// Likewise, the curve in which two surfaces meet. What intersections are fitted by is often no nearer than the edge's
/// tolerance; the curve itself is as exact as the surfaces. No
/// more than 1e-3 of the parts' size count.
std::optional<RecognisedCurve> recognised_curve(const Brep& brep, std::span<const EdgeInterval> parts,
                                                const Carrier<double>& a, const Carrier<double>& b, double distance);

}  // namespace abut::host
