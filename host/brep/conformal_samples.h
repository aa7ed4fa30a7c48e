// Where two carriers have a whole curve or surface of stationary pairs, some of them: in half-planes through a common
// axis, in which each carrier is a simpler one.
//
// Along straight families (parallel lines, planes, rulings) none is needed: the distance does not change there, and the
// family's ends are pairs of edges and corners. Those around an axis need not end. Source: Crozet, Leon & Merlhiot,
// section 3, which samples conformal areas.
#pragma once

#include "abut/brep/stationary_pairs.h"

namespace abut::host {

/// Adds up to four, six about a common centre, or twelve of circles that have no common axis. False where a family that
/// is not straight is not represented.
bool add_conformal_samples(const Carrier<double>& a, const Carrier<double>& b, StationaryPairs<double>& out);

}  // namespace abut::host
