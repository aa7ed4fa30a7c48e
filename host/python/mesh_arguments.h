// Triangle meshes that Python code hands over.
#pragma once

#include <nanobind/nanobind.h>

#include "abut/shapes/mesh.h"

namespace abut::python {

/// A copy of a pair (vertices, triangles), as the Python class Mesh holds them. Throws `nb::type_error` or
/// `nb::value_error` for other arrays.
Mesh mesh_of(nanobind::handle pair);

}  // namespace abut::python
