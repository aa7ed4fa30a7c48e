// The `Cuda` executor of pair queries as host code sees it.
#include "abut/core/error.h"
#include "abut/detect.h"
#include "host/exec/checks.h"
#include "kernels/backend.h"

namespace abut {

const char* cuda_unavailable_reason() { return backend::cuda_unavailable_reason(); }

template <class T>
std::size_t query_pairs_workspace(const Cuda&, std::size_t pair_count) {
  return backend::query_workspace<T>(pair_count);
}

template <class T>
void query_pairs(const Cuda& cuda, const ShapeSetView<T>& shapes, const PartsView& parts, std::span<const Pair> pairs,
                 const QueryOptions& options, const ContactsView<T>& out, void* workspace,
                 std::size_t workspace_bytes) {
  host::check_alert_distance(options.alert_distance);
  if (const char* reason = cuda_unavailable_reason()) throw CudaError(reason);
  backend::query_batch<T>(
      cuda.stream, {shapes, parts, nullptr, 0, pairs.data(), pairs.size(), options.alert_distance, out, options.cache},
      workspace, workspace_bytes);
}

template std::size_t query_pairs_workspace<float>(const Cuda&, std::size_t);
template std::size_t query_pairs_workspace<double>(const Cuda&, std::size_t);
template void query_pairs<float>(const Cuda&, const ShapeSetView<float>&, const PartsView&, std::span<const Pair>,
                                 const QueryOptions&, const ContactsView<float>&, void*, std::size_t);
template void query_pairs<double>(const Cuda&, const ShapeSetView<double>&, const PartsView&, std::span<const Pair>,
                                  const QueryOptions&, const ContactsView<double>&, void*, std::size_t);

}  // namespace abut
