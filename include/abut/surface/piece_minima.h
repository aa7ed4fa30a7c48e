// The local minima of the distance of a point to a surface that one of its pieces holds, poles left out.
//
// Rectangles of the piece are cut until the slopes of the squared distance, as polynomials, say what each holds
// (rectangle_verdict.h). What is a minimum of its rectangle has to be one of what is around it too.
#pragma once

#include <cstdint>

#include "abut/surface/minima_list.h"
#include "abut/surface/piece_search.h"
#include "abut/surface/rectangle_verdict.h"

namespace abut {

/// What a search keeps in `MinimaRoom::numbers`.
inline constexpr int most_search_numbers = most_slope_numbers + slope_scratch_numbers;
static_assert(most_slope_numbers + verdict_scratch_numbers <= slope_scratch_numbers);

inline namespace ABUT_ISA {

namespace minima_detail {

inline constexpr int most_rectangles_waiting = 96;

/// How long a patch is along both parameters, at most. Data only.
template <class T>
struct PatchLengths {
  T s, t;
};
template <class T>
ABUT_HD inline PatchLengths<T> lengths_of(const BezierPatch<T>& patch) {
  const int p = patch.degree_u, q = patch.degree_v;
  PatchLengths<T> out{T(0), T(0)};
  const auto counts = [&](int k) { return !patch.rational || patch.points[4 * k + 3] > T(0); };
  const auto step = [&](int k, int other) {
    return counts(other) ? length(control_point(patch, other) - control_point(patch, k)) : T(0);
  };
  for (int i = 0; i <= p; ++i) {
    for (int j = 0; j <= q; ++j) {
      const int k = i * (q + 1) + j;
      if (!counts(k)) continue;
      if (i < p) out.s = max(out.s, T(p) * step(k, k + q + 1));
      if (j < q) out.t = max(out.t, T(q) * step(k, k + 1));
    }
  }
  return out;
}

/// Whether two sides of patches have the same control points, to rounding, and weights but for a factor: `step` apart.
template <class T>
ABUT_HD inline bool is_one_side(const BezierPatch<T>& a, int first_a, const BezierPatch<T>& b, int first_b, int step,
                                int count) {
  constexpr T rounding = slope_nets_detail::OnePoint<T>::value;
  const auto weight = [](const BezierPatch<T>& p, int k) { return p.rational ? p.points[4 * k + 3] : T(1); };
  for (int k = 0; k < count; ++k) {
    const int i = first_a + k * step, j = first_b + k * step;
    const T x = weight(a, i) * weight(b, first_b), y = weight(b, j) * weight(a, first_a);
    if (!(abs(x - y) <= rounding * abs(x))) return false;
    if (x > T(0) && !(length(control_point(a, i) - control_point(b, j)) <= rounding)) return false;
  }
  return true;
}

/// Whether both ends of a parameter are the same.
template <class T>
ABUT_HD inline bool is_closed_along(const SurfaceView<T>& surface, bool along_u) {
  const int p = surface.degree_u, q = surface.degree_v, row = q + 1;
  const std::uint32_t n = surface.patches_u, m = surface.patches_v;
  for (std::uint32_t k = 0; k < (along_u ? m : n); ++k) {
    const BezierPatch<T> begin = along_u ? patch_at(surface, 0, k) : patch_at(surface, k, 0);
    const BezierPatch<T> end = along_u ? patch_at(surface, n - 1, k) : patch_at(surface, k, m - 1);
    const bool same = along_u ? is_one_side(end, p * row, begin, 0, 1, row) : is_one_side(end, q, begin, 0, row, p + 1);
    if (!same) return false;
  }
  return true;
}

/// An interval between two breaks, and a place in it from 0 to 1. Data only.
template <class T>
struct Interval {
  std::uint32_t k;
  T at;
};
template <class T>
struct Intervals {
  Interval<T> of[2];
  int count;
};
/// Those that hold x: both at a break, where the first and the last one are neighbours if the surface is closed.
template <class T>
ABUT_HD inline Intervals<T> intervals_at(const T* breaks, std::uint32_t count, bool closed, T x) {
  const T rounding = T(16) * Epsilon<T>::value * (abs(breaks[0]) + abs(breaks[count]));
  Intervals<T> out;
  out.count = 0;
  for (std::uint32_t k = 0; k <= count; ++k) {
    if (!(abs(x - breaks[k]) <= rounding)) continue;
    if (k > 0 || closed) out.of[out.count++] = {k > 0 ? k - 1 : count - 1, T(1)};
    if (k < count || closed) out.of[out.count++] = {k < count ? k : 0, T(0)};
    return out;
  }
  const std::uint32_t k = surface_view_detail::interval_of(breaks, count, x);
  out.of[out.count++] = {k, (x - breaks[k]) / (breaks[k + 1] - breaks[k])};
  return out;
}

/// A patch of the surface, uncut, and a place in it. Data only.
template <class T>
struct PatchPlace {
  std::uint32_t k, l;
  T s, t;
};

/// `patch_minimum`: on a device one copy for all who call it.
template <class Four, class T>
ABUT_PHASE PatchMinimum<T> minimum_in(const BezierPatch<T>& patch, Vec3<T> p, const ParameterRectangle<T>& in, T s,
                                      T t) {
  return patch_minimum<Four>(patch, p, in, s, t);
}

template <class Four, class T>
ABUT_HD inline T lowest_beside(const SurfaceView<T>& surface, Vec3<T> p, const PatchPlace<T>& at) {
  constexpr T beside = T(1) / T(64);
  const ParameterRectangle<T> in{max(at.s - beside, T(0)), min(at.s + beside, T(1)), max(at.t - beside, T(0)),
                                 min(at.t + beside, T(1))};
  return sqrt(minimum_in<Four>(patch_at(surface, at.k, at.l), p, in, at.s, at.t).squared);
}

/// Whether a place on the edge of a patch has a lower one beside it in another patch.
template <class Four, class T>
ABUT_HD inline bool descends_beyond(const MinimaList<T>& list, std::uint32_t index, const PatchMinimum<T>& m) {
  if (m.s > T(0) && m.s < T(1) && m.t > T(0) && m.t < T(1)) return false;
  const SurfaceView<T>& surface = list.search.surface;
  const SurfacePiece<T>& piece = surface.pieces[index];
  const T u = fma(m.s, piece.du, piece.u0), v = fma(m.t, piece.dv, piece.v0);
  const T distance = sqrt(m.squared), rounding = MinimaLengths<T>::as_near * (surface.size + distance);
  const Intervals<T> us = intervals_at(surface.breaks_u, surface.patches_u, list.closed_u, u);
  const Intervals<T> vs = intervals_at(surface.breaks_v, surface.patches_v, list.closed_v, v);
  for (int i = 0; i < us.count; ++i) {
    for (int j = 0; j < vs.count; ++j) {
      const PatchPlace<T> at{us.of[i].k, vs.of[j].k, us.of[i].at, vs.of[j].at};
      if (lowest_beside<Four>(surface, list.search.p, at) < distance - rounding) return true;
    }
  }
  return false;
}

/// Whether the lowest place of a rectangle is one of what is around it: where a slope pushes against an end that is
/// no border, the next step is no step.
template <class T>
ABUT_HD inline bool ends_here(const SurfaceView<T>& surface, const PatchMinimum<T>& m, const SlopeRectangle<T>& r) {
  using namespace patch_minimum_detail;
  const bool border_s = (m.s <= r.in.s0 && (r.ends & end_at_u0) != 0 && m.slope_s >= T(0)) ||
                        (m.s >= r.in.s1 && (r.ends & end_at_u1) != 0 && m.slope_s <= T(0));
  const bool border_t = (m.t <= r.in.t0 && (r.ends & end_at_v0) != 0 && m.slope_t >= T(0)) ||
                        (m.t >= r.in.t1 && (r.ends & end_at_v1) != 0 && m.slope_t <= T(0));
  const Hessian<T> h = step_matrix(m, border_s, border_t);
  T s = T(0), t = T(0);
  if (border_s && !border_t) {
    t = h.c > T(0) ? -m.slope_t / h.c : T(0);
  } else if (border_t && !border_s) {
    s = h.a > T(0) ? -m.slope_s / h.a : T(0);
  } else if (!border_s) {
    const T inverse = T(1) / difference_of_products(h.a, h.c, h.b, h.b);
    s = -difference_of_products(h.c, m.slope_s, h.b, m.slope_t) * inverse;
    t = -difference_of_products(h.a, m.slope_t, h.b, m.slope_s) * inverse;
  }
  return !(length(m.at.u * s + m.at.v * t) > MinimaLengths<T>::on_the_spot * surface.size);
}

template <class T>
ABUT_INLINE bool is_at_pole(const PatchMinimum<T>& m, const SlopeRectangle<T>& r) {
  return (r.poles.s0 && m.s <= r.in.s0) || (r.poles.s1 && m.s >= r.in.s1) || (r.poles.t0 && m.t <= r.in.t0) ||
         (r.poles.t1 && m.t >= r.in.t1);
}

template <class Four, class T>
ABUT_HD inline PatchMinimum<T> lowest_in(const MinimaList<T>& list, std::uint32_t index, const SlopeRectangle<T>& r) {
  const SurfaceView<T>& surface = list.search.surface;
  return minimum_in<Four>(patch_of(surface, surface.pieces[index]), list.search.p, r.in, T(0.5) * (r.in.s0 + r.in.s1),
                          T(0.5) * (r.in.t0 + r.in.t1));
}

template <class Four, class T>
ABUT_PHASE bool is_of_surface(const MinimaList<T>& list, std::uint32_t index, const SlopeRectangle<T>& r,
                              const PatchMinimum<T>& m) {
  return ends_here(list.search.surface, m, r) && !is_at_pole(m, r) && !descends_beyond<Four>(list, index, m);
}

/// The one minimum of a rectangle, if it is one of the surface. False where Newton's method does not end.
template <class Four, class T>
ABUT_HD inline bool take_minimum(MinimaList<T>& list, std::uint32_t index, const SlopeRectangle<T>& r, bool flat) {
  const PatchMinimum<T> m = lowest_in<Four>(list, index, r);
  if (!m.stationary) return false;
  if (is_of_surface<Four>(list, index, r, m))
    add(list, {closest_point_detail::minimum_of(list.search, index, m, true, true), flat, true});
  return true;
}

/// Too small to be cut: whether there is a minimum, rounding does not tell.
template <class Four, class T>
ABUT_HD inline void leave_rectangle_open(MinimaList<T>& list, std::uint32_t index, const SlopeRectangle<T>& r) {
  const PatchMinimum<T> m = lowest_in<Four>(list, index, r);
  if (sqrt(m.squared) > list.within) return;
  leave_open(list, m.at.point);
  if (m.stationary && is_of_surface<Four>(list, index, r, m))
    add(list, {closest_point_detail::minimum_of(list.search, index, m, true, true), false, false});
}

/// Data only.
template <class T>
struct WaitingRectangle {
  ParameterRectangle<T> in;
  std::uint32_t ends;
  PatchPoles poles;
};

/// In two: false where a parameter has no number between, or there is no room.
template <class T>
ABUT_HD inline bool cut(const WaitingRectangle<T>& r, bool by_s, WaitingRectangle<T>* waiting, int& count) {
  const T low = by_s ? r.in.s0 : r.in.t0, high = by_s ? r.in.s1 : r.in.t1, middle = T(0.5) * (low + high);
  if (!(middle > low && middle < high) || count + 2 > most_rectangles_waiting) return false;
  WaitingRectangle<T> below = r, above = r;
  if (by_s) {
    below.in.s1 = above.in.s0 = middle;
    below.ends &= ~end_at_u1, above.ends &= ~end_at_u0;
    below.poles.s1 = above.poles.s0 = false;
  } else {
    below.in.t1 = above.in.t0 = middle;
    below.ends &= ~end_at_v1, above.ends &= ~end_at_v0;
    below.poles.t1 = above.poles.t0 = false;
  }
  waiting[count++] = above, waiting[count++] = below;
  return true;
}

/// The slopes of a piece by the own parameters of a rectangle.
template <class T>
ABUT_HD inline SlopeNets<T> slopes_in(const SlopeNets<T>& whole, const ParameterRectangle<T>& in, NumberRoom<T>& room) {
  const T width_s = in.s1 - in.s0, width_t = in.t1 - in.t0;
  SlopeNets<T> out{restricted(whole.s, in, room), restricted(whole.t, in, room), whole.noise_s * width_s,
                   whole.noise_t * width_t};
  for (int k = 0; k < size_of(out.s); ++k) out.s.c[k] *= width_s, out.t.c[k] *= width_t;
  return out;
}

template <class Four, class T>
ABUT_HD inline void look_at_piece(MinimaList<T>& list, std::uint32_t index, std::uint32_t most,
                                  std::uint32_t& rectangles) {
  const SurfaceView<T>& surface = list.search.surface;
  const BezierPatch<T> whole = patch_of(surface, surface.pieces[index]);
  const PatchPoles poles = poles_of(whole);
  NumberRoom<T> room{list.room.numbers};
  const SlopeNets<T> slopes = slope_nets(whole, list.search.p, poles, room);
  WaitingRectangle<T> waiting[most_rectangles_waiting];
  waiting[0] = {{T(0), T(1), T(0), T(1)}, surface.pieces[index].ends, poles};
  T net[4 * most_patch_points];
  for (int count = 1; count > 0;) {
    if (rectangles >= most) {
      list.gave_up = true;
      return;
    }
    ++rectangles;
    const WaitingRectangle<T> r = waiting[--count];
    const BezierPatch<T> part = sub_patch<Four>(whole, r.in, net);
    const auto from = closest_point_detail::near_control_point(part, list.search.p, r.in);
    if (closest_point_detail::bound_towards(part, list.search.p, from.r) > list.within) continue;
    NumberRoom<T> spare = room;
    const SlopeRectangle<T> of{r.in, slopes_in(slopes, r.in, spare), r.ends, r.poles, any_pole(poles)};
    const MinimumVerdict verdict = verdict_on(of, spare);
    if (verdict == MinimumVerdict::none) continue;
    if (verdict != MinimumVerdict::unknown && take_minimum<Four>(list, index, of, verdict == MinimumVerdict::flat))
      continue;
    const PatchLengths<T> lengths = lengths_of(part);
    if (max(lengths.s, lengths.t) < length_of(list, MinimaLengths<T>::same_place)) {
      leave_rectangle_open<Four>(list, index, of);
    } else if (!cut(r, lengths.s >= lengths.t, waiting, count)) {
      list.gave_up = true;
    }
  }
}

}  // namespace minima_detail

}  // namespace ABUT_ISA
}  // namespace abut
