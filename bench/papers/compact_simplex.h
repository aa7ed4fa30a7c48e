// The simplex that the baseline sub-algorithms keep between GJK iterations: supporting vertices first, newest last.
//
// Every sub-algorithm of bench/papers/ has the same four steps, so that GJK takes any of them:
//   set_newest(p)  puts a support point beside the vertices kept so far,
//   solve()        finds the nearest point; false: no subset passed its tests,
//   reduce()       keeps the supporting vertices alone,
//   clear()        for the next query.
// `set_newest` and `solve` leave the kept vertices alone: repeated, they do the same again.
#pragma once

#include <algorithm>
#include <cstdint>

#include "abut/narrow/support.h"

namespace abut::papers {

using Vector = Vec3<double>;

/// a x b with one rounding a component less than plain arithmetic has; cheaper than the library's exact products.
ABUT_INLINE Vector plain_cross(Vector a, Vector b) {
  return {fma(a.y, b.z, -(a.z * b.y)), fma(a.z, b.x, -(a.x * b.z)), fma(a.x, b.y, -(a.y * b.x))};
}

/// The point of a simplex nearest to the origin. Barycentric coordinates are in the order of the vertices.
struct Nearest {
  Vector v{0, 0, 0};
  double vv = 0;
  double lambda[4] = {0, 0, 0, 0};
  unsigned support = 0;  ///< bit k: vertex k supports v
  bool inside = false;   ///< the origin lies in the tetrahedron
};

/// Vertices 0 to count - 1 are kept, the newest is vertex `count`.
struct CompactSimplex {
  Vector w[4] = {};
  double ww[4] = {};
  std::uint32_t id_a[4] = {}, id_b[4] = {};
  int count = 0;
  Nearest nearest;

  ABUT_INLINE void set_newest(const SupportPoint<double>& p) {
    w[count] = p.w;
    ww[count] = dot(p.w, p.w);
    id_a[count] = p.id_a;
    id_b[count] = p.id_b;
  }
  ABUT_INLINE bool holds(const SupportPoint<double>& p) const {
    bool found = false;
    for (int k = 0; k < count; ++k) found = found || (id_a[k] == p.id_a && id_b[k] == p.id_b);
    return found;
  }
  /// Moves the supporting vertices to the front, in their order, and tells where each came from.
  ABUT_INLINE void keep_support(int (&from)[4]) {
    int kept = 0;
    for (int k = 0; k <= count; ++k) {  // moves always, counts where it was right: no branch to mispredict
      w[kept] = w[k];
      ww[kept] = ww[k];
      id_a[kept] = id_a[k];
      id_b[kept] = id_b[k];
      nearest.lambda[kept] = nearest.lambda[k];
      from[kept] = k;
      kept += static_cast<int>(nearest.support >> k & 1u);
    }
    count = kept;
  }
  /// Largest squared length of a supporting vertex, after `keep_support`.
  ABUT_INLINE double largest_ww() const {
    double largest = ww[0];
    for (int k = 1; k < count; ++k) largest = max(largest, ww[k]);
    return largest;
  }
};

}  // namespace abut::papers
