// Mass properties of meshes, surfaces and shapes.
#include "abut/shapes/mass_properties.h"

#include <cmath>
#include <string>

#include "abut/core/error.h"
#include "abut/surface/spherical_harmonics.h"
#include "abut/surface/surface_mass.h"
#include "host/number_text.h"
#include "host/python/array.h"
#include "host/python/held.h"
#include "host/python/mesh_arguments.h"
#include "host/python/module.h"

namespace abut::python {
namespace {

using nb::literals::operator""_a;

nb::dict python_mass(const MassProperties& m) {
  nb::dict d;
  d["volume"] = m.volume, d["centre"] = tuple_of(m.centre), d["inertia"] = tuple_of(m.inertia);
  d["moments"] = tuple_of(m.moments), d["axes"] = tuple_of(m.axes);
  return d;
}

/// Throws `InvalidInput` for a matrix that is not finite or not symmetric.
nb::tuple axes_of(nb::handle inertia) {
  const Array array = Array::from_numbers(inertia, "inertia");
  array.require({{Scalar::f64, Scalar::f32}, {3, 3}}).require_host();
  Mat3<double> matrix;
  for (std::size_t k = 0; k < 9; ++k) {
    matrix.m[k] = array.number(k / 3, k % 3);
    if (!std::isfinite(matrix.m[k])) {
      throw InvalidInput("inertia[" + std::to_string(k / 3) + ", " + std::to_string(k % 3) + "] is " +
                         host::number_text(matrix.m[k]) + "; allowed are finite numbers");
    }
  }
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (matrix.m[3 * i + j] == matrix.m[3 * j + i]) continue;
      throw InvalidInput("inertia is not symmetric; allowed is a matrix whose rows are its columns");
    }
  }
  const PrincipalAxes found = principal_axes(matrix);
  return nb::make_tuple(tuple_of(found.moments), tuple_of(found.axes));
}

}  // namespace

void bind_mass(nb::module_& m) {
  m.def(
      "_mass_properties",
      [](nb::handle pair) {
        const Mesh mesh = mesh_of(pair);
        return python_mass(without_lock([&] { return mass_properties(mesh); }));
      },
      "mesh"_a, nb::sig("def _mass_properties(mesh: typing.Any) -> dict[str, typing.Any]"));
  m.def(
      "_surface_mass_properties",
      [](const NurbsSurface& surface) { return python_mass(without_lock([&] { return mass_properties(surface); })); },
      "surface"_a, nb::sig("def _surface_mass_properties(surface: _NurbsSurface) -> dict[str, typing.Any]"));
  m.def(
      "_harmonics_mass_properties",
      [](const SphericalHarmonics& harmonics) {
        return python_mass(without_lock([&] { return mass_properties(harmonics); }));
      },
      "harmonics"_a,
      nb::sig("def _harmonics_mass_properties(harmonics: _SphericalHarmonics) -> dict[str, typing.Any]"));
  m.def(
      "_shape_mass_properties",
      [](const Shapes& shapes, std::uint32_t shape) {
        return python_mass(without_lock([&] {
          const Reading lock(shapes.guard);
          return mass_properties(shapes.set, shape);
        }));
      },
      "shapes"_a, "shape"_a,
      nb::sig("def _shape_mass_properties(shapes: ShapeSet, shape: int) -> dict[str, typing.Any]"));
  m.def("_principal_axes", &axes_of, "inertia"_a,
        nb::sig("def _principal_axes(inertia: Numbers) -> tuple[typing.Any, typing.Any]"));
}

}  // namespace abut::python
