// Contact patches on a device: into arrays of the caller's.
#include <string>
#include <vector>

#include "abut/patches.h"
#include "host/python/device_scene.h"
#include "host/python/overlap.h"
#include "host/python/written_arrays.h"

namespace abut::python {
namespace {

using nb::literals::operator""_a;

/// The arrays that patches are written into; any may be None.
class PatchArrays : public WrittenArrays {
 public:
  /// `out`: area, centre, offsets, points, gaps, volume, volume_centre, volume_normal, volume_moment, needed,
  /// unanswered.
  PatchArrays(const Cuda& cuda, const nb::tuple& out, std::size_t pairs, bool single) : WrittenArrays(count) {
    const Scalar scalar = single ? Scalar::f32 : Scalar::f64;
    const auto rows = static_cast<std::int64_t>(pairs);
    for (std::size_t i = 0; i < count; ++i) {
      const nb::handle object = out[i];
      if (object.is_none()) continue;
      const std::string name = i < 9 ? std::string("out.") + names[i] : names[i];
      const Array& array = take(cuda, i, object, name);
      if (i == 2) {
        array.require({{Scalar::u64}, {rows + 1}}).elements<std::uint64_t>();
      } else if (i >= 9) {
        array.require({{Scalar::u64}, {1}});
      } else if (i == 3) {
        array.require({{scalar}, {any_extent, 3}});
      } else if (i == 4) {
        array.require({{scalar}, {at(3) != nullptr ? at(3)->extent(0) : any_extent}});
      } else if (i == 0 || i == 5) {
        array.require({{scalar}, {rows}});
      } else {
        array.require({{scalar}, {rows, 3}});
      }
    }
    require_apart_from_each_other();
  }
  template <class T>
  PatchesView<T> view() const {
    PatchesView<T> v;
    v.area = one<T>(0), v.centre = three<T>(1);
    v.offsets = one<std::uint64_t>(2).data;
    v.points = three<T>(3), v.gaps = one<T>(4);
    for (const std::size_t i : {std::size_t{3}, std::size_t{4}}) {
      if (at(i) != nullptr) v.capacity = at(i)->count();
    }
    v.volume = one<T>(5), v.volume_centre = three<T>(6), v.volume_normal = three<T>(7), v.volume_moment = three<T>(8);
    v.needed = one<std::uint64_t>(9).data, v.unanswered = one<std::uint64_t>(10).data;
    return v;
  }
  bool volumes() const { return at(5) != nullptr || at(6) != nullptr || at(7) != nullptr || at(8) != nullptr; }

 private:
  static constexpr std::size_t count = 11;
  static constexpr const char* names[count] = {"area",          "centre", "offsets",       "points",
                                               "gaps",          "volume", "volume_centre", "volume_normal",
                                               "volume_moment", "needed", "unanswered"};
};

void require_apart(const PatchArrays& out, const ContactArrays& contacts, const Array& pairs,
                   const PatchOptions& options) {
  out.require_apart_from(pairs);
  for (const Array& array : contacts.arrays()) out.require_apart_from(array);
  if (options.move_points) contacts.require_apart_from(pairs);
}

Array::Use use_of(const PatchOptions& options) { return options.move_points ? Array::Use::write : Array::Use::read; }

void find_patches(const DeviceScene& scene, nb::handle pairs, nb::handle count, const nb::tuple& contacts,
                  const nb::tuple& out, const PatchOptions& options, std::uintptr_t stream) {
  const Cuda cuda = cuda_of(stream);
  const Array array(pairs, "pairs", Array::Use::read, cuda.stream);
  const std::span<const Pair> span = pairs_of(array.require_device());
  const std::optional<DeviceCount> listed = listed_count(cuda, count, "count");
  const ContactArrays records(contacts, span.size(), use_of(options), Memory::device, cuda.stream, "contacts");
  scene.require_precision(records);
  const PatchArrays arrays(cuda, out, span.size(), scene.single());
  require_apart(arrays, records, array, options);
  scene.with_shapes([&]<class T>(const ShapeSetView<T>& shapes) {
    const ContactsView<T> of = records.view<T>();
    const PatchesView<T> view = arrays.view<T>();
    without_lock([&] {
      const host::DeviceMemory memory(
          cuda, find_patches_workspace<T>(cuda, span.size(), view.capacity, arrays.volumes(), options));
      const Cuda working = cuda.with(memory);
      if (listed) {
        const PairList list{const_cast<Pair*>(span.data()), span.size(), listed->get()};
        abut::find_patches<T>(working, shapes, scene.parts(), PairListContacts<T>{list, of}, options, view);
      } else {
        abut::find_patches<T>(working, shapes, scene.parts(), PairContacts<T>{span, of}, options, view);
      }
    });
  });
}

void find_shape_patches(const DeviceScene& scene, nb::handle shape_pairs, nb::handle poses, const nb::tuple& contacts,
                        const nb::tuple& out, const PatchOptions& options, std::uintptr_t stream) {
  const Cuda cuda = cuda_of(stream);
  const Array array(shape_pairs, "shape_pairs", Array::Use::read, cuda.stream);
  const std::span<const Pair> span = pairs_of(array.require_device());
  const Array matrices(poses, "poses", Array::Use::read, cuda.stream);
  const RelativePosesView relative = relative_poses_of(matrices, span.size());
  const ContactArrays records(contacts, span.size(), use_of(options), Memory::device, cuda.stream, "contacts");
  scene.require_precision(records);
  const PatchArrays arrays(cuda, out, span.size(), scene.single());
  arrays.require_apart_from(matrices);
  require_apart(arrays, records, array, options);
  scene.with_shapes([&]<class T>(const ShapeSetView<T>& shapes) {
    const ShapePairContacts<T> of{span, relative, records.view<T>()};
    const PatchesView<T> view = arrays.view<T>();
    without_lock([&] {
      const host::DeviceMemory memory(
          cuda, find_patches_workspace<T>(cuda, span.size(), view.capacity, arrays.volumes(), options));
      abut::find_shape_patches<T>(cuda.with(memory), shapes, of, options, view);
    });
  });
}

}  // namespace

void bind_device_patches(nb::class_<DeviceScene>& c) {
  c.def(
      "find_patches",
      [](const DeviceScene& scene, nb::handle pairs, nb::handle count, const nb::tuple& contacts, const nb::tuple& out,
         double margin, std::uint32_t most_points, bool move_points, std::uint32_t capacity, std::uintptr_t stream) {
        find_patches(scene, pairs, count, contacts, out, {margin, most_points, move_points, capacity}, stream);
      },
      "pairs"_a, "count"_a.none(), "contacts"_a, "out"_a, "margin"_a, "most_points"_a, "move_points"_a, "capacity"_a,
      "stream"_a,
      nb::sig("def find_patches(self, pairs: typing.Any, count: typing.Any, contacts: tuple[typing.Any, ...], out: "
              "tuple[typing.Any, ...], margin: float, most_points: int, move_points: bool, capacity: int, stream: int) "
              "-> None"));
  c.def(
      "find_shape_patches",
      [](const DeviceScene& scene, nb::handle shape_pairs, nb::handle poses, const nb::tuple& contacts,
         const nb::tuple& out, double margin, std::uint32_t most_points, bool move_points, std::uint32_t capacity,
         std::uintptr_t stream) {
        find_shape_patches(scene, shape_pairs, poses, contacts, out, {margin, most_points, move_points, capacity},
                           stream);
      },
      "shape_pairs"_a, "poses"_a, "contacts"_a, "out"_a, "margin"_a, "most_points"_a, "move_points"_a, "capacity"_a,
      "stream"_a,
      nb::sig("def find_shape_patches(self, shape_pairs: typing.Any, poses: typing.Any, contacts: tuple[typing.Any, "
              "...], out: tuple[typing.Any, ...], margin: float, most_points: int, move_points: bool, capacity: int, "
              "stream: int) -> None"));
}

}  // namespace abut::python
