// Polyhedral cones (abut/brep/polyhedral_cone.h) about directions: the spherical convex hull, in four sides at most,
// and what is made of cones: dilated and merged ones.
//
// Source: Crozet, Leon & Merlhiot, 6.3.2, 6.3.3 and 7.3. Departures: the hull is one of the plane across the middle of
// the smallest cone of revolution, by exact orientations; of all that have four of its sides, or three, the cone of the
// least solid angle is taken; a dilated cone's sides are chosen among all that hold it, so that short or thin cones do
// not grow spikes.
#pragma once

#include <span>

#include "abut/brep/polyhedral_cone.h"

namespace abut::host {

/// Directions that no half-space holds with this sine to spare are in no cone but that of all.
inline constexpr double least_cone_height = 1e-3;
/// Directions that are so near to one, or to a great circle, are a ray or an arc: the cone may miss them by that angle.
/// All other cones miss none by more than `cone_rounding`.
inline constexpr double direction_slack = 0x1p-40;

PolyhedralCone<double> empty_cone();
PolyhedralCone<double> cone_with_all();

/// Holds the convex cone of all directions. They may be of any length; those of length 0 count as none, and of none it
/// is empty. Exact up to four corners.
PolyhedralCone<double> cone_of(std::span<const Vec3<double>> directions);

/// Holds every direction within `angle` of one of the cone's. As it is where the angle is 0; with all where no
/// half-space would hold it; empty where the cone is.
PolyhedralCone<double> dilated(const PolyhedralCone<double>& cone, double angle);

/// Holds both; with all where they have opposite directions.
PolyhedralCone<double> merged(const PolyhedralCone<double>& a, const PolyhedralCone<double>& b);

/// The part of the unit sphere that it has, 0 to 4 pi.
double solid_angle(const PolyhedralCone<double>& cone);

}  // namespace abut::host
