// The support mapping of a large hull by climbing over its edges.
//
// Source: Montanari 2017, section 3.2; the table to start from is a cube map, as in Cameron 1997's constant-time idea.
// A climb that stops where no neighbour is higher stops too early on plateaus: on a regular ring seen nearly along its
// axis all neighbours are equal to within rounding error, while the far side is higher by much more. In exact
// arithmetic the vertices not lower than a given one are connected; so here a climb ends only when all vertices that
// are connected to it, and not lower by more than rounding error, have been looked at. More of them than there is room
// for: all vertices are.
#pragma once

#include "abut/narrow/vertex_set.h"

namespace abut {
inline namespace ABUT_ISA {
namespace climb_detail {

inline constexpr int plateau_capacity = 48;

/// A vertex higher than `at` among those connected to it on its plateau; `at` or its lowest equal if there is none;
/// `set.count` if there were too many to look at.
template <class T, class Stored>
ABUT_HD inline std::uint32_t above_plateau(const VertexSet<T, Stored>& set, Vec3<T> d, std::uint32_t at, T highest) {
  // Stored coordinates are below 2: a height has four rounding errors of that, two by arithmetic, two by storing the
  // vertex, and heights are compared: 8. As much again for faces that are plane to within rounding error only
  // (`convex_faces_flag`).
  const T level = highest - T(16) * Epsilon<T>::value * (abs(d.x) + abs(d.y) + abs(d.z));
  std::uint32_t plateau[plateau_capacity];
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
      if (count == plateau_capacity) return set.count;
      plateau[count++] = n;
      if (h == highest && n < lowest) lowest = n;
    }
  }
  return lowest;
}

}  // namespace climb_detail

/// The cell that direction `d` lies in, of a cube map whose faces have so many rows and columns; of a scalar or a pack
/// of lanes.
template <int divisions, class T>
ABUT_HD inline IndexOf<T> direction_cell(Vec3<T> d) {
  using R = RealOf<T>;
  using I = IndexOf<T>;
  using M = MaskOf<T>;
  const T x = abs(d.x), y = abs(d.y), z = abs(d.z);
  const M along_x = mask_and(x >= y, x >= z);
  const M along_z = mask_and(mask_not(along_x), y < z);
  const T main = select(along_x, d.x, select(along_z, d.z, d.y));
  const T u = select(along_x, d.y, d.x);
  const T v = select(along_z, d.y, d.z);
  const T step = abs(main) * T(R(2) / R(divisions));
  constexpr std::uint32_t face = divisions * divisions;
  I cell = select(along_x, I(0), select(along_z, I(4 * face), I(2 * face)));
  cell = cell + select(main < T(R(0)), I(face), I(0));
  for (int k = 1 - divisions / 2; k < divisions / 2; ++k) {
    const T edge = step * T(R(k));
    cell = cell + select(u >= edge, I(divisions), I(0)) + select(v >= edge, I(1), I(0));
  }
  return cell;
}

template <class T, class Stored>
ABUT_INLINE std::uint32_t climb_start(const VertexSet<T, Stored>& set, Vec3<T> d) {
  return set.table[direction_cell<climb_divisions>(d)];
}

/// The vertex farthest along `d` to within rounding error, from vertex `start` uphill. Any start gives a vertex as
/// high, not always the same one.
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
