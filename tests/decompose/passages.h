// What parts of a mesh leave open: signed distances from bodies that pass through it.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "abut/decompose.h"
#include "tests/support/shapes.h"

namespace abut::test {

/// A round probe whose axis is along z: a cylinder, or a ball where it has no length.
struct Probe {
  double radius, half_length = 0;
};

inline double least_separation(const ShapeSet& shapes, const ShapePairs& pairs) {
  const Contacts<double> found = query_all<double>(shapes, pairs);
  return *std::min_element(found.separation.begin(), found.separation.end());
}

/// Of the nearest of the parts from a probe with its middle at `at`; negative: the deepest overlap.
inline double gap_beside(const std::vector<Mesh>& parts, const Probe& probe, const Vec3<double>& at) {
  ShapeSet shapes;
  const std::uint32_t round =
      probe.half_length > 0 ? shapes.add_cylinder(probe.radius, probe.half_length) : shapes.add_sphere(probe.radius);
  ShapePairs pairs;
  for (const Mesh& part : parts) {
    pairs.add({shapes.add_hull(part.vertices), round}, {at, Pose{}.rotation});
  }
  return least_separation(shapes, pairs);
}

/// Of the two of each side that are nearest, or overlap deepest; `b`: a pose of `b_parts` in the frame of `a_parts`.
inline double gap_of(const std::vector<Mesh>& a_parts, const std::vector<Mesh>& b_parts, const Pose& b = {}) {
  ShapeSet shapes;
  ShapePairs pairs;
  std::vector<std::uint32_t> of_b;
  for (const Mesh& part : b_parts) of_b.push_back(shapes.add_hull(part.vertices));
  for (const Mesh& part : a_parts) {
    const std::uint32_t a = shapes.add_hull(part.vertices);
    for (const std::uint32_t other : of_b) pairs.add({a, other}, b);
  }
  return least_separation(shapes, pairs);
}

/// Distance of a point from the nearest facet, by the query of triangles.
inline double distance_of(const Mesh& mesh, const Vec3<double>& p) {
  ShapeSet shapes;
  const std::uint32_t point = shapes.add_point({0, 0, 0});
  ShapePairs pairs;
  for (const auto& t : mesh.triangles) {
    const Vec3<double>&a = mesh.vertices[t[0]], &b = mesh.vertices[t[1]], &c = mesh.vertices[t[2]];
    pairs.add({shapes.add_triangle(a, b, c), point}, {p, Pose{}.rotation});
  }
  return least_separation(shapes, pairs);
}

/// Radius of the widest cylinder about the z axis, of any length, that no facet reaches into: 0 where a facet closes
/// it.
inline double opening_about_z(const Mesh& mesh) {
  double least = std::numeric_limits<double>::infinity();
  for (const auto& t : mesh.triangles) {
    double sides[3];
    for (int k = 0; k < 3; ++k) {
      const Vec3<double>&a = mesh.vertices[t[k]], &b = mesh.vertices[t[(k + 1) % 3]];
      const double x = b.x - a.x, y = b.y - a.y, square = x * x + y * y;
      const double at = square > 0 ? std::clamp(-(a.x * x + a.y * y) / square, 0.0, 1.0) : 0;
      least = std::min(least, std::hypot(a.x + at * x, a.y + at * y));
      sides[k] = a.x * b.y - a.y * b.x;
    }
    const bool around =
        (sides[0] > 0 && sides[1] > 0 && sides[2] > 0) || (sides[0] < 0 && sides[1] < 0 && sides[2] < 0);
    if (around) least = 0;
  }
  return least;
}

}  // namespace abut::test
