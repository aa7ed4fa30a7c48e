// Whether a straight line or a circle is certainly on one side of a canonical surface, told from a few numbers: where
// a shaft is in its hole, following each line of it in steps of the gap would take thousands.
#pragma once

#include <optional>

#include "abut/brep/brep.h"
#include "abut/brep/carriers.h"
#include "abut/brep/feature_ring.h"

namespace abut::host {

/// A straight line between two points, or a whole circle. Data only.
struct PlainCurve {
  bool is_circle = false;
  Vec3<double> from, to;      ///< of a line
  Vec3<double> centre, axis;  ///< of a circle; unit
  double radius = 0;
};

/// None where the curve is neither: ellipses, NURBS. A part of a circle is taken as the whole.
std::optional<PlainCurve> plain_curve(const BrepCurve& curve, double begin, double end);
/// Where one parameter of a canonical surface stays `at`; none on other surfaces.
std::optional<PlainCurve> plain_line_along_u(const BrepSurface& surface, double at, double begin, double end);
std::optional<PlainCurve> plain_line_along_v(const BrepSurface& surface, double at, double begin, double end);

PlainCurve moved(const RelativePose<double>& pose, PlainCurve curve);

/// Certain that `side_distance` (brep_carriers.h) is above `margin` all along, or below -`margin`. False says nothing.
bool is_on_one_side(const PlainCurve& curve, const Carrier<double>& surface, double margin);

using Range = NumberRange<double>;
using AboutAxis = abut::AboutAxis<double>;
/// The same of all that has these; of a sphere false.
bool is_on_one_side(const AboutAxis& points, const Carrier<double>& surface, double margin);

}  // namespace abut::host
