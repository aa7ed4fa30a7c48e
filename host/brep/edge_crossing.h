// Whether boundaries of two models pass through each other: an edge through a face, or a face through a face.
#pragma once

#include "host/brep/contact_features.h"

namespace abut::host {

/// Both with carriers. `to_face`: from the edge's frame to the face's. By the distance from the face's surface, which
/// changes no faster than the point moves: no passage that is longer than `tolerance` on both sides is missed.
bool edge_pierces(const ContactFeatures& with_edge, const ContactFeature& edge, const ContactFeatures& with_face,
                  const ContactFeature& face, const RelativePose<double>& to_face, double tolerance);

/// Whether a face passes through another one, both with carriers, no edge of either through the other one: in a closed
/// curve then. Lines of one parameter each on the first face are followed as edges are. A curve between them all is
/// small, and holds a stationary pair of the carriers; that is for the caller.
bool face_pierces(const ContactFeatures& with_lines, const ContactFeature& lined, const ContactFeatures& with_face,
                  const ContactFeature& face, const RelativePose<double>& to_face, double tolerance);

}  // namespace abut::host
