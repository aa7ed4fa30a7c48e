// What `DeformingBodies` keeps.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "abut/deform/deforming_bodies.h"
#include "host/deform/topology.h"
#include "host/exec/buffer.h"
#include "host/exec/isa/deform/deform_search.h"

namespace abut::host {

/// Nodes of a tree that are below its first: [begin, end). Data only.
struct TreeRun {
  std::uint32_t begin, end;
};

/// The tree of one body, with the runs that threads refit: whole subtrees, and the few nodes above them.
struct BodyTree {
  std::vector<DeformNode> nodes;
  std::vector<LeafFacet> facets;
  std::vector<TreeRun> runs;         ///< from the front to the back
  std::vector<std::uint32_t> above;  ///< descending
  std::vector<TreeSums> sums;        ///< of the runs
};

/// One body.
struct DeformBody {
  DeformTopology topology;
  std::uint32_t node_begin = 0;
  BodyTree tree;
  std::vector<DeformingBodyStatus> faults;  ///< each kind once, the worst last
  TreeQuality quality;
  double tried_cost = 0;                    ///< when a build was last tried
  std::uint32_t since_tried = 0, wait = 1;  ///< steps, and of these how many until one is tried in any case

  DeformingBodyStatus status() const { return faults.empty() ? DeformingBodyStatus{} : faults.back(); }
  bool has_usable_nodes() const { return status().fault != BodyFault::unusable_node; }
};

}  // namespace abut::host

namespace abut {

struct DeformingBodies::State {
  DeformingOptions options;
  std::vector<std::unique_ptr<host::DeformBody>> bodies;
  std::uint32_t node_count = 0, facet_count = 0;
  Buffer<Vec3<double>> nodes;
  Buffer<TreePoint> points;
  TreeFrame frame{{0, 0, 0}, 1};
  std::uint64_t edition = 0;  ///< no two sets of bodies have the same
  bool moved = false;         ///< nodes were given since the last body was added

  const host::DeformBody& at(std::uint32_t body) const;
  /// Of a body with a tree or without.
  DeformTree tree(const host::DeformBody& body) const;
  DeformTree view(host::BodyTree& tree) const;
  /// Without its tree.
  DeformBodyView view(const host::DeformBody& body) const;
};

}  // namespace abut
