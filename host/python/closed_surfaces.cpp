// Closed NURBS surfaces: boxes, fits to grains, files.
#include <nanobind/stl/string.h>

#include <complex>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "abut/surface/fit.h"
#include "abut/surface/spherical_harmonics.h"
#include "abut/surface/surface_file.h"
#include "host/python/array.h"
#include "host/python/held.h"
#include "host/python/mesh_arguments.h"
#include "host/python/module.h"
#include "host/python/numpy.h"
#include "host/surface/harmonic_sum.h"

namespace abut::python {
namespace {

using nb::literals::operator""_a;

int int_of(nb::handle object, const char* name) {
  return static_cast<int>(whole_number_of(object, name, std::numeric_limits<int>::max()));
}

/// `coefficients`: (K, 2), the real and the imaginary part of each.
SphericalHarmonics harmonics_of(nb::handle degree, nb::handle coefficients) {
  SphericalHarmonics harmonics{int_of(degree, "degree"), {}};
  const Array array(coefficients, "coefficients");
  array.require({{Scalar::f64}, {any_extent, 2}}).require_host();
  for (std::size_t i = 0; i < array.count(); ++i) {
    harmonics.coefficients.emplace_back(array.number(i, 0), array.number(i, 1));
  }
  check(harmonics);
  return harmonics;
}

nb::tuple parts_of(const SphericalHarmonics& harmonics) {
  return nb::make_tuple(harmonics.degree,
                        numpy_of<double>(std::vector<std::complex<double>>(harmonics.coefficients), {2}));
}

nb::object radii_of(const SphericalHarmonics& harmonics, nb::handle directions) {
  const std::vector<Vec3<double>> along = vec3s_of(directions, "directions");
  std::vector<double> radii(along.size());
  without_lock([&] {
    const host::HarmonicSum sum(harmonics);
    for (std::size_t i = 0; i < radii.size(); ++i) radii[i] = sum.radius(unit_vector(along[i]));
  });
  return numpy_of<double>(std::move(radii));
}

struct FitArguments {
  nb::handle rows, columns, degree;
  double tolerance;
  nb::handle most_rows, most_columns;

  FitOptions options() const {
    return {int_of(rows, "rows"),           int_of(columns, "columns"),          int_of(degree, "degree"), tolerance,
            int_of(most_rows, "most_rows"), int_of(most_columns, "most_columns")};
  }
};

template <class Body>
nb::dict python_fit(const Body& body, const FitOptions& options) {
  SurfaceFit fit = without_lock([&] { return fit_surface(body, options); });
  nb::dict d;
  d["surface"] = nb::cast(std::move(fit.surface));
  d["largest_error"] = fit.largest_error, d["rms_error"] = fit.rms_error, d["samples"] = fit.samples;
  d["least_facing"] = fit.least_facing, d["rows"] = fit.rows, d["columns"] = fit.columns;
  d["centre"] = tuple_of(fit.centre), d["axes"] = tuple_of(fit.axes);
  return d;
}

void bind_harmonics(nb::module_& m) {
  nb::class_<SphericalHarmonics> c(m, "_SphericalHarmonics");
  c.def(
      "parts", [](const SphericalHarmonics& harmonics) { return parts_of(harmonics); },
      nb::sig("def parts(self) -> tuple[typing.Any, ...]"), "Degree, and the parts of the coefficients: copies.");
  c.def("radii", &radii_of, "directions"_a.none(), nb::sig("def radii(self, directions: typing.Any) -> typing.Any"));
  m.def("_spherical_harmonics", &harmonics_of, "degree"_a.none(), "coefficients"_a,
        nb::sig("def _spherical_harmonics(degree: typing.Any, coefficients: typing.Any) -> _SphericalHarmonics"));
  m.def(
      "_read_spherical_harmonics",
      [](const std::string& path) { return without_lock([&] { return read_spherical_harmonics(path); }); }, "path"_a,
      nb::sig("def _read_spherical_harmonics(path: str) -> _SphericalHarmonics"));
}

void bind_fits(nb::module_& m) {
  m.def(
      "_fit_harmonics",
      [](const SphericalHarmonics& harmonics, nb::handle rows, nb::handle columns, nb::handle degree, double tolerance,
         nb::handle most_rows, nb::handle most_columns) {
        const FitArguments arguments{rows, columns, degree, tolerance, most_rows, most_columns};
        return python_fit(harmonics, arguments.options());
      },
      "harmonics"_a, "rows"_a.none(), "columns"_a.none(), "degree"_a.none(), "tolerance"_a, "most_rows"_a.none(),
      "most_columns"_a.none(),
      nb::sig("def _fit_harmonics(harmonics: _SphericalHarmonics, rows: typing.Any, columns: typing.Any, degree: "
              "typing.Any, tolerance: float, most_rows: typing.Any, most_columns: typing.Any) -> dict[str, "
              "typing.Any]"),
      "The members of abut::SurfaceFit.");
  m.def(
      "_fit_mesh",
      [](nb::handle pair, nb::handle rows, nb::handle columns, nb::handle degree, double tolerance,
         nb::handle most_rows, nb::handle most_columns) {
        const FitArguments arguments{rows, columns, degree, tolerance, most_rows, most_columns};
        return python_fit(mesh_of(pair), arguments.options());
      },
      "mesh"_a, "rows"_a.none(), "columns"_a.none(), "degree"_a.none(), "tolerance"_a, "most_rows"_a.none(),
      "most_columns"_a.none(),
      nb::sig("def _fit_mesh(mesh: typing.Any, rows: typing.Any, columns: typing.Any, degree: typing.Any, tolerance: "
              "float, most_rows: typing.Any, most_columns: typing.Any) -> dict[str, typing.Any]"),
      "The members of abut::SurfaceFit.");
}

}  // namespace

void bind_closed_surfaces(nb::module_& m) {
  bind_harmonics(m);
  bind_fits(m);
  m.def(
      "_box_surface", [](nb::handle half_extents) { return box_surface(vec3_of(half_extents, "half_extents")); },
      "half_extents"_a.none(), nb::sig("def _box_surface(half_extents: typing.Any) -> _NurbsSurface"));
  m.def(
      "_turned_inside_out",
      [](const NurbsSurface& surface) { return without_lock([&] { return turned_inside_out(surface); }); }, "surface"_a,
      nb::sig("def _turned_inside_out(surface: _NurbsSurface) -> _NurbsSurface"));
  m.def(
      "_is_pole",
      [](const NurbsSurface& surface, bool along_v, bool at_end) {
        return without_lock([&] {
          return is_pole(surface, along_v ? SurfaceParameter::v : SurfaceParameter::u,
                         at_end ? DomainEnd::end : DomainEnd::begin);
        });
      },
      "surface"_a, "along_v"_a, "at_end"_a,
      nb::sig("def _is_pole(surface: _NurbsSurface, along_v: bool, at_end: bool) -> bool"));
  m.def(
      "_read_surface",
      [](const std::string& path, double unit, const std::string& part, double time_limit) {
        return without_lock([&] { return read_surface(path, {unit, part, time_limit}); });
      },
      "path"_a, "unit"_a, "part"_a, "time_limit"_a,
      nb::sig("def _read_surface(path: str, unit: float, part: str, time_limit: float) -> _NurbsSurface"));
  m.def(
      "_write_surface",
      [](const std::string& path, const NurbsSurface& surface) { without_lock([&] { write_surface(path, surface); }); },
      "path"_a, "surface"_a, nb::sig("def _write_surface(path: str, surface: _NurbsSurface) -> None"));
}

}  // namespace abut::python
