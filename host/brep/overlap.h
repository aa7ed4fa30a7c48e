// Whether one of two models is within the other, or both have material in common, where no boundaries were seen to
// pass through each other.
#pragma once

#include "host/brep/contact_brep_state.h"

namespace abut::host {

enum class Overlap : std::uint8_t {
  none,
  touching,  ///< no point is within, but one is on the boundary, and there is no minimum
  unknown,   ///< a feature that is not solved may be nearer to a point that was asked for
  certain
};

/// By points of either. `have_minimum`: solids that are apart have one, so that without one a point of every feature is
/// asked for: edges that lie in faces pass through none.
/// What is within the other may have minima too, across a gap in it, or another shell may; as no boundaries cross, a
/// shell is within as a whole, and one point of it is enough.
Overlap find_overlap(const ContactBrep::State& a, const ContactBrep::State& b, const RelativePose<double>& b_in_a,
                     double tolerance, bool have_minimum);

}  // namespace abut::host
