// Whether two complexes have a point in common: then their contacts do not tell how deep they are in each other.
#pragma once

#include "abut/complex/quasi_lmd.h"
#include "abut/facets/triangle_triangle.h"

namespace abut {
inline namespace ABUT_ISA {

namespace complex_crossing_detail {

template <class T>
ABUT_HD inline bool simplices_cross(const ComplexPair<T>& pair, const ComplexSimplex& a, const ComplexSimplex& b) {
  Facet<T> of_a, of_b;
  for (int k = 0; k < 3; ++k) {
    of_a.v[k] = pair.a.points[a.vertex[k]];
    of_b.v[k] = quasi_lmd_detail::corner_of_b(pair, b.vertex[k]);
  }
  if (a.dimension == 2 && b.dimension == 2) return triangle_triangle(of_a, of_b, 0).crossing;
  const FacetDistance<T> nearest = triangle_triangle(of_a, of_b);  // what has no area only touches
  return nearest.crossing || nearest.distance2 <= pair.apart * pair.apart;
}

}  // namespace complex_crossing_detail

/// Exact for the coordinates as they are placed. A complex inside of a solid that does not meet its boundary is not
/// told. By trees of boxes: what lies side by side is flat, and spheres about it would overlap.
template <class T>
ABUT_HD inline bool complexes_cross(const ComplexPair<T>& pair) {
  if (pair.a.box_count == 0 || pair.b.box_count == 0) return false;
  const FacetFrame<T> frame = facet_frame(pair.b_in_a, pair.scale, T(0), pair.a.size, pair.b.size * pair.scale);
  const TreePair<T> trees{pair.a.boxes, pair.b.boxes, &frame};
  NodePair stack[2 * most_tree_depth + 2];
  int depth = 0;
  if (may_be_near(frame, trees.a[0], trees.b[0])) stack[depth++] = {0, 0};
  while (depth > 0) {
    const NodePair at = stack[--depth];
    const FacetNode a = trees.a[at.a], b = trees.b[at.b];
    if (!is_leaf(a) || !is_leaf(b)) {
      open_nodes(
          trees, at, a, b, [&](const NodePair& child) { stack[depth++] = child; }, [] {});
      continue;
    }
    for (std::uint32_t i = a.first; i < a.first + a.count; ++i) {
      for (std::uint32_t j = b.first; j < b.first + b.count; ++j) {
        const ComplexSimplex &of_a = pair.a.simplices[pair.a.tops[i]], &of_b = pair.b.simplices[pair.b.tops[j]];
        if (complex_crossing_detail::simplices_cross(pair, of_a, of_b)) return true;
      }
    }
  }
  return false;
}

}  // namespace ABUT_ISA
}  // namespace abut
