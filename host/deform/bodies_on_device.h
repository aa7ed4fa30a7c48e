// Deforming bodies whose nodes and trees are on a device. Topology, the quality of trees and their builds stay here.
#pragma once

#include <memory>
#include <vector>

#include "abut/deform/deforming_contacts.h"
#include "host/deform/bodies_state.h"
#include "host/deform/deform_device.h"

namespace abut::host {

/// Where a body's tree is on the device. Data only.
struct TreeOnDevice {
  std::uint64_t slot = 0, facet = 0;  ///< its first ones
  std::uint32_t depth = 0;            ///< nodes of the longest path from the root
};

/// Everything runs in the calling task arena, and waits for the device.
class BodiesOnDevice {
 public:
  /// `room` is what searches begin with: it grows where it was too little.
  BodiesOnDevice(const DeformDevice& device, DeformingBodies bodies, const DeformRoom& room);

  /// Nodes of all bodies, here or on the device.
  void move(const DeformDevice& device, const Vec3<double>* nodes, bool on_device);
  DeformingPairs find_pairs(const DeformDevice& device, double alert);
  DeformingContacts find_contacts(const DeformDevice& device, double alert);

  const DeformingBodies& bodies() const { return bodies_; }
  const DeformBatch& batch() const { return batch_; }
  /// Without nodes where the body has no facet with a box. Everything else is on the device.
  DeformTree tree(std::uint32_t body) const { return views_[body].tree; }
  bool has_moved() const { return moved_; }
  std::size_t bytes() const { return bytes_; }
  const DeformRoom& room() const { return room_; }

 private:
  DeformingBodies::State& state() { return bodies_.state(); }
  bool is_there(std::uint32_t body);
  void copy_views(const DeformDevice& device);
  void copy_tree(const DeformDevice& device, std::uint32_t body);
  void find_faults(const DeformDevice& device);
  std::vector<DeformBody*> refit(const DeformDevice& device);
  void rebuild(const DeformDevice& device, const std::vector<DeformBody*>& wanted);
  std::vector<Pair> near_bodies(float reach);
  std::uint64_t levels_of(const std::vector<Pair>& pairs) const;
  template <class Read>
  void search(const DeformDevice& device, DeformSearch search, const Read& read);

  DeformingBodies bodies_;
  DeformBatch batch_;
  std::vector<DeformBodyView> views_;  ///< as they are on the device
  std::vector<TreeOnDevice> trees_;
  std::shared_ptr<void> memory_;
  std::size_t bytes_ = 0;
  DeformRoom room_;
  bool moved_ = false;
};

}  // namespace abut::host
