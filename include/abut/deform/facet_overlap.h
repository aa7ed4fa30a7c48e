// What two facets cover of each other, and how far apart they are over it: what segment-to-segment penalty methods sum
// over. facet_overlap_gradient.h has the derivatives.
//
// Both are seen along n, the unit vector along n_b - n_a. The gap, the way along n from b's plane to a's, is linear
// over what they cover, a convex polygon, and powers of it are integrated exactly but for rounding.
// docs/explanation/deforming.md, "Overlaps of facets", says which functions of it are smooth.
//
// Segments of two surfaces: Puso & Laursen 2004 (doi 10.1016/j.cma.2003.10.010), whose plane is one facet's; a common
// one treats both alike.
#pragma once

#include "abut/core/vec2.h"
#include "abut/facets/facet.h"

namespace abut {

/// The gaps that count: from `least` to `most`, which is above it; infinities are allowed. A `least` above minus the
/// thickness of bodies leaves out facets on opposite sides of them. Data only.
template <class T>
struct GapRange {
  T least, most;
};

/// Where both facets cover each other, with a gap in the range. 0 throughout if `area` is. Data only.
template <class T>
struct FacetOverlap {
  static constexpr int powers = 7;
  T area;          ///< as seen along the normal; 0 where they do not face each other or nothing is there
  T gap;           ///< mean over it; below 0 where they have gone through each other
  Vec3<T> normal;  ///< n: unit, along n_b - n_a
  T facing;        ///< -n_a . n_b: 1 for facets that face each other, above 0
  /// Of a's corners and b's: means over it of barycentric coordinates, of b with a minus. sum_i weight[i] x[i] = gap *
  /// normal.
  T weight[6];
  T moment[powers];  ///< integrals over it of powers of the gap, from 0 (`area`) to 6
};

inline namespace ABUT_ISA {
namespace overlap_detail {

/// At each of five cuts a polygon has half as many corners more at most: from 3 to 4, 6, 9, 13, 19. Only rounding gives
/// more than one.
inline constexpr int most_corners = 19, cuts = 5;

/// Where a vector points to, and how long it is: 0 both if it is 0. Data only.
template <class T>
struct Direction {
  Vec3<T> unit;
  T length;
};

template <class T>
ABUT_INLINE Direction<T> direction_of(Vec3<T> v) {
  const T largest = max_abs(v);
  if (!(largest > T(0))) return {{T(0), T(0), T(0)}, T(0)};
  const Vec3<T> scaled{v.x / largest, v.y / largest, v.z / largest};
  const T size = length(scaled);
  return {scaled * (T(1) / size), size * largest};
}

/// How both are seen; the origin is a's first corner. Data only.
template <class T>
struct View {
  Vec3<T> x[6];         ///< a's corners, b's
  Direction<T> na, nb;  ///< with twice the areas
  Direction<T> n;       ///< with the length of n_b - n_a
  T facing, slope;      ///< n . n_b
  Vec3<T> rise;         ///< the gap over a point p of a is (p - x[3]) . rise
  Vec3<T> inward[3];    ///< across b's edges, as seen along n
  T size;               ///< the largest coordinate
};

/// False where they do not face each other, or one has no area.
template <class T>
ABUT_HD inline bool set_view(const Facet<T>& a, const Facet<T>& b, View<T>& view) {
  for (int k = 0; k < 3; ++k) view.x[k] = a.v[k] - a.v[0], view.x[k + 3] = b.v[k] - a.v[0];
  const Vec3<T>* x = view.x;
  const Vec3<T> ca = cross(x[1], x[2]), cb = cross(x[4] - x[3], x[5] - x[3]);
  if (!(dot(ca, cb) < T(0))) return false;
  view.na = direction_of(ca), view.nb = direction_of(cb);
  view.facing = -dot(view.na.unit, view.nb.unit);
  if (!(view.facing > T(0))) return false;
  view.n = direction_of(view.nb.unit - view.na.unit);
  view.slope = dot(view.n.unit, view.nb.unit);
  view.rise = view.nb.unit * (T(1) / view.slope);
  for (int k = 0; k < 3; ++k) view.inward[k] = cross(view.n.unit, x[3 + next_corner(k)] - x[3 + k]);
  view.size = max_abs(x[1]);
  for (int k = 2; k < 6; ++k) view.size = max(view.size, max_abs(x[k]));
  return true;
}

template <class T>
ABUT_INLINE T gap_at(const View<T>& view, Vec3<T> p) {
  return dot(p - view.x[3], view.rise);
}

/// What is kept at a cut has no height below 0: the most and the least gap, then b's edges.
template <class T>
ABUT_INLINE T height_at(const View<T>& view, GapRange<T> range, int cut, Vec3<T> p) {
  if (cut == 0) return range.most - gap_at(view, p);
  if (cut == 1) return gap_at(view, p) - range.least;
  return dot(p - view.x[cut + 1], view.inward[cut - 2]);
}

/// A height that is 0 but for rounding is 0, so that edges over each other, and ends of the range, are cut whole or
/// not.
template <class T>
ABUT_INLINE T height_or_zero(const View<T>& view, GapRange<T> range, int cut, Vec3<T> p) {
  const T height = height_at(view, range, cut, p);
  const T rounding = T(8) * Epsilon<T>::value * view.size * (cut < 2 ? T(1) : max_abs(view.inward[cut - 2]));
  return abs(height) <= rounding ? T(0) : height;
}

/// The cuts that something falls to, the polygon before each, with the heights of its corners, and after the last. Data
/// only.
template <class T>
struct Cuts {
  Vec3<T> corner[cuts + 1][most_corners];
  T height[cuts][most_corners];
  int corners[cuts + 1], which[cuts], count;
};

/// In the order of what is left: `keep(i)` of corners, `meet(i, j)` of edges that go through a height of 0.
template <class T, class Keep, class Meet>
ABUT_INLINE void walk_cut(const T* height, int corners, Keep&& keep, Meet&& meet) {
  for (int i = 0; i < corners; ++i) {
    const int j = i + 1 == corners ? 0 : i + 1;
    if (height[i] >= T(0)) keep(i);
    if ((height[i] >= T(0)) != (height[j] >= T(0))) meet(i, j);
  }
}

/// False where nothing is left.
template <class T>
ABUT_HD inline bool set_cuts(const View<T>& view, GapRange<T> range, Cuts<T>& out) {
  out.count = 0;
  for (int cut = 0; cut < cuts; ++cut) {
    int below = 0;
    for (int k = 0; k < 3; ++k) below += height_or_zero(view, range, cut, view.x[k]) < T(0) ? 1 : 0;
    if (below == 3) return false;
    if (below > 0) out.which[out.count++] = cut;
  }
  for (int k = 0; k < 3; ++k) out.corner[0][k] = view.x[k];
  out.corners[0] = 3;
  for (int at = 0; at < out.count; ++at) {
    const Vec3<T>* from = out.corner[at];
    T* height = out.height[at];
    for (int i = 0; i < out.corners[at]; ++i) height[i] = height_or_zero(view, range, out.which[at], from[i]);
    int left = 0;
    Vec3<T>* to = out.corner[at + 1];
    walk_cut(
        height, out.corners[at], [&](int i) { to[left++] = from[i]; },
        [&](int i, int j) { to[left++] = from[i] + (from[j] - from[i]) * (height[i] / (height[i] - height[j])); });
    out.corners[at + 1] = left;
    if (left < 3) return false;
  }
  return true;
}

/// Whether an area is more than rounding has made.
template <class T>
ABUT_INLINE bool is_area(const View<T>& view, T area) {
  return area > Epsilon<T>::value * Epsilon<T>::value * min(view.na.length, view.nb.length);
}

/// Means over a triangle of powers of what is linear, by its corners: h[k] times `mean_of_power(k)`, with the complete
/// homogeneous symmetric polynomials h.
template <class T>
ABUT_INLINE void symmetric_sums(T a, T b, T c, T* h) {
  T of_c = T(1), of_b = T(1);
  h[0] = T(1);
  for (int k = 1; k < FacetOverlap<T>::powers; ++k) {
    of_c = of_c * c, of_b = fma(of_b, b, of_c), h[k] = fma(h[k - 1], a, of_b);
  }
}
template <class T>
ABUT_INLINE T mean_of_power(int k) {
  return T(2) / T((k + 1) * (k + 2));
}

/// Adds up what the triangles about a polygon's first corner have; `middle`: area times the mean point.
template <class T>
ABUT_HD inline void add_moments(const View<T>& view, const Vec3<T>* corner, int corners, T* moment, Vec3<T>& middle) {
  for (int k = 2; k < corners; ++k) {
    const Vec3<T> p = corner[0], q = corner[k - 1], r = corner[k];
    const T area = T(-0.5) * dot(cross(q - p, r - p), view.n.unit);
    T h[FacetOverlap<T>::powers];
    symmetric_sums(gap_at(view, p), gap_at(view, q), gap_at(view, r), h);
    for (int power = 0; power < FacetOverlap<T>::powers; ++power) {
      moment[power] = fma(area, h[power] * mean_of_power<T>(power), moment[power]);
    }
    middle = multiply_add(p + q + r, area * (T(1) / T(3)), middle);
  }
}

/// Barycentric coordinates of a point of a facet with twice the area `n.length`.
template <class T>
ABUT_HD inline void coordinates_in(const Vec3<T>* x, const Direction<T>& n, Vec3<T> p, T* lambda) {
  const T scale = T(1) / n.length;
  lambda[1] = dot(cross(p - x[0], x[2] - x[0]), n.unit) * scale;
  lambda[2] = dot(cross(x[1] - x[0], p - x[0]), n.unit) * scale;
  lambda[0] = T(1) - lambda[1] - lambda[2];
}

}  // namespace overlap_detail

/// Of facets whose corners run counter-clockwise as seen from outside. Coordinates up to 2^120 (float: 2^15), beyond
/// which moments overflow; facets from 2^-240 (float: 2^-30) on, below which there is no area. 0 where one is not
/// finite.
template <class T>
ABUT_HD inline FacetOverlap<T> facet_overlap(const Facet<T>& a, const Facet<T>& b, GapRange<T> range) {
  using namespace overlap_detail;
  FacetOverlap<T> out{};
  View<T> view;
  Cuts<T> cut;
  if (!set_view(a, b, view) || !set_cuts(view, range, cut)) return out;
  T moment[FacetOverlap<T>::powers] = {};
  Vec3<T> middle{T(0), T(0), T(0)};
  add_moments(view, cut.corner[cut.count], cut.corners[cut.count], moment, middle);
  if (!is_area(view, moment[0])) return out;
  for (int k = 0; k < FacetOverlap<T>::powers; ++k) out.moment[k] = moment[k];
  out.area = moment[0], out.gap = moment[1] / moment[0];
  out.normal = view.n.unit, out.facing = view.facing;
  const Vec3<T> on_a = middle * (T(1) / moment[0]);
  coordinates_in(view.x, view.na, on_a, out.weight);
  coordinates_in(view.x + 3, view.nb, on_a - view.n.unit * out.gap, out.weight + 3);
  for (int k = 3; k < 6; ++k) out.weight[k] = -out.weight[k];
  return out;
}

}  // namespace ABUT_ISA
}  // namespace abut
