// A device for deforming bodies that runs the stages of kernels/deform/ on cores.
#pragma once

#include <algorithm>
#include <cstring>
#include <limits>

#include "abut/core/error.h"
#include "host/deform/deform_device.h"
#include "kernels/deform/find_deforming.h"
#include "kernels/deform/move_bodies.h"
#include "tests/support/guarded.h"
#include "tests/support/host_queue.h"

namespace abut::test {

class QueueDevice : public host::DeformDevice {
 public:
  std::shared_ptr<void> memory(std::size_t bytes) const override {
    if (bytes > most_bytes) throw CudaError("out of memory");
    asked_bytes = std::max(asked_bytes, bytes);
    const auto owner = std::make_shared<Guarded>(bytes);
    return {owner, owner->data()};
  }
  void to_device(void* to, const void* from, std::size_t bytes) const override { copy(to, from, bytes); }
  void to_host(void* to, const void* from, std::size_t bytes) const override { copy(to, from, bytes); }
  void on_device(void* to, const void* from, std::size_t bytes) const override { copy(to, from, bytes); }
  void wait() const override {}

  void find_body_faults(const DeformBatch& batch) const override {
    HostQueue queue;
    device::find_body_faults(queue, batch);
  }
  void refit_bodies(const DeformBatch& batch, const TreeFrame& frame) const override {
    HostQueue queue;
    device::refit_bodies(queue, batch, frame);
  }
  std::size_t find_deforming_workspace(const DeformSearch& search) const override {
    return bytes_of<device::DeformScratch>(HostQueue(), search);
  }
  DeformFound find_deforming(const DeformSearch& search, void* workspace) const override {
    HostQueue queue;
    Workspace memory(workspace);
    ++searches;
    return device::find_deforming(queue, search, device::DeformScratch(memory, queue, search));
  }
  std::size_t most_bytes = std::numeric_limits<std::size_t>::max();  ///< of one block
  mutable std::size_t asked_bytes = 0;                               ///< the largest block so far
  mutable int searches = 0;

 private:
  static void copy(void* to, const void* from, std::size_t bytes) {
    if (bytes > 0) std::memcpy(to, from, bytes);
  }
};

}  // namespace abut::test
