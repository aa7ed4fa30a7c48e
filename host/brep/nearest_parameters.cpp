// The nearest point of a canonical surface: in the half-plane through the axis and the point, where the surface is a
// line or a circle. Of others it is searched.
#include <cmath>
#include <numbers>

#include "abut/brep/brep_geometry.h"
#include "host/brep/parameter_finder.h"

namespace abut {
namespace {

constexpr double turn = 2 * std::numbers::pi;

double angle_of(double x, double y) { return moved_by_periods(std::atan2(y, x), turn, 0); }

/// On one side of the tip at the point's angle, on the other at the opposite one.
void nearest_on_cone(const BrepSurface& s, double out, double z, NearestParameters& to) {
  const double sine = std::sin(s.half_angle), cosine = std::cos(s.half_angle);
  const double here = std::abs((out - s.radius) * cosine - z * sine);
  const double opposite = std::abs((-out - s.radius) * cosine - z * sine);
  const double side = here <= opposite ? out : -out;
  to.distance = std::min(here, opposite);
  to.v = (side - s.radius) * sine + z * cosine;
  if (here > opposite) to.u = moved_by_periods(to.u + turn / 2, turn, 0);
}

}  // namespace

NearestParameters nearest_parameters(const Brep& brep, std::uint32_t surface, Vec3<double> point) {
  const BrepSurface& s = brep.surfaces[surface];
  const Vec3<double> p = point - s.frame.origin;
  const double x = dot(p, s.frame.x), y = dot(p, s.frame.y), z = dot(p, s.frame.z);
  NearestParameters to;
  if (s.kind == BrepSurfaceKind::plane) return {x, y, std::abs(z)};
  const double out = std::hypot(x, y);
  to.u = angle_of(x, y);
  to.any_u = !(out > 0);
  switch (s.kind) {
    case BrepSurfaceKind::cylinder:
      to.v = z;
      to.distance = std::abs(out - s.radius);
      return to;
    case BrepSurfaceKind::cone: nearest_on_cone(s, out, z, to); return to;
    case BrepSurfaceKind::sphere:
      to.v = std::atan2(z, out);
      to.any_v = to.any_u && !(std::abs(z) > 0);
      to.distance = std::abs(std::hypot(out, z) - s.radius);
      return to;
    case BrepSurfaceKind::torus:
      to.v = angle_of(out - s.radius, z);
      to.any_v = out == s.radius && z == 0;
      to.distance = std::abs(std::hypot(out - s.radius, z) - s.minor_radius);
      return to;
    default: return host::ParameterFinder(brep, surface).on_surface(surface, point);
  }
}

}  // namespace abut
