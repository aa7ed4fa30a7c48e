// Two features of facets whose nodes move along straight lines, as one convex set that moves past the origin: their
// Minkowski difference. A vertex and a triangle make a triangle, two edges a parallelogram.
//
// Its corners move along straight lines too, w(t) = (1 - t) w(0) + t w(1). The features come within a distance of each
// other where this hull comes within it of the origin. Corners are differences of coordinates as they are given, each
// rounded once, and then scaled by a power of two: a corner is off by a unit of rounding of its own length, however far
// from the origin of the world the features are.
#pragma once

#include <cstdint>

#include "abut/core/vec3.h"

namespace abut {

/// Four nodes at the start and at the end of a step: a vertex and the corners of a triangle, or the ends of one edge
/// and those of another. Data only.
template <class T>
struct MovingNodes {
  Vec3<T> start[4], end[4];
};

/// `N` corners, 3 of a triangle or 4 of a parallelogram, in cyclic order. Lengths are the caller's over `unit`: no
/// coordinate is above 1 in magnitude, and where the features are as large as numbers allow one is 1/2 or more.
///
/// The two edges span the plane of the hull: those of the triangle from its first corner, or the two edges themselves,
/// the second one from its second to its first end in terms of corners. Data only.
template <class T, int N>
struct MovingHull {
  Vec3<T> start[N], end[N];
  Vec3<T> edge_start[2], edge_end[2];
  T unit;
};

inline namespace ABUT_ISA {

namespace moving_hull_detail {

/// The largest power of two that is not above x, where x is a normal number; 0 below, infinite beyond.
ABUT_INLINE float power_below(float x) {
  return __builtin_bit_cast(float, __builtin_bit_cast(std::uint32_t, x) & 0x7f800000u);
}
ABUT_INLINE double power_below(double x) {
  return __builtin_bit_cast(double, __builtin_bit_cast(std::uint64_t, x) & 0x7ff0000000000000ull);
}

/// Units below this one are taken for it: its inverse is a number. Lengths beyond `most` have squares of sums that are
/// not.
template <class T>
struct UnitRange;
template <>
struct UnitRange<float> {
  static constexpr float least = 0x1p-120f, most = 0x1p120f;
};
template <>
struct UnitRange<double> {
  static constexpr double least = 0x1p-1000, most = 0x1p1000;
};

template <class T>
ABUT_INLINE T sum_of_magnitudes(Vec3<T> a) {
  return abs(a.x) + abs(a.y) + abs(a.z);
}

/// Into the unit in which the longest coordinate is between 1/2 and 1. False where a coordinate is no number or a
/// difference is beyond the range.
template <class T, int N>
ABUT_HD inline bool scale(MovingHull<T, N>& hull) {
  T sum = T(0), reach = T(0);
  for (int k = 0; k < N; ++k) {
    sum += sum_of_magnitudes(hull.start[k]) + sum_of_magnitudes(hull.end[k]);
    reach = max(reach, max(max_abs(hull.start[k]), max_abs(hull.end[k])));
  }
  if (!(sum < UnitRange<T>::most)) return false;  // a NaN too
  hull.unit = max(T(2) * power_below(reach), UnitRange<T>::least);
  const T down = T(1) / hull.unit;
  for (int k = 0; k < N; ++k) hull.start[k] = hull.start[k] * down, hull.end[k] = hull.end[k] * down;
  for (int k = 0; k < 2; ++k)
    hull.edge_start[k] = hull.edge_start[k] * down, hull.edge_end[k] = hull.edge_end[k] * down;
  return true;
}

ABUT_INLINE void corners_of(const auto(&p)[4], auto(&corner)[3], auto(&edge)[2]) {
  for (int k = 0; k < 3; ++k) corner[k] = p[k + 1] - p[0];
  edge[0] = p[2] - p[1], edge[1] = p[3] - p[1];
}
ABUT_INLINE void corners_of(const auto(&p)[4], auto(&corner)[4], auto(&edge)[2]) {
  corner[0] = p[0] - p[2], corner[1] = p[1] - p[2], corner[2] = p[1] - p[3], corner[3] = p[0] - p[3];
  edge[0] = p[1] - p[0], edge[1] = p[3] - p[2];
}

}  // namespace moving_hull_detail

/// `N` is 3: nodes are a vertex and the corners of a triangle; corners are those less the vertex. 4: nodes are the ends
/// of one edge and the ends of another; corners are points of the first less points of the second. False, and nothing
/// of use, where a coordinate is not finite or differences leave the range of `T`.
template <class T, int N>
ABUT_HD inline bool moving_hull(const MovingNodes<T>& nodes, MovingHull<T, N>& hull) {
  moving_hull_detail::corners_of(nodes.start, hull.start, hull.edge_start);
  moving_hull_detail::corners_of(nodes.end, hull.end, hull.edge_end);
  return moving_hull_detail::scale(hull);
}

/// The point at time `t` of what moves from `start` to `end`.
template <class T>
ABUT_INLINE Vec3<T> at_time(Vec3<T> start, Vec3<T> end, T t) {
  return start * (T(1) - t) + end * t;
}

}  // namespace ABUT_ISA
}  // namespace abut
