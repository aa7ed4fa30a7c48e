// Mass properties of meshes and shapes (abut/shapes/mass_properties.h).
#include <algorithm>
#include <cmath>
#include <string>

#include "abut/core/error.h"
#include "abut/shapes/mass_properties.h"
#include "host/number_text.h"
#include "host/shapes/closed_triangles.h"
#include "host/shapes/mass_properties.h"

namespace abut {
namespace {

constexpr double pi = 3.14159265358979323846;
constexpr Mat3<double> no_turn{{1, 0, 0, 0, 1, 0, 0, 0, 1}};

[[noreturn]] void refuse_volume(const std::string& what, double volume) {
  throw InvalidInput("volume of " + what + " is " + host::number_text(volume) + ": has to be positive");
}

MassProperties of_facets(const std::string& what, std::span<const Vec3<double>> vertices,
                         std::span<const std::array<std::uint32_t, 3>> triangles, Vec3<double> origin) {
  const host::MassProperties sums = host::mass_properties(vertices, triangles, origin);
  if (!(sums.volume > 0)) refuse_volume(what, sums.volume);
  const PrincipalAxes principal = principal_axes(sums.inertia);
  return {sums.volume, sums.centroid, sums.inertia, principal.moments, principal.axes};
}

/// With principal axes along the frame's own.
MassProperties along_axes(const std::string& what, double volume, Vec3<double> centre, Vec3<double> moments) {
  if (!(volume > 0)) refuse_volume(what, volume);
  return {volume, centre, {{moments.x, 0, 0, 0, moments.y, 0, 0, 0, moments.z}}, moments, no_turn};
}

/// A sphere, or a capsule between two points.
MassProperties of_capsule(const std::string& what, Vec3<double> v0, Vec3<double> v1, double r) {
  const double h = length(v1 - v0);
  const double ends = 4 * pi * r * r * r / 3, middle = pi * r * r * h;
  const double along = ends * 0.4 * r * r + middle * 0.5 * r * r;
  const double across = ends * (0.4 * r * r + h * h / 4 + 0.375 * h * r) + middle * (0.25 * r * r + h * h / 12);
  MassProperties out = along_axes(what, ends + middle, (v0 + v1) * 0.5, {across, across, along});
  if (h == 0) return out;
  const Vec3<double> z = (v1 - v0) * (1 / h);
  const Vec3<double> other = std::abs(z.x) < 0.5 ? Vec3<double>{1, 0, 0} : Vec3<double>{0, 1, 0};
  const Vec3<double> x = unit_vector(cross(other, z)), y = cross(z, x);
  out.axes = {{x.x, y.x, z.x, x.y, y.y, z.y, x.z, y.z, z.z}};
  const double axis[3] = {z.x, z.y, z.z};
  for (int i = 0; i < 9; ++i) {
    out.inertia.m[i] = (i % 4 == 0 ? across : 0) + (along - across) * axis[i / 3] * axis[i % 3];
  }
  return out;
}

MassProperties of_ellipsoid(const std::string& what, const double s[3]) {
  const double v = 4 * pi / 3 * s[0] * s[1] * s[2], k = v / 5;
  const double a = s[0] * s[0], b = s[1] * s[1], c = s[2] * s[2];
  return along_axes(what, v, {0, 0, 0}, {k * (b + c), k * (a + c), k * (a + b)});
}

MassProperties of_cylinder(const std::string& what, double r, double h) {
  const double v = 2 * pi * r * r * h, across = v * (r * r / 4 + h * h / 3);
  return along_axes(what, v, {0, 0, 0}, {across, across, v * r * r / 2});
}

/// The base at -h, the apex at h: the centre is a quarter of the way up.
MassProperties of_cone(const std::string& what, double r, double h) {
  const double v = 2 * pi * r * r * h / 3, across = v * (3 * r * r / 20 + 3 * h * h / 20);
  return along_axes(what, v, {0, 0, -h / 2}, {across, across, 0.3 * v * r * r});
}

MassProperties of_vertices(const std::string& what, const ShapeSet& shapes, std::uint32_t shape) {
  const ShapeHeader& header = shapes.header(shape);
  const auto vertices = shapes.vertices(shape);
  if (vertices.size() <= 2) return of_capsule(what, vertices.front(), vertices.back(), header.rounding);
  if (header.rounding > 0) {
    throw InvalidInput(what + " is a polyhedron with rounding " + host::number_text(header.rounding) + ": has to be 0");
  }
  std::vector<std::array<std::uint32_t, 3>> triangles;
  for (const auto& face : shapes.faces(shape)) {
    for (std::size_t k = 2; k < face.size(); ++k) triangles.push_back({face[0], face[k - 1], face[k]});
  }
  return of_facets(what, vertices, triangles, {header.centre[0], header.centre[1], header.centre[2]});
}

}  // namespace

MassProperties mass_properties(const Mesh& mesh) {
  const Mesh welded = weld(mesh);
  if (welded.triangles.empty()) throw InvalidInput("mass_properties: mesh has no triangles");
  if (!host::is_closed(welded.triangles)) {
    throw InvalidInput("mass_properties: mesh is not closed, or its triangles do not run as their neighbours do");
  }
  Vec3<double> low = welded.vertices[0], high = low;
  for (const Vec3<double>& v : welded.vertices) {
    low = {std::min(low.x, v.x), std::min(low.y, v.y), std::min(low.z, v.z)};
    high = {std::max(high.x, v.x), std::max(high.y, v.y), std::max(high.z, v.z)};
  }
  return of_facets("a mesh", welded.vertices, welded.triangles, low + (high - low) * 0.5);
}

MassProperties mass_properties(const ShapeSet& shapes, std::uint32_t shape) {
  if (shape >= shapes.size()) {
    throw InvalidInput("mass_properties: shape is " + std::to_string(shape) + ": there are " +
                       std::to_string(shapes.size()));
  }
  const ShapeHeader& header = shapes.header(shape);
  const std::string what = "shape " + std::to_string(shape);
  const double* const half = header.half_extent;
  if (header.kind == ShapeKind::vertex_set || header.kind == ShapeKind::box) return of_vertices(what, shapes, shape);
  if (header.kind == ShapeKind::minkowski_sum || header.rounding > 0) {
    throw InvalidInput(what + ": mass properties are not those of Minkowski sums and of rounded curved kinds");
  }
  if (header.kind == ShapeKind::ellipsoid) return of_ellipsoid(what, half);
  return header.kind == ShapeKind::cylinder ? of_cylinder(what, half[0], half[2]) : of_cone(what, half[0], half[2]);
}

}  // namespace abut
