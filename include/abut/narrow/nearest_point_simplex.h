// The point of a simplex nearest to the origin, whatever the order of its vertices.
//
// Signed Volumes within GJK does not examine the face opposite to the newest vertex. A simplex that did not grow so, a
// cached one or a worked example, has no newest vertex: here each vertex has its turn in slot 0, and the nearest of the
// answers is the answer, since every feature holds some vertex.
#pragma once

#include "abut/narrow/signed_volumes.h"

namespace abut {
inline namespace ABUT_ISA {

/// Nearest point of the simplex `s`; slot 0 must be in use, any of the others may be. `out.lambda` belongs to the slots
/// as they are in `s`. Cost: one call of `signed_volumes` a vertex.
///
/// With RoundedSigns a tetrahedron that is flat, in a plane through the origin, can be taken for one around it, since
/// all its determinants are then rounding error alone; and the coordinates in thin triangles are those of a point some
/// way from `out.v`. With ExactSigns neither happens: take it for simplices of unknown shape.
template <class Signs = RoundedSigns, class T>
ABUT_HD inline void nearest_on_simplex(const Simplex<T>& s, NearestPoint<T>& out) {
  signed_volumes<Signs>(s, out);
  for (int k = 1; k < 4; ++k) {
    const MaskOf<T> open = mask_and(s.used[k], mask_not(out.inside));
    if (!any(open)) continue;
    Simplex<T> turned = s;
    turned.w[0] = s.w[k];
    turned.w[k] = s.w[0];
    NearestPoint<T> other;
    signed_volumes<Signs>(turned, other);
    const T swapped = other.lambda[0];
    other.lambda[0] = other.lambda[k];
    other.lambda[k] = swapped;
    const MaskOf<T> better = mask_and(open, mask_or(other.inside, other.vv < out.vv));
    out.v = select<T>(better, other.v, out.v);
    out.vv = select(better, other.vv, out.vv);
    for (int j = 0; j < 4; ++j) out.lambda[j] = select(better, other.lambda[j], out.lambda[j]);
    out.inside = mask_or(out.inside, mask_and(better, other.inside));
  }
}

}  // namespace ABUT_ISA
}  // namespace abut
