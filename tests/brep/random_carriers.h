// Carriers of every kind, anywhere.
#pragma once

#include <cmath>

#include "abut/brep/carriers.h"
#include "tests/support/random.h"

namespace abut::test {

inline constexpr int carrier_kinds = 9;

inline const char* name_of(CarrierKind k) {
  const char* const names[carrier_kinds] = {"point",    "line", "circle", "ellipse", "plane",
                                            "cylinder", "cone", "sphere", "torus"};
  return names[static_cast<int>(k)];
}

/// About 1 large, within about 1 of the origin; a radius' sign is random where it has a meaning.
inline Carrier<double> random_carrier(CarrierKind kind, Random& random) {
  const Vec3<double> at = random.in_cube();
  const Mat3<double> m = random.rotation();
  const Vec3<double> x{m.m[0], m.m[3], m.m[6]}, y{m.m[1], m.m[4], m.m[7]}, z{m.m[2], m.m[5], m.m[8]};
  const double radius = random.magnitude(0.05, 1.5), minor = random.magnitude(0.05, 0.5);
  const double sign = random.below(2) == 0 ? 1 : -1, angle = random.uniform(0.05, 1.5);
  switch (kind) {
    case CarrierKind::point: return point_carrier(at);
    case CarrierKind::line: return line_carrier(at, z);
    case CarrierKind::circle: return circle_carrier(at, z, radius);
    case CarrierKind::ellipse: return ellipse_carrier(at, x, y, radius, radius * random.uniform(0.1, 1.2));
    case CarrierKind::plane: return plane_carrier(at, z);
    case CarrierKind::cylinder: return cylinder_carrier(at, z, sign * minor);
    case CarrierKind::cone: return cone_carrier(at, z, std::cos(angle), std::sin(angle), sign);
    case CarrierKind::sphere: return sphere_carrier(at, sign * minor);
    case CarrierKind::torus: return torus_carrier(at, z, radius, sign * minor);
  }
  return point_carrier(at);
}

/// In one of few positions, along axes or diagonals: parallel, coaxial, concentric, coplanar, touching and symmetric
/// ones are frequent among pairs of them.
inline Carrier<double> special_carrier(CarrierKind kind, Random& random) {
  const auto half = [&random](int least, int most) {
    return 0.5 * (least + static_cast<int>(random.below(static_cast<std::uint32_t>(most - least + 1))));
  };
  Vec3<double> at{half(-2, 2), half(-2, 2), half(-2, 2)}, z{0, 0, 1};
  if (random.below(3) == 0) at = {0, 0, 0};
  if (random.below(4) == 0) z = {0, std::sqrt(0.5), random.below(2) == 0 ? std::sqrt(0.5) : -std::sqrt(0.5)};
  for (std::uint32_t k = random.below(3); k > 0; --k) z = {z.y, z.z, z.x};
  if (random.below(2) == 0) z = -z;
  const double radius = half(1, 3), minor = 0.5 * half(1, 2), sign = random.below(2) == 0 ? 1 : -1;
  const double angle = random.below(2) == 0 ? std::atan(1.0) : std::atan(1.0) * 2 / 3;
  const Vec3<double> x = epa_detail::perpendicular(z), y = cross(z, x);
  switch (kind) {
    case CarrierKind::point: return point_carrier(at);
    case CarrierKind::line: return line_carrier(at, z);
    case CarrierKind::circle: return circle_carrier(at, z, radius);
    case CarrierKind::ellipse: return ellipse_carrier(at, x, y, radius, radius * (random.below(4) == 0 ? 1 : 0.5));
    case CarrierKind::plane: return plane_carrier(at, z);
    case CarrierKind::cylinder: return cylinder_carrier(at, z, sign * minor);
    case CarrierKind::cone: return cone_carrier(at, z, std::cos(angle), std::sin(angle), sign);
    case CarrierKind::sphere: return sphere_carrier(at, sign * minor);
    case CarrierKind::torus: return torus_carrier(at, z, radius, sign * minor);
  }
  return point_carrier(at);
}

template <class T>
Vec3<T> cast(Vec3<double> v) {
  return {static_cast<T>(v.x), static_cast<T>(v.y), static_cast<T>(v.z)};
}
inline Vec3<double> to_double(Vec3<float> v) { return {double{v.x}, double{v.y}, double{v.z}}; }
inline Vec3<double> to_double(Vec3<double> v) { return v; }

template <class T>
Carrier<T> cast(const Carrier<double>& c) {
  return {c.kind,
          cast<T>(c.origin),
          cast<T>(c.x),
          cast<T>(c.y),
          cast<T>(c.z),
          static_cast<T>(c.radius),
          static_cast<T>(c.minor_radius),
          static_cast<T>(c.cosine),
          static_cast<T>(c.sine)};
}

}  // namespace abut::test
