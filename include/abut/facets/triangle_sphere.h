// A triangle and a sphere: how far apart, and where (Montanari 2017, section 4.1).
#pragma once

#include "abut/facets/point_triangle.h"

namespace abut {

/// Data only.
template <class T>
struct TriangleSphere {
  T separation;         ///< < 0: less the depth of the triangle in the sphere, unless the centre lies on the triangle
  Vec3<T> normal;       ///< unit, from the triangle to the centre; zero where the centre lies on the triangle
  Vec3<T> on_triangle;  ///< nearest point
  FacetPart on;         ///< what of the triangle it lies on
};

inline namespace ABUT_ISA {

/// Any triangle; `radius` >= 0.
template <class T>
ABUT_HD inline TriangleSphere<T> triangle_sphere(const Facet<T>& facet, Vec3<T> centre, T radius) {
  const PointOnTriangle<T> near = point_triangle(centre, facet);
  const T distance = sqrt(near.distance2);
  TriangleSphere<T> out;
  out.separation = distance - radius;
  out.normal = {T(0), T(0), T(0)};
  if (distance > T(0)) out.normal = (centre - near.point) * (T(1) / distance);
  out.on_triangle = near.point;
  out.on = near.on;
  return out;
}

}  // namespace ABUT_ISA
}  // namespace abut
