// The pieces of a surface that may hold the point nearest to a given one.
//
// Branch and bound. The tree's boxes say which pieces may hold a nearer point than the best one so far, nearest first.
// In a piece Newton's method finds its nearest point, and either the squared distance is convex there (patch_proof.h),
// or the control points say that nothing is nearer by more than the tolerance (sub_patch.h), or the piece is cut in two
// and each half goes the same way. A search gives up after a number of rectangles.
#pragma once

#include <cstdint>

#include "abut/surface/patch_proof.h"
#include "abut/surface/surface_minima.h"

namespace abut {

inline namespace ABUT_ISA {

namespace closest_point_detail {

inline constexpr int most_waiting = 64;

template <class T>
struct WaitingNode {
  std::uint32_t node;
  T squared;  ///< distance of its box
};

template <class T>
ABUT_INLINE T squared_distance_to_box(const FacetNode& n, Vec3<T> p) {
  const Vec3<T> c{T(n.centre.x), T(n.centre.y), T(n.centre.z)}, h{T(n.half.x), T(n.half.y), T(n.half.z)};
  const Vec3<T> d{max(abs(p.x - c.x) - h.x, T(0)), max(abs(p.y - c.y) - h.y, T(0)), max(abs(p.z - c.z) - h.z, T(0))};
  return squared_length(d);
}

/// Where the control point nearest to `p` is, and how far: data only.
template <class T>
struct NearControlPoint {
  T s, t;  ///< of the rectangle
  Vec3<T> r;
  T squared;
};

template <class T>
ABUT_INLINE NearControlPoint<T> near_control_point(const BezierPatch<T>& patch, Vec3<T> p,
                                                   const ParameterRectangle<T>& in) {
  NearControlPoint<T> out{in.s0, in.t0, {T(0), T(0), T(0)}, Huge<T>::value};
  int at = 0, k = 0;
  for (; k < (patch.degree_u + 1) * (patch.degree_v + 1); ++k) {
    const Vec3<T> r = control_point(patch, k) - p;
    const T d = squared_length(r);
    if (d < out.squared) out.squared = d, out.r = r, at = k;
  }
  const int i = at / (patch.degree_v + 1), j = at % (patch.degree_v + 1);
  out.s = fma(T(i) / T(patch.degree_u), in.s1 - in.s0, in.s0);
  out.t = fma(T(j) / T(patch.degree_v), in.t1 - in.t0, in.t0);
  return out;
}

/// A rectangle that no proof has closed: in two, across the direction in which its control points are farther apart.
template <class T>
ABUT_INLINE bool is_longer_along_u(const BezierPatch<T>& patch, const ParameterRectangle<T>& r) {
  const int p = patch.degree_u, q = patch.degree_v;
  T along_u = T(0), along_v = T(0);
  for (int i = 0; i <= p; ++i) {
    for (int j = 0; j <= q; ++j) {
      const T* c = patch.points + 4 * (i * (q + 1) + j);
      const Vec3<T> here{c[0], c[1], c[2]};
      if (i < p) {
        const T* d = c + 4 * (q + 1);
        along_u = max(along_u, squared_length(Vec3<T>{d[0], d[1], d[2]} - here) * T(p * p));
      }
      if (j < q) {
        const T* d = c + 4;
        along_v = max(along_v, squared_length(Vec3<T>{d[0], d[1], d[2]} - here) * T(q * q));
      }
    }
  }
  return along_u != along_v ? along_u > along_v : r.s1 - r.s0 > r.t1 - r.t0;
}

template <class T>
ABUT_INLINE bool is_whole(const ParameterRectangle<T>& r) {
  return r.s0 == T(0) && r.s1 == T(1) && r.t0 == T(0) && r.t1 == T(1);
}

/// The proof for the part of a piece.
template <class Four, class T>
ABUT_INLINE T proved_in(const Search<T>& search, const BezierPatch<T>& part, const ParameterRectangle<T>& r,
                        const PatchMinimum<T>& m, T* room = nullptr) {
  using patch_minimum_detail::clamp;
  return proved_squared_distance<Four>(part, search.p, clamp((m.s - r.s0) / (r.s1 - r.s0), T(0), T(1)),
                                       clamp((m.t - r.t0) / (r.t1 - r.t0), T(0), T(1)), m.squared, room);
}

/// Rectangles of a piece that are still to be looked at, the next one last. Room for 64 is not set where none is.
template <class T>
struct WaitingRectangles {
  ParameterRectangle<T> of[most_waiting];
  int count;
};

template <class T>
ABUT_INLINE void begin_with_all(WaitingRectangles<T>& waiting) {
  waiting.of[0] = {T(0), T(1), T(0), T(1)};
  waiting.count = 1;
}

/// Both halves, cut across u or v at this parameter, of which there is room for two: that of the minimum is next.
template <class T>
ABUT_INLINE void wait_in_halves(WaitingRectangles<T>& waiting, const ParameterRectangle<T>& r, bool across_u, T at,
                                const PatchMinimum<T>& m) {
  ParameterRectangle<T> low = r, high = r;
  if (across_u) {
    low.s1 = high.s0 = at;
  } else {
    low.t1 = high.t0 = at;
  }
  const bool is_low = (across_u ? m.s : m.t) < at;
  waiting.of[waiting.count++] = is_low ? high : low;
  waiting.of[waiting.count++] = is_low ? low : high;
}

/// No point of the part is nearer than this, by the direction to the point at `r` from p; 0 where it says nothing.
template <class T>
ABUT_INLINE T bound_towards(const BezierPatch<T>& part, Vec3<T> p, Vec3<T> r) {
  const T distance = length(r);
  return distance > T(0) ? max(hull_bound(part, p, r * (T(-1) / distance)), T(0)) : T(0);
}

/// Whether another place is as near as the minimum of a rectangle.
template <class T>
ABUT_INLINE bool is_tie(const Search<T>& search, const PatchMinimum<T>& m) {
  return search.count > 1 && sqrt(m.squared) <= limit(search);
}

/// The distance below which nothing of a part lies, where that is that of the best point but for the tolerance, or
/// where it is that of the part's own minimum; else negative.
template <class Four, class T>
ABUT_HD inline T closing_distance(const Search<T>& search, const BezierPatch<T>& part, const ParameterRectangle<T>& r,
                                  const PatchMinimum<T>& m) {
  const T distance = sqrt(m.squared), enough = search.best - slack(search);
  if (!(distance > T(0))) return T(0);
  const T along = bound_towards(part, search.p, m.r);
  if (along >= enough) return min(along, distance);
  const T proved = proved_in<Four>(search, part, r, m);
  if (proved >= T(0)) return sqrt(proved);
  // What proves nothing of a large part is worth its time in a small one, and where all is as near: at a sphere's
  // centre.
  const bool is_small = (r.s1 - r.s0) * (r.t1 - r.t0) < T(0.2);
  if (!is_small && !is_tie(search, m)) return T(-1);
  const T by_squares = sqrt(squared_distance_bound(part, search.p));
  return by_squares >= enough ? min(by_squares, distance) : T(-1);
}

/// Where to cut: in the middle, or, among many places that are as near, at the nearest one. On both sides of it the
/// bound by squares is exact, as on a cylinder about its axis.
template <class T>
ABUT_INLINE T cut_at(T low, T high, T at, bool is_one_of_many) {
  const T sixteenth = T(0.0625) * (high - low);
  return is_one_of_many && at > low + sixteenth && at < high - sixteenth ? at : T(0.5) * (low + high);
}

/// Looks at a piece until all of it is proved to be no nearer than the best point, by more than the tolerance. Returns
/// the distance below which nothing of it lies.
template <class Four, class T>
ABUT_HD inline T search_piece(Search<T>& search, std::uint32_t index) {
  const BezierPatch<T> whole = patch_of(search.surface, search.surface.pieces[index]);
  WaitingRectangles<T> waiting;
  begin_with_all(waiting);
  T lower = Huge<T>::value;
  T net[4 * most_patch_points];
  while (waiting.count > 0) {
    const ParameterRectangle<T> r = waiting.of[--waiting.count];
    const BezierPatch<T> part = is_whole(r) ? whole : sub_patch<Four>(whole, r, net);
    ++search.rectangles;
    const NearControlPoint<T> from = near_control_point(part, search.p, r);
    // What is as near as the best one is looked at: it may be a tie.
    if (const T along = bound_towards(part, search.p, from.r); along > limit(search)) {
      lower = min(lower, along);
      continue;
    }
    const PatchMinimum<T> m = patch_minimum<Four>(whole, search.p, r, from.s, from.t);
    take(search, index, m);
    if (const T closing = closing_distance<Four>(search, part, r, m); closing >= T(0)) {
      lower = min(lower, closing);
      continue;
    }
    const bool across_u = is_longer_along_u(part, r);
    const T low = across_u ? r.s0 : r.t0, high = across_u ? r.s1 : r.t1;
    const T middle = cut_at(low, high, across_u ? m.s : m.t, is_tie(search, m));
    if (!(middle > low && middle < high) || search.rectangles >= search.options.rectangles ||
        waiting.count + 2 > most_waiting) {
      const T bound = max(sqrt(squared_distance_bound(part, search.p)), bound_towards(part, search.p, m.r));
      lower = min(lower, min(bound, sqrt(m.squared)));
      continue;
    }
    wait_in_halves(waiting, r, across_u, middle, m);
  }
  return lower;
}

/// Through the tree, the nearer child first.
template <class Four, class T>
ABUT_HD inline void search_tree(Search<T>& search) {
  const SurfaceView<T>& surface = search.surface;
  WaitingNode<T> waiting[most_tree_depth + 1];
  waiting[0] = {0, squared_distance_to_box(surface.nodes[0], search.p)};
  int count = 1;
  while (count > 0) {
    const WaitingNode<T> at = waiting[--count];
    const T far = limit(search);
    if (at.squared > far * far) continue;
    const FacetNode& node = surface.nodes[at.node];
    if (node.count == 0) {
      const std::uint32_t left = at.node + 1, right = node.first;
      const WaitingNode<T> l{left, squared_distance_to_box(surface.nodes[left], search.p)};
      const WaitingNode<T> r{right, squared_distance_to_box(surface.nodes[right], search.p)};
      const bool left_first = l.squared <= r.squared;
      waiting[count++] = left_first ? r : l;
      waiting[count++] = left_first ? l : r;
      continue;
    }
    for (std::uint32_t k = node.first; k < node.first + node.count; ++k) {
      search.lower = min(search.lower, search_piece<Four>(search, k));
    }
  }
}

}  // namespace closest_point_detail

}  // namespace ABUT_ISA
}  // namespace abut
