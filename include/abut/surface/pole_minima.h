// The poles of a surface that are local minima of the distance of a point: all directions away from them rise.
#pragma once

#include "abut/surface/piece_minima.h"

namespace abut {

inline namespace ABUT_ISA {

namespace minima_detail {

/// What goes away from a pole, along its end: the slope and the second derivative. Data only.
template <class T>
struct PoleSlope {
  BernsteinNetView<T> away, bend;
  T room, bend_room;
  bool is_flat;  ///< 0 all over the patch
};

template <class T>
ABUT_HD inline PoleSlope<T> slope_from(const BezierPatch<T>& patch, Vec3<T> p, NetEnd end, NumberRoom<T>& room) {
  const bool of_s = end == NetEnd::s0 || end == NetEnd::s1;
  const SlopeNets<T> f = slope_nets(patch, p, {false, false, false, false}, room);
  const BernsteinNetView<T>& across = of_s ? f.s : f.t;
  const T noise = of_s ? f.noise_s : f.noise_t;
  PoleSlope<T> out;
  out.away = along(across, end, room);
  out.bend = along(of_s ? derivative_by_s(across, room) : derivative_by_t(across, room), end, room);
  out.room = PoleRoom<T>::value * noise, out.bend_room = T(2 * (of_s ? f.s.n : f.s.m)) * noise;
  out.is_flat = largest_magnitude(across) <= noise;
  if (end == NetEnd::s0 || end == NetEnd::t0) return out;
  for (int k = 0; k <= out.away.n; ++k) out.away.c[k] = -out.away.c[k];
  return out;
}

/// A part of an end that is still to be looked at. Data only.
template <class T>
struct EndPart {
  T begin, end;
  int depth;
};

/// All along the end the slope is above 0; or 0, to what counts, where the second derivative is not below 0.
template <class T>
ABUT_HD inline bool rises_along(const PoleSlope<T>& f, NumberRoom<T> room) {
  constexpr int deepest = 10;
  EndPart<T> waiting[deepest + 2];
  waiting[0] = {T(0), T(1), 0};
  for (int count = 1; count > 0;) {
    const EndPart<T> part = waiting[--count];
    NumberRoom<T> spare = room;
    const ParameterRectangle<T> in{part.begin, part.end, T(0), T(1)};
    const BernsteinNetView<T> away = restricted(f.away, in, spare), bend = restricted(f.bend, in, spare);
    const NetRange<T> slope = range_of(away);
    if (slope.least > f.room) continue;
    if (min(away.c[0], away.c[away.n]) < -f.room) return false;
    if (slope.least >= -f.room && range_of(bend).least >= -f.bend_room) continue;
    if (part.depth == deepest) {
      if (slope.least >= -f.room && value_in_the_middle(bend) >= -f.bend_room) continue;
      return false;
    }
    const T middle = T(0.5) * (part.begin + part.end);
    waiting[count++] = {middle, part.end, part.depth + 1};
    waiting[count++] = {part.begin, middle, part.depth + 1};
  }
  return true;
}

/// The middle of a patch's side at an end of the surface.
template <class T>
ABUT_INLINE PatchPlace<T> place_at(const SurfaceView<T>& surface, NetEnd end, std::uint32_t patch) {
  switch (end) {
    case NetEnd::s0: return {0, patch, T(0), T(0.5)};
    case NetEnd::s1: return {surface.patches_u - 1, patch, T(1), T(0.5)};
    case NetEnd::t0: return {patch, 0, T(0.5), T(0)};
    default: break;
  }
  return {patch, surface.patches_v - 1, T(0.5), T(1)};
}

ABUT_INLINE bool has_pole(const PatchPoles& poles, NetEnd end) {
  return end == NetEnd::s0 ? poles.s0 : end == NetEnd::s1 ? poles.s1 : end == NetEnd::t0 ? poles.t0 : poles.t1;
}

/// As one side of it sees it.
template <class Four, class T>
ABUT_HD inline void add_pole(MinimaList<T>& list, const PatchPlace<T>& place, bool continuum) {
  const SurfaceView<T>& surface = list.search.surface;
  const SurfaceJet<T> at = point_on<Four>(patch_at(surface, place.k, place.l), place.s, place.t);
  const T u0 = surface.breaks_u[place.k], v0 = surface.breaks_v[place.l];
  const T u1 = surface.breaks_u[place.k + 1], v1 = surface.breaks_v[place.l + 1];
  add(list, {{length(at.point - list.search.p), u0 + place.s * (u1 - u0), v0 + place.t * (v1 - v0), at.point,
              closest_point_detail::piece_normal(at, place.s, place.t), true, true},
             continuum,
             true});
}

template <class Four, class T>
ABUT_HD inline void look_at_pole(MinimaList<T>& list, NetEnd end) {
  const SurfaceView<T>& surface = list.search.surface;
  const std::uint32_t count = end == NetEnd::s0 || end == NetEnd::s1 ? surface.patches_v : surface.patches_u;
  bool is_flat = true;
  for (std::uint32_t k = 0; k < count; ++k) {
    const PatchPlace<T> place = place_at(surface, end, k);
    const BezierPatch<T> patch = patch_at(surface, place.k, place.l);
    if (!has_pole(poles_of(patch), end)) return;
    if (length(point_on<Four>(patch, place.s, place.t).point - list.search.p) > list.within) return;
    NumberRoom<T> room{list.room.numbers};
    const PoleSlope<T> slope = slope_from(patch, list.search.p, end, room);
    if (!rises_along(slope, room)) return;
    is_flat = is_flat && slope.is_flat;
  }
  for (std::uint32_t k = 0; k < count; ++k) add_pole<Four>(list, place_at(surface, end, k), is_flat);
}

}  // namespace minima_detail

}  // namespace ABUT_ISA
}  // namespace abut
