// ShapeSet.
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <string>
#include <vector>

#include "abut/core/error.h"
#include "host/python/array.h"
#include "host/python/held.h"
#include "host/python/module.h"
#include "host/python/numpy.h"
#include "host/python/pose_arguments.h"

namespace abut::python {
namespace {

using nb::literals::operator""_a;

/// Adds a shape without the interpreter lock, while nobody reads the set.
template <class Add>
std::uint32_t add(Shapes& shapes, Add&& add) {
  return without_lock([&] {
    const Changing lock(shapes.guard);
    return add(shapes.set);
  });
}

void check_shape(const Shapes& shapes, std::uint32_t shape) {
  if (shape >= shapes.set.size()) {
    throw InvalidInput("shape is " + std::to_string(shape) + "; allowed is less than " +
                       std::to_string(shapes.set.size()));
  }
}

constexpr const char* kind_names[] = {"vertex_set", "box", "ellipsoid", "cylinder", "cone", "minkowski_sum"};

nb::dict info(const Shapes& shapes, std::uint32_t shape) {
  const auto [header, terms] = without_lock([&] {
    const Reading lock(shapes.guard);
    check_shape(shapes, shape);
    return std::pair(shapes.set.header(shape), shapes.set.terms(shape));
  });
  nb::dict info;
  info["kind"] = kind_names[static_cast<std::uint32_t>(header.kind)];
  info["vertex_count"] = header.vertex_count;
  info["edge_count"] = header.edge_count;
  info["face_count"] = header.face_count;
  info["version"] = header.version;
  info["rounding"] = header.rounding;
  info["size"] = header.size;
  info["centre"] = nb::make_tuple(header.centre[0], header.centre[1], header.centre[2]);
  info["half_extents"] = nb::make_tuple(header.half_extent[0], header.half_extent[1], header.half_extent[2]);
  nb::list list;
  for (const ShapeTerm& term : terms) list.append(term.shape);
  info["terms"] = list;
  return info;
}

void bind_vertex_sets(nb::class_<Shapes>& c) {
  c.def(
      "add_point",
      [](Shapes& s, nb::handle vertex, double rounding) {
        const Vec3<double> v = vec3_of(vertex, "vertex");
        return add(s, [&](ShapeSet& set) { return set.add_point(v, rounding); });
      },
      "vertex"_a, nb::kw_only(), "rounding"_a = 0.0,
      nb::sig("def add_point(self, vertex: Numbers, *, rounding: float = 0.0) -> int"),
      "Adds a point, (3,); with a rounding a ball about it. Returns the shape's index.");
  c.def(
      "add_segment",
      [](Shapes& s, nb::handle v0, nb::handle v1, double rounding) {
        const Vec3<double> a = vec3_of(v0, "v0"), b = vec3_of(v1, "v1");
        return add(s, [&](ShapeSet& set) { return set.add_segment(a, b, rounding); });
      },
      "v0"_a, "v1"_a, nb::kw_only(), "rounding"_a = 0.0,
      nb::sig("def add_segment(self, v0: Numbers, v1: Numbers, *, rounding: float = 0.0) -> int"),
      "Adds the segment between two points, (3,) each. Returns the shape's index.");
  c.def(
      "add_triangle",
      [](Shapes& s, nb::handle v0, nb::handle v1, nb::handle v2, double rounding) {
        const Vec3<double> a = vec3_of(v0, "v0"), b = vec3_of(v1, "v1"), third = vec3_of(v2, "v2");
        return add(s, [&](ShapeSet& set) { return set.add_triangle(a, b, third, rounding); });
      },
      "v0"_a, "v1"_a, "v2"_a, nb::kw_only(), "rounding"_a = 0.0,
      nb::sig("def add_triangle(self, v0: Numbers, v1: Numbers, v2: Numbers, *, rounding: float = 0.0) -> int"),
      "Adds a triangle, (3,) each corner. Returns the shape's index.");
  c.def(
      "add_box",
      [](Shapes& s, nb::handle half_extents, double rounding) {
        const Vec3<double> h = vec3_of(half_extents, "half_extents");
        return add(s, [&](ShapeSet& set) { return set.add_box(h, rounding); });
      },
      "half_extents"_a, nb::kw_only(), "rounding"_a = 0.0,
      nb::sig("def add_box(self, half_extents: Numbers, *, rounding: float = 0.0) -> int"),
      "Adds a box about the origin with half extents (3,) along x, y, z. Returns the shape's index.");
  c.def(
      "add_hull",
      [](Shapes& s, nb::handle vertices, double rounding) {
        const std::vector<Vec3<double>> points = vec3s_of(vertices, "vertices");
        return add(s, [&](ShapeSet& set) { return set.add_hull(points, rounding); });
      },
      "vertices"_a, nb::kw_only(), "rounding"_a = 0.0,
      nb::sig("def add_hull(self, vertices: Numbers, *, rounding: float = 0.0) -> int"),
      "Adds the convex hull of (N, 3) points, N from 1 up: points inside are dropped, coplanar facets merged, flat "
      "and\n"
      "collinear sets kept as polygons and segments. By qhull. `vertices` are copied. Returns the shape's index.");
}

void bind_curved(nb::class_<Shapes>& c) {
  c.def(
      "add_sphere",
      [](Shapes& s, double radius) { return add(s, [&](ShapeSet& set) { return set.add_sphere(radius); }); },
      "radius"_a, "Adds a sphere about the origin: a point with a rounding. Returns the shape's index.");
  c.def(
      "add_capsule",
      [](Shapes& s, double radius, double half_length) {
        return add(s, [&](ShapeSet& set) { return set.add_capsule(radius, half_length); });
      },
      "radius"_a, "half_length"_a,
      "Adds a capsule: a segment from -half_length to half_length along z, rounded. Returns the shape's index.");
  c.def(
      "add_ellipsoid",
      [](Shapes& s, nb::handle semi_axes, double rounding) {
        const Vec3<double> h = vec3_of(semi_axes, "semi_axes");
        return add(s, [&](ShapeSet& set) { return set.add_ellipsoid(h, rounding); });
      },
      "semi_axes"_a, nb::kw_only(), "rounding"_a = 0.0,
      nb::sig("def add_ellipsoid(self, semi_axes: Numbers, *, rounding: float = 0.0) -> int"),
      "Adds an ellipsoid with semi-axes (3,) along x, y, z; any may be 0. Returns the shape's index.");
  c.def(
      "add_cylinder",
      [](Shapes& s, double radius, double half_length, double rounding) {
        return add(s, [&](ShapeSet& set) { return set.add_cylinder(radius, half_length, rounding); });
      },
      "radius"_a, "half_length"_a, nb::kw_only(), "rounding"_a = 0.0,
      "Adds a cylinder along z, from -half_length to half_length. Returns the shape's index.");
  c.def(
      "add_cone",
      [](Shapes& s, double radius, double half_length, double rounding) {
        return add(s, [&](ShapeSet& set) { return set.add_cone(radius, half_length, rounding); });
      },
      "radius"_a, "half_length"_a, nb::kw_only(), "rounding"_a = 0.0,
      "Adds a cone: base of that radius at z = -half_length, apex at z = half_length. Returns the shape's index.");
  c.def(
      "add_minkowski_sum",
      [](Shapes& s, std::uint32_t a, std::uint32_t b, nb::handle position, nb::handle quaternion, nb::handle matrix,
         double rounding) {
        const Pose pose = pose_of(position, quaternion, matrix);
        return add(s, [&](ShapeSet& set) { return set.add_minkowski_sum(a, b, pose, rounding); });
      },
      "a"_a, "b"_a, nb::kw_only(), "position"_a = nb::none(), "quaternion"_a = nb::none(), "matrix"_a = nb::none(),
      "rounding"_a = 0.0,
      nb::sig("def add_minkowski_sum(self, a: int, b: int, *, position: Numbers | None = None, quaternion: Numbers | "
              "None = None, matrix: Numbers | None = None, rounding: float = 0.0) -> int"),
      "Adds all sums of a point of shape `a` and one of shape `b`, b's frame posed in a's, which is the sum's. Either "
      "may\n"
      "be a sum itself, with at most 64 terms in all. The sum follows when vertices of `a` or `b` are replaced. "
      "Returns\n"
      "the shape's index.");
}

void bind_vertices(nb::class_<Shapes>& c) {
  c.def(
      "replace_vertices",
      [](Shapes& s, std::uint32_t shape, nb::handle vertices) {
        const std::vector<Vec3<double>> points = vec3s_of(vertices, "vertices");
        without_lock([&] {
          const Changing lock(s.guard);
          check_shape(s, shape);
          s.set.replace_vertices(shape, points);
        });
      },
      "shape"_a, "vertices"_a, nb::sig("def replace_vertices(self, shape: int, vertices: Numbers) -> None"),
      "Replaces the vertices (N, 3) of a deforming shape, in the order of `vertices(shape)` and as many; the caller "
      "keeps\n"
      "them convex. Edges and faces stay. Raises ValueError for another number.");
  c.def(
      "vertices",
      [](const Shapes& s, std::uint32_t shape) {
        std::vector<Vec3<double>> points = without_lock([&] {
          const Reading lock(s.guard);
          check_shape(s, shape);
          const auto found = s.set.vertices(shape);
          return std::vector<Vec3<double>>(found.begin(), found.end());
        });
        return numpy_of<double>(std::move(points), {3});
      },
      "shape"_a, nb::sig("def vertices(self, shape: int) -> numpy.typing.NDArray[numpy.float64]"),
      "The vertices (N, 3) of a shape in its own frame, a copy. None of them for curved kinds and sums.");
  c.def(
      "faces",
      [](const Shapes& s, std::uint32_t shape) {
        return without_lock([&] {
          const Reading lock(s.guard);
          check_shape(s, shape);
          return s.set.faces(shape);
        });
      },
      "shape"_a, nb::sig("def faces(self, shape: int) -> list[list[int]]"),
      "The faces of a shape: lists of vertices' numbers, counter-clockwise seen from outside.");
  c.def("info", &info, "shape"_a, nb::sig("def info(self, shape: int) -> dict[str, typing.Any]"),
        "What is known of a shape: kind, numbers of vertices, edges and faces, version, rounding, size (radius of the\n"
        "bounding sphere about the box centre), centre and half extents of its box, and a sum's terms.");
  c.def("__repr__", [](const Shapes& s) {
    const Reading lock(s.guard);
    const std::size_t count = s.set.size();
    return "ShapeSet of " + std::to_string(count) + (count == 1 ? " shape" : " shapes");
  });
  c.def("__len__", [](const Shapes& s) {
    const Reading lock(s.guard);
    return s.set.size();
  });
}

}  // namespace

void bind_shapes(nb::module_& m) {
  nb::class_<Shapes> c(
      m, "ShapeSet",
      "Many convex shapes, which bodies and pairs name by their index.\n\n"
      "Lengths are in any one unit, the caller's. Every `add_...` returns the new shape's index and raises "
      "InvalidInput,\n"
      "naming argument and value, for numbers that are not finite and lengths below 0. `rounding` dilates a shape by "
      "a\n"
      "ball of that radius. Several threads may use one set: a call that changes it waits for those that read it.");
  c.def(nb::init<>());
  bind_vertex_sets(c);
  bind_curved(c);
  bind_vertices(c);
}

}  // namespace abut::python
