// Knots of surfaces as NumPy arrays.
#pragma once

#include <nanobind/nanobind.h>

#include <span>
#include <utility>
#include <vector>

#include "abut/surface/knot_positions.h"
#include "host/python/numpy.h"

namespace abut::python {

/// u, v, points and normals: copies, in the order of the Python class KnotPositions.
inline nb::tuple knot_arrays(std::span<const KnotPosition> knots) {
  std::vector<double> u, v;
  std::vector<Vec3<double>> points, normals;
  for (const KnotPosition& k : knots) {
    u.push_back(k.u), v.push_back(k.v), points.push_back(k.point), normals.push_back(k.normal);
  }
  return nb::make_tuple(numpy_of<double>(std::move(u)), numpy_of<double>(std::move(v)),
                        numpy_of<double>(std::move(points), {3}), numpy_of<double>(std::move(normals), {3}));
}

}  // namespace abut::python
