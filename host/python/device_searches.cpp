// Searches of a DeviceScene: candidate pairs, and parts near points. Each builds the tree that it looks in.
#include <string>
#include <vector>

#include "abut/core/error.h"
#include "host/python/device_scene.h"
#include "host/python/overlap.h"

namespace abut::python {
namespace {

using nb::literals::operator""_a;

BoxedParts boxed_parts(const DeviceScene& scene, double alert_distance) {
  return {scene.headers(), scene.parts(), alert_distance};
}

void build(const Cuda& cuda, const DeviceScene& scene, double alert_distance, const DeviceTree& to) {
  const host::DeviceMemory working(cuda, build_tree_workspace(cuda, scene.parts().count));
  build_tree(cuda.with(working), boxed_parts(scene, alert_distance), to.tree);
}

/// A tree over the parts of a scene for one search.
class SceneTree {
 public:
  SceneTree(const Cuda& cuda, const DeviceScene& scene, double alert_distance) : built_(cuda, scene.parts().count) {
    build(cuda, scene, alert_distance, built_);
  }
  const PartTree& get() const { return built_.tree; }

 private:
  DeviceTree built_;
};

/// The scene's own tree, with the boxes of its parts as they are: fitted to them, or built where there is none.
const PartTree& refitted_tree(const Cuda& cuda, const DeviceScene& scene, double alert_distance) {
  std::unique_ptr<DeviceTree>& kept = scene.kept_tree();
  if (kept == nullptr) {
    auto made = std::make_unique<DeviceTree>(cuda, scene.parts().count);
    build(cuda, scene, alert_distance, *made);
    kept = std::move(made);
  } else {
    const host::DeviceMemory working(cuda, refit_tree_workspace(cuda, scene.parts().count));
    refit_tree(cuda.with(working), boxed_parts(scene, alert_distance), kept->tree);
  }
  return kept->tree;
}

/// Where a search writes pairs: `out` (C, 2) uint32, `count` (1,) uint64, and `rows` (R + 1,) uint64 or None.
class FoundPairs {
 public:
  FoundPairs(const Cuda& cuda, nb::handle out, nb::handle count, nb::handle rows, std::uint64_t row_count)
      : count_(cuda, count, "count", Array::Use::write) {
    held_.reserve(2);
    const Array& list = held_.emplace_back(out, "out", Array::Use::write, cuda.stream);
    const auto ids = list.require({{Scalar::u32}, {any_extent, 2}}).require_device().elements<std::uint32_t>();
    require_apart(list, *count_.array());
    list_ = {reinterpret_cast<Pair*>(ids.data()), ids.size() / 2, count_.get()};
    if (rows.is_none()) return;
    const Array& starts = held_.emplace_back(rows, "rows", Array::Use::write, cuda.stream);
    list_.rows = starts.require({{Scalar::u64}, {static_cast<std::int64_t>(row_count) + 1}})
                     .require_device()
                     .elements<std::uint64_t>()
                     .data();
    require_apart(starts, *count_.array());
    require_apart(starts, list);
  }
  const PairList& get() const { return list_; }
  void require_apart_from(const Array& input) const {
    for (const Array& array : held_) require_apart(array, input);
    require_apart(*count_.array(), input);
  }

 private:
  DeviceCount count_;
  std::vector<Array> held_;
  PairList list_;
};

QueryPoints points_of(const Array& array) {
  array.require({{Scalar::f64}, {any_extent, 3}}).require_device();
  if (array.count() >= no_match) {
    throw InvalidInput("points has " + std::to_string(array.count()) + " rows; allowed are less than 4294967295");
  }
  return {static_cast<std::uint32_t>(array.count()), array.strided3<const double>()};
}

void find_pairs(const DeviceScene& scene, nb::handle out, nb::handle count, nb::handle rows, double alert_distance,
                bool refit, std::uintptr_t stream) {
  const Cuda cuda = cuda_of(stream);
  const FoundPairs found(cuda, out, count, rows, scene.parts().count);
  without_lock([&] {
    const auto search = [&](const PartTree& tree) {
      const host::DeviceMemory finding(cuda, find_pairs_workspace(cuda, found.get().capacity));
      abut::find_pairs(cuda.with(finding), tree, scene.parts(), PairOrder::half, found.get());
    };
    const std::lock_guard lock(scene.guard());
    if (refit) return search(refitted_tree(cuda, scene, alert_distance));
    search(SceneTree(cuda, scene, alert_distance).get());
  });
}

void find_cross_pairs(const DeviceScene& first, const DeviceScene& second, nb::handle out, nb::handle count,
                      nb::handle rows, double alert_distance, std::uintptr_t stream) {
  const Cuda cuda = cuda_of(stream);
  const FoundPairs found(cuda, out, count, rows, first.parts().count);
  without_lock([&] {
    const SceneTree tree(cuda, second, alert_distance);
    const host::DeviceMemory finding(cuda, find_pairs_workspace(cuda, found.get().capacity));
    abut::find_cross_pairs(cuda.with(finding), boxed_parts(first, alert_distance), tree.get(), found.get());
  });
}

void find_nearest(const DeviceScene& scene, nb::handle points, nb::handle part, nb::handle distance,
                  double alert_distance, std::uintptr_t stream) {
  const Cuda cuda = cuda_of(stream);
  const Array at(points, "points", Array::Use::read, cuda.stream);
  const QueryPoints all = points_of(at);
  std::vector<Array> written;
  written.reserve(2);
  NearestView view;
  const auto rows = static_cast<std::int64_t>(all.count);
  if (!part.is_none()) {
    const Array& array = written.emplace_back(part, "part", Array::Use::write, cuda.stream);
    view.part = array.require({{Scalar::u32}, {rows}}).require_device().strided<std::uint32_t>();
  }
  if (!distance.is_none()) {
    const Array& array = written.emplace_back(distance, "distance", Array::Use::write, cuda.stream);
    view.distance = array.require({{Scalar::f64}, {rows}}).require_device().strided<double>();
  }
  for (const Array& array : written) require_apart(array, at);
  if (written.size() == 2) require_apart(written[1], written[0]);
  without_lock([&] {
    const SceneTree tree(cuda, scene, alert_distance);
    abut::find_nearest(cuda, tree.get(), all, view);
  });
}

/// `radii`: None, or one a point, on the device; then `radius` is left alone.
void find_within(const DeviceScene& scene, nb::handle points, double radius, nb::handle radii, nb::handle out,
                 nb::handle count, nb::handle rows, double alert_distance, std::uintptr_t stream) {
  const Cuda cuda = cuda_of(stream);
  const Array at(points, "points", Array::Use::read, cuda.stream);
  const QueryPoints all = points_of(at);
  const FoundPairs found(cuda, out, count, rows, all.count);
  found.require_apart_from(at);
  QueryRadius within{radius, {}};
  std::vector<Array> held;
  if (!radii.is_none()) {
    const Array& each = held.emplace_back(radii, "radius", Array::Use::read, cuda.stream);
    within.each =
        each.require({{Scalar::f64}, {static_cast<std::int64_t>(all.count)}}).require_device().strided<const double>();
    found.require_apart_from(each);
  }
  without_lock([&] {
    const SceneTree tree(cuda, scene, alert_distance);
    const host::DeviceMemory finding(cuda, find_pairs_workspace(cuda, found.get().capacity));
    abut::find_within(cuda.with(finding), tree.get(), all, within, found.get());
  });
}

}  // namespace

void bind_device_searches(nb::class_<DeviceScene>& c) {
  c.def("find_pairs", &find_pairs, "out"_a, "count"_a, "rows"_a.none(), "alert_distance"_a, "refit"_a, "stream"_a,
        nb::sig("def find_pairs(self, out: typing.Any, count: typing.Any, rows: typing.Any, alert_distance: float, "
                "refit: bool, stream: int) -> None"));
  c.def(
      "find_cross_pairs", &find_cross_pairs, "second"_a, "out"_a, "count"_a, "rows"_a.none(), "alert_distance"_a,
      "stream"_a,
      nb::sig("def find_cross_pairs(self, second: _DeviceScene, out: typing.Any, count: typing.Any, rows: typing.Any, "
              "alert_distance: float, stream: int) -> None"));
  c.def("find_nearest", &find_nearest, "points"_a, "part"_a.none(), "distance"_a.none(), "alert_distance"_a, "stream"_a,
        nb::sig("def find_nearest(self, points: typing.Any, part: typing.Any, distance: typing.Any, alert_distance: "
                "float, stream: int) -> None"));
  c.def("find_within", &find_within, "points"_a, "radius"_a, "radii"_a.none(), "out"_a, "count"_a, "rows"_a.none(),
        "alert_distance"_a, "stream"_a,
        nb::sig("def find_within(self, points: typing.Any, radius: float, radii: typing.Any, out: typing.Any, count: "
                "typing.Any, rows: typing.Any, alert_distance: float, stream: int) -> None"));
}

}  // namespace abut::python
