// Whether a stationary pair is a minimum, from the curvatures of both carriers.
//
// With f = |x_b - x_a|^2 / 2 over the tangents s of a and t of b, gap g, normal u of a, and curvatures A, B above 0
// where convex, the second derivatives are [[I + g A, -C], [-C', I + g B]] with C = Ta' Tb. With a surface b they are
// positive where I + g B and A + C B (I + g B)^-1 C' are: there the factor g has gone, so that the answer has no jump
// where the gap passes 0.
#pragma once

#include "abut/brep/carriers.h"
#include "abut/brep/stationary_pair.h"

namespace abut {

/// A carrier at one of its points: `dimensions` tangents along lines of curvature, and their curvatures, above 0 where
/// the carrier bends away from the given normal. Data only.
template <class T>
struct LocalForm {
  std::uint32_t dimensions;
  Vec3<T> tangent[2];
  T curvature[2];
};

inline namespace ABUT_ISA {

namespace extremum_detail {

/// The radial unit vector from the carrier's axis to x; zero on the axis.
template <class T>
ABUT_HD inline Vec3<T> radial(const Carrier<T>& c, Vec3<T> x) {
  const Vec3<T> d = x - c.origin, across = multiply_add(c.z, -dot(d, c.z), d);
  const T away = length(across);
  return away > T(0) ? across * (T(1) / away) : across;
}

template <class T>
ABUT_HD inline LocalForm<T> form_on_circle(const Carrier<T>& c, Vec3<T> x, Vec3<T> outward) {
  const T tube = offset(c);
  const Vec3<T> centre = multiply_add(outward, -tube, x), r = radial(c, centre), along = cross(c.z, r);
  if (c.kind == CarrierKind::circle) return {1, {along, {}}, {dot(r, outward) / c.radius, T(0)}};
  const T turn = dot(r, outward), away = c.radius + tube * turn;
  return {2, {along, cross(outward, along)}, {turn / away, T(1) / tube}};
}

template <class T>
ABUT_HD inline LocalForm<T> form_on_ellipse(const Carrier<T>& c, Vec3<T> x, Vec3<T> outward) {
  const Vec3<T> d = x - c.origin;
  const T cosine = dot(d, c.x) / c.radius, sine = dot(d, c.y) / c.minor_radius;
  const Vec3<T> first = c.y * (c.minor_radius * cosine) - c.x * (c.radius * sine);
  const T squared = squared_length(first);
  return {1, {first * (T(1) / sqrt(squared)), {}}, {dot(d, outward) / squared, T(0)}};  // d is minus x''
}

template <class T>
ABUT_HD inline LocalForm<T> form_on_cone(const Carrier<T>& c, Vec3<T> x, Vec3<T> outward) {
  const Vec3<T> r = radial(c, x), along = cross(c.z, r), d = x - c.origin;
  const T away = length(multiply_add(c.z, -dot(d, c.z), d));
  return {2, {along, cross(outward, along)}, {away > T(0) ? dot(r, outward) / away : T(0), T(0)}};
}

/// Of what is to be above 0, made of summands of size `size` at most: 64 roundings are not told from 0.
template <class T>
ABUT_INLINE Extremum judged(T value, T size) {
  const T doubt = T(64) * Epsilon<T>::value * size;
  return value > doubt ? Extremum::minimum : value < -doubt ? Extremum::not_minimum : Extremum::undecided;
}

ABUT_INLINE Extremum both(Extremum a, Extremum b) {
  if (a == Extremum::not_minimum || b == Extremum::not_minimum) return Extremum::not_minimum;
  return a == Extremum::minimum ? b : a;
}

/// Of the symmetric matrix [[p, q], [q, r]].
template <class T>
ABUT_HD inline Extremum judged(T p, T q, T r, T size) {
  return both(judged(p + r, size), judged(difference_of_products(p, r, q, q), size * size));
}

/// I + g K, for a carrier whose partner has no tangent or only follows.
template <class T>
ABUT_HD inline Extremum alone(const LocalForm<T>& f, T gap) {
  Extremum out = Extremum::minimum;
  for (std::uint32_t i = 0; i < f.dimensions; ++i) {
    const T bend = gap * f.curvature[i];
    out = both(out, judged(T(1) + bend, T(1) + abs(bend)));
  }
  return out;
}

/// A + C B (I + g B)^-1 C' with the surface b.
template <class T>
ABUT_HD inline Extremum against_surface(const LocalForm<T>& a, const LocalForm<T>& b, T gap) {
  T m[2][2] = {{a.curvature[0], T(0)}, {T(0), a.curvature[1]}};
  T size = max(abs(a.curvature[0]), abs(a.curvature[1]));
  for (std::uint32_t k = 0; k < 2; ++k) {
    const T c[2] = {dot(a.tangent[0], b.tangent[k]), dot(a.tangent[1], b.tangent[k])};
    if (c[0] == T(0) && c[1] == T(0)) continue;  // at a centre of curvature the next line is not finite
    const T bent = b.curvature[k] / (T(1) + gap * b.curvature[k]);
    size = max(size, abs(bent));
    for (int i = 0; i < 2; ++i) {
      for (int j = 0; j < 2; ++j) m[i][j] = fma(bent * c[i], c[j], m[i][j]);
    }
  }
  size = size + size;
  return a.dimensions == 1 ? judged(m[0][0], size) : judged(m[0][0], m[0][1], m[1][1], size);
}

/// Whether b has a direction with I + g B = 0, along which a tangent of a moves it: then a product of the two rises one
/// way and falls the other.
template <class T>
ABUT_HD inline bool is_coupled_focus(const LocalForm<T>& a, const LocalForm<T>& b, T gap) {
  for (std::uint32_t k = 0; k < b.dimensions; ++k) {
    const T bend = gap * b.curvature[k];
    T c = T(0);
    for (std::uint32_t i = 0; i < a.dimensions; ++i) c = max(c, abs(dot(a.tangent[i], b.tangent[k])));
    if (judged(T(1) + bend, T(1) + abs(bend)) == Extremum::undecided && c * c > T(64) * Epsilon<T>::value) return true;
  }
  return false;
}

}  // namespace extremum_detail

/// At x, which lies on the carrier, with the unit normal `outward`: a surface's own, of a curve any.
template <class T>
ABUT_HD inline LocalForm<T> local_form(const Carrier<T>& c, Vec3<T> x, Vec3<T> outward) {
  using namespace extremum_detail;
  switch (c.kind) {
    case CarrierKind::point: return {0, {}, {}};
    case CarrierKind::line: return {1, {c.z, {}}, {}};
    case CarrierKind::circle:
    case CarrierKind::torus: return form_on_circle(c, x, outward);
    case CarrierKind::ellipse: return form_on_ellipse(c, x, outward);
    case CarrierKind::cone: return form_on_cone(c, x, outward);
    case CarrierKind::cylinder: return {2, {c.z, cross(outward, c.z)}, {T(0), T(1) / c.radius}};
    case CarrierKind::sphere:
    case CarrierKind::plane: break;
  }
  const Vec3<T> side = epa_detail::perpendicular(outward);
  const T bend = c.kind == CarrierKind::sphere ? T(1) / c.radius : T(0);
  return {2, {side, cross(outward, side)}, {bend, bend}};
}

/// Of two carriers' forms at a pair with this gap: a's for its normal, b's for the opposite one.
template <class T>
ABUT_HD inline Extremum extremum(const LocalForm<T>& a, const LocalForm<T>& b, T gap) {
  using namespace extremum_detail;
  if (a.dimensions > b.dimensions) return extremum(b, a, gap);
  if (a.dimensions == 0) return alone(b, gap);
  if (is_coupled_focus(a, b, gap)) return Extremum::not_minimum;
  if (b.dimensions == 2) return both(alone(b, gap), against_surface(a, b, gap));
  const T p = T(1) + gap * a.curvature[0], r = T(1) + gap * b.curvature[0], q = -dot(a.tangent[0], b.tangent[0]);
  return judged(p, q, r, T(1) + abs(gap) * max(abs(a.curvature[0]), abs(b.curvature[0])));
}

}  // namespace ABUT_ISA
}  // namespace abut
