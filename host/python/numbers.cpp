// Whole numbers and small vectors that Python code gives as numbers, lists or arrays.
#include <nanobind/stl/string.h>

#include <limits>
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

Vec2<double> vec2_of(nb::handle object, const char* name) {
  const Array array = Array::from_numbers(object, name);
  array.require({{Scalar::f64, Scalar::f32}, {2}}).require_host();
  return {array.number(0), array.number(1)};
}

std::vector<Vec2<double>> vec2s_of(nb::handle object, const char* name) {
  const Array array = Array::from_numbers(object, name);
  array.require({{Scalar::f64, Scalar::f32}, {any_extent, 2}}).require_host();
  std::vector<Vec2<double>> points(array.count());
  for (std::size_t i = 0; i < points.size(); ++i) points[i] = {array.number(i, 0), array.number(i, 1)};
  return points;
}

std::vector<std::uint32_t> shape_numbers_of(nb::handle object) {
  nb::object made = nb::borrow(object);
  if (nb::isinstance<nb::list>(object) || nb::isinstance<nb::tuple>(object)) {
    // As NumPy takes it: half a shape is none. An empty list would be of float64.
    made = nb::module_::import_("numpy").attr("asarray")(object);
    if (nb::len(object) == 0) made = made.attr("astype")(nb::str("int64"));
  }
  const Array array(made, "shapes");
  array
      .require({{Scalar::u32, Scalar::i32, Scalar::i64, Scalar::u64, Scalar::u16, Scalar::u8, Scalar::i16, Scalar::i8},
                {any_extent}})
      .require_host();
  std::vector<std::uint32_t> shapes(array.count());
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    const std::int64_t shape = array.integer(i);
    if (shape < 0 || shape > std::numeric_limits<std::uint32_t>::max()) {
      throw InvalidInput("shapes[" + std::to_string(i) + "] is " + std::to_string(shape) +
                         "; allowed are numbers of shapes, from 0");
    }
    shapes[i] = static_cast<std::uint32_t>(shape);
  }
  return shapes;
}

}  // namespace abut::python
