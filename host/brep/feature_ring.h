// Bounds of features that go round an axis: distances from it and heights along it. A shaft's boxes hold all of its
// inside, and overlap those of the hole that it is in; rings of both do not.
#pragma once

#include <optional>

#include "abut/brep/trimmed_domain.h"
#include "host/brep/one_side.h"

namespace abut::host {

/// Holds what is `low_r` to `high_r` from the axis and `low_z` to `high_z` along it. Data only.
struct FeatureRing {
  Vec3<double> origin, axis;
  double low_r = 0, high_r = 0, low_z = 0, high_z = 0;
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

/// No points of both are nearer. Exact where they have one axis.
double least_distance(const FeatureRing& a, const FeatureRing& b);
/// Certain that a circle stays out of it.
bool is_outside(const PlainCurve& curve, const FeatureRing& ring);

}  // namespace abut::host
