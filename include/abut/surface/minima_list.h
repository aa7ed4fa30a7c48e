// What a search for all local minima of the distance of a point to a surface has found so far, each place once.
#pragma once

#include <cstdint>

#include "abut/surface/surface_minima.h"

namespace abut {

/// Data only.
template <class T>
struct FoundMinimum {
  SurfaceMinimum<T> at;
  bool continuum;  ///< one of many places that are as near
  bool proved;     ///< a minimum, and not only to rounding
};

/// Caller-owned room of one search. Data only.
template <class T>
struct MinimaRoom {
  FoundMinimum<T>* minima;
  std::uint32_t most_minima;
  Vec3<T>* open;  ///< places where rounding does not tell
  std::uint32_t most_open;
  T* numbers;  ///< `most_search_numbers` (piece_minima.h)
};

inline namespace ABUT_ISA {

/// Lengths over the surface's size, or the distance.
template <class T>
struct MinimaLengths;
template <>
struct MinimaLengths<double> {
  /// Places that are closer together are one, and one that is off by no more is the place itself.
  static constexpr double same_place = 0x1p-20, on_the_spot = 0x1p-26;
  /// A curve or an area of places that are as near: one of it within this stands for others.
  static constexpr double same_continuum = 0x1p-12;
  static constexpr double as_near = 0x1p-44;  ///< what rounding leaves of equal distances
};
template <>
struct MinimaLengths<float> {
  static constexpr float same_place = 0x1p-8f, on_the_spot = 0x1p-11f, same_continuum = 0x1p-5f, as_near = 0x1p-16f;
};

namespace minima_detail {

/// A list under way.
template <class T>
struct MinimaList {
  const MinimaRoom<T>& room;
  const closest_point_detail::Search<T>& search;  ///< the point and the surface
  T within;
  bool closed_u, closed_v;  ///< the surface's ends along a parameter are the same
  std::uint32_t count = 0, open_count = 0;
  bool full = false;     ///< there was no room for a minimum: the farthest are left out
  bool gave_up = false;  ///< not all has been looked at
};

template <class T>
ABUT_INLINE T length_of(const MinimaList<T>& list, T part) {
  return part * list.search.surface.size;
}

/// Of two at one place the nearer one stays; at a crease each side has its own normal.
template <class T>
ABUT_HD inline void join(const MinimaList<T>& list, const FoundMinimum<T>& m, FoundMinimum<T>& kept) {
  using closest_point_detail::faces_more;
  const bool is_nearer = m.at.distance < kept.at.distance;
  const bool of_new = faces_more(list.search, m.at, kept.at), of_kept = faces_more(list.search, kept.at, m.at);
  const Vec3<T> normal = of_new || (is_nearer && !of_kept) ? m.at.normal : kept.at.normal;
  if (is_nearer) kept.at = m.at;
  kept.at.normal = normal;
  kept.proved = kept.proved || m.proved;
  kept.continuum = kept.continuum && m.continuum;
}

/// Where there is no room, the farthest one makes some.
template <class T>
ABUT_PHASE void add(MinimaList<T>& list, const FoundMinimum<T>& m) {
  using Lengths = MinimaLengths<T>;
  if (m.at.distance > list.within) return;
  FoundMinimum<T>* const of = list.room.minima;
  std::uint32_t farthest = 0;
  for (std::uint32_t k = 0; k < list.count; ++k) {
    const bool as_near =
        abs(of[k].at.distance - m.at.distance) <= Lengths::as_near * (list.search.surface.size + m.at.distance) &&
        m.continuum;
    const T gap = length_of(list, as_near ? Lengths::same_continuum : Lengths::same_place);
    if (!(length(of[k].at.point - m.at.point) > gap)) {
      join(list, m, of[k]);
      return;
    }
    if (of[k].at.distance > of[farthest].at.distance) farthest = k;
  }
  if (list.count < list.room.most_minima) {
    of[list.count++] = m;
    return;
  }
  list.full = true;
  if (list.count > 0 && m.at.distance < of[farthest].at.distance) of[farthest] = m;
}

/// Whether a place is one of a minimum that is sure.
template <class T>
ABUT_HD inline bool is_known(const MinimaList<T>& list, Vec3<T> x) {
  for (std::uint32_t k = 0; k < list.count; ++k) {
    const FoundMinimum<T>& m = list.room.minima[k];
    if (m.proved && length(m.at.point - x) <= T(4) * length_of(list, MinimaLengths<T>::same_place)) return true;
  }
  return false;
}

/// Those that are known by now are left out.
template <class T>
ABUT_HD inline void thin_out(MinimaList<T>& list) {
  std::uint32_t left = 0;
  for (std::uint32_t k = 0; k < list.open_count; ++k) {
    if (!is_known(list, list.room.open[k])) list.room.open[left++] = list.room.open[k];
  }
  list.open_count = left;
}

template <class T>
ABUT_HD inline void leave_open(MinimaList<T>& list, Vec3<T> x) {
  if (list.open_count == list.room.most_open) thin_out(list);
  if (list.open_count < list.room.most_open) {
    list.room.open[list.open_count++] = x;
  } else {
    list.gave_up = true;
  }
}

/// The nearest first; of as near ones those that were found first.
template <class T>
ABUT_HD inline void sort(const MinimaList<T>& list) {
  FoundMinimum<T>* const of = list.room.minima;
  for (std::uint32_t k = 1; k < list.count; ++k) {
    const FoundMinimum<T> m = of[k];
    std::uint32_t at = k;
    for (; at > 0 && m.at.distance < of[at - 1].at.distance; --at) of[at] = of[at - 1];
    of[at] = m;
  }
}

}  // namespace minima_detail

}  // namespace ABUT_ISA
}  // namespace abut
