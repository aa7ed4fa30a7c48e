// The nearest point of a curve, of its shadow along an axis, or of the surface that it makes about an axis: always the
// nearest one of all, by branch and bound.
//
// The squared distance of A / w from p is (a polynomial) / w^2; where its Bernstein coefficients are c times those of
// w^2 or more, it is at least c. About an axis it is (rho - r)^2 + (z - h)^2, with the root rho; as rho is no more than
// (rho^2 + m^2) / (2 m) for any m, which is rho where m is, a polynomial is below it and touches it there.
#pragma once

#include <span>

#include "host/brep/bezier_arcs.h"

namespace abut::host {

/// What distances are of.
enum class ArcDistance : std::uint8_t {
  in_space,
  across_z,  ///< z is not looked at: of what the curve makes when moved along z
  about_z    ///< of what it makes when turned about the z axis
};

/// Data only.
struct NearestOnArcs {
  std::size_t arc = 0;
  double at = 0;                ///< from 0 to 1 on it
  Vec3<double> point{0, 0, 0};  ///< there, of the curve itself
  double distance = 0;
};

/// The first one among those that are as near, to 1e-12 of the arcs' size. Weights above 0; one arc or more.
NearestOnArcs nearest_on_arcs(std::span<const BezierArc> arcs, const Vec3<double>& point, ArcDistance distance);

}  // namespace abut::host
