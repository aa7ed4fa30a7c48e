// Whether all of a Bezier patch or arc lies as near to a canonical surface or curve as is said: proved by Bernstein
// coefficients, not by samples.
//
// With control points in the carrier's frame, X, Y, Z and the weight W are polynomials. That |rho - r| <= e about an
// axis, rho^2 = (X^2 + Y^2) / W^2, is (r - e)^2 W^2 <= X^2 + Y^2 <= (r + e)^2 W^2: two polynomials that must not be
// below 0. Where a coefficient is, the polynomial is cut in halves. A torus takes degrees four times the patch's.
#pragma once

#include <span>

#include "abut/brep/carriers.h"
#include "host/brep/surface_patches.h"

namespace abut::host {

/// Of a plane, sphere, cylinder, cone, torus, line, circle or ellipse. A cone's apex is crossed by none: patches lie on
/// its axis' side. False also where it is not proved: tori of degrees above 5, and where more cuts than 4096 are
/// needed.
bool lies_within(const SurfacePatch& patch, const Carrier<double>& carrier, double distance);
bool lie_within(std::span<const SurfacePatch> patches, const Carrier<double>& carrier, double distance);

/// The arc as a patch that is no wider than a curve.
SurfacePatch thin_patch(const BezierArc& arc);

}  // namespace abut::host
