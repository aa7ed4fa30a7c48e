#include "examples/dem/planar_mass.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "abut/core/error.h"
#include "examples/dem/mass.h"
#include "examples/dem/text.h"

namespace dem {

namespace {

constexpr double pi = 3.14159265358979323846;

/// Area and moments about the origin, of pieces added up. A piece is given by its own centre and its moment about that.
struct Sums {
  double area = 0, second = 0;
  PlanarVector first{0, 0};
  void add(double piece, PlanarVector centre, double moment) {
    area += piece;
    first = first + centre * piece;
    second += moment + piece * abut::dot(centre, centre);
  }
};

/// Green's theorem, as a sum over triangles from the first vertex: of a convex polygon none is negative.
void add_core(Sums& sums, std::span<const PlanarVector> v) {
  for (std::size_t k = 2; k < v.size(); ++k) {
    const PlanarVector a = v[k - 1] - v[0], b = v[k] - v[0], centre = (a + b) * (1.0 / 3);
    const double area = 0.5 * abut::cross(a, b);
    const double about_corner = area / 6 * (abut::dot(a, a) + abut::dot(a, b) + abut::dot(b, b));
    sums.add(area, v[0] + centre, about_corner - area * abut::dot(centre, centre));
  }
}

/// What dilation by r adds: a rectangle on each edge, and at each vertex the sector between the normals of its edges. A
/// segment has two edges, back and forth.
void add_border(Sums& sums, std::span<const PlanarVector> v, double r) {
  const std::size_t n = v.size();
  if (n == 1) return sums.add(pi * r * r, v[0], pi * r * r * r * r / 2);
  const auto edge = [&](std::size_t k) { return v[(k + 1) % n] - v[k % n]; };
  for (std::size_t k = 0; k < n; ++k) {
    const PlanarVector e = edge(k), before = edge(k + n - 1);
    const double length = abut::length(e);
    const PlanarVector along = e * (1 / length), along_before = before * (1 / abut::length(before));
    const PlanarVector outward{along.y, -along.x};
    sums.add(length * r, v[k] + e * 0.5 + outward * (r / 2), length * r * (length * length + r * r) / 12);
    // The normals' integral over the angle between them is the difference of the directions of the edges.
    const double angle = std::abs(std::atan2(abut::cross(before, e), abut::dot(before, e)));
    const double sector = r * r * angle / 2;
    if (!(sector > 0)) continue;
    const PlanarVector centre = (along_before - along) * (r * r * r / 3 / sector);
    sums.add(sector, v[k] + centre, r * r * r * r * angle / 4 - sector * abut::dot(centre, centre));
  }
}

}  // namespace

PlanarMass planar_mass(const abut::PlanarShapeSet& shapes, std::uint32_t shape) {
  const std::span<const PlanarVector> vertices = shapes.vertices(shape);
  const double rounding = shapes.header(shape).rounding;
  Sums sums;
  add_core(sums, vertices);
  if (rounding > 0) add_border(sums, vertices, rounding);
  if (!(sums.area > 0)) {
    throw abut::InvalidInput("area of a body's shape is " + text_of(sums.area) + ": has to be positive");
  }
  const PlanarVector centre = sums.first * (1 / sums.area);
  return {sums.area, centre, sums.second - sums.area * abut::dot(centre, centre)};
}

BodyConstants planar_constants(const abut::PlanarShapeSet& shapes, std::uint32_t shape, double density) {
  check_density(density);
  const PlanarMass p = planar_mass(shapes, shape);
  const abut::PlanarShapeHeader& header = shapes.header(shape);
  if (!(std::max(std::abs(p.centre.x), std::abs(p.centre.y)) <= 1e-9 * header.size)) {
    throw abut::InvalidInput("shape " + std::to_string(shape) + " does not have its centre of mass at the origin");
  }
  double radius = 0;
  for (const PlanarVector& v : shapes.vertices(shape)) radius = std::max(radius, abut::length(v) + header.rounding);
  return solid_constants(p.area, {0, 0, p.moment}, density, 1, radius);
}

}  // namespace dem
