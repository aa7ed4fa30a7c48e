// What a search of two CAD models does at its nodes and leaves, once per instruction set.
#pragma once

#include "abut/brep/carriers.h"
#include "abut/brep/polyhedral_cone.h"
#include "abut/brep/stationary_pair.h"

namespace abut {

struct BrepLeavesTable {
  void (*stationary_pairs)(const Carrier<double>& a, const Carrier<double>& b, StationaryPairs<double>& out);
  bool (*may_be_antipodal)(const PolyhedralCone<double>& a, const PolyhedralCone<double>& b,
                           const Mat3<double>& b_in_a);
};

}  // namespace abut
