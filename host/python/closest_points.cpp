// Sets of NURBS surfaces, and the nearest points of many points at once.
#include <nanobind/stl/string.h>

#include <limits>
#include <mutex>
#include <shared_mutex>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "abut/core/error.h"
#include "abut/surface/closest_points.h"
#include "abut/surface/local_minima.h"
#include "host/python/array.h"
#include "host/python/held.h"
#include "host/python/module.h"
#include "host/python/numpy.h"
#include "host/python/points.h"

namespace abut::python {
namespace {

using nb::literals::operator""_a;

struct Surfaces {
  SurfaceSet value;
  mutable std::shared_mutex guard;
  const std::uint64_t id = next_id();
};

/// What searches leave for the next ones, in one of the precisions. A cache proves nothing of another surface, nor with
/// other options: what it has been of is kept beside it.
struct Caches {
  const bool is_single;
  std::vector<ClosestPointCache<float>> single;
  std::vector<ClosestPointCache<double>> full;
  std::vector<std::uint32_t> surfaces;
  std::uint64_t set = 0;
  double tolerance = 0, tie = 0;
  std::mutex guard;

  Caches(std::size_t count, bool in_float)
      : is_single(in_float), single(in_float ? count : 0), full(in_float ? 0 : count), surfaces(count) {}

  template <class T>
  std::vector<ClosestPointCache<T>>& of() {
    if constexpr (std::is_same_v<T, float>) {
      return single;
    } else {
      return full;
    }
  }
  void forget() { single.assign(single.size(), {}), full.assign(full.size(), {}); }
};

/// The caches for these queries, locked; those that were of something else are empty.
template <class T>
ClosestPointCache<T>* ready(Caches& caches, std::uint64_t set, std::span<const std::uint32_t> which,
                            const ClosestPointsOptions& options) {
  if (caches.surfaces.size() != which.size()) {
    throw InvalidInput("caches has " + std::to_string(caches.surfaces.size()) + " caches; there are " +
                       std::to_string(which.size()) + " points");
  }
  if (caches.set != set || caches.tolerance != options.tolerance || caches.tie != options.tie) caches.forget();
  caches.set = set, caches.tolerance = options.tolerance, caches.tie = options.tie;
  auto& all = caches.of<T>();
  for (std::size_t i = 0; i < which.size(); ++i) {
    if (caches.surfaces[i] != which[i]) all[i] = {};
    caches.surfaces[i] = which[i];
  }
  return all.data();
}

ClosestPointMethod method_of(const std::string& method) {
  if (method == "certified") return ClosestPointMethod::certified;
  if (method == "newton") return ClosestPointMethod::newton;
  if (method == "direct") return ClosestPointMethod::direct;
  throw InvalidInput("method is '" + method + "'; allowed are 'certified', 'newton' and 'direct'");
}

/// Arrays of the queries: read where they lie, or copied where that is not how C++ reads them.
class Queries {
 public:
  Queries(nb::handle which, nb::handle points) : points_(points, "points") {
    if (PyLong_Check(which.ptr())) {
      const std::uint64_t one = whole_number_of(which, "which", std::numeric_limits<std::uint32_t>::max());
      numbers_.assign(count(), static_cast<std::uint32_t>(one));
    } else {
      const Array array(which, "which");
      array.require({{Scalar::u32}, {static_cast<std::int64_t>(count())}}).require_host();
      const Strided<std::uint32_t> from = array.strided<std::uint32_t>();
      numbers_.resize(count());
      for (std::size_t i = 0; i < numbers_.size(); ++i) {
        numbers_[i] = from.data[static_cast<std::ptrdiff_t>(i) * from.stride];
      }
    }
  }

  SurfaceQueries view() const { return {numbers_, points_.view()}; }

 private:
  std::size_t count() const { return points_.view().size(); }

  Points<double> points_;
  std::vector<std::uint32_t> numbers_;
};

template <class T>
nb::dict python_points(ClosestPoints<T>&& found) {
  nb::dict all;
  all["distance"] = numpy_of<T>(std::move(found.distance));
  all["u"] = numpy_of<double>(std::move(found.u));
  all["v"] = numpy_of<double>(std::move(found.v));
  all["point"] = numpy_of<double>(std::move(found.point), {3});
  all["normal"] = numpy_of<T>(std::move(found.normal), {3});
  all["lower_bound"] = numpy_of<T>(std::move(found.lower_bound));
  all["status"] = numpy_of<std::uint8_t>(std::move(found.status));
  all["tie"] = numpy_of<bool>(std::move(found.tie));
  all["evaluations"] = numpy_of<std::uint32_t>(std::move(found.evaluations));
  return all;
}

nb::dict find(const Surfaces& surfaces, nb::handle which, nb::handle points, const std::string& method,
              double tolerance, double tie, double radius, nb::handle rectangles, bool single, Caches* caches,
              int threads) {
  const ClosestPointsOptions options{
      method_of(method), tolerance, tie, radius,
      static_cast<std::uint32_t>(whole_number_of(rectangles, "rectangles", std::numeric_limits<std::uint32_t>::max()))};
  const Queries queries(which, points);
  if (caches != nullptr && caches->is_single != single) {
    throw InvalidInput(std::string("caches are of ") + (single ? "float64" : "float32") + "; allowed are those of " +
                       (single ? "float32" : "float64") + ", the dtype asked for");
  }
  const auto run = [&]<class T>(T) {
    return python_points(asked(surfaces, [&](const SurfaceSet& set) {
      const SurfaceQueries view = queries.view();
      std::unique_lock<std::mutex> lock;
      ClosestPointCache<T>* from = nullptr;
      if (caches != nullptr) {
        lock = std::unique_lock(caches->guard);
        from = ready<T>(*caches, surfaces.id, view.surfaces, options);
      }
      return find_closest_points<T>(Cpu{threads}, set, view, options, from);
    }));
  };
  return single ? run(float{}) : run(double{});
}

template <class T>
nb::dict python_minima(LocalMinimaOf<T>&& found) {
  nb::dict all;
  all["offsets"] = numpy_of<std::uint64_t>(std::move(found.offsets));
  all["distance"] = numpy_of<T>(std::move(found.distance));
  all["u"] = numpy_of<double>(std::move(found.u));
  all["v"] = numpy_of<double>(std::move(found.v));
  all["point"] = numpy_of<double>(std::move(found.point), {3});
  all["normal"] = numpy_of<T>(std::move(found.normal), {3});
  all["continuum"] = numpy_of<bool>(std::move(found.continuum));
  all["status"] = numpy_of<std::uint8_t>(std::move(found.status));
  all["rectangles"] = numpy_of<std::uint32_t>(std::move(found.rectangles));
  return all;
}

nb::dict find_minima(const Surfaces& surfaces, nb::handle which, nb::handle points, double within,
                     nb::handle rectangles, bool single, int threads) {
  const LocalMinimaOptions options{within, static_cast<std::uint32_t>(whole_number_of(
                                               rectangles, "rectangles", std::numeric_limits<std::uint32_t>::max()))};
  const Queries queries(which, points);
  const auto run = [&]<class T>(T) {
    return python_minima(asked(surfaces, [&](const SurfaceSet& set) {
      return find_local_minima<T>(Cpu{threads}, set, queries.view(), options);
    }));
  };
  return single ? run(float{}) : run(double{});
}

void bind_caches(nb::module_& m) {
  nb::class_<Caches> c(m, "_ClosestPointCaches");
  c.def(
      "reset",
      [](Caches& caches) {
        without_lock([&] {
          const std::lock_guard lock(caches.guard);
          caches.forget();
        });
      },
      nb::sig("def reset(self) -> None"));
  c.def(
      "count", [](const Caches& caches) { return caches.surfaces.size(); }, nb::sig("def count(self) -> int"));
  m.def(
      "_closest_point_caches",
      [](nb::handle count, bool single) {
        return new Caches(whole_number_of(count, "count", std::uint64_t{1} << 48), single);
      },
      "count"_a.none(), "single"_a, nb::rv_policy::take_ownership,
      nb::sig("def _closest_point_caches(count: typing.Any, single: bool) -> _ClosestPointCaches"));
}

}  // namespace

void bind_closest_points(nb::module_& m) {
  nb::class_<Surfaces> c(m, "_SurfaceSet");
  c.def(nb::init<>(), nb::sig("def __init__(self) -> None"));
  c.def(
      "add",
      [](Surfaces& surfaces, const NurbsSurface& surface) {
        return without_lock([&] {
          const Changing lock(surfaces.guard);
          return surfaces.value.add(surface);
        });
      },
      "surface"_a, nb::sig("def add(self, surface: _NurbsSurface) -> int"));
  c.def(
      "surface",
      [](const Surfaces& surfaces, std::uint32_t number) {
        return asked(surfaces, [number](const SurfaceSet& set) { return NurbsSurface(set.surface(number)); });
      },
      "number"_a, nb::sig("def surface(self, number: int) -> _NurbsSurface"));
  c.def(
      "size",
      [](const Surfaces& surfaces) { return asked(surfaces, [](const SurfaceSet& set) { return set.size(); }); },
      nb::sig("def size(self) -> int"));
  c.def(
      "bytes",
      [](const Surfaces& surfaces) { return asked(surfaces, [](const SurfaceSet& set) { return set.bytes(); }); },
      nb::sig("def bytes(self) -> int"));
  bind_caches(m);
  m.def("_find_closest_points", &find, "surfaces"_a, "which"_a.none(), "points"_a.none(), "method"_a, "tolerance"_a,
        "tie"_a, "radius"_a, "rectangles"_a.none(), "single"_a, "caches"_a.none(), "threads"_a,
        nb::sig("def _find_closest_points(surfaces: _SurfaceSet, which: typing.Any, points: typing.Any, method: str, "
                "tolerance: float, tie: float, radius: float, rectangles: typing.Any, single: bool, caches: "
                "_ClosestPointCaches | None, threads: int) -> dict[str, typing.Any]"),
        "The members of abut::ClosestPoints.");
  m.def("_find_local_minima", &find_minima, "surfaces"_a, "which"_a.none(), "points"_a.none(), "within"_a,
        "rectangles"_a.none(), "single"_a, "threads"_a,
        nb::sig("def _find_local_minima(surfaces: _SurfaceSet, which: typing.Any, points: typing.Any, within: float, "
                "rectangles: typing.Any, single: bool, threads: int) -> dict[str, typing.Any]"),
        "The members of abut::LocalMinima.");
}

}  // namespace abut::python
