// NURBS curves and surfaces. Nothing changes them once they are made, so any number of threads may use one.
#include <array>
#include <initializer_list>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "abut/surface/knot_positions.h"
#include "abut/surface/nurbs.h"
#include "host/python/array.h"
#include "host/python/held.h"
#include "host/python/knot_arrays.h"
#include "host/python/module.h"
#include "host/python/numpy.h"

namespace abut::python {
namespace {

using nb::literals::operator""_a;

int int_of(nb::handle object, const char* name) {
  return static_cast<int>(whole_number_of(object, name, std::numeric_limits<int>::max()));
}

/// (N,) numbers: a list, a tuple or an array, copied.
std::vector<double> numbers_of(nb::handle object, const char* name, std::int64_t count = any_extent) {
  const Array array = Array::from_numbers(object, name);
  array.require({{Scalar::f64, Scalar::f32}, {count}}).require_host();
  std::vector<double> numbers(array.count());
  for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = array.number(i);
  return numbers;
}

std::vector<double> weights_of(nb::handle object, std::size_t count) {
  if (object.is_none()) return {};
  return numbers_of(object, "weights", static_cast<std::int64_t>(count));
}

/// What `work` makes without the interpreter lock.
template <class Shape, class Work>
Shape made(Work&& work) {
  return without_lock([&] {
    Shape shape = std::forward<Work>(work)();
    check(shape);  // transformed ones may have left the finite numbers
    return shape;
  });
}

NurbsCurve curve_of(nb::handle degree, nb::handle knots, nb::handle points, nb::handle weights) {
  NurbsCurve curve{{int_of(degree, "degree"), numbers_of(knots, "knots")}, vec2s_of(points, "points")};
  curve.weights = weights_of(weights, curve.points.size());
  return made<NurbsCurve>([&] { return std::move(curve); });
}

NurbsSurface surface_of(nb::handle degree_u, nb::handle degree_v, nb::handle knots_u, nb::handle knots_v,
                        nb::handle points, nb::handle weights) {
  NurbsSurface surface{{int_of(degree_u, "degree_u"), numbers_of(knots_u, "knots_u")},
                       {int_of(degree_v, "degree_v"), numbers_of(knots_v, "knots_v")},
                       {}};
  const Array net = Array::from_numbers(points, "points");
  net.require({{Scalar::f64, Scalar::f32}, {any_extent, any_extent, 3}}).require_host();
  const auto rows = static_cast<std::size_t>(net.extent(0)), columns = static_cast<std::size_t>(net.extent(1));
  for (std::size_t i = 0; i < rows; ++i) {
    for (std::size_t j = 0; j < columns; ++j) {
      surface.points.push_back({net.number(i, j, 0), net.number(i, j, 1), net.number(i, j, 2)});
    }
  }
  if (!weights.is_none()) {
    const Array all = Array::from_numbers(weights, "weights");
    all.require({{Scalar::f64, Scalar::f32}, {net.extent(0), net.extent(1)}}).require_host();
    for (std::size_t i = 0; i < surface.points.size(); ++i) {
      surface.weights.push_back(all.number(i / columns, i % columns));
    }
  }
  without_lock([&] { check(surface); });
  // As many as there should be, but with rows and columns exchanged.
  const auto wanted_rows = static_cast<std::int64_t>(surface.u.count());
  const auto wanted_columns = static_cast<std::int64_t>(surface.v.count());
  net.require({{Scalar::f64, Scalar::f32}, {wanted_rows, wanted_columns, 3}});
  return surface;
}

nb::object weights_array(const std::vector<double>& weights, std::initializer_list<std::size_t> tail = {}) {
  return weights.empty() ? nb::none() : numpy_of<double>(std::vector<double>(weights), tail);
}

nb::tuple parts_of(const NurbsCurve& c) {
  return nb::make_tuple(c.u.degree, numpy_of<double>(std::vector<double>(c.u.knots)),
                        numpy_of<double>(std::vector<Vec2<double>>(c.points), {2}), weights_array(c.weights));
}
nb::tuple parts_of(const NurbsSurface& s) {
  const std::size_t columns = s.v.count();
  return nb::make_tuple(s.u.degree, s.v.degree, numpy_of<double>(std::vector<double>(s.u.knots)),
                        numpy_of<double>(std::vector<double>(s.v.knots)),
                        numpy_of<double>(std::vector<Vec3<double>>(s.points), {columns, 3}),
                        weights_array(s.weights, {columns}));
}

/// Parameters of points, a number or (N,) of them.
struct Parameters {
  Array array;
  Parameters(nb::handle object, const char* name) : array(Array::from_numbers(object, name)) {
    if (is_one()) {
      array.require({{Scalar::f64, Scalar::f32}, {}}).require_host();
    } else {
      array.require({{Scalar::f64, Scalar::f32}, {any_extent}}).require_host();
    }
  }
  bool is_one() const { return array.dimensions() == 0; }
  std::size_t count() const { return array.count(); }
  double operator[](std::size_t i) const { return array.number(i); }
};

template <class E, std::size_t N>
struct Rows {
  std::array<std::vector<E>, N> of;
  explicit Rows(std::size_t count) {
    for (auto& rows : of) rows.resize(count);
  }
  nb::tuple arrays() {
    nb::list all;
    for (auto& rows : of) all.append(numpy_of<double>(std::move(rows), {sizeof(E) / sizeof(double)}));
    return nb::tuple(all);
  }
};

nb::tuple curve_points(const NurbsCurve& curve, nb::handle u) {
  const Parameters at(u, "u");
  Rows<Vec2<double>, 3> rows(at.count());
  without_lock([&] {
    const auto flat = [](const Vec3<double>& v) { return Vec2<double>{v.x, v.y}; };
    for (std::size_t i = 0; i < at.count(); ++i) {
      const CurveJet<double> p = point_at(curve, at[i]);
      rows.of[0][i] = flat(p.point), rows.of[1][i] = flat(p.first), rows.of[2][i] = flat(p.second);
    }
  });
  return rows.arrays();
}

nb::tuple surface_points(const NurbsSurface& surface, nb::handle u, nb::handle v) {
  const Parameters at_u(u, "u"), at_v(v, "v");
  if (at_u.is_one()) {
    at_v.array.require({{Scalar::f64, Scalar::f32}, {}});
  } else {
    at_v.array.require({{Scalar::f64, Scalar::f32}, {at_u.array.extent(0)}});
  }
  Rows<Vec3<double>, 6> rows(at_u.count());
  without_lock([&] {
    for (std::size_t i = 0; i < at_u.count(); ++i) {
      const SurfaceJet<double> p = point_at(surface, at_u[i], at_v[i]);
      const Vec3<double> in_order[] = {p.point, p.u, p.v, p.uu, p.uv, p.vv};
      for (std::size_t k = 0; k < rows.of.size(); ++k) rows.of[k][i] = in_order[k];
    }
  });
  return rows.arrays();
}

SurfaceParameter parameter_of(bool along_v) { return along_v ? SurfaceParameter::v : SurfaceParameter::u; }

NurbsSurface moved(const NurbsSurface& surface, nb::handle linear, nb::handle translation) {
  const Array rows = Array::from_numbers(linear, "linear");
  rows.require({{Scalar::f64, Scalar::f32}, {3, 3}}).require_host();
  Mat3<double> matrix{};
  for (std::size_t i = 0; i < 9; ++i) matrix.m[i] = rows.number(i / 3, i % 3);
  const Vec3<double> by = vec3_of(translation, "translation");
  return made<NurbsSurface>([&] { return transformed(surface, matrix, by); });
}

nb::tuple patches_of(const NurbsSurface& surface) {
  BezierPatches p = without_lock([&] { return bezier_patches(surface); });
  const auto rows = static_cast<std::size_t>(p.degree_u) + 1, columns = static_cast<std::size_t>(p.degree_v) + 1;
  const std::size_t across = p.patches_v();
  return nb::make_tuple(p.degree_u, p.degree_v, numpy_of<double>(std::move(p.breaks_u)),
                        numpy_of<double>(std::move(p.breaks_v)), p.rational,
                        numpy_of<double>(std::move(p.points), {across, rows, columns, 4}));
}

nb::tuple knot_positions_of(const NurbsSurface& surface, double distance, double angle, nb::handle most,
                            double largest) {
  const std::uint64_t room = whole_number_of(most, "most", std::numeric_limits<std::uint64_t>::max());
  return knot_arrays(without_lock([&] { return knot_positions(surface, {distance, angle, room, largest}); }));
}

void bind_curves(nb::module_& m) {
  nb::class_<NurbsCurve> c(m, "_NurbsCurve");
  c.def(
      "parts", [](const NurbsCurve& curve) { return parts_of(curve); },
      nb::sig("def parts(self) -> tuple[typing.Any, ...]"), "Degree, knots, points, weights or None: copies.");
  c.def("points", &curve_points, "u"_a.none(), nb::sig("def points(self, u: typing.Any) -> tuple[typing.Any, ...]"),
        "The members of abut::CurveJet, at z = 0.");
  c.def(
      "insert_knot",
      [](const NurbsCurve& curve, double knot, nb::handle times) {
        const int count = int_of(times, "times");
        return made<NurbsCurve>([&] { return insert_knot(curve, knot, count); });
      },
      "knot"_a, "times"_a.none(), nb::sig("def insert_knot(self, knot: float, times: typing.Any) -> _NurbsCurve"));
  c.def(
      "elevate_degree",
      [](const NurbsCurve& curve, nb::handle by) {
        const int steps = int_of(by, "by");
        return made<NurbsCurve>([&] { return elevate_degree(curve, steps); });
      },
      "by"_a.none(), nb::sig("def elevate_degree(self, by: typing.Any) -> _NurbsCurve"));
  c.def(
      "clamped", [](const NurbsCurve& curve) { return made<NurbsCurve>([&] { return clamped(curve); }); },
      nb::sig("def clamped(self) -> _NurbsCurve"));
  c.def(
      "is_closed", [](const NurbsCurve& curve) { return without_lock([&] { return is_closed(curve); }); },
      nb::sig("def is_closed(self) -> bool"));
  m.def("_nurbs_curve", &curve_of, "degree"_a.none(), "knots"_a.none(), "points"_a.none(), "weights"_a.none(),
        nb::sig("def _nurbs_curve(degree: typing.Any, knots: typing.Any, points: typing.Any, weights: typing.Any) -> "
                "_NurbsCurve"));
  m.def(
      "_closed_curve",
      [](nb::handle points, nb::handle degree, nb::handle weights, bool wrapping) {
        const std::vector<Vec2<double>> all = vec2s_of(points, "points");
        const int of_degree = int_of(degree, "degree");
        const std::vector<double> given = weights_of(weights, all.size());
        return made<NurbsCurve>([&] {
          return wrapping ? closed_by_wrapping(all, of_degree, given) : closed_by_clamping(all, of_degree, given);
        });
      },
      "points"_a.none(), "degree"_a.none(), "weights"_a.none(), "wrapping"_a,
      nb::sig("def _closed_curve(points: typing.Any, degree: typing.Any, weights: typing.Any, wrapping: bool) -> "
              "_NurbsCurve"));
  m.def("_unit_circle", &unit_circle, nb::sig("def _unit_circle() -> _NurbsCurve"));
}

}  // namespace

void bind_surfaces(nb::module_& m) {
  bind_curves(m);
  nb::class_<NurbsSurface> c(m, "_NurbsSurface");
  c.def(
      "parts", [](const NurbsSurface& surface) { return parts_of(surface); },
      nb::sig("def parts(self) -> tuple[typing.Any, ...]"), "Degrees, knots, points, weights or None: copies.");
  c.def("points", &surface_points, "u"_a.none(), "v"_a.none(),
        nb::sig("def points(self, u: typing.Any, v: typing.Any) -> tuple[typing.Any, ...]"),
        "The members of abut::SurfaceJet.");
  c.def(
      "insert_knot",
      [](const NurbsSurface& surface, bool along_v, double knot, nb::handle times) {
        const int count = int_of(times, "times");
        return made<NurbsSurface>([&] { return insert_knot(surface, parameter_of(along_v), knot, count); });
      },
      "along_v"_a, "knot"_a, "times"_a.none(),
      nb::sig("def insert_knot(self, along_v: bool, knot: float, times: typing.Any) -> _NurbsSurface"));
  c.def(
      "elevate_degree",
      [](const NurbsSurface& surface, bool along_v, nb::handle by) {
        const int steps = int_of(by, "by");
        return made<NurbsSurface>([&] { return elevate_degree(surface, parameter_of(along_v), steps); });
      },
      "along_v"_a, "by"_a.none(), nb::sig("def elevate_degree(self, along_v: bool, by: typing.Any) -> _NurbsSurface"));
  c.def(
      "clamped", [](const NurbsSurface& surface) { return made<NurbsSurface>([&] { return clamped(surface); }); },
      nb::sig("def clamped(self) -> _NurbsSurface"));
  c.def(
      "is_closed",
      [](const NurbsSurface& surface, bool along_v) {
        return without_lock([&] { return is_closed(surface, parameter_of(along_v)); });
      },
      "along_v"_a, nb::sig("def is_closed(self, along_v: bool) -> bool"));
  c.def("transformed", &moved, "linear"_a.none(), "translation"_a.none(),
        nb::sig("def transformed(self, linear: typing.Any, translation: typing.Any) -> _NurbsSurface"));
  c.def("bezier_patches", &patches_of, nb::sig("def bezier_patches(self) -> tuple[typing.Any, ...]"),
        "The members of abut::BezierPatches.");
  c.def("knot_positions", &knot_positions_of, "distance"_a, "angle"_a, "most"_a.none(), "largest"_a,
        nb::sig("def knot_positions(self, distance: float, angle: float, most: typing.Any, largest: float) -> "
                "tuple[typing.Any, ...]"),
        "The members of abut::KnotPosition.");
  m.def("_nurbs_surface", &surface_of, "degree_u"_a.none(), "degree_v"_a.none(), "knots_u"_a.none(), "knots_v"_a.none(),
        "points"_a.none(), "weights"_a.none(),
        nb::sig("def _nurbs_surface(degree_u: typing.Any, degree_v: typing.Any, knots_u: typing.Any, knots_v: "
                "typing.Any, points: typing.Any, weights: typing.Any) -> _NurbsSurface"));
}

}  // namespace abut::python
