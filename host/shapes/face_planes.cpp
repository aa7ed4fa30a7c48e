#include "host/shapes/face_planes.h"
#include "host/finite_vector.h"

#include <cmath>

namespace abut::host {
namespace {

/// `v` at unit length, or zero where it has none (zero, or a difference that overflowed); safe for any magnitude.
Vec3<double> unit(Vec3<double> v) {
  const double largest = max_abs(v);
  if (largest == 0 || !is_finite(v)) return {0, 0, 0};
  const int e = std::ilogb(largest);
  const Vec3<double> s{std::ldexp(v.x, -e), std::ldexp(v.y, -e), std::ldexp(v.z, -e)};
  const double l = length(s);
  return {s.x / l, s.y / l, s.z / l};
}

Vec3<double> some_perpendicular(Vec3<double> direction) {
  const Vec3<double> a{abs(direction.x), abs(direction.y), abs(direction.z)};
  const Vec3<double> least = a.x <= a.y && a.x <= a.z ? Vec3<double>{1, 0, 0}
                             : a.y <= a.z             ? Vec3<double>{0, 1, 0}
                                                      : Vec3<double>{0, 0, 1};
  const Vec3<double> n = unit(cross(direction, least));
  return max_abs(n) > 0 ? n : Vec3<double>{0, 0, 1};
}

}  // namespace

FacePlane plane_with_normal(std::span<const Vec3<double>> vertices, std::span<const std::uint32_t> ids,
                            Vec3<double> unit_normal) {
  double offset = dot(unit_normal, vertices[ids[0]]);
  for (const std::uint32_t id : ids) offset = max(offset, dot(unit_normal, vertices[id]));
  return {unit_normal, offset};
}

FacePlane face_plane(std::span<const Vec3<double>> vertices, std::span<const std::uint32_t> ids,
                     Vec3<double> otherwise) {
  const Vec3<double> origin = vertices[ids[0]];
  double extent = 0;
  Vec3<double> longest{0, 0, 0};
  for (const std::uint32_t id : ids) {
    const Vec3<double> d = vertices[id] - origin;
    if (max_abs(d) <= extent) continue;
    extent = max_abs(d);
    longest = d;
  }
  // Scaled to the face's own extent: products of the edges of a tiny face would underflow.
  const int e = extent > 0 ? std::ilogb(extent) : 0;
  const auto scaled = [&](std::uint32_t id) {
    const Vec3<double> d = vertices[id] - origin;
    return Vec3<double>{std::ldexp(d.x, -e), std::ldexp(d.y, -e), std::ldexp(d.z, -e)};
  };
  Vec3<double> sum{0, 0, 0};
  for (std::size_t k = 1; k + 1 < ids.size(); ++k) sum = sum + cross(scaled(ids[k]), scaled(ids[k + 1]));
  Vec3<double> normal = unit(sum);
  if (max_abs(normal) == 0) normal = unit(otherwise);
  if (max_abs(normal) == 0) normal = some_perpendicular(unit(longest));
  return plane_with_normal(vertices, ids, normal);
}

}  // namespace abut::host
