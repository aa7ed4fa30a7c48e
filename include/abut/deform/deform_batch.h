// Deforming bodies in device memory: what the stages of kernels/deform/ take, and what they leave there.
#pragma once

#include "abut/bvh/tree_frame.h"
#include "abut/core/contact.h"
#include "abut/deform/body_faults.h"
#include "abut/deform/pair_gaps.h"

namespace abut {

/// Bounds and first places that threads lower, as numbers that go up with them. Data only.
struct FaultKeys {
  std::uint64_t bound[6];  ///< where the body begins on the three axes, and the complements of where it ends
  std::uint64_t first[body_fault_count];
};
struct FaultCounts {
  std::uint64_t count[body_fault_count];
};

/// What a refit says of a tree: the box of its root in the frame of the trees, and its sums. Data only.
struct FittedBody {
  TreeSums sums;
  Vec3<float> lo, hi;
};

/// All bodies. There is a slot for every node that a body's tree may ever have, those of one body side by side. Data
/// only.
struct DeformBatch {
  Vec3<double>* nodes = nullptr;
  TreePoint* points = nullptr;
  std::uint64_t node_count = 0;
  DeformBodyView* bodies = nullptr;  ///< those whose tree has no nodes are left out
  std::uint32_t body_count = 0;
  const BodyChunk* chunks = nullptr;
  std::uint64_t chunk_count = 0;
  DeformNode* tree_nodes = nullptr;     ///< by slot
  LeafFacet* leaf_facets = nullptr;     ///< of all bodies
  std::uint32_t* parents = nullptr;     ///< by slot, in the body's tree
  std::uint32_t* arrived = nullptr;     ///< by slot: whether a child was there, in a refit
  TreeSums* sums = nullptr;             ///< by slot
  const std::uint32_t* body = nullptr;  ///< of a slot
  std::uint64_t slot_count = 0;
  FaultKeys* fault_keys = nullptr;  ///< of each body, as the rest
  FaultCounts* fault_counts = nullptr;
  BodyFindings* findings = nullptr;
  FittedBody* fitted = nullptr;
};

/// How much a search has room for. Data only.
struct DeformRoom {
  std::uint64_t node_pairs;   ///< of one level of the trees
  std::uint64_t leaf_pairs;   ///< whose boxes are near
  std::uint64_t facet_pairs;  ///< within the alert distance
  std::uint64_t contacts;
};

/// Data only.
struct DeformSearch {
  const DeformBodyView* bodies = nullptr;
  const Pair* pairs = nullptr;  ///< of bodies that have trees, a <= b
  std::uint64_t pair_count = 0;
  double facet_alert = 0, contact_alert = 0;
  float reach = 0;           ///< of boxes
  std::uint64_t levels = 1;  ///< no pair of nodes that is not of leaves is deeper
  bool contacts = false;     ///< wanted are these, else pairs of facets
  DeformRoom room{0, 0, 0, 0};
};

/// Where it has left what it has found, in its workspace: by pairs of bodies, and in the order of words or gaps. Data
/// only.
struct DeformFound {
  /// More than there was room for somewhere: the rest is not to be read, and what comes after may need more yet.
  DeformRoom* needed = nullptr;
  std::uint64_t* offsets = nullptr;    ///< of pairs of bodies: what is theirs begins here; one more for the end
  std::uint64_t* crossings = nullptr;  ///< of pairs of bodies: how many pairs of facets cross
  std::uint64_t* words = nullptr;      ///< near_facets.h; where no contacts are wanted
  FacetGap<double>* contacts = nullptr;
  std::uint64_t* keys = nullptr;
  double* areas = nullptr;
};

}  // namespace abut
