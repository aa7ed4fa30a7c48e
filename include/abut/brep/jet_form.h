// How a curve or a surface bends at a point, from its derivatives: what `extremum` compares, of shapes without a
// carrier.
#pragma once

#include "abut/brep/extremum.h"
#include "abut/surface/surface_jet.h"

namespace abut {
inline namespace ABUT_ISA {

/// Of a curve whose first derivative is not 0, for the unit normal `outward` at right angles to it.
template <class T>
ABUT_HD inline LocalForm<T> local_form(const CurveJet<T>& at, Vec3<T> outward) {
  const T squared = squared_length(at.first);
  return {1, {at.first * (T(1) / sqrt(squared)), {}}, {-dot(at.second, outward) / squared, T(0)}};
}

/// Of a surface whose first derivatives are not parallel, for its unit normal `outward`, of either side.
template <class T>
ABUT_HD inline LocalForm<T> local_form(const SurfaceJet<T>& at, Vec3<T> outward) {
  const T a = length(at.u);
  const Vec3<T> x = at.u * (T(1) / a), y = cross(outward, x);
  // With u = a x and v = b x + c y, the second derivatives along x and y.
  const T skew = dot(at.v, x) / a, c = dot(at.v, y);
  const T uu = dot(at.uu, outward), uv = dot(at.uv, outward), vv = dot(at.vv, outward);
  const T p = -uu / (a * a), q = -(uv - uu * skew) / (a * c);
  const T r = -(vv - T(2) * uv * skew + uu * skew * skew) / (c * c);
  if (q == T(0)) return {2, {x, y}, {p, r}};
  const T half = (r - p) / (T(2) * q), root = sqrt(half * half + T(1));  // Jacobi's rotation
  const T t = half < T(0) ? T(-1) / (root - half) : T(1) / (root + half);
  const T cosine = T(1) / sqrt(t * t + T(1)), sine = t * cosine;
  return {2, {x * cosine - y * sine, x * sine + y * cosine}, {p - t * q, r + t * q}};
}

}  // namespace ABUT_ISA
}  // namespace abut
