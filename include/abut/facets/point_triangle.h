// The point of a triangle nearest to a point.
//
// Source: Montanari 2017, section 4.1, by Signed Volumes: the triangle's Minkowski difference with the point is a
// simplex, its point nearest to the origin is the answer.
#pragma once

#include "abut/facets/facet.h"
#include "abut/narrow/exact_signs.h"
#include "abut/narrow/nearest_point_simplex.h"

namespace abut {

/// Data only.
template <class T>
struct PointOnTriangle {
  Vec3<T> point;
  T distance2;
  T lambda[3];  ///< barycentric: 0 for corners that do not support the point
  FacetPart on;
};

inline namespace ABUT_ISA {

/// Any triangle, those without area included: all signs are exact for the differences as rounded, which moves each
/// corner by half a unit in the last place of its distance. The range of coordinates is that of `ExactSigns`.
template <class T>
ABUT_HD inline PointOnTriangle<T> point_triangle(Vec3<T> p, const Facet<T>& facet) {
  Simplex<T> s;
  for (int k = 0; k < 4; ++k) {
    s.w[k] = facet.v[k < 3 ? k : 0] - p;
    s.used[k] = k < 3;
  }
  NearestPoint<T> near;
  nearest_on_simplex<ExactSigns>(s, near);
  PointOnTriangle<T> out;
  out.point = near.v + p;
  out.distance2 = near.vv;
  int support = 0;
  for (int k = 0; k < 3; ++k) {
    out.lambda[k] = near.lambda[k];
    support |= near.lambda[k] > T(0) ? 1 << k : 0;
  }
  switch (support) {
    case 1: out.on = {FeatureKind::vertex, 0}; break;
    case 2: out.on = {FeatureKind::vertex, 1}; break;
    case 4: out.on = {FeatureKind::vertex, 2}; break;
    case 3: out.on = {FeatureKind::edge, 0}; break;
    case 6: out.on = {FeatureKind::edge, 1}; break;
    case 5: out.on = {FeatureKind::edge, 2}; break;
    default: out.on = {FeatureKind::face, 0}; break;
  }
  return out;
}

}  // namespace ABUT_ISA
}  // namespace abut
