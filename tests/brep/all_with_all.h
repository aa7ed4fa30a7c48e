// Local minima of two models by comparing all features of one with all of the other, in the plain way: no tree, no
// boxes, no cones, no masks. What a search by trees has to find. Of models whose features all have carriers: others are
// counted as unsolved.
#pragma once

#include "abut/brep/brep_lmds.h"
#include "host/brep/contact_features.h"

namespace abut::test {

/// With reach and angle of the options; all minima.
BrepLmds all_with_all(const host::ContactFeatures& a, const host::ContactFeatures& b,
                      const RelativePose<double>& b_in_a, const BrepLmdOptions& options = {});

/// Of a point from the boundary, below 0 in the material; none where a feature that is not solved may be nearer.
std::optional<double> distance_by_all(const host::ContactFeatures& of, const Vec3<double>& point);

}  // namespace abut::test
