// Carriers (abut/brep/carriers.h) of a B-Rep's surfaces and curves, and how far points are from them.
#pragma once

#include <optional>

#include "abut/brep/brep.h"
#include "abut/brep/carriers.h"

namespace abut::host {

/// None where the kind has no carrier. `reversed`: the outward normal is -(du x dv).
std::optional<Carrier<double>> carrier_of(const BrepSurface& surface, bool reversed);
std::optional<Carrier<double>> carrier_of(const BrepCurve& curve);

Carrier<double> moved(const RelativePose<double>& pose, Carrier<double> carrier);

/// From a carrier that is a surface, above 0 on the side away from its axis, centre or tube, or before the plane. It
/// changes by no more than the point moves.
double side_distance(const Carrier<double>& surface, const Vec3<double>& point);

}  // namespace abut::host
