// The derivatives of what two facets cover of each other by their six corners: forces of any energy made of it.
//
// The steps of facet_overlap.h, backwards (reverse mode: Griewank & Walther, Evaluating Derivatives, 2008, chapter 3):
// what the outcome changes by with a step's answer becomes what it changes by with what that step was given.
#pragma once

#include "abut/deform/facet_overlap.h"

namespace abut {

/// What a function of an overlap changes by with its moments and with how the facets face each other. Data only.
template <class T>
struct OverlapSlopes {
  T moment[FacetOverlap<T>::powers];
  T facing;
};

inline namespace ABUT_ISA {
namespace overlap_detail {

/// What the outcome changes by with the parts of a view. Data only.
template <class T>
struct ViewSlopes {
  Vec3<T> x[6], na, nb, n, rise;
  Vec3<T> inward[3];
};

template <class T>
ABUT_INLINE void add(Vec3<T>& to, Vec3<T> what) {
  to = to + what;
}

/// Of a height's slope, at a corner of a polygon.
template <class T>
ABUT_HD inline void height_back(const View<T>& view, int cut, Vec3<T> p, T by, Vec3<T>& by_p, ViewSlopes<T>& out) {
  if (cut < 2) {
    const T by_gap = cut == 0 ? -by : by;
    add(by_p, view.rise * by_gap), add(out.x[3], view.rise * -by_gap);
    out.rise = multiply_add(p - view.x[3], by_gap, out.rise);
    return;
  }
  const Vec3<T> along = view.inward[cut - 2] * by;
  add(by_p, along), add(out.x[cut + 1], -along);
  out.inward[cut - 2] = multiply_add(p - view.x[cut + 1], by, out.inward[cut - 2]);
}

/// From the slopes by the corners after a cut to those by the corners before.
template <class T>
ABUT_HD inline void cut_back(const View<T>& view, const Cuts<T>& of, int at, const Vec3<T>* after, Vec3<T>* before,
                             ViewSlopes<T>& out) {
  const Vec3<T>* p = of.corner[at];
  const T* height = of.height[at];
  const int corners = of.corners[at];
  T by_height[most_corners];
  for (int i = 0; i < corners; ++i) before[i] = {T(0), T(0), T(0)}, by_height[i] = T(0);
  int k = 0;
  walk_cut(
      height, corners, [&](int i) { add(before[i], after[k++]); },
      [&](int i, int j) {
        const Vec3<T> by = after[k++];
        const T all = T(1) / (height[i] - height[j]), s = height[i] * all, by_s = dot(by, p[j] - p[i]) * all;
        add(before[i], by * (T(1) - s)), add(before[j], by * s);
        by_height[i] += by_s * (T(1) - s), by_height[j] += by_s * s;
      });
  for (int i = 0; i < corners; ++i) {
    if (by_height[i] != T(0)) height_back(view, of.which[at], p[i], by_height[i], before[i], out);
  }
}

/// What a power series of moments changes by with the three gaps of a triangle, over its area.
template <class T>
ABUT_HD inline void gaps_back(const T* by_moment, const T* gap, const T* h, T* by_gap) {
  for (int c = 0; c < 3; ++c) {
    T twice = T(1);  // h[k] with that gap twice
    by_gap[c] = T(0);
    for (int k = 1; k < FacetOverlap<T>::powers; ++k) {
      by_gap[c] = fma(by_moment[k] * mean_of_power<T>(k), twice, by_gap[c]);
      twice = fma(twice, gap[c], h[k]);
    }
  }
}

/// The area comes back.
template <class T>
ABUT_HD inline T moments_back(const View<T>& view, const Vec3<T>* corner, int corners, const T* by_moment,
                              Vec3<T>* by_corner, ViewSlopes<T>& out) {
  T sum = T(0);
  for (int k = 0; k < corners; ++k) by_corner[k] = {T(0), T(0), T(0)};
  for (int k = 2; k < corners; ++k) {
    const int place[3] = {0, k - 1, k};
    const Vec3<T> d = corner[k - 1] - corner[0], e = corner[k] - corner[0], across = cross(d, e);
    const T area = T(-0.5) * dot(across, view.n.unit);
    T gap[3], h[FacetOverlap<T>::powers], by_gap[3], by_area = T(0);
    sum += area;
    for (int c = 0; c < 3; ++c) gap[c] = gap_at(view, corner[place[c]]);
    symmetric_sums(gap[0], gap[1], gap[2], h);
    for (int power = 0; power < FacetOverlap<T>::powers; ++power) {
      by_area = fma(by_moment[power] * mean_of_power<T>(power), h[power], by_area);
    }
    const Vec3<T> by_d = cross(e, view.n.unit) * (T(-0.5) * by_area),
                  by_e = cross(view.n.unit, d) * (T(-0.5) * by_area);
    add(by_corner[k - 1], by_d), add(by_corner[k], by_e), add(by_corner[0], -(by_d + by_e));
    out.n = multiply_add(across, T(-0.5) * by_area, out.n);
    gaps_back(by_moment, gap, h, by_gap);
    for (int c = 0; c < 3; ++c) {
      const T by = area * by_gap[c];
      add(by_corner[place[c]], view.rise * by), add(out.x[3], view.rise * -by);
      out.rise = multiply_add(corner[place[c]] - view.x[3], by, out.rise);
    }
  }
  return sum;
}

/// By a vector, of the slope by its unit vector.
template <class T>
ABUT_INLINE Vec3<T> direction_back(const Direction<T>& of, Vec3<T> by) {
  return (by - of.unit * dot(by, of.unit)) * (T(1) / of.length);
}

/// From the slopes by the parts of the view to those by the corners; the first one's is what the others leave, as
/// nothing changes where all corners move alike.
template <class T>
ABUT_HD inline void view_back(const View<T>& view, T by_facing, ViewSlopes<T>& by, Vec3<T>* gradient) {
  const Vec3<T>* x = view.x;
  const Vec3<T> n = view.n.unit, na = view.na.unit, nb = view.nb.unit;
  for (int k = 0; k < 3; ++k) {
    const int i = 3 + k, j = 3 + next_corner(k);
    const Vec3<T> by_edge = cross(by.inward[k], n);
    add(by.n, cross(x[j] - x[i], by.inward[k]));
    add(by.x[j], by_edge), add(by.x[i], -by_edge);
  }
  const T by_slope = -dot(by.rise, view.rise) / view.slope;
  add(by.nb, by.rise * (T(1) / view.slope) + n * by_slope), add(by.n, nb * by_slope);
  const Vec3<T> by_m = direction_back(view.n, by.n);
  add(by.nb, by_m - na * by_facing), add(by.na, -by_m - nb * by_facing);
  const Vec3<T> by_ca = direction_back(view.na, by.na), by_cb = direction_back(view.nb, by.nb);
  add(by.x[1], cross(x[2], by_ca)), add(by.x[2], cross(by_ca, x[1]));
  const Vec3<T> by_d = cross(x[5] - x[3], by_cb), by_e = cross(by_cb, x[4] - x[3]);
  add(by.x[4], by_d), add(by.x[5], by_e), add(by.x[3], -(by_d + by_e));
  gradient[0] = {T(0), T(0), T(0)};
  for (int k = 1; k < 6; ++k) gradient[k] = by.x[k], gradient[0] = gradient[0] - by.x[k];
}

}  // namespace overlap_detail

/// Sets the derivatives by a's corners and b's of a function of `facet_overlap(a, b, range)`: `by` has the function's
/// own. 0 where the overlap is. They add up to 0, and so do their moments but for rounding.
template <class T>
ABUT_HD inline void facet_overlap_gradient(const Facet<T>& a, const Facet<T>& b, GapRange<T> range,
                                           const OverlapSlopes<T>& by, Vec3<T>* gradient) {
  using namespace overlap_detail;
  for (int k = 0; k < 6; ++k) gradient[k] = {T(0), T(0), T(0)};
  bool any = by.facing != T(0);
  for (int k = 0; k < FacetOverlap<T>::powers; ++k) any = any || by.moment[k] != T(0);
  View<T> view;
  Cuts<T> cut;
  if (!any || !set_view(a, b, view) || !set_cuts(view, range, cut)) return;
  ViewSlopes<T> slopes{};
  Vec3<T> corners[2][most_corners];
  const int n = cut.count;
  if (!is_area(view, moments_back(view, cut.corner[n], cut.corners[n], by.moment, corners[n % 2], slopes))) return;
  for (int k = n; k-- > 0;) cut_back(view, cut, k, corners[(k + 1) % 2], corners[k % 2], slopes);
  for (int k = 1; k < 3; ++k) add(slopes.x[k], corners[0][k]);
  view_back(view, by.facing, slopes, gradient);
}

}  // namespace ABUT_ISA
}  // namespace abut
