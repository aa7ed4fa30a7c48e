// How far a point is from the boundary of a model, by its tree.
#pragma once

#include <optional>

#include "host/brep/feature_tree.h"

namespace abut::host {

/// Below 0 in the material; none where a feature that is not solved may be nearer.
std::optional<double> signed_distance(const ContactFeatures& features, const FeatureTree& tree,
                                      const Vec3<double>& point);

}  // namespace abut::host
