// The features of a model, cut into pieces: where they bend, and where a face has holes. Each piece has an oriented box
// and a polyhedral normal cone, which are narrower than those of the whole. Source: Crozet, Leon & Merlhiot, 7.1 and
// 7.2.
#pragma once

#include <cstdint>
#include <vector>

#include "host/brep/contact_features.h"

namespace abut::host {

/// Normals of a piece are within this angle of one direction, where cutting it up can do that: radians.
inline constexpr double flat_enough = 0.42;
/// Directions outside of a polar by a third of that angle are in the cones too, so that `BrepLmdOptions::angle` is as
/// it is by default: where sides of a polar meet at 40 degrees or more, a direction that is as far outside of both is
/// within three times the angle.
inline constexpr double cone_room = 3e-6;

/// Data only.
struct FeaturePiece {
  std::uint32_t feature = 0;
  FeatureBox box;
  PolyhedralCone<double> cone;  ///< of directions that it may leave free
};

/// Those of each feature one after another; all of a feature is in the boxes of its pieces.
std::vector<FeaturePiece> feature_pieces(const ContactFeatures& of);

}  // namespace abut::host
