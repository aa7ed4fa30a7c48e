// What a search of two CAD models does at its nodes and leaves, once per instruction set.
#pragma once

#include "abut/brep/feature_nodes.h"
#include "abut/brep/feature_ring.h"
#include "abut/brep/stationary_pair.h"

namespace abut {

struct BrepLeavesTable {
  void (*stationary_pairs)(const Carrier<double>& a, const Carrier<double>& b, StationaryPairs<double>& out);
  bool (*may_be_antipodal)(const PolyhedralCone<double>& a, const PolyhedralCone<double>& b,
                           const Mat3<double>& b_in_a);
  void (*place_node)(const RelativePose<double>& b_in_a, const FeatureTreeView<double>& tree, std::uint32_t node,
                     PlacedFeatureNode<double>& out);
  bool (*may_reach)(const FeatureNode<double>& piece, const RelativePose<double>& to_surface,
                    const Carrier<double>& surface, double tolerance);
  /// No points of both are nearer.
  double (*ring_distance)(const FeatureRing<double>& a, const FeatureRing<double>& b);
};

}  // namespace abut
