// Whether the boundaries of two models pass through each other: edges through faces, and faces through faces.
#pragma once

#include <span>

#include "abut/brep/brep_view.h"
#include "host/brep/free_leaves.h"
#include "host/brep/tree_pairs.h"

namespace abut::host {

bool boundaries_cross(const ContactFeatures& a, const ContactFeatures& b, const RelativePose<double>& b_in_a,
                      double tolerance, TreePairs& pairs, FreeLeaves& free);
/// Whether any of these features do.
bool any_pass(const ContactFeatures& a, const ContactFeatures& b, const RelativePose<double>& b_in_a, double tolerance,
              std::span<const FeatureNumbers> touching, FreeLeaves& free);

}  // namespace abut::host
