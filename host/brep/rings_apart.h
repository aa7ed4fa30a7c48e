// Whether rings about faces (feature_ring.h) tell that they do not meet. A shaft in its hole is told apart from it so,
// where its lines would be followed one by one otherwise.
#pragma once

#include "host/brep/contact_features.h"

namespace abut::host {

/// Whether all of one face is certainly on one side of the other one's surface, but for what is beside that one; or all
/// of narrow parts of it, between two v. Both have carriers. `to_face`: the pose of `lined` where `face` is.
bool are_apart(const ContactFeatures& with_lines, const ContactFeature& lined, const ContactFeature& face,
               const RelativePose<double>& to_face, double tolerance);

}  // namespace abut::host
