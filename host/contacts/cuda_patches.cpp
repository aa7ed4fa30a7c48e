// Checks of contact patches that are about to be enqueued; the work is the backend's.
#include "abut/patches.h"
#include "host/contacts/patch_checks.h"
#include "host/exec/batches.h"
#include "host/exec/device_batch_checks.h"

namespace abut {
namespace {

void check_capacity(const char* function, const PatchOptions& options) {
  if (options.capacity >= 24 && options.capacity <= 65536) return;
  throw InvalidInput(std::string(function) + ": capacity is " + std::to_string(options.capacity) +
                     "; allowed are 24 to 65536");
}

/// The debug mode: throws for the first pair with a shape that has no volume.
template <class T>
void check_volumes(const char* function, const Cuda& cuda, const QueryBatch<T>& batch, const std::uint64_t* count) {
  const host::DeviceMemory lowest(cuda, sizeof(std::uint64_t));
  backend::find_no_volume(cuda.stream, batch, count, static_cast<std::uint64_t*>(lowest.data()));
  const auto bad = host::read_back<std::uint64_t>(cuda, lowest.data());
  if (bad == backend::no_bad_pair) return;
  const auto pair = host::read_back<Pair>(cuda, batch.pairs + bad);
  for (std::uint32_t shape : {pair.a, pair.b}) {
    if (batch.poses == nullptr) shape = host::read_back<std::uint32_t>(cuda, batch.parts.shape + shape);
    host::check_volume(function, bad, shape, host::read_back<ShapeHeader>(cuda, batch.shapes.headers + shape));
  }
}

template <class T>
void check_out(const char* function, const PatchesView<T>& out) {
  PatchesView<T> arrays = out;
  host::each_array(arrays, [&](const auto* array) {
    if (array != nullptr) host::check_pointer(function, "an array of out", array, sizeof(*array));
  });
}

template <class T>
void enqueue(const char* function, const Cuda& cuda, const QueryBatch<T>& batch, const std::uint64_t* count,
             const PatchOptions& options, const PatchesView<T>& out) {
  if (batch.pair_count == 0) host::check_patch_options(function, options);
  if (batch.pair_count > 0) host::check_patches(function, batch.out, options, out);
  check_capacity(function, options);
  check_out(function, out);
  const bool any = host::check_query(function, cuda, batch, count, "contacts");
  if (!any && out.offsets == nullptr && out.needed == nullptr && out.unanswered == nullptr) return;
  host::need_device();
  if (any && cuda.checked && wants_overlap(out)) check_volumes(function, cuda, batch, count);
  host::check_workspace(function, cuda, backend::find_patches_workspace<T>(patch_sizes(batch, options, out)));
  backend::find_patches<T>(cuda.stream, batch, count, options, out, cuda.workspace.data());
}

}  // namespace

template <class T>
std::size_t find_patches_workspace(const Cuda&, std::uint64_t pair_count, std::uint64_t point_capacity, bool volumes,
                                   const PatchOptions& options) {
  check_capacity("find_patches_workspace", options);
  host::need_device();
  return backend::find_patches_workspace<T>({pair_count, point_capacity, options.capacity, volumes});
}

template <class T>
void find_patches(const Cuda& cuda, const ShapeSetView<T>& shapes, const PartsView& parts, const PairContacts<T>& of,
                  const PatchOptions& options, const PatchesView<T>& out) {
  enqueue<T>("find_patches", cuda, host::batch_of_parts(shapes, parts, of.pairs, {}, of.contacts), nullptr, options,
             out);
}

template <class T>
void find_patches(const Cuda& cuda, const ShapeSetView<T>& shapes, const PartsView& parts,
                  const PairListContacts<T>& of, const PatchOptions& options, const PatchesView<T>& out) {
  constexpr const char* function = "find_patches";
  const PairList& pairs = of.pairs;
  host::check_pointer(function, "pairs.count", pairs.count, sizeof(*pairs.count));
  enqueue<T>(function, cuda, host::batch_of_parts(shapes, parts, {pairs.pairs, pairs.capacity}, {}, of.contacts),
             pairs.count, options, out);
}

template <class T>
void find_shape_patches(const Cuda& cuda, const ShapeSetView<T>& shapes, const ShapePairContacts<T>& of,
                        const PatchOptions& options, const PatchesView<T>& out) {
  constexpr const char* function = "find_shape_patches";
  if (!of.pairs.empty()) host::check_pointer(function, "poses.m", of.poses.m, sizeof(double));
  enqueue<T>(function, cuda, host::batch_of_shapes(shapes, of.pairs, of.poses, {}, of.contacts), nullptr, options, out);
}

#define ABUT_INSTANTIATE(T)                                                                                        \
  template std::size_t find_patches_workspace<T>(const Cuda&, std::uint64_t, std::uint64_t, bool,                  \
                                                 const PatchOptions&);                                             \
  template void find_patches<T>(const Cuda&, const ShapeSetView<T>&, const PartsView&, const PairContacts<T>&,     \
                                const PatchOptions&, const PatchesView<T>&);                                       \
  template void find_patches<T>(const Cuda&, const ShapeSetView<T>&, const PartsView&, const PairListContacts<T>&, \
                                const PatchOptions&, const PatchesView<T>&);                                       \
  template void find_shape_patches<T>(const Cuda&, const ShapeSetView<T>&, const ShapePairContacts<T>&,            \
                                      const PatchOptions&, const PatchesView<T>&);
ABUT_INSTANTIATE(float)
ABUT_INSTANTIATE(double)
#undef ABUT_INSTANTIATE

}  // namespace abut
