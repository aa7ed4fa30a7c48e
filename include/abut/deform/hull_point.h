// The point of a hull nearest to the origin at one time, and the directions that may keep the hull away from there on.
//
// Nothing rests on how good these are: a direction is held against the hull with bounds of rounding
// (separating_times.h), and a point of the hull is no nearer than the nearest. They only have to be good enough for the
// search to go on, which the plane's normal, taken from edges, and the edges' normals are at any distance.
//
// Source: the triangle's regions by inner products (Ericson 2005, 5.1.5); two edges, segment_segment.h.
#pragma once

#include "abut/deform/moving_hull.h"
#include "abut/facets/segment_segment.h"

namespace abut {

/// `point` of the hull, and the weights of its corners: of a triangle three, of a parallelogram (1 - s, s) of the first
/// edge and (1 - t, t) of the second. `direction` points from the origin to the hull. Data only.
template <class T>
struct HullPoint {
  Vec3<T> point, direction;
  T weight[4];
};

/// A hull at one time: corners, and edges of the plane. Data only.
template <class T, int N>
struct HullAtTime {
  Vec3<T> corner[N], edge[2];
};

inline namespace ABUT_ISA {

template <class T, int N>
ABUT_HD inline HullAtTime<T, N> hull_at(const MovingHull<T, N>& hull, T t) {
  HullAtTime<T, N> out;
  for (int k = 0; k < N; ++k) out.corner[k] = at_time(hull.start[k], hull.end[k], t);
  for (int k = 0; k < 2; ++k) out.edge[k] = at_time(hull.edge_start[k], hull.edge_end[k], t);
  return out;
}

namespace hull_point_detail {

template <class T>
ABUT_INLINE void set_weights(HullPoint<T>& out, T a, T b, T c) {
  out.weight[0] = a, out.weight[1] = b, out.weight[2] = c, out.weight[3] = T(0);
}

/// Weights of the triangle's point nearest to the origin. True where it lies inside.
template <class T>
ABUT_HD inline bool nearest_weights(const HullAtTime<T, 3>& hull, HullPoint<T>& out) {
  using segment_detail::cut;
  const Vec3<T>&a = hull.corner[0], &b = hull.corner[1], &c = hull.corner[2], &e = hull.edge[0], &f = hull.edge[1];
  const T ea = -dot(e, a), fa = -dot(f, a), eb = -dot(e, b), fb = -dot(f, b), ec = -dot(e, c), fc = -dot(f, c);
  if (ea <= T(0) && fa <= T(0)) return set_weights(out, T(1), T(0), T(0)), false;
  if (eb >= T(0) && fb <= eb) return set_weights(out, T(0), T(1), T(0)), false;
  if (fc >= T(0) && ec <= fc) return set_weights(out, T(0), T(0), T(1)), false;
  const T wc = ea * fb - eb * fa, wb = ec * fa - ea * fc, wa = eb * fc - ec * fb;
  if (wc <= T(0) && ea >= T(0) && eb <= T(0)) {
    const T s = cut(ea / (ea - eb));
    return set_weights(out, T(1) - s, s, T(0)), false;
  }
  if (wb <= T(0) && fa >= T(0) && fc <= T(0)) {
    const T s = cut(fa / (fa - fc));
    return set_weights(out, T(1) - s, T(0), s), false;
  }
  if (wa <= T(0) && fb - eb >= T(0) && ec - fc >= T(0)) {
    const T s = cut((fb - eb) / ((fb - eb) + (ec - fc)));
    return set_weights(out, T(0), T(1) - s, s), false;
  }
  const T all = wa + wb + wc;
  const T s = cut(wb / all), t = min(cut(wc / all), T(1) - s);
  return set_weights(out, (T(1) - s) - t, s, t), true;
}

/// As above, of two edges.
template <class T>
ABUT_HD inline bool nearest_weights(const HullAtTime<T, 4>& hull, HullPoint<T>& out) {
  const Vec3<T> zero{T(0), T(0), T(0)};
  const SegmentDistance<T> near = segment_segment(hull.corner[0], hull.corner[0] + hull.edge[0], zero, hull.edge[1]);
  out.weight[0] = T(1) - near.s, out.weight[1] = near.s, out.weight[2] = T(1) - near.t, out.weight[3] = near.t;
  return near.s > T(0) && near.s < T(1) && near.t > T(0) && near.t < T(1);
}

template <class T>
ABUT_INLINE Vec3<T> point_of(const HullAtTime<T, 3>& hull, const T (&w)[4]) {
  return hull.corner[0] * w[0] + hull.corner[1] * w[1] + hull.corner[2] * w[2];
}
template <class T>
ABUT_INLINE Vec3<T> point_of(const HullAtTime<T, 4>& hull, const T (&w)[4]) {
  return (hull.corner[0] * w[0] + hull.corner[1] * w[1]) * w[2] +
         (hull.corner[3] * w[0] + hull.corner[2] * w[1]) * w[3];
}

}  // namespace hull_point_detail

/// Of any hull, those without area included.
template <class T, int N>
ABUT_HD inline HullPoint<T> nearest_hull_point(const HullAtTime<T, N>& hull) {
  HullPoint<T> out;
  const bool inside = hull_point_detail::nearest_weights(hull, out);
  out.point = hull_point_detail::point_of(hull, out.weight);
  out.direction = inside ? cross(hull.edge[0], hull.edge[1]) : out.point;
  return out;
}

/// How many `hull_direction`s there are.
template <int N>
inline constexpr int hull_direction_count = 3 * N + 4;

/// All the directions, of either sign, that a feature of the hull is nearest along: the plane's normal, each corner,
/// each side's normal towards the origin and in the plane, and the axes.
template <class T, int N>
ABUT_HD inline Vec3<T> hull_direction(const HullAtTime<T, N>& hull, int i) {
  if (i >= 3 * N + 1) return {T(i == 3 * N + 1), T(i == 3 * N + 2), T(i == 3 * N + 3)};
  const Vec3<T> normal = cross(hull.edge[0], hull.edge[1]);
  if (i == 0) return normal;
  const int k = (i - 1) / 3;
  const Vec3<T>& w = hull.corner[k];
  if ((i - 1) % 3 == 0) return w;
  const Vec3<T> along = N == 4   ? hull.edge[k % 2]
                        : k == 0 ? hull.edge[0]
                        : k == 2 ? hull.edge[1]
                                 : hull.edge[1] - hull.edge[0];
  return (i - 1) % 3 == 1 ? cross(along, cross(w, along)) : cross(normal, along);
}

}  // namespace ABUT_ISA
}  // namespace abut
