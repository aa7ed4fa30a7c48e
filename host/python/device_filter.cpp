// PairFilter on a device: what a step has proved of pairs, kept in memory of the filter's own.
#include <memory>
#include <mutex>
#include <string>
#include <utility>

#include "abut/contacts/pair_filter.h"
#include "abut/core/error.h"
#include "host/python/device_scene.h"
#include "host/python/overlap.h"

namespace abut::python {
namespace {

using nb::literals::operator""_a;

/// Candidates of one step and their clearances.
struct KeptPairs {
  host::DeviceMemory pairs, clearances, count;
  std::uint64_t room = 0;  ///< of the list that was copied: where there were more, none of them counts

  KeptPairs(const Cuda& cuda, std::uint64_t capacity)
      : pairs(cuda, capacity * sizeof(Pair)), clearances(cuda, capacity * sizeof(double)), count(cuda, 8) {
    backend::zero(cuda.stream, count.data(), 8);
  }
  ClearedPairs view() const {
    return {{static_cast<Pair*>(pairs.data()), room, static_cast<std::uint64_t*>(count.data())},
            static_cast<double*>(clearances.data())};
  }
};

class DevicePairFilter {
 public:
  /// `owner`: the object that the stream is of, as of a `DeviceScene`.
  DevicePairFilter(std::uint32_t part_count, std::uint64_t capacity, std::uintptr_t stream, nb::object owner)
      : owner_(std::move(owner)), part_count_(part_count), capacity_(capacity) {
    need_cuda("DevicePairFilter");
    const Cuda cuda = cuda_of(stream);
    without_lock([&] {
      part_places_ = std::make_unique<host::DeviceMemory>(cuda, part_count * sizeof(PartPlace));
      near_places_ = std::make_unique<host::DeviceMemory>(cuda, capacity * sizeof(std::uint32_t));
      before_ = std::make_unique<KeptPairs>(cuda, capacity);
      now_ = std::make_unique<KeptPairs>(cuda, capacity);
    });
  }

  /// `candidates` are copied: they are asked for again at the next step. What is written into `out` is looked at again
  /// by `learn`.
  void filter(const DeviceScene& scene, nb::handle candidates, nb::handle count, nb::handle out, nb::handle out_count,
              double alert_distance, std::uintptr_t stream) {
    const Cuda cuda = cuda_of(stream);
    const Array from(candidates, "candidates", Array::Use::read, cuda.stream);
    const std::span<const Pair> list = pairs_of(from.require_device());
    const DeviceCount listed(cuda, count, "count", Array::Use::read);
    check(scene, "candidates", list.size());
    const Array to(out, "out", Array::Use::write, cuda.stream);
    const auto ids = to.require({{Scalar::u32}, {any_extent, 2}}).require_device().elements<std::uint32_t>();
    check(scene, "out", ids.size() / 2);
    const DeviceCount left(cuda, out_count, "out_count", Array::Use::write);
    for (const Array* written : {&to, left.array()}) {
      require_apart(*written, from);
      require_apart(*written, *listed.array());
    }
    require_apart(to, *left.array());
    const PairList near{reinterpret_cast<Pair*>(ids.data()), ids.size() / 2, left.get()};
    without_lock([&] {
      const std::lock_guard lock(guard_);
      take(cuda, list, listed.get());
      step_ = FilterStep{{scene.headers(), scene.parts(), alert_distance},
                         static_cast<PartPlace*>(part_places_->data()),
                         before_->view(),
                         now_->view(),
                         {near, static_cast<std::uint32_t*>(near_places_->data())}};
      const host::DeviceMemory working(cuda, filter_pairs_workspace(cuda, part_count_, list.size()));
      filter_pairs(cuda.with(working), step_);
      asked_ = true;
    });
  }

  void learn(nb::handle lower_bounds, std::uintptr_t stream) {
    const Cuda cuda = cuda_of(stream);
    const Array bounds(lower_bounds, "lower_bounds", Array::Use::read, cuda.stream);
    bounds.require({{Scalar::f64, Scalar::f32}, {any_extent}}).require_device();
    without_lock([&] {
      const std::lock_guard lock(guard_);
      if (!asked_) throw InvalidInput("learn: no pairs were filtered; allowed is a call after filter");
      if (bounds.count() != step_.near.list.capacity) {
        throw InvalidInput("lower_bounds has " + std::to_string(bounds.count()) + " elements; allowed are " +
                           std::to_string(step_.near.list.capacity) + ", as out has rows");
      }
      if (bounds.scalar() == Scalar::f32) {
        learn_clearances<float>(cuda, step_, bounds.strided<float>());
      } else {
        learn_clearances<double>(cuda, step_, bounds.strided<double>());
      }
    });
  }

  /// The last step's candidates and clearances, into arrays of the caller's with room for as many.
  void keep(nb::handle pairs, nb::handle count, nb::handle clearances, std::uintptr_t stream) {
    const Cuda cuda = cuda_of(stream);
    const Array to(pairs, "pairs", Array::Use::write, cuda.stream);
    const Array distances(clearances, "clearances", Array::Use::write, cuda.stream);
    const DeviceCount number(cuda, count, "count", Array::Use::write);
    const auto ids = to.require({{Scalar::u32}, {any_extent, 2}}).require_device().elements<std::uint32_t>();
    const auto values = distances.require({{Scalar::f64}, {to.extent(0)}}).require_device().elements<double>();
    require_apart(to, distances), require_apart(to, *number.array()), require_apart(distances, *number.array());
    without_lock([&] {
      const std::lock_guard lock(guard_);
      if (values.size() < now_->room) {
        throw InvalidInput("pairs has room for " + std::to_string(values.size()) + "; allowed are " +
                           std::to_string(now_->room) + " and more, as the last candidates had");
      }
      backend::copy_on_device(cuda.stream, ids.data(), now_->pairs.data(), now_->room * sizeof(Pair));
      backend::copy_on_device(cuda.stream, values.data(), now_->clearances.data(), now_->room * sizeof(double));
      backend::copy_on_device(cuda.stream, number.get(), now_->count.data(), sizeof(std::uint64_t));
    });
  }

  void restore(const DeviceScene& scene, nb::handle pairs, nb::handle count, nb::handle clearances,
               std::uintptr_t stream) {
    const Cuda cuda = cuda_of(stream);
    const Array from(pairs, "pairs", Array::Use::read, cuda.stream);
    const std::span<const Pair> list = pairs_of(from.require_device());
    const Array distances(clearances, "clearances", Array::Use::read, cuda.stream);
    const auto values = distances.require({{Scalar::f64}, {from.extent(0)}}).require_device().elements<const double>();
    const DeviceCount number(cuda, count, "count", Array::Use::read);
    check(scene, "pairs", list.size());
    without_lock([&] {
      const std::lock_guard lock(guard_);
      asked_ = false;
      take(cuda, list, number.get());
      backend::copy_on_device(cuda.stream, now_->clearances.data(), values.data(), values.size_bytes());
      take_part_places(cuda, scene.headers(), scene.parts(), static_cast<PartPlace*>(part_places_->data()));
    });
  }

  void reset(std::uintptr_t stream) {
    without_lock([&] {
      const std::lock_guard lock(guard_);
      asked_ = false;
      for (const auto* kept : {before_.get(), now_.get()}) {
        backend::zero(cuda_of(stream).stream, kept->count.data(), sizeof(std::uint64_t));
      }
    });
  }

 private:
  void check(const DeviceScene& scene, const char* name, std::uint64_t rows) const {
    if (scene.parts().count != part_count_) {
      throw InvalidInput("scene has " + std::to_string(scene.parts().count) + " parts; allowed are " +
                         std::to_string(part_count_) + ", as the filter was made for");
    }
    if (rows > capacity_) {
      throw InvalidInput(std::string(name) + " has room for " + std::to_string(rows) + " pairs; allowed are " +
                         std::to_string(capacity_) + ", the filter's capacity");
    }
  }

  /// What was now is before, and these are now.
  void take(const Cuda& cuda, std::span<const Pair> list, const std::uint64_t* count) {
    std::swap(before_, now_);
    now_->room = list.size();
    backend::copy_on_device(cuda.stream, now_->pairs.data(), list.data(), list.size_bytes());
    backend::copy_on_device(cuda.stream, now_->count.data(), count, sizeof(*count));
  }

  nb::object owner_;  ///< goes after the memory
  std::mutex guard_;
  std::uint32_t part_count_;
  std::uint64_t capacity_;
  std::unique_ptr<host::DeviceMemory> part_places_, near_places_;
  std::unique_ptr<KeptPairs> before_, now_;
  FilterStep step_{};
  bool asked_ = false;
};

}  // namespace

void bind_device_filter(nb::module_& m) {
  nb::class_<DevicePairFilter> c(m, "_DevicePairFilter");
  c.def(
      "__init__",
      [](DevicePairFilter* self, const DeviceScene& scene, nb::handle capacity, std::uintptr_t stream,
         nb::object owner) {
        const std::uint64_t room = whole_number_of(capacity, "capacity", no_match);
        new (self) DevicePairFilter(scene.parts().count, room, stream, std::move(owner));
      },
      "scene"_a, "capacity"_a, "stream"_a, "owner"_a.none(),
      nb::sig("def __init__(self, scene: _DeviceScene, capacity: int, stream: int, owner: typing.Any) -> None"));
  c.def("filter", &DevicePairFilter::filter, "scene"_a, "candidates"_a, "count"_a, "out"_a, "out_count"_a,
        "alert_distance"_a, "stream"_a,
        nb::sig("def filter(self, scene: _DeviceScene, candidates: typing.Any, count: typing.Any, out: typing.Any, "
                "out_count: typing.Any, alert_distance: float, stream: int) -> None"));
  c.def("learn", &DevicePairFilter::learn, "lower_bounds"_a, "stream"_a,
        nb::sig("def learn(self, lower_bounds: typing.Any, stream: int) -> None"));
  c.def("keep", &DevicePairFilter::keep, "pairs"_a, "count"_a, "clearances"_a, "stream"_a,
        nb::sig("def keep(self, pairs: typing.Any, count: typing.Any, clearances: typing.Any, stream: int) -> None"));
  c.def("restore", &DevicePairFilter::restore, "scene"_a, "pairs"_a, "count"_a, "clearances"_a, "stream"_a,
        nb::sig("def restore(self, scene: _DeviceScene, pairs: typing.Any, count: typing.Any, clearances: typing.Any, "
                "stream: int) -> None"));
  c.def("reset", &DevicePairFilter::reset, "stream"_a, nb::sig("def reset(self, stream: int) -> None"));
}

}  // namespace abut::python
