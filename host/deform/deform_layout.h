// How deforming bodies lie in a device's memory.
#pragma once

#include <vector>

#include "abut/core/workspace.h"
#include "abut/deform/deform_batch.h"
#include "host/deform/bodies_on_device.h"
#include "host/deform/bodies_state.h"
#include "host/deform/body_faults.h"
#include "host/exec/layout.h"

namespace abut::host {

/// Of all bodies. Data only.
struct LaidOutBodies {
  DeformBatch batch;
  std::vector<DeformBodyView> views;  ///< without trees
  std::vector<TreeOnDevice> trees;
  std::size_t filled = 0;  ///< bytes of what stays as it is, at the beginning
};

namespace deform_layout_detail {

/// Nodes, facets or elements that a thread of the device looks at.
inline constexpr std::uint32_t device_chunk = 64;

/// A tree of so many facets has no more nodes.
inline std::size_t most_nodes_of(const DeformTopology& t) { return 2 * t.facets.size() - 1; }

template <class Copy>
DeformBodyView lay_out_body(const DeformingBodies::State& state, const DeformBody& body, Workspace& w,
                            const Copy& copy) {
  const DeformTopology& t = body.topology;
  DeformBodyView view = state.view(body);
  const auto place = [&](const std::uint32_t*& array, std::size_t count) {
    layout_detail::place(array, count, w, copy);
  };
  place(view.facets, 3 * t.facets.size()), place(view.facet_edges, 3 * t.facets.size());
  place(view.edges, 2 * t.edges.size());
  place(view.tetrahedra, 4 * t.tetrahedra.size()), place(view.hexahedra, 8 * t.hexahedra.size());
  place(view.node_offsets, t.facets_of_node.offsets.size()), place(view.node_facets, t.facets_of_node.items.size());
  place(view.edge_offsets, t.facets_of_edge.offsets.size()), place(view.edge_facets, t.facets_of_edge.items.size());
  return view;
}

/// Arrays that a step fills.
inline void take_arrays(Workspace& w, DeformBatch& batch, std::uint64_t facet_count) {
  batch.nodes = w.take<Vec3<double>>(batch.node_count), batch.points = w.take<TreePoint>(batch.node_count);
  batch.bodies = w.take<DeformBodyView>(batch.body_count);
  batch.tree_nodes = w.take<DeformNode>(batch.slot_count), batch.leaf_facets = w.take<LeafFacet>(facet_count);
  batch.parents = w.take<std::uint32_t>(batch.slot_count), batch.sums = w.take<TreeSums>(batch.slot_count);
  batch.arrived = w.take<std::uint32_t>(batch.slot_count);
  batch.fault_keys = w.take<FaultKeys>(batch.body_count), batch.fault_counts = w.take<FaultCounts>(batch.body_count);
  batch.findings = w.take<BodyFindings>(batch.body_count), batch.fitted = w.take<FittedBody>(batch.body_count);
}

}  // namespace deform_layout_detail

/// `copy(to, from, count)` is asked to fill each array that stays as it is.
template <class Copy>
LaidOutBodies lay_out_bodies(const DeformingBodies::State& state, Workspace& w, const Copy& copy) {
  using namespace deform_layout_detail;
  LaidOutBodies out;
  std::uint64_t facets = 0;
  std::vector<std::uint32_t> body_of_slot;
  for (const auto& body : state.bodies) {
    out.trees.push_back({body_of_slot.size(), facets, 0});
    out.views.push_back(lay_out_body(state, *body, w, copy));
    facets += body->topology.facets.size();
    body_of_slot.resize(body_of_slot.size() + most_nodes_of(body->topology),
                        static_cast<std::uint32_t>(out.views.size() - 1));
  }
  DeformBatch& batch = out.batch;
  batch.node_count = state.node_count, batch.body_count = static_cast<std::uint32_t>(state.bodies.size());
  batch.slot_count = body_of_slot.size();
  const std::vector<BodyChunk> chunks = chunks_of(state, device_chunk);
  const auto filled = [&](const auto& from) {
    auto* array = from.data();
    layout_detail::place(array, from.size(), w, copy);
    return array;
  };
  batch.chunk_count = chunks.size(), batch.chunks = filled(chunks);
  batch.body = filled(body_of_slot);
  out.filled = w.bytes();
  take_arrays(w, batch, facets);
  for (DeformBodyView& view : out.views) view.nodes = batch.nodes;
  return out;
}

}  // namespace abut::host
