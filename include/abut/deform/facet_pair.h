// Whether two facets of deforming bodies are within the alert distance of each other, and whether they cross.
//
// Zones first (Montanari 2017, Fig. 3.10 c), then pairs of features until one is within the distance; the exact test of
// a common point last (triangle_triangle.h).
#pragma once

#include "abut/facets/triangle_triangle.h"

namespace abut {

/// Data only.
struct FacetsMeet {
  bool within;    ///< the distance is not above the alert distance
  bool crossing;  ///< they have a point in common, exactly
};

inline namespace ABUT_ISA {
namespace facet_pair_detail {

/// A corner of one and the face of the other, or two edges, within the root of `limit2`.
template <class T>
ABUT_HD inline bool features_within(const Facet<T>& a, const Facet<T>& b, const FacetHeights<T>& over_a,
                                    const FacetHeights<T>& over_b, T limit2) {
  Vec3<T> foot;
  T distance2;
  for (int k = 0; k < 3; ++k) {
    if (triangle_detail::foot_inside(a, over_a, over_a.height[k], b.v[k], foot, distance2) && distance2 <= limit2) {
      return true;
    }
    if (triangle_detail::foot_inside(b, over_b, over_b.height[k], a.v[k], foot, distance2) && distance2 <= limit2) {
      return true;
    }
  }
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) {
      const SegmentDistance<T> d = segment_segment(a.v[i], a.v[next_corner(i)], b.v[j], b.v[next_corner(j)]);
      if (d.distance2 <= limit2) return true;
    }
  }
  return false;
}

/// Whether they are farther apart along the line between their middles: most that are, in far less work than zones.
template <class T>
ABUT_HD inline bool apart_along_middles(const Facet<T>& a, const Facet<T>& b, T reach) {
  const Vec3<T> a1 = a.v[1] - a.v[0], a2 = a.v[2] - a.v[0];
  const Vec3<T> b0 = b.v[0] - a.v[0], b1 = b.v[1] - a.v[0], b2 = b.v[2] - a.v[0];
  const Vec3<T> d = b0 + b1 + b2 - (a1 + a2);
  const T most = max(max(dot(a1, d), dot(a2, d)), T(0));
  const T gap = min(min(dot(b0, d), dot(b1, d)), dot(b2, d)) - most;
  return gap > T(0) && gap * gap > reach * reach * dot(d, d);
}

}  // namespace facet_pair_detail

/// Any two triangles in one frame, those without area included. Coordinates up to 2^160.
template <class T>
ABUT_HD inline FacetsMeet facets_meet(const Facet<T>& a, const Facet<T>& b, T alert) {
  const auto size = [](const Facet<T>& f) { return max(max_abs(f.v[1] - f.v[0]), max_abs(f.v[2] - f.v[0])); };
  // Distances, and heights of zones, are off by some roundings of the sides and of what is between.
  const T reach = alert + T(64) * Epsilon<T>::value * (alert + size(a) + size(b));
  FacetsMeet out{false, false};
  if (facet_pair_detail::apart_along_middles(a, b, reach)) return out;
  if (beyond_zone(a, b, reach) || beyond_zone(b, a, reach)) return out;
  const FacetHeights<T> over_a = triangle_detail::heights(a, b), over_b = triangle_detail::heights(b, a);
  if (!triangle_detail::clearly_beside(a, b, over_a) && !triangle_detail::clearly_beside(b, a, over_b)) {
    FacetDistance<T> common;
    common.crossing = false;
    (void)triangle_detail::common_point(a, b, over_a, over_b, common);
    out.crossing = common.crossing;
  }
  out.within = out.crossing || facet_pair_detail::features_within(a, b, over_a, over_b, alert * alert);
  return out;
}

}  // namespace ABUT_ISA
}  // namespace abut
