// Pairs in the plane on a device: rows of bodies and records as bytes, in memory of the caller's.
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "abut/planar.h"
#include "host/python/device_scene.h"
#include "host/python/overlap.h"

namespace abut::python {
namespace {

using nb::literals::operator""_a;

/// Rows (count, bytes of a row) uint8 on a device, or none.
template <class E>
class DeviceRows {
 public:
  DeviceRows(const Cuda& cuda, nb::handle object, const char* name, Array::Use use, std::int64_t count) {
    if (object.is_none()) return;
    array_.emplace(object, name, use, cuda.stream);
    array_->require({{Scalar::u8}, {count, sizeof(E)}}).require_device();
    rows_ = array_->template elements<E>();
    if (reinterpret_cast<std::uintptr_t>(rows_.data()) % alignof(E) != 0) {
      array_->refuse("memory that is aligned to 8 bytes");
    }
  }
  std::span<E> get() const { return rows_; }
  const Array* array() const { return array_ ? &*array_ : nullptr; }

 private:
  std::optional<Array> array_;
  std::span<E> rows_;
};

/// A copy of shapes of the plane.
class DevicePlanarScene {
 public:
  /// `owner`: the object that the stream is of, as of a `DeviceScene`.
  DevicePlanarScene(const PlanarShapes& shapes, bool single, std::uintptr_t stream, nb::object owner)
      : owner_(std::move(owner)) {
    need_cuda("DevicePlanarScene");
    without_lock([&] {
      const Reading lock(shapes.guard);
      single ? copy<float>(shapes.set, cuda_of(stream)) : copy<double>(shapes.set, cuda_of(stream));
    });
  }

  /// `out`: the bytes of contacts and patches; either may be None.
  void query_pairs(nb::handle bodies, nb::handle pairs, nb::handle count, const nb::tuple& out, nb::handle caches,
                   double alert_distance, double patch_margin, std::uintptr_t stream) const {
    const Cuda cuda = cuda_of(stream);
    const Array array(pairs, "pairs", Array::Use::read, cuda.stream);
    const std::span<const Pair> span = pairs_of(array.require_device());
    const DeviceCount listed(cuda, count, "count", Array::Use::read);
    const DeviceRows<const PlanarBody> rows(cuda, bodies, "bodies", Array::Use::read, any_extent);
    const auto room = static_cast<std::int64_t>(span.size());
    const DeviceRows<CachedPolytope> warm(cuda, caches, "warm_start", Array::Use::write, room);
    const PlanarQueryOptions options{alert_distance, patch_margin,
                                     warm.array() != nullptr ? warm.get().data() : nullptr};
    std::visit(
        [&]<class T>(const PlanarShapeSetView<T>& shapes) {
          const DeviceRows<PlanarContact<T>> contacts(cuda, out[0], "contacts", Array::Use::write, room);
          const DeviceRows<PlanarPatch<T>> patches(cuda, out[1], "patches", Array::Use::write, room);
          require_apart({contacts.array(), patches.array(), warm.array()}, {&array, listed.array(), rows.array()});
          const PairList list{const_cast<Pair*>(span.data()), span.size(), listed.get()};
          const PlanarRecords<T> records{contacts.array() != nullptr ? contacts.get().data() : nullptr,
                                         patches.array() != nullptr ? patches.get().data() : nullptr};
          without_lock([&] {
            const host::DeviceMemory working(cuda, query_planar_pairs_workspace<T>(cuda, shapes));
            query_planar_pair_list<T>(cuda.with(working), shapes, rows.get(), list, options, records);
          });
        },
        shapes_);
  }

 private:
  template <class T>
  void copy(const PlanarShapeSet& shapes, const Cuda& cuda) {
    const PlanarShapeSetView<T> view = shapes.view<T>();
    memory_ = std::make_unique<host::DeviceMemory>(cuda, device_planar_shapes_bytes(view));
    shapes_ = copy_planar_shapes(cuda, view, *memory_);
  }

  /// What is written shares memory neither with what is read nor with the rest of it. Null: there is none.
  static void require_apart(std::initializer_list<const Array*> written, std::initializer_list<const Array*> read) {
    for (const Array* const* one = written.begin(); one != written.end(); ++one) {
      if (*one == nullptr) continue;
      for (const Array* input : read) python::require_apart(**one, *input);
      for (const Array* const* other = written.begin(); other != one; ++other) {
        if (*other != nullptr) python::require_apart(**one, **other);
      }
    }
  }

  nb::object owner_;  ///< goes after the memory
  std::unique_ptr<host::DeviceMemory> memory_;
  std::variant<PlanarShapeSetView<float>, PlanarShapeSetView<double>> shapes_;
};

}  // namespace

void bind_device_planar(nb::module_& m) {
  nb::class_<DevicePlanarScene> c(m, "_DevicePlanarScene");
  c.def(nb::init<const PlanarShapes&, bool, std::uintptr_t, nb::object>(), "shapes"_a, "single"_a, "stream"_a,
        "owner"_a.none(),
        nb::sig("def __init__(self, shapes: PlanarShapeSet, single: bool, stream: int, owner: typing.Any) -> None"));
  c.def(
      "query_pairs", &DevicePlanarScene::query_pairs, "bodies"_a, "pairs"_a, "count"_a, "out"_a, "caches"_a.none(),
      "alert_distance"_a, "patch_margin"_a, "stream"_a,
      nb::sig("def query_pairs(self, bodies: typing.Any, pairs: typing.Any, count: typing.Any, out: tuple[typing.Any, "
              "...], caches: typing.Any, alert_distance: float, patch_margin: float, stream: int) -> None"));
}

}  // namespace abut::python
