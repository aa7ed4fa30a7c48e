// The `Cuda` executor of pair queries as host code sees it.
#include "abut/detect.h"
#include "host/exec/batches.h"
#include "host/exec/device_batch_checks.h"

namespace abut {
namespace {

template <class T>
void enqueue(const char* function, const Cuda& cuda, const QueryBatch<T>& batch, const std::uint64_t* count) {
  if (!host::check_query(function, cuda, batch, count, "out")) return;
  host::check_workspace(function, cuda, backend::query_workspace<T>(batch.pair_count, 0));
  const std::uint32_t parts = batch.parts.count;
  const bool with_rows = cuda.workspace.size() >= backend::query_workspace<T>(batch.pair_count, parts);
  backend::query_batch<T>(cuda.stream, batch, count, with_rows ? parts : 0, cuda.workspace.data());
}

}  // namespace

const char* cuda_unavailable_reason() { return backend::cuda_unavailable_reason(); }

template <class T>
std::size_t query_pairs_workspace(const Cuda&, std::size_t pair_count, std::uint32_t part_count) {
  host::need_device();
  return backend::query_workspace<T>(pair_count, part_count);
}

template <class T>
void query_pairs(const Cuda& cuda, const ShapeSetView<T>& shapes, const PartsView& parts, std::span<const Pair> pairs,
                 const QueryOptions& options, const ContactsView<T>& out) {
  enqueue<T>("query_pairs", cuda, host::batch_of_parts(shapes, parts, pairs, options, out), nullptr);
}

template <class T>
void query_pair_list(const Cuda& cuda, const ShapeSetView<T>& shapes, const PartsView& parts, const PairList& pairs,
                     const QueryOptions& options, const ContactsView<T>& out) {
  constexpr const char* function = "query_pair_list";
  host::check_pointer(function, "pairs.count", pairs.count, sizeof(*pairs.count));
  enqueue<T>(function, cuda, host::batch_of_parts(shapes, parts, {pairs.pairs, pairs.capacity}, options, out),
             pairs.count);
}

template <class T>
void query_shape_pairs(const Cuda& cuda, const ShapeSetView<T>& shapes, std::span<const Pair> shape_pairs,
                       const RelativePosesView& poses, const QueryOptions& options, const ContactsView<T>& out) {
  constexpr const char* function = "query_shape_pairs";
  if (!shape_pairs.empty()) host::check_pointer(function, "poses.m", poses.m, sizeof(double));
  enqueue<T>(function, cuda, host::batch_of_shapes(shapes, shape_pairs, poses, options, out), nullptr);
}

template <class T>
void intersect_pairs(const Cuda& cuda, const ShapeSetView<T>& shapes, const PartsView& parts,
                     std::span<const Pair> pairs, std::span<std::uint8_t> out) {
  constexpr const char* function = "intersect_pairs";
  host::check_output_size(function, out.size(), pairs.size());
  const QueryBatch<T> batch = host::batch_of_parts<T>(shapes, parts, pairs);
  if (!pairs.empty()) host::check_pointer(function, "out", out.data(), 1);
  if (host::check_query(function, cuda, batch, nullptr, "out"))
    backend::intersect_batch<T>(cuda.stream, batch, out.data());
}

template std::size_t query_pairs_workspace<float>(const Cuda&, std::size_t, std::uint32_t);
template void query_pairs<float>(const Cuda&, const ShapeSetView<float>&, const PartsView&, std::span<const Pair>,
                                 const QueryOptions&, const ContactsView<float>&);
template void query_pair_list<float>(const Cuda&, const ShapeSetView<float>&, const PartsView&, const PairList&,
                                     const QueryOptions&, const ContactsView<float>&);
template void query_shape_pairs<float>(const Cuda&, const ShapeSetView<float>&, std::span<const Pair>,
                                       const RelativePosesView&, const QueryOptions&, const ContactsView<float>&);
template void intersect_pairs<float>(const Cuda&, const ShapeSetView<float>&, const PartsView&, std::span<const Pair>,
                                     std::span<std::uint8_t>);
template std::size_t query_pairs_workspace<double>(const Cuda&, std::size_t, std::uint32_t);
template void query_pairs<double>(const Cuda&, const ShapeSetView<double>&, const PartsView&, std::span<const Pair>,
                                  const QueryOptions&, const ContactsView<double>&);
template void query_pair_list<double>(const Cuda&, const ShapeSetView<double>&, const PartsView&, const PairList&,
                                      const QueryOptions&, const ContactsView<double>&);
template void query_shape_pairs<double>(const Cuda&, const ShapeSetView<double>&, std::span<const Pair>,
                                        const RelativePosesView&, const QueryOptions&, const ContactsView<double>&);
template void intersect_pairs<double>(const Cuda&, const ShapeSetView<double>&, const PartsView&, std::span<const Pair>,
                                      std::span<std::uint8_t>);

}  // namespace abut
