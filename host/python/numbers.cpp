// Whole numbers and small vectors that Python code gives as numbers, lists or arrays.
#include <nanobind/stl/string.h>

#include <string>

#include "abut/core/error.h"
#include "host/python/array.h"

namespace abut::python {

std::uint64_t whole_number_of(nb::handle object, const char* name, std::uint64_t most) {
  const std::string range = "; allowed is a whole number from 0 to " + std::to_string(most);
  const std::string what = name + (" is " + nb::cast<std::string>(nb::repr(object)));
  if (PyIndex_Check(object.ptr()) == 0) throw nb::type_error((what + range).c_str());
  const nb::object index = nb::steal(PyNumber_Index(object.ptr()));
  std::uint64_t value = 0;
  if (!index.is_valid() || !nb::try_cast(index, value) || value > most) {
    PyErr_Clear();
    throw InvalidInput(what + range);
  }
  return value;
}

Vec3<double> vec3_of(nb::handle object, const char* name) {
  const Array array = Array::from_numbers(object, name);
  array.require({{Scalar::f64, Scalar::f32}, {3}}).require_host();
  return {array.number(0), array.number(1), array.number(2)};
}

std::vector<Vec3<double>> vec3s_of(nb::handle object, const char* name) {
  const Array array = Array::from_numbers(object, name);
  array.require({{Scalar::f64, Scalar::f32}, {any_extent, 3}}).require_host();
  std::vector<Vec3<double>> points(array.count());
  for (std::size_t i = 0; i < points.size(); ++i)
    points[i] = {array.number(i, 0), array.number(i, 1), array.number(i, 2)};
  return points;
}

}  // namespace abut::python
