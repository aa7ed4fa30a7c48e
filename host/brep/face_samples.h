// Points of curved faces that stand for corners where two faces are as near, or nearly so, all along a circle in their
// inside: a ball in a tube or on a cone, a ring on a plate. Where the circle is an edge, that edge's samples do
// (edge_samples.h).
//
// They are the nearest points of curves that are fixed to the face: rulings of cylinders and cones, circles of tubes.
// So they move along these as the other face moves, and rows of the Jacobian hold all the same; of a sphere with a
// sphere they are fixed points.
#pragma once

#include <vector>

#include "host/brep/edge_samples.h"

namespace abut::host {

/// Data only.
struct FaceSample {
  std::uint32_t feature;  ///< the face that it is a point of
  std::uint32_t number;   ///< from 1: of the half-plane, or of the direction from a sphere's centre
  SampleContact contact;
};

/// A model, how many curves each of its faces has, and whether it is the first of both. Data only.
struct SampledFaces {
  const ContactFeatures& features;
  std::uint32_t around;
  bool is_first;
};

/// Of those of the pairs `near`, and of hollow spheres, that are of two faces, of which `of` has the axis, or both have
/// centres; in its frame. Each pair is found from one side alone if this is asked for both. Other pairs have none that
/// may not have a minimum as the trees tell: but for hollow spheres, what has none by its kind has no sample either.
void face_samples(const SampledFaces& of, const ContactFeatures& other, const RelativePose<double>& other_in_of,
                  const SampleQuery& query, std::span<const FeatureNumbers> near, std::vector<FaceSample>& out);

/// Whether two kinds may have a circle of contact inside of both.
bool may_surround(CarrierKind a, CarrierKind b);

}  // namespace abut::host
