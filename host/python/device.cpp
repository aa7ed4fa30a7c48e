// Shapes and bodies in memory of a CUDA device, and queries of pairs that lie there. Everything is enqueued on the
// stream that a call names; memory of the library's own is taken and given back in the order of that stream.
#include <nanobind/stl/string.h>

#include <memory>
#include <mutex>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>

#include "abut/bodies/cuda_parts.h"
#include "abut/core/error.h"
#include "abut/detect.h"
#include "abut/pairs/cuda_pairs.h"
#include "abut/shapes/cuda_shapes.h"
#include "host/exec/device_memory.h"
#include "host/python/array.h"
#include "host/python/contact_arrays.h"
#include "host/python/held.h"
#include "host/python/module.h"
#include "host/python/overlap.h"

namespace abut::python {
namespace {

using nb::literals::operator""_a;

Cuda cuda_of(std::uintptr_t stream) { return {reinterpret_cast<void*>(stream)}; }

/// Copies of shapes and parts.
class DeviceScene {
 public:
  /// `owner`: the object that the stream is of. It is kept, as memory is given back in the order of that stream.
  DeviceScene(const Shapes& shapes, const Bodies& bodies, bool single, std::uintptr_t stream, nb::object owner);

  void query_pairs(nb::handle pairs, const nb::tuple& out, double alert_distance, std::uintptr_t stream) const;
  void query_shape_pairs(nb::handle shape_pairs, nb::handle poses, const nb::tuple& out, double alert_distance,
                         std::uintptr_t stream) const;
  void intersect_pairs(nb::handle pairs, nb::handle out, std::uintptr_t stream) const;
  void find_pairs(nb::handle out, nb::handle count, double alert_distance, std::uintptr_t stream) const;
  void place(nb::handle positions, nb::handle quaternions, std::uintptr_t stream);
  bool single() const { return shapes_.index() == 0; }

 private:
  template <class T>
  void copy(const Shapes& shapes, const Bodies& bodies, const Cuda& cuda);
  void require_precision(const ContactArrays& contacts) const;

  nb::object owner_;  ///< goes after the memory
  std::unique_ptr<host::DeviceMemory> shape_memory_, part_memory_;
  std::variant<ShapeSetView<float>, ShapeSetView<double>> shapes_;
  PartsView parts_;
  std::uint32_t body_count_ = 0;
  bool in_bodies_frames_ = true;  ///< every part
};

void need_cuda() {
  if (const char* reason = cuda_unavailable_reason()) {
    throw CudaError(std::string("a DeviceScene needs a CUDA device: ") + reason);
  }
}

bool same_pose(const Pose& a, const Pose& b) {
  bool same = a.position.x == b.position.x && a.position.y == b.position.y && a.position.z == b.position.z;
  for (int k = 0; k < 9; ++k) same = same && a.rotation.m[k] == b.rotation.m[k];
  return same;
}

template <class T>
void DeviceScene::copy(const Shapes& shapes, const Bodies& bodies, const Cuda& cuda) {
  const ShapeSetView<T> view = shapes.view<T>();
  const PartsView parts = bodies.set.parts();
  for (std::uint32_t i = 0; i < parts.count; ++i) {
    if (parts.shape[i] >= view.count) {
      throw InvalidInput("part " + std::to_string(i) + " has shape " + std::to_string(parts.shape[i]) +
                         "; allowed is less than " + std::to_string(view.count));
    }
    in_bodies_frames_ = in_bodies_frames_ && same_pose(bodies.set.part_pose(i), bodies.set.pose(parts.body[i]));
  }
  shape_memory_ = std::make_unique<host::DeviceMemory>(cuda, device_shapes_bytes(view));
  part_memory_ = std::make_unique<host::DeviceMemory>(cuda, device_parts_bytes(parts));
  shapes_ = copy_shapes(cuda, view, *shape_memory_);
  parts_ = copy_parts(cuda, parts, *part_memory_);
  body_count_ = bodies.set.size();
}

DeviceScene::DeviceScene(const Shapes& shapes, const Bodies& bodies, bool single, std::uintptr_t stream,
                         nb::object owner)
    : owner_(std::move(owner)) {
  need_cuda();
  reading(shapes, bodies, [&] {
    single ? copy<float>(shapes, bodies, cuda_of(stream)) : copy<double>(shapes, bodies, cuda_of(stream));
  });
}

void DeviceScene::require_precision(const ContactArrays& contacts) const {
  if (contacts.single(single()) != single()) {
    throw nb::type_error(single() ? "out has float64 arrays; allowed is float32, as the DeviceScene's dtype"
                                  : "out has float32 arrays; allowed is float64, as the DeviceScene's dtype");
  }
}

void DeviceScene::query_pairs(nb::handle pairs, const nb::tuple& out, double alert_distance,
                              std::uintptr_t stream) const {
  const Cuda cuda = cuda_of(stream);
  const Array array(pairs, "pairs", Array::Use::read, cuda.stream);
  const std::span<const Pair> span = pairs_of(array.require_device());
  const ContactArrays contacts(out, span.size(), Array::Use::write, Memory::device, cuda.stream);
  require_precision(contacts.require_apart_from(array));
  std::visit(
      [&]<class T>(const ShapeSetView<T>& shapes) {
        const ContactsView<T> view = contacts.view<T>();
        without_lock([&] {
          const host::DeviceMemory workspace(cuda, query_pairs_workspace<T>(cuda, span.size(), parts_.count));
          abut::query_pairs<T>(cuda.with(workspace), shapes, parts_, span, {alert_distance}, view);
        });
      },
      shapes_);
}

void DeviceScene::query_shape_pairs(nb::handle shape_pairs, nb::handle poses, const nb::tuple& out,
                                    double alert_distance, std::uintptr_t stream) const {
  const Cuda cuda = cuda_of(stream);
  const Array array(shape_pairs, "shape_pairs", Array::Use::read, cuda.stream);
  const std::span<const Pair> span = pairs_of(array.require_device());
  const Array matrices(poses, "poses", Array::Use::read, cuda.stream);
  matrices.require({{Scalar::f64}, {static_cast<std::int64_t>(span.size()), 3, 4}})
      .require_device()
      .require_contiguous_rows();
  const RelativePosesView relative{matrices.strided<const double>().data, matrices.stride(0)};
  const ContactArrays contacts(out, span.size(), Array::Use::write, Memory::device, cuda.stream);
  require_precision(contacts.require_apart_from(array).require_apart_from(matrices));
  std::visit(
      [&]<class T>(const ShapeSetView<T>& shapes) {
        const ContactsView<T> view = contacts.view<T>();
        without_lock([&] {
          const host::DeviceMemory workspace(cuda, query_pairs_workspace<T>(cuda, span.size()));
          abut::query_shape_pairs<T>(cuda.with(workspace), shapes, span, relative, {alert_distance}, view);
        });
      },
      shapes_);
}

void DeviceScene::intersect_pairs(nb::handle pairs, nb::handle out, std::uintptr_t stream) const {
  const Cuda cuda = cuda_of(stream);
  const Array array(pairs, "pairs", Array::Use::read, cuda.stream);
  const std::span<const Pair> span = pairs_of(array.require_device());
  const Array answers(out, "out", Array::Use::write, cuda.stream);
  const auto bytes = answers.require({{Scalar::boolean, Scalar::u8}, {static_cast<std::int64_t>(span.size())}})
                         .require_device()
                         .elements<std::uint8_t>();
  require_apart(answers, array);
  std::visit(
      [&]<class T>(const ShapeSetView<T>& shapes) {
        without_lock([&] { abut::intersect_pairs<T>(cuda, shapes, parts_, span, bytes); });
      },
      shapes_);
}

void DeviceScene::find_pairs(nb::handle out, nb::handle count, double alert_distance, std::uintptr_t stream) const {
  const Cuda cuda = cuda_of(stream);
  const Array list(out, "out", Array::Use::write, cuda.stream), number(count, "count", Array::Use::write, cuda.stream);
  const auto ids = list.require({{Scalar::u32}, {any_extent, 2}}).require_device().elements<std::uint32_t>();
  const auto found = number.require({{Scalar::u64}, {1}}).require_device().elements<std::uint64_t>();
  require_apart(list, number);
  const PairList pairs{reinterpret_cast<Pair*>(ids.data()), ids.size() / 2, found.data()};
  std::visit(
      [&]<class T>(const ShapeSetView<T>& shapes) {
        without_lock([&] {
          const host::DeviceMemory tree_memory(cuda, part_tree_bytes(parts_.count));
          const PartTree tree = part_tree_in(tree_memory.data(), parts_.count);
          const host::DeviceMemory building(cuda, build_tree_workspace(cuda, parts_.count));
          build_tree(cuda.with(building), {shapes.headers, parts_, alert_distance}, tree);
          const host::DeviceMemory finding(cuda, find_pairs_workspace(cuda, pairs.capacity));
          abut::find_pairs(cuda.with(finding), tree, parts_, PairOrder::half, pairs);
        });
      },
      shapes_);
}

template <class Q>
BodyPosesView<Q> poses_view(const Array& positions, const Array& quaternions) {
  const Q* const w = quaternions.strided<const Q>().data;
  const std::ptrdiff_t next = quaternions.stride(1);
  return {static_cast<std::uint32_t>(positions.count()),
          positions.strided3<const double>(),
          w,
          w + next,
          w + 2 * next,
          w + 3 * next,
          quaternions.stride(0)};
}

void DeviceScene::place(nb::handle positions, nb::handle quaternions, std::uintptr_t stream) {
  if (!in_bodies_frames_) {
    throw InvalidInput("place: a part does not lie in its body's frame; allowed are bodies of parts that do");
  }
  const Cuda cuda = cuda_of(stream);
  const Array at(positions, "positions", Array::Use::read, cuda.stream);
  const Array turned(quaternions, "quaternions", Array::Use::read, cuda.stream);
  at.require({{Scalar::f64}, {body_count_, 3}}).require_device();
  turned.require({{Scalar::f64, Scalar::f32}, {body_count_, 4}}).require_device();
  without_lock([&] {
    if (turned.scalar() == Scalar::f32) {
      place_parts<float>(cuda, poses_view<float>(at, turned), nullptr, parts_);
    } else {
      place_parts<double>(cuda, poses_view<double>(at, turned), nullptr, parts_);
    }
  });
}

}  // namespace

void bind_device(nb::module_& m) {
  m.def(
      "_on_device", [](nb::handle array) { return Array(array, "pairs").on_device(); }, "array"_a,
      nb::sig("def _on_device(array: typing.Any) -> bool"), "Whether an array is in memory of a CUDA device.");
  nb::class_<DeviceScene> c(m, "_DeviceScene");
  c.def(nb::init<const Shapes&, const Bodies&, bool, std::uintptr_t, nb::object>(), "shapes"_a, "bodies"_a, "single"_a,
        "stream"_a, "owner"_a.none(),
        nb::sig("def __init__(self, shapes: ShapeSet, bodies: BodySet, single: bool, stream: int, owner: typing.Any) "
                "-> None"));
  c.def("query_pairs", &DeviceScene::query_pairs, "pairs"_a, "out"_a, "alert_distance"_a, "stream"_a,
        nb::sig(
            "def query_pairs(self, pairs: typing.Any, out: tuple[typing.Any, ...], alert_distance: float, stream: int) "
            "-> None"));
  c.def("query_shape_pairs", &DeviceScene::query_shape_pairs, "shape_pairs"_a, "poses"_a, "out"_a, "alert_distance"_a,
        "stream"_a,
        nb::sig("def query_shape_pairs(self, shape_pairs: typing.Any, poses: typing.Any, out: tuple[typing.Any, ...], "
                "alert_distance: float, stream: int) -> None"));
  c.def("intersect_pairs", &DeviceScene::intersect_pairs, "pairs"_a, "out"_a, "stream"_a,
        nb::sig("def intersect_pairs(self, pairs: typing.Any, out: typing.Any, stream: int) -> None"));
  c.def(
      "find_pairs", &DeviceScene::find_pairs, "out"_a, "count"_a, "alert_distance"_a, "stream"_a,
      nb::sig("def find_pairs(self, out: typing.Any, count: typing.Any, alert_distance: float, stream: int) -> None"));
  c.def("place", &DeviceScene::place, "positions"_a, "quaternions"_a, "stream"_a,
        nb::sig("def place(self, positions: typing.Any, quaternions: typing.Any, stream: int) -> None"));
}

}  // namespace abut::python
