// OpenCASCADE's curves and surfaces as those of a `Brep`. Private to host/brep/cad/.
#pragma once

#include <Geom2d_Curve.hxx>
#include <Geom_Curve.hxx>
#include <Geom_Surface.hxx>
#include <stdexcept>
#include <string>

#include "abut/brep/brep.h"

namespace abut::cad {

/// Why a face or an edge is left out: becomes a note.
class Unusable : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Of a parameter.
struct Interval {
  double begin = 0, end = 0;
};

/// The parts of a rectangle of parameters.
struct Rectangle {
  Interval u, v;
};

/// Each adds one to the `Brep`'s arrays and gives its index; parameters stay what they are. The interval is what is
/// used of it: periodic splines become ones that cover it. Throws `Unusable`.
std::uint32_t add_curve(Brep& brep, Handle(Geom_Curve) curve, const Interval& used);
std::uint32_t add_parameter_curve(Brep& brep, Handle(Geom2d_Curve) curve, const Interval& used);
std::uint32_t add_surface(Brep& brep, Handle(Geom_Surface) surface, const Rectangle& used);

/// The rational quadratic of the same points. Its parameter is another one, at the same ends.
Handle(Geom_Curve) rational_hyperbola(const Handle(Geom_Curve) & hyperbola, const Interval& used);
/// Whether it is one, trimmed or not.
bool is_hyperbola(const Handle(Geom_Curve) & curve);

}  // namespace abut::cad
