// DeviceScene: shapes and bodies in memory of a CUDA device, and queries of pairs that lie there.
#include <nanobind/stl/string.h>

#include <mutex>
#include <string>
#include <utility>

#include "abut/core/error.h"
#include "abut/detect.h"
#include "host/python/device_scene.h"
#include "host/python/module.h"
#include "host/python/overlap.h"

namespace abut::python {
namespace {

using nb::literals::operator""_a;

bool same_pose(const Pose& a, const Pose& b) {
  bool same = a.position.x == b.position.x && a.position.y == b.position.y && a.position.z == b.position.z;
  for (int k = 0; k < 9; ++k) same = same && a.rotation.m[k] == b.rotation.m[k];
  return same;
}

/// `count`: None, or how many of the pairs there are, on the device.
void query_pairs(const DeviceScene& scene, nb::handle pairs, nb::handle count, const nb::tuple& out,
                 double alert_distance, std::uintptr_t stream) {
  const Cuda cuda = cuda_of(stream);
  const Array array(pairs, "pairs", Array::Use::read, cuda.stream);
  const std::span<const Pair> span = pairs_of(array.require_device());
  const std::optional<DeviceCount> listed = listed_count(cuda, count, "count");
  const ContactArrays contacts(out, span.size(), Array::Use::write, Memory::device, cuda.stream);
  scene.require_precision(contacts.require_apart_from(array));
  if (listed) contacts.require_apart_from(*listed->array());
  scene.with_shapes([&]<class T>(const ShapeSetView<T>& shapes) {
    const ContactsView<T> view = contacts.view<T>();
    without_lock([&] {
      const host::DeviceMemory workspace(cuda, query_pairs_workspace<T>(cuda, span.size(), scene.parts().count));
      if (listed) {
        const PairList list{const_cast<Pair*>(span.data()), span.size(), listed->get()};
        query_pair_list<T>(cuda.with(workspace), shapes, scene.parts(), list, {alert_distance}, view);
      } else {
        abut::query_pairs<T>(cuda.with(workspace), shapes, scene.parts(), span, {alert_distance}, view);
      }
    });
  });
}

void query_shape_pairs(const DeviceScene& scene, nb::handle shape_pairs, nb::handle poses, const nb::tuple& out,
                       double alert_distance, std::uintptr_t stream) {
  const Cuda cuda = cuda_of(stream);
  const Array array(shape_pairs, "shape_pairs", Array::Use::read, cuda.stream);
  const std::span<const Pair> span = pairs_of(array.require_device());
  const Array matrices(poses, "poses", Array::Use::read, cuda.stream);
  const RelativePosesView relative = relative_poses_of(matrices, span.size());
  const ContactArrays contacts(out, span.size(), Array::Use::write, Memory::device, cuda.stream);
  scene.require_precision(contacts.require_apart_from(array).require_apart_from(matrices));
  scene.with_shapes([&]<class T>(const ShapeSetView<T>& shapes) {
    const ContactsView<T> view = contacts.view<T>();
    without_lock([&] {
      const host::DeviceMemory workspace(cuda, query_pairs_workspace<T>(cuda, span.size()));
      abut::query_shape_pairs<T>(cuda.with(workspace), shapes, span, relative, {alert_distance}, view);
    });
  });
}

void intersect_pairs(const DeviceScene& scene, nb::handle pairs, nb::handle out, std::uintptr_t stream) {
  const Cuda cuda = cuda_of(stream);
  const Array array(pairs, "pairs", Array::Use::read, cuda.stream);
  const std::span<const Pair> span = pairs_of(array.require_device());
  const Array answers(out, "out", Array::Use::write, cuda.stream);
  const auto bytes = answers.require({{Scalar::boolean, Scalar::u8}, {static_cast<std::int64_t>(span.size())}})
                         .require_device()
                         .elements<std::uint8_t>();
  require_apart(answers, array);
  scene.with_shapes([&]<class T>(const ShapeSetView<T>& shapes) {
    without_lock([&] { abut::intersect_pairs<T>(cuda, shapes, scene.parts(), span, bytes); });
  });
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

void place(const DeviceScene& scene, nb::handle positions, nb::handle quaternions, std::uintptr_t stream) {
  if (!scene.in_bodies_frames()) {
    throw InvalidInput("place: a part does not lie in its body's frame; allowed are bodies of parts that do");
  }
  const Cuda cuda = cuda_of(stream);
  const Array at(positions, "positions", Array::Use::read, cuda.stream);
  const Array turned(quaternions, "quaternions", Array::Use::read, cuda.stream);
  at.require({{Scalar::f64}, {scene.body_count(), 3}}).require_device();
  turned.require({{Scalar::f64, Scalar::f32}, {scene.body_count(), 4}}).require_device();
  without_lock([&] {
    if (turned.scalar() == Scalar::f32) {
      place_parts<float>(cuda, poses_view<float>(at, turned), nullptr, scene.parts());
    } else {
      place_parts<double>(cuda, poses_view<double>(at, turned), nullptr, scene.parts());
    }
  });
}

}  // namespace

void need_cuda(const char* what) {
  if (const char* reason = cuda_unavailable_reason()) {
    throw CudaError(std::string("a ") + what + " needs a CUDA device: " + reason);
  }
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
    : owner_(std::move(owner)), shapes_id_(shapes.id) {
  need_cuda("DeviceScene");
  reading(shapes, bodies, [&] {
    single ? copy<float>(shapes, bodies, cuda_of(stream)) : copy<double>(shapes, bodies, cuda_of(stream));
  });
}

void DeviceScene::require_precision(const ContactArrays& contacts, const char* whose) const {
  if (contacts.single(single()) == single()) return;
  const char* const what = single() ? " has float64 arrays; allowed is float32, as the DeviceScene's dtype"
                                    : " has float32 arrays; allowed is float64, as the DeviceScene's dtype";
  throw nb::type_error((whose + std::string(what)).c_str());
}

DeviceCount::DeviceCount(const Cuda& cuda, nb::handle object, const char* name, Array::Use use)
    : array_(object, name, use, cuda.stream) {
  number_ = array_.require({{Scalar::u64}, {1}}).require_device().elements<std::uint64_t>().data();
}

std::optional<DeviceCount> listed_count(const Cuda& cuda, nb::handle object, const char* name) {
  if (object.is_none()) return std::nullopt;
  return std::make_optional<DeviceCount>(cuda, object, name, Array::Use::read);
}

RelativePosesView relative_poses_of(const Array& matrices, std::size_t count) {
  matrices.require({{Scalar::f64}, {static_cast<std::int64_t>(count), 3, 4}})
      .require_device()
      .require_contiguous_rows();
  return {matrices.strided<const double>().data, matrices.stride(0)};
}

void bind_device(nb::module_& m) {
  m.def(
      "_on_device", [](nb::handle array) { return Array(array, "pairs").on_device(); }, "array"_a,
      nb::sig("def _on_device(array: typing.Any) -> bool"), "Whether an array is in memory of a CUDA device.");
  nb::class_<DeviceScene> c(m, "_DeviceScene");
  c.def(nb::init<const Shapes&, const Bodies&, bool, std::uintptr_t, nb::object>(), "shapes"_a, "bodies"_a, "single"_a,
        "stream"_a, "owner"_a.none(),
        nb::sig("def __init__(self, shapes: ShapeSet, bodies: BodySet, single: bool, stream: int, owner: typing.Any) "
                "-> None"));
  c.def("query_pairs", &query_pairs, "pairs"_a, "count"_a.none(), "out"_a, "alert_distance"_a, "stream"_a,
        nb::sig("def query_pairs(self, pairs: typing.Any, count: typing.Any, out: tuple[typing.Any, ...], "
                "alert_distance: float, stream: int) -> None"));
  c.def("query_shape_pairs", &query_shape_pairs, "shape_pairs"_a, "poses"_a, "out"_a, "alert_distance"_a, "stream"_a,
        nb::sig("def query_shape_pairs(self, shape_pairs: typing.Any, poses: typing.Any, out: tuple[typing.Any, ...], "
                "alert_distance: float, stream: int) -> None"));
  c.def("intersect_pairs", &intersect_pairs, "pairs"_a, "out"_a, "stream"_a,
        nb::sig("def intersect_pairs(self, pairs: typing.Any, out: typing.Any, stream: int) -> None"));
  c.def("place", &place, "positions"_a, "quaternions"_a, "stream"_a,
        nb::sig("def place(self, positions: typing.Any, quaternions: typing.Any, stream: int) -> None"));
  bind_device_searches(c);
  bind_device_patches(c);
  bind_device_facets(m, c);
  bind_device_history(m);
  bind_device_filter(m);
  bind_device_planar(m);
}

}  // namespace abut::python
