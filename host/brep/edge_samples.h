// Points on curved edges that stand for corners: where a rim lies on a plate or a shaft in its hole, a whole curve of
// places is as near, or nearly so, and the least of them is not enough for a solver. A tessellation has corners there.
//
// They are the body's own, so that their contacts keep their keys. Source: Crozet, Leon & Merlhiot, section 3, which
// samples conformal areas; the condition is Merlhiot's (2007, 6.3) of a corner, widened by theta.
#pragma once

#include <span>
#include <vector>

#include "abut/brep/brep_view.h"
#include "host/brep/widened_polars.h"

namespace abut::host {

/// Data only.
struct EdgeSample {
  std::uint32_t feature;  ///< into `ContactFeatures::features`
  std::uint32_t number;   ///< 1 to `around`: at the angle 2 pi (number - 1) / around of the curve
  Vec3<double> point, tangent;
  EdgeSides sides;
};

/// Of circles and ellipses that are not concave: those that the edge holds, its ends left out.
std::vector<EdgeSample> edge_samples(const ContactFeatures& of, std::uint32_t around);

/// Where a sample's nearest point on a feature is, both in the frame of the sample. Data only.
struct SampleContact {
  std::uint32_t feature;  ///< of the other one
  Vec3<double> point, normal;
  double distance;
  bool is_lmd;
};

/// Data only.
struct SampleQuery {
  double reach, tolerance;
  BrepLmdOptions asked;  ///< its angles
  WidenedPolar polar;    ///< of these
};

/// Those of the faces and edges `near` of `other` that a sample of `of` has a contact with: the nearest point is a
/// minimum from there, in the polar of the other one, and within theta of the sample's. `other_in_of`: its pose. Others
/// have none that may not have a minimum with the sample's edge, or one by a turn of theta, as the trees tell: a
/// curved edge's kind has one with every kind.
void contacts_of_sample(const ContactFeatures& of, const EdgeSample& sample, const ContactFeatures& other,
                        const RelativePose<double>& other_in_of, const SampleQuery& query,
                        std::span<const FeatureNumbers> near, std::vector<SampleContact>& out);

}  // namespace abut::host
