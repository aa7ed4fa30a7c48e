// The `Cuda` executor of pair queries as host code sees it.
#include "abut/core/error.h"
#include "abut/detect.h"
#include "host/exec/checks.h"
#include "host/exec/device_checks.h"

namespace abut {
namespace {

template <class T>
void enqueue(const char* function, const Cuda& cuda, const QueryBatch<T>& batch, const std::uint64_t* count,
             void* workspace, std::size_t workspace_bytes) {
  host::check_alert_distance(batch.alert_distance);
  if (batch.pair_count == 0) return;
  if (batch.pair_count > most_device_pairs) {
    throw InvalidInput(std::string(function) + ": " + std::to_string(batch.pair_count) + " pairs; allowed are " +
                       std::to_string(most_device_pairs) + " a batch");
  }
  host::check_pointer(function, "pairs", batch.pairs, alignof(Pair));
  host::check_pointer(function, "shapes.headers", batch.shapes.headers, alignof(ShapeHeader));
  host::check_pointer(function, "parts.shape", batch.parts.shape, sizeof(*batch.parts.shape));
  host::need_device();
  host::check_workspace(function, workspace, workspace_bytes, backend::query_workspace<T>(batch.pair_count));
  backend::query_batch<T>(cuda.stream, batch, count, workspace);
}

}  // namespace

const char* cuda_unavailable_reason() { return backend::cuda_unavailable_reason(); }

template <class T>
std::size_t query_pairs_workspace(const Cuda&, std::size_t pair_count) {
  host::need_device();
  return backend::query_workspace<T>(pair_count);
}

template <class T>
void query_pairs(const Cuda& cuda, const ShapeSetView<T>& shapes, const PartsView& parts, std::span<const Pair> pairs,
                 const QueryOptions& options, const ContactsView<T>& out, void* workspace,
                 std::size_t workspace_bytes) {
  enqueue<T>("query_pairs", cuda,
             {shapes, parts, nullptr, 0, pairs.data(), pairs.size(), options.alert_distance, out, options.cache},
             nullptr, workspace, workspace_bytes);
}

template <class T>
void query_pair_list(const Cuda& cuda, const ShapeSetView<T>& shapes, const PartsView& parts, const PairList& pairs,
                     const QueryOptions& options, const ContactsView<T>& out, void* workspace,
                     std::size_t workspace_bytes) {
  constexpr const char* function = "query_pair_list";
  host::check_pointer(function, "pairs.count", pairs.count, sizeof(*pairs.count));
  enqueue<T>(function, cuda,
             {shapes, parts, nullptr, 0, pairs.pairs, pairs.capacity, options.alert_distance, out, options.cache},
             pairs.count, workspace, workspace_bytes);
}

template std::size_t query_pairs_workspace<float>(const Cuda&, std::size_t);
template std::size_t query_pairs_workspace<double>(const Cuda&, std::size_t);
template void query_pairs<float>(const Cuda&, const ShapeSetView<float>&, const PartsView&, std::span<const Pair>,
                                 const QueryOptions&, const ContactsView<float>&, void*, std::size_t);
template void query_pairs<double>(const Cuda&, const ShapeSetView<double>&, const PartsView&, std::span<const Pair>,
                                  const QueryOptions&, const ContactsView<double>&, void*, std::size_t);
template void query_pair_list<float>(const Cuda&, const ShapeSetView<float>&, const PartsView&, const PairList&,
                                     const QueryOptions&, const ContactsView<float>&, void*, std::size_t);
template void query_pair_list<double>(const Cuda&, const ShapeSetView<double>&, const PartsView&, const PairList&,
                                      const QueryOptions&, const ContactsView<double>&, void*, std::size_t);

}  // namespace abut
