#include "examples/dem/mass.h"

#include <algorithm>
#include <cmath>

#include "abut/core/error.h"
#include "examples/dem/text.h"

namespace dem {

using abut::InvalidInput;

std::vector<Vector> in_principal_frame(const std::vector<Vector>& vertices) {
  abut::ShapeSet shapes;
  const MassProperties properties = mass_properties(shapes, shapes.add_hull(vertices));
  std::vector<Vector> out;
  for (const Vector& v : vertices) out.push_back(abut::rotate_back(properties.axes, v - properties.centre));
  return out;
}

void check_density(double density) {
  if (!(density > 0 && std::isfinite(density))) {
    throw InvalidInput("density is " + text_of(density) + " kg/m^3: has to be positive and finite");
  }
}

BodyConstants solid_constants(double volume, const Vector& moments, double density, double scale, double radius) {
  const auto inverse = [](double moment) { return moment > 0 ? 1 / moment : 0; };
  const double cube = scale * scale * scale;
  BodyConstants out{};
  out.mass = density * volume * cube;
  out.inverse_mass = 1 / out.mass;
  out.inertia = moments * (density * cube * scale * scale);
  out.inverse_inertia = {inverse(out.inertia.x), inverse(out.inertia.y), inverse(out.inertia.z)};
  out.radius = radius;
  return out;
}

BodyConstants body_constants(const abut::ShapeSet& shapes, std::uint32_t shape, double density) {
  check_density(density);
  const MassProperties p = mass_properties(shapes, shape);
  const abut::ShapeHeader& header = shapes.header(shape);
  // Boxes and what `in_principal_frame` makes are off by a few roundings, a wrong frame by much more.
  const double* const own = p.inertia.m;
  const double off = std::max({std::abs(own[1]), std::abs(own[2]), std::abs(own[5])});
  if (!(abut::max_abs(p.centre) <= 1e-9 * header.size) || off > 1e-9 * (own[0] + own[4] + own[8])) {
    throw InvalidInput("shape " + std::to_string(shape) + " is not in the frame of its principal axes");
  }
  double radius = shapes.vertices(shape).empty() ? header.size : 0;  // curved kinds are about their own centre
  for (const Vector& v : shapes.vertices(shape)) radius = std::max(radius, abut::length(v) + header.rounding);
  return solid_constants(p.volume, {own[0], own[4], own[8]}, density, 1, radius);
}

}  // namespace dem
