// Contact history on a CUDA device: the algorithms of history.h on a stream.
#include "kernels/contacts/history.h"

#include "kernels/backend.h"
#include "kernels/support/cuda_queue.cuh"

namespace abut::backend {

using device::CudaQueue;

void match_pairs(void* stream, const PairList& before, const PairList& now, std::uint32_t* places,
                 std::uint64_t* matched) {
  CudaQueue queue(stream);
  device::match_pairs(queue, before, now, places, matched);
}

std::size_t match_contacts_workspace(std::uint64_t before_capacity) {
  return bytes_of<device::MatchScratch>(CudaQueue(nullptr), before_capacity);
}

void match_contacts(void* stream, const ContactIds& before, const ContactIds& now, std::uint32_t* places,
                    std::uint64_t* matched, void* workspace) {
  CudaQueue queue(stream);
  Workspace memory(workspace);
  device::match_contacts(queue, before, now, places, matched, device::MatchScratch(memory, queue, before.capacity));
}

void carry(void* stream, const Carried& which, const void* before, void* now, std::size_t element_bytes) {
  CudaQueue queue(stream);
  device::carry(queue, which, before, now, element_bytes);
}

}  // namespace abut::backend
