// A point of a curve or a surface with its first and second derivatives (its jet of order 2), and what follows from
// them: normal and curvature.
#pragma once

#include "abut/core/vec3.h"

namespace abut {

/// Data only.
template <class T>
struct CurveJet {
  Vec3<T> point;
  Vec3<T> first, second;  ///< derivatives by u
};

/// Data only.
template <class T>
struct SurfaceJet {
  Vec3<T> point;
  Vec3<T> u, v, uu, uv, vv;  ///< derivatives
};

/// Of a surface at a point, positive where it curves towards its normal. Data only.
template <class T>
struct SurfaceCurvature {
  T mean, gaussian;
  T largest, smallest;  ///< the principal ones, with sign
};

inline namespace ABUT_ISA {

/// The curvature vector (Lim 2012, 3.10): its length is the inverse of the radius. Not finite where the first
/// derivative is 0.
template <class T>
ABUT_HD inline Vec3<T> curvature_vector(const CurveJet<T>& p) {
  const T square = dot(p.first, p.first);
  const Vec3<T> v = p.second * square - p.first * dot(p.first, p.second);
  return v * (T(1) / (square * square));
}

/// u x v, unit; zero where the derivatives are parallel or zero.
template <class T>
ABUT_HD inline Vec3<T> unit_normal(const SurfaceJet<T>& p) {
  const Vec3<T> n = cross(p.u, p.v);
  const T l = length(n);
  return l > T(0) ? n * (T(1) / l) : Vec3<T>{T(0), T(0), T(0)};
}

/// Not finite where the normal is zero.
template <class T>
ABUT_HD inline SurfaceCurvature<T> curvature(const SurfaceJet<T>& p) {
  const Vec3<T> n = unit_normal(p);
  const T e = dot(p.u, p.u), f = dot(p.u, p.v), g = dot(p.v, p.v);
  const T l = dot(p.uu, n), m = dot(p.uv, n), k = dot(p.vv, n);
  const T area = T(1) / difference_of_products(e, g, f, f);
  const T gaussian = difference_of_products(l, k, m, m) * area;
  const T mean = T(0.5) * (e * k + g * l - T(2) * f * m) * area;
  const T square = mean * mean - gaussian, root = square > T(0) ? sqrt(square) : T(0);
  return {mean, gaussian, mean + root, mean - root};
}

}  // namespace ABUT_ISA
}  // namespace abut
