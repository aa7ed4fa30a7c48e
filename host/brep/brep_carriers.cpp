#include "host/brep/brep_carriers.h"

#include <cmath>
#include <limits>

namespace abut::host {
namespace {

constexpr double endless = std::numeric_limits<double>::infinity();

/// Of the distance from a point or a line as far away: the square of the speed over it.
double bend_about(double away, const CurveMotion& m, double room) {
  return away > room ? m.speed * m.speed / (away - room) : endless;
}

}  // namespace

std::optional<Carrier<double>> carrier_of(const BrepSurface& s, bool reversed) {
  const BrepFrame& f = s.frame;
  const double handed = dot(cross(f.x, f.y), f.z) < 0 ? -1 : 1, side = reversed ? -handed : handed;
  switch (s.kind) {
    case BrepSurfaceKind::plane: return plane_carrier(f.origin, f.z * side);
    case BrepSurfaceKind::cylinder: return cylinder_carrier(f.origin, f.z, s.radius * side);
    case BrepSurfaceKind::sphere: return sphere_carrier(f.origin, s.radius * side);
    case BrepSurfaceKind::torus: return torus_carrier(f.origin, f.z, s.radius, s.minor_radius * side);
    case BrepSurfaceKind::cone: {
      const double cosine = std::cos(s.half_angle), sine = std::sin(s.half_angle);
      const Vec3<double> apex = multiply_add(f.z, -s.radius / sine * cosine, f.origin);
      return cone_carrier(apex, sine < 0 ? -f.z : f.z, cosine, std::abs(sine), side);
    }
    case BrepSurfaceKind::revolution:
    case BrepSurfaceKind::extrusion:
    case BrepSurfaceKind::nurbs: break;
  }
  return std::nullopt;
}

std::optional<Carrier<double>> carrier_of(const BrepCurve& c) {
  const BrepFrame& f = c.frame;
  switch (c.kind) {
    case BrepCurveKind::line: return line_carrier(f.origin, f.x);
    case BrepCurveKind::circle: return circle_carrier(f.origin, cross(f.x, f.y), c.radius);
    case BrepCurveKind::ellipse: return ellipse_carrier(f.origin, f.x, f.y, c.radius, c.minor_radius);
    case BrepCurveKind::nurbs: break;
  }
  return std::nullopt;
}

SideChange side_change(const Carrier<double>& s, const Vec3<double>& point, const CurveMotion& m, double room) {
  const Vec3<double> d = point - s.origin;
  const double along = dot(d, s.z);
  if (s.kind == CarrierKind::plane) return {dot(m.velocity, s.z), m.bend};
  if (s.kind == CarrierKind::sphere) {
    const double away = length(d);
    return {dot(m.velocity, d) / away, bend_about(away, m, room) + m.bend};
  }
  const Vec3<double> out = multiply_add(s.z, -along, d);
  const double away = length(out), outward = dot(m.velocity, out) / away, up = dot(m.velocity, s.z);
  const double bend = bend_about(away, m, room) + m.bend;
  if (s.kind == CarrierKind::cylinder) return {outward, bend};
  if (s.kind == CarrierKind::cone) {
    return {outward * s.cosine - (along < 0 ? -up : up) * s.sine, std::abs(along) > room ? bend : endless};
  }
  if (s.kind != CarrierKind::torus) return {0, endless};
  const double off = away - s.radius, tube = std::hypot(off, along);
  return {(outward * off + up * along) / tube, bend + bend_about(tube, m, room)};
}

}  // namespace abut::host
