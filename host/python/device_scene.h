// Shapes and bodies in memory of a CUDA device, as Python's DeviceScene holds them. Everything is enqueued on the
// stream that a call names; memory of the library's own is taken and given back in the order of that stream.
#pragma once

#include <nanobind/nanobind.h>

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>
#include <variant>

#include "abut/bodies/cuda_parts.h"
#include "abut/pairs/cuda_pairs.h"
#include "abut/shapes/cuda_shapes.h"
#include "host/exec/device_memory.h"
#include "host/python/array.h"
#include "host/python/contact_arrays.h"
#include "host/python/held.h"

namespace abut::python {

inline Cuda cuda_of(std::uintptr_t stream) { return {reinterpret_cast<void*>(stream)}; }

/// Throws `CudaError` for `what`, which needs a device, where none can be used.
void need_cuda(const char* what);

/// A tree over parts, in memory of its own; not built yet.
struct DeviceTree {
  host::DeviceMemory memory;
  PartTree tree;

  DeviceTree(const Cuda& cuda, std::uint32_t part_count)
      : memory(cuda, part_tree_bytes(part_count)), tree(part_tree_in(memory.data(), part_count)) {}
};

/// Copies of shapes and parts.
class DeviceScene {
 public:
  /// `owner`: the object that the stream is of. It is kept, as memory is given back in the order of that stream.
  DeviceScene(const Shapes& shapes, const Bodies& bodies, bool single, std::uintptr_t stream, nb::object owner);

  bool single() const { return shapes_.index() == 0; }
  const PartsView& parts() const { return parts_; }
  std::uint32_t body_count() const { return body_count_; }
  bool in_bodies_frames() const { return in_bodies_frames_; }
  const ShapeHeader* headers() const {
    return std::visit([](const auto& view) { return view.headers; }, shapes_);
  }
  /// Calls `work(view)` with the shapes in the scene's precision.
  template <class Work>
  void with_shapes(Work&& work) const {
    std::visit(std::forward<Work>(work), shapes_);
  }
  /// The tree that is kept from search to search, null as long as none is; one search at a time.
  std::unique_ptr<DeviceTree>& kept_tree() const { return kept_tree_; }
  std::mutex& guard() const { return guard_; }
  /// Throws `nb::type_error` for contacts, `whose`, of the other precision.
  void require_precision(const ContactArrays& contacts, const char* whose = "out") const;
  /// Of the set that the shapes were copied from.
  std::uint64_t shapes_id() const { return shapes_id_; }

 private:
  template <class T>
  void copy(const Shapes& shapes, const Bodies& bodies, const Cuda& cuda);

  nb::object owner_;  ///< goes after the memory
  std::uint64_t shapes_id_;
  std::unique_ptr<host::DeviceMemory> shape_memory_, part_memory_;
  mutable std::unique_ptr<DeviceTree> kept_tree_;
  mutable std::mutex guard_;
  std::variant<ShapeSetView<float>, ShapeSetView<double>> shapes_;
  PartsView parts_;
  std::uint32_t body_count_ = 0;
  bool in_bodies_frames_ = true;  ///< every part
};

/// How many there are of something on a device, in memory of the device.
class DeviceCount {
 public:
  /// `object`: (1,) uint64 on the device. Throws `nb::type_error` or `nb::value_error`.
  DeviceCount(const Cuda& cuda, nb::handle object, const char* name, Array::Use use);
  std::uint64_t* get() const { return number_; }
  const Array* array() const { return &array_; }

 private:
  Array array_;
  std::uint64_t* number_ = nullptr;
};

/// Nothing where `object` is None.
std::optional<DeviceCount> listed_count(const Cuda& cuda, nb::handle object, const char* name);

/// (M, 3, 4) float64 on the device, contiguous within a pair.
RelativePosesView relative_poses_of(const Array& matrices, std::size_t count);

void bind_device_searches(nb::class_<DeviceScene>& c);
void bind_device_patches(nb::class_<DeviceScene>& c);
void bind_device_facets(nb::module_& m, nb::class_<DeviceScene>& c);
void bind_device_history(nb::module_& m);
void bind_device_filter(nb::module_& m);
void bind_device_planar(nb::module_& m);

}  // namespace abut::python
