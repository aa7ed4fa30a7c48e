// What points, edges and faces of CAD models lie on, without their ends: points, lines, circles, ellipses, planes,
// cylinders, cones, spheres and tori.
//
// The sign of a radius says where the material is: above 0 the outward normal points away from the centre or the axis
// (a shaft), below 0 towards it (a hole). A sphere is a point with an offset, a cylinder a line, a torus a circle.
#pragma once

#include "abut/core/pose.h"
#include "abut/narrow/epa.h"

namespace abut {

enum class CarrierKind : std::uint8_t { point, line, circle, ellipse, plane, cylinder, cone, sphere, torus };

/// x, y and z are unit vectors at right angles; those that a kind does not name are not read. Data only.
template <class T>
struct Carrier {
  CarrierKind kind;
  Vec3<T> origin;  ///< the point; on the line, plane or axis; the centre; the cone's apex
  Vec3<T> x, y;    ///< of circle, torus and ellipse, whose axes have the half-lengths `radius` and `minor_radius`
  Vec3<T> z;       ///< along the line or the axis; the plane's outward normal
  T radius;        ///< circle, ellipse, torus: above 0; cylinder, sphere: not 0; cone: only its sign is read
  T minor_radius;  ///< ellipse: above 0; torus: of its tube, not 0
  T cosine, sine;  ///< of the cone's half angle, both above 0; both of its nappes are meant
};

/// What is left of a carrier without its offset, in the order in which pairs are looked at.
enum class Skeleton : std::uint8_t { point, line, circle, ellipse, plane, cone };

inline namespace ABUT_ISA {

template <class T>
ABUT_HD inline Carrier<T> point_carrier(Vec3<T> point) {
  Carrier<T> c{};
  c.kind = CarrierKind::point;
  c.origin = point;
  return c;
}

/// `direction`: a unit vector.
template <class T>
ABUT_HD inline Carrier<T> line_carrier(Vec3<T> point, Vec3<T> direction) {
  Carrier<T> c = point_carrier(point);
  c.kind = CarrierKind::line;
  c.z = direction;
  c.x = epa_detail::perpendicular(direction);
  c.y = cross(direction, c.x);
  return c;
}

template <class T>
ABUT_HD inline Carrier<T> plane_carrier(Vec3<T> point, Vec3<T> outward) {
  Carrier<T> c = line_carrier(point, outward);
  c.kind = CarrierKind::plane;
  return c;
}

template <class T>
ABUT_HD inline Carrier<T> circle_carrier(Vec3<T> centre, Vec3<T> axis, T radius) {
  Carrier<T> c = line_carrier(centre, axis);
  c.kind = CarrierKind::circle;
  c.radius = radius;
  return c;
}

/// `x` and `y`: unit vectors at right angles along the axes of half-lengths `radius` and `minor_radius`.
template <class T>
ABUT_HD inline Carrier<T> ellipse_carrier(Vec3<T> centre, Vec3<T> x, Vec3<T> y, T radius, T minor_radius) {
  Carrier<T> c = point_carrier(centre);
  c.kind = CarrierKind::ellipse;
  c.x = x;
  c.y = y;
  c.z = cross(x, y);
  c.radius = radius;
  c.minor_radius = minor_radius;
  return c;
}

template <class T>
ABUT_HD inline Carrier<T> sphere_carrier(Vec3<T> centre, T radius) {
  Carrier<T> c = point_carrier(centre);
  c.kind = CarrierKind::sphere;
  c.radius = radius;
  return c;
}

template <class T>
ABUT_HD inline Carrier<T> cylinder_carrier(Vec3<T> point, Vec3<T> axis, T radius) {
  Carrier<T> c = circle_carrier(point, axis, radius);
  c.kind = CarrierKind::cylinder;
  return c;
}

template <class T>
ABUT_HD inline Carrier<T> torus_carrier(Vec3<T> centre, Vec3<T> axis, T radius, T tube_radius) {
  Carrier<T> c = circle_carrier(centre, axis, radius);
  c.kind = CarrierKind::torus;
  c.minor_radius = tube_radius;
  return c;
}

/// `cosine`, `sine`: of the half angle; `side`: 1 where the outward normal points away from the axis, else -1.
template <class T>
ABUT_HD inline Carrier<T> cone_carrier(Vec3<T> apex, Vec3<T> axis, T cosine, T sine, T side) {
  Carrier<T> c = circle_carrier(apex, axis, side);
  c.kind = CarrierKind::cone;
  c.cosine = cosine;
  c.sine = sine;
  return c;
}

/// In another precision, `R`, which is `T` or wider.
template <class R, class T>
ABUT_INLINE Vec3<R> widened(Vec3<T> v) {
  return {static_cast<R>(v.x), static_cast<R>(v.y), static_cast<R>(v.z)};
}
template <class R, class T>
ABUT_HD inline Carrier<R> widened(const Carrier<T>& c) {
  return {c.kind,
          widened<R>(c.origin),
          widened<R>(c.x),
          widened<R>(c.y),
          widened<R>(c.z),
          static_cast<R>(c.radius),
          static_cast<R>(c.minor_radius),
          static_cast<R>(c.cosine),
          static_cast<R>(c.sine)};
}

ABUT_HD inline Skeleton skeleton(CarrierKind kind) {
  switch (kind) {
    case CarrierKind::point:
    case CarrierKind::sphere: return Skeleton::point;
    case CarrierKind::line:
    case CarrierKind::cylinder: return Skeleton::line;
    case CarrierKind::circle:
    case CarrierKind::torus: return Skeleton::circle;
    case CarrierKind::ellipse: return Skeleton::ellipse;
    case CarrierKind::plane: return Skeleton::plane;
    case CarrierKind::cone: break;
  }
  return Skeleton::cone;
}

/// How far the carrier's points are from its skeleton, along the outward normal; 0 where it is its own skeleton.
template <class T>
ABUT_INLINE T offset(const Carrier<T>& c) {
  if (c.kind == CarrierKind::sphere || c.kind == CarrierKind::cylinder) return c.radius;
  return c.kind == CarrierKind::torus ? c.minor_radius : T(0);
}

/// Whether it is a face's carrier and not an edge's or a vertex's.
ABUT_INLINE bool is_surface(CarrierKind kind) { return kind >= CarrierKind::plane; }

template <class T>
ABUT_HD inline Carrier<T> moved(const RelativePose<T>& pose, Carrier<T> c) {
  c.origin = transform(pose, c.origin);
  c.x = rotate(pose.rotation, c.x), c.y = rotate(pose.rotation, c.y), c.z = rotate(pose.rotation, c.z);
  return c;
}

/// From a carrier that is a surface, above 0 on the side away from its axis, centre or tube, or before the plane. It
/// changes by no more than the point moves. 0 of others.
template <class T>
ABUT_HD inline T side_distance(const Carrier<T>& s, const Vec3<T>& point) {
  const Vec3<T> d = point - s.origin;
  if (s.kind == CarrierKind::sphere) return length(d) - abs(s.radius);
  const T along = dot(d, s.z);
  if (s.kind == CarrierKind::plane) return along;
  if (!is_surface(s.kind)) return T(0);
  const T away = length(multiply_add(s.z, -along, d));
  if (s.kind == CarrierKind::cylinder) return away - abs(s.radius);
  if (s.kind == CarrierKind::cone) return away * s.cosine - abs(along) * s.sine;
  const T out = away - s.radius;
  return sqrt(out * out + along * along) - abs(s.minor_radius);
}

}  // namespace ABUT_ISA
}  // namespace abut
