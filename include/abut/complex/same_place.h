// Quasi-LMDs of one pair that are at one place: the simplices that meet there all find them, and one is told.
//
// A contact goes where any other of its pair is at one place with it and says more. One that stays is a local minimum
// if it or any at one place with it was found to be. So nothing depends on the order in which they are looked at.
#pragma once

#include "abut/complex/quasi_lmd.h"

namespace abut {
inline namespace ABUT_ISA {

/// The order in which contacts of a pair are told: by the features of A and then B.
template <class T>
ABUT_HD inline bool comes_before(const ComplexPair<T>& pair, const QuasiLmd<T>& x, const QuasiLmd<T>& y) {
  const std::uint64_t a_of_x = simplex_feature(pair.a.simplices[x.a]).code;
  const std::uint64_t a_of_y = simplex_feature(pair.a.simplices[y.a]).code;
  if (a_of_x != a_of_y) return a_of_x < a_of_y;
  return simplex_feature(pair.b.simplices[x.b]).code < simplex_feature(pair.b.simplices[y.b]).code;
}

/// Of two at one place: whether `x` is of simplices of fewer dimensions, or comes before.
template <class T>
ABUT_HD inline bool says_more(const ComplexPair<T>& pair, const QuasiLmd<T>& x, const QuasiLmd<T>& y) {
  const int of_x = pair.a.simplices[x.a].dimension + pair.b.simplices[x.b].dimension;
  const int of_y = pair.a.simplices[y.a].dimension + pair.b.simplices[y.b].dimension;
  return of_x != of_y ? of_x < of_y : comes_before(pair, x, y);
}

/// Points that are farther apart are not at one place, for contacts of up to this distance: what differs by no more
/// than the tolerance turns it.
template <class T>
ABUT_INLINE T one_place(const ComplexPair<T>& pair, T distance) {
  return T(4) * pair.tolerance * distance + pair.apart;
}

/// Whether the nearest points on A are one, and those on B.
template <class T>
ABUT_HD inline bool at_one_place(const ComplexPair<T>& pair, const QuasiLmd<T>& x, const QuasiLmd<T>& y) {
  const T far = one_place(pair, max(x.distance, y.distance));
  const Vec3<T> b_of_x = multiply_add(x.normal, x.distance, x.point_a);
  const Vec3<T> b_of_y = multiply_add(y.normal, y.distance, y.point_a);
  return length(x.point_a - y.point_a) <= far && length(b_of_x - b_of_y) <= far;
}

}  // namespace ABUT_ISA
}  // namespace abut
