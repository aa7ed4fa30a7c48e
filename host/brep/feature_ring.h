// Rings (abut/brep/feature_ring.h) of features.
#pragma once

#include <optional>

#include "abut/brep/feature_ring.h"
#include "abut/brep/trimmed_domain.h"
#include "host/brep/one_side.h"

namespace abut::host {

using FeatureRing = abut::FeatureRing<double>;

/// Of a face within its domain; about the middle of a plane face's first circle. None of other surfaces, and of plane
/// faces without a circle.
std::optional<FeatureRing> ring_of_face(const Brep& brep, const BrepFace& face, const TrimmedDomain& domain);
/// Of a cylinder, a cone, a sphere or a torus between two v; none of others.
std::optional<FeatureRing> ring_of_part(const BrepSurface& surface, double begin_v, double end_v);
/// Of all of a circle.
std::optional<FeatureRing> ring_of_curve(const BrepCurve& curve);
/// Holds both, about the axis of the first; none where axes differ.
std::optional<FeatureRing> joined(const FeatureRing& a, const FeatureRing& b);
FeatureRing grown(FeatureRing ring, double by);

double distance_from(const FeatureRing& ring, const Vec3<double>& point);
/// From all of a ring to what the other one holds in the half-plane from its axis towards the unit vector `out`, which
/// is across that axis: no points of both are nearer.
double section_distance(const FeatureRing& of, const Vec3<double>& out, const FeatureRing& from);
/// What of a ring may be as high as the other one, along its axis; none where nothing is. As it is where axes are far
/// from parallel.
std::optional<FeatureRing> clipped(const FeatureRing& by, FeatureRing ring);
/// Leaves of a line what is as high as the ring. False where a curve certainly has no point in it.
bool clip(const FeatureRing& ring, PlainCurve& curve);

}  // namespace abut::host
