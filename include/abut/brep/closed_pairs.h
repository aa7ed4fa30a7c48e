// Stationary pairs in closed form: points with points, lines, circles, planes and cones; lines with lines and cones;
// curves with planes; cones with cones.
//
// A cone's distance is linear along its rulings' normals. A line and a cone, or two cones, have a common normal where
// circles of the sphere of normals meet: at most two directions a pair of circles. Each names a ruling, and the pair is
// that of two lines.
#pragma once

#include "abut/brep/offered_pairs.h"

namespace abut {
inline namespace ABUT_ISA {

namespace closed_detail {

/// A ruling of a cone, through its apex to both sides, and the normal away from the axis on the side of `along`.
template <class T>
struct Ruling {
  Vec3<T> along, away;
};

/// `radial`: a unit vector across the axis.
template <class T>
ABUT_INLINE Ruling<T> ruling(const Carrier<T>& cone, Vec3<T> radial) {
  return {multiply_add(radial, cone.sine, cone.z * cone.cosine),
          multiply_add(radial, cone.cosine, cone.z * -cone.sine)};
}

/// The outward normal at apex + v * along.
template <class T>
ABUT_INLINE Vec3<T> outward(const Carrier<T>& cone, const Ruling<T>& r, T v) {
  return (v < T(0)) != (cone.radius < T(0)) ? -r.away : r.away;
}

/// Parameters of the nearest points of the lines p + s d and q + t e, which are not parallel.
template <class T>
struct Feet {
  T s, t;
};
template <class T>
ABUT_HD inline Feet<T> feet(Vec3<T> w, Vec3<T> d, Vec3<T> e) {
  const Vec3<T> n = cross(d, e);
  const T all = squared_length(n);
  return {dot(cross(w, e), n) / all, dot(cross(w, d), n) / all};
}

/// Whether the ruling's parameter v is that of the apex, within some roundings of `size`. There is no normal: the apex
/// is none of the cone's points here.
template <class T>
ABUT_INLINE bool is_apex(T v, T size) {
  return !(abs(v) > T(8) * carrier_noise<T> * size);
}

template <class T>
ABUT_HD inline void on_ruling(const CarrierPair<T>& p, Vec3<T> a, const Ruling<T>& r, T v, bool doubtful) {
  if (is_apex(v, p.size + length(a))) return;
  offer_on_surface(p, a, multiply_add(r.along, v, p.b.origin), outward(p.b, r, v), doubtful);
}

}  // namespace closed_detail

template <class T>
ABUT_HD inline void point_and_point(const CarrierPair<T>& p) {
  offer(p, {p.a.origin, {}}, {p.b.origin, {}}, false);
}

template <class T>
ABUT_HD inline void point_and_line(const CarrierPair<T>& p) {
  const Vec3<T> foot = multiply_add(p.b.z, dot(p.a.origin - p.b.origin, p.b.z), p.b.origin);
  offer(p, {p.a.origin, {}}, {foot, p.b.z}, false);
}

namespace closed_detail {

/// Of d, the part at right angles to the unit vector z. Twice: near the axis the first leaves a part along it that is
/// not small beside the rest.
template <class T>
ABUT_INLINE Vec3<T> part_across(Vec3<T> d, Vec3<T> z) {
  const Vec3<T> first = multiply_add(z, -dot(d, z), d);
  return multiply_add(z, -dot(first, z), first);
}

}  // namespace closed_detail

/// Two pairs; not isolated on the axis.
template <class T>
ABUT_HD inline void point_and_circle(const CarrierPair<T>& p) {
  const Vec3<T> d = p.a.origin - p.b.origin, across = closed_detail::part_across(d, p.b.z);
  const T away = length(across);
  if (!(away > carrier_noise<T> * p.size)) {
    p.out->not_isolated = true;
    return;
  }
  for (int k = 0; k < 2; ++k) {
    const Vec3<T> r = across * ((k == 0 ? T(1) : T(-1)) / away);
    offer(p, {p.a.origin, {}}, {multiply_add(r, p.b.radius, p.b.origin), cross(p.b.z, r)}, false);
  }
}

template <class T>
ABUT_HD inline void point_and_plane(const CarrierPair<T>& p) {
  const T height = dot(p.a.origin - p.b.origin, p.b.z);
  offer_on_surface(p, p.a.origin, multiply_add(p.b.z, -height, p.a.origin), p.b.z, false);
}

/// Two pairs, one a ruling of the plane through point and axis; not isolated on the axis.
template <class T>
ABUT_HD inline void point_and_cone(const CarrierPair<T>& p) {
  using namespace closed_detail;
  const Vec3<T> d = p.a.origin - p.b.origin, across = closed_detail::part_across(d, p.b.z);
  const T away = length(across);
  if (!(away > carrier_noise<T> * p.size)) {
    p.out->not_isolated = true;
    return;
  }
  for (int k = 0; k < 2; ++k) {
    const Ruling<T> r = ruling(p.b, across * ((k == 0 ? T(1) : T(-1)) / away));
    on_ruling(p, p.a.origin, r, dot(d, r.along), false);
  }
}

/// One pair; not isolated where parallel.
template <class T>
ABUT_HD inline void line_and_line(const CarrierPair<T>& p) {
  if (!(length(cross(p.a.z, p.b.z)) > carrier_noise<T>)) {
    p.out->not_isolated = true;
    return;
  }
  const closed_detail::Feet<T> f = closed_detail::feet(p.b.origin - p.a.origin, p.a.z, p.b.z);
  offer(p, {multiply_add(p.a.z, f.s, p.a.origin), p.a.z}, {multiply_add(p.b.z, f.t, p.b.origin), p.b.z}, false);
}

/// Two pairs where the line is steeper to the axis than the cone, else none; not isolated along a ruling.
template <class T>
ABUT_HD inline void line_and_cone(const CarrierPair<T>& p) {
  using namespace closed_detail;
  const Vec3<T> d = p.a.z, side = cross(p.b.z, d);
  const T along = dot(d, p.b.z), across = length(side);
  const T steep = p.b.cosine * across, flat = p.b.sine * abs(along);
  if (!(abs(steep - flat) > carrier_noise<T>)) p.out->not_isolated = true;
  if (!(steep - flat > carrier_noise<T>)) return;
  const Vec3<T> w = side * (T(1) / across), u = cross(w, p.b.z);
  const T cosine = p.b.sine * along / steep, sine = sqrt((steep - flat) * (steep + flat)) / steep;
  for (int k = 0; k < 2; ++k) {
    const Ruling<T> r = ruling(p.b, multiply_add(u, cosine, w * (k == 0 ? sine : -sine)));
    const Feet<T> f = feet(p.b.origin - p.a.origin, d, r.along);
    on_ruling(p, multiply_add(d, f.s, p.a.origin), r, f.t, false);
  }
}

/// Of x(c, s) = centre + c u + s v: the two points whose tangents are parallel to the plane.
template <class T>
ABUT_HD inline void conic_and_plane(const CarrierPair<T>& p, Vec3<T> u, Vec3<T> v) {
  const T c = dot(u, p.b.z), s = dot(v, p.b.z), all = sqrt(fma(c, c, s * s));
  if (!(all > carrier_noise<T> * p.a.radius)) {
    p.out->not_isolated = true;
    return;
  }
  for (int k = 0; k < 2; ++k) {
    const T sign = (k == 0 ? T(1) : T(-1)) / all;
    const Vec3<T> x = p.a.origin + u * (c * sign) + v * (s * sign);
    const T height = dot(x - p.b.origin, p.b.z);
    offer_on_surface(p, x, multiply_add(p.b.z, -height, x), p.b.z, false);
  }
}

/// Lines, planes and cones with a plane, which is a or b, have no isolated pairs.
template <class T>
ABUT_HD inline void straight_and_plane(const CarrierPair<T>& p) {
  const bool a_is_plane = p.a.kind == CarrierKind::plane, b_is_plane = p.b.kind == CarrierKind::plane;
  const Carrier<T>& other = a_is_plane ? p.b : p.a;
  const T along = dot(p.a.z, p.b.z), across = length(cross(p.a.z, p.b.z));
  T sine = abs(along);  // of the angle between the plane and the line
  if (a_is_plane && b_is_plane) sine = along < T(0) ? across : T(1);
  if (other.kind == CarrierKind::cone) sine = abs(abs(along) * other.cosine - across * other.sine);
  if (!(sine > carrier_noise<T>)) p.out->not_isolated = true;
}

namespace closed_detail {

/// The unit vector near n with these products with both axes, by two steps of Newton's method: between axes that are
/// nearly parallel n has lost twice as many digits as that has.
template <class T>
ABUT_HD inline Vec3<T> sharpened(const CarrierPair<T>& p, Vec3<T> n, T along_a, T along_b) {
  const Vec3<T> side = cross(p.a.z, p.b.z);
  for (int k = 0; k < 2; ++k) {
    const T determinant = dot(side, n);
    if (!(abs(determinant) > T(0))) break;
    const T a = along_a - dot(n, p.a.z), b = along_b - dot(n, p.b.z), unit = (T(1) - squared_length(n)) * T(0.5);
    n = n + (cross(p.b.z, n) * a + cross(n, p.a.z) * b + side * unit) * (T(1) / determinant);
  }
  return n;
}

/// The rulings of both cones whose normals are n.
template <class T>
ABUT_HD inline void on_two_rulings(const CarrierPair<T>& p, Vec3<T> n) {
  Ruling<T> r[2];
  const Carrier<T>* const cones[2] = {&p.a, &p.b};
  for (int k = 0; k < 2; ++k) {
    const Carrier<T>& c = *cones[k];
    r[k] = ruling(c, unit_vector(multiply_add(c.z, -dot(n, c.z), n)) * (dot(n, c.z) < T(0) ? T(1) : T(-1)));
  }
  if (!(length(cross(r[0].along, r[1].along)) > T(4) * carrier_noise<T>)) {
    p.out->not_isolated = true;
    return;
  }
  const Feet<T> f = feet(p.b.origin - p.a.origin, r[0].along, r[1].along);
  const Vec3<T> a = multiply_add(r[0].along, f.s, p.a.origin), b = multiply_add(r[1].along, f.t, p.b.origin);
  const Vec3<T> u = outward(p.a, r[0], f.s), w = outward(p.b, r[1], f.t);
  if (dot(u, w) > T(0)) return;
  const T size = p.size + length(a) + length(b);
  if (is_apex(f.s, size) || is_apex(f.t, size)) return;
  offered_detail::add_between(p, a, b, u, dot(b - a, u), false);
}

}  // namespace closed_detail

/// At most two pairs of each of two kinds: both axes on the same side of the normal, or on different ones.
template <class T>
ABUT_HD inline void cone_and_cone(const CarrierPair<T>& p) {
  const Vec3<T> side = cross(p.a.z, p.b.z);
  const T sine2 = squared_length(side), cosine = dot(p.a.z, p.b.z);
  if (!(sqrt(sine2) > carrier_noise<T>)) {
    if (!(abs(p.a.sine - p.b.sine) > carrier_noise<T>)) p.out->not_isolated = true;
    return;
  }
  for (int k = 0; k < 2; ++k) {
    const T ha = -p.a.sine, hb = k == 0 ? -p.b.sine : p.b.sine;  // of the normal along the axes
    const Vec3<T> flat = p.a.z * ((ha - cosine * hb) / sine2) + p.b.z * ((hb - cosine * ha) / sine2);
    const T rest = T(1) - squared_length(flat);
    const T doubt = T(4) * carrier_noise<T> * (T(1) + T(1) / sqrt(sine2));
    if (!(abs(rest) > doubt)) p.out->not_isolated = true;  // rulings in the plane of the axes, parallel
    if (!(rest > doubt)) continue;
    const Vec3<T> up = side * sqrt(rest / sine2);
    closed_detail::on_two_rulings(p, closed_detail::sharpened(p, flat + up, ha, hb));
    closed_detail::on_two_rulings(p, closed_detail::sharpened(p, flat - up, ha, hb));
  }
}

}  // namespace ABUT_ISA
}  // namespace abut
