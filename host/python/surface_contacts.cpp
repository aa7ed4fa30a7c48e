// Contacts of closed NURBS surfaces by their knots.
#include "abut/surface/surface_contacts.h"

#include <cstddef>
#include <mutex>
#include <utility>
#include <vector>

#include "host/python/array.h"
#include "host/python/contact_arrays.h"
#include "host/python/held.h"
#include "host/python/knot_arrays.h"
#include "host/python/module.h"
#include "host/python/numpy.h"
#include "host/python/owned.h"
#include "host/python/shape_surfaces.h"

namespace abut::python {
namespace {

using nb::literals::operator""_a;

/// Of (u, v, points, normals), as the Python class KnotPositions holds them.
std::vector<KnotPosition> knots_of(nb::handle knots) {
  if (knots.is_none()) return {};
  const auto given = nb::cast<nb::tuple>(knots);
  const Array u = Array::from_numbers(given[0], "knots.u"), v = Array::from_numbers(given[1], "knots.v");
  const Array point = Array::from_numbers(given[2], "knots.point");
  const Array normal = Array::from_numbers(given[3], "knots.normal");
  u.require({{Scalar::f64, Scalar::f32}, {any_extent}}).require_host();
  v.require({{Scalar::f64, Scalar::f32}, {u.extent(0)}}).require_host();
  for (const Array* rows : {&point, &normal}) {
    rows->require({{Scalar::f64, Scalar::f32}, {u.extent(0), 3}}).require_host();
  }
  const auto row = [](const Array& rows, std::size_t i) {
    return Vec3<double>{rows.number(i, 0), rows.number(i, 1), rows.number(i, 2)};
  };
  std::vector<KnotPosition> all;
  for (std::size_t i = 0; i < u.count(); ++i) all.push_back({u.number(i), v.number(i), row(point, i), row(normal, i)});
  return all;
}

void set_surface(ShapeSurfaces& surfaces, std::uint32_t shape, const NurbsSurface& surface, nb::handle knots) {
  const std::vector<KnotPosition> points = knots_of(knots);
  without_lock([&] {
    const Reading shape_lock(surfaces.shapes.guard);
    const Changing lock(surfaces.guard);
    surfaces.value.set(surfaces.shapes.set, shape, surface, points);
  });
}

nb::tuple knots_of_shape(const ShapeSurfaces& surfaces, std::uint32_t shape) {
  return knot_arrays(asked(surfaces, [shape](const ContactSurfaces& all) {
    const std::span<const KnotPosition> knots = all.knots(shape);
    return std::vector<KnotPosition>(knots.begin(), knots.end());
  }));
}

/// What is kept of one `ContactSurfaces` says nothing of another one.
struct KnotFinder {
  SurfaceContactFinder finder;
  std::uint64_t surfaces = 0;  ///< whose surfaces it has met; 0: none, or those of what was restored

  explicit KnotFinder(const Cpu& cpu) : finder(cpu) {}
  void reset() { finder.reset(), surfaces = 0; }
  void meet(std::uint64_t others) {
    if (surfaces != 0 && surfaces != others) finder.reset();
    surfaces = others;
  }
};
using Finder = Owned<KnotFinder>;

template <class T>
nb::dict python_contacts(SurfaceContacts<T>&& c) {
  nb::dict all;
  all["offsets"] = numpy_of<std::uint64_t>(std::move(c.offsets));
  all["key"] = numpy_of<std::uint64_t>(std::move(c.key));
  all["separation"] = numpy_of<T>(std::move(c.separation));
  all["normal"] = numpy_of<T>(std::move(c.normal), {3});
  all["point"] = numpy_of<T>(std::move(c.point), {3});
  all["u"] = numpy_of<double>(std::move(c.u));
  all["v"] = numpy_of<double>(std::move(c.v));
  all["status"] = numpy_of<std::uint8_t>(std::move(c.status));
  return all;
}

nb::dict find_step(Finder& finder, const ShapeSurfaces& surfaces, const Bodies& bodies, nb::handle candidates,
                   bool single, double alert_distance, bool knots_of_a, bool knots_of_b) {
  const Array array(candidates, "candidates");
  const std::span<const Pair> span = pairs_of(array.require_host());
  const SurfaceContactOptions options{alert_distance, knots_of_a, knots_of_b};
  const auto run = [&]<class T>(T) {
    return python_contacts(reading(surfaces.shapes, bodies, [&] {
      const Reading surface_lock(surfaces.guard);
      const std::lock_guard lock(finder.guard);
      finder.value.meet(surfaces.id);
      return finder.value.finder.find<T>(surfaces.value, bodies.set.parts(), span, options);
    }));
  };
  return single ? run(float{}) : run(double{});
}

nb::dict python_counts(const SurfaceStepCounts& counts) {
  nb::dict all;
  all["candidates"] = counts.candidates;
  all["sides"] = counts.sides;
  all["spheres"] = counts.spheres;
  all["knots"] = counts.knots;
  all["queries"] = counts.queries;
  return all;
}

nb::bytes saved_bytes(Finder& finder) {
  const std::vector<std::byte> saved = asked(finder, [](const KnotFinder& f) { return f.finder.save(); });
  return nb::bytes(saved.data(), saved.size());
}

void restore(Finder& finder, nb::handle saved) {
  const Array array(saved, "saved");
  const std::span<const std::byte> bytes =
      array.require({{Scalar::u8}, {any_extent}}).require_host().elements<const std::byte>();
  asked(finder, [&](KnotFinder& f) { f.finder.restore(bytes), f.surfaces = 0; });
}

void bind_contact_surfaces(nb::module_& m) {
  nb::class_<ShapeSurfaces> c(m, "_ContactSurfaces");
  c.def(nb::init<const Shapes&>(), "shapes"_a, nb::keep_alive<1, 2>(),
        nb::sig("def __init__(self, shapes: ShapeSet) -> None"));
  c.def("set", &set_surface, "shape"_a, "surface"_a, "knots"_a.none(),
        nb::sig("def set(self, shape: int, surface: _NurbsSurface, knots: tuple[typing.Any, ...] | None) -> None"));
  c.def(
      "has",
      [](const ShapeSurfaces& surfaces, std::uint32_t shape) {
        return asked(surfaces, [shape](const ContactSurfaces& all) { return all.has(shape); });
      },
      "shape"_a, nb::sig("def has(self, shape: int) -> bool"));
  c.def(
      "surface",
      [](const ShapeSurfaces& surfaces, std::uint32_t shape) {
        return asked(surfaces, [shape](const ContactSurfaces& all) { return NurbsSurface(all.surface(shape)); });
      },
      "shape"_a, nb::sig("def surface(self, shape: int) -> _NurbsSurface"));
  c.def("knots", &knots_of_shape, "shape"_a, nb::sig("def knots(self, shape: int) -> tuple[typing.Any, ...]"),
        "The members of abut::KnotPosition.");
  c.def(
      "bytes",
      [](const ShapeSurfaces& surfaces) {
        return asked(surfaces, [](const ContactSurfaces& all) { return all.bytes(); });
      },
      nb::sig("def bytes(self) -> int"));
}

void bind_finder(nb::module_& m) {
  nb::class_<Finder> c(m, "_SurfaceContactFinder");
  bind_owned(c);
  c.def("find", &find_step, "surfaces"_a, "bodies"_a, "candidates"_a, "single"_a, "alert_distance"_a, "knots_of_a"_a,
        "knots_of_b"_a,
        nb::sig("def find(self, surfaces: _ContactSurfaces, bodies: BodySet, candidates: typing.Any, single: bool, "
                "alert_distance: float, knots_of_a: bool, knots_of_b: bool) -> dict[str, typing.Any]"),
        "The members of abut::SurfaceContacts.");
  c.def(
      "pairs",
      [](Finder& finder) {
        return numpy_of<std::uint32_t>(asked(finder,
                                             [](const KnotFinder& f) {
                                               const std::span<const Pair> pairs = f.finder.pairs();
                                               return std::vector<Pair>(pairs.begin(), pairs.end());
                                             }),
                                       {2});
      },
      nb::sig("def pairs(self) -> numpy.typing.NDArray[numpy.uint32]"));
  c.def(
      "counts",
      [](Finder& finder) {
        return python_counts(asked(finder, [](const KnotFinder& f) { return f.finder.counts(); }));
      },
      nb::sig("def counts(self) -> dict[str, int]"));
  c.def(
      "memory", [](Finder& finder) { return asked(finder, [](const KnotFinder& f) { return f.finder.memory(); }); },
      nb::sig("def memory(self) -> int"));
  c.def("save", &saved_bytes, nb::sig("def save(self) -> bytes"));
  c.def("restore", &restore, "saved"_a.none(), nb::sig("def restore(self, saved: typing.Any) -> None"));
}

}  // namespace

void bind_surface_contacts(nb::module_& m) {
  bind_contact_surfaces(m);
  bind_finder(m);
}

}  // namespace abut::python
