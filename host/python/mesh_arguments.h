// Triangle meshes that Python code hands over, and what it gets of them.
#pragma once

#include <nanobind/nanobind.h>

#include "abut/core/pose.h"
#include "abut/shapes/mesh.h"

namespace abut::python {

/// A copy of a pair (vertices, triangles), as the Python class Mesh holds them. Throws `nb::type_error` or
/// `nb::value_error` for other arrays.
Mesh mesh_of(nanobind::handle pair);

/// As the reports of meshes have vectors and matrices: tuples, a matrix row by row.
inline nanobind::tuple tuple_of(Vec3<double> v) { return nanobind::make_tuple(v.x, v.y, v.z); }
inline nanobind::tuple tuple_of(const Mat3<double>& m) {
  nanobind::list rows;
  for (int i = 0; i < 9; i += 3) rows.append(nanobind::make_tuple(m.m[i], m.m[i + 1], m.m[i + 2]));
  return nanobind::tuple(rows);
}

}  // namespace abut::python
