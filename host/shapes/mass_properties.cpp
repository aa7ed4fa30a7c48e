#include "host/shapes/mass_properties.h"

#include <cmath>

#include "host/shapes/solid_moments.h"

namespace abut::host {
namespace {

struct Moments : SolidMoments {
  double area = 0;
};

/// The tetrahedron (0, a, b, c), signed.
void add_tetrahedron(Moments& m, Vec3<double> a, Vec3<double> b, Vec3<double> c) {
  const double det = dot(a, cross(b, c));
  const Vec3<double> sum = a + b + c;
  m.volume += det / 6;
  m.first = multiply_add(sum, det / 24, m.first);
  // Integral of x_i x_j: det / 120 (s_i s_j + a_i a_j + b_i b_j + c_i c_j).
  const auto integral = [&](auto other) {
    return times_componentwise(sum, other(sum)) + times_componentwise(a, other(a)) + times_componentwise(b, other(b)) +
           times_componentwise(c, other(c));
  };
  m.squares = multiply_add(integral([](Vec3<double> v) { return v; }), det / 120, m.squares);
  m.products = multiply_add(integral(rotated_left), det / 120, m.products);
  m.area += length(cross(b - a, c - a)) / 2;
}

}  // namespace

MassProperties mass_properties(std::span<const Vec3<double>> vertices,
                               std::span<const std::array<std::uint32_t, 3>> triangles, Vec3<double> origin) {
  double extent = 0;
  for (const auto& t : triangles) {
    for (const std::uint32_t v : t) extent = max(extent, max_abs(vertices[v] - origin));
  }
  const int e = extent > 0 ? std::ilogb(extent) : 0;
  const auto scaled = [&](std::uint32_t v) {
    const Vec3<double> d = vertices[v] - origin;
    return Vec3<double>{std::ldexp(d.x, -e), std::ldexp(d.y, -e), std::ldexp(d.z, -e)};
  };
  Moments m;
  for (const auto& t : triangles) add_tetrahedron(m, scaled(t[0]), scaled(t[1]), scaled(t[2]));

  MassProperties out;
  out.area = std::ldexp(m.area, 2 * e);
  out.volume = std::ldexp(m.volume, 3 * e);
  out.centroid = origin;
  if (m.volume != 0) {
    const Vec3<double> c{m.first.x / m.volume, m.first.y / m.volume, m.first.z / m.volume};
    const Vec3<double> shift{std::ldexp(c.x, e), std::ldexp(c.y, e), std::ldexp(c.z, e)};
    out.centroid = origin + shift;
    out.inertia = inertia_about_centroid(m, c);
    for (double& i : out.inertia.m) i = std::ldexp(m.volume < 0 ? -i : i, 5 * e);
  }
  return out;
}

}  // namespace abut::host
