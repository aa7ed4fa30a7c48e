// A step of deforming bodies: what is wrong with them, and the refit of all their trees.
//
// A thread looks at a chunk of nodes, facets or elements. The thread of a leaf gives it its box and goes up as long as
// it is the second child that arrives: all trees of a batch are refitted by one launch, and sums are taken along the
// tree, so that nothing depends on who arrives when.
#pragma once

#include "abut/core/atomic.h"
#include "abut/core/ordered_bits.h"
#include "abut/deform/deform_batch.h"

namespace abut::device {
namespace deform_detail {

struct LookAtChunks {
  static constexpr unsigned threads_per_block = 128;
  DeformBatch batch;

  ABUT_HD void operator()(std::uint64_t i) const {
    const BodyChunk chunk = batch.chunks[i];
    const ChunkFindings found = look_at_chunk(batch.bodies[chunk.body], chunk);
    FaultKeys& keys = batch.fault_keys[chunk.body];
    if (chunk.looks_for == BodyFault::unusable_node) lower_bounds(with_positive_zeros(found.box), keys.bound);
    if (found.count == 0) return;
    const int k = static_cast<int>(chunk.looks_for) - 1;
    atomic_lower(&keys.first[k], found.first);
    atomic_add(&batch.fault_counts[chunk.body].count[k], found.count);
  }

 private:
  ABUT_HD static void lower_bounds(const Box<double>& box, std::uint64_t* bound) {
    const double at[6] = {box.lo.x, box.lo.y, box.lo.z, box.hi.x, box.hi.y, box.hi.z};
    for (int k = 0; k < 6; ++k) atomic_lower(&bound[k], k < 3 ? ordered_bits(at[k]) : ~ordered_bits(at[k]));
  }
};

struct NoteFaults {
  DeformBatch batch;

  ABUT_HD void operator()(std::uint64_t b) const {
    const FaultKeys& keys = batch.fault_keys[b];
    double at[6];
    for (int k = 0; k < 6; ++k) at[k] = from_ordered_bits(k < 3 ? keys.bound[k] : ~keys.bound[k]);
    BodyFindings out{{{at[0], at[1], at[2]}, {at[3], at[4], at[5]}}, {}, {}};
    for (int k = 0; k < body_fault_count; ++k) {
      out.count[k] = static_cast<std::uint32_t>(batch.fault_counts[b].count[k]);
      out.first[k] = out.count[k] > 0 ? static_cast<std::uint32_t>(keys.first[k]) : 0;
    }
    batch.findings[b] = out;
  }
};

struct PlaceNodes {
  TreeFrame frame;
  const Vec3<double>* nodes;
  TreePoint* points;

  ABUT_HD void operator()(std::uint64_t i) const { points[i] = tree_point(frame, nodes[i]); }
};

struct FitFromLeaf {
  static constexpr unsigned threads_per_block = 128;
  DeformBatch batch;

  ABUT_HD void operator()(std::uint64_t i) const {
    const DeformTree tree = batch.bodies[batch.body[i]].tree;
    if (tree.nodes == nullptr) return;
    const auto begin = static_cast<std::uint64_t>(tree.nodes - batch.tree_nodes);
    auto k = static_cast<std::uint32_t>(i - begin);
    if (k >= tree.node_count || !is_leaf(tree.nodes[k])) return;
    TreeSums* const sums = batch.sums + begin;
    sums[k] = fit_leaf(tree, k);
    while (k > 0) {
      k = batch.parents[begin + k];
      if (atomic_exchange(&batch.arrived[begin + k], 1) == 0) return;  // the other child is still to come
      sums[k] = fit_inner(tree, k, sums[k + 1], sums[tree.nodes[k].first]);
    }
  }
};

struct NoteFitted {
  DeformBatch batch;

  ABUT_HD void operator()(std::uint64_t b) const {
    const DeformNode* const root = batch.bodies[b].tree.nodes;
    if (root == nullptr) return;
    batch.fitted[b] = {batch.sums[root - batch.tree_nodes], root->lo, root->hi};
  }
};

}  // namespace deform_detail

/// Fills `batch.findings`.
template <class Queue>
void find_body_faults(Queue& queue, const DeformBatch& batch) {
  using namespace deform_detail;
  queue.fill(batch.fault_keys, batch.body_count, 0xff);
  queue.fill(batch.fault_counts, batch.body_count, 0);
  queue.for_each(batch.chunk_count, LookAtChunks{batch});
  queue.for_each(batch.body_count, NoteFaults{batch});
}

/// Points, and the boxes of all trees; fills `batch.fitted` for bodies that have one.
template <class Queue>
void refit_bodies(Queue& queue, const DeformBatch& batch, const TreeFrame& frame) {
  using namespace deform_detail;
  queue.fill(batch.arrived, batch.slot_count, 0);
  queue.for_each(batch.node_count, PlaceNodes{frame, batch.nodes, batch.points});
  queue.for_each(batch.slot_count, FitFromLeaf{batch});
  queue.for_each(batch.body_count, NoteFitted{batch});
}

}  // namespace abut::device
