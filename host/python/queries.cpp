// Pair queries on cores, and the caches that they start from.
#include <nanobind/stl/optional.h>
#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include <cstring>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "abut/contacts/history.h"
#include "abut/core/error.h"
#include "abut/detect.h"
#include "host/exec/arena.h"
#include "host/python/array.h"
#include "host/python/contact_arrays.h"
#include "host/python/held.h"
#include "host/python/module.h"
#include "host/python/numpy.h"
#include "host/python/overlap.h"
#include "host/python/relative_poses.h"
#include "host/python/warm_start.h"

namespace abut::python {
namespace {

using nb::literals::operator""_a;

double query_pairs(const Shapes& shapes, const Bodies& bodies, nb::handle pairs, const nb::tuple& out, bool single,
                   double alert_distance, WarmStart* warm, int threads) {
  const Array array(pairs, "pairs");
  const std::span<const Pair> span = pairs_of(array.require_host());
  const ContactArrays contacts(out, span.size(), Array::Use::write);
  contacts.require_apart_from(array);
  const auto run = [&]<class T>(T) {
    const ContactsView<T> view = contacts.view<T>();
    return reading(shapes, bodies, [&] {
      const auto lock = lock_of(warm);
      const QueryOptions options{alert_distance, caches_for(warm, span.size())};
      const ShapeSetView<T> all = shapes.view<T>();
      const PartsView parts = bodies.set.parts();
      return seconds_of([&] { abut::query_pairs<T>(Cpu{threads}, all, parts, span, options, view); });
    });
  };
  return contacts.single(single) ? run(float{}) : run(double{});
}

double query_shape_pairs(const Shapes& shapes, nb::handle shape_pairs, nb::handle poses, nb::handle positions,
                         nb::handle quaternions, const nb::tuple& out, bool single, double alert_distance,
                         WarmStart* warm, int threads) {
  const Array array(shape_pairs, "shape_pairs");
  const std::span<const Pair> span = pairs_of(array.require_host());
  const RelativePoses relative(poses, positions, quaternions, span.size());
  const ContactArrays contacts(out, span.size(), Array::Use::write);
  contacts.require_apart_from(array);
  if (const Array* const matrices = relative.matrices()) contacts.require_apart_from(*matrices);
  const auto run = [&]<class T>(T) {
    const ContactsView<T> view = contacts.view<T>();
    return without_lock([&] {
      const Reading lock(shapes.guard);
      const auto warm_lock = lock_of(warm);
      const QueryOptions options{alert_distance, caches_for(warm, span.size())};
      const ShapeSetView<T> all = shapes.view<T>();
      return seconds_of([&] { abut::query_shape_pairs<T>(Cpu{threads}, all, span, relative.view(), options, view); });
    });
  };
  return contacts.single(single) ? run(float{}) : run(double{});
}

double intersect_pairs(const Shapes& shapes, const Bodies& bodies, nb::handle pairs, nb::handle out, bool single,
                       int threads) {
  const Array array(pairs, "pairs");
  const std::span<const Pair> span = pairs_of(array.require_host());
  const Array answers(out, "out", Array::Use::write);
  const auto bytes = answers.require({{Scalar::boolean, Scalar::u8}, {static_cast<std::int64_t>(span.size())}})
                         .require_host()
                         .elements<std::uint8_t>();
  require_apart(answers, array);
  const auto run = [&]<class T>(T) {
    return reading(shapes, bodies, [&] {
      const ShapeSetView<T> all = shapes.view<T>();
      const PartsView parts = bodies.set.parts();
      return seconds_of([&] { abut::intersect_pairs<T>(Cpu{threads}, all, parts, span, bytes); });
    });
  };
  return single ? run(float{}) : run(double{});
}

WarmStart* carried(const WarmStart& warm, nb::handle places) {
  const Array array(places, "places");
  const auto numbers = array.require({{Scalar::u32}, {any_extent}}).require_host().elements<const std::uint32_t>();
  std::vector<CachedPolytope> now(numbers.size());
  without_lock([&] {
    const std::lock_guard lock(warm.guard);
    carry<CachedPolytope>(Cpu{}, numbers, warm.caches, now);
  });
  return new WarmStart(std::move(now));
}

nb::object bytes_of(const WarmStart& warm) {
  std::vector<CachedPolytope> copy = without_lock([&] {
    const std::lock_guard lock(warm.guard);
    return warm.caches;
  });
  return numpy_of<std::uint8_t>(std::move(copy), {sizeof(CachedPolytope)});
}

WarmStart* from_bytes(nb::handle object) {
  const Array array(object, "caches");
  const auto bytes =
      array.require({{Scalar::u8}, {any_extent, sizeof(CachedPolytope)}}).require_host().elements<const std::uint8_t>();
  std::vector<CachedPolytope> caches(bytes.size() / sizeof(CachedPolytope));
  if (!bytes.empty()) std::memcpy(caches.data(), bytes.data(), bytes.size());
  return new WarmStart(std::move(caches));
}

void bind_warm_start(nb::module_& m) {
  nb::class_<WarmStart> c(
      m, "WarmStart",
      "What queries of pairs leave for the next ones of the same pairs: 128 bytes a pair, kept over time steps.\n\n"
      "Answers with and without differ by rounding. A cache of another pair costs time and nothing else. Calls from\n"
      "several threads wait for each other.");
  c.def(
      "__init__",
      [](WarmStart* self, nb::handle count) {
        const std::uint64_t caches = whole_number_of(count, "count", std::uint64_t{1} << 48);
        new (self) WarmStart(std::vector<CachedPolytope>(caches));
      },
      "count"_a, nb::sig("def __init__(self, count: int) -> None"), "Empty caches for so many pairs.");
  c.def("__len__", [](const WarmStart& warm) { return warm.caches.size(); });
  c.def("carry", &carried, "places"_a, nb::rv_policy::take_ownership,
        nb::sig("def carry(self, places: numpy.typing.NDArray[numpy.uint32]) -> WarmStart"),
        "Caches of this step's pairs: those at `places` (M,) uint32, as `match_pairs` has them, empty ones for "
        "NO_MATCH.");
  c.def("to_bytes", &bytes_of, nb::sig("def to_bytes(self) -> numpy.typing.NDArray[numpy.uint8]"),
        "The caches as (M, 128) uint8, a copy: for restart files of this machine's byte order.");
  c.def_static("from_bytes", &from_bytes, "caches"_a, nb::rv_policy::take_ownership,
               nb::sig("def from_bytes(caches: numpy.typing.NDArray[numpy.uint8]) -> WarmStart"),
               "The inverse of `to_bytes`. What Abut has not written is not believed by queries.");
}

}  // namespace

void bind_queries(nb::module_& m) {
  bind_warm_start(m);
  m.def("_query_pairs", &query_pairs, "shapes"_a, "bodies"_a, "pairs"_a, "out"_a, "single"_a, "alert_distance"_a,
        "warm_start"_a.none(), "threads"_a,
        nb::sig("def _query_pairs(shapes: ShapeSet, bodies: BodySet, pairs: typing.Any, out: tuple[typing.Any, ...], "
                "single: bool, alert_distance: float, warm_start: WarmStart | None, threads: int) -> float"),
        "Writes the records into `out`, in the order of the fields; returns the seconds that C++ took.");
  m.def(
      "_query_shape_pairs", &query_shape_pairs, "shapes"_a, "shape_pairs"_a, "poses"_a.none(), "positions"_a.none(),
      "quaternions"_a.none(), "out"_a, "single"_a, "alert_distance"_a, "warm_start"_a.none(), "threads"_a,
      nb::sig("def _query_shape_pairs(shapes: ShapeSet, shape_pairs: typing.Any, poses: typing.Any, positions: "
              "typing.Any, quaternions: typing.Any, out: tuple[typing.Any, ...], single: bool, alert_distance: float, "
              "warm_start: WarmStart | None, threads: int) -> float"),
      "As _query_pairs, for pairs of shapes.");
  m.def("_intersect_pairs", &intersect_pairs, "shapes"_a, "bodies"_a, "pairs"_a, "out"_a, "single"_a, "threads"_a,
        nb::sig("def _intersect_pairs(shapes: ShapeSet, bodies: BodySet, pairs: typing.Any, out: typing.Any, single: "
                "bool, threads: int) -> float"),
        "Writes 1 or 0 a pair; returns the seconds that C++ took.");
}

}  // namespace abut::python
