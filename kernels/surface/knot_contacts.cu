// Contacts of surfaces by knots on a CUDA device: the stages of knot_contacts.h on a stream.
#include "kernels/surface/knot_contacts.h"

#include "kernels/backend.h"
#include "kernels/support/cuda_team_queue.cuh"

namespace abut::backend {

std::size_t find_surface_contacts_workspace(std::uint64_t pair_count, std::uint64_t room) {
  return bytes_of<device::KnotScratch>(device::CudaQueue(nullptr), pair_count, room);
}

template <class T>
void find_surface_contacts(void* stream, const KnotSearch& search, const SurfaceContactsView<T>& out, void* workspace) {
  device::CudaTeamQueue queue(stream);
  Workspace memory(workspace);
  device::find_surface_contacts(queue, search, out,
                                device::KnotScratch(memory, queue, search.pair_count, search.options.room));
}
template void find_surface_contacts<float>(void*, const KnotSearch&, const SurfaceContactsView<float>&, void*);
template void find_surface_contacts<double>(void*, const KnotSearch&, const SurfaceContactsView<double>&, void*);

}  // namespace abut::backend
