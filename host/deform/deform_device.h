// What deforming bodies ask of a device: memory, copies, and the stages of kernels/deform/. The tests have one that
// runs the stages on cores.
#pragma once

#include <cstddef>
#include <memory>

#include "abut/deform/deform_batch.h"

namespace abut::host {

/// All is done in the order of the calls; but for `wait` it is only enqueued. Memory that is released may be used by
/// what was enqueued before.
class DeformDevice {
 public:
  virtual ~DeformDevice() = default;
  /// Aligned to 256 bytes.
  virtual std::shared_ptr<void> memory(std::size_t bytes) const = 0;
  virtual void to_device(void* to, const void* from, std::size_t bytes) const = 0;
  virtual void to_host(void* to, const void* from, std::size_t bytes) const = 0;
  virtual void on_device(void* to, const void* from, std::size_t bytes) const = 0;
  virtual void wait() const = 0;

  virtual void find_body_faults(const DeformBatch& batch) const = 0;
  virtual void refit_bodies(const DeformBatch& batch, const TreeFrame& frame) const = 0;
  virtual std::size_t find_deforming_workspace(const DeformSearch& search) const = 0;
  virtual DeformFound find_deforming(const DeformSearch& search, void* workspace) const = 0;
};

}  // namespace abut::host
