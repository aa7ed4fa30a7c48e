// The minima that a search for the nearest point of a surface has found so far, and what it leaves out because of them.
#pragma once

#include <cstdint>

#include "abut/surface/patch_minimum.h"
#include "abut/surface/surface_view.h"

namespace abut {

/// Lengths in those of the view. Data only.
template <class T>
struct ClosestPointOptions {
  T tolerance;  ///< of the proof, over the surface's size and the distance
  T tie;        ///< other minima that are farther away by no more are ties
  T radius;     ///< with a cache: how far the point may go, if that can be, until there is a whole search again
  std::uint32_t rectangles;  ///< after how many the search gives up
};

/// Data only.
template <class T>
struct SurfaceMinimum {
  T distance;
  T u, v;
  Vec3<T> point, normal;  ///< of the surface; at a crease the normal of the side that faces the given point the most
  bool is_one;            ///< of the surface, and not only of a part that ends there
  bool may_tie;           ///< one, or nothing nearer is reached from it, to rounding
};

inline namespace ABUT_ISA {

namespace closest_point_detail {

inline constexpr int most_minima = 4;

/// A search under way.
template <class T>
struct Search {
  const SurfaceView<T>& surface;
  Vec3<T> p;
  ClosestPointOptions<T> options;
  SurfaceMinimum<T> minima[most_minima]{};  ///< the nearest ones first, at different places
  int count = 0;
  T best = Huge<T>::value;   ///< distance of the nearest point so far
  T lower = Huge<T>::value;  ///< no point of what has been looked at is nearer
  std::uint32_t evaluations = 0, rectangles = 0;
};

template <class T>
ABUT_INLINE T slack(const Search<T>& s) {
  return s.options.tolerance * (s.surface.size + s.best);
}

/// From here on a piece cannot matter.
template <class T>
ABUT_INLINE T limit(const Search<T>& s) {
  return s.best + s.options.tie;
}

/// Whether the minimum of a rectangle is one of the surface: nothing descends from it beyond the rectangle's ends but
/// where the surface ends there or has a crease. `nearly`: or what does gains no more than a few roundings, as where
/// the surface hardly bends away from a sphere about the given point, and Newton's method ends before the slope is 0.
template <class T>
ABUT_INLINE bool is_local(const PatchMinimum<T>& m, std::uint32_t ends, bool nearly) {
  const T distance = length(m.r), rounding = Epsilon<T>::value * (T(1) + distance);
  // Newton's method ends where a step moves the point by a few roundings. Where the surface runs slowly in its
  // parameters, and bends, that still leaves a slope.
  const auto flat = [&](T slope, const Vec3<T>& first, const Vec3<T>& second) {
    const T along = length(first), bends = length(second) + length(m.at.uv);
    if (abs(slope) * along <= rounding * (T(256) * along * along + T(8) * distance * bends)) return true;
    return nearly && slope * slope <= T(32) * rounding * distance * (along * along + dot(m.r, second));
  };
  const bool s = flat(m.slope_s, m.at.u, m.at.uu) || (m.s <= T(0) && (ends & end_at_u0) != 0) ||
                 (m.s >= T(1) && (ends & end_at_u1) != 0);
  const bool t = flat(m.slope_t, m.at.v, m.at.vv) || (m.t <= T(0) && (ends & end_at_v0) != 0) ||
                 (m.t >= T(1) && (ends & end_at_v1) != 0);
  return s && t;
}

/// u x v of a piece at (s, t), unit. At a pole, where a derivative is 0, its limit from the piece's middle; zero where
/// there is none.
template <class T>
ABUT_HD inline Vec3<T> piece_normal(const SurfaceJet<T>& at, T s, T t) {
  // Derivatives are sums of differences of lengths of 1 to 2.
  constexpr T nothing = T(256) * Epsilon<T>::value;
  const bool has_u = max_abs(at.u) > nothing, has_v = max_abs(at.v) > nothing;
  if (has_u && has_v) return unit_normal(at);
  const T ds = s < T(0.5) ? T(1) : T(-1), dt = t < T(0.5) ? T(1) : T(-1);
  SurfaceJet<T> beside = at;
  if (!has_u) beside.u = at.uu * ds + at.uv * dt;
  if (!has_v) beside.v = at.uv * ds + at.vv * dt;
  return unit_normal(beside);
}

template <class T>
ABUT_HD inline SurfaceMinimum<T> minimum_of(const Search<T>& search, std::uint32_t piece, const PatchMinimum<T>& m,
                                            bool is_one, bool may_tie) {
  const SurfacePiece<T>& of = search.surface.pieces[piece];
  return {sqrt(m.squared), fma(m.s, of.du, of.u0),       fma(m.t, of.dv, of.v0),
          m.at.point,      piece_normal(m.at, m.s, m.t), is_one,
          may_tie};
}

/// Places that are closer together than this are one: what rounding leaves of a flat minimum.
template <class T>
ABUT_INLINE T apart(const Search<T>& s) {
  return T(64) * sqrt(Epsilon<T>::value) * s.surface.size;
}

/// Whether the given point lies more in front of or behind the plane at x than that at y: of two planes at a crease
/// that one says on which side of the surface it is. What is no minimum of the surface says less than what is.
template <class T>
ABUT_INLINE bool faces_more(const Search<T>& s, const SurfaceMinimum<T>& x, const SurfaceMinimum<T>& y) {
  // One place to what Newton's method knows of it: minima that only count as one may be of different slopes.
  const T same = sqrt(Epsilon<T>::value) * s.surface.size;
  if (squared_length(x.point - y.point) > same * same) return false;
  if (x.is_one != y.is_one) return x.is_one;
  return abs(dot(x.normal, s.p - x.point)) * y.distance > abs(dot(y.normal, s.p - y.point)) * x.distance;
}

/// Keeps the nearest ones in order; of two at one place the nearer one.
template <class T>
ABUT_HD inline void add_minimum(Search<T>& s, SurfaceMinimum<T> m) {
  for (int k = 0; k < s.count; ++k) {
    const T gap = apart(s);
    SurfaceMinimum<T>& kept = s.minima[k];
    if (squared_length(kept.point - m.point) > gap * gap) continue;
    if (!(m.distance < kept.distance)) {
      if (faces_more(s, m, kept)) kept.normal = m.normal, kept.is_one = m.is_one;
      kept.may_tie = kept.may_tie || m.may_tie;
      return;
    }
    if (faces_more(s, kept, m)) m.normal = kept.normal, m.is_one = kept.is_one;
    m.may_tie = m.may_tie || kept.may_tie;
    for (int i = k; i + 1 < s.count; ++i) s.minima[i] = s.minima[i + 1];
    --s.count;
    break;
  }
  if (s.count == most_minima) {
    if (!(m.distance < s.minima[most_minima - 1].distance)) return;
    --s.count;
  }
  int at = s.count;
  while (at > 0 && m.distance < s.minima[at - 1].distance) {
    s.minima[at] = s.minima[at - 1];
    --at;
  }
  s.minima[at] = m;
  ++s.count;
}

/// One minimum of a piece's rectangle. The nearest one of all counts wherever it is; others only if they are minima of
/// the surface.
template <class T>
ABUT_HD inline void take(Search<T>& s, std::uint32_t piece, const PatchMinimum<T>& m) {
  s.evaluations += static_cast<std::uint32_t>(m.evaluations);
  const T distance = sqrt(m.squared);
  const std::uint32_t ends = s.surface.pieces[piece].ends;
  const bool is_nearest = distance < s.best, is_one = is_local(m, ends, false);
  const bool may_tie = is_one || is_local(m, ends, true);
  if (!is_nearest && (!may_tie || distance > s.best + s.options.tie)) return;
  if (is_nearest && s.count > 0 && !s.minima[0].may_tie) {
    for (int k = 0; k + 1 < s.count; ++k) s.minima[k] = s.minima[k + 1];
    --s.count;
  }
  add_minimum(s, minimum_of(s, piece, m, is_one, may_tie));
  s.best = min(s.best, distance);
}

}  // namespace closest_point_detail

}  // namespace ABUT_ISA
}  // namespace abut
