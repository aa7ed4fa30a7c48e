// PlanarShapeSet, and polygons made of points: hulls, Minkowski differences, entrance blocks.
#include <nanobind/stl/string.h>

#include <array>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "abut/core/error.h"
#include "abut/planar.h"
#include "host/number_text.h"
#include "host/python/array.h"
#include "host/python/held.h"
#include "host/python/module.h"
#include "host/python/numpy.h"
#include "host/python/planar_poses.h"

namespace abut::python {
namespace {

using nb::literals::operator""_a;

/// Adds a shape without the interpreter lock, while nobody reads the set.
template <class Add>
std::uint32_t add(PlanarShapes& shapes, Add&& add) {
  return without_lock([&] {
    const Changing lock(shapes.guard);
    return add(shapes.set);
  });
}

/// What `ask` says of a shape that is there, while nobody adds one.
template <class Ask>
auto asked(const PlanarShapes& shapes, std::uint32_t shape, Ask&& ask) {
  return without_lock([&] {
    const Reading lock(shapes.guard);
    if (shape >= shapes.set.size()) {
      throw InvalidInput("shape is " + std::to_string(shape) + "; allowed is less than " +
                         std::to_string(shapes.set.size()));
    }
    return std::forward<Ask>(ask)(shapes.set);
  });
}

nb::object vertices_of(const PlanarShapes& shapes, std::uint32_t shape) {
  return numpy_of<double>(asked(shapes, shape,
                                [shape](const PlanarShapeSet& set) {
                                  const auto found = set.vertices(shape);
                                  return std::vector<Vec2<double>>(found.begin(), found.end());
                                }),
                          {2});
}

nb::object sources_of(const PlanarShapes& shapes, std::uint32_t shape) {
  return numpy_of<std::uint32_t>(asked(shapes, shape, [shape](const PlanarShapeSet& set) {
    const auto found = set.sources(shape);
    return std::vector<std::uint32_t>(found.begin(), found.end());
  }));
}

nb::dict info_of(const PlanarShapes& shapes, std::uint32_t shape) {
  const auto header = asked(shapes, shape, [shape](const PlanarShapeSet& set) { return set.header(shape); });
  nb::dict info;
  info["vertex_count"] = header.vertex_count;
  info["rounding"] = header.rounding;
  info["size"] = header.size;
  info["centre"] = nb::make_tuple(header.centre.x, header.centre.y);
  return info;
}

void bind_adding(nb::class_<PlanarShapes>& c) {
  c.def(
      "add_point",
      [](PlanarShapes& s, nb::handle vertex, double rounding) {
        const Vec2<double> v = vec2_of(vertex, "vertex");
        return add(s, [&](PlanarShapeSet& set) { return set.add_point(v, rounding); });
      },
      "vertex"_a, nb::kw_only(), "rounding"_a = 0.0,
      nb::sig("def add_point(self, vertex: Numbers, *, rounding: float = 0.0) -> int"),
      "Adds a point, (2,); with a rounding a disc about it. Returns the shape's index.");
  c.def(
      "add_disc",
      [](PlanarShapes& s, double radius) { return add(s, [&](PlanarShapeSet& set) { return set.add_disc(radius); }); },
      "radius"_a, "Adds a disc about the origin: a point with a rounding. Returns the shape's index.");
  c.def(
      "add_segment",
      [](PlanarShapes& s, nb::handle v0, nb::handle v1, double rounding) {
        const Vec2<double> a = vec2_of(v0, "v0"), b = vec2_of(v1, "v1");
        return add(s, [&](PlanarShapeSet& set) { return set.add_segment(a, b, rounding); });
      },
      "v0"_a, "v1"_a, nb::kw_only(), "rounding"_a = 0.0,
      nb::sig("def add_segment(self, v0: Numbers, v1: Numbers, *, rounding: float = 0.0) -> int"),
      "Adds the segment between two points, (2,) each; equal ones make a point. Returns the shape's index.");
  c.def(
      "add_polygon",
      [](PlanarShapes& s, nb::handle points, double rounding) {
        const std::vector<Vec2<double>> all = vec2s_of(points, "points");
        return add(s, [&](PlanarShapeSet& set) { return set.add_polygon(all, rounding); });
      },
      "points"_a, nb::kw_only(), "rounding"_a = 0.0,
      nb::sig("def add_polygon(self, points: Numbers, *, rounding: float = 0.0) -> int"),
      "Adds the convex hull of (N, 2) points, N from 1 to 2^20: a polygon, a segment or a point. Which points are its\n"
      "vertices is decided exactly. `points` are copied. Returns the shape's index.");
}

void bind_asking(nb::class_<PlanarShapes>& c) {
  c.def("vertices", &vertices_of, "shape"_a,
        nb::sig("def vertices(self, shape: int) -> numpy.typing.NDArray[numpy.float64]"),
        "The vertices (N, 2) of a shape in its own frame, a copy: counter-clockwise, strictly convex, first the one "
        "that\n"
        "came first among the points given. Edge i goes from vertex i to the next one.");
  c.def("sources", &sources_of, "shape"_a,
        nb::sig("def sources(self, shape: int) -> numpy.typing.NDArray[numpy.uint32]"),
        "Where the vertices are among the points given, (N,) uint32; of equal points the first.");
  c.def("info", &info_of, "shape"_a, nb::sig("def info(self, shape: int) -> dict[str, typing.Any]"),
        "What is known of a shape: number of vertices, rounding, size (radius of the bounding circle about the box\n"
        "centre) and centre of its box.");
  c.def("__repr__", [](const PlanarShapes& s) {
    const Reading lock(s.guard);
    const std::size_t count = s.set.size();
    return "PlanarShapeSet of " + std::to_string(count) + (count == 1 ? " shape" : " shapes");
  });
  c.def("__len__", [](const PlanarShapes& s) {
    const Reading lock(s.guard);
    return s.set.size();
  });
}

/// Throws `InvalidInput` for a point that is not finite.
nb::object hull_of(nb::handle points) {
  const std::vector<Vec2<double>> all = vec2s_of(points, "points");
  return numpy_of<std::uint32_t>(without_lock([&] {
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (std::isfinite(all[i].x) && std::isfinite(all[i].y)) continue;
      throw InvalidInput("points[" + std::to_string(i) + "] is (" + host::number_text(all[i].x) + ", " +
                         host::number_text(all[i].y) + "); allowed are finite numbers");
    }
    return all.empty() ? std::vector<std::uint32_t>() : planar_hull(all);
  }));
}

nb::object python_difference(PlanarDifference&& difference) {
  return nb::make_tuple(numpy_of<double>(std::move(difference.vertices), {2}),
                        numpy_of<std::uint32_t>(std::move(difference.sources), {2}));
}

void bind_differences(nb::module_& m) {
  m.def(
      "_planar_minkowski_difference",
      [](nb::handle a, nb::handle b, nb::handle position, nb::handle rotation, nb::handle angle) {
        const auto points_a = vec2s_of(a, "a"), points_b = vec2s_of(b, "b");
        const PlanarPose pose = planar_pose_of(position, rotation, angle);
        return python_difference(without_lock([&] { return planar_minkowski_difference(points_a, points_b, pose); }));
      },
      "a"_a, "b"_a, "position"_a.none(), "rotation"_a.none(), "angle"_a.none(),
      nb::sig("def _planar_minkowski_difference(a: Numbers, b: Numbers, position: typing.Any, rotation: typing.Any, "
              "angle: typing.Any) -> tuple[typing.Any, typing.Any]"));
  m.def(
      "_planar_entrance_block",
      [](nb::handle a, nb::handle b, nb::handle rotation, nb::handle angle, nb::handle reference_point) {
        const auto points_a = vec2s_of(a, "a"), points_b = vec2s_of(b, "b");
        const PlanarPose pose = planar_pose_of(nb::none(), rotation, angle);
        const Vec2<double> reference = vec2_of(reference_point, "reference_point");
        return python_difference(
            without_lock([&] { return planar_entrance_block(points_a, points_b, pose.rotation, reference); }));
      },
      "a"_a, "b"_a, "rotation"_a.none(), "angle"_a.none(), "reference_point"_a,
      nb::sig("def _planar_entrance_block(a: Numbers, b: Numbers, rotation: typing.Any, angle: typing.Any, "
              "reference_point: Numbers) -> tuple[typing.Any, typing.Any]"));
}

}  // namespace

void bind_planar_shapes(nb::module_& m) {
  nb::class_<PlanarShapes> c(
      m, "PlanarShapeSet",
      "Many convex shapes of the plane, which bodies name by their index.\n\n"
      "Lengths are in any one unit, the caller's. Every `add_...` returns the new shape's index and raises "
      "InvalidInput,\n"
      "naming argument and value, for numbers that are not finite or beyond 2^1000 and lengths below 0. `rounding` "
      "dilates a\n"
      "shape by a disc of that radius. Several threads may use one set: a call that adds waits for those that read "
      "it.");
  c.def(nb::init<>());
  bind_adding(c);
  bind_asking(c);
  m.def(
      "planar_hull", &hull_of, "points"_a.none(),
      nb::sig("def planar_hull(points: Numbers) -> numpy.typing.NDArray[numpy.uint32]"),
      "The vertices of the convex hull of points of the plane, decided exactly.\n\n"
      "`points` (N, 2), float64 or float32. Returns their indices (K,) uint32, counter-clockwise, strictly convex, the "
      "lowest\n"
      "index first; of equal points the first. One or two where points are equal or collinear. Raises InvalidInput for "
      "a\n"
      "point that is not finite. Source: Andrew 1979, monotone chain, with exact orientations.");
  m.def(
      "flat_shapes",
      [](const PlanarShapes& s) {
        return new Shapes(without_lock([&] {
          const Reading lock(s.guard);
          return flat_shapes(s.set);
        }));
      },
      "shapes"_a, nb::rv_policy::take_ownership, nb::sig("def flat_shapes(shapes: PlanarShapeSet) -> ShapeSet"),
      "The same shapes in space, at z = 0, with the same numbers: for a DeviceScene whose searches find candidate "
      "pairs "
      "of\n"
      "the plane, and for files that have bodies of space.");
  bind_differences(m);
}

}  // namespace abut::python
