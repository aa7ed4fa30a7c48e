// Integrals over a solid, and the inertia that follows from them.
#pragma once

#include "abut/core/vec3.h"

namespace abut::host {

/// Of 1, x, and x_i x_j (the six different ones: xx, yy, zz, xy, yz, zx).
struct SolidMoments {
  double volume = 0;
  Vec3<double> first{0, 0, 0};
  Vec3<double> squares{0, 0, 0}, products{0, 0, 0};
};

inline Vec3<double> times_componentwise(Vec3<double> a, Vec3<double> b) { return {a.x * b.x, a.y * b.y, a.z * b.z}; }
inline Vec3<double> rotated_left(Vec3<double> a) { return {a.y, a.z, a.x}; }

/// Adds the cone between the origin and a piece of the surface about a point. `cone` is the point times the piece's
/// area vector: integrals of functions of degree k over the cone are the function there times cone / (3 + k).
inline void add_cone(SolidMoments& m, Vec3<double> point, double cone) {
  m.volume += cone / 3;
  m.first = multiply_add(point, cone / 4, m.first);
  m.squares = multiply_add(times_componentwise(point, point), cone / 5, m.squares);
  m.products = multiply_add(times_componentwise(point, rotated_left(point)), cone / 5, m.products);
}

inline Mat3<double> inertia_about_centroid(const SolidMoments& m, Vec3<double> centroid) {
  const Vec3<double> squares = m.squares - times_componentwise(centroid, centroid) * m.volume;
  const Vec3<double> products = m.products - times_componentwise(centroid, rotated_left(centroid)) * m.volume;
  const double xy = -products.x, yz = -products.y, zx = -products.z;
  return {{squares.y + squares.z, xy, zx, xy, squares.z + squares.x, yz, zx, yz, squares.x + squares.y}};
}

}  // namespace abut::host
