// Carriers (abut/brep/carriers.h) of a B-Rep's surfaces and curves, and how far points are from them.
#pragma once

#include <optional>

#include "abut/brep/brep.h"
#include "abut/brep/carriers.h"

namespace abut::host {

/// None where the kind has no carrier. `reversed`: the outward normal is -(du x dv).
std::optional<Carrier<double>> carrier_of(const BrepSurface& surface, bool reversed);
std::optional<Carrier<double>> carrier_of(const BrepCurve& curve);

/// How a curve's speed, never above this, and its second derivative, never longer than that, are where it passes a
/// point. Data only.
struct CurveMotion {
  Vec3<double> velocity;  ///< at the point
  double speed, bend;
};
/// The derivative of `side_distance` along a curve at a point, and what the second one is at most within `room` of the
/// point; infinite where no such number is known. Data only.
struct SideChange {
  double slope, bend;
};
SideChange side_change(const Carrier<double>& surface, const Vec3<double>& point, const CurveMotion& motion,
                       double room);

}  // namespace abut::host
