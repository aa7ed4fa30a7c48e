// Bounds of features that go round an axis: distances from it and heights along it. A shaft's boxes hold all of its
// inside, and overlap those of the hole that it is in; rings of both do not.
#pragma once

#include <optional>

#include "abut/brep/trimmed_domain.h"
#include "host/brep/one_side.h"

namespace abut::host {

/// Holds what is r from the axis and z along it, between these bounds. A cone's is thin as well across its slope, where
/// `slope_r` * r + `slope_z` * z has bounds. Data only.
struct FeatureRing {
  Vec3<double> origin, axis;
  double low_r = 0, high_r = 0, low_z = 0, high_z = 0;
  double slope_r = 0, slope_z = 0, low_slope = 0, high_slope = 0;  ///< the first two of length 1, or 0: no such bound
};

/// Of a face within its domain; about the middle of a plane face's first circle. None of other surfaces, and of plane
/// faces without a circle.
std::optional<FeatureRing> ring_of_face(const Brep& brep, const BrepFace& face, const TrimmedDomain& domain);
/// Of all of a circle.
std::optional<FeatureRing> ring_of_curve(const BrepCurve& curve);
/// Holds both, about the axis of the first; none where axes differ.
std::optional<FeatureRing> joined(const FeatureRing& a, const FeatureRing& b);
FeatureRing grown(FeatureRing ring, double by);
FeatureRing moved(const RelativePose<double>& pose, FeatureRing ring);

/// Of what it holds, about another axis.
AboutAxis about_axis(const FeatureRing& ring, const Vec3<double>& origin, const Vec3<double>& axis);
/// No points of both are nearer. Exact where they have one axis.
double least_distance(const FeatureRing& a, const FeatureRing& b);
double distance_from(const FeatureRing& ring, const Vec3<double>& point);
/// Leaves of a line what is as high as the ring. False where a curve certainly has no point in it.
bool clip(const FeatureRing& ring, PlainCurve& curve);

}  // namespace abut::host
