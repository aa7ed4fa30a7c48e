// Carriers by their equations.
#include <algorithm>
#include <cmath>

#include "tests/brep/reference_pairs.h"

namespace abut::test {

double side(const Carrier<double>& c) {
  if (c.kind == CarrierKind::torus) return c.minor_radius < 0 ? -1 : 1;
  return c.kind != CarrierKind::plane && c.radius < 0 ? -1 : 1;
}

OnCarrier on_carrier(const Carrier<double>& c, Vec3<double> x) {
  const Vec3<double> d = x - c.origin;
  const double h = dot(d, c.z);
  const Vec3<double> across = d - c.z * h;
  const double r = length(across);
  const Vec3<double> e = r > 0 ? across * (1 / r) : c.x;
  const double sign = side(c);
  switch (c.kind) {
    case CarrierKind::point: return {length(d), {}, {}};
    case CarrierKind::line: return {r, {}, c.z};
    case CarrierKind::plane: return {std::abs(h), c.z, {}};
    case CarrierKind::circle: return {std::hypot(h, r - c.radius), {}, cross(c.z, e)};
    case CarrierKind::sphere: return {std::abs(length(d) - std::abs(c.radius)), unit_vector(d) * sign, {}};
    case CarrierKind::cylinder: return {std::abs(r - std::abs(c.radius)), e * sign, {}};
    case CarrierKind::cone: {
      const double away = c.cosine * r - c.sine * std::abs(h);
      return {std::abs(away), (e * c.cosine - c.z * (h < 0 ? -c.sine : c.sine)) * sign, {}};
    }
    case CarrierKind::torus: {
      // A spindle torus has two points of the circle in the plane of the axis.
      const Vec3<double> near = d - e * c.radius, far = d + e * c.radius;
      const double tube = std::abs(c.minor_radius);
      const double off = std::abs(std::hypot(r - c.radius, h) - tube),
                   off_far = std::abs(std::hypot(r + c.radius, h) - tube);
      return {std::min(off, off_far), unit_vector(off <= off_far ? near : far) * sign, {}};
    }
    case CarrierKind::ellipse: break;
  }
  const double co = dot(d, c.x) / c.radius, si = dot(d, c.y) / c.minor_radius, n = std::hypot(co, si);
  const Vec3<double> on = c.x * (c.radius * co / n) + c.y * (c.minor_radius * si / n);
  return {length(d - on), {}, unit_vector(c.y * (c.minor_radius * co) - c.x * (c.radius * si))};
}

}  // namespace abut::test
