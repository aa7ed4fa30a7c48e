// The `Cuda` executor of pair queries as host code sees it.
#include "abut/core/error.h"
#include "abut/detect.h"
#include "host/exec/batches.h"
#include "host/exec/checks.h"
#include "host/exec/device_checks.h"
#include "host/exec/device_memory.h"
#include "host/exec/layout.h"

namespace abut {
namespace {

/// One value in device memory.
template <class E>
E read_back(const Cuda& cuda, const void* from) {
  E value;
  backend::copy_to_host(cuda.stream, &value, from, sizeof(E));
  backend::wait(cuda.stream);
  return value;
}

/// The debug mode of `Cuda`: everything that the query is going to read and write.
template <class T>
void check_all(const char* function, const Cuda& cuda, const QueryBatch<T>& batch, const std::uint64_t* count) {
  const auto check = [&](const char* name, const void* pointer) {
    if (pointer == nullptr || backend::is_device_memory(pointer)) return;
    throw InvalidInput(std::string(function) + ": " + name + " is no memory that the device can read");
  };
  const ShapeSetView<T>& shapes = batch.shapes;
  check("shapes.headers", shapes.headers);
  for (const T* array : {shapes.x, shapes.y, shapes.z}) check("an array of shapes", array);
  PartsView parts = batch.parts;
  host::each_array(parts, [&](const auto* array) { check("an array of parts", array); });
  check("poses.m", batch.poses), check("pairs", batch.pairs), check("pairs.count", count),
      check("options.cache", batch.cache);
  ContactsView<T> out = batch.out;
  host::each_array(out, [&](const auto* array) { check("an array of out", array); });

  const std::uint32_t* const shape_of = batch.poses == nullptr ? parts.shape : nullptr;
  const host::DeviceMemory lowest(cuda, sizeof(std::uint64_t));
  backend::find_bad_pair(cuda.stream, {batch.pairs, batch.pair_count, count, shape_of, parts.count, shapes.count},
                         static_cast<std::uint64_t*>(lowest.data()));
  const auto bad = read_back<std::uint64_t>(cuda, lowest.data());
  if (bad == backend::no_bad_pair) return;
  const auto pair = read_back<Pair>(cuda, batch.pairs + bad);
  for (const std::uint32_t named : {pair.a, pair.b}) {
    host::check_index(function, bad, named, shape_of == nullptr ? shapes.count : parts.count);
    if (shape_of == nullptr) continue;
    const std::string of_part = std::string(function) + ", shape of a part";
    host::check_index(of_part.c_str(), bad, read_back<std::uint32_t>(cuda, shape_of + named), shapes.count);
  }
}

/// What every query on a device asks of its arguments. Returns whether there is anything to do.
template <class T>
bool check_query(const char* function, const Cuda& cuda, const QueryBatch<T>& batch, const std::uint64_t* count) {
  host::check_alert_distance(batch.alert_distance);
  if (batch.pair_count == 0) return false;
  if (batch.pair_count > most_device_pairs) {
    throw InvalidInput(std::string(function) + ": " + std::to_string(batch.pair_count) + " pairs; allowed are " +
                       std::to_string(most_device_pairs) + " a batch");
  }
  host::check_pointer(function, "pairs", batch.pairs, alignof(Pair));
  host::check_pointer(function, "shapes.headers", batch.shapes.headers, alignof(ShapeHeader));
  if (batch.poses == nullptr) {
    host::check_pointer(function, "parts.shape", batch.parts.shape, sizeof(*batch.parts.shape));
  }
  if (batch.cache != nullptr) host::check_pointer(function, "options.cache", batch.cache, alignof(CachedPolytope));
  ContactsView<T> out = batch.out;
  host::each_array(out, [&](const auto* array) {
    if (array != nullptr) host::check_pointer(function, "an array of out", array, sizeof(*array));
  });
  host::need_device();
  if (cuda.checked) check_all(function, cuda, batch, count);
  return true;
}

template <class T>
void enqueue(const char* function, const Cuda& cuda, const QueryBatch<T>& batch, const std::uint64_t* count,
             void* workspace, std::size_t workspace_bytes) {
  if (!check_query(function, cuda, batch, count)) return;
  host::check_workspace(function, workspace, workspace_bytes, backend::query_workspace<T>(batch.pair_count, 0));
  const std::uint32_t parts = batch.parts.count;
  const bool with_rows = workspace_bytes >= backend::query_workspace<T>(batch.pair_count, parts);
  backend::query_batch<T>(cuda.stream, batch, count, with_rows ? parts : 0, workspace);
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
                 const QueryOptions& options, const ContactsView<T>& out, void* workspace,
                 std::size_t workspace_bytes) {
  enqueue<T>("query_pairs", cuda, host::batch_of_parts(shapes, parts, pairs, options, out), nullptr, workspace,
             workspace_bytes);
}

template <class T>
void query_pair_list(const Cuda& cuda, const ShapeSetView<T>& shapes, const PartsView& parts, const PairList& pairs,
                     const QueryOptions& options, const ContactsView<T>& out, void* workspace,
                     std::size_t workspace_bytes) {
  constexpr const char* function = "query_pair_list";
  host::check_pointer(function, "pairs.count", pairs.count, sizeof(*pairs.count));
  enqueue<T>(function, cuda, host::batch_of_parts(shapes, parts, {pairs.pairs, pairs.capacity}, options, out),
             pairs.count, workspace, workspace_bytes);
}

template <class T>
void query_shape_pairs(const Cuda& cuda, const ShapeSetView<T>& shapes, std::span<const Pair> shape_pairs,
                       const RelativePosesView& poses, const QueryOptions& options, const ContactsView<T>& out,
                       void* workspace, std::size_t workspace_bytes) {
  constexpr const char* function = "query_shape_pairs";
  if (!shape_pairs.empty()) host::check_pointer(function, "poses.m", poses.m, sizeof(double));
  enqueue<T>(function, cuda, host::batch_of_shapes(shapes, shape_pairs, poses, options, out), nullptr, workspace,
             workspace_bytes);
}

template <class T>
void intersect_pairs(const Cuda& cuda, const ShapeSetView<T>& shapes, const PartsView& parts,
                     std::span<const Pair> pairs, std::span<std::uint8_t> out) {
  constexpr const char* function = "intersect_pairs";
  host::check_output_size(function, out.size(), pairs.size());
  const QueryBatch<T> batch = host::batch_of_parts<T>(shapes, parts, pairs);
  if (!pairs.empty()) host::check_pointer(function, "out", out.data(), 1);
  if (check_query(function, cuda, batch, nullptr)) backend::intersect_batch<T>(cuda.stream, batch, out.data());
}

template std::size_t query_pairs_workspace<float>(const Cuda&, std::size_t, std::uint32_t);
template void query_pairs<float>(const Cuda&, const ShapeSetView<float>&, const PartsView&, std::span<const Pair>,
                                 const QueryOptions&, const ContactsView<float>&, void*, std::size_t);
template void query_pair_list<float>(const Cuda&, const ShapeSetView<float>&, const PartsView&, const PairList&,
                                     const QueryOptions&, const ContactsView<float>&, void*, std::size_t);
template void query_shape_pairs<float>(const Cuda&, const ShapeSetView<float>&, std::span<const Pair>,
                                       const RelativePosesView&, const QueryOptions&, const ContactsView<float>&, void*,
                                       std::size_t);
template void intersect_pairs<float>(const Cuda&, const ShapeSetView<float>&, const PartsView&, std::span<const Pair>,
                                     std::span<std::uint8_t>);
template std::size_t query_pairs_workspace<double>(const Cuda&, std::size_t, std::uint32_t);
template void query_pairs<double>(const Cuda&, const ShapeSetView<double>&, const PartsView&, std::span<const Pair>,
                                  const QueryOptions&, const ContactsView<double>&, void*, std::size_t);
template void query_pair_list<double>(const Cuda&, const ShapeSetView<double>&, const PartsView&, const PairList&,
                                      const QueryOptions&, const ContactsView<double>&, void*, std::size_t);
template void query_shape_pairs<double>(const Cuda&, const ShapeSetView<double>&, std::span<const Pair>,
                                        const RelativePosesView&, const QueryOptions&, const ContactsView<double>&,
                                        void*, std::size_t);
template void intersect_pairs<double>(const Cuda&, const ShapeSetView<double>&, const PartsView&, std::span<const Pair>,
                                      std::span<std::uint8_t>);

}  // namespace abut
