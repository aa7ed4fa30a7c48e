// The support mapping of a large hull by climbing over its edges.
//
// Source: Montanari 2017, section 3.2; the table to start from is a cube map, as in Cameron 1997's constant-time idea.
// A climb that stops where no neighbour is higher stops too early on plateaus: on a regular ring seen nearly along its
// axis all neighbours are equal to rounding, while the far side is higher by much more. In exact arithmetic the
// vertices not lower than a given one are connected; so here a climb ends only when all vertices that are connected to
// it, and not lower by more than rounding, have been looked at. More of them than there is room for: all vertices are.
#pragma once

#include "abut/narrow/vertex_set.h"

namespace abut {
inline namespace ABUT_ISA {
namespace climb_detail {

inline constexpr int plateau_room = 48;

/// A vertex higher than `at` among those connected to it on its plateau; `at` or its lowest equal if there is none;
/// `set.count` if there was no room to look.
template <class T, class Stored>
ABUT_HD inline std::uint32_t above_plateau(const VertexSet<T, Stored>& set, Vec3<T> d, std::uint32_t at, T highest) {
  // Stored coordinates are below 2: a height has four roundings of that, two by arithmetic, two by storing the vertex,
  // and heights are compared: 8. As much again for faces that are plane to rounding only (`convex_faces_flag`).
  const T level = highest - T(16) * Epsilon<T>::value * (abs(d.x) + abs(d.y) + abs(d.z));
  std::uint32_t plateau[plateau_room];
  plateau[0] = at;
  int count = 1;
  std::uint32_t lowest = at;
  for (int next = 0; next < count; ++next) {
    const std::uint32_t v = plateau[next];
    for (std::uint32_t k = set.adjacency_begin[v]; k < set.adjacency_begin[v + 1]; ++k) {
      const std::uint32_t n = set.adjacency[k];
      const T h = height(set, n, d);
      if (h < level) continue;
      if (h > highest) return n;
      bool known = false;
      for (int i = 0; i < count; ++i) known |= plateau[i] == n;
      if (known) continue;
      if (count == plateau_room) return set.count;
      plateau[count++] = n;
      if (h == highest && n < lowest) lowest = n;
    }
  }
  return lowest;
}

}  // namespace climb_detail

/// The cell of the cube map that direction `d` lies in.
template <class T>
ABUT_HD inline std::uint32_t climb_cell(Vec3<T> d) {
  const T x = abs(d.x), y = abs(d.y), z = abs(d.z);
  const std::uint32_t axis = x >= y && x >= z ? 0 : y >= z ? 1 : 2;
  const T main = axis == 0 ? d.x : axis == 1 ? d.y : d.z;
  const T u = axis == 0 ? d.y : d.x;
  const T v = axis == 2 ? d.y : d.z;
  const T half = abs(main) * T(0.5);
  const auto part = [&](T c) -> std::uint32_t { return c < -half ? 0 : c < T(0) ? 1 : c < half ? 2 : 3; };
  return 16 * (2 * axis + (main < T(0) ? 1 : 0)) + 4 * part(u) + part(v);
}

template <class T, class Stored>
ABUT_INLINE std::uint32_t climb_start(const VertexSet<T, Stored>& set, Vec3<T> d) {
  return set.climb_start[climb_cell(d)];
}

/// The vertex farthest along `d` to rounding, from vertex `start` uphill. Any start gives a vertex as high, not always
/// the same one.
template <class T, class Stored>
ABUT_PHASE std::uint32_t hill_climb(const VertexSet<T, Stored>& set, Vec3<T> d, std::uint32_t start) {
  std::uint32_t at = start;
  T highest = height(set, at, d);
  for (;;) {
    std::uint32_t best = at;
    for (std::uint32_t k = set.adjacency_begin[at]; k < set.adjacency_begin[at + 1]; ++k) {
      const std::uint32_t n = set.adjacency[k];
      const T h = height(set, n, d);
      best = h > highest ? n : best;
      highest = h > highest ? h : highest;
    }
    if (best != at) {
      at = best;
      continue;
    }
    const std::uint32_t beyond = climb_detail::above_plateau(set, d, at, highest);
    if (beyond == set.count) return LinearScan::farthest(set, d);
    const T h = height(set, beyond, d);
    if (!(h > highest)) return beyond;
    at = beyond;
    highest = h;
  }
}

}  // namespace ABUT_ISA
}  // namespace abut
