// The nearest points of two triangles, and whether they have a point in common.
//
// Apart, the nearest points lie on two edges, or on a corner and a face (nine and six pairs). Whether there is a common
// point is decided exactly by the signs of orientations, as far as doubles hold the coordinates (predicates.h): an edge
// of one goes through the other, or both lie in one plane and overlap there. Signs of rounded heights decide first.
#pragma once

#include "abut/core/predicates.h"
#include "abut/facets/facet.h"
#include "abut/facets/segment_segment.h"

namespace abut {

/// Where the corners of another facet lie above the plane of this one, in lengths of the normal: not unit. Data only.
template <class T>
struct FacetHeights {
  Vec3<T> normal;  ///< of this facet, `area_normal`
  T normal2;
  T height[3];  ///< of the other's corners
};

inline namespace ABUT_ISA {
namespace triangle_detail {

template <class T>
ABUT_HD inline FacetHeights<T> heights(const Facet<T>& of, const Facet<T>& other) {
  FacetHeights<T> out;
  out.normal = area_normal(of);
  out.normal2 = dot(out.normal, out.normal);
  for (int k = 0; k < 3; ++k) out.height[k] = dot(other.v[k] - of.v[0], out.normal);
  return out;
}

/// Whether the other's corners all lie clearly on one side. A height is three products of a difference, rounded
/// relative to |r| |n|, of which the normal's own rounding, three units of |e1| |e2| a component, is the largest part:
/// sixteen units of the product of the longest sides cover all.
template <class T>
ABUT_HD inline MaskOf<T> clearly_beside(const Facet<T>& of, const Facet<T>& other, const FacetHeights<T>& h) {
  const Vec3<T> e = of.v[1] - of.v[0], f = of.v[2] - of.v[0];
  T reach = T(0);
  for (int k = 0; k < 3; ++k) reach = max(reach, max_abs(other.v[k] - of.v[0]));
  const T doubt = T(16 * Epsilon<RealOf<T>>::value) * reach * max_abs(e) * max_abs(f);
  const MaskOf<T> above = mask_and(h.height[0] > doubt, h.height[1] > doubt, h.height[2] > doubt);
  const MaskOf<T> below = mask_and(h.height[0] < -doubt, h.height[1] < -doubt, h.height[2] < -doubt);
  return mask_or(above, below);
}

/// Exact sides of the other's corners. Returns whether they are on both sides of the plane, or in it.
template <class T>
ABUT_HD inline bool straddles(const Facet<T>& of, const Facet<T>& other, int* side) {
  for (int k = 0; k < 3; ++k) side[k] = -orient3d(of.v[0], of.v[1], of.v[2], other.v[k]);
  const bool above = side[0] > 0 && side[1] > 0 && side[2] > 0;
  const bool below = side[0] < 0 && side[1] < 0 && side[2] < 0;
  return !above && !below;
}

/// Whether the segment p q, whose ends are not on one side of the facet's plane, nor both in it, meets the facet.
template <class T>
ABUT_HD inline bool pierces(const Facet<T>& f, Vec3<T> p, Vec3<T> q) {
  bool left = false, right = false;
  for (int k = 0; k < 3; ++k) {
    const int s = orient3d(p, q, f.v[k], f.v[next_corner(k)]);
    left = left || s > 0;
    right = right || s < 0;
  }
  return !(left && right);
}

/// Signs in the plane across the axis that the normal is most along.
template <class T>
struct Flat {
  int u, v;  ///< the two coordinates that are kept
  ABUT_INLINE static T at(Vec3<T> p, int axis) { return axis == 0 ? p.x : axis == 1 ? p.y : p.z; }
  ABUT_HD int side(Vec3<T> a, Vec3<T> b, Vec3<T> c) const {
    return orient2d(at(a, u), at(a, v), at(b, u), at(b, v), at(c, u), at(c, v));
  }
  /// For points on one line: whether c is between a and b.
  ABUT_HD bool between(Vec3<T> a, Vec3<T> b, Vec3<T> c) const {
    const bool x = min(at(a, u), at(b, u)) <= at(c, u) && at(c, u) <= max(at(a, u), at(b, u));
    const bool y = min(at(a, v), at(b, v)) <= at(c, v) && at(c, v) <= max(at(a, v), at(b, v));
    return x && y;
  }
  ABUT_HD bool edges_meet(Vec3<T> a, Vec3<T> b, Vec3<T> c, Vec3<T> d) const {
    const int s0 = side(a, b, c), s1 = side(a, b, d), s2 = side(c, d, a), s3 = side(c, d, b);
    if (s0 * s1 < 0 && s2 * s3 < 0) return true;
    return (s0 == 0 && between(a, b, c)) || (s1 == 0 && between(a, b, d)) || (s2 == 0 && between(c, d, a)) ||
           (s3 == 0 && between(c, d, b));
  }
  ABUT_HD bool contains(const Facet<T>& f, Vec3<T> p) const {
    const int s0 = side(f.v[0], f.v[1], p), s1 = side(f.v[1], f.v[2], p), s2 = side(f.v[2], f.v[0], p);
    return !((s0 > 0 || s1 > 0 || s2 > 0) && (s0 < 0 || s1 < 0 || s2 < 0));
  }
};

template <class T>
ABUT_HD inline bool flat_overlap(const Facet<T>& a, const Facet<T>& b, Vec3<T> normal) {
  const Vec3<T> n{abs(normal.x), abs(normal.y), abs(normal.z)};
  const Flat<T> flat = n.x >= n.y && n.x >= n.z ? Flat<T>{1, 2} : n.y >= n.z ? Flat<T>{2, 0} : Flat<T>{0, 1};
  if (flat.side(a.v[0], a.v[1], a.v[2]) == 0 || flat.side(b.v[0], b.v[1], b.v[2]) == 0) return false;  // no area
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) {
      if (flat.edges_meet(a.v[i], a.v[next_corner(i)], b.v[j], b.v[next_corner(j)])) return true;
    }
  }
  return flat.contains(a, b.v[0]) || flat.contains(b, a.v[0]);
}

/// Looks for an edge of `of` through `face`, whose plane the corners of `of` lie beside as `side` says.
template <class T>
ABUT_HD inline int piercing_edge(const Facet<T>& of, const Facet<T>& face, const int* side) {
  for (int k = 0; k < 3; ++k) {
    const int s = side[k], t = side[next_corner(k)];
    if (s * t > 0 || (s == 0 && t == 0)) continue;
    if (pierces(face, of.v[k], of.v[next_corner(k)])) return k;
  }
  return -1;
}

/// Where edge `k` of `of` goes through a plane that its ends are so high above. On the edge.
template <class T>
ABUT_HD inline Vec3<T> piercing_point(const Facet<T>& of, int k, const T* height) {
  const T p = abs(height[k]), q = abs(height[next_corner(k)]);
  const T s = p + q > T(0) ? p / (p + q) : T(0);
  return segment_detail::point_at(of.v[k], of.v[next_corner(k)], of.v[next_corner(k)] - of.v[k], s);
}

/// Sets `crossing` where the facets have a common point. Returns whether it is set too, with what it lies on: not where
/// they overlap in one plane. A facet without area has a common point with one that has where one of its edges goes
/// through it.
template <class T>
ABUT_RARE bool common_point(const Facet<T>& a, const Facet<T>& b, const FacetHeights<T>& over_a,
                            const FacetHeights<T>& over_b, FacetDistance<T>& out) {
  const bool area_a = over_a.normal2 > T(0), area_b = over_b.normal2 > T(0);
  int side_b[3], side_a[3];  // of b's corners from a's plane, of a's corners from b's
  if (!area_a && !area_b) return false;
  if (area_a && !straddles(a, b, side_b)) return false;
  if (area_b && !straddles(b, a, side_a)) return false;
  const int of_b = area_a ? piercing_edge(b, a, side_b) : -1;
  const int of_a = area_b && of_b < 0 ? piercing_edge(a, b, side_a) : -1;
  if (of_a < 0 && of_b < 0) {
    const bool in_plane = area_a && area_b && side_b[0] == 0 && side_b[1] == 0 && side_b[2] == 0;
    out.crossing = in_plane && flat_overlap(a, b, over_a.normal);
    return false;
  }
  const FacetPart face{FeatureKind::face, 0};
  const FacetPart edge{FeatureKind::edge, static_cast<std::uint8_t>(of_b >= 0 ? of_b : of_a)};
  out.a = out.b = of_b >= 0 ? piercing_point(b, of_b, over_a.height) : piercing_point(a, of_a, over_b.height);
  out.on_a = of_b >= 0 ? face : edge;
  out.on_b = of_b >= 0 ? edge : face;
  out.distance2 = T(0);
  out.crossing = true;
  return true;
}

/// The foot of `p` on the facet, which it is `height` above, and whether it lies inside of it.
template <class T>
ABUT_HD inline MaskOf<T> foot_inside(const Facet<T>& of, const FacetHeights<T>& h, T height, Vec3<T> p, Vec3<T>& foot,
                                     T& distance2) {
  MaskOf<T> inside = h.normal2 > T(0);
  for (int i = 0; i < 3; ++i) {
    const Vec3<T> e = of.v[next_corner(i)] - of.v[i];
    inside = mask_and(inside, dot(cross(e, p - of.v[i]), h.normal) >= T(0));
    if (!any(inside)) return inside;
  }
  const T share = height / h.normal2;
  foot = multiply_add(h.normal, -share, p);
  distance2 = height * share;
  return inside;
}

}  // namespace triangle_detail

/// Pairs of features of two facets, as bits: for each corner k, bit 2 k is B's corner and A's face, 2 k + 1 A's corner
/// and B's face; bit 6 + 3 i + j is the edges i of A and j of B.
using FeaturePairs = std::uint32_t;
inline constexpr FeaturePairs all_feature_pairs = 0x7fff;

/// Calls `visit(bit, is_there, nearest)` for the nearest points of each of the `wanted` pairs of features: a
/// `SegmentDistance`, without parameters for corners. A corner whose foot lies outside of the face has none.
template <class T, class Visit>
ABUT_HD inline void visit_feature_distances(const Facet<T>& a, const Facet<T>& b, const FacetHeights<T>& over_a,
                                            const FacetHeights<T>& over_b, FeaturePairs wanted, Visit&& visit) {
  using namespace triangle_detail;
  const auto is_wanted = [wanted](int bit) { return (wanted >> bit & 1u) != 0; };
  for (int k = 0; k < 3; ++k) {
    SegmentDistance<T> d;
    if (is_wanted(2 * k)) {
      const MaskOf<T> inside = foot_inside(a, over_a, over_a.height[k], b.v[k], d.a, d.distance2);
      d.b = b.v[k];
      if (any(inside)) visit(2 * k, inside, d);
    }
    if (is_wanted(2 * k + 1)) {
      const MaskOf<T> inside = foot_inside(b, over_b, over_b.height[k], a.v[k], d.b, d.distance2);
      d.a = a.v[k];
      if (any(inside)) visit(2 * k + 1, inside, d);
    }
  }
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) {
      if (!is_wanted(6 + 3 * i + j)) continue;
      const SegmentDistance<T> d = segment_segment(a.v[i], a.v[next_corner(i)], b.v[j], b.v[next_corner(j)]);
      visit(6 + 3 * i + j, d.distance2 == d.distance2, d);
    }
  }
}

/// Calls `visit(a, b, distance2, on_a, on_b)` for those of the pairs of features whose nearest points may be a local
/// minimum of the distance.
template <class T, class Visit>
ABUT_HD inline void visit_feature_pairs(const Facet<T>& a, const Facet<T>& b, const FacetHeights<T>& over_a,
                                        const FacetHeights<T>& over_b, FeaturePairs wanted, Visit&& visit) {
  visit_feature_distances(a, b, over_a, over_b, wanted, [&](int bit, bool, const SegmentDistance<T>& d) {
    const FacetPart face{FeatureKind::face, 0}, corner{FeatureKind::vertex, static_cast<std::uint8_t>(bit / 2)};
    if (bit >= 6) {
      visit(d.a, d.b, d.distance2, part_of_edge((bit - 6) / 3, d.s), part_of_edge((bit - 6) % 3, d.t));
    } else if (bit % 2 == 0) {
      visit(d.a, d.b, d.distance2, face, corner);
    } else {
      visit(d.a, d.b, d.distance2, corner, face);
    }
  });
}

/// The nearest points of any two triangles in one frame, those without area included. Of several pairs that are equally
/// near the first counts, corners on faces before edges; of these only `features` are looked at. Squared lengths must
/// neither overflow nor vanish: scale first. The distance is off by less than 16 roundings of the largest coordinate
/// difference (tests/facets holds it to that).
template <class T>
ABUT_HD inline FacetDistance<T> triangle_triangle(const Facet<T>& a, const Facet<T>& b,
                                                  FeaturePairs features = all_feature_pairs) {
  using namespace triangle_detail;
  const FacetHeights<T> over_a = heights(a, b), over_b = heights(b, a);
  FacetDistance<T> out;
  out.crossing = false;
  out.distance2 = Huge<T>::value;
  out.a = a.v[0], out.b = b.v[0];
  out.on_a = out.on_b = {FeatureKind::vertex, 0};
  if (!clearly_beside(a, b, over_a) && !clearly_beside(b, a, over_b)) {
    if (common_point(a, b, over_a, over_b, out)) return out;
  }
  const auto take = [&](Vec3<T> p, Vec3<T> q, T distance2, FacetPart on_a, FacetPart on_b) {
    if (!(distance2 < out.distance2)) return;
    out.a = p, out.b = q;
    out.distance2 = distance2;
    out.on_a = on_a, out.on_b = on_b;
  };
  visit_feature_pairs(a, b, over_a, over_b, features, take);
  if (out.crossing) out.b = out.a, out.distance2 = T(0);
  return out;
}

/// Whether two triangles are proved to be farther apart than `reach`, by the directions of both normals and, in each
/// plane, across each edge: the zone of that width about a facet, along its normal and its tangents (Montanari 2017,
/// Fig. 3.10 c), against the corners of the other. `reach` includes the caller's allowance for rounding.
template <class T>
ABUT_HD inline MaskOf<T> beyond_zone(const Facet<T>& of, const Facet<T>& other, T reach) {
  const Vec3<T> n = area_normal(of);
  const T reach2 = reach * reach;
  const auto gap_is_more = [&](Vec3<T> m, Vec3<T> from, bool both_sides) {
    const T h0 = dot(other.v[0] - from, m), h1 = dot(other.v[1] - from, m), h2 = dot(other.v[2] - from, m);
    const T least = min(min(h0, h1), h2), most = max(max(h0, h1), h2);
    const T gap = both_sides ? max(least, -most) : least;
    return mask_and(gap > T(0), gap * gap > reach2 * dot(m, m));
  };
  MaskOf<T> beyond = gap_is_more(n, of.v[0], true);
  for (int k = 0; k < 3; ++k) {
    if (!any(mask_not(beyond))) return beyond;
    const Vec3<T> e = of.v[next_corner(k)] - of.v[k];
    beyond = mask_or(beyond, gap_is_more(cross(e, n), of.v[k], false));
  }
  return beyond;
}

}  // namespace ABUT_ISA
}  // namespace abut
