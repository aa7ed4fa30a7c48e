// Contacts of facets on a CUDA device: the stages of find_facet_contacts.h on a stream.
#include "kernels/facets/find_facet_contacts.h"

#include "kernels/backend.h"
#include "kernels/support/cuda_team_queue.cuh"

namespace abut::backend {

using device::CudaQueue;

std::size_t find_facet_contacts_workspace(const FacetSizes& sizes) {
  return bytes_of<device::FacetScratch>(CudaQueue(nullptr), sizes);
}

template <class T>
void find_facet_contacts(void* stream, const FacetSearch<T>& search, void* workspace) {
  device::CudaTeamQueue queue(stream);
  Workspace memory(workspace);
  const FacetSizes sizes{search.pair_count, search.parts.count, search.options.room};
  device::find_facet_contacts(queue, search, device::FacetScratch(memory, queue, sizes));
}
template void find_facet_contacts<float>(void*, const FacetSearch<float>&, void*);
template void find_facet_contacts<double>(void*, const FacetSearch<double>&, void*);

void find_no_surface(void* stream, const NamedPairs& in, const FacetSurfaces& surfaces, std::uint64_t* lowest) {
  CudaQueue queue(stream);
  queue.fill(lowest, 1, 0xff);
  queue.for_each(in.pair_count, device::FindNoSurface{in, surfaces, lowest});
}

}  // namespace abut::backend
