// Candidate pairs, and parts near points.
#include "abut/pairs/find_pairs.h"

#include <limits>
#include <string>
#include <vector>

#include "abut/core/error.h"
#include "abut/pairs/find_near.h"
#include "host/python/array.h"
#include "host/python/held.h"
#include "host/python/module.h"
#include "host/python/numpy.h"

namespace abut::python {
namespace {

using nb::literals::operator""_a;

nb::object find_pairs(const Shapes& shapes, const Bodies& bodies, double alert_distance, int threads) {
  return numpy_of<std::uint32_t>(
      reading(shapes, bodies,
              [&] { return abut::find_pairs(Cpu{threads}, shapes.headers(), bodies.set.parts(), alert_distance); }),
      {2});
}

nb::object find_cross_pairs(const Shapes& shapes, const Bodies& first, const Bodies& second, double alert_distance,
                            int threads) {
  return numpy_of<std::uint32_t>(reading(shapes, first,
                                         [&] {
                                           // One set may be given twice: a shared lock is not taken twice by one
                                           // thread.
                                           const Reading lock = &first == &second ? Reading() : Reading(second.guard);
                                           return abut::find_cross_pairs(Cpu{threads}, shapes.headers(),
                                                                         first.set.parts(), second.set.parts(),
                                                                         alert_distance);
                                         }),
                                 {2});
}

QueryPoints points_of(const Array& array) {
  array.require({{Scalar::f64}, {any_extent, 3}}).require_host();
  if (array.count() >= std::numeric_limits<std::uint32_t>::max()) {
    throw InvalidInput("points has " + std::to_string(array.count()) + " rows; allowed are less than 4294967295");
  }
  return {static_cast<std::uint32_t>(array.count()), array.strided3<const double>()};
}

nb::object find_nearest(const Shapes& shapes, const Bodies& bodies, nb::handle points, double alert_distance,
                        int threads) {
  const Array array = Array::from_numbers(points, "points");
  const QueryPoints at = points_of(array);
  std::vector<std::uint32_t> part(at.count);
  std::vector<double> distance(at.count);
  reading(shapes, bodies, [&] {
    const std::vector<NearestBox> found =
        abut::find_nearest(Cpu{threads}, shapes.headers(), bodies.set.parts(), alert_distance, at);
    for (std::size_t i = 0; i < found.size(); ++i) {
      part[i] = found[i].part;
      distance[i] = found[i].distance;
    }
  });
  return nb::make_tuple(numpy_of<std::uint32_t>(std::move(part)), numpy_of<double>(std::move(distance)));
}

nb::object find_within(const Shapes& shapes, const Bodies& bodies, nb::handle points, nb::handle radius,
                       double alert_distance, int threads) {
  const Array array = Array::from_numbers(points, "points");
  const QueryPoints at = points_of(array);
  const Array radii = Array::from_numbers(radius, "radius");
  QueryRadius query_radius;
  if (radii.dimensions() == 0) {
    query_radius.all = radii.require({{Scalar::f64}, {}}).require_host().number(0);
  } else {
    radii.require({{Scalar::f64}, {static_cast<std::int64_t>(at.count)}}).require_host();
    query_radius.each = radii.strided<const double>();
  }
  NearList found = reading(shapes, bodies, [&] {
    return abut::find_within(Cpu{threads}, shapes.headers(), bodies.set.parts(), alert_distance, at, query_radius);
  });
  return nb::make_tuple(numpy_of<std::uint32_t>(std::move(found.pairs), {2}),
                        numpy_of<std::uint64_t>(std::move(found.rows)));
}

}  // namespace

void bind_pairs(nb::module_& m) {
  m.def(
      "find_pairs", &find_pairs, "shapes"_a, "bodies"_a, nb::kw_only(), "alert_distance"_a = 0.0, "threads"_a = 0,
      nb::sig("def find_pairs(shapes: ShapeSet, bodies: BodySet, *, alert_distance: float = 0.0, threads: int = 0) -> "
              "numpy.typing.NDArray[numpy.uint32]"),
      "All pairs of parts whose boxes, fattened by the alert distance, overlap.\n\n"
      "Returns (M, 2) uint32, a < b in each row, sorted and unique. None that is within `alert_distance` (plus both\n"
      "parts' own) is missed. Lengths in the scene's unit; `threads` 0: all cores. Groups, masks and self contact are\n"
      "those of the bodies. Raises InvalidInput for a distance that is negative or not finite and for a body that\n"
      "names a shape that is not there. Source: wide tree over boxes, Kamel & Faloutsos 1993, Skilling 2004.");
  m.def(
      "find_cross_pairs", &find_cross_pairs, "shapes"_a, "first"_a, "second"_a, nb::kw_only(), "alert_distance"_a = 0.0,
      "threads"_a = 0,
      nb::sig("def find_cross_pairs(shapes: ShapeSet, first: BodySet, second: BodySet, *, alert_distance: float = 0.0, "
              "threads: int = 0) -> numpy.typing.NDArray[numpy.uint32]"),
      "All pairs of a part of `first` (column 0) and one of `second` (column 1) that may be within the alert "
      "distance.\n\n"
      "As `find_pairs`; bodies and self contact do not matter. Both sets refer to the same shapes.");
  m.def("find_nearest", &find_nearest, "shapes"_a, "bodies"_a, "points"_a, nb::kw_only(), "alert_distance"_a = 0.0,
        "threads"_a = 0,
        nb::sig("def find_nearest(shapes: ShapeSet, bodies: BodySet, points: Numbers, *, alert_distance: float = 0.0, "
                "threads: int = 0) -> tuple[numpy.typing.NDArray[numpy.uint32], numpy.typing.NDArray[numpy.float64]]"),
        "For each point the part whose box is nearest, and how far that box is.\n\n"
        "`points` (N, 3) float64 in the world, any strides. Returns part (N,) uint32, of several the lowest, and "
        "distance\n"
        "(N,) float64: 0 inside; 0xffffffff and infinity where there is none. Distances are those of boxes, not of "
        "shapes.\n"
        "Raises as `find_pairs`.");
  m.def(
      "find_within", &find_within, "shapes"_a, "bodies"_a, "points"_a, "radius"_a, nb::kw_only(),
      "alert_distance"_a = 0.0, "threads"_a = 0,
      nb::sig("def find_within(shapes: ShapeSet, bodies: BodySet, points: Numbers, radius: Numbers, *, alert_distance: "
              "float = 0.0, threads: int = 0) -> tuple[numpy.typing.NDArray[numpy.uint32], "
              "numpy.typing.NDArray[numpy.uint64]]"),
      "For each point all parts whose box is at most `radius` away.\n\n"
      "`points` (N, 3) float64 in the world; `radius` a number, or (N,) float64. Returns pairs (M, 2) uint32 of point "
      "and\n"
      "part, sorted, and rows (N + 1,) uint64: those of point i are pairs[rows[i]:rows[i + 1]]. Raises as "
      "`find_pairs`,\n"
      "and InvalidInput for a radius that is negative or NaN.");
}

}  // namespace abut::python
