// Whether two complexes have a point in common: then their contacts do not tell how deep they are in each other.
#pragma once

#include "abut/complex/quasi_lmd.h"
#include "abut/facets/triangle_triangle.h"

namespace abut {
inline namespace ABUT_ISA {

namespace complex_crossing_detail {

/// Whether a simplex is no face of another one but of tetrahedra: what is a face of a triangle meets where that does.
ABUT_INLINE bool is_top(const ComplexSimplex& s) { return s.dimension == 2 || s.direction_count == 0; }

template <class T>
ABUT_HD inline bool simplices_cross(const ComplexPair<T>& pair, const ComplexSimplex& a, const ComplexSimplex& b) {
  if (!is_top(a) || !is_top(b)) return false;
  Facet<T> of_a, of_b;
  for (int k = 0; k < 3; ++k) {
    of_a.v[k] = pair.a.points[a.vertex[k]];
    of_b.v[k] = quasi_lmd_detail::corner_of_b(pair, b.vertex[k]);
  }
  return triangle_triangle(of_a, of_b, 0).crossing;
}

}  // namespace complex_crossing_detail

/// Exact for the coordinates as they are placed. A complex inside of a solid that does not meet its boundary is not
/// told.
template <class T>
ABUT_HD inline bool complexes_cross(const ComplexPair<T>& pair) {
  if (pair.a.node_count == 0 || pair.b.node_count == 0) return false;
  ComplexFrame frame = pair.frame;
  frame.directions = false;
  frame.reach = pair.frame.rounding;
  const ComplexTrees trees{pair.a.nodes, pair.b.nodes, &frame};
  ComplexNodes stack[2 * most_complex_depth + 2];
  int depth = 0;
  if (may_meet(frame, trees.a[0], trees.b[0])) stack[depth++] = {0, 0};
  while (depth > 0) {
    const ComplexNodes at = stack[--depth];
    const ComplexNode &a = trees.a[at.a], &b = trees.b[at.b];
    if (!is_leaf(a) || !is_leaf(b)) {
      open_nodes(
          trees, at, [&](ComplexNodes child) { stack[depth++] = child; }, [] {});
      continue;
    }
    for (std::uint32_t i = a.next; i < a.next + a.count; ++i) {
      for (std::uint32_t j = b.next; j < b.next + b.count; ++j) {
        if (complex_crossing_detail::simplices_cross(pair, pair.a.simplices[i], pair.b.simplices[j])) return true;
      }
    }
  }
  return false;
}

}  // namespace ABUT_ISA
}  // namespace abut
