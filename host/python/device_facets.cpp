// Contacts between facets on a device: surfaces in memory of their own, contacts into arrays of the caller's.
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

#include "abut/core/error.h"
#include "abut/cuda_facet_contacts.h"
#include "host/python/device_scene.h"
#include "host/python/overlap.h"
#include "host/python/trees.h"
#include "host/python/written_arrays.h"

namespace abut::python {
namespace {

using nb::literals::operator""_a;

/// A copy of all surfaces of trees that are built.
class DeviceFacets {
 public:
  /// `owner`: the object that the stream is of, as of a `DeviceScene`.
  DeviceFacets(Trees& trees, std::uintptr_t stream, nb::object owner)
      : owner_(std::move(owner)), shapes_id_(trees.shapes.id) {
    need_cuda("DeviceFacets");
    const Cuda cuda = cuda_of(stream);
    without_lock([&] {
      const std::lock_guard lock(trees.guard);
      memory_ = std::make_unique<host::DeviceMemory>(cuda, device_facets_bytes(trees.value));
      surfaces_ = copy_facets(cuda, trees.value, *memory_);
      for (std::uint32_t i = 0; i < surfaces_.shape_count; ++i) built_ = built_ || trees.value.has(i);
    });
  }
  std::size_t bytes() const { return memory_->size(); }
  /// For pairs of the scene. Throws `InvalidInput` where the trees were of other shapes, or none was built.
  const FacetSurfaces& of(const DeviceScene& scene, std::span<const Pair> pairs) const {
    if (shapes_id_ != scene.shapes_id()) {
      throw InvalidInput("facets has the trees of another ShapeSet; allowed are those of the scene's shapes");
    }
    if (!built_ && !pairs.empty()) {
      throw InvalidInput("facets has no surface; allowed is a copy of trees that have been built");
    }
    return surfaces_;
  }

 private:
  nb::object owner_;  ///< goes after the memory
  std::uint64_t shapes_id_;
  std::unique_ptr<host::DeviceMemory> memory_;
  FacetSurfaces surfaces_;
  bool built_ = false;  ///< some tree
};

/// The arrays that facet contacts are written into; any but the offsets may be None.
class FacetArrays : public WrittenArrays {
 public:
  /// `out`: offsets, facet_a, facet_b, separation, normal, witness_a, witness_b, point, feature_a, feature_b, kind,
  /// key, needed, room_needed. What C++ wants besides lies in memory that lasts as long as this.
  FacetArrays(const Cuda& cuda, const nb::tuple& out, std::size_t pairs, bool single)
      : WrittenArrays(field_count), numbers_(cuda, sizeof(std::uint64_t) + sizeof(FacetRoom)) {
    for (std::size_t i = 0; i < field_count; ++i) {
      const nb::handle object = out[i];
      if (i != offsets && object.is_none()) continue;
      const std::string name = i < needed ? std::string("out.") + fields[i].name : fields[i].name;
      require(i, take(cuda, i, object, name), static_cast<std::int64_t>(pairs), single ? Scalar::f32 : Scalar::f64);
    }
    require_apart_from_each_other();
  }
  template <class T>
  FacetContactsView<T> view() const {
    FacetContactsView<T> v;
    v.offsets = one<std::uint64_t>(offsets).data;
    v.capacity = capacity_ < 0 ? 0 : static_cast<std::uint64_t>(capacity_);
    v.facet_a = one<std::uint32_t>(1), v.facet_b = one<std::uint32_t>(2), v.separation = one<T>(3);
    v.normal = three<T>(4), v.witness_a = three<T>(5), v.witness_b = three<T>(6), v.point = three<T>(7);
    v.feature_a = one<Feature>(8), v.feature_b = one<Feature>(9);
    v.kind = one<FacetContactKind>(10), v.key = one<std::uint64_t>(11);
    auto* const own = static_cast<std::uint64_t*>(numbers_.data());
    v.needed = at(needed) != nullptr ? one<std::uint64_t>(needed).data : own;
    auto* const room = at(room_needed) != nullptr ? one<std::uint64_t>(room_needed).data : own + 1;
    v.room_needed = reinterpret_cast<FacetRoom*>(room);
    return v;
  }

 private:
  static constexpr std::size_t field_count = 14, offsets = 0, needed = 12, room_needed = 13;
  /// `other`: the scene's precision.
  static constexpr struct {
    const char* name;
    Scalar scalar;
    int width;
  } fields[field_count] = {
      {"offsets", Scalar::u64, 1},      {"facet_a", Scalar::u32, 1},    {"facet_b", Scalar::u32, 1},
      {"separation", Scalar::other, 1}, {"normal", Scalar::other, 3},   {"witness_a", Scalar::other, 3},
      {"witness_b", Scalar::other, 3},  {"point", Scalar::other, 3},    {"feature_a", Scalar::u64, 1},
      {"feature_b", Scalar::u64, 1},    {"kind", Scalar::u8, 1},        {"key", Scalar::u64, 1},
      {"needed", Scalar::u64, 1},       {"room_needed", Scalar::u64, 2}};
  static_assert(sizeof(FacetRoom) == 2 * sizeof(std::uint64_t));

  /// All arrays of contacts have as many rows as the first of them.
  void require(std::size_t i, const Array& array, std::int64_t pairs, Scalar precision) {
    if (i == offsets) {
      array.require({{Scalar::u64}, {pairs + 1}}).elements<std::uint64_t>();
    } else if (i >= needed) {
      array.require({{Scalar::u64}, {fields[i].width}}).elements<std::uint64_t>();
    } else {
      const Scalar scalar = fields[i].scalar == Scalar::other ? precision : fields[i].scalar;
      fields[i].width == 1 ? array.require({{scalar}, {capacity_}}) : array.require({{scalar}, {capacity_, 3}});
      capacity_ = array.extent(0);
    }
  }

  host::DeviceMemory numbers_;
  std::int64_t capacity_ = any_extent;
};

/// `count`, `records`: may be None.
void find_facet_contacts(const DeviceScene& scene, const DeviceFacets& facets, nb::handle pairs, nb::handle count,
                         nb::handle records, const nb::tuple& out, const FacetOptions& options, std::uintptr_t stream) {
  const Cuda cuda = cuda_of(stream);
  const Array array(pairs, "pairs", Array::Use::read, cuda.stream);
  const std::span<const Pair> span = pairs_of(array.require_device());
  const FacetSurfaces& surfaces = facets.of(scene, span);
  const std::optional<DeviceCount> listed = listed_count(cuda, count, "count");
  std::optional<ContactArrays> known;
  if (!records.is_none()) {
    known.emplace(nb::cast<nb::tuple>(records), span.size(), Array::Use::read, Memory::device, cuda.stream, "records");
    scene.require_precision(*known, "records");
  }
  const FacetArrays arrays(cuda, out, span.size(), scene.single());
  arrays.require_apart_from(array);
  if (listed) arrays.require_apart_from(*listed->array());
  if (known) {
    for (const Array& read : known->arrays()) arrays.require_apart_from(read);
  }
  scene.with_shapes([&]<class T>(const ShapeSetView<T>&) {
    const ContactsView<T> of = known ? known->view<T>() : ContactsView<T>{};
    const ContactsView<T>* const given = known ? &of : nullptr;
    const FacetContactsView<T> view = arrays.view<T>();
    without_lock([&] {
      const PartsView& parts = scene.parts();
      const host::DeviceMemory memory(cuda, find_facet_contacts_workspace(cuda, span.size(), parts.count, options));
      const Cuda working = cuda.with(memory);
      if (listed) {
        const PairList list{const_cast<Pair*>(span.data()), span.size(), listed->get()};
        abut::find_facet_contacts<T>(working, surfaces, parts, FacetPairList<T>{list, given}, options, view);
      } else {
        abut::find_facet_contacts<T>(working, surfaces, parts, FacetPairs<T>{span, given}, options, view);
      }
    });
  });
}

}  // namespace

void bind_device_facets(nb::module_& m, nb::class_<DeviceScene>& c) {
  nb::class_<DeviceFacets> facets(m, "_DeviceFacets");
  facets.def(nb::init<Trees&, std::uintptr_t, nb::object>(), "trees"_a, "stream"_a, "owner"_a.none(),
             nb::sig("def __init__(self, trees: _FacetTrees, stream: int, owner: typing.Any) -> None"));
  facets.def("bytes", &DeviceFacets::bytes, nb::sig("def bytes(self) -> int"));
  c.def(
      "find_facet_contacts",
      [](const DeviceScene& scene, const DeviceFacets& of, nb::handle pairs, nb::handle count, nb::handle records,
         const nb::tuple& out, std::uint32_t facet_pair_room, std::uint32_t contact_room, double alert_distance,
         bool contacts, double cone_tolerance, bool join_parts, std::uintptr_t stream) {
        const FacetOptions options{
            alert_distance, contacts, cone_tolerance, join_parts, {facet_pair_room, contact_room}};
        find_facet_contacts(scene, of, pairs, count, records, out, options, stream);
      },
      "facets"_a, "pairs"_a, "count"_a.none(), "records"_a.none(), "out"_a, "facet_pair_room"_a, "contact_room"_a,
      "alert_distance"_a, "contacts"_a, "cone_tolerance"_a, "join_parts"_a, "stream"_a,
      nb::sig("def find_facet_contacts(self, facets: _DeviceFacets, pairs: typing.Any, count: typing.Any, records: "
              "tuple[typing.Any, ...] | None, out: tuple[typing.Any, ...], facet_pair_room: int, contact_room: int, "
              "alert_distance: float, contacts: bool, cone_tolerance: float, join_parts: bool, stream: int) -> None"));
}

}  // namespace abut::python
